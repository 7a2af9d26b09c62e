"""What the server does not do beside its work, as the project's settings say."""

from __future__ import annotations

from streamlit import config


def test_no_run_of_a_page_looks_for_changed_files():
    # The loop that serves everybody would go through all modules after every run of a page.
    assert config.get_option("server.fileWatcherType") == "none"
