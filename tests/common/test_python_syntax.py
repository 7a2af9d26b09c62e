"""Python that several threads parse at the same time."""

from __future__ import annotations

import ast
import gc
import threading
import time

from l2dwk_core.common.python_syntax import parsed

TEXT = "\n".join(f"a{i} = (1, [2, {{3: b{i}}}])" for i in range(30))


def test_threads_may_parse_at_the_same_time():
    expected, found = ast.dump(ast.parse(TEXT)), []

    def another_thread(phase: str, facts: dict[str, int]) -> None:
        """Let another thread run in the middle of parsing, where Python collects garbage."""
        time.sleep(0.0001)

    def parse() -> None:
        found.extend(ast.dump(parsed(TEXT)) for _ in range(3))

    before = gc.get_threshold()
    gc.callbacks.append(another_thread)
    gc.set_threshold(50)
    try:
        threads = [threading.Thread(target=parse) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(another_thread)
    assert found == [expected] * 12
