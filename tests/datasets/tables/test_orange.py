def test_attributes_of_a_column_are_matched_in_one_way_only():
    # A pattern that tries every way to part them doubles its time with each.
    code = """
from l2dwk_core.datasets.tables.header.orange import _FLAGS
assert _FLAGS.fullmatch("hidden=yes origin=a=b ")
assert not _FLAGS.fullmatch("a=aa" * 40 + "  ")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
