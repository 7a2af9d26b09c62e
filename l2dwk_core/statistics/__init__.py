"""What may be claimed from scores: intervals, tests, ranks, correlations."""

from __future__ import annotations

from l2dwk_core.statistics.across_datasets import AcrossDatasets, across_datasets
from l2dwk_core.statistics.bayes_signed_rank import SignedRankPosterior, bayes_signed_rank
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import GroupGains, sign_flip_test
from l2dwk_core.statistics.head_to_head import HeadToHead
from l2dwk_core.statistics.multiple_tests import holm
from l2dwk_core.statistics.paired_interval import PairedInterval, corrected_resampled_interval
from l2dwk_core.statistics.paired_votes import paired_claim, sign_test
from l2dwk_core.statistics.rank_correlation import rank_correlation
from l2dwk_core.statistics.rank_tests import friedman, nemenyi_difference, ranks
from l2dwk_core.statistics.significance import Claim, claims

__all__ = [
    "AcrossDatasets",
    "Claim",
    "DiscordantRows",
    "GroupGains",
    "HeadToHead",
    "PairedInterval",
    "SignedRankPosterior",
    "across_datasets",
    "bayes_signed_rank",
    "claims",
    "corrected_resampled_interval",
    "friedman",
    "holm",
    "nemenyi_difference",
    "paired_claim",
    "rank_correlation",
    "ranks",
    "sign_flip_test",
    "sign_test",
]
