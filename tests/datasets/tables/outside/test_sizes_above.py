"""The first line of scikit-learn's own files gives sizes and names of classes, no columns."""

from __future__ import annotations

from pathlib import Path

import pytest
from sklearn import datasets

from l2dwk_core.datasets.tables import inspect_table

FILES = Path(datasets.__file__).parent / "data"
NAMES = {
    "iris.csv": datasets.load_iris,
    "wine_data.csv": datasets.load_wine,
    "breast_cancer.csv": datasets.load_breast_cancer,
}


def noted(draft):
    return [note for note in draft.warnings if "Line 1 is left out" in note]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("file", NAMES)
def test_the_files_of_scikit_learn(file, end):
    content = (FILES / file).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", end)
    truth = NAMES[file]()
    draft = inspect_table(content)
    (note,) = noted(draft)
    assert f"{len(truth.data)} rows with {truth.data.shape[1]} numbers" in note
    assert f"0 is '{truth.target_names[0]}'" in note
    assert [column.name for column in draft.columns][:2] == ["c1", "c2"]
    assert draft.target == f"c{truth.data.shape[1] + 1}"
    data = draft.to_dataset()
    assert data.X.shape == truth.data.shape
    assert (data.X.to_numpy(dtype=float) == truth.data).all()
    assert [int(label) for label in data.y] == truth.target.tolist()
    assert any("Line 1 is left out" in text for text in data.notes)
    assert {"trim": False} in [dict(p.reading) for p in draft.proposals if p.reading]


IRIS = (FILES / "iris.csv").read_text()


def test_it_is_read_when_asked_for():
    assert not noted(inspect_table(IRIS.encode(), header=True))
    assert not noted(inspect_table(IRIS.encode(), trim=False))


@pytest.mark.parametrize(
    "first",
    [
        "149,4,setosa,versicolor,virginica",  # another number of rows
        "150,3,setosa,versicolor,virginica",  # another number of columns
        "150,4,setosa,versicolor",  # a class without a name
        "150,4,a,a,b",  # a name twice
        "150,4,7,8,9",  # no words
    ],
)
def test_other_first_lines_are_not_left_out(first):
    body = IRIS.partition("\n")[2].splitlines()
    try:
        draft = inspect_table("\n".join([first, *body]).encode())
    except ValueError:
        return
    assert not noted(draft)
