"""A study made on the Compare page: with progress, Cancel, and the session's own table or votes."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from pathlib import Path

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.run import run_study
from l2dwk_core.study.small_study import small_study
from pages.choices.choice import Choice
from pages.jobs import caches, work_limits
from pages.jobs.study_work import StudyWork
from pages.models.new_study import new_study
from pages.models.studies import StudiesView
from pages.study.study_file import _Folder, delete_oldest
from tests import page_apps as apps
from tests import votes_page
from tests.data_page import to_lab, with_upload

QUICK = {
    "v": "1", "n_members": "5", "studies.show": "many", "studies.study": "new",
    "studies.new_datasets": "zoo,hayes-roth", "studies.new_folds": "2",
    "studies.new_methods": "uniform_vote,single_best,l2dwk",
}  # fmt: skip
VIEW = StudiesView(
    new_datasets=("zoo", "hayes-roth"),
    new_methods=("uniform_vote", "single_best", "l2dwk"),
    new_folds=2,
)


def _page(**query):
    return apps.open_page("compare.py", **{**QUICK, **query})


def _made(app):
    apps.button(app, "study_run").click().run()
    return apps.waited(app)


def _columns(app):
    heat = apps.figures(app)[0]["data"][0]
    return [cell.rsplit("|", 1)[0] for cell in heat["customdata"][0]]


def test_the_study_of_the_choices():
    study = new_study(Choice(n_members=7, seed=3, max_depth=2, lam=0.5), VIEW)
    assert study.methods == ("uniform_vote", "single_best", "l2dwk(lam=0.5)")
    assert (study.datasets, study.pools, study.folds) == (("zoo", "hayes-roth"), ("bagging",), 2)
    assert (study.n_members, study.seed, study.max_depth) == (7, 3, 2)
    library = new_study(Choice().with_pool("library"), VIEW, "mine")
    assert library.datasets == ("mine", "zoo", "hayes-roth")
    assert library.sources("library") == ("out_of_fold",)


def test_a_study_is_made_and_shown(tmp_path):
    app = _page()
    apps.check(app)
    assert "4 trainings one after another" in apps.said(app)
    _made(app)
    assert not app.error
    assert len(apps.figures(app)) == 4
    assert _columns(app) == ["zoo", "hayes-roth"]
    expected = run_study(new_study(Choice(n_members=5), VIEW), tmp_path / "a.db", n_jobs=1)
    mean = [
        sum(r.accuracy for r in expected.records if (r.dataset, r.method) == ("zoo", method)) / 2
        for method in expected.recipe.methods
    ]
    heat, words = apps.figures(app)[0]["data"]
    shown = dict(zip([row[0] for row in heat["customdata"]], words["text"][::2], strict=True))
    assert shown == {
        f"zoo|{m}": f"{100 * v:.1f}" for m, v in zip(expected.recipe.methods, mean, strict=True)
    }


def test_a_cancelled_study_goes_on_where_it_ended(monkeypatch):
    begun = []

    def slow(*, progress, on_change=None, **arguments):
        begun.append(arguments["file"])

        def say(what, done, total):
            progress(what, done, total)
            while done == 2 and len(begun) == 1:
                progress(what, done, total)
                time.sleep(0.01)

        def tell(found):
            progress("so far", len(found.records), 12, found)

        return small_study(**arguments, progress=say, on_change=tell)

    queue = caches.JobQueue(
        lambda session: True, slow, find=caches.session_tables.find,
        keep=lambda found, seconds: found,
    )  # fmt: skip
    monkeypatch.setattr(caches, "small_studies", lambda: queue)
    app = _page(seed="7")  # not the study that another test has finished
    apps.button(app, "study_run").click().run()
    limit = time.monotonic() + apps.LIMIT
    while "Begun or finished: zoo." not in apps.said(app):
        assert time.monotonic() < limit
        time.sleep(0.1)
        app.run()
    apps.button(app, "study_cancel").click().run()
    apps.check(app)
    assert "Cancelled after 1 training of 4" in apps.said(app)
    assert apps.button(app, "study_run").label == "Go on"
    _made(app)
    assert len(set(begun)) == 1  # the same file
    assert len(begun) == 2
    assert _columns(app) == ["zoo", "hayes-roth"]


def test_a_table_of_the_session_takes_part():
    app = with_upload()
    to_lab(app)
    app.switch_page("views/compare.py")
    for name, value in (QUICK | {"studies.new_datasets": "zoo"}).items():
        app.query_params[name] = value
    app.run()
    apps.check(app)
    app.selectbox(key="study_own").select_index(1).run()
    _made(app)
    assert not app.error, app.error[0].value
    assert _columns(app) == ["t", "zoo"]


def test_a_table_with_any_name_is_shown_and_forgotten():
    app = with_upload(name="<i>t|1 $x$.csv")
    to_lab(app)
    word = app.session_state["choice"].dataset
    app.switch_page("views/compare.py")
    for name, value in (QUICK | {"studies.new_datasets": "zoo"}).items():
        app.query_params[name] = value
    app.run()
    app.selectbox(key="study_own").select_index(1).run()
    _made(app)
    assert _columns(app) == ["<i>t|1 $x$", "zoo"]
    shown = apps.figures(app)[0]["layout"]["xaxis"]["ticktext"][0]
    assert shown == "&#60;i&#62;t|1 &#36;x&#36;"
    apps.button(app, "open_cell").click().run()  # the first method on the table: here, alone
    apps.check(app)
    assert app.session_state["choice"].dataset == word
    works = [work for work in caches.small_studies()._done if work.dataset == word]
    assert len(works) == 1
    app.query_params.clear()
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "own"
    apps.button(app.run(), "own_forget").click().run()
    app.run()
    limit = time.monotonic() + apps.LIMIT
    while caches.small_studies().available(works[0]) is not None:
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_votes_of_the_session_take_part():
    app = votes_page.lab()
    votes_page.go(app, "compare.py", **QUICK | {"studies.new_datasets": "zoo"})
    app.selectbox(key="study_own").select_index(1).run()
    _made(app)
    assert not app.error, app.error[0].value
    assert _columns(app) == ["iris", "zoo"]
    words = apps.figures(app)[0]["data"][1]["text"]
    assert "–" not in words  # every method weighs the votes


def test_too_few_methods_and_too_much_work_are_said_before_the_start(monkeypatch):
    app = _page(**{"studies.new_methods": "single_best"})
    assert "at least two methods" in str(app.info[0].value)
    assert not apps.button(app, "study_run")
    app = _page(**{"studies.new_datasets": "none"})
    assert "datasets is empty" in str(app.error[0].value)
    monkeypatch.setattr("l2dwk_core.study.study_cost.MAX_STUDY_ANSWERS", 1000)
    app = _page(seed="8")
    assert "a page computes at most 1,000" in str(app.error[0].value)
    assert not apps.button(app, "study_run")


def test_an_address_cannot_ask_for_more_datasets_than_a_page_takes():
    many = StudiesView(new_datasets=StudiesView.__dataclass_fields__["new_datasets"].metadata[
        "allowed"
    ][:13])  # fmt: skip
    study = new_study(Choice(n_members=1), many)
    with pytest.raises(InputError, match="at most 12"):
        work_limits.small_study(StudyWork(study.datasets[0], study, "", "a.db"), study.datasets[0])


def test_the_files_of_a_session_end_with_it():
    folder = _Folder()
    path = Path(folder.path)
    (path / "a.db").write_text("records")
    del folder
    gc.collect()
    assert not path.exists()


def test_a_folder_that_was_deleted_meanwhile_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = _Folder()
    folder.path.rmdir()
    with StudyFile(folder.file("a.db")):
        pass


def test_without_a_place_for_the_file_the_page_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(InputError, match="Make room for temporary files"):
        _Folder()


def test_of_many_files_those_written_to_last_are_kept(tmp_path):
    names = [f"{n}.db" for n in range(5)]
    for age, name in enumerate(names):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_000 - age,) * 2)
    (tmp_path / "4.db-wal").touch()
    delete_oldest(tmp_path, most=2)
    assert {path.name for path in tmp_path.iterdir()} == {"0.db", "1.db"}


def test_files_that_a_server_left_behind_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, fresh, other = (tmp_path / name for name in ("l2dwk_study_a", "l2dwk_study_b", "other"))
    for folder in (left, fresh, other):
        folder.mkdir()
    for folder in (left, other):
        os.utime(folder, (time.time() - 100_000,) * 2)
    kept = _Folder()
    assert set(tmp_path.iterdir()) == {fresh, other, kept.path}
