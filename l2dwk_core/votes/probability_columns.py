"""Which columns of a table are the probabilities of which model and class, by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEPARATORS = (": ", " | ", "__", ":", "|", "_", ".", "-", "/", "=", " ")
"""What may stand between model and class in a column's name; the first that fits is taken."""


@dataclass(frozen=True)
class ProbabilityColumns:
    """Columns of class probabilities.

    Attributes
    ----------
    separator
        What stands between model and class.
    classes
        (C,) sorted.
    columns
        By model, in the order of the table, its columns in the order of ``classes``.
    """

    separator: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]

    @property
    def note(self) -> str:
        """How the names were read, in one sentence."""
        model, columns = next(iter(self.columns.items()))
        return (
            f"Probabilities of {len(self.columns)} models for {len(self.classes)} classes, model "
            f"and class separated by {self.separator!r}: column {columns[0]!r} is the class "
            f"{self.classes[0]!r} of the model {model!r}."
        )


def probability_columns(names: Sequence[str], labels: Sequence[str]) -> ProbabilityColumns | None:
    """Return how these columns' names part into model and class; None when they do not.

    A separator fits when every name is a model, the separator and a class, and all models have the
    same two classes or more, among them all *labels*. A class may hold the separator itself, as
    ``svm_Iris_setosa`` does; classes that are no label are found beside those that are.
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


def _parts(
    names: Sequence[str], labels: Sequence[str], separator: str
) -> list[tuple[str, str]] | None:
    """Model and class of each name; None when a name has none or two are the same."""
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
