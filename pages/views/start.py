"""Start: one page to scroll, from three voters to whether weighting pays.

Each step has one thing to do and one thing to see; its heading is a link that opens the page there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import streamlit as st

from l2dwk_core.common.text import counted
from l2dwk_core.demos.drawn_trees import MAX_POINTS
from l2dwk_core.figures.lab.accuracy import comparison_sentence
from l2dwk_core.figures.start.drawn_points import drawn_trees_sentence
from l2dwk_core.figures.start.hard_row import hard_row_sentence
from l2dwk_core.figures.start.regime_differences import VERDICTS, Regime, regime_sentence
from l2dwk_core.figures.start.vote_formula import vote_formula
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.runs.run import Run
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.charts.run_values import difficulty, row_names
from pages.choices.choice import to_address
from pages.lab import lab_link
from pages.live import live_route
from pages.models import drawn_points, start_charts
from pages.models.start_charts import GUESSES, START, StartChoice
from pages.start import point_fields
from pages.state import page_record, session, session_address
from pages.widgets import (
    address_notes,
    fields,
    glossary,
    lesson_cards,
    open_at_heading,
    point_editor,
    round_bar,
)
from pages.widgets.choice_widgets import LAMBDAS

MENU_ICON, MENU_PLACE = ":material/home:", 10

STEPS: Mapping[str, str] = MappingProxyType(
    {
        "three-voters": "Three voters",
        "trees": "Trees instead of voters",
        "many-trees": "Three hundred trees on real data",
        "hard-row": "One hard row gains weight",
        "promised-plots": "The three promised plots",
        "does-it-pay": "Does it pay?",
    }
)
"""The headings, by the part of the address behind the # that leads to each."""
_STYLE = f"<style>{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>"


def main() -> None:
    choice = page_record.read(START, StartChoice())
    query = page_record.query(START, choice, StartChoice())
    session_address.write_address(session.choice(), query)
    st.html(_STYLE)
    _head()
    address_notes.show()
    _three_voters(choice)
    _trees(choice)
    run = start_charts.run_of(choice)
    if run is None:
        _no_run(choice)
    else:
        _many_trees(choice, run)
        with st.container(key="start-run"):  # the round bar stays in sight within it
            _hard_row(choice, run)
            _promised_plots(choice)
    _follow(choice)
    _does_it_pay(choice)
    _onwards(choice)


def _follow(choice: StartChoice) -> None:
    sliders = ("accuracy", "overlap", "trees")
    live_route.follow(
        START,
        choice,
        start_charts.chart_of,
        {name: name for name in layout.shown()},
        sliders=[page_record.key(START, name) for name in sliders],
        steps=[page_record.key(START, "lam")],
    )


def _head() -> None:
    """Show the title, the links for those who bring something of their own, and the steps."""
    row = st.container(horizontal=True, vertical_alignment="center", gap="medium", key="start-head")
    row.title("Why do different classifiers help?", anchor=False, width="content")
    row.page_link(
        "views/data.py",
        label="Begin with your own table",
        icon=":material/upload_file:",
        query_params={"v": "1", "data.section": "own"},
    )
    row.page_link(
        "views/data.py",
        label="Weigh your own models' votes",
        icon=":material/how_to_vote:",
        query_params={"v": "1", "data.section": "votes"},
    )
    row.page_link(
        "views/lessons.py",
        label="Open a file for your class",
        icon=":material/school:",
        query_params={"v": "1", "lessons.class_file": "yes"},
    )
    links = " ".join(f"[{i}\u00a0{name}](#{key})" for i, (key, name) in enumerate(STEPS.items(), 1))
    st.container(key="start-steps-list").markdown(links)
    open_at_heading.show()


def _step(key: str) -> Any:
    """Show the heading of a step; return the container for what follows."""
    place = st.container(key=f"step-{key}")
    number = list(STEPS).index(key) + 1
    place.header(f"{number} · {STEPS[key]}", anchor=key)
    return place


def _say(text: str) -> None:
    st.markdown(glossary.marked(text), unsafe_allow_html=True)


def _show(choice: StartChoice, name: str, **more: Any) -> None:
    chart = start_charts.chart_of(choice, name)
    if chart is not None:
        layout.show(chart, **more)


