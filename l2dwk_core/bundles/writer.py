"""Write a class file, which ``reader`` reads again."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath

from l2dwk_core.bundles.bundle import ABOUT, FORMAT, LESSON, Bundle, BundledFile
from l2dwk_core.bundles.reader import read_bundle
from l2dwk_core.common.toml_text import toml_key, toml_line

_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_bundle(bundle: Bundle) -> bytes:
    """Return the bytes of a class file: a zip archive of plain files.

    ``bundle.toml`` holds the name, the address and how the data are read; beside it stand the
    table or the votes as their owner has them, and ``lesson.md``. Equal bundles give equal bytes.

    Raise InputError when ``read_bundle`` would refuse the file: something is too long, or not of
    the type that is allowed.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, ABOUT, _about(bundle).encode("utf-8", "surrogatepass"))
        if bundle.data is not None:
            _add(archive, _entry(bundle.data), bundle.data.content)
        if bundle.lesson:
            _add(archive, LESSON, bundle.lesson.encode("utf-8", "surrogatepass"))
    data = out.getvalue()
    read_bundle(data)
    return data


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # Without a time stamp.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _about(bundle: Bundle) -> str:
    lines = [
        "# A class file of L2DWK Explorer: open it there, on the Lessons page.",
        toml_line("format", FORMAT),
        toml_line("name", bundle.name),
        "",
        "[address]",
        *(toml_line(_key(name), value) for name, value in bundle.address.items()),
    ]
    if bundle.data is None:
        return "\n".join(lines) + "\n"
    held = bundle.data
    simple = {name: value for name, value in held.arguments.items() if name != "roles"}
    lines += ["", "[data]", toml_line("kind", held.kind), toml_line("file", _entry(held))]
    lines.append(toml_line("name", held.name))
    lines += [toml_line(_key(name), value) for name, value in simple.items()]
    if roles := held.arguments.get("roles"):
        lines += ["", "[data.roles]"]
        lines += [toml_line(toml_key(column), role) for column, role in roles.items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _KEY.fullmatch(name) else toml_key(name)


def _entry(held: BundledFile) -> str:
    """Return the name in the archive: the endings of the file's own name say its format."""
    endings = "".join(PurePath(held.name).suffixes[-2:])
    return held.kind + "".join(re.findall(r"\.[A-Za-z0-9]{1,20}", endings))
