"""Claims: what the paper promises, what was measured, and what holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import pandas as pd
import streamlit as st

from l2dwk_core.figures.claims.accuracy_effects import accuracy_effects_figure
from l2dwk_core.figures.claims.dataset_differences import dataset_differences_figure
from l2dwk_core.figures.claims.sentences import effect_words, setting_words
from l2dwk_core.paper import EQUATIONS
from l2dwk_core.paper.claim import CLAIM_VERDICTS, GROUPS, Argument, Measured, NotRun
from l2dwk_core.paper.claim_answers import ClaimAnswer, claim_answers, progress
from l2dwk_core.paper.planned_contrasts import choose_candidate
from l2dwk_core.study.shipped_study import SHIPPED, ShippedStudy
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import to_address
from pages.lab import lab_link
from pages.state import session, session_address
from pages.widgets import address_notes

MENU_ICON, MENU_PLACE = ":material/gavel:", 110

_Colour = Literal["green", "red", "orange", "violet", "gray"]
_VERDICT: Mapping[str, tuple[str, _Colour, str]] = {
    "supported": ("Supported", "green", ":material/check:"),
    "not supported": ("Not supported", "red", ":material/close:"),
    "depends": ("Depends", "orange", ":material/call_split:"),
    "not defined": ("Not defined", "violet", ":material/block:"),
    "undecided": ("Undecided", "gray", ":material/help:"),
}


def main() -> None:
    session_address.write_address(session.choice(), {})
    st.title("What does the paper promise, and what holds?", anchor=False)
    st.markdown(
        "L2DWK is a way to combine many classifiers: it learns a weight for each, so that those "
        "with weight are accurate and differ from each other. Its paper (Yin, Yang & Hao 2014) "
        "makes the claims below, in our words; its results section is empty. Each claim is "
        "answered by a study that anybody can run again, or by a proof or a counter-example."
    )
    address_notes.show()
    with st.spinner("The studies are evaluated once, which takes a second or two."):
        answers = claim_answers()
    _overview(answers)
    effects = accuracy_effects_figure(answers)
    if effects is not None:
        layout.show(effects)
    st.caption(
        "How much of the studies is computed: "
        + "; ".join(f"{study.title}: {progress(study)}" for study in SHIPPED.values())
        + "."
    )
    for group, question in GROUPS.items():
        st.subheader(question, anchor=False)
        for answer in answers:
            if answer.claim.group == group:
                _section(answer)
    _studies()


def _overview(answers: tuple[ClaimAnswer, ...]) -> None:
    st.caption(
        "A method is *ahead* if its mean accuracy is higher and it is better on more than half of "
        "the datasets; two are *practically equal* if they differ by less than half a point. Both "
        "are said only if every test agrees (p below 5%, corrected for all comparisons of the "
        "study). The intervals are not corrected, so that one may exclude 0, or "
        "one half, where nothing is decided."
    )
    table = pd.DataFrame(
        {
            "claim": [_title(answer) for answer in answers],
            "verdict": [_badge(answer.verdict) for answer in answers],
            "effect in the setting worst for the claim (95% interval)": [
                escaped(effect_words(answer)) for answer in answers
            ],
        }
    )
    st.container(key="claims-table").table(table.set_index("claim"))
    st.caption(
        "  \n".join(f"**{_VERDICT[name][0]}**: {why}." for name, why in CLAIM_VERDICTS.items())
    )


def _title(answer: ClaimAnswer) -> str:
    ours = " (a claim of this project, not of the paper)" if answer.claim.group == "ours" else ""
    return answer.claim.title + ours


def _badge(verdict: str) -> str:
    label, colour, icon = _VERDICT[verdict]
    return f":{colour}-badge[{icon} {label}]"


def _section(answer: ClaimAnswer) -> None:
    claim = answer.claim
    evidence = claim.evidence
    if isinstance(evidence, NotRun):
        _without_study(answer)
        return
    with st.container(border=True, key=f"claim-{claim.key}"):
        left, right = st.columns([3, 2], gap="large")
        left.markdown(f"**{claim.title}**  \n{escaped(claim.promise)}")
        with right:
            label, colour, icon = _VERDICT[answer.verdict]
            st.badge(label, color=colour, icon=icon)
            st.markdown(escaped(answer.reason))
            if isinstance(evidence, Measured):
                if answer.weakest is not None:
                    effect = f"{effect_words(answer)}, {setting_words(answer)}"
                    st.caption(f"Effect: {escaped(effect)}.")
                titles = "; ".join(SHIPPED[key].title for key in evidence.studies)
                st.caption(f"Study: {titles}. Its command is below.")
            links = st.container(horizontal=True)
            if isinstance(evidence, Argument):
                _counter_example(evidence, links)
            _lab_link(answer, links)
        _datasets(answer)


def _datasets(answer: ClaimAnswer) -> None:
    """Show in a closed drawer the figure with a point a dataset, which is long."""
    figure = dataset_differences_figure(answer)
    if figure is None:
        return
    key = f"differences-{answer.claim.key}"
    place = st.expander(
        "Dataset by dataset", icon=":material/scatter_plot:", key=f"{key}-drawer", on_change="rerun"
    )
    if place.open:
        with place:
            layout.show(figure, key=key, wide=True)


def _without_study(answer: ClaimAnswer) -> None:
    claim = answer.claim
    with st.container(border=True, key=f"claim-{claim.key}"):
        left, right = st.columns([5, 1], gap="large")
        left.markdown(
            f"**{claim.title}** {_badge(answer.verdict)}  \n{escaped(claim.promise)}  \n"
            f"*{escaped(answer.reason)}*"
        )
        _lab_link(answer, right)


def _lab_link(answer: ClaimAnswer, place: st.delta_generator.DeltaGenerator) -> None:
    lab_link.show(place, "A run in the Lab", {"v": "1", **answer.claim.example})


def _counter_example(evidence: Argument, place: st.delta_generator.DeltaGenerator) -> None:
    equation = next(e for e in EQUATIONS if e.key == evidence.equation)
    place.page_link(
        "views/paper.py",
        label=f"Counter-example: {equation.title}",
        icon=":material/play_circle:",
        query_params={**to_address(session.choice()), "paper.example": equation.slug},
    )


def _studies() -> None:
    st.subheader("The studies", anchor=False)
    for study in SHIPPED.values():
        with st.container(border=True, key=f"study-{study.key}"):
            _study(study)


def _study(study: ShippedStudy) -> None:
    st.markdown(
        f"**{study.title}**  \n{study.question} {study.recipe.folds} folds, {progress(study)}. The "
        "analysis was written down before the first run."
    )
    if study.candidates:
        candidate = choose_candidate(study)
        if candidate.text:
            so_far = "" if candidate.complete else "so far "
            st.markdown(
                f"The form of L2DWK is chosen on {len(study.design)} datasets and compared on the "
                f"other {len(study.judged)}. Best {so_far}on the first: `{candidate.text}`."
            )
            st.dataframe(
                candidate.table.reset_index(),
                hide_index=True,
                column_config={
                    "accuracy": st.column_config.NumberColumn(format="%.4f"),
                    "kept": st.column_config.NumberColumn(format="%.1f"),
                },
            )
    st.markdown("The command:")
    st.code(study.recipe.command(), language="sh", wrap_lines=True)
    versions = study.facts.get("versions", {})
    if versions:
        st.caption(
            "Computed with "
            + ", ".join(f"{name} {value}" for name, value in versions.items())
            + "."
        )


main()
