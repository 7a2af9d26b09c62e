"""Lesson files: what is read from them, and every fault is named with its line."""

from __future__ import annotations

import pytest

from l2dwk_core.lessons.lesson import Question
from l2dwk_core.lessons.placeholders import filled
from l2dwk_core.lessons.reader import MAX_SIGNS, LessonFileError, Rules, read_lesson

RULES = Rules(
    figures={"run": ("margins", "sparsity"), "pair": ("pair_measures",)},
    controls={"run": ("lam",), "pair": ("both",)},
    problems_of=lambda of, values: [
        (name, f"unknown field {name!r}") for name in values if name not in ("lam", "both")
    ],
)

GOOD = """+++
title = "A lesson"
about = "Why?"
learnt = "That."
[choice]
lam = 1.0
+++

## First
+++
figures = ["sparsity"]
[question]
ask = "How many?"
answer = "members_kept"
low = 0
high = 301
+++
Some text.

### After the answer
It is {{members_kept}}.

## Second
+++
figures = ["margins"]
before = 1
control = "lam"
[choice]
lam = 2.0
[question]
ask = "More?"
answer = "members_kept"
change = true
options = ["fewer", "as many", "more"]
bounds = [-0.5, 0.5]
+++
Then {{before.members_kept}}.

## Third
+++
figures = ["pair_measures"]
[pair]
both = 3
+++
"""


def problems(text):
    with pytest.raises(LessonFileError) as found:
        read_lesson(text, "own", RULES)
    return found.value.problems


def test_a_whole_file_is_read():
    lesson = read_lesson(GOOD, "own", RULES)
    first, second, third = lesson.steps
    assert (lesson.title, lesson.about, lesson.learnt) == ("A lesson", "Why?", "That.")
    assert (first.choice, second.choice) == ({"lam": 1.0}, {"lam": 2.0})
    assert (first.text, first.after) == ("Some text.", "It is {{members_kept}}.")
    assert first.question == Question("How many?", "members_kept", high=301.0)
    assert second.question.change and second.question.bounds == (-0.5, 0.5)
    assert (second.before, second.before_figures, second.control) == (1, ("margins",), "lam")
    assert (third.of, third.choice, third.question) == ("pair", {"both": 3}, None)


