"""Autocomplete. Discord asks with every letter, and only the newest answer counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple, TypeVar

import discord
from discord.app_commands import Choice as Suggestion

from bot.chat.desk.order_text import LONGEST, MOST

V = TypeVar("V", str, int, str | int | float)

LATE = 3.0
"""Seconds after which Discord accepts no more suggestions."""
UNKNOWN = 10062
"""Discord's code for an interaction whose time is over."""
ANSWERED = 40060
"""Discord's code for an answered interaction, which was delivered twice."""


class Question(NamedTuple):
    """A question that is being answered: its interaction's id, and the task."""

    id: int
    task: asyncio.Task[None]


class Typing:
    """The newest question of each person who is typing.

    Earlier and late questions are dropped silently.
    """

    def __init__(self) -> None:
        self.patience = LATE
        self._newest: dict[int, Question] = {}

    def asks(self, person: int, id: int) -> bool:
        """Make the current task a person's newest question, and cancel the previous one.

        Ids grow with time. Returns False if a newer question, or the same question, is being answered. Discord
        may deliver a question late or twice.
        """
        task = asyncio.current_task()
        assert task is not None
        newest = self._newest.get(person)
        if newest is not None and id <= newest.id:
            return False
        if newest is not None:
            newest.task.cancel()
        self._newest[person] = Question(id, task)
        late = asyncio.get_running_loop().call_later(self.patience, task.cancel)
        task.add_done_callback(lambda task: self._answered(person, task, late))
        return True

    def _answered(self, person: int, task: asyncio.Task[None], late: asyncio.TimerHandle) -> None:
        late.cancel()
        if person in self._newest and self._newest[person].task is task:
            del self._newest[person]


def distinct(found: Iterable[tuple[str, V]]) -> list[Suggestion[V]]:
    """Return the suggestions that Discord accepts, at most 25.

    Discord refuses a list with the same name twice. Two copies of a card have the same name, and either will do,
    so the first is offered. Names are cut to 100 characters.
    """
    named: dict[str, V] = {}
    for name, value in found:
        named.setdefault(name[:LONGEST], value)
    return [Suggestion(name=name, value=value) for name, value in islice(named.items(), MOST)]


class _Known(logging.Filter):
    """Drops the traceback of a late answer, or of a question that arrived twice."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.HTTPException) and error.code in (UNKNOWN, ANSWERED))


logging.getLogger("discord.app_commands.tree").addFilter(_Known())
