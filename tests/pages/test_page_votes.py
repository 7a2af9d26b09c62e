"""Votes of the reader's own models: read on the Data page, weighed in the Lab."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

import l2dwk_core as l2
from l2dwk_core.pools.recipe import GIVEN
from pages.data.votes_sample import sample
from tests import page_apps as apps
from tests import votes_page as page
from tests.data_page import open_data, to_lab
from tests.votes import answers


def _frame(**columns):
    return answers.csv(answers.table(**columns))


def test_what_was_read_is_said():
    app = page.with_votes()
    said = apps.said(app)
    assert "iris.csv: 3 models, 150 rows" in said
    assert "Read as **predicted labels** of 3 classes" in said
    assert "no column *part*" in said
    assert "The true label is column 'label', by its name." in said
    table = next(f.value for f in app.dataframe if "right" in f.value.columns)
    votes = l2.read_votes(page.CSV)
    expected = (votes.predictions == votes.labels[:, None]).mean(axis=0)
    order = np.argsort(-expected, kind="stable")
    assert table["model"].tolist() == [votes.models[j] for j in order]
    np.testing.assert_allclose(table["right"], expected[order])
    preview = next(f.value for f in app.dataframe if "true label" in f.value.columns)
    assert preview["stump"].tolist() == votes.predictions[:8, 1].tolist()


@pytest.mark.parametrize("separator", ["_", ": ", "|", "."])
def test_probabilities_and_their_separator_are_said(separator):
    app = page.with_votes(answers.csv(answers.probability_table(separator)))
    said = apps.said(app)
    assert "Read as **probabilities** of 3 classes" in said
    assert f"model and class separated by '{separator}'" in said


def test_part_group_and_missing_votes_are_said():
    part = np.where(np.arange(150) % 3, "weighting", "test")
    frame = answers.table(part=part, group=np.arange(150) // 5)
    frame.loc[frame.index[:12], "stump"] = None
    said = apps.said(page.with_votes(answers.csv(frame)))
    assert "part: 100 weighting, 50 test" in said
    assert "group: 30 groups" in said
    assert "12 votes are missing" in said


def _half(values):
    """Probabilities of which one sums to 1.5."""
    frame = answers.probability_table()
    frame.loc[3, "bayes_setosa"] += 0.5
    return answers.csv(frame)


def _no_model():
    return answers.csv(pd.DataFrame({"label": list("abc") * 20, "size": np.arange(60) / 7}))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (_half(0), r"probabilities of model 'bayes' in row 4 \(row 1 is the first\) sum to 1\.5"),
        (
            answers.csv(answers.table().drop(columns="label").assign(label=np.arange(150) / 7)),
            "numeric target",
        ),
        (b"", "empty"),
        (b"a,b\n1,2\n1,2,3\n", "3 cells"),
        (_no_model(), "fractions|predicts a class"),
        (answers.csv(answers.table().drop(columns="label").head(1)), "row|class"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(content, said):
    app = page.with_votes(content)
    (error,) = app.error
    assert "\n" not in error.value.strip()
    assert re.search(said, apps.said(app)), error.value
    assert not apps.button(app, "use_in_lab")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (_frame(twin=answers.predictions()[:, 0]), "Models bayes, twin predict the same labels"),
        (
            _frame(weak=np.roll(answers.labels(), 50)),
            "Model weak (0.0%) is right less often than always naming the largest class",
        ),
        (_frame(truth=answers.labels()), "Model label is right in every row: the true label"),
        (
            answers.csv(answers.table().assign(label=["rare"] * 3 + answers.labels()[3:].tolist())),
            "Class 'rare' is predicted by no model",
        ),
        (
            answers.csv(
                answers.table(part=["test"] * 50 + ["weighting"] * 100)
            ),
            "Class 'setosa' occurs among the test rows only",
        ),
    ],
)  # fmt: skip
def test_a_likely_mistake_is_a_warning_in_one_line(content, said):
    app = page.with_votes(content)
    assert not app.error
    warnings = [w.value.replace("\\", "") for w in app.warning]
    assert any(said in words and "\n" not in words for words in warnings), warnings
    assert apps.button(app, "use_in_lab")


def test_the_column_of_the_true_label_can_be_changed():
    app = page.with_votes()
    box = next(s for s in app.selectbox if s.label == "Column of the true label")
    assert box.value == "label"
    box.set_value("bayes").run()
    apps.check(app)
    held = app.session_state["votes_draft"]
    assert held.chosen == "bayes"
    assert held.dataset.votes.models == ("stump", "neighbours", "label")
    assert held.arguments() == {"target": "bayes"}
    assert "The true label is column 'bayes', as asked for." in apps.said(app)


def test_where_no_column_is_the_label_the_reader_names_it():
    content = answers.csv(
        answers.table().rename(columns={"label": "z"})[["bayes", "z", "stump"]]
    )  # fmt: skip
    content = content.replace(b"bayes,z,stump", b"p,q,r")
    frame = pd.read_csv(__import__("io").BytesIO(content)).assign(site=["x", "y"] * 75)
    app = page.with_votes(answers.csv(frame[["site", "p", "q", "r"]].assign(day=["m", "n"] * 75)))
    assert "Columns 'r', 'p' and 'q' may be the true label" in app.error[0].value
    box = next(s for s in app.selectbox if s.label == "Column of the true label")
    box.set_value("q").run()
    apps.check(app)
    assert not app.error
    assert app.session_state["votes_draft"].dataset.votes.models == ("p", "r")


def test_a_column_is_chosen_for_the_groups_of_rows():
    content = answers.csv(answers.table(patient=[f"p{row // 5}" for row in range(150)]))
    app = page.with_votes(content)
    assert app.session_state["votes_draft"].dataset.votes.group is None
    for chosen in ("patient", None):
        box = next(s for s in app.selectbox if s.label == "Column of the groups of rows")
        box.set_value(chosen or "").run()
        apps.check(app)
        held = app.session_state["votes_draft"]
        assert held.group == chosen and held.chosen is None
        assert held.arguments() == ({"group": chosen} if chosen else {})
        expected = l2.read_votes(content, **held.arguments())
        assert held.dataset.votes.models == expected.models
        assert (held.dataset.votes.group is None) == (expected.group is None) == (chosen is None)
        assert ("30 groups" in apps.said(app)) == (chosen is not None)
    assert held.word == page.with_votes(content).session_state["votes_draft"].word


def test_na_is_kept_as_a_class_by_one_click_and_stands_in_the_code():
    content = page.CSV.replace(b"setosa", b"NA")
    app = page.with_votes(content)
    assert "'NA' counts as missing." in apps.said(app)
    apps.button(app, "votes_keep.NA").click().run()
    apps.check(app)
    held = app.session_state["votes_draft"]
    assert held.arguments() == {"keep": ("NA",)}
    expected = l2.read_votes(content, keep=("NA",))
    assert held.dataset.votes.labels.tolist() == expected.labels.tolist()
    assert "NA" in held.dataset.classes
    assert held.word != page.with_votes(content).session_state["votes_draft"].word
    apps.button(app, "votes_keep.NA").click().run()
    assert app.session_state["votes_draft"].keep == ()


def test_the_question_is_asked_once_and_yes_stays_visible_in_the_lab():
    app = page.with_votes()
    (question,) = [b for b in app.button_group if "used to fit" in b.label]
    question.set_value("yes").run()
    apps.check(app)
    assert "the weights reward memory" in apps.said(app)
    box = next(s for s in app.selectbox if s.label == "Column of the true label")
    box.set_value("bayes").run()
    assert "the weights reward memory" in apps.said(app)
    to_lab(app)
    assert "These cases were used to fit the models, as you said." in apps.said(app)
    app.run()
    assert "These cases were used to fit the models, as you said." in apps.said(app)


def test_without_the_answer_accuracies_near_one_are_warned_of_in_the_lab():
    app = page.lab(_frame(truth=answers.labels()))
    assert "A model is right in nearly every case. Were these cases used" in apps.said(app)
    assert "reward memory" not in apps.said(page.lab())


def test_rows_of_the_training_among_the_cases_are_warned_of_in_the_lab():
    part = ["train"] * 75 + ["test"] * 75
    frame = answers.table().sample(frac=1.0, random_state=0).assign(split=part)
    for model in answers.MODELS:
        frame[model] = frame[model].where(frame["split"] == "test", frame["label"])
    app = page.with_votes(answers.csv(frame))
    assert "these seem to be the rows the models were trained on" in apps.said(app)
    app = page.lab(answers.csv(frame))
    assert "Some of these cases seem to be those the models were trained on." in apps.said(app)


def test_the_lab_shows_the_run_of_the_library():
    app = page.lab()
    run = l2.run(l2.read_votes(page.CSV, name=page.FILE))
    on_page = page.session_run(app)
    np.testing.assert_allclose(on_page.trace.weights, run.trace.weights, atol=1e-12)
    assert apps.metric(app, "Test accuracy, L2DWK") == f"{run.accuracy.l2dwk.accuracy:.1%}"
    said = apps.said(app)
    assert "the votes of 3 models  ·  105 rows weigh them  ·  45 rows test" in said
    assert "all training rows" not in said
    assert not apps.button(app, "run")


def test_what_needs_training_or_features_is_not_offered_and_its_reason_is():
    app = page.lab()
    keys = {w.key for w in (*app.selectbox, *app.slider, *app.number_input)}
    assert not {"choice.pool", "choice.weighting", "choice.n_members"} & keys
    assert "choice.seed" in keys
    assert "not offered: nothing is trained here" in apps.said(app)
    for drawer in ("members", "row_drawer"):
        app.session_state[drawer] = True
    app.run()
    apps.check(app)
    said = apps.said(app)
    assert "Of this model only its votes are known" in said
    assert "there are no features" in said
    noise = page.go(app, "noise.py")
    assert "Labels cannot be flipped here" in noise.info[0].value
    assert not apps.button(noise, "noise_run")


def _gaps():
    frame = answers.table(group=np.arange(150) // 5)
    for j, model in enumerate(answers.MODELS):
        frame.loc[~answers.gaps()[:, j], model] = None
    return answers.csv(frame)


PARTS = np.where(np.arange(150) % 3, "weighting", "test")
KINDS = {
    "labels": page.CSV,
    "probabilities": answers.csv(answers.probability_table()),
    "gaps": _gaps(),
    "parts": _frame(part=PARTS),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_works_on_votes(kind):
    app = page.lab(KINDS[kind])
    assert len(apps.figures(app)) > 5
    soft = {"outputs": "probabilities"} if kind == "probabilities" else {}
    sweep = page.go(app, "sweep.py", **{"sweep.points": "3"}, **soft)
    sweep = apps.waited(sweep)
    assert "members" not in str(sweep.error)
    assert not apps.button(sweep, "more_splits")
    assert "depth of the trees at most" not in sweep.selectbox(key="sweep.parameter").options
    splits = {s.key for s in sweep.slider}
    assert ("sweep.splits" in splits) == (kind != "parts")
    assert len(apps.figures(sweep)) >= 4
    assert not any("trained on all training rows" in str(f) for f in apps.figures(sweep))
    again = page.go(app, "lab.py", **soft)
    assert again.session_state["choice"].outputs == soft.get("outputs", "votes")
    assert len(apps.figures(again)) > 5
    diversity = page.go(app, "diversity.py")
    assert len(apps.figures(diversity)) >= 3
    assert not diversity.error
    assert any("cannot be trained again" in note.value for note in diversity.info)
    assert not apps.button(diversity, "trials_run")
    compare = page.go(
        app, "compare.py", **{"compare.folds": "2", "compare.methods": "single_best,bagging,l2dwk"}
    )
    apps.button(compare, "compare_run").click().run()
    compare = apps.waited(compare)
    assert not compare.error
    menu = compare.multiselect(key="compare.methods")
    assert menu.value == ["single_best", "l2dwk"]
    assert not any(option.startswith("Whole") for option in menu.options)
    table = next(f.value for f in compare.dataframe if "members_kept" in f.value.columns)
    assert len(table) == 3


def test_an_archive_gives_the_same_weights_on_the_page_and_in_python():
    votes = answers.soft_votes(available=answers.gaps(0.05))
    app = page.lab(page.archive(votes), "mine.npz")
    run = l2.run(votes)
    np.testing.assert_allclose(page.session_run(app).trace.weights, run.trace.weights, atol=1e-12)
    assert page.session_run(app).prepared.recipe.pool.kind == GIVEN


@pytest.mark.parametrize("form", ["labels", "probabilities"])
def test_the_sample_file_is_read_without_a_question(form):
    app = page.with_votes(sample(form), f"sample_{form}.csv")
    assert not app.error
    said = apps.said(app)
    assert "5 models, 214 rows" in said
    assert f"Read as **{'predicted labels' if form == 'labels' else 'probabilities'}**" in said
    again = l2.read_votes(sample(form))
    assert "naive Bayes" in again.models
    assert (again.labels == l2.load_dataset("glass").y).all()


def test_start_leads_to_the_place_for_votes():
    app = apps.open_page("start.py")
    links = [link for link in app.get("page_link") if "votes" in link.proto.label]
    assert [link.proto.query_string for link in links] == ["v=1&data.section=votes"]
    assert not open_data(**{"data.section": "votes"}).error
