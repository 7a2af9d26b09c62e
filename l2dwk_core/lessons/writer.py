"""Write a lesson file with one step, which ``reader`` reads again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.lessons.reader import AFTER


def one_question(
    ask: str,
    answer: str,
    choice: Mapping[str, Any],
    figures: Sequence[str],
    *,
    title: str,
    limits: tuple[float, float, float] | None = None,
    control: str = "",
    after: str = "",
) -> str:
    """Return the file of a lesson that asks one question about one run.

    ``answer``: the key of a quantity. ``limits``: low, high and step of the slider; None for a
    quantity that is a word, whose words become the options. ``choice``: fields of the run.
    ``after``: what is shown after the answer; without it, the value.
    """
    lines = [
        "+++", _line("title", title), _line("about", ask),
        _line("learnt", "You have compared a prediction with a run."), "+++", "", f"## {title}",
        "+++", _line("figures", list(figures)),
    ]  # fmt: skip
    if control:
        lines.append(_line("control", control))
    lines += ["[choice]", *(_line(name, value) for name, value in choice.items())]
    lines += ["[question]", _line("ask", ask), _line("answer", answer)]
    if limits is not None:
        lines += [_line(*pair) for pair in zip(("low", "high", "step"), limits, strict=True)]
    else:
        lines.append("[question.options]")
        words = QUANTITIES[answer].words
        lines += [_line(word, said[0].upper() + said[1:]) for word, said in words.items()]
    lines += ["+++", "Answer before you look.", "", AFTER, after or f"It is {{{{{answer}}}}}."]
    return "\n".join(lines) + "\n"


def _line(name: str, value: object) -> str:
    """Return a line of TOML. Its texts, numbers, lists and truth values are written as in JSON."""
    words = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"{name} = {words}"
