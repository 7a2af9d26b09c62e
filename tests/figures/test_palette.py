"""Words in figures can be read on the light and on the dark page."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from l2dwk_core import figures
from l2dwk_core.figures import palette
from l2dwk_core.figures.palette import CLASSES, COLOUR_MEANINGS, contrast, ink_on, keyed

READABLE = 4.5
"""Least contrast of text, WCAG 2.2, criterion 1.4.3."""
ROOT = Path(figures.__file__).parents[2]
FIGURES = sorted((ROOT / "l2dwk_core/figures").rglob("*.py"))
THEMES = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
PAGES = [THEMES[name]["backgroundColor"] for name in ("light", "dark")]


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")
    assert contrast("#11171c", "#11171c") == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_of_the_page_is_readable_and_so_is_how_to_read_a_figure(theme):
    text, page = THEMES[theme]["textColor"], THEMES[theme]["backgroundColor"]
    assert contrast(text, page) > READABLE
    ends = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (text, page)]
    faded = "#" + "".join(f"{round(0.75 * t + 0.25 * p):02x}" for t, p in zip(*ends, strict=True))
    assert contrast(faded, page) > READABLE


def test_no_colour_could_be_text_on_both_pages():
    """Greys stand for all: contrast is of luminance alone."""
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(256)]
    best = max(min(contrast(grey, page) for page in PAGES) for grey in greys)
    assert 4.2 < best < READABLE
    for colour in COLOUR_MEANINGS.values():
        assert min(contrast(colour, page) for page in PAGES) < READABLE


def test_words_about_a_colour_keep_the_colour_of_the_page():
    coloured, words = keyed("uniform vote", "#E69F00").split("</span>")
    assert coloured == '<span style="color:#E69F00">●'
    assert words == " uniform vote"


def test_ink_on_a_class_is_readable():
    for colour in (*CLASSES, palette.MEMBERS):
        assert contrast(ink_on(colour), colour) > READABLE


def _coloured_text(source: str) -> list[int]:
    """Lines on which a font is given a colour that is not chosen for what is behind it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        named: list[tuple[object, ast.expr]] = []
        if isinstance(node, ast.Dict):
            keys = (getattr(key, "value", None) for key in node.keys)
            named = list(zip(keys, node.values, strict=True))
        elif isinstance(node, ast.Call):
            named = [(keyword.arg, keyword.value) for keyword in node.keywords]
        for name, font in named:
            if name in ("font", "textfont", "tickfont") and isinstance(font, ast.Dict):
                found += [
                    part.lineno
                    for what, part in zip(font.keys, font.values, strict=True)
                    if isinstance(what, ast.Constant) and what.value == "color"
                    and not (isinstance(part, ast.Call) and ast.unparse(part.func) == "ink_on")
                ]  # fmt: skip
    return found


def test_no_font_has_a_colour_of_its_own():
    assert _coloured_text('a = {"textfont": {"color": L2DWK}}') == [1]
    assert _coloured_text('trace(textfont={"color": L2DWK})') == [1]
    assert not _coloured_text('a = {"textfont": {"color": ink_on(L2DWK)}, "line": {"color": 1}}')
    coloured = {path.name for path in FIGURES if _coloured_text(path.read_text())}
    # In a sentence as well a colour is shown by a mark.
    spans = [path.name for path in FIGURES if "<span" in path.read_text()]
    assert spans == ["palette.py"]
    assert coloured == set()
