"""The address of a PostgreSQL database, whose password stays out of every message."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from msgspec import Struct

SCHEMES = ("postgresql", "postgres")
_SECRETS = ("password", "sslpassword")
"""The parameters of an address that are secret."""


class Server(Struct, frozen=True):
    """A database on a server, such as postgresql://role:password@host/database."""

    address: str

    def __str__(self) -> str:
        """Return the address without secrets, for messages."""
        parts = urlsplit(self.address)
        user, at, place = parts.netloc.rpartition("@")
        query = "&".join(each for each in parts.query.split("&") if each.partition("=")[0] not in _SECRETS)
        host = f"{user.partition(':')[0]}{at}{place}"
        return f"{parts.scheme}://{host}{parts.path}{'?' if query else ''}{query}"

    def __repr__(self) -> str:
        """Return the address without secrets, for tracebacks."""
        return f"Server({str(self)!r})"

    @property
    def database(self) -> str | None:
        """The name of the database, or None if the address cannot be read or has none."""
        try:
            parts = urlsplit(self.address)
            name = unquote(parts.path.removeprefix("/"))
            return name if parts.port != 0 and re.fullmatch(r"[\w.-]+", name) else None
        except ValueError:
            return None

    @property
    def secrets(self) -> list[str]:
        """The passwords, which no log may hold.

        Each is there as it is, and as the address writes it.
        """
        parts = urlsplit(self.address)
        written = [parts.netloc.rpartition("@")[0].partition(":")[2]]
        settings = (each.partition("=") for each in parts.query.split("&"))
        written += [value for name, _, value in settings if name in _SECRETS]
        return [each for word in written if word for each in dict.fromkeys((word, unquote(word)))]


def names_server(text: str) -> bool:
    """Return whether a setting names a server, and no file."""
    scheme, found, _ = text.partition("://")
    return bool(found) and scheme in SCHEMES
