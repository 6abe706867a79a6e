"""The address of a client, which limits count by since nobody can make one up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
_Address = IPv4Address | IPv6Address

LOOPBACK = "this machine"
_HOME = 64
"""Bits of the IPv6 network that a household gets."""


def client_of(peer: str, forwarded: Iterable[str] = (), proxies: Collection[Network] = ()) -> str:
    """Return the key of a client for limits: its IPv4 address, or its IPv6 network of 64 bits.

    `peer`: the connected address; `forwarded`: the request's X-Forwarded-For headers. They are trusted only from this
    machine and from `proxies`, read from the right, up to the first address that is neither: the client may have
    written what stands left of it. All addresses of this machine are one client.
    """
    client = _read(peer)
    hops = [hop for header in forwarded for hop in header.split(",")]
    while client is not None and hops and _is_proxy(client, proxies):
        hop = _read(hops.pop())
        if hop is None:
            break
        client = hop
    return _counted(client)


def is_proxy(peer: str, proxies: Collection[Network] = ()) -> bool:
    """Return whether a peer may be a proxy: this machine, or one in the settings."""
    client = _read(peer)
    return client is None or _is_proxy(client, proxies)


def network(text: str) -> Network:
    """Return the network of an address or network; raises ValueError."""
    return ip_network(text, strict=False)


def _is_proxy(client: _Address, proxies: Collection[Network]) -> bool:
    return client.is_loopback or any(client in proxy for proxy in proxies)


def _counted(client: _Address | None) -> str:
    if client is None or client.is_loopback:
        return LOOPBACK
    return str(ip_network((client, _HOME), strict=False)) if isinstance(client, IPv6Address) else str(client)


def _read(text: str) -> _Address | None:
    """Return the address in a text such as `192.0.2.1:80` or `[2001:db8::1]:80`; None if there is none."""
    text = text.strip()
    if text.startswith("["):
        text, bracket, _ = text[1:].partition("]")
        if not bracket:
            return None
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
