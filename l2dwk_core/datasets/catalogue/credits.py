"""The text of `SOURCES.md`, written from the declared facts so that the two always agree."""

from __future__ import annotations

from pathlib import Path

from l2dwk_core.datasets.catalogue import DATASETS

PATH = Path(__file__).parents[1] / "SOURCES.md"

_HEAD = """# Sources of the datasets

Written by `python -m l2dwk_core.datasets.catalogue.credits` from the declared facts; a test fails
when the two differ. Tables that are shipped lie in `files/`, their facts and the SHA-256 of their
content in `catalogue/facts/`; `tests/datasets/rebuild/` pins the packages they come from.

Unless a line says otherwise the data are from the UCI Machine Learning Repository (Dua & Graff,
University of California, Irvine) under CC BY 4.0: <https://creativecommons.org/licenses/by/4.0/>.
M. Zwitter & M. Soklic ask to be named when breast-cancer or lymph is used, and the principal
investigators (A. Janosi, W. Steinbrunn, M. Pfisterer, R. Detrano) when the heart data are.
"""


def sources_markdown() -> str:
    """Return one section for each dataset: title, donors, year, source, licence, roles and every
    change."""
    parts = [_HEAD, _sizes()]
    for facts in DATASETS.values():
        lines = [
            f"## {facts.name}",
            "",
            f"{facts.about} Class: {facts.target}.",
            "",
            f"- Title: {facts.title}",
            f"- Donor or creator: {facts.donors}",
            f"- Year: {facts.year}",
            f"- Source: {facts.source}",
            f"- Licence: {facts.licence}",
            f"- Size: {facts.n_rows} rows, {facts.n_numeric} numeric and {facts.n_symbolic} "
            f"symbolic columns, {facts.n_classes} classes, {facts.n_missing} missing cells",
            f"- Columns: {facts.roles}",
        ]
        if facts.difference:
            lines.append(f"- The paper's table: {facts.difference}")
        lines += [f"- Change: {change}" for change in facts.changes]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _sizes() -> str:
    """Return the paper's sizes beside the real ones, for the datasets that it lists."""
    lines = [
        "## The paper's sizes and the real ones",
        "",
        "Rows, columns and classes; in bold what the paper's table gives differently.",
        "",
        "| dataset | paper | real | why they differ |",
        "|---|---|---|---|",
    ]
    for facts in DATASETS.values():
        if facts.paper_sizes is None:
            continue
        printed = ", ".join(
            str(p) if p == r else f"**{p}**"
            for p, r in zip(facts.paper_sizes, facts.sizes, strict=True)
        )
        shown = ", ".join(map(str, facts.sizes))
        lines.append(f"| {facts.name} | {printed} | {shown} | {facts.difference} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PATH.write_text(sources_markdown(), encoding="utf-8")
