"""A lesson of one's own: opened from a file, and what a file can hold."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.lessons.quantities import quantities_markdown
from l2dwk_core.lessons.reader import read_lesson
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.lessons.own_lesson import OWN, packed
from pages.lessons.rules import CONTROLS, FIGURES, RULES
from pages.widgets import lesson_progress

_EXAMPLE = "5_few.md"
_PLACE = """`[question]` has `answer`, with `low` and `high` of a slider or with the `options` of
buttons; or it asks for a place in a figure, where the reader drags a point:

```
ask = "Where is the weighted vote?"
across = "test_diversity"
up = "accuracy"
low = [0.0, 50]
high = [0.5, 100]
step = [0.01, 1]
start = [0.1, 60]
marks = [["uniform vote", "uniform_test_diversity", "uniform_accuracy"]]
```

Each pair of numbers is for the way across and the way up. `marks` are places that are shown with
the question; `before.accuracy` is that of the step named by `before`."""


def show() -> None:
    """Show where a lesson file is opened, and how one is written."""
    with st.expander("A lesson of your own", icon=":material/upload_file:", key="own-lesson"):
        st.markdown(
            "A lesson is a text file. Open yours here, start it, and give *Copy link* to your "
            "class: the link holds the whole lesson, so nobody needs the file."
        )
        file = st.file_uploader("Lesson file", ["md", "txt"], key="lesson_file", max_upload_size=1)
        if file is not None:
            _opened(file.getvalue())
        _how_to_write()


def _opened(content: bytes) -> None:
    try:
        text = content.decode("utf-8-sig")
        lesson = read_lesson(text, OWN, RULES)
        short = packed(text)
    except UnicodeDecodeError:
        layout.error("This file is no text in UTF-8; save it as UTF-8.")
        return
    except InputError as error:
        problems = getattr(error, "problems", (str(error),))
        more = getattr(error, "more", "")
        layout.error(f"This lesson has {counted(len(problems), 'fault')}. {more}".strip())
        st.markdown("\n".join(f"- {escaped(one)}" for one in problems))
        return
    st.markdown(f"**{lesson.title}** · {counted(len(lesson.steps), 'step')}  \n{lesson.about}")
    st.button(
        "Start this lesson", icon=":material/school:", type="primary", key="start_own",
        on_click=lesson_progress.start, args=(OWN, short),
    )  # fmt: skip


def _how_to_write() -> None:
    example = (files("l2dwk_core.lessons.shipped") / _EXAMPLE).read_text(encoding="utf-8")
    st.download_button(
        "An example to change: Many could be few", example, file_name="lesson.md",
        mime="text/markdown", icon=":material/download:", key="lesson_example", on_click="ignore",
    )  # fmt: skip
    with st.popover("What a lesson can ask and show", icon=":material/list:"):
        st.markdown(
            "`[choice]` has the names that stand in the address of the Lab, such as `dataset`, "
            "`pool`, `kernel`, `lam`, `n_members`.\n\n"
            'Text stays when the question is answered. What is true only before, as "The figure is '
            'that of step 1", stands under `### Before the answer`; what comes with the answer, '
            "under `### After the answer`.\n\n"
            f"`control` is one of {', '.join(f'`{name}`' for name in CONTROLS)}.\n\n"
            "`figures`: "
            + "; ".join(f"`{name}` ({about})" for name, about in FIGURES.items())
            + f".\n\n{_PLACE}\n\n`answer`, `across`, `up`, and names in double braces in the text, "
            "are in this list.\n\n"
            + quantities_markdown().partition("\n## ")[2].replace("Of a run", "#### Of a run", 1)
        )
