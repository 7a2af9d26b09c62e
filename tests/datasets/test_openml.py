"""The one download, against a local server that answers like OpenML, and with the network cut."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import _openml as client

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import DATASETS, load_dataset, openml

COUNTS = DATASETS["artificial"].class_counts


def arff(counts) -> bytes:
    """`counts` rows by class, each of them there twice (and the first of a class four times)."""
    header = [f"@attribute V{i} numeric" for i in range(1, 8)]
    lines = ["@relation characters", *header, f"@attribute Class {{{','.join(counts)}}}", "@data"]
    for label, count in counts.items():
        distinct = [f"{label}.5,{max(k, 1)},2,3,4,5.25,6,{label}" for k in range(count)]
        lines += distinct + distinct
    return "\n".join(lines).encode()


class Server:
    """Answers the four requests of scikit-learn's client; `fault` spoils the answers."""

    def __init__(self, counts, fault=""):
        self.body, self.fault, self.requests = arff(counts), fault, []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.requests.append(self.path)
                status, body = outer.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def answer(self, path):
        if self.fault == "error":
            return 500, b"sorry"
        if self.fault == "unknown":
            return 412, b'{"error": {"code": "111"}}'
        if self.fault == "junk":
            return 200, b"\x00\xff<html>"
        if "download" in path:
            return 200, self.body[: len(self.body) // 2] if self.fault == "cut" else self.body
        return 200, json.dumps(self.metadata(path)).encode()

    def metadata(self, path):
        if "features" in path:
            names = [f"V{i}" for i in range(1, 8)] + ["Class"]
            feature = [
                {
                    "index": str(i),
                    "name": name,
                    "data_type": "nominal" if name == "Class" else "numeric",
                    "nominal_value": list(COUNTS) if name == "Class" else [],
                    "is_target": str(name == "Class").lower(),
                    "is_ignore": "false",
                    "is_row_identifier": "false",
                    "number_of_missing_values": "0",
                }
                for i, name in enumerate(names)
            ]
            return {"data_features": {"feature": feature}}
        if "qualities" in path:
            rows = str(self.body.count(b"\n") - 9)
            quality = [{"name": "NumberOfInstances", "value": rows}]
            return {"data_qualities": {"quality": quality}}
        return {
            "data_set_description": {
                "id": "1459",
                "name": "artificial-characters",
                "version": "1",
                "description": "",
                "format": "ARFF",
                "status": "active",
                "file_id": "1",
                "url": f"{self.url}data/v1/download/1/artificial.arff",
                "md5_checksum": hashlib.md5(self.body).hexdigest(),
            }
        }


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Start a server, point the client to it, and give the cache its own folder."""
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(client.time, "sleep", lambda _seconds: None)
    servers = []

    def point_to(url):
        # The addresses are one prefix in older scikit-learns and whole ones in newer.
        for name, value in vars(client).items():
            if name.startswith("_") and isinstance(value, str) and value.startswith("https://"):
                tail = value.split("openml.org/", 1)[-1]
                monkeypatch.setattr(client, name, url + tail)

    def begin(counts=COUNTS, fault=""):
        servers.append(Server(counts, fault))
        point_to(servers[-1].url)
        return servers[-1]

    begin.point_to = point_to
    yield begin
    for server in servers:
        server.http.shutdown()
        server.http.server_close()


def test_downloads_once_halves_and_keeps(start, tmp_path):
    server = start()
    first = load_dataset("artificial", offline=False)
    assert Counter(first.y.tolist()) == Counter(COUNTS)
    assert first.X.shape == (5109, 7)
    assert (first.X.dtypes == "float64").all()
    # Half of each: 1 of 2 everywhere, 2 of 4 for the doubled row of a class.
    copies = first.X.assign(y=first.y).value_counts()
    assert Counter(copies) == Counter({1: 5109 - 20, 2: 10})
    asked = len(server.requests)
    assert any("download" in path for path in server.requests)

    start.point_to("http://127.0.0.1:9/")  # nobody answers there
    again = load_dataset("artificial", offline=False)
    offline = load_dataset("artificial")
    assert again.X.equals(first.X)
    assert offline.X.equals(first.X)
    assert (offline.y == first.y).all()
    assert len(server.requests) == asked
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["artificial.csv.gz"]


@pytest.mark.parametrize("fault", ["error", "unknown", "junk", "cut"])
def test_a_failing_server_is_a_diagnosis_and_leaves_nothing(start, tmp_path, fault):
    start(fault=fault)
    here = len(DATASETS) - sum(facts.openml_id is not None for facts in DATASETS.values())
    assert here >= 31
    with pytest.raises(InputError, match=rf"not be downloaded from OpenML.* the {here} datasets"):
        load_dataset("artificial", offline=False)
    assert not (tmp_path / "cache").exists()


def test_another_table_under_the_same_number_is_refused(start, tmp_path):
    start(counts={**COUNTS, "10": 299})
    with pytest.raises(InputError, match="not the one expected: 5108 rows"):
        load_dataset("artificial", offline=False)
    assert not (tmp_path / "cache").exists()


def test_network_cut(start):
    start.point_to("http://127.0.0.1:9/")
    with pytest.raises(InputError, match="check the network"):
        load_dataset("artificial", offline=False)


def test_a_silent_server_does_not_hang(start, monkeypatch):
    server = start()
    monkeypatch.setattr(openml, "TIMEOUT_SECONDS", 0.2)
    release = threading.Event()
    monkeypatch.setattr(server, "answer", lambda _path: (release.wait(10), (200, b""))[1])
    with pytest.raises(InputError, match="could not be downloaded"):
        load_dataset("artificial", offline=False)
    release.set()


def test_a_damaged_copy_is_named_offline_and_replaced_online(start, tmp_path):
    kept = tmp_path / "cache" / "artificial.csv.gz"
    kept.parent.mkdir()
    for junk in (b"", b"no gzip", gzip.compress(b"a,b\nnumeric,class\n1,2\n")[:-6]):
        kept.write_bytes(junk)
        with pytest.raises(InputError, match=r"artificial\.csv\.gz, is damaged"):
            load_dataset("artificial")
    start()
    assert len(load_dataset("artificial", offline=False).y) == 5109
    assert len(load_dataset("artificial").y) == 5109


def test_a_folder_that_cannot_be_written_costs_only_the_copy(start, tmp_path, monkeypatch):
    start()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path / "file" / "sub"))
    with pytest.warns(UserWarning, match="could not be kept"):
        dataset = load_dataset("artificial", offline=False)
    assert len(dataset.y) == 5109


@pytest.mark.parametrize(
    ("platform", "variable"), [("linux", "XDG_CACHE_HOME"), ("win32", "LOCALAPPDATA")]
)
def test_cache_folder_is_the_users(monkeypatch, tmp_path, platform, variable):
    monkeypatch.delenv("L2DWK_CACHE", raising=False)
    monkeypatch.setattr(openml.sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert openml.cache_folder() == tmp_path / "l2dwk"


def test_without_a_home_the_user_is_told_to_name_a_folder(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    for variable in ("L2DWK_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(openml.Path, "home", no_home)
    with pytest.raises(InputError, match="set L2DWK_CACHE to a folder"):
        load_dataset("artificial")


def test_columns_of_words_gaps_and_rows_kept_by_the_number_of_copies():
    frame = pd.DataFrame(
        {
            "length": [1.5, 1.5, np.nan, np.nan, 2.0, 2.0, 1.5, 1.5],
            "ground": pd.Categorical(["wet", "wet", "dry", "dry", None, None, "wet", "wet"]),
            "kind": pd.Categorical(["a", "a", "b", "b", "a", "a", "a", "a"]),
        }
    )
    half = (("1.5", "wet", "a"), ("", "dry", "b"), ("2.0", "", "a"), ("1.5", "wet", "a"))
    table = openml._thinned(frame, 2)
    assert table.columns == ("length", "ground", "class")
    assert table.roles == ("numeric", "symbolic", "class")
    assert sorted(table.rows) == sorted(half)
    assert len(openml._thinned(frame, 1).rows) == 8
    X, y = table.frame()
    assert X.isna().sum().tolist() == [1, 1]
    assert sorted(y) == ["a", "a", "a", "b"]
