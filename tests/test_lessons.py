"""Lessons: what they say is what the core computes, and a link shows the step it names."""

from __future__ import annotations

import re
import time
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from l2dwk_core.diversity import measure_all
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.errors import InputError
from l2dwk_core.figures.accuracy import comparison_sentence
from l2dwk_core.figures.flipped import flipped_share, flipped_share_figure
from l2dwk_core.figures.margins import margin_target
from l2dwk_core.figures.pair_measures import PAIR_MEASURES, pair_measures_figure
from l2dwk_core.run_record import Run
from pages.shared import training
from pages.shared.choice import Choice, from_address, to_address
from pages.shared.controls import SIGMAS
from pages.shared.lessons import LAB, LESSONS, PANEL, View, read_view
from pages.shared.page_choices import PairChoice
from tests.page_figures import titles
from tests.trainings import prepared_once

ROOT = Path(__file__).resolve().parents[1]


def run_of(choice: Choice) -> Run:
    """The run a page shows for this choice."""
    return prepared_once(**vars(choice.recipe())).solve(
        choice.settings(), n_members=choice.n_members
    )


def step(key: str, number: int) -> Run:
    return run_of(LESSONS[key].choice(number))


def said(key: str, number: int) -> str:
    shown = LESSONS[key].steps[number - 1]
    return f"{shown.text} {shown.look}"


def measures(number: int, **changes: int) -> dict[str, float]:
    pair = replace(PairChoice(**LESSONS["perfect_member"].steps[number - 1].changes), **changes)
    details = measure_all(oracle_of_counts(pair.both, pair.first, pair.second, pair.neither))
    return {name: detail.value for name, detail in details.items()}


# The right option of each check question, from the core's numbers alone.


def last(key: str) -> Run:
    """The run in sight of the question."""
    return step(key, len(LESSONS[key].steps))


def answer_kernels() -> int:
    base = LESSONS["kernels"].choice(len(LESSONS["kernels"].steps))
    kept = [run_of(replace(base, sigma=sigma)).trace.n_selected for sigma in SIGMAS]
    if len(set(kept)) == 1:
        return 2
    return 0 if kept[0] > kept[-1] else 1


def answer_training_votes() -> int:
    rounds = len(last("training_votes").trace.rounds)
    return {1: 0, 2: 1, 30: 2}[rounds]


def answer_perfect_member() -> int:
    assert np.isnan(measures(len(LESSONS["perfect_member"].steps))["q_statistic"])
    # Q of members that are independent: P(both right) is the product of their accuracies.
    independent = measure_all(oracle_of_counts(48, 12, 32, 8))["q_statistic"].value
    padded = 0 / (0 + 1e-10)
    return 0 if padded == independent else 2


def answer_noise() -> int:
    run = last("noise")
    share, rows = flipped_share(run.trace, run.prepared.flipped)[-1], run.prepared.flipped.mean()
    assert round(float(rows), 2) == 0.09
    return 2 if 0.4 < share < 0.6 else 0 if share < 0.9 * rows else 1


def answer_few() -> int:
    told = comparison_sentence(last("few").accuracy)
    if "no difference can be claimed" in told:
        return 1
    return 0 if "the weighted vote is better" in told else 2


def answer_margin_target() -> int:
    base = LESSONS["margin_target"].choice(len(LESSONS["margin_target"].steps))
    runs = [run_of(replace(base, lam=lam)) for lam in (1.0, 5.0)]
    won = [int((run.trace.rounds[0].margins > 1e-12).sum()) for run in runs]
    return 0 if won[1] > won[0] else 1 if won[1] < won[0] else 2


ANSWERS = {
    "kernels": answer_kernels,
    "training_votes": answer_training_votes,
    "perfect_member": answer_perfect_member,
    "noise": answer_noise,
    "few": answer_few,
    "margin_target": answer_margin_target,
}


@pytest.mark.parametrize("key", LESSONS)
def test_the_right_answer_is_what_the_core_says(key):
    assert ANSWERS[key]() == LESSONS[key].check.answer


