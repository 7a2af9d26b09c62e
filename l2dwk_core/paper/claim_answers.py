"""The verdict on each claim, from a proof or from the records of a study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from l2dwk_core.paper.claim import AgainstRival, Argument, FewerThan, NotRun, PaperClaim
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.paper.planned_contrasts import (
    ContrastResult,
    contrast_results,
    kept_results,
    planned_contrasts,
)
from l2dwk_core.study.shipped_study import SHIPPED, ShippedStudy


@dataclass(frozen=True, eq=False)
class ClaimAnswer:
    """A claim with its verdict.

    Attributes
    ----------
    claim
        The claim.
    verdict
        A key of ``CLAIM_VERDICTS``.
    reason
        Why, in one or two sentences.
    results
        The contrasts behind it; empty for a claim without a study.
    """

    claim: PaperClaim
    verdict: str
    reason: str
    results: tuple[ContrastResult, ...] = ()

    @property
    def weakest(self) -> ContrastResult | None:
        """Return the contrast with the smallest mean difference: a claim that is to hold in all
        settings is as strong as in this one. None without data."""
        known = [result for result in self.results if result.test is not None]
        return min(known, key=lambda result: result.test.mean if result.test else 0, default=None)


def answer_claim(claim: PaperClaim, studies: Mapping[str, ShippedStudy] = SHIPPED) -> ClaimAnswer:
    """Return the verdict on a claim.

    A mathematical claim has the verdict of its argument, and a claim without a study is undecided.
    Of a study, *first ahead* (``HeadToHead``) speaks for the claim; *second ahead* and *practically
    equal* speak against it. All contrasts for it: supported. Some for and some against: depends.
    Some against and none for: not supported. Otherwise it is undecided, and so it is until all
    datasets are computed.
    """
    return answer_claims((claim,), studies)[0]


def answer_claims(
    claims: Iterable[PaperClaim], studies: Mapping[str, ShippedStudy] = SHIPPED
) -> tuple[ClaimAnswer, ...]:
    """Return the verdicts on several claims, as ``answer_claim`` does. The contrasts of a study are
    computed once."""
    contrasts: dict[str, tuple[ContrastResult, ...]] = {}
    found = []
    for claim in claims:
        evidence = claim.evidence
        if isinstance(evidence, Argument):
            found.append(ClaimAnswer(claim, evidence.verdict, evidence.because))
        elif isinstance(evidence, NotRun):
            reason = f"No study has been run; it would compare {evidence.needs}."
            found.append(ClaimAnswer(claim, "undecided", reason))
        else:
            study = studies[evidence.study]
            if isinstance(evidence, FewerThan):
                results = kept_results(study, evidence.share)
            else:
                if study.key not in contrasts:
                    # Holm's correction is over all contrasts of the study, not only one rival's.
                    contrasts[study.key] = contrast_results(study, planned_contrasts(study))
                results = tuple(
                    result
                    for result in contrasts[study.key]
                    if evidence.rival in ("", result.contrast.second)
                )
            found.append(_from_study(claim, study, results))
    return tuple(found)


@cache
def claim_answers() -> tuple[ClaimAnswer, ...]:
    """Return the verdicts on ``CLAIMS`` from the studies that come with the package."""
    return answer_claims(CLAIMS)


def progress(study: ShippedStudy) -> str:
    """Return how many datasets are computed, in words: "4 of 31 datasets (0 of 16 judged)"."""
    done = study.finished
    words = f"{len(done)} of {len(study.recipe.datasets)} datasets"
    if not study.judged:
        return words
    judged = [name for name in study.judged if name in done]
    return f"{words} ({len(judged)} of {len(study.judged)} judged)"


def _from_study(
    claim: PaperClaim, study: ShippedStudy, results: tuple[ContrastResult, ...]
) -> ClaimAnswer:
    if study.missing:
        reason = f"Not all datasets are computed: {progress(study)}."
        if not study.finished:
            reason = f"The study has not been run yet: {progress(study)}."
        return ClaimAnswer(claim, "undecided", reason, results)
    verdicts = [result.test.verdict if result.test else "undecided" for result in results]
    n = {name: verdicts.count(name) for name in dict.fromkeys(verdicts)}
    ahead = n.get("first ahead", 0)
    against = n.get("second ahead", 0) + n.get("practically equal", 0)
    if ahead == len(verdicts):
        verdict = "supported"
    elif ahead and against:
        verdict = "depends"
    else:
        verdict = "not supported" if against else "undecided"
    first, second = _SIDES[type(claim.evidence)]
    said = {
        f"{first} in {{}}": ahead,
        f"{second} in {{}}": n.get("second ahead", 0),
        "practically equal in {}": n.get("practically equal", 0),
        "not decided in {}": n.get("undecided", 0),
    }
    parts = [text.format(count) for text, count in said.items() if count]
    reason = f"Of {len(verdicts)} comparisons: {', '.join(parts)}."
    return ClaimAnswer(claim, verdict, reason, results)


_SIDES = {
    AgainstRival: ("L2DWK ahead", "the other ahead"),
    FewerThan: ("fewer kept", "more kept"),
}
