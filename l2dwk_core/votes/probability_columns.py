"""Columns of probabilities: the model and the class of each column, read from its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from l2dwk_core.common.text import counted

SEPARATORS = (": ", " | ", "__", ":", "|", "_", ".", "-", "/", "=", " ")
"""Separators between model and class in the name of a column. The first that fits is used."""


@dataclass(frozen=True)
class ProbabilityColumns:
    """Columns of class probabilities.

    Attributes
    ----------
    separator
        The text between model and class.
    classes
        (C,) the classes, sorted.
    columns
        For each model, in the order of the table, its columns in the order of ``classes``.
    """

    separator: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]

    @property
    def note(self) -> str:
        """Return one sentence that says how the names were read."""
        model, columns = next(iter(self.columns.items()))
        return (
            f"Probabilities of {counted(len(self.columns), 'model')} for {len(self.classes)} "
            f"classes, model and class separated by {self.separator!r}: column {columns[0]!r} is "
            f"the class {self.classes[0]!r} of the model {model!r}."
        )


def probability_columns(names: Sequence[str], labels: Sequence[str]) -> ProbabilityColumns | None:
    """Return the model and the class in each of these column names; None when no separator fits.

    A separator fits when every name consists of a model, the separator and a class, and all models
    have the same classes: two or more, with all *labels* among them. A class may contain the
    separator itself, as in ``svm_Iris_setosa``. Classes that do not occur among *labels* are found
    as well.
    """
    for separator in SEPARATORS if names else ():
        parts = _parts(names, labels, separator)
        if parts is None:
            continue
        by_model: dict[str, dict[str, str]] = {}
        for name, (model, label) in zip(names, parts, strict=True):
            by_model.setdefault(model, {})[label] = name
        classes = set(next(iter(by_model.values())))
        even = all(set(columns) == classes for columns in by_model.values())
        if even and len(classes) >= 2 and classes >= set(labels):
            ordered = tuple(sorted(classes))
            return ProbabilityColumns(
                separator,
                ordered,
                {
                    model: tuple(columns[label] for label in ordered)
                    for model, columns in by_model.items()
                },
            )
    return None


def ends_with_class(name: str, labels: Sequence[str]) -> bool:
    """Return whether a name consists of a model, a separator and one of these classes."""
    ends = tuple(separator + label for separator in SEPARATORS for label in labels)
    return any(name.endswith(end) and name != end for end in ends)


def class_at_the_end(name: str, labels: Sequence[str]) -> str:
    """Return the class behind a separator at the end of a name; "" without one."""
    for label in sorted(labels, key=len, reverse=True):
        ends = tuple(separator + label for separator in SEPARATORS)
        if name.endswith(ends) and name not in ends:
            return label
    return ""


def lacking_columns(names: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return the names of the columns that *names* lack for every model to have every class.

    Return an empty list when no column is lacking or no separator fits.
    """
    for separator in SEPARATORS if names else ():
        parts = _parts(names, labels, separator)
        if parts is None:
            continue
        classes = sorted({*labels, *(label for _, label in parts)})
        models = dict.fromkeys(model for model, _ in parts)
        wanted = [separator.join((model, label)) for model in models for label in classes]
        return [name for name in wanted if name not in names]
    return []


def _parts(
    names: Sequence[str], labels: Sequence[str], separator: str
) -> list[tuple[str, str]] | None:
    """Return the model and the class of each name; None when a name has none or two are equal."""
    longest = sorted(labels, key=len, reverse=True)
    found: dict[str, tuple[str, str]] = {}
    for name in names:
        for label in longest:
            model = name.removesuffix(separator + label)
            if model and model != name:
                found[name] = model, label
                break
    models = sorted({model for model, _ in found.values()}, key=len, reverse=True)
    for name in names:
        if name in found:
            continue
        known = next((m for m in models if name.startswith(m + separator)), None)
        rest = "" if known is None else name[len(known + separator) :]
        if known is None or not rest:
            return None
        found[name] = known, rest
    return [found[name] for name in names] if len(set(found.values())) == len(names) else None
