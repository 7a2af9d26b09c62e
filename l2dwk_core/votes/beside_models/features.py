"""Features that are left in the table beside predictions, as in a test set to which the predictions
of some models were added: their values may be those of classes too."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.roles import CONSTANT, IDENTIFIER, propose_role
from l2dwk_core.votes.agreement import agree
from l2dwk_core.votes.names_of_models import is_one_of_several, names_a_voter
from l2dwk_core.votes.other_columns import speaks_of_the_procedure

_LEAST_NAMED = 2


def features_among(
    models: Sequence[Column], columns: Sequence[Column], truth: Column
) -> dict[str, str]:
    """Return, by name, why some of the columns used as *models* are features.

    Two or more others are named as models or predictions are, and these are not; other columns of
    the table (*columns*, in the order of the file) are features, for they cannot be votes. Such a
    column stands apart: between it and each named model stands one of these features. Or it agrees
    with the true label no more often than chance explains.
    """
    names = [column.name for column in models]
    named = [name for name in names if names_a_voter(name)]
    unknown = [
        c for c in models if c.name not in named and not is_one_of_several(c.name, [*named, c.name])
    ]
    features = {
        column.name
        for column in columns
        if column.name not in names
        and propose_role(column)[0] not in (IDENTIFIER, CONSTANT)
        and not speaks_of_the_procedure(column.name, column.levels)
        and not names_a_voter(column.name)
    }
    if len(named) < _LEAST_NAMED or not unknown or not features:
        return {}
    order = [column.name for column in columns]
    places = [order.index(name) for name in named]
    found = {}
    for column in unknown:
        at = order.index(column.name)
        nearest = min(places, key=lambda place: abs(place - at))
        between = order[min(at, nearest) + 1 : max(at, nearest)]
        if not features.isdisjoint(between):
            why = "it stands among columns that are no votes, apart from those named as models"
        elif not agree(column, truth):
            why = (
                "its name is not that of a model, as those of others are, and it agrees with the "
                "true label no more often than chance explains"
            )
        else:
            continue
        found[column.name] = f"{why}. If it holds votes, name it {f'pred_{column.name}'!r}."
    return found
