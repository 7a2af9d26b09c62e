"""Lesson files with many faults: reading ends after some, and does no work twice."""

from __future__ import annotations

import pytest

from l2dwk_core.lessons import block, block_reader, step_reader
from l2dwk_core.lessons.faults import MAX_FAULTS, LessonFileError
from l2dwk_core.lessons.reader import MAX_SIGNS, MAX_STEPS, read_lesson
from pages.choices import field_rules
from pages.lessons.rules import RULES as PAGES_RULES
from tests.lessons.test_reader import line_of, problems

HEAD = '+++\ntitle = "T"\nabout = "A"\nlearnt = "L"\n%s+++\n'
STEP = '## S\n+++\nfigures = ["sparsity"]\n%s+++\n%s\n'
UNKNOWN = "".join(f"a{i}z = 1\n" for i in range(1_700))
BAD = "{{members_kep}}\n" * 1_200
MANY_FAULTS = (
    HEAD % UNKNOWN + STEP % ("", ""),
    HEAD % f"[choice]\n{UNKNOWN}" + STEP % ("", "") * MAX_STEPS,
    HEAD % "" + STEP % (UNKNOWN, ""),
    HEAD % "" + STEP % (f"[choice]\n{UNKNOWN}", ""),
    HEAD % "" + STEP % (f"[pair]\n{UNKNOWN}", ""),
    HEAD % "" + STEP % (f"[question]\n{UNKNOWN}", ""),
    HEAD % "" + STEP % ("", BAD),
    HEAD % "" + STEP % ("".join(f"[t{i}]\n" for i in range(2_000)), ""),
)


@pytest.mark.parametrize("text", MANY_FAULTS)
def test_reading_ends_after_some_faults_and_does_no_more_for_the_rest(text, monkeypatch):
    assert len(text) <= MAX_SIGNS
    lines, names = counter(monkeypatch, block, "_names"), []
    for module in (field_rules, block_reader, step_reader):
        names.append(counter(monkeypatch, module, "near_names"))
    with pytest.raises(LessonFileError) as refused:
        read_lesson(text, "own", PAGES_RULES)
    assert len(refused.value.problems) == MAX_FAULTS
    assert f"after {MAX_FAULTS} faults" in refused.value.more
    assert str(refused.value).endswith(refused.value.more)
    # Every line is searched once for names, twice where a question has a table of its own.
    assert len(lines) <= 2 * text.count("\n")
    assert sum(map(len, names)) <= MAX_FAULTS


def counter(monkeypatch, module, name):
    """Return a list that gets an entry for each call of a function from now on."""
    calls, function = [], getattr(module, name)

    def counted(*arguments):
        calls.append(1)
        return function(*arguments)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_fields_that_all_steps_share_are_checked_once_and_named_at_their_own_line():
    text = HEAD % "[choice]\nwidth = 3\n" + STEP % ("", "") * MAX_STEPS
    (found,) = problems(text)
    assert found.startswith(f"Line {line_of('width', text)}: ")


def test_fields_of_a_step_must_fit_those_that_all_steps_share():
    shared, own = '[choice]\npool = "bagging"\n', "[choice]\nmax_depth = 3\n"
    assert read_lesson(HEAD % shared + STEP % (own, ""), "own", PAGES_RULES)
    text = HEAD % '[choice]\npool = "library"\n' + STEP % (own, "")
    with pytest.raises(LessonFileError) as refused:
        read_lesson(text, "own", PAGES_RULES)
    assert any(
        words.startswith(f"Line {line_of('max_depth', text)}: max_depth = 3 does not fit")
        for words in refused.value.problems
    )


def test_more_options_than_are_allowed_are_one_fault():
    options = ", ".join(f'"{i}"' for i in range(2_000))
    question = f'[question]\nask = "A"\nanswer = "members_kept"\noptions = [{options}]\n'
    (found,) = problems(HEAD % "" + STEP % (question, ""))
    assert "there are 2000 options" in found
