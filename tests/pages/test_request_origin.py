"""Who may open a connection: this machine's own pages by default, and whom the options name."""

from __future__ import annotations

import pytest
from streamlit import config

from pages.runtime.request_origin import refusal

OWN = "localhost:8501"


@pytest.fixture
def options(monkeypatch):
    given = {"server.address": "localhost"}
    real = config.get_option
    monkeypatch.setattr(config, "get_option", lambda name: given.get(name, real(name)))
    return given


@pytest.mark.parametrize(
    ("host", "origin", "named"),
    [
        (OWN, None, ""),
        (OWN, "http://localhost:8501", ""),
        ("127.0.0.1:8501", "http://localhost:3000", ""),
        ("[::1]:8501", "http://[::1]:8501", ""),
        (OWN, "http://evil.example", "server.corsAllowedOrigins"),
        (OWN, "null", "server.corsAllowedOrigins"),
        (OWN, "http://[", "server.corsAllowedOrigins"),
        (OWN, "http://localhost.evil.example", "server.corsAllowedOrigins"),
        ("evil.example:8501", "http://evil.example:8501", "server.allowedHosts"),
        ("", None, "server.allowedHosts"),
        ("[", None, "server.allowedHosts"),
    ],
)
def test_by_default_only_pages_of_this_machine_may(options, host, origin, named):
    assert (refusal(host, origin) or "").rpartition(" ")[2] == named


def test_a_school_names_its_own_address(options):
    host, origin = "lab.school.example", "https://lab.school.example"
    assert refusal(host, origin) is not None
    options["server.allowedHosts"] = [host]
    assert refusal(host, origin) is None
    assert refusal(host, "https://evil.example") is not None
    options["server.corsAllowedOrigins"] = ["https://other.example"]
    assert refusal(host, "https://other.example") is None


def test_a_server_for_a_network_takes_any_name_but_no_other_origin(options):
    options["server.address"] = "0.0.0.0"
    assert refusal("10.0.0.7:8501", "http://10.0.0.7:8501") is None
    assert refusal("10.0.0.7:8501", "http://evil.example") is not None


def test_with_the_protection_off_any_origin_may(options):
    options["server.enableCORS"] = False
    assert refusal(OWN, "http://evil.example") is None
