"""Six guided lessons: what each step sets, what to look for, and a question.

The figures answer the question. A test runs the core with the Choice of each step and checks the
numbers in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from l2dwk_core.method.settings import KERNEL_PARAMETERS
from l2dwk_core.paper.conflicts import conflicts_sentence
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option
from pages.choices.pair_choice import PairChoice
from pages.choices.query import ParameterValue, from_query, last_value

LAB, PANEL = "lab", "lessons"


@dataclass(frozen=True)
class Step:
    """One step.

    ``changes``: fields of the page's record that differ from its defaults. ``first``: the figures
    of the Lab that come before the others, where the step is about them.
    """

    title: str
    text: str
    look: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    first: str = ""


@dataclass(frozen=True)
class Question:
    """The question of the last step. Its figures have the answer.

    ``answer`` is the place of the right option.
    """

    text: str
    options: tuple[str, ...]
    answer: int
    why: str


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    ``page`` is where it runs: "lab" (steps change the Choice) or "lessons" (a panel of its own).
    ``free``: controls of the Lab that stay on the screen. ``locked``: controls that are shown but
    cannot be moved. All others are hidden. ``learnt`` says in one sentence what the lesson has
    taught.
    """

    key: str
    title: str
    question: str
    page: str
    steps: tuple[Step, ...]
    check: Question
    learnt: str
    free: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """Controls of the Lab that are not on the screen."""
        return frozenset(f.name for f in fields(Choice)) - {*self.free, *self.locked}

    def choice(self, step: int) -> Choice:
        """Return the Choice that a step (from 1) sets; the default on a page of its own."""
        if self.page != LAB:
            return Choice()
        return replace(Choice(), **self.steps[step - 1].changes)


_CHECK = "Check yourself"
_SCALAR = {"kernel_form": "scalar", "lam": 2.0}

