"""Autocomplete: Discord asks again with every letter, and only the newest answer is worth working out."""

from __future__ import annotations

import asyncio
import logging

import discord

LATE = 3.0
"""Seconds after which Discord takes no suggestions for what was typed."""
UNKNOWN = 10062
"""Discord's code for an interaction whose time is over."""


class Typing:
    """The newest question of each person who is typing. Earlier ones and late ones are dropped in silence."""

    def __init__(self) -> None:
        self.patience = LATE
        self._newest: dict[int, asyncio.Task[None]] = {}

    def asks(self, person: int) -> None:
        """Take the task that calls this for a person's newest question: nobody waits for the one before it."""
        task = asyncio.current_task()
        assert task is not None
        if person in self._newest:
            self._newest[person].cancel()
        self._newest[person] = task
        late = asyncio.get_running_loop().call_later(self.patience, task.cancel)
        task.add_done_callback(lambda task: self._answered(person, task, late))

    def _answered(self, person: int, task: asyncio.Task[None], late: asyncio.TimerHandle) -> None:
        late.cancel()
        if self._newest.get(person) is task:
            del self._newest[person]


class _Known(logging.Filter):
    """Discord may say that an answer came too late, when it was slow on its way: that is no mistake of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.NotFound) and error.code == UNKNOWN)


logging.getLogger("discord.app_commands.tree").addFilter(_Known())
