"""Sessions and addresses take turns in the queues, whatever one of them asks for."""

from __future__ import annotations

import random
import threading
from collections import Counter

from pages.jobs.work_turns import FOR_OTHERS, MOST_RUNNING, Turn, WorkTurns

AT_ONCE = 2


def address_of(session):
    """The letter before the number: ``a1`` and ``a2`` come from one address."""
    return session[0]


class Queue:
    """One queue, whose work is named by the session that wants it and a number."""

    def __init__(self, turns=None):
        self.turns = turns or WorkTurns(address_of=address_of)

    def ask(self, *sessions, number=0, timeout=0.0):
        return self.turns.take((self, sessions, number), sessions, self, AT_ONCE, timeout)

    def end(self, *sessions, number=0):
        self.turns.leave((self, sessions, number))


def test_another_address_begins_at_once_though_one_has_filled_the_queue():
    queue = Queue()
    turns = [queue.ask(f"a{number}") for number in range(15)]
    assert turns == [Turn.GIVEN] * AT_ONCE + [Turn.OTHERS] * 13
    for other in "bcde"[:FOR_OTHERS]:
        assert queue.ask(f"{other}0") is Turn.GIVEN
        assert queue.ask(f"{other}1") is Turn.OTHERS
    assert queue.ask("f0") is Turn.OTHERS  # there are so many such places


def test_addresses_take_turns_and_so_do_their_sessions():
    queue = Queue()
    names = [f"a{number}" for number in range(4)] + ["b0", "b1", "c0"]
    waiting = [name for name in names if queue.ask(name) is not Turn.GIVEN]
    running = [name for name in names if name not in waiting]
    order = list(running)
    while running:
        queue.end(running.pop(0))
        begun = [name for name in waiting if queue.ask(name) is Turn.GIVEN]
        waiting = [name for name in waiting if name not in begun]
        running += begun
        order += begun
    assert order == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]


def test_a_session_that_had_a_turn_waits_for_those_of_its_address_that_had_none():
    queue = Queue()
    for name in ("a0", "a1"):
        assert queue.ask(name) is Turn.GIVEN
    assert queue.ask("a0", number=1) is Turn.OTHERS
    assert queue.ask("a2") is Turn.OTHERS
    queue.end("a1")
    assert queue.ask("a2") is Turn.GIVEN
    assert queue.ask("a0", number=1) is Turn.OTHERS


def test_a_session_runs_so_many_over_all_queues_and_is_told_why_the_rest_waits():
    turns = WorkTurns(address_of=address_of)
    queues = [Queue(turns) for _ in range(MOST_RUNNING + 1)]
    assert [queue.ask("a0") for queue in queues] == [Turn.GIVEN] * MOST_RUNNING + [Turn.OWN]
    queues[0].end("a0")
    assert queues[-1].ask("a0") is Turn.GIVEN


def test_work_of_two_sessions_begins_when_one_of_them_may():
    turns = WorkTurns(most=1, address_of=address_of)
    one, other = Queue(turns), Queue(turns)
    assert one.ask("a0") is Turn.GIVEN
    assert other.ask("a0") is Turn.OWN
    other.end("a0")
    assert other.ask("a0", "b0") is Turn.GIVEN


def test_who_waits_is_woken_and_keeps_a_turn_that_came_between_two_questions():
    queue = Queue()
    queue.ask("a0")
    queue.ask("a1")
    answers = []
    waits = threading.Thread(target=lambda: answers.append(queue.ask("a2", timeout=30)))
    waits.start()
    while len(queue.turns._waiting) < 1:
        pass
    assert queue.ask("a3") is Turn.OTHERS
    queue.end("a0")
    waits.join(10)
    assert answers == [Turn.GIVEN]
    queue.end("a1")  # a3 does not ask at this moment
    assert queue.ask("a4") is Turn.OTHERS
    assert queue.ask("a3") is Turn.GIVEN


def test_work_that_leaves_while_it_waits_holds_up_nothing():
    queue = Queue()
    for name in ("a0", "a1", "b0", "c0"):
        queue.ask(name)
    queue.end("c0")
    for name in ("a0", "a1", "b0"):
        queue.end(name)
    assert queue.ask("a5") is Turn.GIVEN


def test_no_limit_is_broken_and_nobody_waits_for_ever():
    """Random questions and ends, checked after each: a full queue has one place for others, no
    session runs more than it may, and everything has had its turn in the end."""
    rng = random.Random(4)
    turns = WorkTurns(address_of=address_of)
    queues = [Queue(turns), Queue(turns)]
    works = [
        (rng.choice(queues), f"{rng.choice('abc')}{rng.randrange(3)}", number)
        for number in range(200)
    ]
    waiting, running, begun = [], [], 0
    while waiting or running or works:
        if works and rng.random() < 0.6:
            waiting.append(works.pop())
        if running and rng.random() < 0.5:
            queue, session, number = running.pop(rng.randrange(len(running)))
            queue.end(session, number=number)
        for work in list(waiting):
            if work[0].ask(work[1], number=work[2]) is Turn.GIVEN:
                waiting.remove(work)
                running.append(work)
                begun += 1
        assert max(Counter(session for _, session, _ in running).values(), default=0) <= 2
        for queue in queues:
            mine = [session for where, session, _ in running if where is queue]
            assert len(mine) <= AT_ONCE + FOR_OTHERS
            if len(mine) > AT_ONCE:
                assert len({address_of(session) for session in mine}) > 1
    assert begun == 200
