"""The field's words, each explained once. The Words list, marked words in texts and the help of
controls use them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS, SETTING_FACTS
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES

_SEARCH = st.components.v2.component(
    "l2dwk_words_search",
    html=Path(__file__).with_name("words_search.html").read_text(encoding="utf-8"),
    css=Path(__file__).with_name("words_search.css").read_text(encoding="utf-8"),
    js=Path(__file__).with_name("words_search.js").read_text(encoding="utf-8"),
)
_MARK = re.compile(r"\[\[(.+?)\]\]")
_EMPHASIS = re.compile(r"\*+([^*]+)\*+")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "classifier": "A rule, learnt from rows whose class is known, that names a class for any "
        "row.",
        "ensemble": "Several classifiers that answer together, by a vote.",
        "member": "One classifier of an ensemble; here mostly a decision tree.",
        "base ensemble": "The members before any are chosen, and how they were trained.",
        "vote": "Each member names a class; the class with the most votes, or the most weight, is "
        "the answer. In a **uniform vote** all members count the same.",
        "weight w": "A member's share of the vote. All shares are 0 or more and add up to 1 (a "
        "little less where small ones are cut without rescaling, as the authors' program does).",
        "L2DWK": "Learning to Diversify via Weighted Kernels, the method of Yin, Yang & Hao "
        "(2014): it learns the weights w and, with a kernel, rewards members that differ.",
        "sparsity": "How few members keep a weight above 0.",
        "effective number": "1/Σw²: the weight is spread as over this many members of equal "
        "weight. It is the number of members when all weigh the same, and 1 when one has all the "
        "weight.",
        "training rows": "Rows the members learn from.",
        "weighting rows": "Rows the members are judged on, to find their weights.",
        "oracle": "The table of who is right where: for each weighting row and member +1 (right) "
        "or −1 (wrong). The method sees nothing else.",
        "test rows": "Rows that took no part in anything; only they tell how good the vote is.",
        "hold-out": _sentence(ORACLE_SOURCES["hold_out"]),
        "out-of-bag": _sentence(ORACLE_SOURCES["out_of_bag"])
        + " It costs no rows, but leaves votes missing.",
        "out of fold": _sentence(ORACLE_SOURCES["out_of_fold"])
        + " Each vote is that of a model that has not seen the row, and no row is lost; but the "
        "models must differ by what they are, as those of a library do.",
        "bootstrap": "As many rows as there are, drawn with replacement: some come twice, about "
        "37% not at all.",
        "bagging": "Training each member on a bootstrap sample of its own; such members are called "
        "bagged. As a method to compare with: their uniform vote.",
        "CART": "Classification and regression trees (Breiman and others 1984): decision trees "
        "that ask of one column at a time whether its value is above a cut point.",
        "margin": "Of a row: the weight of the members that are right minus the weight of those "
        "that are wrong. 1 is unanimously right, 0 as much right as wrong, −1 unanimously wrong.",
        "kernel": "A number for how alike two members answer.",
        "joint form": "One kernel value for two members' whole columns of answers, with the "
        "weights α inside the kernel. The choice of the kernel then matters.",
        "scalar form": "Row by row: one kernel value for each row, added up with the weights α. "
        "Where an answer is only right or wrong, every kernel that gives *same* more "
        "than *different* leads to the same members.",
        **{
            facts.word: facts.explanation
            for facts in (SETTING_FACTS[name] for name in KERNEL_PARAMETERS)
        },
        "kernel weight α": "How much a row counts when members are compared and judged. Equal at "
        "first, then moved towards rows the vote gets wrong.",
        "error set": "The rows kernel weight α moves to: those whose margin is not above 0 or, if "
        "so chosen, those the weighted vote gets wrong. A row that already has more weight than "
        "its share of the target loses weight nevertheless.",
        "round": "One turn of the loop: find the best weights w, then move α towards the mistakes.",
        "objective": "What each round makes as small as possible: with disagreement −accuracy + "
        "(λ/2)·similarity of the members. The kernel weights α are part of it and change after "
        "each round. So the values of two rounds are those of two functions, and may rise.",
        "quadratic program": "The search for the smallest value of a function with squares and "
        "products under linear conditions; here for the weights w, which are 0 or more and add up "
        "to 1.",
        "certificate": "A proved bound: up to rounding, the objective found is no further than "
        "this from the best possible.",
        "λ": "Strength of diversity. Small λ rewards accuracy alone: at 0 only the best members "
        "keep weight. Larger λ pulls the margins of all rows together, with the linear kernel "
        "towards 1/λ, and mostly more members keep weight.",
        "diversity": "That members err on different rows, so that the others can outvote them.",
        "disagreement": _sentence(CHOICES["diversity"]["disagreement"]),
        "double fault": "Share of rows on which both of two members are wrong.",
        "bias": "The loss that remains when a member's answers are combined over many samples of "
        "training rows: what it gets wrong whatever it was trained on.",
        "variance": "How far the answers of a member trained on one sample are, on average, from "
        "those combined over many samples.",
        "diversity of an ensemble's loss": "How far the members' answers are, on average, from the "
        "answer of their ensemble. The ensemble's loss is bias plus variance minus this diversity.",
        "Q statistic": "Whether two members are right on the same rows (up to 1), independently "
        "(0) or on different rows (down to −1). It has no value when one of them is always right "
        "or always wrong.",
        "correlation ρ": "The usual correlation of who is right where, of two members, from −1 to "
        "1. Its sign is that of Q, its size never larger; like Q it has no value when one is "
        "always right or always wrong.",
        "κ (kappa)": "How much members agree beyond chance: 1 always, 0 as often as by chance, "
        "below 0 less often. *Interrater κ* is about being right, *κ on labels* about naming the "
        "same class.",
        "label noise": "Share of training and weighting rows that get the label of another class. "
        "Test rows stay clean.",
        "forward selection": "Adds one member at a time, each time the one with which the vote is "
        "right most often on the weighting rows; one that is added twice counts twice. The best "
        "vote on the way is kept.",
        "exact sign test": "Compares two votes on the rows where exactly one of them is right. If "
        "both were equally good, each of these rows would be as likely to go to one as to the "
        "other.",
        "p-value": "How likely a difference at least this large is by chance, if both are equally "
        "good. A difference is claimed only where it is below 0.05, after a correction for the "
        "number of comparisons.",
        "preset": "A named set of choices to start from.",
        "seed": "Decides splits and members; the same seed gives the same numbers wherever the "
        "same versions of the libraries run.",
        "interval": "Where the true value lies with 95% confidence. The intervals of two values "
        "may overlap although a difference can be claimed. To decide that, the two are compared "
        "row by row, in pairs. On one dataset the interval of the difference leaves 0 out exactly "
        "where it can be claimed; over many datasets further tests must agree with it.",
    }
)
"""Every word with its explanation; the basic words first."""


def meaning(word: str) -> str:
    """Return the explanation of a word."""
    return WORDS[word]


def marked(text: str) -> str:
    """Return Markdown with HTML in which each ``[[word]]`` shows its explanation to a pointer, a
    finger or the Tab key.

    ``[[shown|word]]`` shows other words in its place, as a plural. Write it with
    ``st.markdown(…, unsafe_allow_html=True)``; ``text`` must be the application's own. Raise
    KeyError for a word that is not in ``WORDS``.
    """
    return _MARK.sub(_explained, text)


def _explained(found: re.Match[str]) -> str:
    shown, _, word = found[1].rpartition("|")
    told = escape(_EMPHASIS.sub(r"\1", meaning(word)))
    return (
        f'<span class="l2dwk-word" tabindex="0" role="term" aria-description="{told}" '
        f'data-meaning="{told}">{escape(shown or word)}</span>'
    )


def words() -> None:
    """Show the list of all words with a search, behind a small button at the top of every page."""
    with st.container(key="words"):
        place = st.popover("Words", icon=":material/dictionary:", on_change="rerun")
    if place.open:  # sent only when somebody looks
        with place:
            _SEARCH(key="words_search")
            with st.container(key="words-list"):
                st.markdown("\n".join(f"- **{word}**: {text}" for word, text in WORDS.items()))
