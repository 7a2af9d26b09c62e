"""What is kept on objects: bounded in bytes over all of them, and gone with its object."""

from __future__ import annotations

from l2dwk_core.common.object_cache import ObjectCache


class _Owner:
    pass


def test_the_oldest_of_all_owners_goes_first():
    cache, a, b = ObjectCache(25), _Owner(), _Owner()
    cache.put(a, "1", "a1", 10)
    cache.put(b, "1", "b1", 10)
    assert cache.get(a, "1") == "a1"  # now b's is the oldest
    cache.put(a, "2", "a2", 10)
    assert cache.get(b, "1") is None
    assert [cache.get(a, name) for name in "12"] == ["a1", "a2"]
    assert cache.bytes == 20


def test_what_is_larger_than_the_bound_stays_alone():
    cache, a = ObjectCache(25), _Owner()
    cache.put(a, "1", "a1", 10)
    cache.put(a, "2", "a2", 1_000)
    assert cache.get(a, "1") is None
    assert cache.get(a, "2") == "a2"


def test_a_value_that_is_replaced_counts_once():
    cache, a = ObjectCache(25), _Owner()
    for value in range(5):
        cache.put(a, "1", value, 10)
    assert cache.get(a, "1") == 4
    assert cache.bytes == 10


def test_values_go_with_their_owner():
    cache, a = ObjectCache(1_000), _Owner()
    for number in range(3):
        cache.put(a, number, "value", 10)
    del a
    assert cache.bytes == 0
    # New objects may be given the number of the one that has ended.
    for _ in range(100):
        fresh = _Owner()
        assert cache.get(fresh, 0) is None
        cache.put(fresh, 0, "value", 10)
        assert cache.bytes == 10