def test_there_are_six_lessons_and_each_is_whole():
    assert len(LESSONS) == 6
    names = {f.name for f in fields(Choice)}
    for key, lesson in LESSONS.items():
        assert lesson.key == key
        assert lesson.page in (LAB, PANEL)
        assert len(lesson.steps) >= 3
        assert 0 <= lesson.check.answer < len(lesson.check.options) >= 3
        assert set(lesson.free) <= names and set(lesson.locked) <= names
        assert not set(lesson.free) & set(lesson.locked)
        for number, shown in enumerate(lesson.steps, 1):
            assert shown.title and shown.text and shown.look
            if lesson.page == LAB:
                lesson.choice(number).settings()
                changed = set(shown.changes)
                assert changed <= names


# What the texts of the steps say.


def test_row_by_row_kernels_have_the_members_and_weights_of_step_one():
    first = step("kernels", 1).trace
    base = LESSONS["kernels"].choice(2)
    for choice in (
        *(replace(base, sigma=sigma) for sigma in (0.1, 0.3, 1.0, 10.0)),
        LESSONS["kernels"].choice(3),
        replace(LESSONS["kernels"].choice(3), degree=2, constant=2.0),
        replace(LESSONS["kernels"].choice(3), degree=5, constant=-1.0),
    ):
        other = run_of(choice).trace
        assert other.returned_round == first.returned_round
        np.testing.assert_allclose(other.weights, first.weights, atol=1e-6)
    turned = replace(LESSONS["kernels"].choice(3), degree=2, constant=-1.0)
    assert run_of(turned).trace.n_selected == 1
    objective = [run_of(replace(base, sigma=s)).trace.rounds[0].objective for s in (0.3, 10.0)]
    assert objective[0] != pytest.approx(objective[1], rel=0.1)  # "only its own number changes"
    with pytest.raises(InputError, match="makes the scalar objective constant"):
        replace(LESSONS["kernels"].choice(3), degree=2, constant=0.0).settings()


def test_in_the_joint_form_sigma_matters():
    linear = step("kernels", 1).trace
    base = LESSONS["kernels"].choice(4)
    narrow, wide = run_of(base).trace, run_of(replace(base, sigma=10.0)).trace
    assert narrow.n_selected > 0.9 * 301  # "nearly all members"
    first = [np.abs(t.rounds[0].weights - linear.rounds[0].weights).sum() for t in (narrow, wide)]
    assert first[1] < 0.05 < first[0]


def test_only_fully_grown_trees_on_their_own_rows_stop_at_once():
    rounds = [len(step("training_votes", s).trace.rounds) for s in (1, 2, 3, 4)]
    assert rounds[:2] == [1, 1]
    assert min(rounds[2:]) > 10
    for s in (1, 2):
        assert step("training_votes", s).trace.rounds[0].n_wrong == 0
    shallow = step("training_votes", 3)
    wrong = shallow.trace.rounds[shallow.trace.returned_round - 1].n_wrong
    assert f"wrong on {wrong} of the {shallow.oracle.n_rows} rows" in said("training_votes", 3)
    assert f"right on {1 - wrong / shallow.oracle.n_rows:.0%}" in said("training_votes", 3)
    assert f"on {shallow.accuracy.l2dwk.accuracy:.0%} of the test rows" in said("training_votes", 3)
    costs = step("training_votes", 4).accuracy
    assert costs.uniform.correct < costs.uniform_all.correct
    votes = [step("training_votes", s).accuracy.l2dwk for s in (1, 2, 3, 4)]
    assert max(v.low for v in votes) < min(v.high for v in votes)  # "all four overlap"
    assert f"{votes[0].n_rows} test rows" in said("training_votes", 4)


def test_a_perfect_member_leaves_q_and_rho_undefined_and_the_others_defined():
    assert not np.isnan(list(measures(1).values())).any()
    second = measures(2)
    assert [name for name, value in second.items() if np.isnan(value)] == [
        "q_statistic", "correlation",
    ]  # fmt: skip
    assert measures(3)["q_statistic"] == -1
    assert measures(3, second=0, neither=1)["q_statistic"] == 1


