"""Paper: every equation, the code of it, a verdict, and counter-examples with sliders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS
from l2dwk_core.paper import EQUATIONS, PROGRAM_DIFFERENCES, VERDICTS, Equation
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices import field_rules
from pages.lab import lab_link
from pages.live import live_route
from pages.models.paper import EXAMPLES, PAPER, PaperChoice, chart_of
from pages.state import page_record, session, session_address
from pages.widgets import address_notes, fields, open_at_heading

MENU_ICON, MENU_PLACE = ":material/article:", 100

_Colour = Literal["green", "orange", "blue"]
_VERDICT: Mapping[str, tuple[str, _Colour, str]] = {
    "exact": ("Exact", "green", ":material/check:"),
    "defect": ("Defect", "orange", ":material/report:"),
    "reading": ("Our reading", "blue", ":material/menu_book:"),
}
_SHOW = {"all": "All", "exact": "Exact", "defect": "Defects", "reading": "Our reading"}


def _taken(place: str) -> PaperChoice:
    choice: PaperChoice = page_record.read(PAPER, PaperChoice())
    query = page_record.query(PAPER, choice, PaperChoice())
    session_address.write_address(session.choice(), query, place)
    return choice


def main() -> None:
    choice = _taken("address")
    st.title("What does the paper say, and does it hold?", anchor=False)
    st.markdown(
        "Yin, Yang & Hao 2014, *Learning to Diversify via Weighted Kernels for Classifier "
        "Ensemble*, equation by equation: the formula as printed, what it says in our words, what "
        "implements it, and a verdict. O is the table of right (+1) and wrong (−1) answers, w the "
        "members' weights, α the rows' kernel weights."
    )
    address_notes.show()
    counts = {name: sum(e.verdict == name for e in EQUATIONS) for name in VERDICTS}
    fields.segments(
        PAPER,
        "show",
        {name: f"{title} ({counts.get(name, len(EQUATIONS))})" for name, title in _SHOW.items()},
        "Show",
        help="  \n".join(f"**{_VERDICT[name][0]}**: {why}." for name, why in VERDICTS.items()),
    )
    shown = [e for e in EQUATIONS if choice.show in ("all", e.verdict)]
    opened, place = False, ""
    for equation in shown:
        by_letter = bool(equation.example) and equation.example == choice.example
        here = not opened and (by_letter or equation.slug == choice.example)
        opened |= here
        card(equation, choice, here)
        if here:
            place = f"equation-{equation.slug}"
    open_at_heading.show(place)
    program()
    datasets()


def card(equation: Equation, choice: PaperChoice, opened: bool) -> None:
    """Show one equation, with its counter-example when that is open."""
    key = equation.slug
    with st.container(border=True, key=f"equation-{key}"):
        left, right = st.columns([3, 2], gap="large")
        with left:
            number = f" · `{equation.key}`" if equation.labelled else ""
            st.markdown(f"**{equation.title}**{number}  \n{equation.meaning}")
            st.latex(equation.latex)
        with right:
            label, colour, icon = _VERDICT[equation.verdict]
            st.badge(label, color=colour, icon=icon)
            st.markdown(escaped(equation.remark))
            st.caption("Here: " + ", ".join(_code(place) for place in equation.code))
            if equation.example:
                st.button(
                    "Close" if opened else EXAMPLES[equation.example].question,
                    icon=":material/close:" if opened else ":material/play_circle:",
                    key=f"try.{key}",
                    on_click=_open,
                    args=("" if opened else equation.slug,),
                )
        if opened:
            example(equation.example)


def _open(key: str) -> None:
    page_record.put(PAPER, example=key)


def _code(place: str) -> str:
    module, name = place.split(":")
    folder = "/__init__" if module == "diversity" else ""
    return f"`{name}` in `l2dwk_core/{module.replace('.', '/')}{folder}.py`"


@st.fragment
def example(key: str) -> None:
    """Show the sliders and the figure of a counter-example. Only this part is drawn again."""
    choice = _taken("address-example")
    question, labels, figure = EXAMPLES[key]
    st.divider()
    controls, picture = st.columns([1, 3], gap="large")
    with controls:
        st.markdown(f"**{question}**")
        for name, label in labels.items():
            if _applies(name, choice):
                _widget(name, label)
    with picture:
        try:
            chart = figure(choice)
        except InputError as problem:
            layout.error(problem)
            return
        layout.show(chart)
    live_route.follow(
        PAPER,
        choice,
        chart_of,
        {chart.name: key},
        sliders=[f"{PAPER}.{name}" for name in labels],
    )


def _applies(name: str, choice: PaperChoice) -> bool:
    if name == "a_sigma":
        return choice.a_kernel == "gaussian"
    return name not in ("a_degree", "a_constant") or choice.a_kernel == "polynomial"


def _widget(name: str, label: str) -> Any:
    rule = field_rules.limits(PaperChoice, name)
    if "allowed" in rule:
        key = page_record.key(PAPER, name)
        return st.selectbox(label, rule["allowed"], format_func=str.capitalize, key=key)
    return fields.slider(PAPER, name, label)


def program() -> None:
    """Show what the authors' own program does differently."""
    st.subheader("What the authors' own program does differently", anchor=False)
    st.markdown(
        "The authors later released a program. It departs from the paper in six ways; the preset "
        "*Authors' program* in the Lab takes all six, and each can be set alone."
    )
    st.container(key="program").table(
        pd.DataFrame(
            {
                "difference": [d.title for d in PROGRAM_DIFFERENCES],
                "paper": [d.paper for d in PROGRAM_DIFFERENCES],
                "program": [d.program for d in PROGRAM_DIFFERENCES],
                "setting": [
                    ", ".join(f"`{name} = {_value(v)}`" for name, v in d.settings.items())
                    for d in PROGRAM_DIFFERENCES
                ],
            }
        ).set_index("difference")
    )
    st.caption(
        "Its double fault is `diversity = double_fault_authors`. Its example judges the members on "
        "the very rows they were trained on (`weighting = training`). It also compares labels with "
        "positions, so labels with gaps give wrong errors there; that is not imitated."
    )
    lab_link.show(st, "The preset in the Lab", {"v": "1", "preset": "authors"})


def _value(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def datasets() -> None:
    """Show where the paper's table of datasets differs from the files."""
    listed = [f for f in DATASETS.values() if f.paper_sizes]
    off = [f for f in listed if f.difference]
    st.subheader(f"{len(off)} of {len(listed)} lines of the data table are off", anchor=False)
    st.markdown(
        "Counted in the files themselves, beside what the paper's table says; the Data page shows "
        "each in full. The results section "
        "of this version holds no numbers at all, so there is nothing to compare accuracies with."
    )
    st.dataframe(
        pd.DataFrame(
            {
                "dataset": [f.name for f in off],
                "rows": [f.n_rows for f in off],
                "rows (paper)": [f.paper_rows for f in off],
                "columns": [f.n_columns for f in off],
                "columns (paper)": [f.paper_columns for f in off],
                "classes": [f.n_classes for f in off],
                "classes (paper)": [f.paper_classes for f in off],
                "why": [f.difference for f in off],
            }
        ),
        hide_index=True,
    )
    st.page_link("views/data.py", label="To the Data page", icon=":material/table:")


main()
