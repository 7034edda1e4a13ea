"""Games without a place: the channel was deleted, or the server removed the bot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import discord
from msgspec.structs import replace

from bot.chat.desk.desk import Call, Notice, Personal, Recipe, Word
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.chat.desk.work import whole
from bot.chat.posts.refusals import TROUBLE, Means, means
from bot.kernel.rule import case
from bot.kit.codec import encode
from bot.store.games import GameRecord

log = logging.getLogger(__name__)

DELETED = "its channel was deleted"
REMOVED = "the bot is no longer in its server"
PARKED = """\
🪑 **Game {game} is parked:** {why}. Nothing of it is lost, and nothing more is posted there: \
{scenario} ({title}).
➜ {mend}\
"""
MENDS = {
    DELETED: "Type `/game table here game:{game}` in another channel, and it continues there.",
    REMOVED: "It continues when the bot is back; or type `/game table here game:{game}` in another server.",
}
HERE = "📍 Game {game} continues here."


class Parking:
    """Parks games that have lost their place, until they have a place again.

    A client without the shard of a server cannot tell whether the bot is still there; `knows` says which it has.
    """

    def __init__(self, client: discord.Client, tables: Tables, knows: Callable[[int], bool]) -> None:
        self.client = client
        self.tables = tables
        self.knows = knows
        self._parked: dict[int, GameRecord] = {}

    async def remember(self) -> None:
        """Read which games are parked."""
        self._parked = {each.id: each for each in await self.tables.games.parked()}

    def __contains__(self, game: int) -> bool:
        return game in self._parked

    def waiting(self, channel: int = 0, guild: int = 0) -> Sequence[int]:
        """Return the parked games whose channel or server is available again."""
        return [
            each.id
            for each in self._parked.values()
            if (channel and each.channel == channel) or (guild == each.guild != 0 and each.parked == REMOVED)
        ]

    async def homeless(self, concerns: Callable[[int], bool]) -> list[tuple[GameRecord, str]]:
        """Return the games that lost their place in these servers, with reasons.

        Servers of other processes are left out.
        """
        games = [
            each
            for each in await self.tables.games.unfinished()
            if not each.parked and concerns(each.guild) and self.knows(each.guild)
        ]
        return [(each, why) for each in games if (why := await self.lost(each))]

    async def lost(self, game: GameRecord) -> str:
        """Ask Discord how a game has lost its place.

        Returns "" if it has a place, or if the answer is unknown now.
        """
        guild = self.client.get_guild(game.guild)
        if guild is None and game.guild and self.knows(game.guild):
            return REMOVED
        known = self.client.get_channel if guild is None else guild.get_channel_or_thread
        if known(game.channel) is not None:
            return ""
        try:
            await self.client.fetch_channel(game.channel)
        except TROUBLE as error:
            return DELETED if means(error) is Means.GONE else ""
        except discord.InvalidData:
            pass
        return ""

    @case("FP-place")
    async def park(self, game: GameRecord, why: str) -> None:
        """Stop posting for a game, and tell its players once, each by direct message."""
        table = None
        with suppress(Unplayable):
            table = await self.tables.table(game.id)
        if await self._note(game, why, table):
            log.warning("game %s is parked: %s", game.id, why)

    @whole
    async def _note(self, game: GameRecord, why: str, table: Table | None) -> bool:
        people = table.people() if table is not None and table.outcome() is None else ()
        text = _farewell(table, why) if table is not None else ""
        news = await self.tables.games.park(game.id, why, [encode(Personal(each, text)) for each in people])
        self._parked[game.id] = replace(game, parked=why)
        if table is not None:
            table.record = replace(table.record, parked=why)
        return news

    async def unpark(self, game: int) -> None:
        """Let a game continue in its old place."""
        parked = self._parked.get(game)
        table = await self.tables.table(game)
        if parked is not None and table is not None:
            await self.move(table, parked.channel, parked.guild)

    @whole
    async def move(self, table: Table, channel: int, guild: int) -> None:
        """Give a game a new place, or its old place again.

        Raises `Taken` if the place has another game.
        """
        record, games = table.record, self.tables.games
        owed: list[Recipe] = [] if record.channel == channel else [Word(HERE.format(game=record.id))]
        if record.status == "lobby":
            owed = [Notice()]
        elif not await games.owed(record.id):  # Unsent posts already call the players to move.
            owed += [Call(person) for person in table.people(table.asked())]
        await games.move(record.id, channel, guild, [encode(each) for each in owed])
        table.record = replace(record, channel=channel, guild=guild, parked="")
        self._parked.pop(record.id, None)
        log.info("game %s continues in channel %s", record.id, channel)


def _farewell(table: Table, why: str) -> str:
    record, game = table.record, table.game
    return PARKED.format(
        game=record.id, why=why, scenario=game.scenarios[record.scenario].name, title=game.name,
        mend=MENDS[why].format(game=record.id),
    )  # fmt: skip
