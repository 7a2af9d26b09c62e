"""The bytes of an uploaded file, as the server keeps them."""

from __future__ import annotations

from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx


def uploaded_bytes(file: Any) -> bytes:
    """Return what a place for files holds.

    ``file.getvalue()`` is a copy: Streamlit copies the value of a control for every run. These are
    the bytes in its store, so that a table and the store hold the file once.
    """
    context = get_script_run_ctx()
    kept = (
        context.uploaded_file_mgr.get_files(context.session_id, [file.file_id]) if context else []
    )
    content: bytes = kept[0].data if kept else file.getvalue()
    return content
