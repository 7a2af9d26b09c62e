"""Results over many datasets: the heat map, the critical-difference diagram, two methods, files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.datasets import DATASETS
from l2dwk_core.figures.compare.critical_difference import critical_difference_figure
from l2dwk_core.figures.compare.kept_and_gain import kept_and_gain_figure
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.compare.rank_map import accuracy_table, rank_map_figure
from l2dwk_core.figures.compare.two_methods import two_methods_figure
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.study.dataset_traits import TRAIT_FILTERS
from l2dwk_core.study.latex import latex_table
from l2dwk_core.study.ranked_methods import RankedMethods
from l2dwk_core.study.two_methods import two_methods
from pages.charts import file_source, layout
from pages.charts.file_on_demand import file_on_demand
from pages.charts.markdown import escaped
from pages.models.studies import (
    STUDIES,
    Results,
    StudiesView,
    chosen_pair,
    chosen_ranks,
    fitting,
)
from pages.runtime.object_cache import cached_on
from pages.state import page_record
from pages.study import open_cell

_WEIGHTING = {
    "hold_out": "held-out rows",
    "out_of_bag": "out-of-bag votes",
    "out_of_fold": "votes out of fold",
    "training": "the training rows",
    "bootstrap": "a bootstrap of the training rows",
}
_PARTS = {"all": "All", "design": "Where the default was chosen", "judged": "Where it is judged"}
_SHOWN = {"all": "All", "primary": "Those of the question"}


def show(results: Results, name: str) -> None:
    """Show the controls and figures of a study. ``name``: stem of its files."""
    view: StudiesView = fitting(page_record.current(STUDIES), results)
    place = _which(view, results)
    view = fitting(page_record.read_drawn(STUDIES), results)
    ranked = chosen_ranks(view, results)
    table = ranked.table
    if not table.datasets or not table.methods:
        st.info("No finished dataset has these traits. Choose “all” somewhere above.")
        return
    with place:
        open_cell.menu(view, results, table)
    order = view.order if view.order in ("name", *table.datasets) else "mean_rank"
    layout.show(
        cached_on(ranked, ("map", order), lambda: rank_map_figure(ranked, order)),
        wide=True,
        on_pick=partial(open_cell.take_picked, view, results, table),
    )
    st.caption(
        "A click on a cell opens that run: an L2DWK in the Lab, any other method here on its "
        "dataset alone."
    )
    _gaps(ranked)
    _unanswered(ranked)
    design = [name for name in table.datasets if name in results.parts.get("design", ())]
    if design:
        st.caption(
            f"On {len(design)} of these datasets the study chooses its default: the best of "
            "several there looks better than it is. To see only the others, choose “Where it is "
            "judged” in the menu “Part of the datasets” above."
        )
    across = ranked.across
    if across is not None:
        layout.show(
            cached_on(ranked, "ranks", lambda: critical_difference_figure(across)), wide=True
        )
        _pair(view, ranked)
        layout.show(cached_on(ranked, "kept", lambda: kept_and_gain_figure(ranked)), wide=True)
    _files(ranked, order, name)


def _which(view: StudiesView, results: Results) -> Any:
    """Show the controls of what is shown; return a place for one more."""
    recipe = results.recipe
    pools = {pool: POOL_KINDS[pool].label for pool in recipe.pools}
    sources = {source: _WEIGHTING.get(source, source) for source in recipe.sources(view.pool)}
    orders = {"mean_rank": "mean rank", "name": "name"}
    orders |= {name: f"accuracy on {name}" for name in results.traits if name in DATASETS}
    menus: list[tuple[str, dict[str, str], str, str]] = [
        ("pool", pools, "Base ensemble", view.pool),
        ("weighting", sources, "Members are judged on", view.weighting),
        ("part", _PARTS if results.parts else {}, "Part of the datasets", view.part),
        ("shown", _SHOWN if results.primary else {}, "Methods", view.shown),
        ("order", orders, "Order of the methods", "mean_rank"),
    ]
    menus = [menu for menu in menus if len(menu[1]) > 1]
    *places, last = st.columns(len(menus) + 1, vertical_alignment="bottom")
    for place, (name, titles, label, value) in zip(places, menus, strict=True):
        _menu(name, titles, label, value, place)
    for place, (key, trait) in zip(
        st.columns(len(TRAIT_FILTERS)), TRAIT_FILTERS.items(), strict=True
    ):
        ranges = {"all": "all", **{name: title for name, (title, _) in trait.ranges.items()}}
        _menu(key, ranges, trait.title, getattr(view, key), place)
    return last


def _menu(name: str, titles: Mapping[str, str], label: str, value: Any, place: Any) -> None:
    """Draw a menu for a field of the record, and correct a value that it does not offer."""
    key = page_record.key(STUDIES, name)
    if st.session_state[key] not in titles:
        st.session_state[key] = value
    place.selectbox(label, list(titles), format_func=titles.__getitem__, key=key)


def _gaps(ranked: RankedMethods) -> None:
    titles = method_titles(ranked.table.methods)
    if ranked.left_out:
        names = ", ".join(titles[name] for name in ranked.left_out)
        st.caption(
            escaped(f"Without results on too many datasets, and so not in the mean ranks: {names}.")
        )
    if ranked.across is not None and ranked.across.left_out:
        lost = ranked.across.left_out
        st.caption(
            escaped(
                f"{', '.join(lost)} {agreeing(len(lost), 'is', 'are')} not in the mean ranks: some "
                "method has no result there."
            )
        )


def _unanswered(ranked: RankedMethods) -> None:
    if not ranked.unanswered:
        return
    names = ", ".join(f"{name} (up to {share:.0%})" for name, share in ranked.unanswered.items())
    st.caption(
        escaped(
            f"Some methods have no answer on some test rows of {names}. These rows count as wrong, "
            "and a difference may come from them alone: not in the mean ranks."
        )
    )


def _pair(view: StudiesView, ranked: RankedMethods) -> None:
    methods = ranked.across.methods if ranked.across is not None else ()
    titles = method_titles(methods)
    first, second = chosen_pair(view, methods)
    left, right = st.columns(2)
    _menu("first", titles, "First method", first, left)
    rest = {name: title for name, title in titles.items()
            if name != st.session_state[page_record.key(STUDIES, "first")]}  # fmt: skip
    _menu("second", rest, "Second method", second if second in rest else next(iter(rest)), right)
    now = page_record.read_drawn(STUDIES)
    try:
        layout.show(two_methods_figure(two_methods(ranked.table, now.first, now.second)))
    except InputError as problem:
        layout.error(problem)


def _files(ranked: RankedMethods, order: str, name: str) -> None:
    methods = ranked.order(order)
    left, right, _ = st.columns([1, 1, 3])
    left.download_button(
        "LaTeX table",
        file_on_demand(lambda: latex_table(ranked, methods, method_titles(methods))),
        file_name=f"{name}.tex",
        mime="text/plain",
        key="study_latex",
        icon=":material/functions:",
        on_click="ignore",
        help="For the package booktabs; the best of each dataset in bold.",
    )
    right.download_button(
        "CSV",
        file_source.later_csv_file(lambda: accuracy_table(ranked, order)),
        file_name=f"{name}.csv",
        mime="text/csv",
        key="study_csv",
        icon=":material/table:",
        on_click="ignore",
        help="Mean ranks, and accuracies as shares from 0 to 1.",
    )


def finished_sentence(results: Results) -> str:
    """Return how many datasets are there, and which are missing."""
    done, missing = len(results.traits), results.missing
    if not done:
        return (
            f"None of the {counted(len(missing), 'dataset')} of this study is finished yet, so "
            "there is nothing to show. Results come with the package as they are computed."
        )
    if not missing:
        return f"All {counted(done, 'dataset')} are finished."
    total = counted(done + len(missing), "dataset")
    return f"{done} of {total} are finished; not yet: {', '.join(missing)}."
