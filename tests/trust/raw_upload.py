"""A file sent to the server as a browser sends it: an address for it, a token, then its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.trust.raw_http import HttpAnswer, raw_request
from tests.trust.raw_session import RawSession

_BOUNDARY = "l2dwk-boundary"
_TOKEN = "_streamlit_xsrf"


async def token_of(address: str, headers: Mapping[str, str] | None = None) -> str:
    """Return the token that uploads have to bring; ``address`` holds the server's prefix."""
    path = urlsplit(address).path + "/_stcore/health"
    answer = await raw_request(address, path, headers=headers)
    return SimpleCookie(answer.headers["set-cookie"])[_TOKEN].value


def form_of(name: str, content: bytes) -> bytes:
    """Return the body of a request that sends one file."""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    whole = f"{head}Content-Type: text/csv\r\n\r\n".encode() + content
    return whole + f"\r\n--{_BOUNDARY}--\r\n".encode()


def with_token(token: str, headers: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the headers of a request that sends a file."""
    more = dict(headers or {})
    cookies = "; ".join(filter(None, [f"{_TOKEN}={token}", more.get("Cookie")]))
    form = f"multipart/form-data; boundary={_BOUNDARY}"
    return more | {"Content-Type": form, "X-Xsrftoken": token, "Cookie": cookies}


async def put_file(
    address: str,
    target: str,
    name: str,
    content: bytes,
    headers: Mapping[str, str] | None = None,
) -> HttpAnswer:
    """Send a file to the path that the server gave for it."""
    sent = with_token(await token_of(address, headers), headers)
    return await raw_request(
        address, target, method="PUT", headers=sent, body=form_of(name, content)
    )


def state_of(uploader: str, name: str, size: int, urls: object) -> WidgetState:
    """Return the state of an uploader with a file; ``urls`` is what ``file_url`` returned."""
    state = WidgetState(id=uploader)
    info = state.file_uploader_state_value.uploaded_file_info.add()
    info.name, info.size, info.file_id = name, size, urls.file_id
    info.file_urls.CopyFrom(urls)
    return state


async def upload(
    address: str,
    session: RawSession,
    uploader: str,
    name: str,
    content: bytes,
    headers: Mapping[str, str] | None = None,
) -> WidgetState:
    """Upload a file; return the state of the uploader with this id that holds it.

    Raise ConnectionError when the server refuses it.
    """
    urls = await session.file_url(name)
    path = urlsplit(address).path + urls.upload_url
    answer = await put_file(address, path, name, content, headers)
    if answer.status != 204:
        raise ConnectionError(f"{name} was refused with {answer.status}: {answer.body[:200]!r}")
    return state_of(uploader, name, len(content), urls)