def _three_voters(choice: StartChoice) -> None:
    with _step("three-voters"):
        words, picture = st.columns([2, 3], gap="large")
        with words:
            _say(
                "Three voters answer yes–no questions, and the majority decides: a [[vote]]. "
                "**Move the sliders.** It is not enough that voters are good. Their mistakes must "
                "fall on *different* questions: that is [[diversity]], here measured as "
                "[[disagreement]]."
            )
            fields.slider(
                START, "accuracy", "Each voter is right on … % of the questions", format="%d%%"
            )
            fields.slider(START, "overlap", format="%d")
            st.caption("−100: kept apart · 0: independent · 100: all make the same mistakes")
            with st.container(key="formula"):
                st.latex(vote_formula(start_charts.voters_of(choice)))
        with picture:
            _show(choice, "three_voters")
            _show(choice, "voters_plane")
        with st.expander("And with more than three voters?", icon=":material/groups:"):
            _show(choice, "majority_vote")


def _trees(choice: StartChoice) -> None:
    with _step("trees"):
        words, picture = st.columns([2, 3], gap="large")
        trees = start_charts.trees_of(choice)
        with words:
            _say(
                "Now the voters are small decision trees, the [[members|member]] of an "
                "[[ensemble]]. Each learns from its own random draw of the points, so they differ. "
                "**Drag a point, or click an empty place to add one**, and watch where the trees "
                "disagree and the vote is wrong."
            )
            st.container(key="start-trees-said").markdown(drawn_trees_sentence(trees))
            fields.slider(START, "trees")
            fields.segments(
                START, "new_class", {"A": "● A", "B": "◆ B"}, "A new point is of class",
                label_visibility="visible",
            )  # fmt: skip
            point_fields.buttons(choice)
            with st.expander("Move a point without dragging", icon=":material/keyboard:"):
                point_fields.numbers(choice)
        with picture:
            _show(choice, "drawn_points")
        point_editor.show(
            "drawn_points",
            f"{START}.points",
            start_charts.words_of(choice),
            letter=choice.new_class.lower(),
            side=(drawn_points.SIDE, drawn_points.SIDE),
            most=MAX_POINTS,
            on_change=point_fields.take_edited,
        )


def _no_run(choice: StartChoice) -> None:
    with _step("many-trees"):
        st.markdown(
            "The members' answers that come with the application belong to other rows than the "
            "dataset has here, so there is nothing to show before a training."
        )
        lab_link.show(st, "Train them in the Lab", to_address(start_charts.lab_choice(choice)))


def _many_trees(choice: StartChoice, run: Run) -> None:
    with _step("many-trees"):
        words, picture = st.columns([2, 3], gap="large")
        prepared, accuracy = run.prepared, run.accuracy
        with words:
            _say(
                f"The dataset *{escaped(prepared.dataset.name)}*: "
                f"{counted(run.n_members, 'tree')} learn from {len(prepared.training_rows)} rows. "
                "**L2DWK** gives each tree a [[weight|weight w]]. For that it looks at their "
                f"answers on {len(prepared.weighting_rows)} [[weighting rows]], which no tree has "
                "seen. It rewards trees that are right, and trees that differ: a [[kernel]] says "
                "how alike two trees answer, [[λ]] how much that counts. **Move λ** and see which "
                "trees keep weight."
            )
            _lambda_slider(choice)
            row = st.container(horizontal=True, key="start-accuracy")
            row.metric("L2DWK", f"{accuracy.l2dwk.accuracy:.1%}")
            row.metric("All trees, equal votes", f"{accuracy.uniform.accuracy:.1%}")
            row.metric("Trees trained on all rows", f"{accuracy.uniform_all.accuracy:.1%}")
            _say(
                f"This is the share of {accuracy.n_test_rows} [[test rows]] that each vote gets "
                "right; these rows took no part. The third is the equal vote of as many trees "
                "that also learned from the weighting rows."
            )
            st.container(key="start-compared").caption(escaped(comparison_sentence(accuracy)))
        with picture:
            _show(choice, "kept_members")


