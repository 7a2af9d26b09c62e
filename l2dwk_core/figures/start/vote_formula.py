"""The accuracy of the vote of three voters as a formula with its numbers in it."""

from __future__ import annotations

from l2dwk_core.demos.three_voters import ThreeVoters


def vote_formula(voters: ThreeVoters) -> str:
    """Return LaTeX for P(vote right) = |t|·extreme + (1 − |t|)·(p³ + 3p²q), with q = 1 − p."""
    p, q = f"{voters.accuracy:.2f}", f"{1 - voters.accuracy:.2f}"
    independent = rf"{p}^3 + 3\cdot {p}^2\cdot {q}"
    lines = [rf"&P(\text{{vote right}}) = \mathbf{{{100 * voters.vote:.1f}\%}}"]
    if voters.overlap == 0:
        lines.append(rf"&= {independent}")
    else:
        weight = abs(voters.overlap)
        kind = "copies" if voters.overlap > 0 else "kept apart"
        lines += [
            rf"&= {weight:.2f}\cdot\underbrace{{{voters.extreme_vote:.2f}}}_{{\text{{{kind}}}}}",
            rf"&\quad + {1 - weight:.2f}\cdot\underbrace{{({independent})}}"
            r"_{\text{independent}}",
        ]
    return r"\begin{aligned}" + r"\\".join(lines) + r"\end{aligned}"
