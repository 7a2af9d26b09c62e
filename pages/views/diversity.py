"""Diversity: every measure of one ensemble, its pairs, and whether any of it predicts accuracy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.diversity import MEASURES, good_bad_diversity
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity.good_bad_diversity import good_bad_diversity_figure
from l2dwk_core.figures.diversity.measures import diversity_measures_figure, undefined_sentences
from l2dwk_core.oracle.weighted_vote import uniform_error
from l2dwk_core.runs.run import Run
from l2dwk_core.studies.diversity_report import DiversityReport
from pages.charts import file_source, layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs.trained_run import trained_run
from pages.models import trade_off
from pages.models.diversity import (
    ALPHA_TITLES,
    PAGE,
    PAIR_MEASURES,
    SCORED_ROWS,
    DiversityView,
    heatmap_of,
    kappa_errors_of,
    report_of,
    subensembles_of,
)
from pages.state import page_record
from pages.widgets import address_notes, controls, fields

MENU_ICON, MENU_PLACE = ":material/diversity_3:", 60

LEAST_MEMBERS = 4
_PREVIEW = f"""
**What you will see**

- **{counted(len(MEASURES), "measure")} side by side**, on the members you trained,
  and which of them have no value.
- **Pairs**: who agrees with whom as a map, and agreement against accuracy for every pair.
- **Does diversity predict accuracy?** Hundreds of small ensembles are drawn from the members, and
  each measure has to say which of them vote well.
- **The same number in disguise**: the measures that average disagreement fixes exactly.
- **Bias, variance and diversity**: what the ensemble's loss is made of, as its trees get deeper or
  its members more. It is trained many times for this, and only when you ask.

