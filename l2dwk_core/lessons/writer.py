"""Write a lesson file with one step, which ``reader`` reads again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from l2dwk_core.common.toml_text import toml_line
from l2dwk_core.lessons.quantities import QUANTITIES

_STEP = "Predict, then look"


def one_question(
    ask: str,
    answer: str,
    choice: Mapping[str, Any],
    figures: Sequence[str],
    *,
    title: str,
    limits: tuple[float, float, float] | None = None,
    control: str = "",
) -> str:
    """Return the file of a lesson that asks one question about one run.

    ``answer``: the key of a quantity. ``limits``: low, high and step of the slider; None for a
    quantity that is a word, whose words become the options. ``choice``: fields of the run.
    """
    lines = [
        "+++", toml_line("title", title), toml_line("about", ask),
        toml_line("learnt", "You have compared a prediction with a run."), "+++", "", f"## {_STEP}",
        "+++", toml_line("figures", list(figures)),
    ]  # fmt: skip
    if control:
        lines.append(toml_line("control", control))
    lines += ["[choice]", *(toml_line(name, value) for name, value in choice.items())]
    lines += ["[question]", toml_line("ask", ask), toml_line("answer", answer)]
    if limits is not None:
        lines += [toml_line(*pair) for pair in zip(("low", "high", "step"), limits, strict=True)]
    else:
        lines.append("[question.options]")
        words = QUANTITIES[answer].words
        lines += [toml_line(word, said[0].upper() + said[1:]) for word, said in words.items()]
    lines.append("+++")
    return "\n".join(lines) + "\n"
