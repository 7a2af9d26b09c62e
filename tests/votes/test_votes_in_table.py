"""A table of answers is understood as it was meant; what cannot be is refused with a reason."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.votes.probability_columns import probability_columns
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def notes_of(votes):
    return "\n".join(votes.notes)


def as_excel(frame):
    out = io.BytesIO()
    frame.to_excel(out, index=False)
    return out.getvalue()


def as_parquet(frame):
    out = io.BytesIO()
    frame.to_parquet(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "written",
    [
        answers.csv,
        lambda frame: frame.to_csv(index=False, sep="\t").encode(),
        lambda frame: frame.to_csv(index=False, sep=";").encode(),
        as_excel,
        as_parquet,
    ],
    ids=["csv", "tsv", "semicolons", "excel", "parquet"],
)
def test_labels_in_every_format(written):
    read = read_votes(written(answers.table()), name="mine")
    assert read.models == answers.MODELS
    np.testing.assert_array_equal(read.predictions, answers.predictions())
    np.testing.assert_array_equal(read.labels, answers.labels())
    assert read.available is None and read.probabilities is None
    assert "column 'label', by its name" in notes_of(read)


def test_a_path_gives_its_name(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(answers.csv(answers.table()))
    assert read_votes(path).name == "mine"


@pytest.mark.parametrize("separator", ["_", ": ", ":", "|", ".", "__", "-", "/", " "])
def test_probabilities_with_every_separator(separator):
    read = read_votes(answers.csv(answers.probability_table(separator)))
    assert read.models == answers.MODELS
    assert read.classes.tolist() == answers.classes().tolist()
    np.testing.assert_allclose(read.probabilities, answers.probabilities(), atol=1e-6)
    np.testing.assert_array_equal(read.predictions, answers.predictions())
    shown = f"separated by {separator!r}: column 'bayes{separator}setosa' is the class 'setosa'"
    assert shown in notes_of(read)


def test_a_class_may_hold_the_separator_and_one_may_be_no_label():
    names = [f"m_{j}_{label}" for j in (1, 2) for label in ("iris_a", "iris_b", "c")]
    found = probability_columns(names, ["iris_a", "iris_b"])
    assert found.classes == ("c", "iris_a", "iris_b")
    assert found.columns["m_2"] == ("m_2_c", "m_2_iris_a", "m_2_iris_b")


@pytest.mark.parametrize(
    "names", [[], ["a_x", "b_x"], ["a_x", "a_y", "b_x"], ["a_x", "a_y", "b"], ["ax", "ay"]]
)
def test_names_that_do_not_part_into_models_and_classes(names):
    assert probability_columns(names, ["x", "y"]) is None


def test_rounded_probabilities_are_rescaled_and_noted():
    frame = answers.probability_table(digits=3)
    frame.loc[0, ["bayes_setosa", "bayes_versicolor", "bayes_virginica"]] = [0.333] * 3
    read = read_votes(answers.csv(frame))
    np.testing.assert_allclose(read.probabilities[0, 0], 1 / 3, atol=1e-6)
    assert "sums to 1 up to rounding only (by 0.001 at most): rescaled" in notes_of(read)


@pytest.mark.parametrize("form", ["{:.0%}", "{:.1%}", "{:.0%} ", "{:.2%}"])
def test_probabilities_in_per_cent_are_read_as_parts_of_one(form):
    shares = np.random.default_rng(0).integers(0, 101, (50, 2)) / 100
    truth = ["no", "yes"] * 25
    frame = pd.DataFrame({"y": truth})
    for place, model in enumerate(("svm", "tree")):
        frame[f"{model}_yes"] = [form.format(share) for share in shares[:, place]]
        frame[f"{model}_no"] = [form.format(1 - share) for share in shares[:, place]]
    read = read_votes(answers.csv(frame))
    np.testing.assert_allclose(read.probabilities[:, :, 1], shares, atol=1e-7)
    assert "45% is 0.45" in notes_of(read)
    less = frame.drop(columns="tree_no")
    with pytest.raises(InputError, match=r"there is none named \['tree_no'\]"):
        read_votes(answers.csv(less))


@pytest.mark.parametrize("classes", [("0", "1", "2"), ("no", "perhaps", "yes")])
@pytest.mark.parametrize(("decimals", "sign"), [(0, ""), (1, ""), (0, "%"), (1, "%")])
def test_per_cents_of_a_vote_that_sum_to_100_up_to_rounding_are_probabilities(
    classes, decimals, sign
):
    exact = np.random.default_rng(0).dirichlet([1, 1, 1], (60, 2))
    exact[0] = [[0.3333, 0.3333, 0.3334], [1.0, 0.0, 0.0]]  # 99 or 99.9 per cent, and 100
    frame = pd.DataFrame({"label": [classes[i % 3] for i in range(60)], "age": range(30, 90)})
    for place, model in enumerate(("svm", "rf")):
        for k, name in enumerate(classes):
            frame[f"{model}_{name}"] = [f"{100 * p:.{decimals}f}{sign}" for p in exact[:, place, k]]
    read = read_votes(answers.csv(frame), name="v")
    assert read.models == ("svm", "rf") and read.classes.tolist() == list(classes)
    np.testing.assert_allclose(read.probabilities, exact, atol=0.02 * 10.0**-decimals)
    np.testing.assert_allclose(read.probabilities.sum(axis=2), 1, atol=1e-6)
    np.testing.assert_allclose(read.probabilities[0, 0], 1 / 3, atol=1e-6)
    said = notes_of(read)
    assert f"45{sign} is 0.45" in said and "to 100 up to rounding only" in said
    assert "'age' is left out" in said


def test_per_cents_that_are_not_complete_are_refused_as_such():
    frame = pd.DataFrame({"svm_no": [30, 60], "svm_yes": [70, 40], "rf_no": [20, 10]}).assign(
        label=["no", "yes"]
    )
    with pytest.raises(InputError, match=r"from 0 to 100.*there is no column 'rf_yes'"):
        read_votes(answers.csv(frame))
    frame = frame.assign(rf_yes=[20, 30])
    with pytest.raises(InputError, match="have to sum to 100"):
        read_votes(answers.csv(frame))


def test_numbers_that_are_a_class_by_chance_are_no_predicted_labels():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 60)
    frame = pd.DataFrame(
        {f"{m}_{c}": rng.integers(0, 101, 60) for m in ("svm", "tree") for c in (0, 1)}
    )
    with pytest.raises(InputError, match=r"as per cents they are not complete.*'svm_2'"):
        read_votes(answers.csv(frame.assign(truth=truth)))
    read = read_votes(answers.csv(frame.assign(knn=truth[::-1], truth=truth)))
    assert read.models == ("knn",)
    assert "of its 60 values are a class; the classes are '" in notes_of(read)


def test_rounded_thirds_are_rescaled():
    frame = pd.DataFrame(
        {f"{m}_{c}": [0.33 + 0.01 * (c == "a"), 0.33] for m in ("svm", "rf") for c in "abc"}
    ).assign(label=["a", "b"])
    read = read_votes(answers.csv(pd.concat([frame] * 20)))
    assert np.allclose(read.probabilities.sum(axis=2), 1)
    assert "sum to 1 up to rounding only (by 0.01 at most): rescaled to 1" in notes_of(read)


@pytest.mark.parametrize("columns", [["case", "model", "pred", "y"], ["algo", "pred", "y"]])
def test_models_one_below_the_other_are_refused(columns):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"case": np.repeat(np.arange(20), 3), "model": ["rf", "svm", "nb"] * 20})
    frame["pred"], frame["y"] = rng.choice(["cat", "dog"], (2, 60))
    frame["algo"] = frame["model"]
    if "case" not in columns:
        frame = frame.rename(columns={"algo": "Algorithm"})
        columns = ["Algorithm", "pred", "y"]
    with pytest.raises(InputError, match=r"one below the other.*'rf', 'svm', 'nb'.*in 20 rows"):
        read_votes(answers.csv(frame[columns]))


def test_classes_in_per_cent_stay_texts():
    truth = ["10%", "20%"] * 20
    frame = pd.DataFrame({"a": truth, "b": truth[::-1], "humid": ["45%", "7%"] * 20, "y": truth})
    read = read_votes(answers.csv(frame))
    assert read.models == ("a", "b")
    assert read.classes.tolist() == ["10%", "20%"]


def test_models_called_zero_and_one_are_no_probabilities():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {f"{name}_{seed}": rng.integers(0, 2, 40) for name in ("svm", "tree") for seed in (0, 1)}
    ).assign(y=rng.integers(0, 2, 40))
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm_0", "svm_1", "tree_0", "tree_1")
    assert read.probabilities is None


def test_empty_cells_are_missing_votes():
    frame = answers.table()
    frame.loc[[3, 4], "bayes"] = None
    read = read_votes(answers.csv(frame))
    expected = np.ones((150, 3), dtype=bool)
    expected[[3, 4], 0] = False
    np.testing.assert_array_equal(read.available, expected)


def test_empty_probabilities_are_missing_votes():
    frame = answers.probability_table()
    frame.loc[7, ["stump_setosa", "stump_versicolor", "stump_virginica"]] = None
    read = read_votes(answers.csv(frame))
    assert np.argwhere(~read.available).tolist() == [[7, 1]]


def test_numbers_with_missing_votes_written_as_fractions_are_the_same_classes():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 60)
    frame = pd.DataFrame({"a": truth, "b": rng.integers(0, 3, 60).astype(float), "y": truth})
    frame.loc[5, "b"] = np.nan  # pandas then writes 1.0 for 1
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["0", "1", "2"]
    assert read.predictions[0, 1] == str(int(frame.loc[0, "b"]))


@pytest.mark.parametrize(
    "classes",
    [("01", "1", "2"), ("9007199254740993", "9007199254740992", "5")],
    ids=["leading zero", "beyond 2**53"],
)
def test_whole_numbers_that_are_different_classes_are_not_made_equal(classes):
    truth = list(classes) * 20
    odd = ["2.0", *truth[1:]]  # so that the spelling of numbers is compared
    read = read_votes(answers.csv(pd.DataFrame({"a": truth, "b": odd, "y": truth})))
    assert set(read.classes) == {*classes, "2.0"}
    assert read.predictions[:, 0].tolist() == truth
    assert read.labels.tolist() == truth


def test_classes_keep_their_spelling_beside_numbers_that_are_no_classes():
    truth = ["01", "02"] * 20
    frame = pd.DataFrame({"a": truth, "age": np.arange(40) // 2 + 20, "y": truth})
    assert read_votes(answers.csv(frame)).classes.tolist() == ["01", "02"]


def test_a_true_label_that_is_written_in_two_ways_is_one_class():
    frame = pd.DataFrame({"a": ["1", "2"] * 20, "y": ["1", "2", "1.0", "2.0"] * 10})
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["1", "2"]
    assert (read.predictions[:, 0] == read.labels).all()


def test_codes_written_as_numbers_by_one_model_are_the_same_classes():
    truth = ["01", "02", "10"] * 20
    frame = pd.DataFrame({"a": truth, "b": [str(int(code)) for code in truth], "y": truth})
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["1", "10", "2"]
    assert (read.predictions == read.labels[:, None]).all()


def test_part_and_group_are_read_whatever_their_case():
    part = np.where(np.arange(150) % 3 == 0, "Test", "weighting")
    frame = answers.table().assign(Part=part, GROUP=np.arange(150) // 2)
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert read.part.tolist() == [text.lower() for text in part]
    assert np.unique(read.group).size == 75


def test_columns_that_name_rows_or_hold_no_class_are_left_out():
    frame = answers.table().assign(
        patient_id=np.arange(9000, 9150), colour=np.where(np.arange(150) % 2, "red", "blue")
    )
    frame.insert(0, "", np.arange(150))
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    for said in (
        "Column 'column 1' is left out: it names the rows",
        "Column 'patient_id' is left out: it names the rows",
        "Column 'colour' is left out: none of its values ('blue', 'red') is a class",
    ):
        assert said in notes_of(read)


def test_a_column_with_words_of_parts_is_left_out_with_the_name_it_needs():
    frame = answers.table().assign(split=["Train", "test"] * 75)
    (note,) = [one for one in read_votes(answers.csv(frame)).notes if "'split'" in one]
    assert note.endswith("name it 'part' and write weighting or test in every row.")
    frame = answers.table().assign(split=["red", "test"] * 75)
    assert "name it 'part'" not in notes_of(read_votes(answers.csv(frame)))


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [(["no", "perhaps", "yes"], ["0", "1", "2"]), (["True", "False"], ["1", "0"]),
     (["1", "0"], ["True", "False"])],
)  # fmt: skip
def test_predictions_that_are_written_in_another_way_than_the_labels_show_both(truth, predicted):
    rows = [i * 7 % 5 % len(truth) for i in range(60)]
    written = [predicted[i] for i in rows]
    with pytest.raises(InputError) as found:
        read_votes(cases([truth[i] for i in rows], written, written[::-1]))
    said = str(found.value)
    labels, given = said.split(", but 'm0' holds ")
    assert all(f"'{word}'" in labels for word in truth)
    assert all(f"'{word}'" in given for word in predicted)
    part = cases([truth[i] for i in rows], written, [truth[i] for i in rows])
    (note,) = [one for one in read_votes(part).notes if "'m0' is left out" in one]
    assert all(f"'{word}'" in note for word in (*truth, *predicted))


def test_rows_without_a_true_label_are_left_out():
    frame = answers.table()
    frame.loc[[0, 9], "label"] = None
    read = read_votes(answers.csv(frame))
    assert read.n_rows == 148
    assert "2 rows are left out: no true label." in notes_of(read)


@pytest.mark.parametrize("name", ["y", "True", "target", "Class", "truth", "y_true", "true label"])
def test_a_label_by_its_name(name):
    frame = answers.table().rename(columns={"label": name})
    frame = frame[[name, *answers.MODELS]]
    assert read_votes(answers.csv(frame)).models == answers.MODELS


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_a_usual_name_of_a_class_in_a_table_is_one_in_votes_too(name):
    frame = answers.table()[["label", *answers.MODELS]]
    read = read_votes(answers.csv(frame.rename(columns={"label": name.title()})))
    assert read.models == answers.MODELS
    np.testing.assert_array_equal(read.labels, answers.labels())


@pytest.mark.parametrize(("place", "where"), [(3, "last"), (0, "first")])
def test_a_label_by_its_place(place, where):
    frame = answers.table().rename(columns={"label": "flower"})
    columns = list(answers.MODELS)
    columns.insert(place, "flower")
    frame = frame[columns]
    if place == 0:  # behind it a column that cannot be meant
        frame = frame.assign(length=np.linspace(4, 8, 150))
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert f"'flower', the {where} one" in notes_of(read)


def test_the_label_can_be_named():
    read = read_votes(answers.csv(answers.table()), target="bayes")
    np.testing.assert_array_equal(read.labels, answers.predictions()[:, 0])
    assert read.models == ("stump", "neighbours", "label")
    with pytest.raises(InputError, match="Unknown column 'bays'"):
        read_votes(answers.csv(answers.table()), target="bays")


def shares_without_classes():
    return pd.DataFrame({"svm": [0.2, 0.7, 0.9, 0.4], "label": ["no", "yes", "maybe", "no"]})


def wrong_sum():
    frame = answers.probability_table(digits=3)
    frame.loc[2, "stump_setosa"] += 0.4
    return frame


def negative():
    frame = answers.probability_table()
    frame.loc[2, ["bayes_setosa", "bayes_versicolor", "bayes_virginica"]] = [1.2, -0.2, 0.0]
    return frame


def half_missing():
    frame = answers.probability_table()
    frame.loc[2, "bayes_setosa"] = None
    return frame


def regression():
    rng = np.random.default_rng(0)
    return pd.DataFrame({"svr": rng.normal(size=50), "y": rng.normal(size=50)})


def one_column_less():
    return answers.probability_table().drop(columns="stump_versicolor")


def one_class_more():
    return answers.probability_table().assign(bayes_other=0.0)


def of_one_class():
    frame = answers.probability_table()
    return frame[["bayes_setosa", "stump_setosa", "label"]]


def counts():
    return pd.DataFrame({"a": np.arange(100) % 40, "y": np.arange(100) % 50})


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (shares_without_classes(), "'svm' of 'table' holds fractions, .* such as 'svm_no'"),
        (one_column_less(), r"there is none named \['stump_versicolor'\]; or"),
        (one_class_more(), r"there is none named \['\w+_other'.*\]; or"),
        (
            of_one_class(),
            r"none named \['bayes_versicolor', 'bayes_virginica', .*\] and 1 more; or",
        ),
        (
            wrong_sum(),
            r"of model 'stump' in row 3 \(row 1 is the first\) sum to 1\.[34].*must be 0 or more",
        ),
        (negative(), r"of model 'bayes' in row 3 \(row 1 is the first\) are \[1\.2, -0\.2, 0\.0\]"),
        (half_missing(), r"of model 'bayes' in row 3 \(row 1 is the first\) are \[nan"),
        (regression(), "'y' holds the value .* numeric target, and combining regressions is not"),
        (counts(), "'y' holds 50 numbers; this is a numeric target"),
        (pd.DataFrame({"m": ["a", "b"] * 20, "y": ["a"] * 40}), "'y' has one class"),
        (
            pd.DataFrame({"m": ["c", "d"] * 20, "y": ["a", "b"] * 20}),
            r"no column that predicts a class of 'y' \(\['a', 'b'\]\)",
        ),
        (
            pd.DataFrame({"m": [0, 1] * 20, "n": [3.5, 2.25] * 20}),
            "No column looks like the true label",
        ),
        (
            pd.DataFrame(
                {"m": ["a", "b"] * 20, "part": ["train", "test"] * 20, "y": ["a", "b"] * 20}
            ),
            "A row's part is 'train'; allowed are weighting and test",
        ),
        (
            pd.DataFrame({"part": ["weighting", "test"] * 9, "group": [1, 2] * 9}),
            "No column looks like the true label",
        ),
        (
            pd.DataFrame({"m": ["a", "b"] * 20, "group": ["", "g"] * 20, "y": ["a", "b"] * 20}),
            "Column 'group' is empty in 20 rows",
        ),
        (
            pd.DataFrame({"m": [f"c{i % 101}" for i in range(303)]}).assign(y=lambda t: t["m"]),
            "'y' has 101 classes; at most 100",
        ),
    ],
)
def test_bad_tables_are_refused_with_their_reason(frame, message):
    with pytest.raises(InputError, match=message):
        read_votes(answers.csv(frame))


def test_the_row_of_a_wrong_sum_is_that_of_the_file():
    frame = wrong_sum()
    frame.loc[0, "label"] = None
    with pytest.raises(InputError, match=r"in row 3 \(row 1 is the first\) sum to"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"%PDF-1.4", b"a\n1\n2\n"])
def test_what_is_no_table_is_refused_by_the_reader_of_tables(content):
    with pytest.raises(InputError):
        read_votes(content)


def continents():
    """Three classes of which one is NA."""
    truth = ["EU", "NA", "AS"] * 20
    return pd.DataFrame(
        {"m": truth[1:] + truth[:1], "n": truth[:30] + truth[31:] + ["EU"], "y": truth}
    )


def test_a_class_that_reads_as_missing_is_named_and_can_be_kept():
    data = answers.csv(continents())
    (note,) = [note for note in read_votes(data).notes if "no true label" in note]
    assert note.startswith("20 rows are left out")
    assert "'NA' in 20 rows counts as missing, in predictions too" in note
    assert "keep=('NA',)" in note
    kept = read_votes(data, keep=("NA",))
    assert kept.classes.tolist() == ["AS", "EU", "NA"]
    assert kept.available is None and kept.n_rows == 60
    np.testing.assert_array_equal(kept.predictions, continents()[["m", "n"]].to_numpy(str))
    assert not any("missing" in note for note in kept.notes)
    with pytest.raises(InputError, match=r"has one class.*keep it with keep=\('NA',\)"):
        read_votes(answers.csv(continents().replace("AS", "NA")))


@pytest.mark.parametrize(
    ("keep", "message"), [(("N/A",), "'N/A'"), ("NA", "give a tuple of words")]
)
def test_a_word_that_is_not_missing_anywhere_cannot_be_kept(keep, message):
    with pytest.raises(InputError, match=message):
        read_votes(answers.csv(continents()), keep=keep)


def cases(truth, *models):
    lines = ["label," + ",".join(f"m{j}" for j in range(len(models)))]
    lines += [",".join(row) for row in zip(truth, *models, strict=True)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("truth", "written"), [(["True", "False"], ["TRUE", "FALSE"]), (["yes", "no"], [" YES", "No "])]
)
def test_classes_that_differ_by_letter_case_are_the_same(truth, written):
    codes = [i * 7 % 3 % 2 for i in range(60)]
    other = [i * 5 % 4 % 2 for i in range(60)]
    read = read_votes(
        cases([truth[c] for c in codes], [truth[c] for c in other], [written[c] for c in other]),
        name="v.csv",
    )
    assert read.models == ("m0", "m1")
    np.testing.assert_array_equal(read.predictions[:, 1], [truth[c] for c in other])
    assert sorted(read.classes) == sorted(truth)
    assert f"{written[1].strip()!r} for {truth[1]!r}" in notes_of(read)
    assert "'m0' writes" not in notes_of(read)


def test_classes_that_differ_by_letter_case_among_themselves_are_kept_apart():
    truth = ["a", "A", "b"] * 20
    read = read_votes(cases(truth, ["A", "a", "B"] * 20), name="v.csv")
    np.testing.assert_array_equal(read.predictions[:, 0], ["A", "a", "b"] * 20)
    # Two values of the model that would become one class: neither is changed.
    read = read_votes(cases(["a", "b", "b"] * 20, ["b", "B", "a"] * 20), name="v.csv")
    np.testing.assert_array_equal(read.predictions[:, 0], ["b", "B", "a"] * 20)
    assert "letter case" not in notes_of(read)


def long_table(n_cases=20, models=("rf", "svm", "nb")):
    """A row for each case and model; each case has one true label."""
    rng = np.random.default_rng(2)
    truth = rng.choice(["cat", "dog"], n_cases)
    return pd.DataFrame(
        [
            {"case": f"c{i}", "who": model, "pred": rng.choice(["cat", "dog"]), "y": truth[i]}
            for i in range(n_cases)
            for model in models
        ]
    )


@pytest.mark.parametrize("name", ["model", "Model name", "who"])
def test_models_one_below_the_other_with_absent_rows_are_refused(name):
    frame = long_table().drop(index=[7, 20]).rename(columns={"who": name})
    with pytest.raises(InputError, match=rf"one below the other: column '{name}'.*19 to 20 rows"):
        read_votes(answers.csv(frame))


def test_probabilities_of_models_one_below_the_other_are_refused():
    frame = long_table().drop(index=7)
    frame["p_cat"] = np.where(frame.pop("pred") == "cat", 0.75, 0.25)
    frame["p_dog"] = 1 - frame["p_cat"]
    with pytest.raises(InputError, match="one below the other: column 'who'"):
        read_votes(answers.csv(frame))


def test_models_with_numbers_as_names_one_below_the_other_are_refused():
    frame = long_table(models=(0, 1)).drop(index=7).rename(columns={"who": "model"})
    frame = frame.replace({"cat": 0, "dog": 1})
    with pytest.raises(InputError, match="one below the other: column 'model'"):
        read_votes(answers.csv(frame))


def test_rows_of_one_case_with_different_labels_are_no_models_one_below_the_other():
    frame = long_table().drop(index=7)
    frame["y"] = np.random.default_rng(3).choice(["cat", "dog"], len(frame))
    assert read_votes(answers.csv(frame)).models == ("pred",)


OTHER_NAMES = [
    "fold", "cv_fold", "repeat", "is_test", "isTrain", "sex", "age", "Weight", "svm_correct",
    "rf right", "n_agree", "run", "gender", "male",
]  # fmt: skip


def numbered(n_classes=2, n=60, seed=0):
    """Two models that are right more often than not, and a column of the same numbers."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    wrong = rng.random((n, 2)) < 0.25
    frame = pd.DataFrame({"y": truth})
    for place, model in enumerate(("svm", "rf")):
        frame[model] = np.where(wrong[:, place], (truth + 1) % n_classes, truth)
    return frame.assign(other=rng.permutation(np.arange(n) % 2))


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_column_of_class_numbers_whose_name_speaks_of_something_else_is_left_out(name):
    frame = numbered().rename(columns={"other": name})
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm", "rf")
    (note,) = [note for note in read.notes if repr(name) in note]
    assert f"Column {name!r} is left out: by its name" in note
    assert f"give it another name, such as 'model {name}'" in note
    kept = frame.rename(columns={name: f"model {name}"})
    assert read_votes(answers.csv(kept)).models == ("svm", "rf", f"model {name}")


