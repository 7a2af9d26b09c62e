"""Where a session comes from. What one address may do is limited, so that it holds up no other."""

from __future__ import annotations

from streamlit.runtime import Runtime, exists, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.runtime.client_network import network_of


def address_of(session: str) -> str:
    """Return the network of a session's browser, or that of the address a trusted proxy names.

    Empty when the session has no connection, and without a server, as in tests of pages.
    """
    # Tests of pages have a substitute for the server; it counts as an instance of the class.
    if not exists() or type(get_instance()) is not Runtime:
        return ""
    client = get_instance().get_client(session)
    context = None if client is None else client.client_context
    return network_of((None if context is None else context.remote_ip) or "")


def address_of_this_run() -> str:
    """Return the network of the browser for which this script runs; see ``address_of``."""
    context = get_script_run_ctx()
    return address_of(context.session_id) if context else ""