def test_flipped_rows_hold_far_more_than_their_share():
    for number, times in ((2, 6), (3, 2)):
        run = step("noise", number)
        share = flipped_share(run.trace, run.prepared.flipped)
        assert share[0] == pytest.approx(run.prepared.flipped.mean())
        assert round(share[-1] / share[0]) == times
    assert share[-1] > 0.5
    clean = step("noise", 1)
    assert not clean.prepared.flipped.any()
    assert set(step("noise", 2).prepared.flipped_rows) < set(run.prepared.flipped_rows)
    alpha = np.sort(clean.trace.rounds[-1].alpha)[::-1]
    assert alpha.size == 57
    assert alpha[:6].sum() < alpha.sum() / 2 <= alpha[:7].sum()  # "7 of 57 hold half"


def test_few_of_many_keep_weight():
    one, ten, small = (step("few", s) for s in (1, 2, 3))
    assert one.trace.n_selected < 301 / 10
    assert one.trace.n_selected < ten.trace.n_selected < 301 / 5
    assert small.n_members == 51
    kept = [run.trace.n_selected for run in (one, ten, small)]
    assert f"{kept[1]} instead of {kept[0]}" in said("few", 2)
    assert f"{kept[2]} instead of {kept[0]}" in said("few", 3)
    assert 0.6 < small.trace.n_selected / one.trace.n_selected < 0.75  # "a third fewer"
    assert small.accuracy.l2dwk.correct < one.accuracy.l2dwk.correct


def test_margin_targets_and_the_square_they_are_the_target_of():
    for number, target in ((1, 1.0), (2, 0.5), (3, 0.2)):
        run = step("margin_target", number)
        found = margin_target(run.settings)
        assert found is not None and found.exact
        assert found.value == pytest.approx(target)
        learned = run.trace.rounds[0]
        lam = run.settings.lam
        square = lam / 2 * ((learned.margins - target) ** 2).mean() - 1 / (2 * lam)
        assert learned.objective == pytest.approx(square, abs=1e-9)
    won = [int((step("margin_target", s).trace.rounds[0].margins > 1e-12).sum()) for s in (1, 3)]
    assert f"{won[0]} rows of 45 become {won[1]}" in LESSONS["margin_target"].check.why
    tested = [step("margin_target", s).accuracy.l2dwk.correct for s in (1, 3)]
    assert tested[1] > tested[0]
    means = [step("margin_target", s).trace.rounds[0].margins.mean() for s in (1, 2, 3)]
    assert means == sorted(means, reverse=True)


# Figures of the lessons.


def test_flipped_figure_shows_the_shares():
    run = step("noise", 2)
    flipped = run.prepared.flipped
    chart = flipped_share_figure(run.trace, flipped)
    by_hand = [r.alpha[flipped].sum() / r.alpha.sum() for r in run.trace.rounds]
    np.testing.assert_allclose(chart.figure.data[0].y, by_hand)
    np.testing.assert_allclose(chart.figure.data[1].y, flipped.mean())
    assert f"hold {by_hand[-1]:.0%} of the kernel weight" in chart.title
    np.testing.assert_allclose(chart.tables["alpha on flipped rows"]()["share_of_alpha"], by_hand)


def test_pair_figure_shows_values_and_says_what_is_undefined():
    details = measure_all(oracle_of_counts(75, 25, 0, 0))
    chart = pair_measures_figure(details)
    assert chart.title == "Q statistic and Correlation ρ cannot be computed for this pair"
    text = dict(zip(chart.figure.data[-1].y, chart.figure.data[-1].text, strict=True))
    assert text["Q statistic"] == "undefined: 0/0"
    assert text["Disagreement"] == "0.250"
    full = pair_measures_figure(measure_all(oracle_of_counts(45, 25, 20, 10)))
    assert full.figure.data[-1].x[0] == pytest.approx((450 - 500) / (450 + 500))
    assert len(full.tables["pair measures"]()) == len(PAIR_MEASURES)


