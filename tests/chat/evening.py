"""A running bot in a local Discord, and the people who play there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chat.bot import furnished, run_bot
from bot.chat.client import BotClient
from bot.chat.desk.order_completion import exact
from bot.chat.desk.table import Table
from bot.kernel.fields import fields, given
from bot.kernel.game import verb
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.codec import encode
from bot.local import Channel, Interaction, Message, Person
from bot.local.home import LocalDiscord
from bot.local.options import value_of
from bot.store import sql
from bot.store.database import Database, Transaction
from bot.store.games import Games, SeatRecord
from bot.store.opening import open_database
from bot.store.server import Server
from bot.titles import titles
from render.finished import Pick
from tests.match import AnyGame, Match
from tests.sql import Sql

PATIENCE = 180.0
"""Seconds that a test waits for anything, on a machine that has much else to do."""
DONE = "✅"
"""How the answer to an order that took effect begins."""


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something that tells nobody has happened."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.005)


ASKED = "Do it anyway?"
"""The bot's question before an order that leaves work undone."""


class Player:
    """A person in one channel, who reads what the bot answers to them alone."""

    def __init__(self, person: Person, place: Channel, evening: Evening | None = None) -> None:
        self.person = person
        self.place = place
        self.evening = evening

    @property
    def id(self) -> int:
        """The person's id."""
        return int(self.person.id)

    @property
    def mention(self) -> str:
        """How the bot names them."""
        return f"<@{self.id}>"

    async def types(self, command: str, /, **options: Any) -> Message:
        """Send a slash command and confirm it; returns the first message of the answer."""
        said = await self.says(command, **options)
        return await self.clicks(said, "Do it") if ASKED in said.content else said

    async def says(self, command: str, /, **options: Any) -> Message:
        """Send a slash command; returns the first message of the answer."""
        return answer(await (await self.person.slash(self.place, command, **options)).done(PATIENCE))

    async def orders(self, action: Any, title: str = "tide") -> Message:
        """Give an order of a title, with the values that autocomplete would send."""
        texts = {name: _option(value) for name, value in given(action).items()}
        table = (
            await self.evening.client.tables.in_channel(int(self.place.id)) if self.evening is not None else None
        )
        if table is not None and table.log:
            seen = table.seen(table.seat_of(self.id) or PUBLIC)
            named = [field for field in fields(type(action)) if field.is_name and field.name in texts]
            texts |= {field.name: exact(table.game, seen, field, getattr(action, field.name)) for field in named}
        return await self.types(f"{title} {verb(type(action))}", **texts)

    async def clicks(self, message: Message, button: str) -> Message:
        """Click a button, named by its label or custom id."""
        return answer(await (await self.person.click(message, button)).done(PATIENCE))

    async def picks(self, message: Message, select: str, *values: str) -> Message:
        """Pick in the select whose custom id begins like this, by label or by value."""
        found = next(each for each in message.selects if each["custom_id"].startswith(select))
        labels = {option["label"] for option in found["options"]}
        meant = [value_of(found, value) if value in labels else value for value in values]
        return answer(await (await self.person.select(message, found["custom_id"], *meant)).done(PATIENCE))

    async def taps(self, message: Message, pick: Pick) -> Message:
        """Tap a place of a message's picture, for one of the things that it stands for."""
        if not pick.value:
            return await self.clicks(message, pick.custom_id)
        assert any(part["custom_id"] == pick.custom_id for part in message.selects), "the list is in the message"
        return answer(await (await self.person.select(message, pick.custom_id, pick.value)).done(PATIENCE))

    async def begins(self, verb: str) -> Message:
        """Ask for the orders, and press a verb; returns the next page."""
        return await self.clicks(await self.types("game play"), verb)

    async def offered(self, command: str, focused: str, /, **options: Any) -> list[str]:
        """Return the names that are offered for an option."""
        return [c.name for c in await self.person.autocomplete(self.place, command, focused=focused, **options)]

    def posts(self) -> list[Message]:
        """Return the public messages of the channel, oldest first."""
        return [message for message in self.person.sees(self.place) if not message.ephemeral]

    def last(self) -> Message:
        """Return the last public post that carries the table's buttons."""
        return next(m for m in reversed(self.posts()) if "Your orders" in m.labels)


