"""The settings of the program, from the environment and the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from yarl import URL

from bot.store.files import real


class BadSetting(Exception):
    """A value that cannot be used. The message is one line for the host."""


class Settings(Struct, frozen=True):
    """The settings from the environment."""

    token: str
    api: str
    port: int
    database: Path
    data: Path | None


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
    database = real(Path(environment.get("FIELDPOST_DB") or "fieldpost.db"))
    if database.is_dir() or not database.parent.is_dir():
        raise BadSetting(f"FIELDPOST_DB: {str(database)!r} is not a file in a folder that exists")
    data = environment.get("FIELDPOST_DATA")
    if data and not Path(data).is_dir():
        raise BadSetting(f"FIELDPOST_DATA: {data!r} is not a folder")
    return Settings(token, api, int(port), database, Path(data) if data else None)


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
