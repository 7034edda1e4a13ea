"""The postman: sends what the outbox owes, once each, whatever dies when.

A row is marked as tried before it is sent and as sent afterwards. What was tried before is sent first and by
itself, just as it was: a nonce lets Discord drop a repetition of the same minute, and the channel itself is
asked for the mark that every message ends with.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TypeVar

import aiohttp
import discord
import msgspec
from discord import AllowedMentions, File, Object, PartialMessage
from discord.abc import Messageable

from bot.chat.desk import Desk, Letter, News, Notice, Recipe
from bot.chat.lobby_post import lobby_post, seats_post
from bot.chat.posts import Post, compose, letter, table_buttons
from bot.chat.table import House, Table, Unplayable
from bot.kernel.secret import Seat
from bot.store.games import Burst, Owed
from render import LOOKS, Picture

log = logging.getLogger(__name__)

LOBBY = -1
"""The last entry that a lobby's post tells: there is none yet."""
PATIENCE = (1, 2, 5, 15, 60)
"""Seconds to wait after a failure, the last for ever after."""
BURST = timedelta(minutes=10)
"""How long small actions are added to a post: nobody looks at older ones."""
SEARCHED = 1000
"""How many messages since the last known post are searched for one that may have been sent."""
GONE = {10003, 10004}
"""Discord's codes for a channel or a server that is no more."""
LOCKED = 50083
"""Discord's code for a thread that is closed."""
FAILURES = (
    TimeoutError,
    OSError,
    aiohttp.ClientError,
    sqlite3.Error,
    discord.DiscordServerError,
    discord.RateLimited,
)
"""What may pass by itself."""

R = TypeVar("R", bound=Recipe)
Row = tuple[Owed, R]


def files(pictures: Sequence[Picture]) -> list[File]:
    """Wrap pictures for Discord, each with its alternative text."""
    return [File(io.BytesIO(p.png), filename=p.name, description=p.alt[:1024]) for p in pictures]


