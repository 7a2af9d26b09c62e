"""The named values of L2DWK's choices, each with its explanation in one line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from l2dwk_core.method.kernels import KERNELS

CHOICES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "kernel": {name: kernel.about for name, kernel in KERNELS.items()},
        "kernel_form": {
            "joint": "one kernel between two members' whole weighted output vectors",
            "scalar": "a weighted sum of one kernel value per row, as the paper prints it",
        },
        "diversity": {
            "disagreement": "share of rows on which exactly one of two members is right",
            "double_fault": "share of rows on which both are wrong, subtracted",
            "double_fault_printed": "double fault with the paper's sign, and 1/4 for its 1/(4N): "
            "for λ > 0 one member is returned",
            "double_fault_authors": "double fault as the authors' program computes it",
        },
        "lam_on": {
            "diversity": "λ multiplies the diversity, as the paper prints it",
            "accuracy": "λ multiplies the accuracy, as the authors' program does",
        },
        "terms": {
            "both": "accuracy and diversity",
            "accuracy": "accuracy alone (λ = 0)",
            "diversity": "diversity alone",
        },
        "update": {
            "hinge": "all new kernel weight goes to the error set",
            "exp": "new kernel weight decays exponentially with the margin",
            "none": "kernel weights stay equal: one quadratic program, no rounds",
        },
        "error_set": {
            "margin": "rows whose margin is not positive",
            "vote": "rows the weighted plurality vote gets wrong",
        },
        "error_mass": {
            "set": "1/|E| each: the target sums to one",
            "vote": "1/(Nε) each, as printed: the sum can exceed one",
            "authors": "1/ε each, without the 1/N, as the authors' program",
        },
        "damping": {
            "1/(t+1)": "keeps a share of the first weights",
            "1/t": "as printed: the first weights are discarded at once",
            "authors": "add target/t and normalise, as the authors' program",
        },
        "returned": {
            "best": "round with the fewest wrong votes; ties: fewest members, then the latest",
            "last": "the last round's weights",
            "latest_best": "round with the fewest wrong votes; ties: the latest",
        },
        "small_weights": {
            "renormalise": "≤ 1e-6 become 0 in every round and the rest is rescaled to sum 1",
            "authors": "≤ 1e-3 become 0 in the returned weights only, without rescaling",
        },
        "matrix_repair": {
            "none": "the matrix is used as it is",
            "authors": "eigenvalues ≤ 0 of the bordered matrix become 1e-6: authors' program",
        },
        "missing_votes": {
            "pairwise": "each entry averages the rows where both members were out of bag",
            "impute": "a missing entry becomes the row's mean over the members that have one",
        },
        "outputs": {
            "votes": "right or wrong, ±1",
            "probabilities": "2p(y|x) − 1 in [−1, 1]: beyond the paper",
        },
        "solver": {
            "active_set": "this project's exact active-set method",
            "cvxpy": "a general solver called each round: the slow reference",
        },
    }
)
"""Allowed values of each choice with a one-line explanation: menus and checks read this table."""

STOP_RULES: Mapping[str, str] = MappingProxyType(
    {
        "no_errors": "the error set is empty",
        "no_vote_errors": "no weighted vote is wrong, even where a margin is not positive",
        "settled": "‖α*−α‖₁ and the change of w stay below 1e-6 for three rounds",
        "cycle": "the error set repeats with a period of at most 10 and w has come to rest",
    }
)
"""Stop rules that can be chosen; ``max_rounds`` always applies too."""