Run trains the members, which for most datasets takes seconds (progress and Cancel are shown).
Measuring them and drawing the small ensembles takes a moment more; other sizes are then drawn as
you move the slider.
"""


def main() -> None:
    view = page_record.read(PAGE, DiversityView())
    choice = controls.run_controls(page_record.query(PAGE, view, DiversityView()))
    st.title("How diverse are these members, and does it help?", anchor=False)
    address_notes.show()
    run = trained_run(choice, _PREVIEW)
    if run is None:
        return
    file_source.say(choice, n_members=run.n_members)
    try:
        seen = report_of(run, choice, view)
    except InputError as problem:
        layout.error(problem)
        return
    layout.run_line(run, choice)
    _measures(run, seen, view)
    _pairs(run, choice, seen, view)
    _subensembles(run, choice, seen, view)
    trade_off.show(choice)


def _measures(run: Run, seen: DiversityReport, view: DiversityView) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(diversity_measures_figure(seen))
    with right:
        st.toggle(
            "Add a perfect member",
            key=page_record.key(PAGE, "perfect"),
            help="An imagined member that is right on every row. Q and ρ divide by its mistakes. "
            "There are none, so all its pairs become undefined.",
        )
        _adaptive_choice(seen)
        for sentence in undefined_sentences(seen):
            st.info(escaped(sentence), icon=":material/block:")
        layout.show(
            good_bad_diversity_figure(
                good_bad_diversity(seen.test_oracle.matrix),
                seen.test_oracle.n_rows,
                uniform_error(seen.test_oracle),
            )
        )
    with st.expander("What each measure counts", icon=":material/function:"):
        _glossary()


def _adaptive_choice(seen: DiversityReport) -> None:
    for note in seen.notes:
        st.caption(escaped(note))
    if seen.alpha is None:
        if seen.notes:
            st.caption("The other rows have no adaptive diversity, so there is none here.")
            return
        st.caption(
            "Out-of-bag votes have gaps, and these measures need every vote: everything here is "
            "measured on the test rows, and there is no adaptive diversity."
        )
        return
    fields.segments(
        PAGE,
        "alpha_round",
        ALPHA_TITLES,
        "Kernel weights of adaptive diversity",
        label_visibility="visible",
        help="Adaptive diversity counts each row by its kernel weight α: a difference between "
        "members counts more on rows that the vote gets wrong.",
    )
    if seen.alpha_is_equal:
        st.caption(
            f"In round {seen.alpha_round} all rows still have the same kernel weight, so adaptive "
            "diversity is the fixed one. Choose another round to see them differ."
        )


def _glossary() -> None:
    for measure in MEASURES.values():
        name, formula = st.columns([1, 2], vertical_alignment="center")
        more = "more diverse" if measure.direction == "up" else "less diverse"
        name.markdown(
            f"**{measure.title}**  \n{'per pair' if measure.pairwise else 'whole ensemble'}; "
            f"higher is {more}  \n:gray[{measure.source}]"
        )
        formula.latex(measure.formula)
        formula.caption(f"Undefined: {measure.undefined}.")
    st.caption(
        "Of a pair, a of N rows have both right, b only the first, c only the second, d neither; "
        "lₖ of L members are right on row k; p̄ is the mean accuracy."
    )


def _pairs(run: Run, choice: Choice, seen: DiversityReport, view: DiversityView) -> None:
    if seen.n_members < 2:
        st.info("One member makes no pairs: use more members to see the rest.")
        return
    left, right = st.columns(2, gap="large")
    with left:
        _show(heatmap_of, seen, run, choice, view)
        st.selectbox(
            "Measure of the pairs",
            PAIR_MEASURES,
            format_func=lambda name: MEASURES[name].title,
            key=page_record.key(PAGE, "pair_measure"),
        )
    with right:
        _show(kappa_errors_of, seen, run, choice, view)


def _show(chart_of: Callable[..., Chart], *of: Any) -> None:
    try:
        layout.show(chart_of(*of))
    except InputError as problem:
        layout.error(problem)


def _subensembles(run: Run, choice: Choice, seen: DiversityReport, view: DiversityView) -> None:
    st.header("Does diversity predict accuracy?", anchor=False)
    if seen.n_members < LEAST_MEMBERS:
        st.info(f"Random sub-ensembles need at least {LEAST_MEMBERS} members to choose from.")
        return
    st.markdown(
        "Draw many small ensembles from the members above, measure how diverse each is, and see "
        "whether the diverse ones vote better."
    )
    largest = seen.n_members - 1
    if view.size > largest:
        page_record.put(PAGE, size=largest)
        layout.notes([f"Sub-ensembles of {view.size} need more members; {largest} are drawn."])
    size, count, draw, rows = st.columns([3, 3, 2, 3], vertical_alignment="bottom")
    size.slider(
        "Members in each",
        1,
        largest,
        key=page_record.key(PAGE, "size"),
        help="With one member there are no pairs; close to all members every draw is nearly the "
        "same ensemble.",
    )
    fields.slider(PAGE, "n_subsets", place=count, help="More make the intervals shorter.")
    draw.number_input(
        "Draw", 0, 2**32 - 1, step=1, key=page_record.key(PAGE, "draw"),
        help="Seed of the draw: the same number gives the same sub-ensembles.",
    )  # fmt: skip
    rows.selectbox(
        "Rows",
        list(SCORED_ROWS),
        format_func=SCORED_ROWS.__getitem__,
        key=page_record.key(PAGE, "scored"),
        help=f"Diversity is measured on the {seen.rows} rows. Other rows show whether it "
        "predicts the vote; on the same rows it looks better than it is.",
    )
    view = page_record.current(PAGE)
    try:
        charts = subensembles_of(seen, run, choice, view)
    except InputError as problem:
        layout.error(problem)
        return
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(charts["diversity_predicts_accuracy"])
    with right:
        layout.show(charts["subensemble_scatter"])
        st.selectbox(
            "Measure",
            list(MEASURES),
            format_func=lambda name: MEASURES[name].title,
            key=page_record.key(PAGE, "measure"),
        )
    layout.show(charts["margins_diversity"], wide=True)
    st.header("Which measures are the same number in disguise?", anchor=False)
    left, right = st.columns(2, gap="large")
    with left:
        layout.show(charts["measures_in_disguise"], wide=True)
    with right:
        _identities(charts["measures_in_disguise"])


def _identities(chart: Chart) -> None:
    table = chart.tables["identities"]()
    others = [m.title for m in MEASURES.values() if not m.fixed_by_disagreement]
    st.markdown(
        "Once the members' mean accuracy p̄ is known, **average disagreement fixes "
        f"{counted(len(table), 'other measure')} exactly**. Plotting them beside it adds nothing. "
        f"What tells something else: {', '.join(others)}."
    )
    for line in table.itertuples():
        name, formula, off = st.columns([4, 6, 3], vertical_alignment="center")
        name.markdown(f"**{line.measure}**")
        formula.latex(line.from_accuracy_and_disagreement)
        off.caption(f"off by at most {line.largest_difference:.0e}")
    st.caption("The last column is computed on the sub-ensembles above: rounding and nothing else.")


main()
