"""Compare: chosen methods on the chosen dataset, cross-validated; or over many datasets. Results
appear as they come."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from l2dwk_core.combiners import COMBINERS, FAMILIES
from l2dwk_core.combiners.methods_table import methods_table
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.figures.compare.comparison import (
    accuracy_and_size_figure,
    method_differences_figure,
    standings_table,
)
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN, own_members
from l2dwk_core.studies.comparison_records import (
    ALL_ROWS,
    ComparisonRecipe,
    ComparisonResult,
    title_of,
)
from pages.charts import file_source, layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.jobs.partial_results import live_work
from pages.models import recorded_results
from pages.models.compare import (
    PAGE,
    CompareView,
    choosable,
    python_snippet,
    recipe_of,
)
from pages.models.studies import MANY, NEW, ONE, STUDIES, StudiesView
from pages.state import page_record, session, session_address, session_tables
from pages.study import many_datasets
from pages.widgets import address_notes, controls, fields, study_notes

MENU_ICON, MENU_PLACE = ":material/leaderboard:", 80

_FAMILY_TITLES = {
    "reference": "Reference",
    "whole_ensembles": "Whole",
    "optimisation": "Optimisation",
    "search": "Search",
    "ordering": "Ordering",
    "clustering": "Clustering",
    "learned": "Learned",
}


_SHORT = {
    title_of(ALL_ROWS): "Uniform vote, all training rows",
    "the uniform vote of the same members": "the same members",
    "the uniform vote of members trained on all training rows": "all training rows",
}
"""Texts that are too long for the table, and what stands there instead."""
_INTERVAL = (
    "Interval of the difference: 95% or more, for the number of methods; given once all splits are "
    "finished."
)


_HELP = (
    "All use the same members and the same held-out rows, stacking too, and are compared with the "
    "uniform vote of these members. Whole ensembles and the paper's and the authors' L2DWK use "
    "members trained on all training rows; they are compared with the uniform vote of such "
    "members. “About the methods” below says what each is."
)
_GIVEN_HELP = (
    "All weigh the same given votes by the training rows of each split, and are compared with the "
    "uniform vote of these models. Whole ensembles are not offered: they train members of their "
    "own. “About the methods” below says what each is."
)


def main() -> None:
    view = page_record.read(PAGE, CompareView())
    studies = page_record.read(STUDIES, StudiesView())
    query = page_record.query(PAGE, view, CompareView())
    query |= page_record.query(STUDIES, studies, StudiesView())
    if studies.show == MANY and studies.study != NEW:  # nothing is trained
        choice = session.choice()
        session_address.write_address(choice, query)
    else:
        choice = controls.data_controls(query)
    _head()
    if studies.show == ONE:
        # L2DWK's own settings count only where it takes part.
        apart = () if "l2dwk" in view.methods else ("kernel", "lam")
        file_source.say(choice, without=("weighting", *apart))
    if studies.show == MANY:
        many_datasets.show(choice)
        return
    _methods(choice)
    try:
        recipe = recipe_of(choice, view)
    except InputError as problem:
        layout.error(problem)
        _about()
        return
    queue = caches.comparisons()
    result = queue.prepared(recipe)
    if result is None and (result := recorded_results.comparison(recipe)):
        st.caption(recorded_results.sentence())
    if result is not None:
        _show(result, choice)
        _reproduce(recipe)
    else:
        _work(recipe)
    _about()


def _head() -> None:
    st.title("Which method is better, and can that be claimed?", anchor=False)
    address_notes.show()
    fields.segments(
        STUDIES, "show", {ONE: "On one dataset", MANY: "Over many datasets"}, "Compare on"
    )


def _methods(choice: Choice) -> None:
    given = choice.recipe().pool.kind == GIVEN
    st.multiselect(
        "Methods, compared with the uniform vote",
        choosable(given=given),
        format_func=_method_title,
        key=_menu_key(given),
        placeholder="Choose methods",
        help=_GIVEN_HELP if given else _HELP,
    )
    folds, repeats, words = st.columns([2, 2, 5], gap="medium", vertical_alignment="bottom")
    fields.slider(
        PAGE,
        "folds",
        place=folds,
        help="The rows are divided into this many stratified parts. Each part is the test part "
        "once.",
    )
    fields.slider(
        PAGE,
        "repeats",
        place=repeats,
        help="How often the rows are divided again. A second time makes the intervals a little "
        "shorter, further times hardly: the rows stay the same.",
    )
    if POOL_KINDS[choice.pool].by_recipe and not given:
        st.caption(
            "The members are models of the library, judged by their votes out of fold "
            f"({counted(choice.recipe().n_folds, 'fold')}, as in the Lab): every method weighs the "
            "same votes. Whole ensembles (Bagging, forests, AdaBoost) take part with "
            f"{own_members(Choice.pool)[0]} trees of their own; the paper's and the authors' "
            "L2DWK judge the library on a bootstrap of its training rows, or on these rows. A "
            "method that cannot use the library says why below."
        )
    words.caption(
        f"L2DWK runs with the settings of the Lab: {KERNELS[choice.kernel].title} kernel, "
        f"λ = {choice.lam:g}, {choice.update} update. The other methods use their defaults."
    )


def _menu_key(given: bool) -> str:
    """Return the key of the menu. Methods that it does not offer are taken out of its value."""
    key = page_record.key(PAGE, "methods")
    offered = choosable(given=given)
    if any(method not in offered for method in st.session_state[key]):
        st.session_state[key] = [method for method in st.session_state[key] if method in offered]
    return key


def _method_title(key: str) -> str:
    info = COMBINERS[key]
    return f"{_FAMILY_TITLES.get(info.family, info.family)} · {info.title}"


def _work(recipe: ComparisonRecipe) -> None:
    if len(recipe.methods) == 1:
        st.info("Choose at least one method to compare with the uniform vote.")
        return
    n_splits = recipe.folds * recipe.repeats
    live_work(
        caches.comparisons(),
        recipe,
        f"**{escaped(session_tables.short_title(recipe.dataset))}: "
        f"{counted(len(recipe.methods), 'method')} on {counted(n_splits, 'split')}**, "
        f"{_members(recipe)} Results appear as they come, and stay if you cancel.",
        label="Compare",
        key="compare",
        show=_so_far,
        cancelled=lambda found: (
            f"Cancelled after {len(found.splits)} of {counted(n_splits, 'fold')}."
        ),
    )


def _members(recipe: ComparisonRecipe) -> str:
    """Say in one sentence who votes in each split."""
    if recipe.pool.kind == GIVEN:
        return (
            f"the votes of {counted(recipe.pool.n_members, 'model')} are given. Methods that need "
            "the table's columns, or class probabilities that are not given, are named below with "
            "this reason."
        )
    return f"{counted(recipe.pool.n_members, 'member')} trained anew in each."


def _so_far(result: ComparisonResult) -> None:
    if result.splits:
        layout.show(method_differences_figure(result), key="so_far")
        _table(result)


def _show(result: ComparisonResult, choice: Choice) -> None:
    rows = {r.n_training + r.n_test for r in result.records}
    st.markdown(
        f"**{escaped(session_tables.short_title(choice.dataset))}**  ·  "
        f"{', '.join(f'{n:,}' for n in sorted(rows))} rows  ·  {result.recipe.folds} folds × "
        f"{result.recipe.repeats}  ·  {counted(result.recipe.pool.n_members, 'member')}"
    )
    if len(result.standings()) > 1:
        left, right = st.columns(2, gap="large")
        with left:
            layout.show(method_differences_figure(result))
        with right:
            layout.show(accuracy_and_size_figure(result))
        _table(result)
    study_notes.show(result.refusals, title_of, result.notes)


def _table(result: ComparisonResult) -> None:
    table = standings_table(result)
    if table.empty:
        return
    percent = ["accuracy", "deviation", "difference", "low", "high"]
    percent += ["accuracy_on_answers"] if "accuracy_on_answers" in table else []
    table[percent] = table[percent].astype(float) * 100
    table = table.replace(_SHORT)
    refused = pd.DataFrame({"method": [title_of(key) for key in result.refusals]})
    table = pd.concat([table, refused], ignore_index=True) if len(refused) else table
    number = st.column_config.NumberColumn
    gaps = [name for name in ("unanswered", "accuracy_on_answers") if name in table]
    st.dataframe(
        table.drop(columns=["p", "deviation", "members", "claimed"]),
        hide_index=True,
        height="content",
        key="standings",
        placeholder="",
        # On a phone the first two are in sight.
        column_order=[
            "method",
            "accuracy",
            "difference",
            "low",
            "high",
            "p_holm",
            "compared_with",
            *gaps,
            "members_kept",
            "seconds",
            "mean_rank",
        ],
        column_config={
            "method": st.column_config.TextColumn("Method", pinned=True, width=215),
            "compared_with": st.column_config.TextColumn(
                "Uniform vote of",
                width=130,
                help="The vote it is compared with: of the same members, or of members trained on "
                "all training rows.",
            ),
            "accuracy": number("Accuracy, %", format="%.1f", help="Mean over the splits."),
            "difference": number(
                "Difference, points",
                format="%+.1f",
                help="To the vote it is compared with. It is rounded after subtracting, so its "
                "last digit can differ by one from that of the rounded accuracies.",
            ),
            "low": number("from", format="%+.1f", help=_INTERVAL),
            "high": number("to", format="%+.1f", help=_INTERVAL),
            "p_holm": number(
                "p (Holm)",
                format="%.3f",
                help="Chance of so large a difference if there were none, corrected for the number "
                "of methods. Below 0.05 a difference is claimed, once all splits are finished.",
            ),
            "unanswered": number(
                "Rows without an answer",
                format="%d",
                help="Test rows on which no kept member has a vote, over all splits. They count as "
                "wrong.",
            ),
            "accuracy_on_answers": number(
                "Right of the others, %", format="%.1f", help="Of the rows with an answer."
            ),
            "members_kept": number("Members kept", format="%.1f"),
            "seconds": number(
                "Seconds",
                format="%.3f",
                help="Per split, for the weights alone: neither training nor the members' answers.",
            ),
            "mean_rank": number(
                "Mean rank",
                format="%.1f",
                help="1 is the best of each split. A description, no test: splits share rows.",
            ),
        },
    )
    st.caption(
        "Differences are rounded after subtracting: the last digit can differ by one from that of "
        "the rounded accuracies."
    )


def _reproduce(recipe: ComparisonRecipe) -> None:
    with st.expander("Reproduce this", icon=":material/terminal:"):
        st.code(python_snippet(recipe, session_tables.code(recipe.dataset)), language="python")


def _about() -> None:
    with st.expander("About the methods", icon=":material/menu_book:"):
        st.caption(
            "N weighting rows, L members, C classes, k members kept. “Confirmed” says what rests "
            "on the published text and what could not be checked there. Families: "
            + "; ".join(f"{_FAMILY_TITLES.get(k, k)}: {why}" for k, why in FAMILIES.items())
            + "."
        )
        st.dataframe(
            methods_table().drop(columns=["key"]),
            hide_index=True,
            height=420,
            key="methods_table",
            column_config={"method": st.column_config.TextColumn("method", pinned=True)},
        )


main()
