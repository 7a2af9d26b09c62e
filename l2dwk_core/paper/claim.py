"""The record of one claim: what is promised, and what can answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

CLAIM_VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "supported": "measurements, or a proof, agree with it",
        "not supported": "measurements, or a counter-example, speak against it",
        "depends": "it holds in some of the settings that it is about, and fails in others",
        "not defined": "the printed formulas do not define what it speaks of",
        "undecided": "no study has been run, a study is not complete, or its numbers do not decide",
    }
)

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "accuracy": "How accurate is it?",
        "ours": "Does it pay elsewhere? A claim of this project, not of the paper",
        "formulas": "Do the formulas do what is said?",
        "parts": "Do its parts work as said?",
    }
)
"""The groups of claims, in order, each with the question that its claims answer."""


@dataclass(frozen=True)
class Argument:
    """A mathematical answer.

    Attributes
    ----------
    verdict
        A key of ``CLAIM_VERDICTS``.
    because
        Why, in plain words.
    equation
        Key of the equation (``EQUATIONS``) that has the counter-example.
    """

    verdict: str
    because: str
    equation: str


@dataclass(frozen=True)
class Measured:
    """The contrasts of one or more studies that answer a claim.

    Attributes
    ----------
    studies
        Their names.
    role
        That of ``PlannedContrast``.
    rival
        The text of the second method; empty for any.
    expects
        "more": the claim holds where the first method is ahead; "equal": where the two are
        practically equal.
    """

    studies: tuple[str, ...]
    role: str
    rival: str = ""
    expects: str = "more"


@dataclass(frozen=True)
class NotRun:
    """No study has been run. ``needs``: what a study would have to compare."""

    needs: str


Evidence = Argument | Measured | NotRun


@dataclass(frozen=True)
class PaperClaim:
    """One claim, in our words.

    Attributes
    ----------
    key
        Its name.
    group
        A key of ``GROUPS``.
    title
        The claim in one short sentence.
    promise
        What is promised, for somebody who has not seen the paper.
    evidence
        What answers it.
    example
        Fields of a run and their values, for a run that shows what the claim is about.
    """

    key: str
    group: str
    title: str
    promise: str
    evidence: Evidence
    example: Mapping[str, str] = field(default_factory=dict)
