"""The Compare page shows the library's comparison, live, and can be stopped."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.comparison_records import REFERENCE, ComparisonResult
from pages.choices.choice import Choice
from pages.choices.query import from_query, to_query
from pages.jobs import caches
from pages.jobs.worker import in_process
from pages.models.compare import CHOOSABLE, FIRST, CompareView, python_snippet, recipe_of
from pages.runtime import worker_connection
from tests import page_apps as apps
from tests.work_here import work_here

QUICK = {
    "v": "1", "dataset": "zoo", "n_members": "7", "compare.folds": "3",
    "compare.methods": "single_best,l2dwk,qpd",
}  # fmt: skip


def _page(**query):
    return apps.open_page("compare.py", **{**QUICK, **query})


def _compared(app):
    if apps.button(app, "compare_run"):
        apps.button(app, "compare_run").click().run()
    limit = time.monotonic() + 60
    while apps.button(app, "compare_cancel"):
        assert time.monotonic() < limit, "comparing took too long"
        time.sleep(0.2)
        app.run()
    return app


@pytest.fixture
def here(monkeypatch):
    work_here(monkeypatch, caches.comparisons(), compare)


def test_page_shows_the_librarys_comparison():
    app = _compared(_page(lam="3.0"))  # in a process, as it is
    apps.check(app)
    assert not app.error
    expected = compare(
        "zoo",
        methods=["single_best", "l2dwk", "qpd"],
        folds=3,
        n_members=7,
        settings=Settings(lam=3.0),
    )
    differences = {t["name"]: apps.numbers(t["x"])[0] for t in apps.figures(app)[0]["data"]}
    for s in expected.standings():
        if s.difference is not None:
            assert differences[s.title] == pytest.approx(100 * s.difference.mean)
    shown = app.dataframe[0].value
    assert shown["accuracy"].tolist() == pytest.approx(
        [100 * s.accuracy for s in expected.standings()]
    )
    claim = "differences from the uniform vote of the same members can be claimed"
    assert claim in apps.titles(app)


def test_methods_are_explained_from_the_registry():
    app = _page()
    apps.check(app)
    table = app.dataframe[0].value
    assert table["method"].tolist() == [info.title for info in COMBINERS.values()]
    assert set(table.columns) >= {"source", "parameters", "complexity", "confirmed"}


def test_choices_travel_in_the_address_and_the_default_does_not():
    app = apps.open_page("compare.py", v="1", dataset="zoo")
    assert "compare.methods" not in apps.address(app)
    assert app.multiselect(key="compare.methods").value == FIRST
    app.multiselect(key="compare.methods").set_value(["qpd", "drep"]).run()
    app.slider(key="compare.folds").set_value(4).run()
    apps.check(app)
    assert apps.address(app)["compare.methods"] == "qpd,drep"
    assert apps.address(app)["compare.folds"] == "4"
    assert app.slider(key="compare.folds").value == 4


def test_nothing_to_compare_is_said():
    app = _page()
    app.multiselect(key="compare.methods").set_value([]).run()
    apps.check(app)
    assert "at least one method" in str(app.info[0].value)
    assert apps.address(app)["compare.methods"] == "none"


def test_rows_that_cannot_be_split_are_one_line_and_the_page_stays(here):
    app = _compared(
        _page(dataset="lymph", **{"compare.folds": "20", "compare.methods": "single_best"})
    )
    apps.check(app)
    assert not app.error  # the largest class has more rows than that
    app = _page(kernel="polynomial", constant="-1.0")
    apps.check(app)
    assert "needs c ≥ 0" in str(app.error[0].value)
    assert app.multiselect(key="compare.methods")


def test_the_tables_words_are_short_enough_to_be_read_whole(here):
    """The first column stays in sight, on a phone as well: a longer title would be cut off."""
    app = _compared(_page(**{"compare.folds": "2", "compare.methods": "bagging,single_best"}))
    table = app.dataframe[0].value
    assert max(map(len, table["method"])) <= 32
    assert set(table["compared_with"]) == {"", "the same members", "all training rows"}


def test_refusals_are_shown_with_their_reason(monkeypatch):
    def refusing(**arguments):
        found = compare("zoo", methods=["qpd"], folds=2, n_members=3)
        return ComparisonResult(found.recipe, found.records, {"epsdp": "needs two classes"})

    queue = caches.JobQueue(lambda session: True, refusing, keep=lambda found, seconds: found)
    monkeypatch.setattr(caches, "comparisons", lambda: queue)
    app = _compared(_page(**{"compare.methods": "qpd,epsdp"}))
    apps.check(app)
    assert "EPSDP took no part: needs two classes." in " ".join(
        str(i.value).replace("\\", "") for i in app.info
    )
    assert "EPSDP" in app.dataframe[0].value["method"].tolist()


def test_finished_folds_of_a_cancelled_comparison_stay(monkeypatch):
    half = compare("zoo", methods=["qpd", "single_best"], folds=3, n_members=3)
    done = tuple(r for r in half.records if r.fold < 2)
    told = threading.Event()

    def slow(*, progress, **arguments):
        while True:
            progress("split 3 of 3", 6, 9, ComparisonResult(half.recipe, done))
            told.set()
            time.sleep(0.01)

    queue = caches.JobQueue(lambda session: True, slow, keep=lambda found, seconds: found)
    monkeypatch.setattr(caches, "comparisons", lambda: queue)
    app = _page(**{"compare.methods": "qpd,single_best"})
    apps.button(app, "compare_run").click().run()
    assert told.wait(10)
    apps.button(app, "compare_cancel").click().run()
    apps.check(app)
    assert "Cancelled after 2 of 3 folds." in apps.said(app)
    shown = {t["name"] for t in apps.figures(app)[0]["data"]}
    assert shown == {"QPD", "Single best member"}
    assert apps.button(app, "compare_run").label == "Compare anew"


def test_process_gives_the_librarys_result_and_news_on_the_way():
    said, news = [], []

    def progress(what, done, total, partial):
        said.append((what, done, total))
        if partial is not None:
            news.append(partial)

    arguments = {"dataset": "zoo", "methods": ("qpd",), "folds": 3, "n_members": 9}
    found = in_process(compare, progress=progress, **arguments)
    direct = compare(**arguments)
    np.testing.assert_array_equal(found.accuracies(), direct.accuracies())
    assert [r.method for r in found.records] == [r.method for r in direct.records]
    assert said
    assert all(isinstance(n, ComparisonResult) for n in news)


def test_process_passes_diagnoses_on():
    with pytest.raises(InputError, match="Unknown method 'nobody'"):
        in_process(compare, progress=lambda *_: None, dataset="zoo", methods=("nobody",))
    with pytest.raises(RuntimeError, match="TypeError"):
        in_process(compare, progress=lambda *_: None, dataset="zoo", methods=("qpd",), folds=None)


def test_cancel_ends_the_process_within_a_second(monkeypatch):
    started = []
    real = worker_connection.subprocess.Popen
    monkeypatch.setattr(
        worker_connection.subprocess,
        "Popen",
        lambda *a, **k: started.append(real(*a, **k)) or started[-1],
    )
    wanted = threading.Event()
    wanted.set()

    def progress(*_):
        if not wanted.is_set():
            raise InterruptedError

    ended = []

    def work():
        with pytest.raises(InterruptedError):
            in_process(
                compare,
                progress=progress,
                dataset="kr-vs-kp",
                methods=CHOOSABLE,
                folds=10,
                n_members=301,
            )
        ended.append(time.monotonic())

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(2.0)
    asked = time.monotonic()
    wanted.clear()
    thread.join(5)
    assert ended[0] - asked < 1.0
    assert started[0].poll() is not None


def test_settings_count_only_where_l2dwk_takes_part():
    view = CompareView(methods=("qpd",))
    assert recipe_of(Choice(lam=3.0), view) == recipe_of(Choice(lam=5.0), view)
    assert recipe_of(Choice(lam=3.0), CompareView()) != recipe_of(Choice(lam=5.0), CompareView())
    assert REFERENCE in recipe_of(Choice(), view).methods


def test_the_library_is_divided_into_the_folds_that_were_chosen():
    choice = Choice(pool="library", n_members=40, weighting="out_of_fold", n_folds=3)
    assert recipe_of(choice, CompareView()).n_folds == 3
    assert "n_folds=3" in python_snippet(recipe_of(choice, CompareView()), "'zoo'")
    app = apps.open_page(
        "compare.py", v="1", dataset="zoo", pool="library", weighting="out_of_fold", n_folds="3"
    )
    apps.check(app)
    assert "votes out of fold (3 folds, as in the Lab)" in apps.said(app)


def test_whole_ensembles_take_no_part_where_votes_are_given():
    view = CompareView(("bagging", "random_forest", "qpd"))
    given = recipe_of(Choice(dataset=f"votes-{'0' * 16}"), view)
    assert given.methods == (REFERENCE, "qpd")
    assert {"bagging", "random_forest"} <= set(recipe_of(Choice(), view).methods)


def test_view_round_trips():
    for view in (CompareView(), CompareView(("qpd",), 4, 3), CompareView(())):
        assert from_query(CompareView(), to_query(view, CompareView())) == (view, [])


def test_snippet_repeats_the_comparison():
    recipe = recipe_of(
        Choice(dataset="zoo", n_members=7, lam=3.0), CompareView(("l2dwk", "qpd"), 3, 1)
    )
    scope: dict[str, object] = {}
    exec(python_snippet(recipe, "'zoo'"), scope)
    direct = compare(**vars(recipe))
    np.testing.assert_array_equal(scope["result"].accuracies(), direct.accuracies())
    assert scope["result"].recipe == direct.recipe
