"""What may be claimed from scores: intervals, tests, ranks, correlations."""

from __future__ import annotations

from l2dwk_core.statistics.rank_correlation import rank_correlation
from l2dwk_core.statistics.rank_tests import friedman, nemenyi_difference, wilcoxon_holm
from l2dwk_core.statistics.significance import (
    Claim,
    DiscordantRows,
    PairedInterval,
    claims,
    corrected_resampled_interval,
    holm,
    paired_claim,
    sign_test,
)

__all__ = [
    "Claim",
    "DiscordantRows",
    "PairedInterval",
    "claims",
    "corrected_resampled_interval",
    "friedman",
    "holm",
    "nemenyi_difference",
    "paired_claim",
    "rank_correlation",
    "ranks",
    "sign_test",
    "wilcoxon_holm",
]
