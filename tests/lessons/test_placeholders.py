"""Placeholders in the text of a lesson."""

from __future__ import annotations

import subprocess
import sys

import pytest

from l2dwk_core.lessons.placeholders import filled, placeholders

_READS_ALL = """
from l2dwk_core.lessons.placeholders import placeholders
for unit in (" ", "a ", "{{ ", "{", "before. ", "}", "} ", "{{a ", "{{ }"):
    for end in ("", "}", "{"):
        placeholders(("{{" + unit * 20_000)[:20_000] + end)
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{{members_kept}}", [(False, "members_kept")]),
        ("{{ \t before.members_kept }} of {{b}}", [(True, "members_kept"), (False, "b")]),
        ("{{}}, {{  }} and {{ before. }}", [(False, ""), (False, ""), (True, "")]),
        ("{{{a}}}, {b}, {{c} } and {{d{{e}}", [(False, "a"), (False, "e")]),
    ],
)
def test_the_names_between_braces(text, found):
    assert placeholders(text) == found


def test_each_is_replaced_by_its_value():
    values, before = {"members_kept": 3}.get, {"members_kept": 5}.get
    text = "{{members_kept}} of {{ before.members_kept }} are left"
    assert filled(text, values, before) == "3 of 5 are left"


def test_a_text_of_20_000_characters_is_read_in_a_time_that_grows_with_its_length():
    # A pattern that tries every way to share out the spaces needs hours.
    subprocess.run([sys.executable, "-c", _READS_ALL], check=True, timeout=60)
