"""A table and Streamlit's store hold an uploaded file once."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from tests import votes_page
from tests.data_page import with_upload
from tests.pages.test_dataset_key import CSV


@pytest.mark.parametrize(
    ("open_page", "held", "content"),
    [(with_upload, "own_draft", CSV), (votes_page.with_votes, "votes_draft", votes_page.CSV)],
    ids=["table", "votes"],
)
def test_the_bytes_of_a_table_are_those_of_the_store(monkeypatch, open_page, held, content):
    stored: list[Any] = []
    add_file = MemoryUploadedFileManager.add_file

    def add(manager, session_id, file):
        stored.append(file)
        add_file(manager, session_id, file)

    monkeypatch.setattr(MemoryUploadedFileManager, "add_file", add)
    app = open_page()
    assert stored
    data = app.session_state[held].data
    assert data == content
    assert any(data is file.data for file in stored)
