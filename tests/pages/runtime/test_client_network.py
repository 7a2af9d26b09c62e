"""Who counts as one visitor."""

from __future__ import annotations

import pytest

from pages.runtime.client_network import client_of, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_of_an_ipv6_address_the_network_counts(address, network):
    assert network_of(address) == network


def test_who_sent_a_request_is_known_by_the_network():
    assert client_of({"client": ("2001:db8::5", 4000)}) == "2001:db8::/64"
    assert client_of({"client": None}) == client_of({}) == ""
