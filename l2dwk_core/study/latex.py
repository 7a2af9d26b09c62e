"""The accuracies of a study as a LaTeX table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from l2dwk_core.common.text import one_line
from l2dwk_core.study.ranked_methods import RankedMethods

_SIGNS = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "[": "{[}", "*": "{*}",  # behind a line's end they would be its options
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "λ": r"$\lambda$", "α": r"$\alpha$", "β": r"$\beta$", "σ": r"$\sigma$", "κ": r"$\kappa$",
    "γ": r"$\gamma$", "ρ": r"$\rho$",
}  # fmt: skip


def latex_text(text: str) -> str:
    """Return words as LaTeX prints them, in one line."""
    return "".join(_SIGNS.get(sign, sign) for sign in one_line(text))


def latex_table(
    ranked: RankedMethods,
    methods: Sequence[str] | None = None,
    titles: Mapping[str, str] | None = None,
) -> str:
    r"""Return a table for the LaTeX package booktabs: accuracies in per cent, the best of each
    dataset in bold (all that tie), ``--`` where there is no result, and the mean rank.

    Datasets are rows and methods columns; the other way round where there are more methods.

    Parameters
    ----------
    methods
        Their order; without it, that of the table.
    titles
        What stands for a method; without it, its text.
    """
    table, names = ranked.table, dict(titles or {})
    columns = list(methods or table.methods)
    values = np.round(table.accuracies[columns].to_numpy(dtype=float), 12)
    best = np.nanmax(np.where(np.isnan(values), -1.0, values), axis=1, initial=-1.0)
    mean = ranked.mean_ranks
    cells = [
        [_cell(value, bool(value == top)) for value in row]
        for row, top in zip(values, best, strict=True)
    ]
    heads = [latex_text(names.get(name, name)) for name in columns]
    sides = [latex_text(name) for name in table.datasets]
    place = ["--" if np.isnan(mean[name]) else f"{mean[name]:.2f}" for name in columns]
    if len(columns) > len(sides):
        lines = [[head, *(row[j] for row in cells), place[j]] for j, head in enumerate(heads)]
        return _booktabs(["Method", *sides, "Mean rank"], lines, [])
    lines = [[side, *row] for side, row in zip(sides, cells, strict=True)]
    return _booktabs(["Dataset", *heads], lines, [["Mean rank", *place]])


def _cell(value: float, best: bool) -> str:
    if np.isnan(value):
        return "--"
    return rf"\textbf{{{100 * value:.1f}}}" if best else f"{100 * value:.1f}"


def _booktabs(head: list[str], lines: list[list[str]], last: list[list[str]]) -> str:
    def row(cells: list[str]) -> str:
        return " & ".join(cells) + r" \\"

    ending = [r"\midrule", *map(row, last)] if last else []
    return "\n".join(
        [
            "% needs \\usepackage{booktabs}",
            rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"\toprule",
            row(head),
            r"\midrule",
            *map(row, lines),
            *ending,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )
