"""A file sent to the server as a browser sends it: an address for it, a token, then its bytes."""

from __future__ import annotations

from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.trust.raw_http import HttpAnswer, raw_request
from tests.trust.raw_session import RawSession

_BOUNDARY = "l2dwk-boundary"
_TOKEN = "_streamlit_xsrf"


async def token_of(address: str, cookies: str = "") -> str:
    """Return the token that uploads have to bring; ``address`` holds the server's prefix."""
    path = urlsplit(address).path + "/_stcore/health"
    answer = await raw_request(address, path, headers={"Cookie": cookies} if cookies else None)
    return SimpleCookie(answer.headers["set-cookie"])[_TOKEN].value


async def put_file(
    address: str, target: str, name: str, content: bytes, *, token: str, cookies: str = ""
) -> HttpAnswer:
    """Send the bytes of a file to the path that the server gave for it."""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    body = f"{head}Content-Type: text/csv\r\n\r\n".encode() + content
    headers = {
        "Content-Type": f"multipart/form-data; boundary={_BOUNDARY}",
        "X-Xsrftoken": token,
        "Cookie": "; ".join(filter(None, [f"{_TOKEN}={token}", cookies])),
    }
    body += f"\r\n--{_BOUNDARY}--\r\n".encode()
    return await raw_request(address, target, method="PUT", headers=headers, body=body)


async def upload(
    address: str, session: RawSession, uploader: str, name: str, content: bytes, cookies: str = ""
) -> WidgetState:
    """Upload a file; return the state of the uploader with this id that holds it.

    Raise ConnectionError when the server refuses it.
    """
    urls = await session.file_url(name)
    token = await token_of(address, cookies)
    path = urlsplit(address).path + urls.upload_url
    answer = await put_file(address, path, name, content, token=token, cookies=cookies)
    if answer.status != 204:
        raise ConnectionError(f"{name} was refused with {answer.status}: {answer.body[:200]!r}")
    state = WidgetState(id=uploader)
    info = state.file_uploader_state_value.uploaded_file_info.add()
    info.name, info.size, info.file_id = name, len(content), urls.file_id
    info.file_urls.CopyFrom(urls)
    return state