def _lambda_slider(choice: StartChoice) -> None:
    """Show a slider over a list of values. A value that came with a link stays on it."""
    options = sorted({*LAMBDAS, *session.values_seen(f"{START}.lam", choice.lam)})
    st.select_slider(
        "λ, strength of diversity",
        options,
        format_func=lambda value: f"{value:g}",
        key=page_record.key(START, "lam"),
    )


def _hard_row(choice: StartChoice, run: Run) -> None:
    with _step("hard-row"):
        _say(
            "L2DWK works in [[rounds|round]]. After each it looks at the [[margin]] of every row "
            "and moves [[kernel weight α]] to the rows that the vote gets wrong; in the next round "
            "these count more. That also changes the [[objective]], which may rise. **Press "
            "play**, or step through the rounds, and follow one row that most trees get wrong."
        )
    round_bar.show(run.trace, from_first=True)
    with st.container(key="start-hard-row"):
        _show(choice, "hard_row")
        said = hard_row_sentence(run.trace, difficulty(run), row_names(run))
        st.container(key="start-run-said").markdown(escaped(said))


def _promised_plots(choice: StartChoice) -> None:
    with _step("promised-plots"):
        _say(
            "The same run in three plots: where the [[kernel weights|kernel weight α]] go, how "
            "few members keep weight ([[sparsity]]), and accuracy against [[diversity]]. The bar "
            "above moves the round in all of them. **Choose another kernel** and compare."
        )
        fields.segments(
            START, "kernel", {name: kernel.title for name, kernel in KERNELS.items()}, "Kernel"
        )
        names = ("kernel_weights", "sparsity", "gain_of_vote")
        for place, name in zip(st.columns(3, gap="medium"), names, strict=True):
            with place:
                _show(choice, name)


def _does_it_pay(choice: StartChoice) -> None:
    with _step("does-it-pay"):
        _say(
            "One dataset decides nothing. Two studies over many datasets ask whether learned "
            "weights make the vote more accurate: for **bagged trees**, which are much alike, and "
            "for a library of **different models**. **What do you expect: where does it pay?**"
        )
        st.pills(
            "Your guess",
            list(GUESSES),
            format_func=GUESSES.__getitem__,
            default=choice.guess or None,
            key="start-guess",
            on_change=_guessed,
            label_visibility="collapsed",
        )
        if not choice.guess:
            st.caption("Choose one, and see what the studies say.")
            return
        with st.spinner("The studies are evaluated once, which takes a second or two."):
            found = start_charts.regimes()
        words, picture = st.columns([2, 3], gap="large")
        with words.container(key="start-pays"):
            for regime in found:
                st.markdown(regime_sentence(regime))
            st.markdown(_guess_sentence(choice.guess, found))
            _say(
                "Bagging is the equal vote of as many trees, which learn from all rows. Behind "
                "each mean stands its 95% [[interval]]: that of this comparison alone. A "
                "difference counts as decided only if every test agrees, after a correction for "
                "the number of comparisons. So one may be *not decided* although its interval "
                "excludes 0."
            )
            st.page_link(
                "views/claims.py", label="Every claim with its study", icon=":material/gavel:"
            )
        with picture:
            _show(choice, "regime_differences")


def _guess_sentence(guess: str, found: tuple[Regime, ...]) -> str:
    expected = f"Your guess: {GUESSES[guess].lower()}."
    if not all(regime.complete for regime in found):
        return f"{expected} It stays open until all datasets are computed."
    said = "; ".join(f"{regime.title.lower()}: {VERDICTS[regime.verdict]}" for regime in found)
    return f"{expected} The studies: {said}."


def _guessed() -> None:
    page_record.put(START, guess=st.session_state["start-guess"] or "")


def _onwards(choice: StartChoice) -> None:
    st.subheader("Now choose for yourself", anchor=False)
    row = st.container(horizontal=True)
    lab_link.show(row, "This run in the Lab", to_address(start_charts.lab_choice(choice)))
    lab_link.show(
        row, "An example: glass, Gaussian kernel, λ = 2", {"v": "1", "lam": "2.0"},
        ":material/bolt:",
    )  # fmt: skip
    row.page_link(
        "views/paper.py", label="The paper, equation by equation", icon=":material/article:"
    )
    st.subheader("Or take a lesson", anchor=False)
    lesson_cards.lesson_cards()


main()
