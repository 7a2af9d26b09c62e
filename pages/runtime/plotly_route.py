"""Plotly's own script, served beside the pages: loaded once, then kept by the browser."""

from __future__ import annotations

import gzip
from functools import cache

from plotly.offline import get_plotlyjs, get_plotlyjs_version
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import get_option

# A browser compiles a script while it loads it. Of a script this large it compiles only a part; the
# rest takes half a second and more when a page needs it. The first line asks the browser to compile
# all of it at once (explicit compile hints of V8; for other browsers it is a comment).
# ``chart_component.js`` waits for the event. It must be sent to ``window`` by name, because here
# the name without it means the script's own.
_HINT = "//# allFunctionsCalledOnLoad\n"
_HEAD = """<script async src="{path}" onload="window.dispatchEvent(new Event('plotly'))"></script>
</head>"""


def base() -> str:
    """Return the prefix of every path of this server: empty, or a slash and a name."""
    name = (get_option("server.baseUrlPath") or "").strip("/")
    return f"/{name}" if name else ""


def path() -> str:
    """Return the path of the script. It holds the version, so browsers may keep it for good."""
    return f"{base()}/plotly-{get_plotlyjs_version()}.min.js"


def routes() -> list[Route]:
    """Return the route of the script for the server."""
    return [Route(path(), _script)]


def middleware() -> list[Middleware]:
    """Return the middleware by which every page asks for the script at once."""
    return [Middleware(_Early)]


@cache
def _packed() -> bytes:
    return gzip.compress((_HINT + get_plotlyjs()).encode(), 6)


async def _script(request: Request) -> Response:
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Encoding": "gzip",
    }
    return Response(_packed(), media_type="text/javascript", headers=headers)


class _Early:
    """Puts the script into the head of every page.

    The browser then loads it beside Streamlit's own scripts, before the first figure comes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "." in scope["path"] or "/_stcore/" in scope["path"]:
            await self._app(scope, receive, send)  # no page
            return
        # Nothing can be added to a compressed page; a page is 8 kB.
        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        scope = {**scope, "headers": plain}
        start: Message = {}
        body = b""

        async def with_script(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    start = message
                    return
            elif start and message["type"] == "http.response.body":
                body += message.get("body", b"")
                if message.get("more_body"):
                    return
                head = _HEAD.format(path=path()).encode()
                message["body"] = body.replace(b"</head>", head, 1)
                headers = MutableHeaders(scope=start)
                if "content-length" in headers:
                    headers["content-length"] = str(len(message["body"]))
                await send(start)
            await send(message)

        await self._app(scope, receive, with_script)
