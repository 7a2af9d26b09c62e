"""Names of columns that are the class rather than the sex of persons, the only column of words."""

from __future__ import annotations

from l2dwk_core.common.text import without_accents, words_of

_SEXES = frozenset(
    "sex gender geschlecht sexe genre sexo genero sesso genere geslacht kon kjonn plec pohlavi "
    "sukupuoli cinsiyet spol".split()
)
_STATES = frozenset(
    "disease diseased defect defects defective failure fault faulty broken anomaly outlier "
    "gold truth true actual observed positive infected infection sick ill illness cancer tumor "
    "tumour sepsis diabetes diabetic diabetics delirium complication complications injury target "
    "krank krankheit erkrankung erkrankt defekt ausfall fehler storung komplikation komplikationen "
    "infektion infiziert krebs "
    "malade maladie defaut panne infecte enfermedad enfermo defecto fallo averia complicacion "
    "infectado malattia malato difetto guasto complicanza infetto doenca doente defeito "
    "falha complicacao ziekte ziek storing complicatie".split()
)
_BESIDE = frozenset(
    "is has had y label value flag binary status yes no yn ist hat heart machine product part "
    "patient any at in of".split()
)


def names_sex(name: str) -> bool:
    """Return whether a column has the name of the sex of persons or animals."""
    return not _SEXES.isdisjoint(without_accents(word) for word in words_of(name))


def names_state(name: str) -> bool:
    """Return whether a name is that of a disease, a defect or the like, or of the truth: perhaps
    the class, where nothing else speaks for another column."""
    words = {without_accents(word) for word in words_of(name)} - _BESIDE
    return bool(words) and words <= _STATES
