"""Every field that stands in an address, with every kind of value that cannot be used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from pages.choices.choice import Choice
from pages.choices.field_rules import limit_text, limits, shortened
from pages.choices.pair_choice import PairChoice
from pages.choices.query import from_query, is_allowed, text, within_length
from pages.lab.selection import LabSelection
from pages.lessons.lessons import View
from pages.models.diversity import DiversityView
from pages.models.playground import PlaygroundChoice
from pages.models.sweep import SweepView
from tests import page_apps as apps

RECORDS: dict[type, tuple[str, str]] = {
    Choice: ("lab.py", ""),
    View: ("lab.py", ""),
    PairChoice: ("lessons.py", "pair."),
    LabSelection: ("lab.py", "look."),
    **apps.records(),
}
WRONG = ("too low", "too high", "wrong type", "empty")
TRAINED = {"v": "1", "dataset": "zoo"}


def bad_words(kind: type, wrong: str) -> Iterator[tuple[str, str]]:
    """A value for each field of a record that has one of this kind."""
    hints = get_type_hints(kind)
    for f in fields(kind):
        rule, hint = limits(kind, f.name), hints[f.name]
        if hint is str and "allowed" not in rule and f.name != "dataset":
            continue  # free text: nothing is wrong
        if (kind, f.name) == (View, "step"):
            continue  # how many there are depends on the lesson: lessons/test_lesson_address.py
        if wrong == "empty":
            if "" not in rule.get("allowed", ()):
                yield f.name, ""
        elif "most" in rule:
            if wrong == "too high":
                yield f.name, ",".join(map(str, range(rule["most"] + 1)))
        elif wrong == "wrong type":
            yield f.name, "0.5" if hint is int and "low" in rule else "💩"
        elif "low" in rule:
            step = max(1, abs(rule["high"]))
            yield f.name, text(rule["low"] - 1 if wrong == "too low" else rule["high"] + step)


def names_all(kind: type, prefix: str, name: str, words: str, note: str) -> bool:
    """Whether a note says which field, what was typed, what is allowed and what counts now."""
    rule = limits(kind, name)
    if name == "dataset":
        return "dataset" in note and "Used instead: glass." in note
    if "low" in rule:
        allowed = [limit_text(rule["low"]), limit_text(rule["high"])]
    else:
        allowed = [str(key) for key in rule.get("allowed", (rule.get("most", "yes, no"),))]
    parts = [prefix + name, rule.get("label", ""), shortened(words) or "empty", *allowed]
    default = text(getattr(kind(), name)) or "nothing"
    return "\n" not in note and all(part in note for part in (*parts, f"instead: {default}."))


def test_the_records_of_all_pages_are_found():
    assert apps.records()[PlaygroundChoice] == ("playground.py", "playground.")
    # Nothing can be chosen on Claims.
    assert {view for view, _ in RECORDS.values()} == set(apps.VIEWS) - {"claims.py"}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("kind", RECORDS)
def test_every_bad_field_is_named_and_the_page_runs(kind, wrong):
    view, prefix = RECORDS[kind]
    bad = dict(bad_words(kind, wrong))
    if not bad:
        assert wrong in ("too low", "too high")
        return
    query = {prefix + name: words for name, words in bad.items()}
    app = apps.open_page(view, **({"v": "1"} if kind is Choice else TRAINED) | query)
    apps.check(app)
    assert not app.error
    boxes = [box.value.replace("\\", "") for box in app.warning]
    said = [line.removeprefix("- ") for box in boxes for line in box.split("\n")]
    for name, words in bad.items():
        found = [note for note in said if names_all(kind, prefix, name, words, note)]
        assert len(found) == 1, (name, words, said)
    assert len(said) == len(bad)


def _lists() -> list[tuple[str, str, type, str]]:
    return [
        (view, prefix + f.name, kind, f.name)
        for kind, (view, prefix) in RECORDS.items()
        for f in fields(kind)
        if get_type_hints(kind)[f.name] == tuple[str, ...]
    ]


@pytest.mark.parametrize(
    ("view", "shown", "kind", "name"),
    [case for case in _lists() if not limits(case[2], case[3]).get("repeats")],
)
def test_a_word_that_stands_twice_in_a_list_is_named_and_the_page_runs(view, shown, kind, name):
    word = str(limits(kind, name).get("allowed", ("1",))[0])
    words = f"{word},{word}"
    app = apps.open_page(view, **TRAINED, **{shown: words})
    apps.check(app)
    (said,) = (box.value.replace("\\", "") for box in app.warning)
    assert f"({shown}) is {words!r}; {word!r} stands there twice, allowed is once" in said
    # A client that is no browser may send it as the value of a control.
    assert not is_allowed(kind, name, (word, word))


@pytest.mark.parametrize(
    ("view", "query", "note"),
    [
        ("start.py", {"start.points": "zzzz"},
         "Points (start.points) is 'zzzz': 'zzzz' is no point."),
        ("start.py", {"start.points": "a1111,b2222"},
         "(start.points) is 'a1111,b2222': There are 2 points; 4 to 60 are allowed"),
        ("start.py", {"start.point": "40"},
         "Chosen point (start.point) is '40', but there are 24 points. Used instead: 0."),
        ("playground.py", {"playground.member": "90", "playground.members": "21"},
         "playground.member is '90', but there are 21 trees. Used instead: 21."),
        ("sweep.py", {"sweep.second": "lam"},
         "Together with (sweep.second) is 'lam', but that is what is swept already. "
         "Used instead: none."),
    ],
)  # fmt: skip
def test_what_means_nothing_beside_the_rest_of_the_address_is_named(view, query, note):
    app = apps.open_page(view, **TRAINED | query)
    apps.check(app)
    assert not app.error
    (said,) = (box.value.replace("\\", "") for box in app.warning)
    assert note in said


@pytest.mark.parametrize("kind", [SweepView, DiversityView])
def test_pages_that_need_members_run_with_bad_fields(kind):
    view, prefix = RECORDS[kind]
    query = {prefix + name: words for name, words in bad_words(kind, "too high")}
    app = apps.trained(apps.open_page(view, **TRAINED | query))
    apps.check(app)
    assert not app.error
    assert apps.figures(app)


@pytest.mark.parametrize("kind", RECORDS)
def test_the_ends_of_every_range_are_taken(kind):
    for f in fields(kind):
        rule = limits(kind, f.name)
        for end in ("low", "high"):
            if end in rule:
                record, notes = from_query(kind(), {f.name: text(rule[end])})
                assert not notes
                assert getattr(record, f.name) == rule[end]
        for value in rule.get("allowed", ()):
            several = isinstance(f.default, tuple)
            words = text((value,)) if several else text(value)
            record, notes = from_query(kind(), {f.name: words})
            assert not notes
            assert getattr(record, f.name) == ((value,) if several else value)


@pytest.mark.parametrize("view", apps.VIEWS)
def test_names_that_mean_nothing_are_said_on_every_page(view):
    app = apps.open_page(view, **TRAINED, lambda_="2", **{"elsewhere.size": "3"})
    apps.check(app)
    for name in ("lambda_", "elsewhere.size"):
        assert f"Unknown address parameter '{name}'" in apps.said(app)
    assert len(app.warning) == 2


def test_a_great_many_names_that_mean_nothing_do_not_fill_the_page():
    app = apps.open_page("lab.py", v="1", **{f"nonsense{i}": "1" for i in range(50)})
    assert len(app.warning) == 1
    assert "'nonsense39'" in apps.said(app) and "'nonsense40'" not in apps.said(app)
    assert "10 more parts of the address" in apps.said(app)


@pytest.mark.parametrize("view", apps.VIEWS)
def test_another_version_is_said_once_and_nothing_of_it_counts(view):
    app = apps.open_page(view, v="99", lam="2.0", lesson="few", **{"start.accuracy": "70"})
    apps.check(app)
    assert len(app.warning) == 1
    assert "version '99'" in apps.said(app)
    assert app.session_state["choice"] == Choice()


def test_constant_beyond_the_control_keeps_what_was_typed_in_the_note():
    app = apps.open_page("lab.py", v="1", dataset="zoo", kernel="polynomial", constant="1000")
    apps.check(app)
    said = apps.said(app)
    assert "Constant c (constant) is '1000'; allowed is a number from -100 to 100" in said
    assert "-100.0" not in said
    assert app.number_input(key="choice.constant").value == 1.0


def test_a_note_stays_until_a_control_is_moved():
    app = apps.open_page("lab.py", v="1", dataset="zoo", max_depth="500")
    assert "Depth at most (max_depth) is '500'" in apps.said(app)
    app.run()
    assert "Depth at most (max_depth) is '500'" in apps.said(app)
    app.select_slider(key="choice.lam").set_value(2.0).run()
    assert not app.warning


def typed(app: Any) -> dict[str, list[str]]:
    return {name: [v] if isinstance(v, str) else list(v) for name, v in app.query_params.items()}


def test_an_address_stays_as_typed_until_something_changes():
    app = apps.open_page("lab.py", lam="2", dataset="zoo")
    assert typed(app) == {"lam": ["2"], "dataset": ["zoo"]}
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert typed(app) == {"v": ["1"], "lam": ["3.0"], "dataset": ["zoo"]}


@pytest.mark.parametrize("name", ["lambda", "λ"])
def test_lambda_is_taken_by_its_full_name_and_the_address_then_says_lam(name):
    app = apps.open_page("lab.py", **{name: "2", "dataset": "zoo"})
    apps.check(app)
    assert not app.warning
    assert app.select_slider(key="choice.lam").value == 2.0
    assert app.session_state["address"] == {"lam": ["2"], "dataset": ["zoo"]}
    app.run()  # the browser still sends what was typed
    assert typed(app) == {"lam": ["2"], "dataset": ["zoo"]}
    app = apps.open_page("playground.py", **{f"playground.{name}": "3"})
    assert app.session_state["record of playground"].lam == 3.0


def test_oracle_is_an_older_name_of_weighting_in_an_address():
    app = apps.open_page("lab.py", oracle="training", dataset="zoo", lock="oracle,lam")
    apps.check(app)
    assert not app.warning
    menu = app.selectbox(key="choice.weighting")
    assert menu.value == "training"
    assert menu.disabled
    assert app.session_state["address"] == {
        "weighting": ["training"], "dataset": ["zoo"], "lock": ["weighting,lam"],
    }  # fmt: skip
    both = {"weighting": "training", "oracle": "bootstrap", "dataset": "zoo"}
    app = apps.open_page("lab.py", **both)
    assert app.selectbox(key="choice.weighting").value == "bootstrap"
    assert "weighting stands 2 times" in app.warning[0].value.replace("\\", "")


def test_lambda_under_two_names_counts_once_and_is_said():
    app = apps.open_page("lab.py", **{"lam": "2", "lambda": "3", "dataset": "zoo"})
    assert app.select_slider(key="choice.lam").value == 3.0
    assert "lam stands 2 times" in app.warning[0].value.replace("\\", "")


@pytest.mark.parametrize(
    ("name", "said"), [("labs", "did you mean 'lab'?"), ("nonsense", "Pages are /playground, /lab")]
)
def test_a_page_that_is_none_is_named_on_start(monkeypatch, name, said):
    asked, intend = iter([name]), PagesManager.set_script_intent

    def first_asked(manager, page_hash, page_name):
        intend(manager, page_hash, next(asked, page_name))

    monkeypatch.setattr(PagesManager, "set_script_intent", first_asked)
    app = AppTest.from_file(str(apps.ROOT / "pages" / "shell.py"), default_timeout=30).run()
    apps.check(app)
    assert len(app.warning) == 1
    note = app.warning[0].value.replace("\\", "")
    assert f"There is no page '/{name}' here; this is Start" in note and said in note
    app.slider(key="start.accuracy").set_value(70).run()
    assert not app.warning


def test_an_address_that_lags_behind_undoes_nothing():
    """The browser sends its last address with each click, which may be older than the choice."""
    app = apps.open_page("lab.py", v="1", dataset="zoo", lam="2.0")
    for value in (2.5, 3.0, 4.0):
        app.query_params.update({"v": "1", "dataset": "zoo", "lam": "2.0"})
        app.select_slider(key="choice.lam").set_value(value).run()
        assert app.select_slider(key="choice.lam").value == value
        assert typed(app)["lam"] == [text(value)]
    # A run that no control caused, as at the end of a training, brings a late address as well.
    app.query_params["lam"] = "2.0"
    app.run()
    assert app.select_slider(key="choice.lam").value == 4.0
    assert typed(app)["lam"] == ["4.0"]


def test_a_menu_without_a_choice_keeps_the_one_before():
    """What a browser sends for a menu whose run was cut short."""
    app = apps.open_page("data.py", **TRAINED, **{"data.section": "teaching"})
    app.session_state["data.section"] = None
    app.run()
    apps.check(app)
    assert app.session_state["data.section"] == "teaching"
    assert app.slider(key="data.n_rows")


@pytest.mark.parametrize("name", ["lock", "hide"])
def test_a_very_long_address_is_left_out_and_said(name):
    words = ",".join(f"a{i}" for i in range(50_000))
    begun = time.process_time()
    app = apps.open_page("lab.py", **TRAINED, **{name: words})
    assert time.process_time() - begun < 20
    (line,) = app.session_state["address_notes"]
    assert "at most 200 with 24,000 are read. Left out: " + name in line
    assert name not in app.session_state["address"]
    assert app.session_state["choice"].dataset == "zoo"


def test_a_long_list_is_read_in_a_moment():
    """A comparison of each word with all before it would take minutes."""
    words = ",".join(f"a{i}" for i in range(50_000))
    begun = time.process_time()
    from_query(View(), {"lock": words})
    assert not is_allowed(View, "lock", tuple(words.split(",")))
    assert time.process_time() - begun < 1


def test_a_step_of_many_digits_is_said():
    app = apps.open_page("lessons.py", lesson="weighting_pays", step="9" * 5_000)
    assert "Step 1 is shown" in " ".join(app.session_state["address_notes"])


def test_no_more_parameters_are_read_than_allowed():
    query = {f"a{i}": ["1"] for i in range(300)}
    kept, (line,) = within_length(query)
    assert list(kept) == list(query)[:200]
    assert line.endswith("Left out: a200, a201, a202, a203, a204, …. Make the address shorter.")
    assert within_length(kept) == (kept, [])