def test_counts_become_rows():
    oracle = oracle_of_counts(2, 1, 0, 3)
    assert oracle.tolist() == [[1, 1]] * 2 + [[1, -1]] + [[-1, -1]] * 3
    with pytest.raises(InputError, match="All four counts are 0"):
        oracle_of_counts(0, 0, 0, 0)
    with pytest.raises(InputError, match="first is -1"):
        oracle_of_counts(1, -1, 0, 0)


# The address.


@pytest.mark.parametrize("key", LESSONS)
def test_a_step_is_its_own_short_address_and_moved_controls_come_back(key):
    for number in range(1, len(LESSONS[key].steps) + 1):
        base = View(key, number).base()
        assert to_address(base, base) == {"v": "1"}
        moved = replace(base, lam=1.0, sigma=1.0, dataset="glass", kernel="linear")
        assert from_address(to_address(moved, base), base=base) == (moved, [])
        other = base.with_preset("paper")
        assert from_address(to_address(other, base), base=base) == (other, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"lesson": "kernel"}, "Lesson .lesson. is 'kernel'.*did you mean 'kernels'"),
        ({"step": "0"}, "Step .step. is '0'; allowed is a whole number from 1 to 5"),
        ({"step": "9"}, "Step .step. is '9'"),
        ({"lesson": "few", "step": "5"}, "is 5; the lesson 'Many could be few' has steps 1 to 4"),
        ({"hide": "lam,size"}, "Hidden controls .hide. is 'lam,size'; allowed are dataset, pool"),
        ({"lock": ""}, "Locked controls .lock. is empty"),
    ],
)
def test_unknown_views_are_diagnosed(query, said):
    _, notes = read_view(query)
    assert len(notes) == 1
    assert re.search(said, notes[0]), notes[0]


def test_a_misspelt_name_does_not_unlock_the_others():
    view, notes = read_view({"lock": "lam,nosuch,seed", "hide": "kernle"})
    assert (view.lock, view.hide) == (("lam", "seed"), ())
    assert len(notes) == 2
    assert "Used instead: lam,seed" in notes[0]


def _open(view: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=30)
    app.run()
    app.query_params.update(query)
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def _wait(app: AppTest) -> AppTest:
    limit = time.monotonic() + 60
    while any(button.key == "cancel" for button in app.button):
        assert time.monotonic() < limit
        time.sleep(0.2)
        app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def _said(app: AppTest) -> str:
    blocks = (*app.markdown, *app.caption, *app.subheader, *app.warning, *app.success)
    told = "\n".join(str(block.value) for block in blocks).replace("\\", "")
    return f"{told}\n{titles(app)}"


def _metric(app: AppTest, label: str) -> str:
    return next(m.value for m in app.metric if m.label == label)


def test_a_student_can_walk_a_lesson_to_its_end():
    lesson = LESSONS["kernels"]
    app = _wait(_open("lab.py", v="1", lesson="kernels"))
    kept = []
    for number, shown in enumerate(lesson.steps, 1):
        assert f"step {number} of 5" in _said(app)
        assert shown.title in _said(app)
        kept.append(_metric(app, "Members with weight"))
        assert kept[-1] == f"{step('kernels', number).trace.n_selected} of 301"
        if number < len(lesson.steps):
            app = _wait(app.button(key="lesson_next").click().run())
    assert kept[0] == kept[1] == kept[2] == kept[4] != kept[3]
    radio = app.radio(key="answer.kernels")
    radio.set_value(0).run()
    assert "look again" in _said(app)
    app.radio(key="answer.kernels").set_value(lesson.check.answer).run()
    assert lesson.check.why in _said(app)
    app.button(key="lesson_back").click().run()
    app = _wait(app.button(key="lesson_next").click().run())
    assert lesson.check.why in _said(app)  # the answer was kept
    app.button(key="lesson_leave").click().run()
    assert "Lesson:" not in _said(app)
    assert app.selectbox(key="choice.dataset")  # every control is back
    assert app.select_slider(key="choice.sigma").value == 0.3


