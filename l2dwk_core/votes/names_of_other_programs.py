"""Column names in which other programs write a model and a class, as a model and a class.

R turns the class ``Iris-setosa`` into ``Iris.setosa`` and 0 into ``X0``. Orange writes ``Random
Forest (setosa)``, KNIME ``P (Species=setosa) (RF)``, RapidMiner ``confidence(setosa)``, H2O
``rf_p0``, others ``rf_class0``, ``P(0|rf)`` or ``P(cat) rf``, Azure ``Scored Probabilities for
Class "setosa"``, pandas ``('rf', 'setosa')``. The class may stand first, also as in
``prob_setosa_rf``. caret names the probabilities of its one model by the class alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from l2dwk_core.common.text import agreeing, counted, words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.votes.other_columns import names_a_confidence
from l2dwk_core.votes.probability_columns import SEPARATORS, ProbabilityColumns

ONE_MODEL = "model"
"""The model of columns whose names say a class only."""

_KNIME = re.compile(r"(P ?\(.+?)=(.+)")
_BRACKETS = re.compile(r"(.*?) ?[(\[](.+)[)\]]")
_OF_PANDAS = re.compile(r"\(['\"](.+)['\"], ?['\"]?(.+?)['\"]?\)")
_FOR_CLASS = re.compile(r"(.*?) for class (.+)", re.IGNORECASE)
_P_OF_NUMBER = re.compile(r"(.*[^a-zA-Z0-9])?(?:p|prob|proba|class|cls)([0-9]+)", re.IGNORECASE)
_PROBABILITY_AT_END = re.compile(r"(.+)[ _.-](?:p|probs?|proba|probability|probabilities)", re.I)
# The sign of a class -1 is no separator.
_PROBABILITY_AT_START = re.compile(
    r"\.?(?:p|probs?|proba|probability|probabilities|pred|conf|confidence|score)"
    r"(?:[ _.:-]*[ _.:]|-)(?:-(?=\D))?(.+)",
    re.I,
)
# P(Y=0|rf), P(cat) rf, confidence(cat)_rf, rf P(class 0)
_OF_CLASS = re.compile(
    r"(?:(.*)[ _.-])?(?:p|pr|probs?|proba|probability|conf|confidence) ?"
    r"\((?:class |[^\W\d]\w* ?= ?)?([^|()]+)(?:\|([^()]+))?\)(?:[ _.-]*(.+))?",
    re.I,
)
_ONE_MINUS = re.compile(r"1 ?- ?[^\W\d].*")
_REPEATED = re.compile(r"(.+) (\([0-9]+\))")
# R writes a point behind these.
_RESERVED = frozenset(
    "if else repeat while function for next break true false null inf nan".split()
)
# Of columns, not of models: prob.setosa, .pred_setosa, confidence(setosa).
_NO_NAMES = frozenset(
    "model p prob probs proba probability probabilities pred prediction predicted conf confidence "
    "score scores scored".split()
)
_NUMBER_AT_END = re.compile(r"(.*?)(?: ?\(([0-9]+)\)|\.?([0-9]+))?")
_NEAR_ONE = 0.02
_MOSTLY = 0.9


def renamed(
    columns: Sequence[Column], labels: Sequence[str], one_separator: bool = False
) -> list[Column]:
    """Return the columns; where a name says one of *labels* in another way, it is the model, a
    separator and that label. *one_separator*: in the names of all labels, the separator is "_".
    When two names would become equal, return the columns unchanged."""
    classes = dict(_spellings(labels))
    ends = sorted(classes, key=len, reverse=True)
    found = []
    for column in columns:
        model, separator, label = _parted(column.name.strip(), labels, classes, ends)
        if label:
            separator = "_" if one_separator else separator
            column = replace(column, name=f"{model}{separator}{label}")
        found.append(column)
    unique = len({column.name for column in found}) == len(found)
    return found if unique else list(columns)


def of_one_model(columns: Sequence[Column], labels: Sequence[str]) -> list[Column]:
    """Return the columns; where each of *labels* is the name of a column of fractions, and these
    sum to 1, their names are those of one model."""
    classes = dict(_spellings(labels))
    found = {_class_of(column.name, classes): column for column in columns}
    bare = [found[label] for label in labels if label in found]
    if len(bare) < len(labels) or not all(0 < c.n_numbers == c.n_present for c in bare):
        return list(columns)
    sums = np.sum([column.values() for column in bare], axis=0)
    sums = sums[~np.isnan(sums)]
    whole = all((column.numbers == np.floor(column.numbers)).all() for column in bare)
    if whole or not sums.size or np.mean(np.abs(sums - 1.0) <= _NEAR_ONE) < _MOSTLY:
        return list(columns)
    names = {found[label].name: f"{ONE_MODEL}_{label}" for label in labels}
    return [replace(column, name=names.get(column.name, column.name)) for column in columns]


def with_names_of_models(found: ProbabilityColumns) -> ProbabilityColumns:
    """Return the columns of probabilities; where the names of all models say only that they hold
    probabilities (``prob``, ``.pred``, ``confidence``), perhaps with a number, the models are
    "model" with that number. R's numbers of names that came before (``prob``, ``prob1``, …: one
    without a number, then 1, 2, …) become 2, 3, …"""
    parts = [_stem_and_number(model) for model in found.columns]
    if any(not _NO_NAMES.issuperset(words_of(stem)) for stem, _ in parts):
        return found
    ours = [number for _, number in parts]
    of_r = ["", *map(str, range(1, len(ours)))]
    if ours == of_r and len(ours) > 1:
        ours = ["", *(str(int(number) + 1) for number in of_r[1:])]
    names = [f"{ONE_MODEL} {number}".rstrip() for number in ours]
    if len(set(names)) < len(names):
        return found
    return replace(found, columns=dict(zip(names, found.columns.values(), strict=True)))


def _stem_and_number(model: str) -> tuple[str, str]:
    """Return a name without the number at its end, and that number; "" without one."""
    match = _NUMBER_AT_END.fullmatch(model)
    return (match[1], match[2] or match[3] or "") if match else (model, "")


def note_of_names(columns: Sequence[Column], written: Sequence[Column]) -> str:
    """Return a note on the columns that were given other names."""
    changed = [
        (old.name, new.name)
        for old, new in zip(columns, written, strict=True)
        if old.name != new.name
    ]
    old, new = changed[0]
    if new.startswith(f"{ONE_MODEL}_") and ONE_MODEL not in words_of(old):
        return (
            f"{counted(len(changed), 'column is', 'columns are')} named by a class alone: they "
            f"hold the probabilities of one model, which is called {ONE_MODEL!r}. The name "
            f"{old!r} is read as {new!r}."
        )
    return (
        f"{counted(len(changed), 'column name')} {agreeing(len(changed), 'writes', 'write')} a "
        f"class in another way than the true labels: {old!r} is read as {new!r}."
    )


_CLASS_WORDS = frozenset({"class", "label", "labels", "classe", "klasse"})


def is_no_class(text: str) -> bool:
    """Return whether a text between a model and the end of a column's name is no class: it names a
    prediction or a confidence, is a word for a class as in ``.pred_class`` of tidymodels, or ends
    with the number of a name that occurs twice."""
    return (
        names_a_prediction(text)
        or text.casefold() in _CLASS_WORDS
        or names_a_confidence(text, ())
        or _REPEATED.fullmatch(text) is not None
    )


def comes_again(name: str, names: Collection[str]) -> bool:
    """Return whether a name is one of *names* with the number of a name that occurs twice."""
    match = _REPEATED.fullmatch(name)
    return match is not None and match[1] in names


def speaks_of_class(name: str, labels: Sequence[str]) -> bool:
    """Return whether one of *labels* is among the words of a name."""
    words = f".{_plain(name)}."
    return any(f".{_plain(label)}." in words for label in labels)


def _parted(
    name: str, labels: Sequence[str], classes: dict[str, str], ends: list[str]
) -> tuple[str, str, str]:
    """Return the model, the separator and the class of a name; three empty texts without them.

    Behind them may stand the word probability, or the number of a name that occurs twice.
    """
    found = _of_model_and_class(name, labels, classes, ends)
    if match := _PROBABILITY_AT_END.fullmatch(name):
        inner = _of_model_and_class(match[1], labels, classes, ends)
        bare = _class_of(match[1], classes)
        found = inner if inner[2] else (ONE_MODEL, "_", bare) if bare else found
    elif not found[2] and (match := _REPEATED.fullmatch(name)):
        model, separator, label = _parted(match[1], labels, classes, ends)
        found = (f"{model} {match[2]}", separator, label) if label else found
    return found


def _of_model_and_class(
    name: str, labels: Sequence[str], classes: dict[str, str], ends: list[str]
) -> tuple[str, str, str]:
    ways = _plain(name), _signed(name)
    for end in (e for e in ends if ways[0].endswith(e) or ways[1].endswith(e)):
        model, written = name[: -len(end)], name[-len(end) :]
        label = written if written in labels else _class_of(written, classes)
        separator = next((s for s in SEPARATORS if model.endswith(s) and model != s), "")
        if label and separator:
            return model.removesuffix(separator), separator, label
    for model, written in _forms(name):
        if label := _class_of(written, classes):
            return model.rstrip(" _.-:|/") or ONE_MODEL, "_", label
    match = _PROBABILITY_AT_START.fullmatch(name)
    if match and not _REPEATED.fullmatch(name):
        name = match[1]
        ways = _plain(name), _signed(name)
    if _ONE_MINUS.fullmatch(name):
        return "", "", ""
    for end in (e for e in ends if ways[0].startswith(e) or ways[1].startswith(e)):
        written, rest = name[: len(end)], name[len(end) :]  # the class before the model
        model = rest.lstrip(" _.-:|/=")
        if rest.startswith(SEPARATORS) and model:
            label = _class_of(written, classes)
            return (model, "_", label) if label else ("", "", "")
    return "", "", ""


def _forms(name: str) -> Iterator[tuple[str, str]]:
    """Yield the model and the class of a name, as each program would write them."""
    if match := _KNIME.fullmatch(name):
        for end in re.finditer(r"\)", match[2]):
            yield match[1] + match[2][end.start() :], match[2][: end.start()]
    if match := _BRACKETS.fullmatch(name):
        yield match[1], match[2]
    if match := _OF_PANDAS.fullmatch(name):
        yield match[1], match[2]
    if match := _FOR_CLASS.fullmatch(name):
        yield match[1], match[2].strip("\"'")
    if match := _P_OF_NUMBER.fullmatch(name):
        yield match[1] or "", match[2]
    if match := _OF_CLASS.fullmatch(name):
        parts = [part.strip() for part in (match[1], match[3], match[4]) if part]
        yield "_".join(parts), match[2].strip()


def _class_of(text: str, classes: dict[str, str]) -> str:
    """Return the class that a text is a way to write, "" when it is none or may be several."""
    return classes.get(_signed(text), "") or classes.get(_plain(text), "")


def _spellings(labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each way to write a label, without regard to letter case and to signs, and the label;
    "" where it may be that of several labels."""
    found: dict[str, set[str]] = {}
    for label in labels:
        plain = _plain(label)
        ways = {plain, _signed(label)}
        if plain and not plain[0].isalpha():
            ways.add("x" + plain)
        if plain in _RESERVED:
            ways.add(plain + ".")
        for way in ways:
            found.setdefault(way, set()).add(label)
    for way, of in found.items():
        yield way, next(iter(of)) if len(of) == 1 else ""


def _plain(text: str) -> str:
    """Return the text in one letter case, with a point for each sign that is no letter or digit."""
    return re.sub(r"[^\w]|_", ".", text.strip().casefold())


def _signed(text: str) -> str:
    """Return what ``_plain`` does, with the signs that tell <30 from >30 and 5+ from 5-."""
    return re.sub(r"[^\w<>≤≥=+−-]|_", ".", text.strip().casefold())
