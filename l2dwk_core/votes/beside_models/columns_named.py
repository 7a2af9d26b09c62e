"""The note that lists which columns were taken as models."""

from __future__ import annotations

from collections import Counter

from l2dwk_core.common.text import counted, short_name, words_of
from l2dwk_core.datasets.tables.meaning.prediction_words import names_a_prediction
from l2dwk_core.votes.findings import by_chance
from l2dwk_core.votes.names_of_models import names_a_model
from l2dwk_core.votes.votes import Votes

_LISTED = 20
_FEW = 12  # so many models are listed even when no two names are alike
_READERS = frozenset(
    "reader readers rater raters annotator expert observer radiologist pathologist reviewer coder "
    "leser befunder gutachter lecteur lector lettore leitor".split()
)


def columns_of_models(votes: Votes) -> list[str]:
    """Return a note on which columns were taken as models, when one of them may be none: its name
    does not speak of predictions and it is right no more often than chance explains, or the names
    are of several kinds (Reader 1, Reader 2 and palpable; Smith and Jones)."""
    kinds = Counter(_kind_of_model(model) for model in votes.models)
    unlike = len(kinds) > 1 and (votes.n_models <= _FEW or max(kinds.values()) > 1)
    if not unlike and all(names_a_prediction(model) for model in by_chance(votes)):
        return []
    listed = ", ".join(repr(short_name(model)) for model in votes.models[:_LISTED])
    more = votes.n_models - _LISTED
    return [
        f"Read as predictions of {counted(votes.n_models, 'model')}: {listed}"
        + (f" and {more} more." if more > 0 else ".")
    ]


def _kind_of_model(name: str) -> str:
    """Return "model" or "reader" for a name that speaks of one, and for another what is left of it
    without numbers, and without the single letters and Roman numerals behind its first word."""
    if names_a_prediction(name) or names_a_model(name):
        return "model"
    words = [word.strip("0123456789") for word in words_of(name)]
    if not _READERS.isdisjoint(words):
        return "reader"
    rest = [word for word in words[1:] if len(word) > 1 and not set(word) <= set("ivx")]
    return " ".join([*words[:1], *rest])
