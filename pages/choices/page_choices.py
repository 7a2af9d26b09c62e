"""What a reader can choose on the pages beside the Lab: small records with limits."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.datasets.teaching import TEACHING_SETS
from l2dwk_core.method.settings import CHOICES
from l2dwk_core.paper import EQUATIONS
from pages.choices.field_rules import number, option

_WITH_EXAMPLE = tuple(e.slug for e in EQUATIONS if e.example)
_EXAMPLES = tuple(sorted({e.example for e in EQUATIONS if e.example}))


@dataclass(frozen=True)
class StartChoice:
    """Three voters: how often each is right (%), and how far their mistakes overlap (%)."""

    accuracy: int = number(60, 35, 95, label="Each voter is right on … %")
    overlap: int = number(0, -100, 100, 5, label="Overlap of their mistakes")


@dataclass(frozen=True)
class PairChoice:
    """Numbers of rows on which both of two members, only one of them, or neither is right."""

    both: int = number(45, 0, 100, label="Rows on which both are right")
    first: int = number(25, 0, 100, label="Only the first is right")
    second: int = number(20, 0, 100, label="Only the second is right")
    neither: int = number(10, 0, 100, label="Neither is right")


@dataclass(frozen=True)
class PaperChoice:
    """The equations listed, the counter-example that is open, and its sliders.

    ``example`` is the name of an equation or the letter of a counter-example; with a letter it
    opens below the first equation that has it. The first letter of a slider's name is that of its
    counter-example.
    """

    show: str = option("all", ("all", "exact", "defect", "reading"))
    example: str = option("", ("", *_EXAMPLES, *_WITH_EXAMPLE))
    a_kernel: str = option("gaussian", ("gaussian", "polynomial"))
    a_sigma: float = number(0.5, 0.2, 5.0, 0.1)
    a_degree: int = number(3, 1, 6)
    a_constant: float = number(1.0, 0.0, 3.0, 0.25)
    b_lam: float = number(4.0, 0.0, 60.0, 0.25)
    c_copies: int = number(1, 1, 50)
    d_rounds: int = number(5, 1, 12)
    e_plural: int = number(6, 0, 12)
    e_wrong: int = number(2, 0, 8)
    f_error: float = number(0.0, 0.0, 1.0, 0.05)
    g_lam: float = number(2.0, 0.25, 20.0, 0.25)
    h_constant: float = number(-0.5, -1.0, 1.0, 0.05)
    i_members: int = number(11, 1, 301, 2)
    k_lam: float = number(1.0, 0.25, 5.0, 0.25)
    l_position: float = number(0.5, 0.0, 1.0, 0.05)
    m_rows: int = number(80, 1, 100)


@dataclass(frozen=True)
class PlaygroundChoice:
    """Points, trees and weights of the Playground.

    ``noise`` spreads the points; ``flipped`` is the share of flipped labels. ``boundaries`` draws
    the borders of the trees: of all trees with weight, or of one ``member`` (from 1; 0 for all).
    """

    shape: str = option("circles", tuple(TEACHING_SETS))
    points: int = number(300, 60, 600, 20)
    noise: float = number(0.15, 0.0, 1.0, 0.05)
    flipped: float = number(0.1, 0.0, 0.4, 0.05)
    seed: int = number(0, 0, 2**31 - 1)
    depth: int = number(2, 1, 12)
    members: int = number(51, 1, 101)
    kernel: str = option("gaussian", tuple(CHOICES["kernel"]))
    lam: float = number(1.0, 0.0, 100.0)
    sigma: float = number(1.0, 0.1, 10.0)
    rounds: int = number(15, 1, 40)
    boundaries: bool = False
    member: int = number(0, 0, 101)


START, PAIR, PAPER, PLAYGROUND = "start", "pair", "paper", "playground"
"""What the parameters of each page start with in the address."""