def line_of(words, text):
    """The number of the first line that has these words."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('title = "A lesson"', 'titel = "A lesson"', "unknown key 'titel'; did you mean 'title'?"),
        ('learnt = "That."', "learnt = 3", "learnt is 3; it is a text"),
        ('answer = "members_kept"\nlow', 'answer = "kept_members"\nlow', "unknown quantity"),
        ('answer = "members_kept"\nlow', 'anwser = "members_kept"\nlow', "did you mean 'answer'"),
        ('answer = "members_kept"\nlow', 'answer = "q_statistic"\nlow', "unknown quantity"),
        ("high = 301", 'high = "many"', "high is 'many'; it is a number"),
        ("high = 301", "high = 301\nstart = 400", "start is 400; allowed is a number from 0"),
        ("low = 0", "low = 400", "low must be below high"),
        ('figures = ["sparsity"]', 'figures = ["sparsty"]', "allowed is a list of margins"),
        ("before = 1", "before = 2", "allowed is the number of an earlier step, 1 to 1"),
        ('control = "lam"', 'control = "seed"', "allowed is one of lam"),
        ("lam = 2.0", "lamda = 2.0", "unknown field 'lamda'"),
        ("bounds = [-0.5, 0.5]", "bounds = [0.5, -0.5]", "a list of 2 ascending numbers"),
        ('"as many", ', "", "a list of 1 ascending number"),
        ("bounds = [-0.5", "bounds = [-0.5 -", "this is no TOML"),
        ("Some text.", "It is {{members_kept}}.", "is what the question asks for"),
        ("Some text.", "It is {{nothing}}.", "unknown quantity 'nothing'"),
        ("Some text.", "It is {{before.members}}.", "needs 'before'"),
        ("Some text.", "See [here](//elsewhere.org).", "no links"),
        ("Some text.", "See www.elsewhere.org.", "no links"),
        ("Some text.", "<img src=x>", "no links, pictures or HTML"),
        ("Some text.", "[a]: //elsewhere.org", "no links"),
        ('ask = "More?"', 'ask = "http://elsewhere.org?"', "no links"),
    ],
)
def test_each_fault_is_named_with_its_line(there, instead, said):
    assert GOOD.count(there) == 1
    text = GOOD.replace(there, instead)
    changed = next(
        i
        for i, (new, old) in enumerate(zip(text.splitlines(), GOOD.splitlines(), strict=False), 1)
        if new != old
    )
    found = [one for one in problems(text) if said in one]
    assert found, problems(text)
    line = int(found[0].removeprefix("Line ").partition(":")[0])
    # A list that lost an entry no longer fits its bounds, which are on the next line.
    assert line - changed in ((0, 1) if "start" in instead or "1 ascending" in said else (0,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "Line 1: the file has no step"),
        (GOOD.replace('ask = "How many?"\n', ""), "Line 12: 'ask' is missing"),
        (GOOD.replace("high = 301\n", ""), "Line 12: the question has no 'high'"),
        (GOOD.replace("## First\n+++", "## First\n"), "front matter is missing"),
        (GOOD.replace("## Third\n+++\nfigures", "## Third\n+++\nfigure"), "did you mean 'figures'"),
        (GOOD[: GOOD.rindex("+++")], "this front matter has no end"),
        (GOOD + " " * MAX_SIGNS, "at most 20,000 are allowed"),
        (GOOD.replace("[pair]", "[choice]\n[pair]"), "either 'choice' or 'pair'"),
        (GOOD.replace("lam = 2.0", "lam = " + "[" * 5_000), "this is no TOML"),
        (GOOD + "\n## More\n+++\nfigures = ['margins']\n+++\n" * 10, "at most 12 are allowed"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(text, said):
    assert any(said in one for one in problems(text)), problems(text)


def test_all_faults_are_named_together():
    text = GOOD.replace('about = "Why?"', "about = 1").replace('"lam"\n[choice]', '"x"\n[choice]')
    assert len(problems(text)) == 2


def test_a_figure_that_shows_the_answer_with_the_question_is_refused():
    same = GOOD.replace("lam = 2.0", "lam = 1.0").replace('["margins"]', '["sparsity"]')
    (found,) = problems(same.replace("change = true\n", ""))
    assert found == (
        f"Line {line_of('before', same)}: step 1 has the same choice as this step, so its figure "
        "'sparsity' shows the answer; name other figures in before_figures, or leave out 'before'"
    )
    other = same.replace("before = 1", 'before = 1\nbefore_figures = ["margins"]')
    assert read_lesson(other, "own", RULES).steps[1].before_figures == ("margins",)


def test_a_word_has_a_text_for_each_option():
    words = '[question.options]\nbetter = "Yes"\nnone = "No"\n'
    text = GOOD.replace(
        'answer = "members_kept"\nlow = 0\nhigh = 301\n', f'answer = "verdict"\n{words}'
    )
    question = read_lesson(text, "own", RULES).steps[0].question
    assert (question.options, question.words) == (("Yes", "No"), ("better", "none"))
    assert [question.right_option(word) for word in ("better", "none", "worse")] == [0, 1, -1]
    wrong = text.replace('none = "No"', 'nothing = "No"')
    (found,) = problems(wrong)
    assert found.startswith(f"Line {line_of('nothing', wrong)}: verdict has no word 'nothing'")


def test_options_begin_at_their_bounds():
    question = Question(
        "?", "q_statistic", options=("a", "b", "c", "none"), bounds=(0.0, 1.0), undefined=True
    )
    values = (-0.1, 0.0, 0.9, 1.0, float("nan"))
    assert [question.right_option(value) for value in values] == [0, 1, 1, 2, 3]


def test_a_prediction_is_told_how_far_off_it_was():
    count = Question("?", "members_kept", high=301.0)
    assert count.distance(60, 17) == "You said 60; it is 17. Your prediction was 43 too high."
    assert "right, or nearly so" in count.distance(18, 17)
    share = Question("?", "alpha_on_flipped", high=100.0)
    assert share.distance(20, 51.9).endswith(
        "You said 20%; it is 52%. Your prediction was 32 points too low."
    )
    change = Question("?", "accuracy", change=True, low=-20.0, high=20.0)
    values = {"accuracy": 70.0}.__getitem__
    assert change.value(values, lambda _: 66.0) == 4.0
    assert (
        change.distance(-2, 4.0)
        == "You said −2.0 points; it is +4.0 points. Your prediction was 6 points too low."
    )


def test_placeholders_take_the_values_of_their_run():
    text = "{{members_kept}} of {{ members }}, before {{before.members_kept}}; $\\frac{a}{b}$"
    now, before = {"members_kept": 17, "members": 301}, {"members_kept": 13}
    assert (
        filled(text, now.__getitem__, before.__getitem__) == "17 of 301, before 13; $\\frac{a}{b}$"
    )
