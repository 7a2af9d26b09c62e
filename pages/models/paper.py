"""What a reader can choose on the Paper page, and its counter-examples with their sliders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.paper import EQUATIONS
from pages.choices.field_rules import number, option

PAPER = "paper"
"""What the parameters of the page start with in the address."""

_WITH_EXAMPLE = tuple(e.slug for e in EQUATIONS if e.example)
_EXAMPLES = tuple(sorted({e.example for e in EQUATIONS if e.example}))


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


class Example(NamedTuple):
    """A counter-example. ``controls``: the labels of its sliders by field of ``PaperChoice``."""

    question: str
    controls: dict[str, str]
    figure: Callable[[PaperChoice], Chart]


def chart_of(choice: PaperChoice, letter: str) -> Chart | None:
    """Return the figure of the counter-example with this letter; None without such an example."""
    return EXAMPLES[letter].figure(choice) if letter in EXAMPLES else None


EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "a": Example(
            "Does the kernel change the weights?",
            {
                "a_kernel": "Kernel",
                "a_sigma": "σ",
                "a_degree": "Degree d",
                "a_constant": "Constant c",
            },
            lambda c: counter_examples.kernels_figure(
                c.a_kernel, c.a_sigma, c.a_degree, c.a_constant
            ),
        ),
        "b": Example(
            "Which members does the printed double fault return?",
            {"b_lam": "λ"},
            lambda c: counter_examples.double_fault_figure(c.b_lam),
        ),
        "c": Example(
            "What does 1/(4N) do when rows are repeated?",
            {"c_copies": "Copies of every row"},
            lambda c: counter_examples.quarter_figure(c.c_copies),
        ),
        "d": Example(
            "What does α remember?",
            {"d_rounds": "Rounds so far"},
            lambda c: counter_examples.damping_figure(c.d_rounds),
        ),
        "e": Example(
            "Do the new kernel weights sum to 1?",
            {"e_plural": "Rows won by 3 against 2 and 2", "e_wrong": "Rows everybody gets wrong"},
            lambda c: counter_examples.hinge_figure(c.e_plural, c.e_wrong),
        ),
        "f": Example(
            "Is θ always defined?",
            {"f_error": "ε, share of wrong votes"},
            lambda c: counter_examples.theta_figure(c.f_error),
        ),
        "g": Example(
            "Which λ is meant?",
            {"g_lam": "λ"},
            lambda c: counter_examples.normalisation_figure(c.g_lam),
        ),
        "h": Example(
            "Is the joint polynomial objective convex?",
            {"h_constant": "Constant c"},
            lambda c: counter_examples.curvature_figure(c.h_constant),
        ),
        "i": Example(
            "Is any vote on the training rows wrong?",
            {"i_members": "Fully grown trees"},
            lambda c: counter_examples.training_vote_figure(c.i_members),
        ),
        "k": Example(
            "Which rows would a minimum over α choose?",
            {"k_lam": "λ"},
            lambda c: counter_examples.alpha_figure(c.k_lam),
        ),
        "l": Example(
            "Is the criterion convex in w and α together?",
            {"l_position": "How far along the line"},
            lambda c: counter_examples.joint_figure(c.l_position),
        ),
        "m": Example(
            "How much does a member disagree with itself?",
            {"m_rows": "Rows N"},
            lambda c: counter_examples.self_figure(c.m_rows),
        ),
    }
)
"""Every counter-example, by its letter."""
