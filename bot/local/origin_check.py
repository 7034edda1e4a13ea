"""Origin checks: rejects requests from other web pages or for another host.

A browser lets any web page send requests to this machine and open sockets. The `Origin` header identifies such a
page. If its own name resolves to this machine, the `Host` header does.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

from aiohttp import web
from yarl import URL

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of this machine."""
BOTH_FAMILIES: Final = ("::", "0.0.0.0")
"""The meaning of "::" here, even on systems that bind it to IPv6 only."""

_HOST: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::(?P<port>[0-9]{1,5}))?")


def asks_for(request: web.Request, hosts: tuple[str | None, ...]) -> bool:
    """Return whether a request is for this machine.

    It names one of `hosts`, or the address at which it came in. A host in a form that browsers do not use is never
    accepted.
    """
    host = _asked_host(request)
    came_in_at = request.transport.get_extra_info("sockname") if request.transport is not None else None
    known = {*LOOPBACK, *hosts, came_in_at[0] if came_in_at else None} - {*EVERYWHERE, None}
    return host is not None and host in {_plain_host(each) for each in known if each}


def _asked_host(request: web.Request) -> str | None:
    """Return the host in a request; `None` if it is missing, repeated or ambiguous."""
    named = request.headers.getall("Host", [])
    found = _HOST.fullmatch(named[0]) if len(named) == 1 else None
    # A full URL instead of a path is meant for a proxy, and would replace the header.
    if found is None or not request.raw_path.startswith("/") or int(found["port"] or 0) > 65535:
        return None
    return _plain_host(found["host"])


def _plain_host(host: str) -> str:
    """Return a host in canonical form.

    An address is in its shortest form, and an IPv4 address is taken out of an IPv6 address.
    """
    bare = host.removeprefix("[").removesuffix("]").partition("%")[0].lower()
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return bare
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_of_another_page(request: web.Request, address: URL) -> bool:
    """Return whether another web page has sent a request.

    Our page is at the host of the request or at `address`. A link to it may be followed from anywhere.
    """
    origins = request.headers.getall("Origin", [])
    if origins:
        return len(origins) > 1 or origins[0] not in (f"http://{request.host}", str(address.origin()))
    if request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return False
    followed = ("navigate", "document")
    return (request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")) != followed


def in_the_house(host: str) -> str | None:
    """Return this machine's address for other devices on the local network.

    The server is bound to `host`. Returns `None` if this machine is in no network.
    """
    if host not in EVERYWHERE:
        return host
    found = _begin(socket.AF_INET, "192.0.2.1")
    return found or (_begin(socket.AF_INET6, "2001:db8::1") if host == "::" else None)


def _begin(family: socket.AddressFamily, outside: str) -> str | None:
    """Return this machine's address on the route to an outside address.

    Nothing is sent.
    """
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            found: str = probe.getsockname()[0]
            return found
    except OSError:
        return None
