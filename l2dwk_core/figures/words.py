"""Numbers and names as sentences and labels write them."""

from __future__ import annotations

import re

from l2dwk_core.common.text import MAX_NAME, short_name


def points(difference: float) -> str:
    """Return a difference of shares in percentage points."""
    shown = f"{100 * difference:+.1f}".replace("-", "−")
    return f"{'±0.0' if shown in ('+0.0', '−0.0') else shown} points"


def plural_of(shown: str, noun: str) -> str:
    """Return the noun after a number as it is shown: ``plural_of("1", "row")`` is "row", else
    "rows"."""
    return noun if shown == "1" else f"{noun}s"


def plain(text: object, most: int = MAX_NAME) -> str:
    """Return a user's own words so that Plotly shows them unchanged, in one line and not too long.

    Every such word reaches a figure through here: Plotly reads a few HTML tags and entities, takes
    what stands between dollar signs for a formula, and fills in ``%{...}`` in what it shows under
    the pointer.
    """
    return short_name(text, most).translate(_PLAIN)


_PLAIN = str.maketrans({sign: f"&#{ord(sign)};" for sign in "&<>$%{}"})


def own_tags_only(figure: str) -> str:
    """Return a figure as JSON in which only the few tags that figures here use are tags.

    Names go through ``plain`` where they enter a figure; if one did not, it still cannot become a
    link or anything else that is not drawn.
    """
    return _OTHER_TAG.sub("&#60;", figure)


_OTHER_TAG = re.compile(
    r"""<(?!/?(?:b|i|em|sub|sup|extra)>|br>|/span>|span\ style=\\"color:\#[0-9A-Fa-f]{6}\\">)""",
    re.VERBOSE,
)


def listed(names: list[str]) -> str:
    """Return names joined for a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def some_of(methods: list[str], n_all: int) -> str:
    """Return methods of *n_all* joined for a sentence that begins with them; of many the first
    three, and how many more."""
    if len(methods) == n_all > 2:
        return f"all {n_all} methods"
    if len(methods) > 4:
        methods = [*methods[:3], f"{len(methods) - 3} more"]
    return listed(methods)
