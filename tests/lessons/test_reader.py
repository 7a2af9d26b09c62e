"""Lesson files: what is read from them, and every fault is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from l2dwk_core.lessons import place_reader
from l2dwk_core.lessons.faults import LessonFileError
from l2dwk_core.lessons.place import Mark, PlaceQuestion
from l2dwk_core.lessons.placeholders import filled
from l2dwk_core.lessons.question import Question
from l2dwk_core.lessons.reader import MAX_SIGNS, read_lesson
from l2dwk_core.lessons.rules import Rules
from l2dwk_core.lessons.step_reader import BEFORE
from pages.lessons.rules import RULES as PAGES_RULES
from pages.widgets import lesson_file

ROOT = Path(__file__).resolve().parents[2]
LONG_NUMBER = "&#" + "9" * 5000 + ";"
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
        (
            'options = ["fewer", "as many", "more"]',
            'options = ["fewer", "more", "more"]',
            "the option 'more' is there twice",
        ),
        (
            'figures = ["sparsity"]',
            'figures = ["sparsity", "margins", "sparsity"]',
            "figures names 'sparsity' twice; name each figure once",
        ),
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
        (GOOD.replace("## First\n+++", "## First\n"), "the step's front matter is missing; it be"),
        (GOOD[GOOD.index("## First") :], 'with a line +++ and holds at least title = "…", about'),
        (GOOD.replace("## Third\n+++\nfigures", "## Third\n+++\nfigure"), "did you mean 'figures'"),
        (GOOD[: GOOD.rindex("+++")], "this front matter has no end"),
        (GOOD + " " * MAX_SIGNS, "at most 20,000 are allowed"),
        (GOOD.replace("[pair]", "[choice]\n[pair]"), "either 'choice' or 'pair'"),
        (GOOD.replace("lam = 2.0", "lam = " + "[" * 5_000), "brackets within"),
        (GOOD.replace("high = 301", "high = " + "9" * 5_000), "Line 16: a name or number of more"),
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
    assert count.distance(25, 18).endswith("Your prediction was 7 too high.")
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
    number = Question("?", "test_diversity", low=0.0, high=0.3, step=0.01)
    said = "You said 0.11; it is 0.04. Your prediction was 0.07 too high."
    assert number.distance(0.11, 0.0371) == said


def test_words_before_the_answer_are_a_part_of_their_own():
    text = GOOD.replace("Some text.", f"Some text.\n\n{BEFORE}\nThat of before.")
    step = read_lesson(text, "good", RULES).steps[0]
    assert (step.text, step.until) == ("Some text.", "That of before.")
    assert step.after == "It is {{members_kept}}."


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ("It is {{members_kept}}.", f"It is.\n{BEFORE}\nThat of before.", "above"),
        ("Some text.", f"Some text.\n{BEFORE}\nA.\n{BEFORE}\nB.", "once"),
        ("Some text.", f"{BEFORE}\nIt is {{{{members_kept}}}}.", "behind '### After the answer'"),
        ("both = 3\n+++\n", f"both = 3\n+++\n{BEFORE}\nA.\n", "needs a question"),
    ],
)
def test_words_before_the_answer_in_a_wrong_place_are_refused(there, instead, said):
    text = GOOD.replace(there, instead)
    with pytest.raises(LessonFileError) as error:
        read_lesson(text, "bad", RULES)
    assert len(error.value.problems) == 1 and said in error.value.problems[0]


def test_placeholders_take_the_values_of_their_run():
    text = "{{members_kept}} of {{ members }}, before {{before.members_kept}}; $\\frac{a}{b}$"
    now, before = {"members_kept": 17, "members": 301}, {"members_kept": 13}
    assert (
        filled(text, now.__getitem__, before.__getitem__) == "17 of 301, before 13; $\\frac{a}{b}$"
    )


@pytest.mark.parametrize(
    "words",
    [
        "https&#58;//evil.example/x", r"https\://evil.example/x", "https&colon;//evil.example/x",
        "https&amp;#58;//evil.example/x", r"https:\/\/evil.example", "https&#x3a;//evil.example",
        "www&#46;evil.example", r"www\.evil.example", "&#119;ww.evil.example",
        "me&#64;evil.example", r"me\@evil.example", "me-@evil.example",
        "{{before.members_kept}}@evil.example", "https&#{{before.members_kept}};//evil.example",
    ],
)  # fmt: skip
def test_an_address_is_refused_also_when_entities_or_backslashes_hide_it(words):
    for there, instead in (
        ('title = "A lesson"', f"title = '{words}'"), ('about = "Why?"', f"about = 'See {words}'"),
        ("## Second", f"## Second {words}"), ("Then {{", f"Then {words} {{{{"),
        ('ask = "More?"', f"ask = '{words}'"), ('"as many"', f"'{words}'"),
    ):  # fmt: skip
        text = GOOD.replace(there, instead)
        said = f"Line {line_of(words, text)}: a lesson holds no links"
        assert any(one.startswith(said) for one in problems(text)), (there, problems(text))


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('title = "A lesson"', r'title = "a\n# b\n---"', "title has a line break"),
        ('about = "Why?"', r'about = "a\n\n# b"', "about has a line break"),
        ('about = "Why?"', 'about = "# b"', "about begins with '#'"),
        ('about = "Why?"', 'about = "---"', "about begins with '---'"),
        ('ask = "More?"', r'ask = "a\u2028b"', "ask has a line break"),
        ('"as many"', r'"a\nb"', "an option has a line break"),
        ("## Second", "## Second \u202eback", "U+202E"),
        ("Some text.", "Some \u2066text&#x202e;.", "U+2066"),
        ("Some text.", "Some text&#x202e;.", "U+202E"),
        ('"as many"', r'"a \u202e"', "U+202E"),
        ("Some text.", r"$\rule{300em}{300em}$", r"the command \rule is not allowed"),
        ("Some text.", r"$a\href{x}{y}$", r"\href"),
        ('ask = "More?"', r"ask = '$\hspace{9em}$'", r"\hspace"),
        ("Some text.", r"$$a \\[300em] b$$", "the height of a line"),
        ("Some text.", "> " * 3_000, "3000 quotes or lists are within each other; at most 6"),
        ("Some text.", "- " * 900 + "a", "900 quotes or lists"),
        ("Some text.", "$" + "{" * 900 + "}" * 900 + "$", "900 braces are within each other"),
        ("Some text.", "*a " * 900 + "a* " * 900, "1800 signs '*'"),
        ("Some text.", "$" + r"\sqrt" * 900 + "2$", "900 backslashes"),
    ],
    ids=lambda words: words[:40],
)
def test_words_that_break_the_page_are_refused_with_their_line(there, instead, said):
    assert GOOD.count(there) == 1
    text = GOOD.replace(there, instead)
    expected = f"Line {line_of(instead, text)}: "
    found = [one for one in problems(text) if said in one]
    assert found and found[0].startswith(expected), problems(text)


def test_usual_words_and_formulas_are_allowed():
    words = (
        "\u0645\u06cc\u200c\u0631\u0648\u0645 "  # a Persian word needs its joiner
        r"R&D at C&A, 3:1, a < b & c > d, `x[i]`, 5 * 3, [0, 1), 100%, **bold**, Zürich, ."
        "\n\n> quoted\n\n1. one\n   - two\n\n"
        r"$\lambda \cdot \frac{1}{n}\sum_{i=1}^{n} \mathbf{1}[\hat y_i = y_i],\ \{a\}$"
    )
    assert read_lesson(GOOD.replace("Some text.", words), "own", RULES).steps[0].text == words


PLACE = GOOD.replace(
    'answer = "members_kept"\nchange = true\noptions = ["fewer", "as many", "more"]\n'
    "bounds = [-0.5, 0.5]\n",
    """across = "test_diversity"
