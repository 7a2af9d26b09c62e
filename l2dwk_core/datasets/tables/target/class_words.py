"""What "class" means in a longer name: the class of the table, as in class_label, or a grade or
group of the row, as in NYHA class."""

from __future__ import annotations

from l2dwk_core.common.text import words_of

LABEL, QUALIFIED, GROUP = range(3)
"""The word beside no other that says more; beside others that say of what; and beside those of
grades and groups, which are inputs more often than the class."""

WORDS = ("class", "target", "label")
"""The most likely first."""

_NEUTRAL = frozenset(
    "class classes target targets label labels type name id code no nr true truth actual gold "
    "ground final output desired binary multi multiclass encoded variable var col column attribute "
    "attr value y num number numeric int".split()
)
# Grades of patients, and groups of persons, tickets, drugs, things and money.
_GROUPS = frozenset(
    "nyha asa ccs killip mallampati child pugh who bmi functional weight age sex stage "
    "social socioeconomic economic income wage salary tax pay education occupation occupational "
    "employment job worker workers work rank school year "
    "ticket p pax passenger travel cabin fare seat flight train service booking room "
    "drug drugs medication medicine antibiotic atc therapeutic treatment ward insurance "
    "vehicle car engine fuel energy emission building housing zoning property land soil size "
    "tariff rate price asset share ship "
    "storage shipping postal mail hazard".split()
)


def class_word(name: str) -> tuple[str, int] | None:
    """Return which of `WORDS` a longer name holds and what it means there, or None."""
    words = words_of(name)
    found = next((word for word in WORDS if word in words), None)
    if found is None:
        return None
    others = [word for word in words if word not in _NEUTRAL and not word.isdecimal()]
    if not others:
        return found, LABEL
    return found, QUALIFIED if _GROUPS.isdisjoint(words) else GROUP