class Postman:
    """Sends for all games; for each game one thing after another."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self.client = client
        self.house = house
        self.desk: Desk | None = None
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._stopped = False

    def wake(self, game: int) -> None:
        """Something is owed for a game: see to it soon."""
        if self._stopped:
            return
        if game in self._rounds and not self._rounds[game].done():
            self._again.add(game)
            return
        task = asyncio.create_task(self._round(game), name=f"post of game {game}")
        self._rounds[game] = task
        task.add_done_callback(lambda task: self._ended(game, task))

    def _ended(self, game: int, task: asyncio.Task[None]) -> None:
        if self._rounds.get(game) is task:
            del self._rounds[game]

    async def resume(self) -> None:
        """After a start: send what was owed when the last process ended."""
        for game in await self.house.games.debtors():
            self.wake(game)

    async def stop(self) -> None:
        """Send nothing more; what is owed stays owed."""
        self._stopped = True
        for task in list(self._rounds.values()):
            task.cancel()
        await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._rounds:
            await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def _round(self, game: int) -> None:
        failures = 0
        while True:
            self._again.discard(game)
            if self.desk is not None and self.desk.thinking(game):
                return
            try:
                await self._deliver(game)
            except Unplayable as error:
                log.warning("%s What is owed for it waits.", error)
                return
            except FAILURES as error:
                delay = PATIENCE[min(failures, len(PATIENCE) - 1)]
                log.warning("game %s: post failed (%s), again in %s s", game, error, delay)
                failures += 1
                await asyncio.sleep(delay)
                continue
            except Exception:
                log.exception("game %s: cannot be posted; what is owed for it waits", game)
                return
            if game not in self._again:
                return

    async def _deliver(self, game: int) -> None:
        owed = await self.house.games.owed(game)
        table = await self.house.table(game) if owed else None
        if table is None:
            return
        recipes = [(row, msgspec.json.decode(row.recipe, type=Recipe)) for row in owed]
        public = [(row, recipe) for row, recipe in recipes if not isinstance(recipe, Letter)]
        try:
            for of_seats, some in groupby(public, lambda each: isinstance(each[1], Notice)):
                if of_seats:
                    await self._announce(table, [row for row, _ in some])
                    continue
                for batch in _batches([(row, recipe) for row, recipe in some if isinstance(recipe, News)]):
                    await self._publish(table, batch)
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
            await self._shut_out(table, [row for row, _ in public], error)
        for seat in table.seats:
            letters = [(r, x) for r, x in recipes if isinstance(x, Letter) and x.seat == seat.seat]
            for letter_batch in _batches(letters):
                await self._write_to(table, seat.seat, letter_batch)

    async def _shut_out(self, table: Table, rows: list[Owed], error: discord.HTTPException) -> None:
        """Keep what is owed to a channel that is closed to us until something happens again.

        What can never be sent is dropped, so that it does not stand in the way of what follows.
        """
        if error.code in GONE or (error.status not in (401, 403) and error.code != LOCKED):
            log.error("game %s: a post cannot be sent, ever (%s)", table.record.id, error)
            await self.house.games.sent(table.record.id, _ids(rows), 0)
        else:
            log.warning("game %s: cannot post in its channel (%s); what is owed waits", table.record.id, error)

    # Public posts.

    async def _publish(self, table: Table, batch: Sequence[Row[News]]) -> None:
        first, last = batch[0][1].first, batch[-1][1].last
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.house.games.burst(table.record.id)
        rows = [row for row, _ in batch]
        sent = await self._sent_before(channel, rows, burst.message if burst is not None else None)
        await self.house.games.trying(_ids(rows))
        posts = await asyncio.to_thread(compose, table, first, last)
        seat = table.log[first].seat
        if burst is not None and _may_grow(burst, seat, posts) and posts[0].mark not in sent:
            merged = await asyncio.to_thread(compose, table, burst.first, last)
            if len(merged) == 1 and await self._edit(channel, table, burst.message, merged[0]):
                grown = Burst(burst.message, burst.first, last, seat)
                await self.house.games.sent(table.record.id, _ids(rows), burst.message, grown)
                return
        message = 0
        for part, post in enumerate(posts):
            nonce = f"{table.commitment[:8]}.{rows[0].id}.{part}"
            message = sent.get(post.mark) or await self._send(channel, table, post, nonce)
        closed = not posts[-1].open or bool(sent)
        kept = Burst(message, first, last, Seat("") if closed else seat)
        await self.house.games.sent(table.record.id, _ids(rows), message, kept)

    async def _send(self, channel: Messageable, table: Table, post: Post, nonce: str) -> int:
        mentions = AllowedMentions(users=[Object(person) for person in post.calls])
        message = await channel.send(
            post.text, files=files(post.pictures), view=table_buttons(table.record.id), nonce=nonce,
            allowed_mentions=mentions,
        )  # fmt: skip
        return message.id

    async def _edit(self, channel: discord.PartialMessageable, table: Table, message: int, post: Post) -> bool:
        """Change a post. Says whether that could be done; if not, a new one will do."""
        try:
            await PartialMessage(channel=channel, id=message).edit(
                content=post.text, attachments=files(post.pictures), view=table_buttons(table.record.id)
            )
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            return False
        return True

    async def _sent_before(
        self, channel: discord.PartialMessageable, rows: Sequence[Owed], after: int | None = None
    ) -> dict[str, int]:
        """Look for messages that were sent although we never heard so; return them by their last lines.

        `after` is the last message that is known of; it may have been changed since, and is looked at as well.
        """
        if not any(row.tries for row in rows):
            return {}
        me = self.client.user
        found: dict[str, int] = {}
        try:
            since = Object(after - 1) if after else None
            async for message in channel.history(limit=SEARCHED if since else 100, after=since):
                if me is not None and message.author.id == me.id:
                    found[message.content.rpartition("\n")[2]] = message.id
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("channel %s: its history cannot be read (%s)", channel.id, error)
        return found

    # The lobby and letters.

    async def _announce(self, table: Table, rows: list[Owed]) -> None:
        """Post the lobby, or bring its post up to date; once the game runs, say who sits where now."""
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.house.games.burst(table.record.id)
        in_lobby = burst is None or burst.last == LOBBY
        text, buttons = lobby_post(table) if in_lobby else seats_post(table)
        before = await self._sent_before(channel, rows, burst.message if burst is not None else None)
        known = before.get(text.rpartition("\n")[2], 0)
        if burst is not None and in_lobby:
            known = burst.message
        await self.house.games.trying(_ids(rows))
        if known:
            try:
                await PartialMessage(channel=channel, id=known).edit(content=text, view=buttons)
            except discord.NotFound:
                log.info("game %s: its lobby post is gone", table.record.id)
                known = 0
        if not known:
            nonce = f"{table.commitment[:8]}.{rows[0].id}.0"
            known = (await channel.send(text, view=buttons, nonce=nonce)).id
        keep = Burst(known, 0, LOBBY, Seat("")) if in_lobby else None
        await self.house.games.sent(table.record.id, _ids(rows), known, keep)

    async def _write_to(self, table: Table, seat: Seat, batch: Sequence[Row[Letter]]) -> None:
        """Send a letter to whoever sits at a seat, if there is anything to tell him."""
        rows = [row for row, _ in batch]
        person = table.person_at(seat)
        known = await self.house.games.person(person) if person is not None else None
        look = LOOKS.get(known.look if known is not None else "", LOOKS["standard"])
        post = await asyncio.to_thread(letter, table, seat, batch[0][1].first, batch[-1][1].last, look)
        if person is None or known is None or post is None:
            await self.house.games.sent(table.record.id, _ids(rows), 0)
            return
        message = await self._send_letter(person, post, rows, f"{table.commitment[:8]}.{rows[0].id}.0")
        if known.closed != (message is None):
            await self.house.games.keep_person(msgspec.structs.replace(known, closed=message is None))
        await self.house.games.sent(table.record.id, _ids(rows), message or 0)

    async def _send_letter(self, person: int, post: Post, rows: list[Owed], nonce: str) -> int | None:
        """Send a direct message; returns its id, `None` where the person takes none."""
        try:
            channel = await self.client.create_dm(Object(person))
            sent = await self._sent_before(self.client.get_partial_messageable(channel.id), rows)
            await self.house.games.trying(_ids(rows))
            if post.mark in sent:
                return sent[post.mark]
            return (await channel.send(post.text, files=files(post.pictures), nonce=nonce)).id
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
            log.info("person %s takes no direct messages (%s)", person, error)
            return None


def _ids(rows: Iterable[Owed]) -> list[int]:
    return [row.id for row in rows]


def _batches(rows: Sequence[Row[R]]) -> list[list[Row[R]]]:
    """Divide what is owed into what was tried before, which must be sent as it was, and the rest."""
    tried = [(row, recipe) for row, recipe in rows if row.tries]
    fresh = [(row, recipe) for row, recipe in rows if not row.tries]
    return [batch for batch in (tried, fresh) if batch]


def _may_grow(burst: Burst, seat: Seat, posts: Sequence[Post]) -> bool:
    """Say whether the last post may be changed to tell these small actions as well."""
    age = datetime.now(UTC) - discord.utils.snowflake_time(burst.message)
    return burst.seat == seat != "" and posts[0].open and age < BURST