def test_every_lesson_ends_with_finish_and_leads_on_to_the_next_until_all_are_done():
    app = _open("lessons.py", v="1")
    assert "Finished:" not in _said(app)
    for key, after in zip(LESSONS, [*list(LESSONS)[1:], None], strict=True):
        lesson = LESSONS[key]
        last = {"v": "1", "lesson": key, "step": str(len(lesson.steps))}
        app.query_params.clear()
        app.switch_page("views/start.py").run()
        app.query_params.update(last)
        app.switch_page(f"views/{'lab' if lesson.page == LAB else 'lessons'}.py")
        app.query_params.update(last)
        app = _wait(app.run())
        assert not [b for b in app.button if b.key == "lesson_next"]
        app.button(key="lesson_finish").click().run()
        assert not app.exception, [e.value for e in app.exception]
        said = _said(app)
        assert f"Finished: {lesson.title}.** {lesson.learnt}" in said
        assert (f"Next: **{LESSONS[after].title}**" if after else "all 6 lessons") in said
        assert "Lesson:" not in said
        assert "lesson" not in app.session_state["address"]


def test_the_text_of_a_lesson_folds_away_and_the_next_step_unfolds_it():
    app = _open("lessons.py", v="1", lesson="perfect_member")
    first, second = LESSONS["perfect_member"].steps[:2]
    assert first.look in _said(app)
    app.button(key="lesson_fold").click().run()
    assert first.look not in _said(app) and first.title in _said(app)
    app.button(key="lesson_next").click().run()
    assert second.look in _said(app)


def test_a_lesson_hides_and_locks_controls_and_so_can_a_link():
    app = _wait(_open("lab.py", v="1", lesson="kernels", step="2"))
    keys = {w.key for w in (*app.selectbox, *app.select_slider, *app.slider, *app.number_input)}
    assert keys == {"choice.kernel", "choice.sigma", "choice.lam", "choice.kernel_form"}
    assert app.select_slider(key="choice.lam").disabled
    assert not app.select_slider(key="choice.sigma").disabled
    app = _open("lab.py", v="1", hide="lam,dataset", lock="kernel", lam="2.0")
    keys = {w.key for w in (*app.selectbox, *app.select_slider)}
    assert not keys & {"choice.lam", "choice.dataset"}
    assert app.selectbox(key="choice.kernel").disabled
    query = {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}
    assert query == {"v": "1", "hide": "lam,dataset", "lock": "kernel", "lam": "2.0"}


def _query(app: AppTest) -> dict[str, str]:
    return {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}


def test_what_a_link_hides_and_locks_stays_so_through_the_steps():
    app = _wait(_open("lab.py", v="1", lesson="few", lock="lam", hide="seed"))
    for key in ("lesson_next", "lesson_back", "lesson_reset", "lesson_leave"):
        if key == "lesson_reset":
            app.slider(key="choice.n_members").set_value(51).run()
        app = _wait(app.button(key=key).click().run())
        query = _query(app)
        assert (query["lock"], query["hide"]) == ("lam", "seed")
        assert app.select_slider(key="choice.lam").disabled
        assert not [w for w in app.number_input if w.key == "choice.seed"]


def test_a_finished_lesson_takes_its_settings_along_and_a_left_one_leaves_them():
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="4"))
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice()
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="4", lock="lam", lam="4.0"))
    app.button(key="lesson_finish").click().run()
    assert app.session_state["choice"] == Choice(lam=4.0)
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="3"))
    app.button(key="lesson_leave").click().run()
    assert app.session_state["choice"] == LESSONS["margin_target"].choice(3)
    app = _open("lessons.py", v="1", lesson="perfect_member", step="4")
    app.button(key="lesson_finish").click().run()
    assert app.slider(key="pair.both").value == PairChoice().both


