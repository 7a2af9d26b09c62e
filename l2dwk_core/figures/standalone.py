"""Figures as one HTML file that needs neither a server nor a network."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterable
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from l2dwk_core.common.text import one_line
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.words import own_tags_only

_PLOTLY = threading.Lock()
"""Held while a figure is made: two threads that make their first at the same time sometimes failed
inside Plotly."""
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:"
)
"""An instruction for the browser: whatever the file contains, nothing is loaded from another
place."""
_STYLE = """
:root { color-scheme: light dark; --text: #262730; --page: #ffffff; --line: #d5dae1; }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e6e8ec; --page: #14171c; --line: #3a414b; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
  max-width: 1100px; margin: 0 auto; padding: 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line); }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
.scroll { overflow-x: auto; }
.figure { min-width: 600px; }
@media print {
  :root { color-scheme: light; }
  section { break-inside: avoid; }
  .scroll { overflow: visible; }
  .figure { min-width: 0; }
}
"""
# The text of a figure follows the reader's light or dark setting, also when it changes. Paper is
# white and narrower. Before printing the style for paper does not hold yet, so its colour and the
# width of A4 between its margins are set.
_DRAW = """
const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = () => getComputedStyle(document.body).color;
const figures = document.querySelectorAll(".figure");
for (const place of figures) {
  const {data, layout, frames} = JSON.parse(place.nextElementSibling.textContent);
  layout.font = {...layout.font, color: colour()};
  const config = {responsive: true, displaylogo: false, showSendToCloud: false,
    toImageButtonOptions: {filename: place.id, scale: 2}};
  Plotly.newPlot(place, {data, layout, frames, config});
}
const change = (parts) => figures.forEach(place => Plotly.relayout(place, parts));
dark.addEventListener("change", () => change({"font.color": colour()}));
addEventListener("beforeprint", () => figures.forEach(place => Plotly.relayout(place,
  {"font.color": "#262730", autosize: false, width: Math.min(680, place.clientWidth)})));
addEventListener("afterprint", () =>
  change({"font.color": colour(), autosize: true, width: null}));
"""


def document(title: str, parts: Iterable[str | Chart]) -> str:
    """Return one HTML page with everything in it, and Plotly's script once (4.8 MB).

    ``parts`` are pieces of HTML, taken as they are, and charts, each shown with its title and how
    to read it. Text for HTML goes through ``paragraph``, ``table`` and ``code``.
    """
    body = "\n".join(part if isinstance(part, str) else _section(part) for part in parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n"
        f"<script>{get_plotlyjs()}</script>\n</head>\n<body>\n<h1>{_text(title)}</h1>\n"
        f"{body}\n<script>{_DRAW}</script>\n</body>\n</html>\n"
    )


def chart_document(chart: Chart) -> str:
    """Return a page with one chart, as ``document`` does."""
    return document("L2DWK Explorer", [chart])


def heading(text: str) -> str:
    """Return a heading between parts."""
    return f"<h2>{_text(text)}</h2>"


def paragraph(text: str) -> str:
    """Return a paragraph of plain text."""
    return f"<p>{_text(text)}</p>"


def _text(value: object) -> str:
    """Return a value as the text of an element or of an attribute, in one line."""
    return html.escape(one_line(value))


def code(text: str) -> str:
    """Return text in lines, to be copied."""
    return f"<pre><code>{html.escape(text)}</code></pre>"


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table of plain values."""
    lines = ["".join(f"<th>{_text(name)}</th>" for name in head)]
    lines += ["".join(f"<td>{_text(v)}</td>" for v in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _section(chart: Chart) -> str:
    # Inside a script element "</script>" would end it, and "<!--" change how it ends.
    # A figure of its own: other sessions share the chart's, which must not be made in two threads.
    parts = chart.figure.to_dict()
    with _PLOTLY:
        text = go.Figure(parts).to_json()
    content = own_tags_only(text).replace("<", "\\u003c")
    return (
        f"<section>{heading(chart.title)}\n"
        f'<div class="scroll"><div class="figure" id="{_text(chart.name)}" role="figure" '
        f'aria-label="{_text(chart.alternative)}"></div>'
        f'<script type="application/json">{content}</script></div>\n'
        f"<p><strong>How to read this.</strong> {_text(chart.reading)}</p></section>"
    )
