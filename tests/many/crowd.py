"""Players of planted games, who press and type in channels and inboxes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from random import Random
from typing import TYPE_CHECKING, Any

import asyncpg
from msgspec import Struct

from bot.chat.panel.way import Way
from bot.kernel.game import verb
from bot.kernel.secret import Seat, see
from bot.kit.codec import decode_instruction
from bot.local import Channel, Interaction, Message, NotPossible, Person
from bot.store.history import History
from bot.titles import titles
from tests.bench.wire import typed
from tests.chat.crowd import Presser
from tests.chat.evening import DONE
from tests.chat.victim import Died
from tests.match import AnyGame, random_action

if TYPE_CHECKING:
    from tests.many.kill import War

TROUBLE = ("cannot save anything now", "connection to the database broke", "is being stopped")
"""Parts of answers that are right while a server or a bot is away."""
BROKEN = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""The errors of a server that is away."""
UNSURE = "Do it"
"""The button that gives an order which leaves something undone."""


class Given(Struct, frozen=True):
    """A confirmed order: pressed on a way, or typed as an action."""

    interaction: int
    game: int
    seat: Seat
    moment: int
    """The length of the log when its giver looked."""
    order: Any


class Soldier(Presser):
    """A person in one seat of a game."""

    watch: War

    def __init__(self, war: War, person: Person, place: Channel, game: int, title: AnyGame, seat: Seat) -> None:
        super().__init__(war, person, place, Random(war.rnd.random()))
        self.war = war
        self.inbox = person.site.world.dm(person.user)
        self.game = game
        self.title = title
        self.seat = seat

    def confirmed(self, interaction: int, way: Way) -> None:
        """Note that an order was confirmed."""
        self.war.given.append(Given(interaction, self.game, self.seat, way.moment, way))

    def check(self, message: Message) -> None:
        """See that an answer reports no failure, except after a disturbance."""
        if any(part in message.content for part in TROUBLE):
            assert self.war.is_disturbed(), message.content
            raise Died
        super().check(message)

    async def _answer(self, begun: Awaitable[Interaction]) -> tuple[Interaction, Message]:
        interaction, began = await begun, time.monotonic()
        try:
            return await super()._answer(_at_once(interaction))
        except Died:
            if interaction.failed and not interaction.acknowledged and time.monotonic() - began > 1:
                self.war.note_unheard(interaction)
            raise

    async def play(self) -> None:
        """Act until the game is over."""
        while not await self._is_over():
            with contextlib.suppress(Died, NotPossible):
                await self.step()
            await asyncio.sleep(self.rnd.uniform(0, 2) * self.war.thinking)

    async def _is_over(self) -> bool:
        try:
            return (await self.war.status(self.game)) == "over"
        except Died:
            return False

    async def step(self) -> None:
        """Give an order, or do something else."""
        if self.rnd.random() < 0.08 and not self.war.closing:
            await self.rnd.choice((self._go_back, self._look, self._close_letters))()
        if self.rnd.random() < 0.5:
            await self._agree()
        if self.rnd.random() < 0.6:
            await self._type()
            return
        page = await self._open()
        if self.rnd.random() < 0.2:  # The same person has the page open twice, and presses both.
            twin = await self._open()
            await asyncio.gather(self._press(page), self._press(twin))
        else:
            await self._press(page)

    async def _open(self) -> Message:
        place, options = self._somewhere()
        _, page = await self._answer(self.person.slash(place, "game play", **options))
        return page

    async def _press(self, page: Message) -> None:
        with contextlib.suppress(Died, NotPossible):
            await self.press_on(page)

    def _somewhere(self) -> tuple[Channel, dict[str, str]]:
        """Return the channel of the game, or the inbox with an option for the game."""
        return (self.inbox, {"game": str(self.game)}) if self.rnd.random() < 0.3 else (self.place, {})

    async def _type(self) -> None:
        """Type a legal order."""
        history = await self.war.history(self.game, self.title)
        seen = see(history.state, self.seat)
        if self.title.outcome(history.state) is not None or self.seat not in self.title.prompts(seen):
            await self._something_new()
            return
        action = random_action(self.title, seen, self.rnd)
        place, options = self._somewhere()
        options |= typed(self.title, seen, action)
        command = f"{self.title.key} {verb(type(action))}"
        interaction, said = await self._answer(self.person.slash(place, command, **options))
        if UNSURE in said.labels and not said.content.startswith(DONE):
            interaction, said = await self._answer(self.person.click(said, UNSURE))
        if said.content.startswith(DONE):
            given = Given(int(interaction.id), self.game, self.seat, len(history), action)
            self.war.given.append(given)


async def _at_once(interaction: Interaction) -> Interaction:
    return interaction


async def read(address: str, game: int) -> History[Any, Any, Any]:
    """Read the log of a game from a server. Raises `Died` if the server is away."""
    title, lines, left = await ask(
        address,
        ("SELECT title FROM games WHERE id = $1", game),
        ("SELECT line FROM entries WHERE game = $1 ORDER BY n", game),
        ("SELECT line FROM instructions WHERE game = $1 ORDER BY seat, n", game),
    )
    rules = titles()[title[0][0]]
    instructions = [decode_instruction(rules, row[0]) for row in left]
    return History(rules, [row[0] for row in lines], None, instructions)


async def ask(address: str, *statements: tuple[Any, ...]) -> list[Any]:
    """Ask a server at one moment. Raises `Died` if it is away."""
    try:
        connection = await asyncpg.connect(address, timeout=5)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return [await connection.fetch(*statement) for statement in statements]
        finally:
            await connection.close(timeout=5)
    except BROKEN as error:
        raise Died from error
