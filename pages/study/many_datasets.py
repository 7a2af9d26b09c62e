"""The second half of Compare: methods over many datasets."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.common.text import counted
from l2dwk_core.study.shipped_study import SHIPPED, ShippedStudy
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.models.studies import NEW, STUDIES, shipped_results
from pages.state import page_record
from pages.study import new_study, open_cell, results_view


def show(choice: Choice) -> None:
    """Show the menu of studies and the results of the chosen one. ``choice``: the members of a
    study that is made here."""
    open_cell.go_to_lab()
    titles = {key: study.title for key, study in SHIPPED.items()}
    titles[NEW] = "A new study, on datasets of your choice"
    st.selectbox(
        "Study",
        list(titles),
        format_func=titles.__getitem__,
        key=page_record.key(STUDIES, "study"),
    )
    chosen = page_record.read_drawn(STUDIES).study
    if chosen == NEW:
        new_study.show(choice)
        return
    study = SHIPPED[chosen]
    results = shipped_results(study.key)
    st.markdown(f"**{escaped(study.question)}**")
    st.caption(f"{results_view.finished_sentence(results)} {_protocol(study)}")
    if results.traits:
        results_view.show(results, f"l2dwk_{study.key}")
    _reproduce(study)


def _protocol(study: ShippedStudy) -> str:
    recipe = study.recipe
    words = f"Means over {counted(recipe.folds, 'fold')}."
    if recipe.repeats > 1:
        words = f"Means over {recipe.folds} folds, drawn {recipe.repeats} times."
    if study.contrasts:
        words += (
            " Which contrasts count, and on which datasets, was written down before the first run: "
            "see the analysis in “Reproduce this study”. All else here is a description."
        )
    return words


def _reproduce(study: ShippedStudy) -> None:
    with st.expander("Reproduce this study", icon=":material/terminal:"):
        st.code(study.recipe.command(), language="bash", wrap_lines=True)
        if study.contrasts:
            st.caption(
                escaped(
                    f"The default is chosen among {', '.join(study.candidates)} on "
                    f"{counted(len(study.design), 'dataset')}, and compared with "
                    f"{', '.join(study.contrasts)} on the other {len(study.judged)}, corrected by "
                    "Holm. Related datasets count as one case: "
                    + "; ".join(" + ".join(family) for family in study.families)
                    + "."
                )
            )
        versions = study.facts.get("versions", {})
        if versions:
            st.caption(
                escaped("Computed with " + ", ".join(f"{k} {v}" for k, v in versions.items()) + ".")
            )
