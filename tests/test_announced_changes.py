"""What a library announces to change fails a test, in whatever process and thread it is said."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
import streamlit.deprecation_util
from streamlit.testing.v1 import AppTest

from tests.conftest import _announcements

KINDS = [
    DeprecationWarning,
    PendingDeprecationWarning,
    FutureWarning,
    np.exceptions.VisibleDeprecationWarning,
]


@pytest.mark.parametrize("kind", KINDS)
def test_warnings_are_errors(kind):
    with pytest.raises(kind, match="soon"):
        warnings.warn("soon", kind, stacklevel=1)


def test_warnings_are_errors_in_other_threads():
    raised = []

    def warn():
        try:
            warnings.warn("soon", FutureWarning, stacklevel=1)
        except FutureWarning as error:
            raised.append(error)

    thread = threading.Thread(target=warn)
    thread.start()
    thread.join()
    assert raised


def test_warnings_are_errors_in_processes_that_tests_start():
    code = "import warnings; warnings.warn('soon', FutureWarning)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "FutureWarning: soon" in done.stderr


def _page() -> None:
    import streamlit as st

    st.deprecation_util.show_deprecation_warning("st.old will be removed")


def test_what_streamlit_announces_on_a_page_is_noticed():
    AppTest.from_function(_page).run()
    said, _announcements.said = _announcements.said, []
    assert said == ["st.old will be removed"]
    assert _announcements in logging.getLogger(streamlit.deprecation_util.__name__).handlers
