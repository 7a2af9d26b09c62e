"""How a fitted member is asked, whatever its library encoded its classes as."""

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

# A table as one kind of member wants it: see MemberEncoding.view.
Views = Mapping[str, Any]

# Below this many answers from bare trees, starting threads costs more than it saves.
_ANSWERS_WORTH_THREADS = 200_000


@dataclass(frozen=True, eq=False)
class MemberEncoding:
    """The way from a table to one member's answers.

    Attributes
    ----------
    view
        Which encoding of the table the member was fitted on.
    class_codes
        ``(n_member_classes,)``: the position in the pool's classes of each entry of the member's
        ``classes_``. A member may know fewer classes than the pool.
    columns
        Columns of the view that the member uses; None for all.
    bare_tree
        True when the view is a checked float32 array, so a decision tree's arrays can be read
        without validating the table again for every member.
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
    """Fill ``out[j]`` with ``ask(member j, its encoding, its table)``, in threads.

    Each uses one thread of numerical libraries, on whose number near ties would depend.
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
    """``(n_rows,)`` positions in the pool's classes of the member's predicted labels."""
    if encoding.bare_tree:
        tree = member.tree_
        leaf_codes = encoding.class_codes[tree.value[:, 0, :].argmax(axis=1)]
        return np.asarray(leaf_codes[tree.apply(table)])
    labels = np.asarray(member.predict(table))
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
    """A function that gives ``(n_rows, n_classes)`` probabilities of a member.

    Classes the member does not know get 0; a member without ``predict_proba`` gives 1 to the class
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
