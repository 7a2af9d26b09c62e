"""What a reader can choose on Start, and the figures of that page, by their names."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.demos.three_voters import ThreeVoters, three_voters
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.start.majority import majority_vote_figure
from l2dwk_core.figures.start.three_voters import three_voters_figure, voters_plane_figure
from pages.choices.field_rules import number

START = "start"
"""What the parameters of the page start with in the address."""


@dataclass(frozen=True)
class StartChoice:
    """Three voters: how often each is right (%), and how far their mistakes overlap (%)."""

    accuracy: int = number(60, 35, 95, label="Each voter is right on … %")
    overlap: int = number(0, -100, 100, 5, label="Overlap of their mistakes")


def voters_of(choice: StartChoice) -> ThreeVoters:
    """Return the three voters of a choice."""
    return three_voters(choice.accuracy / 100, choice.overlap / 100)


def chart_of(choice: StartChoice, name: str) -> Chart | None:
    """Return one of the figures by its name."""
    return charts_of(choice).get(name)


def charts_of(choice: StartChoice) -> dict[str, Chart]:
    """Return the figures: who is right on which question, the plane, and more voters."""
    voters = voters_of(choice)
    charts = (
        three_voters_figure(voters),
        voters_plane_figure(voters),
        majority_vote_figure(voters.accuracy),
    )
    return {chart.name: chart for chart in charts}
