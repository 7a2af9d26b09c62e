"""The files a reader takes away say what they were made from."""

from __future__ import annotations

import io
import threading

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import l2dwk_core
from pages.choices.choice import Choice, from_address
from tests import page_apps as apps
from tests import votes_page


def _files(app, figure, monkeypatch):
    """Open the data of a figure; return the files that are offered, by name."""
    files = {}
    monkeypatch.setattr(
        st,
        "download_button",
        lambda label, data, *, file_name, **more: files.setdefault(file_name, data),
    )
    app.session_state["data of"] = figure
    app.run()
    apps.check(app)
    return files


def test_data_of_a_figure_names_its_run(monkeypatch):
    app = apps.lab(dataset=apps.EASY, n_members="25", lam="0.5", seed="3", kernel="linear")
    files = _files(app, "kernel_weights", monkeypatch)
    name = "kernel_weights_zoo_bagging_linear_lambda-0.5_seed-3.csv"
    assert name in files
    table = pd.read_csv(io.StringIO(files[name]))
    said = table.iloc[0]
    assert (table[["dataset", "base_ensemble", "lambda", "l2dwk"]].nunique() == 1).all()
    assert (said["dataset"], said["kernel"], said["lambda"], said["seed"]) == (
        "zoo",
        "linear",
        0.5,
        3,
    )
    assert said["l2dwk"] == l2dwk_core.__version__
    words = dict(part.split("=") for part in said["address"].removeprefix("?").split("&"))
    choice, notes = from_address(words)
    assert not notes
    assert choice == Choice(dataset="zoo", n_members=25, lam=0.5, seed=3, kernel="linear")


def test_a_swept_choice_is_a_column_of_the_table_and_not_said_beside_it(monkeypatch):
    app = apps.open_page("sweep.py", v="1", dataset=apps.EASY, n_members="25", lam="0.5")
    app = apps.trained(app)
    files = _files(app, "sweep_accuracy", monkeypatch)
    name, content = next((name, data) for name, data in files.items() if name.endswith(".csv"))
    assert name.endswith("_zoo_bagging_gaussian_seed-0.csv")
    table = pd.read_csv(io.StringIO(content))
    assert "lambda" not in table or table["lambda"].nunique() > 1


def test_a_file_that_is_made_when_its_button_is_pressed_names_its_page(monkeypatch):
    files = {}

    def noted(place, label, data, *, file_name, **more):
        files[file_name] = data

    monkeypatch.setattr(DeltaGenerator, "download_button", noted)
    apps.open_page("compare.py", v="1", **{"studies.show": "many"})
    (made,) = [data for name, data in files.items() if name.endswith(".csv")]
    found = []
    # As Streamlit does: outside the run of the page, without its session.
    pressed = threading.Thread(target=lambda: found.append(made()))
    pressed.start()
    pressed.join()
    table = pd.read_csv(io.StringIO(found[0]))
    assert set(table["page"]) == {"compare"}
    assert table["address"].str.contains("studies.show=many").all()


def test_files_of_own_votes_say_what_voted_and_no_choice_of_a_training(monkeypatch):
    app = votes_page.lab()
    files = _files(app, "kernel_weights", monkeypatch)
    (name,) = [name for name in files if name.endswith(".csv")]
    assert "bagging" not in name and "own-votes-of-3" in name
    table = pd.read_csv(io.StringIO(files[name]))
    assert not {"base_ensemble", "n_members", "weighting"} & set(table)
    said = table.iloc[0]
    assert (said["members"], said["n_models"], said["file"]) == ("own votes", 3, votes_page.FILE)
    assert {"kernel", "lambda"} <= set(table)