_ALL = (
    Lesson(
        "kernels",
        "Kernels that change nothing",
        "Linear, Gaussian, polynomial: does it matter which kernel compares the members?",
        LAB,
        (
            Step(
                "The linear kernel, row by row",
                "The paper compares two members row by row: one kernel value for each row, summed "
                "with the weights α. Here that kernel is linear and λ is 2.",
                "Note the number of members with weight and the round returned, above the figures.",
                {**_SCALAR, "kernel": "linear"},
            ),
            Step(
                "The Gaussian kernel, row by row",
                "Same data, same λ, but every row is now compared with a Gaussian kernel of width "
                "σ. Move σ from one end to the other.",
                "Members, weights and votes stay; only the value of the objective changes. An "
                "output is only right (+1) or wrong (−1). For these kernels two right answers are "
                "as similar as two wrong ones, so there are two cases, *same* and *different*, "
                "with one number each. Another kernel only shifts and stretches these two numbers.",
                {**_SCALAR, "kernel": "gaussian", "sigma": 0.3},
            ),
            Step(
                "The polynomial kernel, row by row",
                "Now with the third power. Change the degree or the constant.",
                "Still the members and weights of step 1, for every odd degree and every positive "
                "constant. With an even degree a constant of 0 is refused, as *same* and "
                "*different* get the same value; below 0 *different* gets more than *same*, and a "
                "single member is left.",
                {**_SCALAR, "kernel": "polynomial", "degree": 3, "constant": 1.0},
            ),
            Step(
                "One kernel between whole members",
                "In the joint form the weights go inside one kernel between two members' whole "
                "columns of answers, as the authors' program has it. Move σ again.",
                "Now σ matters: small σ keeps nearly all members, large σ approaches the linear "
                "kernel.",
                {"kernel_form": "joint", "lam": 2.0, "kernel": "gaussian", "sigma": 0.3},
            ),
            Step(
                _CHECK,
                "Row by row once more, with the Gaussian kernel, as in step 2.",
                "The number of members with weight, while you move σ from one end to the other.",
                {**_SCALAR, "kernel": "gaussian", "sigma": 0.3},
            ),
        ),
        Question(
            "Which σ keeps the most members here?",
            ("The smallest", "The largest", "None: it is the same number for every σ"),
            2,
            "Row by row these three kernels are a + b·xy on right and wrong answers. With b > 0 "
            "the best weights are the same for all of them.",
        ),
        "Row by row, these kernels only shift and stretch one and the same objective; between "
        "whole members they differ.",
        free=("kernel", "sigma", "degree", "constant"),
        locked=("kernel_form", "lam"),
    ),
    Lesson(
        "training_votes",
        "When training votes are already perfect",
        "Can members be judged on the rows they were trained on?",
        LAB,
        (
            Step(
                "Judged on their own training rows",
                "Bagged trees, fully grown, judged on the very rows they were grown on. A tree is "
                "right on the rows of its own bootstrap sample, about 63% of them.",
                "The loop stops in round 1. On every row most trees have seen the answer, so no "
                "vote is wrong and the kernel weights α have nothing to learn from. "
                f"{conflicts_sentence()} Glass has no such rows.",
                {"weighting": "training"},
            ),
            Step(
                "A bootstrap of the training rows",
                "The paper draws the rows that judge as a bootstrap of the training rows.",
                "The same happens: they are still training rows, some of them twice.",
                {"weighting": "bootstrap"},
            ),
            Step(
                "Shallow trees",
                "Trees of depth 3 are too small to be right on all of these rows.",
                "Now votes are wrong, α moves, and the loop runs on. But on rows that the members "
                "have seen, the vote looks better than it is: it is wrong on 18 of the 149 rows "
                "that judge, so right on 88% of them, and on 78% of the test rows.",
                {"weighting": "training", "max_depth": 3},
                "test",
            ),
            Step(
                "Rows no member has seen",
                "Fully grown trees again, judged on 30% of the training rows that were set aside.",
                "The loop works as intended. The price: members learn from fewer rows, which shows "
                "as the gap between the two uniform votes. 65 test rows are too few to say which "
                "of the four steps votes best.",
                {"weighting": "hold_out"},
                "test",
            ),
            Step(
                _CHECK,
                "Fully grown trees, judged on their own training rows again, as in step 1.",
                "The round returned, above the figures.",
                {"weighting": "training"},
            ),
        ),
        Question(
            "How many rounds are there here?",
            ("One", "Two", "All 30"),
            0,
            "No vote is wrong in round 1, so there is no round 2: all that is left of the method "
            "here is one quadratic program.",
        ),
        "Members can only be judged on rows they have not seen, and these rows are then missing "
        "from their training.",
        free=("weighting", "max_depth"),
    ),
    Lesson(
        "perfect_member",
        "A perfect classifier breaks Q",
        "What does a diversity measure say when one member makes no mistakes?",
        PANEL,
        (
            Step(
                "Two ordinary members",
                "Two members answer the same rows. Four counts say everything a pairwise measure "
                "uses: rows on which both are right, only the first, only the second, or neither.",
                "Every measure has a value. Move the counts and watch which way each one goes.",
                {"both": 45, "first": 25, "second": 20, "neither": 10},
            ),
            Step(
                "Now the first member is always right",
                "No row is left on which the first is wrong: *only the second* and *neither* are "
                "0.",
                "Q and ρ become 0/0. They ask whether the two err *together*. A member that never "
                "errs gives no answer to that. Disagreement, double fault and κ still have values.",
                {"both": 75, "first": 25, "second": 0, "neither": 0},
            ),
            Step(
                "Almost always right",
                "With one mistake of the first member Q has a value again: the lowest there is.",
                "Set *only the second* to 0 and *neither* to 1: Q jumps from −1 to +1 on a single "
                "row. Near a perfect member Q says little even where it is defined.",
                {"both": 74, "first": 25, "second": 1, "neither": 0},
            ),
            Step(
                _CHECK,
                "The first member is always right again, as in step 2.",
                "What the figure says of Q, and, in the line below it, what Q = 0 would mean.",
                {"both": 75, "first": 25, "second": 0, "neither": 0},
            ),
        ),
        Question(
            "Programs that add a tiny number to the denominator get Q = 0 here. What would a "
            "reader take that for?",
            (
                "The two members are independent",
                "The two members always err together",
                "The two members never agree",
            ),
            0,
            "Q = 0 means independent; ρ then is 0 too. Here nothing is known about it, so the "
            "value is left out of averages and counted instead.",
        ),
        "A measure that divides by mistakes has no value where there are none, and no value should "
        "be invented.",
    ),
    Lesson(
        "noise",
        "Noise captures α",
        "Reweighting looks for hard rows. What if a row is hard because its label is wrong?",
        LAB,
        (
            Step(
                "Clean labels",
                "Heart disease data, linear kernel. α starts equal on all rows and moves to rows "
                "the vote gets wrong.",
                "In the map of kernel weights a few rows collect the weight: 7 of 57 hold half of "
                "it in the last round.",
                {"dataset": "heart-statlog", "kernel": "linear"},
                "alpha",
            ),
            Step(
                "One label in ten is flipped",
                "A tenth of the training and weighting rows get the other class. Test rows stay "
                "clean.",
                "The new figure shows the share of α on flipped rows, round by round, beside their "
                "share of the rows: in the end about six times as much. Where the vote contradicts "
                "a flipped label it is *right*, but counts as wrong.",
                {"dataset": "heart-statlog", "kernel": "linear", "label_noise": 0.1},
            ),
            Step(
                "Three in ten",
                "More noise. The flips of the last step are still there, with others added.",
                "More than half of the kernel weight lies on rows whose label is known to be "
                "wrong: about twice their share, as there are so many of them now.",
                {"dataset": "heart-statlog", "kernel": "linear", "label_noise": 0.3},
            ),
            Step(
                _CHECK,
                "One label in ten is flipped again, as in step 2.",
                "The last round of the figure on flipped rows.",
                {"dataset": "heart-statlog", "kernel": "linear", "label_noise": 0.1},
            ),
        ),
        Question(
            "About how much of α do the flipped rows, 9% of all weighting rows, hold in the last "
            "round?",
            ("Less than 9%", "About 9%", "About half"),
            2,
            "Several times their share. Every method that reweights towards mistakes has this "
            "problem, boosting too.",
        ),
        "Reweighting towards mistakes cannot tell a hard row from a wrong label.",
        free=("label_noise", "kernel", "lam", "seed"),
        locked=("dataset",),
    ),
    Lesson(
        "few",
        "Many could be few",
        "How many of 301 members does a vote need?",
        LAB,
        (
            Step(
                "301 members, λ = 1",
                "All members start equal. The optimum may give any of them weight 0, and gives it "
                "to most.",
                "Fewer than one in ten keep weight. In the first figure compare the blue dot, "
                "their vote, with the orange one, the vote of all.",
                {"lam": 1.0},
                "test",
            ),
            Step(
                "More diversity, λ = 10",
                "λ is now ten times as large: members that differ are worth more.",
                "More members keep weight, 32 instead of 17, but still a small part of 301.",
                {"lam": 10.0},
                "test",
            ),
            Step(
                "Fewer to choose from",
                "λ is 1 again, as in step 1, and only the first 51 members are used; nothing is "
                "trained again.",
                "There are six times fewer members to choose from than in step 1, but only about a "
                "third fewer are kept, 12 instead of 17. The test rows show what the smaller "
                "choice may cost.",
                {"lam": 1.0, "n_members": 51},
                "test",
            ),
            Step(
                _CHECK,
                "All 301 members again and λ = 1, as in step 1.",
                "The first figure, and the sentence below it.",
                {"lam": 1.0},
                "test",
            ),
        ),
        Question(
            "What do the test rows say about the few against the uniform vote of the same 301 "
            "members?",
            (
                "The few are clearly better",
                "No difference can be claimed",
                "The few are clearly worse",
            ),
            1,
            "On these test rows the vote of a few comes close to the vote of all. The gain that is "
            "sure is a smaller ensemble, not a better one.",
        ),
        "A small part of the members can come close to the vote of all: fewer, and not shown to be "
        "better.",
        free=("lam", "n_members", "seed"),
    ),
    Lesson(
        "margin_target",
        "λ is a margin target",
        "What does λ really set?",
        LAB,
        (
            Step(
                "λ = 1: as far right as possible",
                "Linear kernel, one round. The margin of a row is the weight of members that are "
                "right on it minus the weight of those that are wrong. Up to a factor and a "
                "constant, the objective is the mean squared distance of all margins to 1/λ.",
                "The dashed line in the margin figure: the target is 1, which only a unanimous "
                "right vote reaches.",
                {"kernel": "linear", "update": "none", "lam": 1.0},
                "margins",
            ),
            Step(
                "λ = 2: the target is 0.5",
                "Diversity is worth twice as much: margins should be 0.5.",
                "Rows beyond the line are pulled back: a vote that is won too clearly counts as "
                "badly as one that is won too narrowly.",
                {"kernel": "linear", "update": "none", "lam": 2.0},
                "margins",
            ),
            Step(
                "λ = 5: the target is 0.2",
                "More diversity means margins closer together, and closer to a tie.",
                "The margins have moved left, and more rows end up at or below 0.",
                {"kernel": "linear", "update": "none", "lam": 5.0},
                "margins",
            ),
            Step(
                _CHECK,
                "λ is 1 again.",
                "The number in the title of the margin figure, while you move λ from 1 to 5.",
                {"kernel": "linear", "update": "none", "lam": 1.0},
                "margins",
            ),
        ),
        Question(
            "From λ = 1 to λ = 5, how does the number of weighting rows with a margin above 0 "
            "change?",
            ("It grows", "It shrinks", "It stays the same"),
            1,
            "40 rows of 45 become 33: a large λ makes the margins more equal, and some rows that "
            "were won are lost. On the test rows of this split the vote is right more often than "
            "at λ = 1, not less: λ says where the margins should lie, not how good the vote will "
            "be.",
        ),
        "λ sets the margin that every row is pulled to, 1/λ, and not how good the vote is.",
        free=("lam",),
        locked=("kernel", "update"),
    ),
)