def _option(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def answer(interaction: Interaction) -> Message:
    """Return the bot's answer, which only the asker may see."""
    assert interaction.failed is None, interaction.failed
    message = interaction.replies[0] if interaction.replies else interaction.message
    assert message is not None
    assert message.ephemeral, f"everybody can read {message.content!r}"
    return message


class Evening:
    """A local Discord, a bot in it, and its database."""

    def __init__(self, local: LocalDiscord, path: Path | Server) -> None:
        self.local = local
        self.path = path
        self.maps = False
        """Whether each game has a map message; only tests of it need one."""
        self.client: BotClient
        self.store: Database
        self.database: Sql
        """Statements of the test itself."""
        self._task: asyncio.Task[None] | None = None

    async def arrive(self, known: dict[str, AnyGame] | None = None) -> None:
        """Start the bot, as after a restart; `known` are titles other than the usual ones."""
        self.store = await open_database(self.path)
        self.database = Sql(self.store)
        if isinstance(self.path, Path):  # Power loss is not tested here, so commits need not reach the disk.
            await self.database.run("PRAGMA synchronous = OFF")
        self.client = furnished(Games(self.store), known or titles())
        self.client.typing.patience = PATIENCE
        self.client.postman.maps.wanted = self.maps
        self._task = asyncio.create_task(run_bot(self.client, self.local.token, self.local.api_url))
        await until(lambda: self.local.site.gateway.online or self._stopped())

    def _stopped(self) -> bool:
        if self._task is not None and self._task.done():
            self._task.result()
        return False

    async def leave(self) -> None:
        """Stop the bot."""
        await self.client.close()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.store.close()
        await until(lambda: not self.local.site.gateway.online)

    async def settled(self) -> None:
        """Wait until no computer thinks and nothing is being posted."""
        async with asyncio.timeout(5 * PATIENCE):
            while working := [*self.client.desk.thoughts, *self.client.postman.rounds.under_way]:
                await asyncio.wait(working)

    def player(self, name: str, place: Channel) -> Player:
        """Return a person at a channel."""
        return Player(self.local.person(name), place, self)

    async def table(self, place: Channel) -> Table:
        """Return the table of a channel."""
        table = await self.client.tables.in_channel(int(place.id))
        assert table is not None
        return table

    async def game(
        self, place: Channel, *names: str, scenario: str = "first", words: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[Table, list[Player]]:
        """Seat people in the order of the sides; the computer plays the rest.

        Waits for the first posts.
        """
        players = [self.player(name, place) for name in names]
        opened = await players[0].types("game new", title="tide", scenario=scenario)
        assert "is open" in opened.content, opened.content
        table = await self.table(place)
        for name, player, seat in zip(names, players, table.seats, strict=False):
            await player.types("game join", side=seat.seat, **({"word": words[name]} if name in words else {}))
        for seat in table.seats[len(players) :]:
            await players[0].types("game seat", side=seat.seat, computer=True)
        assert table.log, "the game has not begun"
        await self.settled()
        return table, players

    async def plant(self, place: Channel, match: Match, *names: str) -> tuple[Table, list[Player]]:
        """Put a game played in memory into a channel, with people as its sides.

        The computer plays each side without a name.
        """
        players = [self.player(name, place) for name in names if name]
        seats = [self.player(name, place) if name else None for name in names]
        people = zip_longest(match.seats, seats)

        def work(transaction: Transaction) -> None:
            [row] = transaction.rows(
                sql.add_game, title=match.game.key, scenario=match.scenario,
                options=encode(match.options).decode(),
                seed=match.seed, guild=int(place.guild_id or 0), channel=int(place.id), host=players[0].id,
            )  # fmt: skip
            game = row["id"]
            transaction.run(sql.set_status, game=game, status="live")
            for n, (seat, p) in enumerate(people):
                record = SeatRecord(seat, p.id if p else None, computer=p is None, agreed=True)
                transaction.run(sql.add_seat, game=game, place=n, **msgspec.structs.asdict(record))
            lines = [{"game": game, "n": n, "line": encode(entry).decode()} for n, entry in enumerate(match.log)]
            transaction.run_all(sql.add_entry, lines)
            left = [
                {"game": game, "seat": each.seat, "n": each.number, "line": encode(each).decode()}
                for each in match.instructions
            ]
            transaction.run_all(sql.add_instruction, left)

        await self.store.write(work)
        return await self.table(place), players

    def requests(self, since: int = 0) -> Sequence[Any]:
        """Return the bot's requests to Discord after this number of requests."""
        return self.local.faults.requests[since:]


@contextlib.asynccontextmanager
async def evening(
    path: Path | Server, known: dict[str, AnyGame] | None = None, **options: Any
) -> AsyncIterator[Evening]:
    """Open a local Discord with a bot in it for the block; `known` are its titles."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    local = LocalDiscord(**{"ack_seconds": PATIENCE, "identify_seconds": 0.0, **options})
    await local.start()
    tonight = Evening(local, path)
    try:
        await tonight.arrive(known)
        try:
            yield tonight
        finally:
            await tonight.leave()
    finally:
        await local.stop()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


def other(table: Table, seat: Seat) -> Seat:
    """Return the other seat of two."""
    return next(each.seat for each in table.seats if each.seat != seat)
