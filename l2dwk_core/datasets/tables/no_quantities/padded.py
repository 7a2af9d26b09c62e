"""Numbers that begin with a zero: codes, or quantities written with a fixed number of digits."""

from __future__ import annotations

import re

from l2dwk_core.common.text import without_accents, words_of
from l2dwk_core.datasets.tables.behind.named_units import named_unit
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.values import shortest

_LEADING_ZERO = re.compile(r"^0[0-9]+$", re.MULTILINE)
_DIGITS = re.compile(r"[0-9]+")
_MOST_DIGITS = 6
QUANTITIES = frozenset(
    "age alter edad eta idade leeftijd alder wiek weight gewicht peso poids vikt "
    "height length width depth size grosse hohe lange breite taille hauteur altura largo altezza "
    "lengte bmi glucose glukose glicemia glucosa glucemia glycemie systolic diastolic sbp dbp "
    "systolisch diastolisch pressure blutdruck pulse puls pulso pouls heartrate hr rate bpm "
    "temperature temp temperatur cholesterol cholesterin colesterol hdl ldl triglycerides insulin "
    "creatinine kreatinin urea sodium potassium hemoglobin haemoglobin platelets leukocytes wbc "
    "rbc count counts anzahl score points punkte amount price preis prix precio cost kosten salary "
    "income gehalt lohn duration dauer days tage jours dias minutes minuten hours stunden years "
    "jahre months monate distance speed concentration dose dosis volume area temperatura "
    "saturation spo2 oxygen mass steps schritte balance revenue turnover umsatz sales profit "
    "loss budget wealth vermogen einkommen betrag summe sum total kaufpreis population "
    "einwohner calories kcal energy power force torque altitude elevation elev depth radius "
    "diameter circumference perimeter frequency intensity mileage kilometerstand horsepower "
    "thrombozyten leukozyten erythrozyten thrombocytes leucocytes erythrocytes platelet ferritin "
    "ferritine troponin crp ck views likes downloads followers flache umfang masse revenu salaire "
    "ingreso ingresos salario stipendio reddito omzet inkomen geburtsgewicht korpergewicht".split()
)
"""Words of names of quantities."""
_CODES = frozenset(
    "code codes id ids no nr num number nummer zip plz postcode postal phone telephone tel telefon "
    "fax mobile key index icd cpt fips account serial barcode ean isbn kod codigo codice group "
    "class category bin site ward room".split()
)
# Of these there may be an amount or a count.
_HAVE_AMOUNTS = frozenset("account group class site ward room".split())


def has_leading_zeros(column: Column) -> bool:
    """Return whether a value is written with a zero before its other digits."""
    return _LEADING_ZERO.search("\n".join(column.levels)) is not None


def padded(column: Column) -> str:
    """Return how whole numbers are quantities that are filled up with zeros, in a sentence, or "":
    all have as many digits, and the name is that of a quantity or ends with a unit, and names no
    code, number or the like."""
    levels = column.levels
    if not all(map(_DIGITS.fullmatch, levels)) or len({*map(len, levels)}) > 1:
        return ""
    if len(levels[0]) > _MOST_DIGITS or not (column.unit or names_a_quantity(column.name)):
        return ""
    at = next(at for at, level in enumerate(levels) if _LEADING_ZERO.fullmatch(level))
    return (
        f"All are written with {len(levels[at])} digits, filled up with zeros: {levels[at]!r} is "
        f"read as {shortest(float(column.numbers[at]))}."
    )


def names_a_quantity(name: str) -> bool:
    """Return whether the name of a column is that of a quantity or ends with a unit, and names no
    code, number or the like; of several words the last may also name a quantity of it: account
    balance."""
    listed = [without_accents(word) for word in words_of(name)]
    words = set(listed)
    if words & _CODES and not (listed[-1] in QUANTITIES and words & _CODES <= _HAVE_AMOUNTS):
        return False
    unit, sure = named_unit(name)
    # A letter alone is more likely that of a type: batch_a.
    return bool(words & QUANTITIES) or sure or len(unit) > 1
