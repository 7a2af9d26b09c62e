"""The predictions of fitted members, in the classes of the pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.threads import one_thread
from l2dwk_core.pools.predicted_labels import predicted_labels

# The encoded tables, by the name of the view: see MemberEncoding.view.
Views = Mapping[str, Any]

# With fewer answers of trees than this, threads take more time than they save.
_ANSWERS_WORTH_THREADS = 200_000


@dataclass(frozen=True, eq=False)
class MemberEncoding:
    """What is needed to compute the answers of one member on a table.

    Attributes
    ----------
    view
        The name of the encoding of the table that the member was fitted on.
    class_codes
        ``(n_member_classes,)``: the position in the pool's classes of each entry of the member's
        ``classes_``. A member may know fewer classes than the pool.
    columns
        The columns of the view that the member uses; None for all.
    bare_tree
        True when the member is a decision tree and the view is a checked float32 array. Then the
        table is not validated again for every member.
    """

    view: str
    class_codes: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp] | None = None
    bare_tree: bool = False


def predict_members(
    ask: Callable[[Any, MemberEncoding, Any], npt.NDArray[Any]],
    members: Sequence[Any],
    member_encodings: Sequence[MemberEncoding],
    views: Views,
    out: npt.NDArray[Any],
    n_jobs: int | None,
) -> None:
    """Fill ``out[j]`` with ``ask(member j, its encoding, its table)``, in several threads.

    Inside each of them numerical libraries use one thread. Otherwise rounding, and so the answer
    where two classes are nearly equal, would depend on the number of threads.
    """

    bare = all(encoding.bare_tree for encoding in member_encodings)

    def ask_some(members_asked: Sequence[int]) -> None:
        with nullcontext() if bare else one_thread():
            ask_each(members_asked)

    def ask_each(members_asked: Sequence[int]) -> None:
        for j in members_asked:
            encoding = member_encodings[j]
            table = views[encoding.view]
            if encoding.columns is not None:
                table = table[:, encoding.columns]
            out[j] = ask(members[j], encoding, table)

    everyone = range(len(members))
    if (bare and out.size < _ANSWERS_WORTH_THREADS) or len(members) < 2:
        ask_some(everyone)
        return
    with joblib.parallel_config(backend="threading", n_jobs=n_jobs):
        n_blocks = 4 * joblib.effective_n_jobs(n_jobs)
        joblib.Parallel()(
            joblib.delayed(ask_some)(everyone[start::n_blocks])
            for start in range(min(n_blocks, len(members)))
        )


def member_codes(member: Any, encoding: MemberEncoding, table: Any) -> npt.NDArray[np.intp]:
    """Return the ``(n_rows,)`` predicted labels of a member as positions in the pool's classes."""
    if encoding.bare_tree:
        tree = member.tree_
        leaf_codes = encoding.class_codes[tree.value[:, 0, :].argmax(axis=1)]
        return np.asarray(leaf_codes[tree.apply(table)])
    labels = predicted_labels(member, table)
    known = np.asarray(member.classes_)
    order = np.argsort(known)
    place = order[np.searchsorted(known, labels, sorter=order).clip(max=known.size - 1)]
    if not np.array_equal(known[place], labels):
        raise InputError(
            f"A member ({type(member).__name__}) predicted a label that is not in its classes_; "
            "it cannot be used."
        )
    return np.asarray(encoding.class_codes[place])


def member_proba(n_classes: int) -> Callable[[Any, MemberEncoding, Any], npt.NDArray[np.float32]]:
    """Return a function that returns the ``(n_rows, n_classes)`` probabilities of a member.

    Classes the member does not know get 0. A member without ``predict_proba`` gives 1 to the class
    it predicts.
    """

    def ask(member: Any, encoding: MemberEncoding, table: Any) -> npt.NDArray[np.float32]:
        if encoding.bare_tree:
            tree = member.tree_
            value = tree.value[:, 0, :]
            share = value / value.sum(axis=1, keepdims=True)
            return np.asarray(spread(share.astype(np.float32), encoding)[tree.apply(table)])
        if hasattr(member, "predict_proba"):
            return spread(np.asarray(member.predict_proba(table), dtype=np.float32), encoding)
        codes = member_codes(member, encoding, table)
        return np.asarray(np.eye(n_classes, dtype=np.float32)[codes])

    def spread(share: npt.NDArray[np.float32], encoding: MemberEncoding) -> npt.NDArray[np.float32]:
        wide = np.zeros((share.shape[0], n_classes), dtype=np.float32)
        wide[:, encoding.class_codes] = share
        return wide

    return ask
