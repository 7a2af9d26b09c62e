"""The note that lists which columns were taken as models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from l2dwk_core.common.text import counted, short_name, words_of
from l2dwk_core.datasets.tables.meaning.prediction_words import (
    PREDICTION_WORDS,
    names_a_prediction,
)
from l2dwk_core.votes.findings import by_chance
from l2dwk_core.votes.names_of_models import names_a_voter
from l2dwk_core.votes.votes import Votes

_LISTED = 20
_FEW = 12  # so many models are listed even when no two names are alike
_READERS = frozenset(
    "reader readers rater raters annotator expert observer radiologist pathologist reviewer coder "
    "leser befunder gutachter lecteur lector lettore leitor".split()
)

_NO_MODEL = PREDICTION_WORDS | frozenset("label labels class".split())


def columns_of_models(votes: Votes) -> list[str]:
    """Return a note on which columns were taken as models, when one of them may be none: its name
    does not speak of predictions and it is right no more often than chance explains, or the names
    are of several kinds (Reader 1, Reader 2 and palpable; Smith and Jones), or one word carries
    several columns as others do (gpt4 and gpt4_refused, rf_top1 and rf_recall)."""
    twice = _two_of_one_model(votes.models)
    kinds = Counter(_kind_of_model(model) for model in votes.models)
    unlike = len(kinds) > 1 and (votes.n_models <= _FEW or max(kinds.values()) > 1)
    if not unlike and not twice and all(names_a_prediction(model) for model in by_chance(votes)):
        return []
    listed = ", ".join(repr(short_name(model)) for model in votes.models[:_LISTED])
    more = votes.n_models - _LISTED
    return [
        f"Read as predictions of {counted(votes.n_models, 'model')}: {listed}"
        + (f" and {more} more." if more > 0 else ".")
        + twice
    ]


def _two_of_one_model(models: Sequence[str]) -> str:
    """Return what to do where names say that two columns are those of one model; "" when none do.

    One has all words of the other and more that are no numbers (gpt4, gpt4_refused). Or the same
    words, no numbers alone, stand behind the first words of two models or more (reader1_recall).
    """
    parts = {name: tuple(w for w in words_of(name) if w not in _NO_MODEL) for name in models}
    names = {words: name for name, words in parts.items()}
    behind: dict[str, dict[tuple[str, ...], str]] = {}
    for name, words in parts.items():
        for n in range(1, len(words)):
            if (short := names.get(words[:n])) and not _are_numbers(words[n:]):
                return _advice(short, name)
        if len(words) > 1:
            behind.setdefault(words[0], {})[words[1:]] = name
    several = [its for its in behind.values() if len(its) > 1]
    for its in several:
        for rest, name in its.items():
            others = sum(rest in other for other in several)
            if others > 1 and not _are_numbers(rest):
                return _advice(*sorted((name, next(n for n in its.values() if n != name))))
    return ""


def _are_numbers(words: Sequence[str]) -> bool:
    return all(word.isdigit() for word in words)


def _advice(one: str, other: str) -> str:
    return (
        f" If {short_name(one)!r} and {short_name(other)!r} are columns of one model, leave out of "
        "the file those that hold something else than its answer, for all models."
    )


def names_a_reader(name: str) -> bool:
    """Return whether a name speaks of a person who answers: Reader 1, pathologist_b."""
    return not _READERS.isdisjoint(word.strip("0123456789") for word in words_of(name))


def _kind_of_model(name: str) -> str:
    """Return "model" or "reader" for a name that speaks of one, and for another what is left of it
    without numbers, and without the single letters and Roman numerals behind its first word."""
    if names_a_voter(name):
        return "model"
    if names_a_reader(name):
        return "reader"
    words = [word.strip("0123456789") for word in words_of(name)]
    rest = [word for word in words[1:] if len(word) > 1 and not set(word) <= set("ivx")]
    return " ".join([*words[:1], *rest])
