"""The verdict on each claim, from a proof or from the records of a study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from l2dwk_core.common.text import counted
from l2dwk_core.paper.claim import Argument, Measured, NotRun, PaperClaim
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.paper.compared_values import COMPARED_VALUES, ComparedValue
from l2dwk_core.paper.planned_contrasts import (
    ContrastResult,
    contrast_results,
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
    def value(self) -> ComparedValue:
        """Return what its contrasts compare."""
        return COMPARED_VALUES[self.results[0].contrast.value if self.results else "accuracy"]

    @property
    def weakest(self) -> ContrastResult | None:
        """Return the least favourable contrast: a claim that is to hold in all settings is as
        strong as in this one. That is the smallest mean difference, or, where two methods should be
        alike, the largest to either side. None without data."""
        evidence = self.claim.evidence
        equal = isinstance(evidence, Measured) and evidence.expects == "equal"

        def favour(result: ContrastResult) -> float:
            mean = result.test.mean if result.test else 0.0
            return -abs(mean) if equal else mean

        known = [result for result in self.results if result.test is not None]
        return min(known, key=favour, default=None)


def answer_claim(claim: PaperClaim, studies: Mapping[str, ShippedStudy] = SHIPPED) -> ClaimAnswer:
    """Return the verdict on a claim.

    A mathematical claim has the verdict of its argument, and a claim without a study is undecided.
    Of a study, *first ahead* (``HeadToHead``) speaks for the claim; *second ahead* and *practically
    equal* speak against it. Of a claim that two methods are alike, *practically equal* speaks for
    it, the others against it. All contrasts for it: supported. Some for and some against: depends.
    Some against and none for: not supported. Otherwise it is undecided, and so it is until all
    datasets are computed.
    """
    return answer_claims((claim,), studies)[0]


def answer_claims(
    claims: Iterable[PaperClaim], studies: Mapping[str, ShippedStudy] = SHIPPED
) -> tuple[ClaimAnswer, ...]:
    """Return the verdicts on several claims, as ``answer_claim`` does. The contrasts of a study are
    computed once."""
    of_studies: dict[str, tuple[ContrastResult, ...]] = {}

    def results_of(key: str) -> tuple[ContrastResult, ...]:
        if key not in of_studies:
            # Holm's correction is over all contrasts of the study, not only those of one claim.
            of_studies[key] = contrast_results(studies[key], planned_contrasts(studies[key]))
        return of_studies[key]

    found = []
    for claim in claims:
        evidence = claim.evidence
        if isinstance(evidence, Argument):
            found.append(ClaimAnswer(claim, evidence.verdict, evidence.because))
        elif isinstance(evidence, NotRun):
            reason = f"No study has been run; it would compare {evidence.needs}."
            found.append(ClaimAnswer(claim, "undecided", reason))
        else:
            results = tuple(
                result for key in evidence.studies for result in _asked(evidence, results_of(key))
            )
            found.append(
                _from_studies(claim, evidence, [studies[key] for key in evidence.studies], results)
            )
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


def _asked(evidence: Measured, results: tuple[ContrastResult, ...]) -> tuple[ContrastResult, ...]:
    """Return the contrasts that a claim is about. The chosen candidate may be the primary method,
    whose contrasts are then the ones of both."""
    roles = {result.contrast.role for result in results}
    role = evidence.role
    if role == "chosen" and role not in roles:
        role = "primary"
    return tuple(
        result
        for result in results
        if result.contrast.role == role and evidence.rival in ("", result.contrast.second)
    )


def _from_studies(
    claim: PaperClaim,
    evidence: Measured,
    studies: list[ShippedStudy],
    results: tuple[ContrastResult, ...],
) -> ClaimAnswer:
    if any(study.missing for study in studies):
        count = "; ".join(dict.fromkeys(progress(study) for study in studies))
        reason = f"Not all datasets are computed: {count}."
        if not any(study.finished for study in studies):
            reason = f"The study has not been run yet: {count}."
        return ClaimAnswer(claim, "undecided", reason, results)
    verdicts = [result.test.verdict if result.test else "undecided" for result in results]
    n = {name: verdicts.count(name) for name in dict.fromkeys(verdicts)}
    decided = n.get("first ahead", 0) + n.get("second ahead", 0) + n.get("practically equal", 0)
    speaks_for = n.get("practically equal" if evidence.expects == "equal" else "first ahead", 0)
    against = decided - speaks_for
    if speaks_for == len(verdicts):
        verdict = "supported"
    elif speaks_for and against:
        verdict = "depends"
    else:
        verdict = "not supported" if against else "undecided"
    answer = ClaimAnswer(claim, verdict, "", results)
    said = {
        f"{answer.value.ahead} in {{}}": n.get("first ahead", 0),
        f"{answer.value.behind} in {{}}": n.get("second ahead", 0),
        "practically equal in {}": n.get("practically equal", 0),
        "not decided in {}": n.get("undecided", 0),
    }
    parts = [text.format(count) for text, count in said.items() if count]
    reason = f"Of {counted(len(verdicts), 'comparison')}: {', '.join(parts)}."
    return replace(answer, reason=reason)