@pytest.mark.parametrize(
    "name", ["fold_1", "run 2", "cnn_left", "sexnet", "test_model", "weights1"]
)
def test_a_name_that_may_be_that_of_a_model_is_kept(name):
    read = read_votes(answers.csv(numbered().rename(columns={"other": name})))
    assert read.models == ("svm", "rf", name)


def test_predictions_of_more_than_two_classes_are_no_mark_of_right_answers():
    frame = numbered(3).rename(columns={"svm": "view_right"})
    assert "view_right" in read_votes(answers.csv(frame)).models


def test_a_file_whose_only_model_is_left_out_by_its_name_is_refused_with_the_reason():
    frame = numbered()[["y", "other"]].rename(columns={"other": "run"})
    with pytest.raises(InputError, match=r"'run' is left out: by its name.*another name"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize(
    ("names", "truth"),
    [(("label", "y_true"), "y_true"), (("class", "gold"), "gold"), (("y", "actual"), "actual"),
     (("target", "ground truth"), "ground truth"), (("pred", "obs"), "obs"),
     (("label", "y"), "label"), (("label", "expected"), "expected"),
     (("label", "trueLabel"), "trueLabel"), (("Class", "Gold-Standard"), "Gold-Standard"),
     (("reference", "label"), "label")],
)  # fmt: skip
def test_the_strongest_name_is_the_true_label(names, truth):
    frame = numbered()[["svm", "y", "rf"]].set_axis([*names, "rf"], axis=1)
    read = read_votes(answers.csv(frame))
    (other,) = [name for name in names if name != truth]
    assert f"The true label is column {truth!r}" in notes_of(read)
    assert read.models == tuple(name for name in frame.columns if name != truth)
    if other != "pred":
        assert f"Column {other!r} has a usual name of true labels too" in notes_of(read)


@pytest.mark.parametrize("name", ["pred", "Prediction", "svm_predicted", "fold"])
def test_predictions_are_never_the_true_label_by_their_place(name):
    frame = numbered()[["y", "rf", "svm"]].set_axis(["animal", "rf", name], axis=1)
    assert "column 'animal', the first one" in notes_of(read_votes(answers.csv(frame)))
    frame = frame.rename(columns={"animal": "nn_pred"})
    with pytest.raises(InputError, match="No column looks like the true label"):
        read_votes(answers.csv(frame))


def one_hot(frame, start):
    marks = pd.get_dummies(frame["label"], prefix=start, prefix_sep="").astype(int)
    return pd.concat([marks, frame.drop(columns="label")], axis=1)


@pytest.mark.parametrize("start", ["y_", "label: ", "Y_true_"])
def test_true_labels_with_one_column_for_each_class_are_read(start):
    for table in (answers.table(), answers.probability_table()):
        read = read_votes(answers.csv(one_hot(table, start)))
        np.testing.assert_array_equal(read.labels, answers.labels())
        np.testing.assert_array_equal(read.predictions, answers.predictions())
        assert read.models == answers.MODELS
        assert f"{start}setosa' is the class 'setosa'" in notes_of(read)


@pytest.mark.parametrize(("column", "value"), [("y_virginica", 1), ("y_setosa", 0)])
def test_true_labels_with_two_classes_or_none_in_a_row_are_refused(column, value):
    frame = one_hot(answers.table(), "y_")
    frame.loc[4, column] = value
    with pytest.raises(InputError, match=r"row 5 .* does not have exactly one 1"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("form", ["{}_conf", "conf {}", "max_prob.{}"])
def test_confidences_beside_labels_are_left_out(form, numbers):
    frame = answers.table()
    if numbers:
        frame = frame.replace(dict(zip(answers.classes(), range(3), strict=True)))
    best = answers.probabilities().max(axis=2).round(3)
    for place, model in enumerate(answers.MODELS):
        frame[form.format(model)] = best[:, place]
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS and read.probabilities is None
    for model in answers.MODELS:
        assert (
            f"Column {form.format(model)!r} is left out: it holds fractions beside predicted labels"
        ) in notes_of(read)


def test_fractions_of_a_model_without_labels_are_refused_beside_labels():
    frame = answers.table().assign(forest=np.linspace(0.1, 0.9, 150))
    with pytest.raises(InputError, match="'forest' of 'table' holds fractions"):
        read_votes(answers.csv(frame))


def test_labels_beside_probabilities_are_left_out_with_the_reason():
    frame = answers.probability_table().assign(forest=answers.predictions()[:, 0])
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert (
        "Column 'forest' is left out: it has predicted labels where the others have probabilities"
    ) in notes_of(read)


def test_classes_in_names_of_columns_may_differ_by_letter_case():
    frame = answers.probability_table()
    written = frame.rename(columns={c: c.replace("_v", "_V") for c in frame.columns})
    read = read_votes(answers.csv(written))
    assert read.models == answers.MODELS and read.classes.tolist() == answers.classes().tolist()
    np.testing.assert_allclose(read.probabilities, answers.probabilities(), atol=1e-6)
    assert "6 column names write a class in another way" in notes_of(read)
    assert "'bayes_Versicolor' is read as 'bayes_versicolor'" in notes_of(read)


def test_a_note_on_repeated_cases_says_how_to_keep_them_together():
    frame = answers.table().assign(patient_id=np.arange(150) // 3)
    (note,) = [note for note in read_votes(answers.csv(frame)).notes if "'patient_id'" in note]
    assert "Choose" not in note
    assert "Name it 'group' to keep the rows of one case on one side of every split." in note


def test_a_question_mark_as_a_class_is_named_in_the_refusal():
    frame = continents().replace({"AS": "?", "NA": "?"})
    with pytest.raises(InputError, match=r"has one class.*keep it with keep=\('\?',\)"):
        read_votes(answers.csv(frame))
    assert read_votes(answers.csv(frame), keep=("?",)).classes.tolist() == ["?", "EU"]


def test_a_column_of_models_is_never_the_true_label_by_its_place():
    frame = long_table()[["who", "pred"]].rename(columns={"who": "model"})
    with pytest.raises(InputError, match="No column looks like the true label"):
        read_votes(answers.csv(frame))


def scored(columns):
    """Texts with a label and its score, as pipelines of language models write them."""
    frame = numbered()
    texts = [f"text number {i}" for i in range(60)]
    scores = 0.5 + np.arange(60) / 128
    return pd.DataFrame({"text": texts, **columns(frame), "score": scores})


def test_a_label_with_a_score_is_the_prediction_beside_what_is_expected():
    words = np.array(["neg", "pos"])
    for name in ("expected", "gold", "true"):
        frame = scored(lambda f, name=name: {name: words[f["y"]], "label": words[f["svm"]]})
        read = read_votes(answers.csv(frame))
        assert read.models == ("label",)
        assert f"The true label is column {name!r}, by its name" in notes_of(read)
        assert "Column 'label' has a usual name of true labels too" in notes_of(read)
    frame = scored(lambda f: {"human": words[f["y"]], "label": words[f["svm"]]})
    read = read_votes(answers.csv(frame))
    assert read.models == ("human",)
    assert "'label' may be the predicted label: if so, name 'human' as the target" in notes_of(read)
    assert read_votes(answers.csv(frame), target="human").models == ("label",)
    frame = frame.rename(columns={"human": "predicted"})
    assert "may be the predicted" not in notes_of(read_votes(answers.csv(frame)))


def test_labels_in_other_words_beside_a_score_are_named():
    codes = numbered(3)
    frame = pd.DataFrame(
        {
            "gold": np.array(["neg", "neu", "pos"])[codes["y"]],
            "label": [f"LABEL_{code}" for code in codes["svm"]],
            "score": np.linspace(0.4, 1, 60),
        }
    )
    with pytest.raises(InputError, match="but 'label' holds 'LABEL_"):
        read_votes(answers.csv(frame))
