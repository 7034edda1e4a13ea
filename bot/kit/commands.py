"""The commands of actions; some belong to groups below their title's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from bot.kernel.game import verb


class Group(Struct, frozen=True):
    """Actions whose commands are below a word, such as `/tide setup build`."""

    name: str
    text: str
    actions: tuple[type[Any], ...]


def command(groups: Iterable[Group], kind: type[Any]) -> str:
    """Return an action's command below the title's name: "setup build"."""
    group = next((group for group in groups if kind in group.actions), None)
    return f"{group.name} {verb(kind)}" if group is not None else verb(kind)
