"""The counter-examples of the Paper page: what each asks, its sliders, and its figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.paper import counter_examples
from pages.choices.page_choices import PaperChoice


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
