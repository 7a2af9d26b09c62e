"""Claims by their names, and the answer that a made study gives."""

from __future__ import annotations

import numpy as np

from l2dwk_core.paper.claim_answers import answer_claim
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.study.shipped_study import SHIPPED
from tests.made_study import made_study

TREE_METHOD = "l2dwk(kernel='gaussian')"
CLAIM = {claim.key: claim for claim in CLAIMS}
_RNG = np.random.default_rng(5)
NOISE = {name: _RNG.normal(0, 4) for name in SHIPPED["paper_table"].recipe.datasets}


def answered(key, points, **more):
    """The answer to a claim when its only study is made of these points (``made_study``)."""
    (study,) = CLAIM[key].evidence.studies
    return answer_claim(CLAIM[key], {study: made_study(study, points, **more)})