LESSONS: Mapping[str, Lesson] = MappingProxyType({lesson.key: lesson for lesson in _ALL})
"""Every lesson, by its name in the address."""


_CONTROLS = tuple(f.name for f in fields(Choice))


@dataclass(frozen=True)
class View:
    """How the page is shown: a lesson and its step (from 1), and what a link hides or locks."""

    lesson: str = option("", ("", *LESSONS), "Lesson")
    step: int = number(1, 1, max(len(lesson.steps) for lesson in _ALL), label="Step")
    hide: tuple[str, ...] = option((), _CONTROLS, "Hidden controls")
    lock: tuple[str, ...] = option((), _CONTROLS, "Locked controls")

    def on(self, page: str) -> Lesson | None:
        """Return the lesson that runs on this page, if any."""
        lesson = LESSONS.get(self.lesson)
        return lesson if lesson is not None and lesson.page == page else None

    def pair(self) -> PairChoice:
        """Return the two members that the address of the Lessons page starts from."""
        lesson = self.on(PANEL)
        if lesson is None:
            return PairChoice()
        return PairChoice(**lesson.steps[self.step - 1].changes)

    def base(self) -> Choice:
        """Return the Choice that the address starts from."""
        lesson = LESSONS.get(self.lesson)
        if lesson is None:
            return Choice()
        return lesson.choice(self.step)

    def hidden(self, page: str) -> frozenset[str]:
        """Return the controls that are not drawn on this page."""
        lesson = self.on(page)
        # The parameters of a hidden kernel would show which kernel it is.
        more = frozenset(KERNEL_PARAMETERS) if "kernel" in self.hide else frozenset[str]()
        return frozenset(self.hide) | more | (lesson.hidden if lesson else frozenset())

    def locked(self, page: str) -> frozenset[str]:
        """Return the controls that are drawn on this page but cannot be moved."""
        lesson = self.on(page)
        return frozenset(self.lock) | (frozenset(lesson.locked) if lesson else frozenset())


def _known_controls(query: Mapping[str, ParameterValue], name: str) -> tuple[str, ...]:
    words, _ = last_value(name, query.get(name, ""))
    return tuple(part for part in words.split(",") if part in _CONTROLS)


def read_view(query: Mapping[str, ParameterValue]) -> tuple[View, list[str]]:
    """Return how a link wants the page shown, and a line for each part that could not be used."""
    # A name with a typing error must not show what the other names hide or lock.
    base = View(hide=_known_controls(query, "hide"), lock=_known_controls(query, "lock"))
    view, notes = from_query(base, query)
    lesson = LESSONS.get(view.lesson)
    if lesson is None or view.step <= len(lesson.steps):
        return view, notes
    last = len(lesson.steps)
    return replace(view, step=last), [
        *notes,
        f"Step (step) is {view.step}; the lesson {lesson.title!r} has steps 1 to {last}. Used "
        f"instead: {last}.",
    ]
