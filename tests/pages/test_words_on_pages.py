"""The words around the controls: each term is explained once, and reachable on every page."""

from __future__ import annotations

import pytest

from pages.choices.choice import Choice
from pages.widgets import copy_link
from pages.widgets.glossary import WORDS, meaning
from tests import page_apps as apps


@pytest.mark.parametrize("view", apps.VIEWS)
def test_every_page_offers_the_words_and_its_link(view):
    app = apps.open_page(view)
    apps.check(app)
    assert "Words" in [block.proto.popover.label for block in app.get("popover")]
    parts = [part.proto.component_name for part in app.get("bidi_component")]
    assert parts.count(copy_link.NAME) == 1


def test_every_word_is_explained_in_one_paragraph_of_its_own():
    assert len(set(WORDS.values())) == len(WORDS)
    for word, text in WORDS.items():
        assert text[0].isupper() or not text[0].isalpha(), word
        assert text.endswith("."), word
        assert "\n" not in text


def test_words_that_the_pages_use_without_a_mark_are_in_the_list():
    """Readers look for these; the search finds a word in the explanations too."""
    listed = "\n".join(f"{word}: {text}" for word, text in WORDS.items())
    for wanted in ("bagged", "Learning to Diversify via Weighted Kernels"):
        assert wanted in listed
    assert {
        "classifier", "bagging", "CART", "L2DWK", "exact sign test", "p-value", "forward selection",
    } <= set(WORDS)  # fmt: skip


def test_helps_of_controls_are_the_words():
    app = apps.open_page("lab.py", v="1", dataset="zoo")
    assert app.select_slider(key="choice.lam").help == meaning("λ")
    assert "margins of all rows together" in meaning("λ")
    assert app.select_slider(key="choice.sigma").help == meaning("σ")
    assert app.number_input(key="choice.seed").help == meaning("seed")
    app.session_state["more_choices"] = True
    app.run()
    app.selectbox(key="choice.lam_on").set_value("accuracy").run()
    assert "multiplies the accuracy" in app.select_slider(key="choice.lam").help


@pytest.mark.all_members
def test_run_card_says_what_is_trained_and_what_is_used():
    app = apps.open_page("lab.py", v="1", dataset="vehicle", n_members="20")
    assert f"{Choice.n_members} members** are not trained yet; the first 20 of them" in apps.said(
        app
    )
    app = apps.open_page("lab.py", v="1", dataset="vehicle")
    assert "are not trained yet. Small" in apps.said(app)
    app = apps.open_page("lab.py", v="1", dataset="vehicle", n_members="400")
    assert "400 members** are not trained yet. Small" in apps.said(app)


def test_words_of_the_pages_about_diversity_and_kernels_are_explained():
    wanted = {
        "Q statistic", "correlation ρ", "κ (kappa)", "disagreement", "double fault", "error set",
        "quadratic program", "scalar form", "joint form", "degree d", "constant c",
    }  # fmt: skip
    assert wanted <= set(WORDS)
    app = apps.open_page("lab.py", v="1", dataset="zoo", kernel="polynomial")
    assert app.number_input(key="choice.degree").help == meaning("degree d")
    assert app.number_input(key="choice.constant").help == meaning("constant c")
