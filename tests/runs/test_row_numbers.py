"""A row's number is that of its file, where the first row of data is 1, whatever was left out."""

import pandas as pd
import pytest

import l2dwk_core as l2
from l2dwk_core.datasets.sample import sample_rows
from l2dwk_core.figures.lab.kept_table import kept_table
from l2dwk_core.runs.saved import answers_only
from pages.charts.run_values import row_names

LOST = [*range(30), 60, 61, 90]
"""Positions of rows without a vote, or without a class."""


def _labels(n: int) -> list[str]:
    return ["yes" if (k * k) % 7 < 3 else "no" for k in range(n)]


@pytest.fixture
def file_of_votes(tmp_path):
    """Rows whose votes tell which row it is: the models write its number in binary, wrong is 1."""
    labels = _labels(120)
    other = {"yes": "no", "no": "yes"}
    table = pd.DataFrame({"label": labels})
    for j in range(7):
        table[f"m{j}"] = [other[y] if k >> j & 1 else y for k, y in enumerate(labels)]
    table.loc[LOST, [f"m{j}" for j in range(7)]] = ""
    table.loc[[40, 41], "label"] = ""
    path = tmp_path / "votes.csv"
    table.to_csv(path, index=False)
    return path


def _row_of_votes(codes, label_code) -> int:
    return sum(int(c != label_code) << j for j, c in enumerate(codes))


def test_rows_of_votes_have_the_numbers_of_the_file(file_of_votes):
    run = l2.run(l2.read_votes(file_of_votes), seed=3)
    raw = pd.read_csv(file_of_votes, dtype=str, keep_default_na=False)
    for oracle, rows in (
        (run.oracle, run.prepared.weighting_rows),
        (run.test_oracle, run.prepared.test_rows),
    ):
        told = run.prepared.dataset.numbers_of(rows)
        pairs = zip(oracle.codes, oracle.label_codes, strict=True)
        assert told.tolist() == [_row_of_votes(*pair) + 1 for pair in pairs]
    for name in row_names(run):
        number, label = name.removeprefix("row ").split(" · ")
        assert raw["label"][int(number) - 1] == label
    assert any("left out: number 1, 2, 3, 4, 5 and 28 more" in n for n in run.prepared.notes)


def test_the_note_on_rows_without_a_vote_counts_rows_without_a_label(tmp_path):
    table = pd.DataFrame({"label": _labels(60)})
    table["m"], table["n"] = _labels(60), ["yes", "no"] * 30
    table.loc[:9, "label"] = ""
    table.loc[[20, 33], ["m", "n"]] = ""
    table.to_csv(tmp_path / "v.csv", index=False)
    run = l2.run(l2.read_votes(tmp_path / "v.csv"))
    assert any("left out: number 21, 34." in note for note in run.prepared.notes)


def test_corrected_rows_have_the_numbers_of_the_file(file_of_votes):
    run = l2.run(l2.read_votes(file_of_votes), seed=3)
    found, oracle = l2.kept_models(run), run.test_oracle
    lines = kept_table(found).to_dict("records")
    named = 0
    for model, line in zip(found.models, lines, strict=True):
        own = [
            _row_of_votes(oracle.codes[k], oracle.label_codes[k]) for k in model.without.corrects
        ]
        told = str(line["test rows it corrects"]).split(" and ")[0]
        assert told == ", ".join(str(k + 1) for k in own[:8])
        listed = found.as_dict()["test_row_numbers"]
        assert [listed[k] for k in model.without.corrects] == [k + 1 for k in own]
        named += len(own)
    assert named > 0
    sent = l2.kept_models(answers_only(run.prepared).solve(run.settings))
    assert sent.test_row_numbers.tolist() == found.test_row_numbers.tolist()


@pytest.fixture
def file_of_a_table(tmp_path):
    """A table in which the value of column a tells the row."""
    n = 130
    table = pd.DataFrame({"a": [(k * 37 % n) / 7 for k in range(n)], "class": _labels(n)})
    table["b"] = [k % 5 + 0.5 for k in range(n)]
    table.loc[LOST, "class"] = ""
    path = tmp_path / "table.csv"
    table.to_csv(path, index=False)
    return path


@pytest.mark.parametrize("max_rows", [20_000, 70])
def test_rows_of_a_table_have_the_numbers_of_the_file(file_of_a_table, max_rows):
    data = l2.read_table(file_of_a_table, "class", max_rows=max_rows)
    raw = pd.read_csv(file_of_a_table)
    for one in (data, sample_rows(data, 40, seed=2)):
        numbers = one.numbers_of(range(len(one.y)))
        assert raw["a"].iloc[numbers - 1].tolist() == pytest.approx(one.X["a"].tolist())
        assert raw["class"].iloc[numbers - 1].tolist() == one.y.tolist()
    run = l2.run(data, n_members=5, label_noise=0.2)
    for name, row in zip(row_names(run), run.prepared.weighting_rows, strict=True):
        number = int(name.split()[1])
        assert raw["a"][number - 1] == pytest.approx(data.X["a"][row])
    flipped = run.as_dict()["flipped_row_numbers"]
    assert raw["a"].iloc[[k - 1 for k in flipped]].tolist() == pytest.approx(
        data.X["a"].iloc[run.prepared.flipped_rows].tolist()
    )


def test_the_first_row_of_a_shipped_dataset_is_row_1():
    run = l2.run("glass", n_members=5)
    numbers = [int(name.split()[1]) for name in row_names(run)]
    assert numbers == (run.prepared.weighting_rows + 1).tolist()


def test_row_numbers_of_another_length_are_refused():
    data = l2.load_dataset("glass")
    with pytest.raises(l2.InputError, match="one for each of the 214 rows"):
        l2.Dataset("glass", data.X, data.y, row_numbers=[1, 2])
