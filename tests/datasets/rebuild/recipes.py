"""How each shipped table is made from its source: one short recipe a dataset.

Every recipe says what it changes — columns dropped, codes written as the words UCI gives for them,
rows without a class left out — and the catalogue repeats it for readers.
"""

from __future__ import annotations

from collections.abc import Callable

from l2dwk_core.datasets.tabular import Table
from tests.datasets.rebuild import recipes_medicine as medicine
from tests.datasets.rebuild import recipes_things as things
from tests.datasets.rebuild.reading import Paths

RECIPES: dict[str, Callable[[Paths], Table]] = {
    "audiology": medicine.audiology,
    "auto-mpg": things.auto_mpg,
    "autos": things.autos,
    "breast-cancer": medicine.breast_cancer,
    "bridges2": things.bridges2,
    "clean1": things.clean1,
    "colic": medicine.colic,
    "credit-a": things.credit_a,
    "diabetes": medicine.diabetes,
    "echocardiogram": medicine.echocardiogram,
    "flag": things.flag,
    "german": things.german,
    "glass": things.glass,
    "hayes-roth": things.hayes_roth,
    "heart-c": medicine.heart_c,
    "heart-h": medicine.heart_h,
    "heart-statlog": medicine.heart_statlog,
    "hepatitis": medicine.hepatitis,
    "kr-vs-kp": things.kr_vs_kp,
    "lymph": medicine.lymph,
    "machine": things.machine,
    "sonar": things.sonar,
    "vehicle": things.vehicle,
    "vowel": things.vowel,
    "wave40": things.wave40,
    "zoo": things.zoo,
}
