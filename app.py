"""L2DWK Explorer: ``streamlit run app.py``, with a folder of classes
``streamlit run app.py -- --classes DIR``."""

from __future__ import annotations

import sys

from streamlit.starlette import App

from l2dwk_core.common.errors import InputError
from pages.live import live_route
from pages.runtime import (
    class_folder,
    closed_addresses,
    connection_limits,
    content_policy,
    file_turns,
    guarded_connection,
    large_answers,
    left_sessions,
    log_limits,
    message_flush,
    plotly_route,
    request_limits,
    request_origin,
    request_turns,
    session_lock,
    startup,
    stream_pace,
    upload_limits,
    widget_values,
)

try:
    class_folder.configure(sys.argv[1:])
except InputError as problem:
    sys.exit(f"error: {problem}")
startup.raise_open_files()
startup.return_memory()
startup.shorten_turns()
startup.import_libraries()
widget_values.install()
session_lock.install()
message_flush.install()
log_limits.install()
guarded_connection.install()
file_turns.install()

# The script that runs for every page lies in pages/, not here: beside a folder named pages,
# Streamlit answers the first deep link to a fresh server with "Page not found".
app = App(
    "pages/shell.py",
    routes=[*plotly_route.routes(), *live_route.routes()],
    middleware=[
        *request_limits.middleware(),
        *request_origin.middleware(),
        *request_turns.middleware(),
        *large_answers.middleware(),
        *closed_addresses.middleware(),
        *connection_limits.middleware(),
        *stream_pace.middleware(),
        *left_sessions.middleware(),
        *upload_limits.middleware(),
        *content_policy.middleware(),
        *plotly_route.middleware(),
    ],
)
