"""Names that SPSS Modeler, Azure ML and SAS give to the columns that they add to scored data.

Modeler writes ``$N-Churn`` for the prediction of ``Churn`` (N, C, R, … say which kind of model),
``$NC-Churn`` for its confidence and ``$NP-Churn`` for a probability. Azure writes ``Scored Labels``
and ``Scored Probabilities``. SAS writes ``I_BAD`` for the predicted class of ``BAD`` ("into") and
``F_BAD`` for the true one ("from"). The data keep all their other columns.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_MODELER = re.compile(r"\$([A-Z]{1,4})[0-9]*-(.+)")
_AZURE_LABELS = re.compile(r"scored[ _.]?labels?(?:[ _.].*)?", re.IGNORECASE)
_AZURE_NUMBERS = re.compile(r"scored[ _.]?probabilit(?:y|ies)(?:[ _.].*)?", re.IGNORECASE)


def is_scored_label(name: str) -> bool:
    """Return whether a name is that of labels which one of these programs predicted."""
    name = name.strip()
    if match := _MODELER.fullmatch(name):
        return not _says_how_sure(match[1])
    return _AZURE_LABELS.fullmatch(name) is not None


def is_scored_number(name: str) -> bool:
    """Return whether a name is that of a confidence or a probability beside such labels."""
    name = name.strip()
    if match := _MODELER.fullmatch(name):
        return _says_how_sure(match[1])
    return _AZURE_NUMBERS.fullmatch(name) is not None


def is_scored_confidence(name: str) -> bool:
    """Return whether a name is that of the confidence in a label, whichever class that is."""
    match = _MODELER.fullmatch(name.strip())
    return match is not None and len(match[1]) > 1 and match[1].endswith("C")


def sas_target(names: Collection[str]) -> str:
    """Return the target of the scores that SAS wrote, by the names of columns; "" without one.

    There are its predicted class and its true one, or the target itself.
    """
    for name in names:
        target = name.removeprefix("I_")
        if target not in ("", name) and (target in names or f"F_{target}" in names):
            return target
    return ""


def sas_truth(names: Collection[str]) -> str:
    """Return the column of true labels of such a table: the target, or what SAS wrote it to; ""
    without one."""
    target = sas_target(names)
    return target if target in names else f"F_{target}" if target else ""


def scored_target(names: Collection[str]) -> str:
    """Return the one name whose predictions are named ``$N-name`` by Modeler, or ``I_name`` by SAS;
    "" without one."""
    if truth := sas_truth(names):
        return truth
    matches = [_MODELER.fullmatch(name.strip()) for name in names]
    targets = {match[2] for match in matches if match and not _says_how_sure(match[1])}
    targets &= set(names)
    return targets.pop() if len(targets) == 1 else ""


def _says_how_sure(letters: str) -> bool:
    return len(letters) > 1 and letters[-1] in "CP"