up = "accuracy"
low = [0.0, 50]
high = [0.5, 100]
step = [0.01, 1]
start = [0.1, 60]
marks = [["old vote", "before.test_diversity", "before.accuracy"]]
""",
)


def test_a_place_is_read():
    step = read_lesson(PLACE, "own", RULES).steps[1]
    assert step.question == PlaceQuestion(
        "More?",
        Question("", "test_diversity", high=0.5, step=0.01, start=0.1),
        Question("", "accuracy", low=50.0, high=100.0, step=1.0, start=60.0),
        (Mark("old vote", "before.test_diversity", "before.accuracy"),),
    )
    assert step.before_figures == ()  # the figure with the question is that of the place
    bare = PLACE.replace("step = [0.01, 1]\nstart = [0.1, 60]\n", "")
    bare = bare.replace('up = "accuracy"', 'up = "members"').replace("[0.5, 100]", "[0.5, 301]")
    across, up = read_lesson(bare, "own", RULES).steps[1].question.axes
    assert (across.start, across.step) == (0.0, pytest.approx(0.01))
    assert (up.start, up.step) == (50.0, 6.0)  # whole numbers of members


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ('up = "accuracy"', 'up = "acuracy"', "unknown quantity 'acuracy'; did you mean"),
        ('up = "accuracy"', 'up = "verdict"', "verdict is a word; a place needs a number"),
        ("low = [0.0, 50]", "low = 0.0", "low is 0.0; for a place it is two numbers, [across, up]"),
        ("low = [0.0, 50]", "low = [0.6, 50]", "across: low is 0.6, high 0.5; low must be below"),
        ("step = [0.01, 1]", "step = [0.001, 1]", "across: step is 0.001; from 0 to 0.5 there may"),
        ("start = [0.1, 60]", "start = [0.1, 6]", "up: start is 6; allowed is a number from 50"),
        ("start = [0.1, 60]", "options = []", "unknown key 'options'"),
        ('"before.accuracy"]', '"accuracy"]', "accuracy is what the question asks for"),
        ('"before.accuracy"]', '"before.acuracy"]', "unknown quantity 'acuracy'"),
        ('"before.accuracy"]', '"stop_reason"]', "stop_reason is a word"),
        ('test_diversity", "before.accuracy"]', 'members"]', "each mark is three texts"),
        ('"old vote"', '"the vote that was before"', "at most 20 characters without < and &"),
        ('"old vote"', '"www.elsewhere.org"', "no links"),
        ("Then {{before.members_kept}}.", "It is {{accuracy}}.", "is what the question asks for"),
    ],
)
def test_each_fault_of_a_place_is_named_with_its_line(there, instead, said):
    assert PLACE.count(there) == 1
    text = PLACE.replace(there, instead)
    found = [one for one in problems(text) if said in one]
    assert found, problems(text)
    assert found[0].startswith(f"Line {line_of(instead, text)}: ")


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ('up = "accuracy"\n', "'up' is missing; a place needs both"),
        ("high = [0.5, 100]\n", "high is missing; for a place it is two numbers"),
        ("before = 1\n", "before.test_diversity needs 'before' in the front matter"),
    ],
)
def test_what_a_place_lacks_is_named(gone, said):
    assert any(said in one for one in problems(PLACE.replace(gone, "")))


def test_a_place_is_told_how_far_off_each_axis_was():
    question = read_lesson(PLACE, "own", RULES).steps[1].question
    assert question.distances((0.1, 60.0), (0.3, 88.0)) == [
        "Test diversity: you said 0.1; it is 0.3. Your prediction was 0.2 too low.",
        "Accuracy: you said 60%; it is 88%. Your prediction was 28 points too low.",
    ]
    assert question.is_near((0.3, 88.0), (0.305, 87.0))
    assert not question.is_near((0.3, 60.0), (0.3, 88.0))


@pytest.mark.parametrize(
    ("answer", "low", "high", "value"),
    [
        ("members_kept", 0, 10, 11), ("members_kept", 0, 10, 10_000), ("members_kept", 30, 40, 19),
        ("members_kept", 5, 9, 2), ("accuracy", 50, 60, 93.0), ("accuracy", 90, 99, 12.0),
        ("points_over_uniform", -2, 2, -11.5), ("margin_target", -1, 1, 10.0),
        ("mean_margin", 0.5, 1, -0.3), ("mean_margin", 0.5, 1, 0.25),
    ],
)  # fmt: skip
def test_a_slider_that_is_too_short_is_made_longer_and_does_not_point_at_the_answer(
    answer, low, high, value
):
    before = Question("?", answer, low=low, high=high, step=0.5, start=low)
    slider = before.holding(value)
    assert slider.low <= min(low, value) and max(high, value) <= slider.high
    assert (slider.high - slider.low) / slider.step <= 2_000
    assert abs(value - (slider.low + slider.high) / 2) >= (slider.high - slider.low) / 10
    assert slider.start == low
    inside = Question("?", answer, low=low, high=high)
    assert inside.holding((low + high) / 2) is inside
    assert inside.holding(float("nan")) is inside


def test_the_place_that_the_documents_show_can_be_read():
    for document in (ROOT / "README.md", Path(place_reader.__file__), Path(lesson_file.__file__)):
        words = document.read_text(encoding="utf-8")
        block = words[words.index('ask = "Where') :]
        end = block.index('"]]') + len('"]]')
        lines = [line.strip() for line in block[:end].splitlines()]
        text = GOOD.replace(
            'ask = "How many?"\nanswer = "members_kept"\nlow = 0\nhigh = 301', "\n".join(lines)
        )
        question = read_lesson(text, "own", RULES).steps[0].question
        assert isinstance(question, PlaceQuestion) and len(question.marks) == 1, document


def test_the_lesson_that_the_readme_shows_is_a_whole_file():
    words = (ROOT / "README.md").read_text(encoding="utf-8")
    words = words[words.index("## A lesson of your own") :]
    text = words.split("```\n")[1]
    lesson = read_lesson(text, "own", PAGES_RULES)
    assert len(lesson.steps) == 1
    assert isinstance(lesson.steps[0].question, Question)


@pytest.mark.parametrize("fault", ["low = zero", "[question"])
def test_what_is_no_toml_has_no_other_faults(fault):
    text = GOOD.replace("low = 0", fault).replace("Some text.", "It is {{before.q_statistic}}.")
    (said,) = problems(text)
    assert "this is no TOML" in said


@pytest.mark.parametrize(
    ("there", "instead"),
    [('learnt = "That."', "learnt = That"), ("+++\n\n## First", "\n## First")],
)
def test_a_lesson_whose_choice_is_not_read_says_so(there, instead):
    text = GOOD.replace(there, instead)
    said = problems(text)[0]
    assert "as if its [choice] were empty" in said
    without = text.replace("[choice]\nlam = 1.0\n", "", 1)
    assert not any("[choice]" in one for one in problems(without))


def test_an_empty_front_matter_lacks_its_keys():
    said = " ".join(problems("+++\n+++" + GOOD[GOOD.index("\n\n## First") :]))
    for name in ("title", "about", "learnt"):
        assert f"{name!r} is missing" in said


@pytest.mark.parametrize(("low", "start"), [("-10", 0), ("0", 0), ("5", 5)])
def test_a_slider_whose_range_goes_through_0_begins_there(low, start):
    assert (
        read_lesson(GOOD.replace("low = 0", f"low = {low}"), "own", RULES).steps[0].question.start
        == start
    )


@pytest.mark.parametrize(
    "old",
    ["A lesson", "Why?", "That.", "First", "How many?", "Some text.", "It is {{members_kept}}."],
)
@pytest.mark.parametrize("number", [LONG_NUMBER, LONG_NUMBER.replace("&", "&amp;amp;")])
def test_the_number_of_a_character_with_too_many_digits_is_named(old, number):
    text = GOOD.replace(old, number, 1)
    line = next(i for i, one in enumerate(text.splitlines(), 1) if number in one)
    with pytest.raises(LessonFileError) as refused:
        read_lesson(text, "a", RULES)
    assert any(
        words.startswith(f"Line {line}: the number of a character, behind &#, has too many digits")
        for words in refused.value.problems
    )
