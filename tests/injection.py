"""A table, and models' votes, of which every word tries to be more than a word: names of columns,
models, classes, cells and of the file itself."""

from __future__ import annotations

import csv
import io

HOST = "evil.example"
"""No request may go there, and no element may name it."""
_MARKUP = (
    f"![i](http://{HOST}/p.png)",
    f"[log in](http://{HOST}/)",
    f"<img src=http://{HOST}/i.png onerror=window.HIT=1>",
    "<script>window.HIT=1</script>",
    f'<a href="http://{HOST}/">link</a>',
    f"http://{HOST}/bare www.{HOST} me@{HOST}",
    ":material/bug_report: :red[red] :red-background[x] :smile: :blue-badge[b]",
    "$\\frac{1}{2}$ $$x^2$$",
    "%{x} %{customdata} %{meta.a}<extra>evil</extra>",
    "`code` \"quotes\" 'one' \\ back",
    "\n# heading\n- item\n> quote\n\n    code",
    "=cmd|' /C calc'!A1",
    "$(touch hit) `touch hit`; touch hit",
    "{{7*7}} {0} %s ${x}",
    "\u202eright to left\u2066\u200f",
    "</script><!--<script>",
)
_BLOCKS = ("---", "+ plus", "1. one", "2) two", "=====", "| a | b |", "2019. year", "-> -- >=")
"""Columns whose names would begin a block of their own, were they at the beginning of one, and
signs that are drawn as others where they stand alone."""
VOTES_FILE = f"![v]({HOST}) <b>$(touch hit) :red[v] 'q' \"d\" \u202e.csv"
FILE = f"![f]({HOST}) <b>$(touch hit) :red[f] 'q' \"d\" www.{HOST}.csv"
N_ROWS = 120
_LONG = "x" * 10_000


def columns() -> list[str]:
    """Names of the columns; the last is the class."""
    return [f"c{place} {markup}" for place, markup in enumerate(_MARKUP)] + [
        *_BLOCKS,
        f"![i](http://{HOST}/pixel.png) constant",
        f"long {_LONG}",
        f"class ![k](http://{HOST}/class.png)",
    ]


def classes() -> list[str]:
    """Names of the three classes."""
    return [
        f"![a](http://{HOST}/a.png) <b>A</b> %{{x}} $a$ :red[a]",
        "=1+1 <i>B</i>",
        f"<a href='http://{HOST}'>C</a>",
    ]


def votes() -> bytes:
    """A file of votes: a column a model, each named as a column of the table is, and labels."""
    out = io.StringIO()
    lines = csv.writer(out)
    names = columns()[:-1]
    lines.writerow([*names, "label"])
    for row in range(N_ROWS):
        right = row * 7 % 3
        wrong = [(row * (place + 5)) % 11 < 2 + place % 4 for place in range(len(names))]
        answers = [classes()[(right + (row % 2 + 1) * miss) % 3] for miss in wrong]
        lines.writerow([*answers, classes()[right]])
    return out.getvalue().encode()


def table() -> bytes:
    """The file: numbers in the even columns, injected symbols in the odd ones, some cells empty."""
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(columns())
    for row in range(N_ROWS):
        group = row * 7 % 3
        cells = [
            "" if row % 17 == place else
            f"{group + (row * (place + 3)) % 10 / 7}" if place % 2 == 0 else
            f"{_MARKUP[(group + row // 9) % 3]} cell {group}"
            for place in range(len(_MARKUP))
        ]  # fmt: skip
        numbers = [f"{group + row * (place + 2) % 11 / 5}" for place in range(len(_BLOCKS))]
        lines.writerow([*cells, *numbers, "1", f"{row % 4}", classes()[group]])
    return out.getvalue().encode()
