"""Lessons: their answers, and what their texts say, are what the core computes."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import measure_all
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.lab.flipped import flipped_share
from l2dwk_core.figures.lab.margins import margin_target
from l2dwk_core.lessons.place import PlaceQuestion
from l2dwk_core.lessons.quantities import values_of
from l2dwk_core.lessons.step_reader import AFTER
from l2dwk_core.pools.recipe import own_members
from pages.charts.run_charts import FIGURES as RUN_FIGURES
from pages.jobs import lesson_runs
from pages.lessons import rules
from pages.lessons.lessons import LESSONS
from pages.lessons.rules import step_choice, step_pair
from tests.trainings import prepared_once, recorded_run_of, run_of_step

# Answers of lessons are recorded: they are of 301 members.
pytestmark = pytest.mark.all_members

ALL_STEPS = [(key, n) for key in LESSONS for n in range(1, len(LESSONS[key].steps) + 1)]


def step_of(key: str, number: int):
    return LESSONS[key].steps[number - 1]


def source(key, number):
    step = step_of(key, number)
    if step.of == "run":
        return values_of("run", run_of_step(key, number))
    pair = step_pair(step)
    return values_of("pair", oracle_of_counts(pair.both, pair.first, pair.second, pair.neither))


def right(key, number):
    """The option that is right, or the number or the place that is asked for."""
    step = step_of(key, number)
    before = source(key, step.before) if step.before else None
    value = step.question.value(source(key, number), before)
    if isinstance(step.question, PlaceQuestion) or not step.question.options:
        return value
    return step.question.options[step.question.right_option(value)]


def test_figures_of_lessons_are_figures_of_the_lab():
    assert set(rules.FIGURES) <= set(RUN_FIGURES)


def test_seven_lessons_and_every_step_asks():
    assert len(LESSONS) == 7
    for key, number in ALL_STEPS:
        assert step_of(key, number).question is not None
        assert step_of(key, number).after, AFTER


@pytest.mark.parametrize("key", LESSONS)
def test_no_control_shows_a_later_step_in_its_figure_before_the_question(key):
    steps = [step for step in LESSONS[key].steps if step.of == "run"]
    for i, earlier in enumerate(steps):
        for later in steps[i + 1 :]:
            if earlier.control and set(earlier.figures) & set(later.figures):
                wanted = getattr(step_choice(later), earlier.control)
                moved = replace(step_choice(earlier), **{earlier.control: wanted})
                assert moved != step_choice(later), (earlier.title, later.title)


@pytest.mark.parametrize(("key", "number"), ALL_STEPS)
def test_a_slider_holds_the_answer_and_neither_its_start_nor_its_middle_is_right(key, number):
    question, value = step_of(key, number).question, right(key, number)
    if isinstance(question, PlaceQuestion):
        sliders = zip(question.axes, value, strict=True)
    else:
        sliders = [] if question.options else [(question, value)]
    for slider, wanted in sliders:
        assert slider.low <= wanted <= slider.high
        assert not slider.is_near(slider.start, wanted)
        assert abs(wanted - (slider.low + slider.high) / 2) > slider.step / 2


def test_known_places_are_in_their_figure():
    asked = [(k, n) for k, n in ALL_STEPS if isinstance(step_of(k, n).question, PlaceQuestion)]
    assert asked == [("margin_target", 4), ("weighting_pays", 2)]
    for key, number in asked:
        step = step_of(key, number)
        before = source(key, step.before) if step.before else None
        marks = step.question.marked(source(key, number), before)
        assert len(marks) == 1
        places = [place for _, place in marks]
        assert step.question.holding(places) == step.question
        assert not step.question.is_near(places[0], right(key, number))


def test_every_run_of_a_lesson_is_recorded():
    for recipe in lesson_runs.recipes():
        assert lesson_runs.path_of(recipe).exists(), recipe
    needed = {lesson_runs.path_of(recipe) for recipe in lesson_runs.recipes()}
    assert set(lesson_runs.FOLDER.glob("*.npz")) == needed
    assert sum(path.stat().st_size for path in needed) < 300_000


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(recipe, marks=[] if recipe.label_noise == 0.3 else pytest.mark.slow)
        for recipe in lesson_runs.recipes()
    ],
    ids=lambda recipe: lesson_runs.path_of(recipe).stem,
)
def test_a_recorded_run_is_what_is_trained(recipe):
    recorded, trained = lesson_runs.read(recipe), prepared_once(**vars(recipe))
    np.testing.assert_array_equal(recorded.oracle.matrix, trained.oracle.matrix)
    np.testing.assert_array_equal(recorded.test_oracle.codes, trained.test_oracle.codes)
    np.testing.assert_array_equal(recorded.reference_codes, trained.reference_codes)
    assert list(recorded.flipped_rows) == list(trained.flipped_rows)


# Does the kernel matter?


def test_row_by_row_kernels_have_the_members_and_weights_of_step_one():
    first = run_of_step("kernels", 1).trace
    assert right("kernels", 1) == first.n_selected
    base = step_choice(step_of("kernels", 2))
    third = step_choice(step_of("kernels", 3))
    for choice in (
        *(replace(base, sigma=sigma) for sigma in (0.1, 0.3, 1.0, 10.0)),
        replace(third, constant=1.0),  # "Set the constant to 1"
        replace(third, degree=3, constant=1.0),
    ):
        other = recorded_run_of(choice).trace
        assert other.returned_round == first.returned_round
        np.testing.assert_allclose(other.weights, first.weights, atol=1e-6)
    assert right("kernels", 2) == "Exactly as many"
    assert "nothing" not in LESSONS["kernels"].title  # it stands above this question
    assert right("kernels", 3) == 1
    with pytest.raises(InputError, match="makes the scalar objective constant"):
        replace(third, constant=0.0).settings()


def test_in_the_joint_form_sigma_matters():
    assert right("kernels", 4) > 0.9 * 301  # "nearly all are kept"
    linear = run_of_step("kernels", 1).trace.rounds[0]
    base = step_choice(step_of("kernels", 4))
    wide = recorded_run_of(replace(base, sigma=10.0, update="none")).trace.rounds[0]
    assert np.abs(wide.weights - linear.weights).sum() < 0.05  # "approaches the linear kernel"


# Which rows judge the members?


def test_only_fully_grown_trees_on_their_own_rows_stop_at_once():
    runs = [run_of_step("training_votes", n) for n in (1, 2, 3, 4)]
    assert [len(run.trace.rounds) for run in runs[:2]] == [1, 1]
    assert min(len(run.trace.rounds) for run in runs[2:]) > 10  # "the loop runs on"
    assert [run.trace.rounds[0].n_wrong for run in runs[:2]] == [0, 0]
    assert all(run.trace.rounds[0].margins.min() > 0 for run in runs[:2])
    assert right("training_votes", 1) == 1
    assert right("training_votes", 2) == "No, it stops at once again"
    shallow = runs[2]
    seen = 1 - shallow.trace.rounds[shallow.trace.returned_round - 1].error
    assert right("training_votes", 3) == 100 * shallow.accuracy.l2dwk.accuracy < 100 * seen
    assert right("training_votes", 4) > 0
    votes = [run.accuracy.l2dwk for run in runs]
    assert max(v.low for v in votes) < min(v.high for v in votes)  # "too few to say"


# Q and a perfect classifier.


def test_a_perfect_member_leaves_q_and_rho_undefined_and_the_others_defined():
    found = [right("perfect_member", n) for n in (1, 2, 3, 4)]
    assert found == [
        "Below 0: they tend to err on different rows", "It cannot be computed", -1.0, "0",
    ]  # fmt: skip
    pair = step_pair(step_of("perfect_member", 2))
    details = measure_all(oracle_of_counts(pair.both, pair.first, pair.second, pair.neither))
    undefined = [name for name, detail in details.items() if np.isnan(detail.value)]
    assert undefined == ["q_statistic", "correlation"]
    assert measure_all(oracle_of_counts(74, 25, 0, 1))["q_statistic"].value == 1
    assert measure_all(oracle_of_counts(75, 25, 0, 1))["q_statistic"].value == 1
    independent = step_pair(step_of("perfect_member", 4))
    assert independent.both / 80 == 0.6 and independent.both + independent.first == 60
    assert independent.both + independent.second == 80


# α and wrong labels.


def test_flipped_rows_hold_far_more_than_their_share():
    for number, times in ((2, 6), (3, 2)):
        run = run_of_step("noise", number)
        share = flipped_share(run.trace, run.prepared.flipped)
        assert right("noise", number) == pytest.approx(100 * share[-1])
        assert round(share[-1] / share[0]) == times  # "less than with one label in ten"
    assert share[-1] > 0.5  # "most of the kernel weight"
    clean = run_of_step("noise", 1)
    assert not clean.prepared.flipped.any() and clean.oracle.n_rows == 57
    assert set(run_of_step("noise", 2).prepared.flipped_rows) < set(run.prepared.flipped_rows)
    alpha = np.sort(clean.trace.rounds[-1].alpha)[::-1]
    half = int(right("noise", 1))
    assert alpha[: half - 1].sum() < alpha.sum() / 2 <= alpha[:half].sum()
    assert right("noise", 4) == "The difference is too small to claim"


# Many could be few.


def test_few_of_many_keep_weight():
    one, ten, small = (right("few", n) for n in (1, 2, 3))
    assert one < ten < 301 / 5  # "more, but still a small part"
    assert one / 6 < small < one  # "not six times fewer kept"
    assert run_of_step("few", 3).n_members == 51
    assert right("few", 4) == "The two cannot be told apart"


# λ is a margin target.


def test_margins_are_pulled_to_one_over_lambda():
    for number, target in ((1, 0.5), (2, 1.0), (3, 0.2)):
        run = run_of_step("margin_target", number)
        found = margin_target(run.settings)
        assert found is not None and found.exact and found.value == pytest.approx(target)
        learned, lam = run.trace.rounds[0], run.settings.lam
        square = lam / 2 * ((learned.margins - target) ** 2).mean() - 1 / (2 * lam)
        assert learned.objective == pytest.approx(square, abs=1e-9)
    assert right("margin_target", 1) == pytest.approx(0.5)
    rounds = [run_of_step("margin_target", n).trace.rounds[0] for n in (2, 1, 3)]
    means = [r.margins.mean() for r in rounds]
    assert means == sorted(means, reverse=True)
    assert right("margin_target", 2) == pytest.approx(means[0])
    spread = [r.margins.std() for r in rounds]
    assert spread == sorted(spread, reverse=True)  # "margins closer together"
    won = [(r.margins > 1e-12).sum() for r in rounds]
    assert right("margin_target", 3) == won[2] < won[0]
    for quantity in ("accuracy", "test_diversity"):  # "more diverse", "more often right"
        assert source("margin_target", 2)(quantity) < source("margin_target", 4)(quantity)


# When does weighting pay?


def test_weighting_pays_with_different_models_on_one_of_two_datasets():
    verdicts = [source("weighting_pays", n)("verdict") for n in (1, 2, 3, 4)]
    assert verdicts == ["none", "better", "none", "none"]
    gains = [source("weighting_pays", n)("points_over_uniform") for n in (1, 2, 3, 4)]
    assert [right("weighting_pays", n) for n in (1, 3, 4)] == [gains[0], *gains[2:]]
    assert gains[1] > 5 > max(abs(gains[0]), abs(gains[2]), abs(gains[3]))
    library = [source("weighting_pays", n) for n in (2, 4)]
    # "it has moved to the left"
    assert library[0]("test_diversity") < library[0]("uniform_test_diversity")
    # "Most models reach about the same here", unlike on the balance scale.
    gaps = [value("strongest_member") - value("mean_member") for value in library]
    assert gaps[1] < 5 < gaps[0]
    assert round(library[0]("accuracy")) == round(library[0]("best_member_accuracy"))
    assert [run_of_step("weighting_pays", n).n_members for n in (1, 2)] == [
        301, own_members("library")[0],
    ]  # fmt: skip


def test_texts_speak_of_the_numbers_of_members_and_rows_of_their_runs():
    for key, number in ALL_STEPS:
        step = step_of(key, number)
        if step.of == "pair":
            continue
        words = f"{step.text} {step.question.ask}"
        for count, _ in re.findall(r"(\d+) (rows judge|weighting rows|margins)", words):
            assert int(count) == source(key, number)("weighting_rows"), (key, number)


@pytest.mark.parametrize("value", [["x"], 1, {}, True])
def test_a_dataset_that_is_no_text_is_refused(value):
    ((name, why),) = rules.problems_of("run", {"dataset": value})
    assert name == "dataset"
    assert why.endswith("; allowed is a text")
