"""Which requests come from elsewhere: from other web pages, or by a name that is not this machine's.

A browser lets any web page send requests to this machine, and open sockets. What gives such a page away is its
origin, and, where its own name has been made to lead here, the host that it asks for.
"""

from __future__ import annotations

import socket
from typing import Final

from aiohttp import web
from yarl import URL

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of this machine."""
BOTH_FAMILIES: Final = ("::", "0.0.0.0")
"""What "::" stands for to us, on systems that bind it to IPv6 alone, too."""


def asks_for(request: web.Request, hosts: tuple[str | None, ...]) -> bool:
    """Whether a request asks for this machine: by one of `hosts`, or by the very address at which it came in."""
    try:
        host = request.url.host
    except ValueError:
        return False
    came_in_at = request.transport.get_extra_info("sockname") if request.transport is not None else None
    known = {*LOOPBACK, *hosts, came_in_at[0] if came_in_at else None} - {*EVERYWHERE, None}
    return host in known


def is_of_another_page(request: web.Request, address: URL) -> bool:
    """Whether a web page other than ours, at the host of the request or at `address`, has sent a request.

    A link to our page may be followed from anywhere.
    """
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin not in (f"http://{request.host}", str(address.origin()))
    if request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return False
    followed = ("navigate", "document")
    return (request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")) != followed


def in_the_house(host: str) -> str | None:
    """The address under which other devices in the house reach a server that is bound to `host`.

    None where this machine is in no network.
    """
    if host not in EVERYWHERE:
        return host
    found = _begin(socket.AF_INET, "192.0.2.1")
    return found or (_begin(socket.AF_INET6, "2001:db8::1") if host == "::" else None)


def _begin(family: socket.AddressFamily, outside: str) -> str | None:
    """The address of this machine at which the way to an address outside begins. Nothing is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            found: str = probe.getsockname()[0]
            return found
    except OSError:
        return None
