"""TOML that may come from anybody: what is beyond the limits is refused with its line."""

from __future__ import annotations

import time

import pytest

from l2dwk_core.common.toml_reader import MAX_CHARACTERS, MAX_DEPTH, TomlError, read_toml

DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (f"high = {DIGITS}", "more than 100 characters"),
        (f"high = 0x{DIGITS}", "more than 100 characters"),
        (f"{'a.' * 20_000}a = 1", "a key of 20,001 parts"),
        (f"{'a . ' * 20_000}a = 1", "a key of 20,001 parts"),
        (f"[{'1.' * 20_000}1]", "a key of 20,001 parts"),
        ('"a"."\'".' * 10_000 + "a = 1", "a key of 20,001 parts"),
        (f"a = {{{'b.' * 20_000}b = 1}}", "a key of 20,001 parts"),
        (f"a = {'[' * 20_000}", f"more than {MAX_DEPTH} brackets"),
        ("a = {b = " * 5_000, f"more than {MAX_DEPTH} brackets"),
        ('"' + r"\"" * 49_000, "this is no TOML"),
        ('a = """' + r'\"""' * 24_000, "this is no TOML"),
        ("a = 2020-13-45", "this is no TOML"),
    ],
    ids=range(12),
)
def test_what_is_beyond_the_limits_is_refused_at_once(last, said):
    begun = time.process_time()
    with pytest.raises(TomlError, match=said) as error:
        read_toml('first = """\n# [[[\n"""\n' + last)
    assert error.value.line == 4
    assert time.process_time() - begun < 1


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(TomlError, match="at most 100,000 are allowed"):
        read_toml("#" * (MAX_CHARACTERS + 1))


def test_texts_and_comments_may_hold_what_names_and_numbers_may_not():
    words = "a.b." * 50 + "[" * 50 + DIGITS
    text = f"one = \"{words}\"  # {words}\ntwo = '{words}'\nthree = '''\n{words}'''"
    assert read_toml(text) == {"one": words, "two": words, "three": words}


def test_numbers_and_names_are_read_as_before():
    assert read_toml('a.b = [0.5, 1.5, [2, -3e-5]]\n["x.y"]\nz = {w = "1"}') == {
        "a": {"b": [0.5, 1.5, [2, -3e-5]]},
        "x.y": {"z": {"w": "1"}},
    }
