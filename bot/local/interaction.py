"""An interaction as the person who started it sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

from bot.local.events import Event
from bot.local.limits import JSON
from bot.local.objects import Channel, Message, Metadata, User
from bot.local.world import World

# Interactions that a person starts.
COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
MODAL_SUBMIT: Final = 5

# The bot's answers.
MESSAGE: Final = 4
DEFERRED: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
CHOICES: Final = 8
MODAL: Final = 9

TIMED_OUT: Final = "The application did not respond"
FAILED: Final = "This interaction failed"
NO_OPTIONS: Final = "Loading options failed"


class Interaction:
    """An interaction as the person who started it sees it.

    `acknowledged`: the bot has answered. `deferred`: its first answer was that the answer will follow. `failed`:
    the error that Discord's client would show. `modal`: the dialog that it opened. `choices`: the answer to an
    autocomplete.
    """

    def __init__(
        self, world: World, kind: int, user: User, channel: Channel, data: JSON, *, id: str, metadata: Metadata
    ) -> None:
        self._world = world
        self.id = id
        self.token = secrets.token_urlsafe(48)
        self.kind = kind
        self.user = user
        self.channel = channel
        self.data = data
        self.metadata = metadata
        self.callback: int | None = None
        self.failed: str | None = None
        self.modal: JSON | None = None
        self.choices: list[JSON] = []
        self.message_id: str | None = None
        self.original_id: str | None = None
        self.reply_ids: list[str] = []
        self.expired = False
        self.owes = False
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def acknowledged(self) -> bool:
        """Whether the bot has answered."""
        return self.callback is not None

    @property
    def deferred(self) -> bool:
        """Whether the first answer was that an answer will follow."""
        return self.callback in (DEFERRED, DEFERRED_UPDATE)

    @property
    def finished(self) -> bool:
        """Whether it needs no further answer: answered, a dialog opened, or failed."""
        return self.failed is not None or (self.acknowledged and not self.owes)

    @property
    def message(self) -> Message | None:
        """The message whose component was used, in its present form."""
        return self._world.messages.get(self.channel.id, {}).get(self.message_id or "")

    @property
    def replies(self) -> list[Message]:
        """The bot's answers in their present form, oldest first."""
        present = self._world.messages.get(self.channel.id, {})
        return [present[each] for each in self.reply_ids if each in present]

    async def done(self, timeout: float = 60.0) -> Interaction:  # noqa: ASYNC109 - the face that tests know
        """Wait until it is finished, including a deferred answer.

        Raises TimeoutError after `timeout` seconds.
        """
        return await self._until(lambda: self.finished, timeout)

    async def answered(self, timeout: float = 60.0) -> Interaction:  # noqa: ASYNC109
        """Wait until it is acknowledged or has failed. Raises TimeoutError."""
        return await self._until(lambda: self.acknowledged or self.failed is not None, timeout)

    async def _until(self, condition: Callable[[], bool], seconds: float) -> Interaction:
        async with asyncio.timeout(seconds):
            while not condition():
                waiter = asyncio.get_running_loop().create_future()
                self._waiting.append(waiter)
                await waiter
        return self

    def changed(self) -> None:
        """Wake the waiting callers, and notify the person's windows."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()
        state = Event("INTERACTION_STATE", self.state, channel=self.channel, only_for=self.user.id)
        self._world.tell(state)

    def state(self) -> JSON:
        """The state as the person's window shows it."""
        return {
            "id": self.id,
            "channel_id": self.channel.id,
            "message_id": self.message_id,
            "acknowledged": self.acknowledged,
            "finished": self.finished,
            "failed": self.failed,
            "modal": self.modal,
        }