@pytest.mark.parametrize(("view", "lesson"), [("lessons.py", "few"), ("lab.py", "perfect_member")])
def test_the_other_page_leads_back_to_the_lesson(view, lesson):
    app = _open(view, v="1", lesson=lesson, step="2")
    assert f"{LESSONS[lesson].title} ·] you are at step 2 of 4" in _said(app)
    app = _wait(app.button(key="lesson_continue").click().run())
    assert f"step 2 of 4 ·] {LESSONS[lesson].steps[1].title}" in _said(app)


@pytest.mark.parametrize(
    ("lesson", "number", "first"),
    [("margin_target", 1, "margins"), ("few", 1, "test_accuracy"), ("noise", 1, "kernel_weights")],
)
def test_the_figure_a_step_speaks_of_comes_first(lesson, number, first):
    app = _wait(_open("lab.py", v="1", lesson=lesson, step=str(number)))
    assert next(iter(app.session_state["shown"])) == first


def test_a_moved_control_stays_in_a_lesson_link():
    app = _wait(_open("lab.py", v="1", lesson="margin_target", step="2"))
    assert app.button(key="lesson_reset").disabled
    app.select_slider(key="choice.lam").set_value(1.0).run()  # the default of the Lab
    assert not app.button(key="lesson_reset").disabled
    query = {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}
    assert query == {"v": "1", "lesson": "margin_target", "step": "2", "lam": "1.0"}
    other = _wait(_open("lab.py", **query))
    assert other.select_slider(key="choice.lam").value == 1.0
    assert _metric(other, "Members with weight") == _metric(app, "Members with weight")


def test_the_panel_follows_its_lesson_and_its_sliders():
    app = _open("lessons.py", v="1", lesson="perfect_member", step="2")
    assert not app.exception
    assert "cannot be computed" in _said(app)
    assert app.button(key="lesson_reset").disabled
    app.slider(key="pair.neither").set_value(1).run()
    assert not app.button(key="lesson_reset").disabled
    assert "Every measure has a value" in _said(app)
    query = {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}
    assert query == {"v": "1", "lesson": "perfect_member", "step": "2", "pair.neither": "1"}
    app.button(key="lesson_back").click().run()
    assert app.slider(key="pair.both").value == 45
    for name in ("both", "first", "second", "neither"):
        app.slider(key=f"pair.{name}").set_value(0)
    app.run()
    assert "All four counts are 0" in app.error[0].value


def test_bad_lesson_addresses_are_named_and_the_page_works():
    app = _open("lab.py", v="1", lesson="kernelz", step="x", dataset="zoo")
    assert not app.exception
    assert "Lesson (lesson) is 'kernelz'" in _said(app)
    assert "Step (step) is 'x'; allowed is a whole number" in _said(app)
    app = _open("lessons.py", **{"v": "1", "pair.both": "-3"})
    assert "(pair.both) is '-3'; allowed is a whole number from 0 to 100" in _said(app)
    app = _wait(_open("lab.py", v="1", lesson="few", step="5"))  # it has four
    assert "step 4 of 4" in _said(app)


def test_a_card_starts_the_lesson_of_its_own_page():
    app = _open("lessons.py", v="1", **{"pair.both": "3"})
    app.button(key="start-perfect_member").click().run()
    assert not app.exception
    assert "step 1 of 4" in _said(app)
    assert app.slider(key="pair.both").value == 45
    query = {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}
    assert query == {"v": "1", "lesson": "perfect_member"}


def test_a_step_leaves_the_training_of_the_step_before(monkeypatch):
    calls = []

    class Recorder:
        def start(self, recipe, session):
            calls.append(("start", recipe))

        def leave(self, recipe, session):
            calls.append(("leave", recipe))

    monkeypatch.setattr(training, "board", Recorder)
    monkeypatch.setattr(training.st, "session_state", {})
    for recipe in ("one", "one", "two"):
        training.begin_unasked(recipe)
    assert calls == [("start", "one"), ("start", "one"), ("leave", "one"), ("start", "two")]
