"""Where the tasks of a study are computed: processes of this computer, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import joblib

from l2dwk_core.common.errors import InputError, optional_package
from l2dwk_core.common.text import shown

CONNECT_SECONDS = 8
"""How long an answer of the scheduler is waited for."""


@contextmanager
def workers(n_jobs: int | None, scheduler: str | None) -> Iterator[None]:
    """Let joblib compute in *n_jobs* processes (None for one, −1 for all cores), or on the cluster
    of a Dask scheduler such as ``tcp://host:8786``, while this block runs.

    Raise ``InputError`` when the scheduler does not answer within ``CONNECT_SECONDS``, has no
    workers, or the package distributed is missing.
    """
    if scheduler is None:
        with joblib.parallel_config(
            backend="loky", n_jobs=1 if n_jobs is None else n_jobs, inner_max_num_threads=1
        ):
            yield
        return
    distributed = optional_package("distributed", "A study on a cluster", "cluster")
    with _client(distributed, scheduler) as client:
        if not client.scheduler_info()["workers"]:
            raise InputError(
                f"The scheduler {shown(scheduler)} has no workers; start one: dask worker "
                f"{scheduler}."
            )
        with joblib.parallel_config(backend="dask", n_jobs=-1):
            yield


def _client(distributed: Any, scheduler: str) -> Any:
    try:
        return distributed.Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=True)
    except (OSError, TimeoutError, ValueError) as problem:
        raise InputError(
            f"No scheduler answers at {shown(scheduler)}; start one with 'dask scheduler' and give "
            "the address it prints, such as tcp://127.0.0.1:8786."
        ) from problem
