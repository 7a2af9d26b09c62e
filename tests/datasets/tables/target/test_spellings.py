"""Classes that say that the class is not known, and one class in two spellings, are told."""

from __future__ import annotations

from l2dwk_core.datasets.tables import read_table

N = 48
UNKNOWN = (
    "unknown Unknown UNK missing unspecified undetermined unclear indeterminate pending "
    "unbekannt inconnu desconocido not_assessed not_done not_recorded No_answer (blank) "
    "None --- ... *** [NA] missing_value sin_dato n/d нет_данных н/д 不明 未知 미상"
).split()


def _read(values: list[str]):
    many = len(values)
    rows = (f"{i}.5,{values[i // 3 % many]},{'uvw'[i % 3]},{values[i % many]}\n" for i in range(N))
    return read_table(f"x,input,other,class\n{''.join(rows)}".encode(), "class")


def _unknown(dataset) -> list[str]:
    return [note for note in dataset.notes if "the class is not known" in note]


def test_a_class_of_cases_without_a_known_class_is_told_with_its_rows() -> None:
    for word in (name.replace("_", " ") for name in UNKNOWN):
        dataset = _read(["benign", "malignant", word, "benign"])
        told = _unknown(dataset)
        assert word in dataset.y, f"{word} is no class"
        assert len(told) == 1 and f"{word!r} (12 rows)" in told[0], f"{word}: {dataset.notes}"
        assert "leave these rows out" in told[0]


def test_real_classes_are_not_told_as_unknown() -> None:
    for values in (
        ["low", "high", "other"],
        ["none", "mild", "severe"],
        ["known", "unknown"],
        ["None", "Mild", "Severe"],
        ["+", "neg", "pos"],
        ["***", "**", "*"],
        ["(a)", "(b)", "c"],
    ):
        assert _unknown(_read(values)) == [], values


def test_one_answer_in_two_spellings_is_told_and_never_merged() -> None:
    cases = {
        "1 0 yes no": ["'1' and 'yes'", "'0' and 'no'"],
        "Y N yes no": ["'Y' and 'yes'", "'N' and 'no'"],
        "yes no y": ["'y' and 'yes'"],
        "0 1 no": ["'0' and 'no'"],
        "TRUE FALSE 1 0": ["'1' and 'TRUE'", "'0' and 'FALSE'"],
        "pos neg positive negative": ["'pos' and 'positive'", "'neg' and 'negative'"],
        "+ neg pos": ["'+' and 'pos'"],
        "M F male female": ["'M' and 'male'", "'F' and 'female'"],
        "ja nein yes no": ["'ja' and 'yes'", "'nein' and 'no'"],
        "yes unknown no 1": ["'1' and 'yes'"],
        "benign malignant B M": ["'B' and 'benign'", "'M' and 'malignant'"],
        "mal malignant benign": ["'mal' and 'malignant'"],
        "case control cases controls": ["'case' and 'cases'", "'control' and 'controls'"],
    }
    for text, groups in cases.items():
        values = text.split()
        dataset = _read(values)
        assert set(dataset.y) == set(values), text
        told = [note for note in dataset.notes if note.startswith("Classes may be the same")]
        assert len(told) == 1 and all(group in told[0] for group in groups), dataset.notes
        inputs = [n for n in dataset.notes if n.startswith("Categories of 'input' may be the same")]
        assert len(inputs) == 1, f"{text}: {dataset.notes}"


def test_different_classes_are_not_told_as_one() -> None:
    for text in (
        "yes no maybe|1 2 3|I II III IV|A AA AAA|no none severe|low lower middle high|0 1 2 yes|"
        "red blue green|car carpet dog cat|B C D E|setosa versicolor virginica"
    ).split("|"):
        notes = _read(text.split()).notes
        assert not any("two spellings" in note for note in notes), f"{text}: {notes}"
