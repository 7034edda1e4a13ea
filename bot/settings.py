"""The settings of the program, from the environment and the command line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, cast

from msgspec import Struct
from yarl import URL

from bot.store.files import real
from bot.store.server import Server, names_server


class BadSetting(Exception):
    """A value that cannot be used. The message is one line for the host."""


class Address(NamedTuple):
    """A host and a port of this machine."""

    host: str
    port: int

    @property
    def near(self) -> str:
        """The host by which this machine reaches it."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)

    @property
    def is_loopback(self) -> bool:
        """Whether no other machine can reach it."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def __str__(self) -> str:
        """Write it as in the environment."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


MOST_PAINTERS = 64
LogKind = Literal["text", "json"]
_ADDRESS = re.compile(r"(?:(?P<host>[A-Za-z0-9.-]+)?:|\[(?P<six>[0-9A-Fa-f:.]+)\]:)?(?P<port>[0-9]{1,5})")
"""A port, with a host before it if it is not on the loopback interface."""


class Settings(Struct, frozen=True):
    """The settings from the environment."""

    token: str
    api: str
    port: int
    database: Path | Server
    """The file of the games, or the server that has them."""
    files: Path
    """How the names of the files on this machine begin.

    It is the database file, or a name after the database on the server.
    """
    data: Path | None
    metrics: Address | None = None
    """Where `/health` and `/metrics` are served, or None for nowhere."""
    log: LogKind = "text"
    shards: int | None = None
    """The number of Discord's shards, or None for as many as Discord recommends."""
    painters: int = 0
    """The most processes that draw; 0 lets threads of the bot draw."""

    @property
    def secrets(self) -> list[str]:
        """The texts that no log may hold."""
        return [self.token, *(self.database.secrets if isinstance(self.database, Server) else ())]


def settings(environment: Mapping[str, str]) -> Settings:
    """Read the environment. Raises `BadSetting` for a value that cannot be used."""
    port = environment.get("FIELDPOST_PORT") or "8642"
    if re.fullmatch("[0-9]{1,5}", port) is None or not 1 <= int(port) <= 65535:
        raise BadSetting(f"FIELDPOST_PORT: {port!r} is not a port; use a number from 1 to 65535")
    api = environment.get("DISCORD_API_URL", "").rstrip("/")
    if api and not is_address(api):
        raise BadSetting(f"DISCORD_API_URL: {api!r} is not an address such as http://127.0.0.1:9000/api/v10")
    token = environment.get("DISCORD_TOKEN", "").strip()
    if re.search(r"[^!-~]", token):
        raise BadSetting("DISCORD_TOKEN: has a character in it that no token has; copy it again")
    if api and not token:
        raise BadSetting("DISCORD_API_URL needs DISCORD_TOKEN as well")
    database, files = _database(environment.get("FIELDPOST_DB") or "fieldpost.db")
    data = environment.get("FIELDPOST_DATA")
    if data and not Path(data).is_dir():
        raise BadSetting(f"FIELDPOST_DATA: {data!r} is not a folder")
    return Settings(
        token, api, int(port), database, files, Path(data) if data else None,
        _metrics(environment.get("FIELDPOST_METRICS", "")), _log(environment.get("FIELDPOST_LOG", "")),
        _shards(environment.get("FIELDPOST_SHARDS", "")),
        _painters(environment.get("FIELDPOST_PAINTERS", "")),
    )  # fmt: skip


def _database(text: str) -> tuple[Path | Server, Path]:
    """Return the location of the games, and how the names of local files begin."""
    if names_server(text):
        server = Server(text)
        if server.database is None:
            raise BadSetting("FIELDPOST_DB: is not an address such as postgresql://role:password@host/database")
        return server, real(Path(f"{server.database}.db"))
    file = real(Path(text))
    if file.is_dir() or not file.parent.is_dir():
        raise BadSetting(f"FIELDPOST_DB: {str(file)!r} is not a file in a folder that exists")
    return file, file


def _metrics(text: str) -> Address | None:
    if not text:
        return None
    found = _ADDRESS.fullmatch(text)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        raise BadSetting(f"FIELDPOST_METRICS: {text!r} is not host:port; use an address such as 127.0.0.1:9464")
    return Address(found["host"] or found["six"] or "127.0.0.1", int(found["port"]))


def _log(text: str) -> LogKind:
    if text not in ("", "text", "json"):
        raise BadSetting(f"FIELDPOST_LOG: {text!r} is not a kind of log; use text or json")
    return cast(LogKind, text or "text")


def _shards(text: str) -> int | None:
    if text in ("", "auto"):
        return None
    if re.fullmatch("[1-9][0-9]{0,3}", text) is None:
        raise BadSetting(f"FIELDPOST_SHARDS: {text!r} is not auto or a number from 1 to 9999")
    return int(text)


def _painters(text: str) -> int:
    if re.fullmatch("[0-9]{0,3}", text) is None or int(text or "0") > MOST_PAINTERS:
        raise BadSetting(
            f"FIELDPOST_PAINTERS: {text!r} is not a number of processes; use a number from 0 to {MOST_PAINTERS}"
        )
    return int(text) if text else max(1, _cores() - 1)


def _cores() -> int:
    """Return the number of cores that the process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def is_address(text: str) -> bool:
    """Return whether a text is an address of the web."""
    try:
        return URL(text).scheme in ("http", "https") and bool(URL(text).host)
    except ValueError:
        return False


def complain(*lines: str) -> None:
    """Print lines for the host, each named after the program."""
    for line in lines:
        print(f"fieldpost: {line}", file=sys.stderr)
