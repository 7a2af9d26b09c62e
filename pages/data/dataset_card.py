"""The card of a dataset: what it is, where it comes from, what it looks like, how hard it is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, per_cent
from l2dwk_core.datasets import Dataset, DatasetFacts
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.data.classes import class_balance_figure, class_plane_figure
from l2dwk_core.figures.data.difficulty import challenge_figure
from l2dwk_core.figures.data.missing_cells import missing_cells_figure
from l2dwk_core.votes.dataset import VotesDataset
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.data.table_profile import Profile, make_profile
from pages.jobs import caches
from pages.jobs.challenge_work import ChallengeRecipe
from pages.jobs.job_card import begin_unasked, work_here
from pages.runtime.function_cache import kept_up_to
from pages.state import session, session_address, session_tables

_MAX_BYTES = 50_000_000
"""Bytes that the cards of datasets keep."""
MAX_UNASKED_CELLS = 200_000
"""Cells (rows times columns) up to which members are trained without being asked. For 20,000 rows
of ten columns, 301 trees take one to two minutes on two cores. Above it there is the Run button."""


@kept_up_to(_MAX_BYTES, 64)
def profile_of(word: str) -> Profile:
    """Return the profile of a catalogue dataset or a teaching set; it is kept.

    Profiles of uploaded tables are not kept here.
    """
    return make_profile(session_tables.load(word))


def figures(word: str, profile: Profile) -> None:
    """Show the figures of a card and how hard the dataset is."""
    numbers(profile)
    left, right = st.columns([2, 3], gap="large")
    with left:
        layout.show(class_balance_figure(profile.balance))
        challenge(word)
    with right:
        layout.show(_plane(profile))
    _gaps(profile)
    with st.expander(
        f"All {counted(len(profile.columns), 'column')}", icon=":material/view_column:"
    ):
        st.dataframe(
            profile.columns,
            height=min(420, 40 + 36 * len(profile.columns)),
            column_config={
                "missing share": st.column_config.ProgressColumn(
                    "missing share", format="percent", min_value=0, max_value=1
                ),
                "typical": st.column_config.TextColumn(
                    "typical", help="Median of numbers, most frequent of symbols."
                ),
            },
        )


def numbers(profile: Profile) -> None:
    """Show the sizes of the dataset."""
    counts = profile.counts
    row = st.container(horizontal=True, key="counts")
    row.metric("Rows", f"{counts.n_rows:,}")
    row.metric("Numeric columns", f"{counts.n_numeric:,}")
    row.metric("Symbolic columns", f"{counts.n_symbolic:,}")
    row.metric("Classes", f"{counts.n_classes:,}")
    row.metric(
        "Missing cells",
        f"{counts.n_missing:,}",
        help=f"{counts.missing_share:.1%} of {counts.n_cells:,} cells.",
    )


def provenance(facts: DatasetFacts) -> None:
    """Show who made the dataset, when, under which licence, and what was changed."""
    st.markdown(f"{facts.about} The class is {facts.target}.")
    lines = [
        f"**Donor** {escaped(facts.donors)}, {facts.year}",
        f"**Source** {escaped(facts.source)} · **Licence** {escaped(facts.licence)}",
        f"**Columns** {escaped(facts.roles)}",
    ]
    if facts.changes:
        lines.append(f"**Changed** {escaped(' '.join(facts.changes))}")
    lines.append(_paper_line(facts))
    st.markdown("  \n".join(lines))


def _paper_line(facts: DatasetFacts) -> str:
    if facts.paper_sizes is None:
        return "**The paper** does not list this dataset."
    rows, columns, classes = facts.paper_sizes
    sizes = (
        f"{counted(rows, 'row')}, {counted(columns, 'column')}, "
        f"{counted(classes, 'class', 'classes')}"
    )
    return f"**The paper says** {sizes}. {escaped(facts.paper_remark)}"


def use_in_lab(word: str) -> None:
    """Show the button that takes the dataset to the Lab and has its members trained at once.

    Where a link fixes the dataset of the Lab to another one, say so instead.
    """
    # Where the dataset is fixed to a table that is missing, this may be that table.
    if session.fixed("dataset") and word != session.missing_table():
        st.caption(
            "The link that you opened fixes the dataset of the Lab, so this one cannot be taken "
            "along."
        )
        return
    if st.button("Use in Lab", type="primary", icon=":material/science:", key="use_in_lab"):
        session_tables.keep_held(word)
        session.put(replace(session.choice(), dataset=word))
        recipe = session.choice().recipe()
        with suppress(InputError):  # it is not downloaded yet: the Lab says so
            if caches.at_once(recipe) is None and trains_soon(session_tables.load(word)):
                begin_unasked(recipe)
        session_address.switch_page("views/lab.py")


def trains_soon(dataset: Dataset) -> bool:
    """Return whether the dataset is small enough to train members on it without being asked.

    Of models' votes nothing is trained.
    """
    return isinstance(dataset, VotesDataset) or dataset.X.size <= MAX_UNASKED_CELLS


def challenge(word: str) -> None:
    """Show how often a tree and a forest are right, or offer to find out."""
    queue = caches.challenges()
    recipe = ChallengeRecipe(word)
    found = queue.prepared(recipe)
    if found is not None:
        layout.show(challenge_figure(found))
        return
    st.subheader("How hard is it?", anchor=False)
    work_here(
        queue,
        recipe,
        "Three classifiers are judged on rows they have not seen (5 folds): one that always names "
        "the most frequent class, a single tree, and a forest of 100 trees. This takes some "
        "seconds, half a minute for the largest dataset.",
        label="Find out",
        key="challenge",
        cancel_key="challenge_cancel",
    )


def catalogue_profile(name: str) -> Profile | None:
    """Return the profile of a dataset.

    The one dataset that is not shipped may be missing; then offer to fetch it and return None.
    """
    try:
        return profile_of(name)
    except InputError:
        st.info(
            "This dataset does not come with the package and is not on this computer yet. "
            "Fetching it needs the network, once; the other 31 need none.",
            icon=":material/cloud_off:",
        )
    if st.button("Fetch it from OpenML", icon=":material/download:", key="fetch"):
        try:
            with st.spinner("Fetching…"):
                session_tables.fetch(name)
        except InputError as problem:
            layout.error(problem)
        else:
            st.rerun()
    return None


def _plane(profile: Profile) -> Chart:
    data = profile.shown
    classes = [str(name) for name in profile.balance["class"]]
    total = len(profile.dataset.y)
    part = "" if len(data.y) == total else f" {len(data.y):,} of {total:,} rows are shown."
    counts = profile.counts
    if (counts.n_numeric, counts.n_symbolic, counts.n_missing) == (2, 0, 0):
        first, second = map(str, data.X.columns)
        return class_plane_figure(
            data.X.to_numpy(),
            data.y,
            classes,
            (first, second),
            title="Where the classes lie",
            square=True,
            reading="Each point is a row. Where colours mix, the classes are hard to tell apart; "
            f"a single tree can only draw horizontal and vertical borders.{part}",
        )
    share = profile.plane.explained
    return class_plane_figure(
        profile.plane.points,
        data.y,
        classes,
        (
            f"first direction ({per_cent(share[0])} of the variance)",
            f"second direction ({per_cent(share[1])})",
        ),
        title=f"Two directions keep {per_cent(profile.plane.kept)} of how the rows vary",
        reading="Each point is a row, seen along the two directions in which the columns vary most "
        "(principal components of the standardised columns, a missing number as the median, a "
        "missing category as one of its own, the rarest of many categories as one). Classes that "
        "separate here are easy; "
        f"classes that overlap here may still separate in the directions not shown.{part}",
    )


def _gaps(profile: Profile) -> None:
    chart = missing_cells_figure(profile.gaps)
    if chart is None:
        st.subheader("No cell is missing", anchor=False)
        return
    layout.show(chart, wide=True)
