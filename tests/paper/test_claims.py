"""Every claim has a group and an answer; an argument is what its counter-example computes."""

from __future__ import annotations

import numpy as np

from l2dwk_core.paper import EQUATIONS, examples
from l2dwk_core.paper.claim import CLAIM_VERDICTS, GROUPS, Argument, Measured, NotRun
from l2dwk_core.paper.claim_answers import claim_answers
from l2dwk_core.paper.claims import CLAIMS
from tests.paper.answered_claims import CLAIM

TREE_RIVALS = ("bagging", "adaboost", "random_forest", "gasen", "rse", "epsdp")


def test_claims_have_a_group_a_name_and_an_answer():
    assert len(CLAIM) == len(CLAIMS)
    assert [g for g in GROUPS if any(c.group == g for c in CLAIMS)] == list(
        dict.fromkeys(c.group for c in CLAIMS)
    ) == list(GROUPS)  # fmt: skip
    rivals = {c.evidence.rival for c in CLAIMS if isinstance(c.evidence, Measured)}
    assert rivals == {*TREE_RIVALS, ""}
    for answer in claim_answers():
        assert answer.verdict in CLAIM_VERDICTS
        assert answer.reason.endswith(".")
        if isinstance(answer.claim.evidence, NotRun):
            assert answer.verdict == "undecided"
            assert answer.reason.startswith("No study has been run")


def test_what_an_argument_says_is_what_its_counter_example_computes():
    of = {e.key: e.example for e in EQUATIONS}
    letters = {c.key: of[c.evidence.equation] for c in CLAIMS if isinstance(c.evidence, Argument)}
    assert letters == {
        "convex_weights": "h", "printed_kernels": "a", "double_fault": "b", "joint_convexity": "l",
        "sum_of_alpha": "e",
    }  # fmt: skip
    assert examples.smallest_curvature(-0.5) < 0 < examples.smallest_curvature(1.0)
    for kernel in ("gaussian", "polynomial"):
        forms = examples.kernel_forms(kernel)
        np.testing.assert_allclose(forms.scalar, forms.linear, atol=1e-9)
    oracle = examples.EXAMPLE.astype(float)
    fault = (1 - oracle).T @ (1 - oracle) / (4 * len(oracle))
    rng = np.random.default_rng(5)
    for lam in (1.0, 100.0):
        # With the printed sign no mixture is better than the best single member.
        mixtures = rng.dirichlet(np.full(oracle.shape[1], 0.3), size=500)
        f = -mixtures @ oracle.mean(axis=0) - lam * ((mixtures @ fault) * mixtures).sum(axis=1)
        assert f.min() >= examples.single_member_objective(lam).min() - 1e-12
    line = examples.joint_segment()
    assert line.value[len(line.value) // 2] > line.chord[len(line.chord) // 2]
    assert examples.hinge_mass(6, 2, 10).mass > 1
