"""Which addresses count as one visitor.

A provider gives an IPv6 customer a network of 2^64 addresses or more, so limits on one address
would bound nothing: there a network counts.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

PREFIX = 64
"""Bits that an IPv6 address has in common with the others of one customer."""


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Return an IPv4 address as it is, of an IPv6 address its network, and other text unchanged.

    ``::ffff:192.0.2.1`` is how a server that listens to both kinds names the IPv4 address
    192.0.2.1.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), PREFIX), strict=False))


def client_of(scope: Scope) -> str:
    """Return the network of who sent a request; empty where the server does not know.

    Behind a proxy of this machine, uvicorn has put the address there that the proxy named.
    """
    client = scope.get("client")
    return network_of(client[0]) if client else ""
