"""The postman sends everything that the outbox owes exactly once, also when the bot is stopped in between.

A row is marked as tried before it is sent and as sent afterwards. What was tried before is sent first and by
itself, just as it was: a nonce lets Discord drop a repetition of the same minute, and the channel itself is
asked for the mark that every message ends with.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Literal, TypeVar

import discord
import msgspec
from discord import AllowedMentions, Object, PartialMessage
from discord.abc import Messageable
from discord.ui import View

from bot.chat.desk.desk import Call, Desk, Letter, News, Notice, Recipe, Redraw, Reminder, Word
from bot.chat.desk.rest import rests_until
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.chat.desk.work import UNREACHABLE, draw
from bot.chat.posts.lobby_post import lobby_post, seats_post
from bot.chat.posts.map_message import MapMessages
from bot.chat.posts.posts import Post, compose, late_call, letter, reminder, table_buttons
from bot.chat.posts.sending import files, is_closed, passes
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.codec import encode
from bot.store.games import Burst, Owed
from render import LOOKS

log = logging.getLogger(__name__)

LOBBY = -1
"""The last entry that a lobby's post tells: there is none yet."""
PATIENCE = (1, 2, 5, 15, 60)
"""Seconds to wait after a failure, the last for ever after."""
BURST = timedelta(minutes=10)
"""How long small actions are added to a post: nobody looks at older ones."""
SEARCHED = 1000
"""How many messages since the last known post are searched for one that may have been sent."""
ABSENCE = timedelta(hours=1)
"""Who was shown their notes so lately is still at the table, and has not forgotten them."""
LATER = 60.0
"""Seconds after which a picture that could not be drawn is tried again."""
REDRAWINGS = 10
"""How often that is tried."""
FAILURES = (*UNREACHABLE, sqlite3.Error, discord.DiscordServerError, discord.RateLimited)
"""Failures that may pass by themselves."""

Bag = Literal["posts", "letters"]
R = TypeVar("R", bound=Recipe)
Row = tuple[Owed, R]
Batch = Sequence[Row[Any]]


def _buttons(table: Table) -> View:
    return table_buttons(table.record.id, over=table.outcome() is not None)


class Postman:
    """Sends for all games; for each game one post after another, and one letter after another beside them."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self.client = client
        self.tables = tables
        self.maps = MapMessages(client, tables.games, self.wake)
        self.desk: Desk | None = None
        self._rounds: dict[tuple[int, Bag], asyncio.Task[None]] = {}
        self._again: set[tuple[int, Bag]] = set()
        self._alarms: dict[int, asyncio.TimerHandle] = {}
        self._stopped = False

    def wake(self, game: int) -> None:
        """Something is owed for a game: see to it soon."""
        if not self._stopped:
            self._set_out((game, "posts"))
            self._set_out((game, "letters"))

    def _set_out(self, way: tuple[int, Bag]) -> None:
        if way in self._rounds and not self._rounds[way].done():
            self._again.add(way)
            return
        game, bag = way
        task = asyncio.create_task(self._round(game, bag), name=f"post of game {game}: {bag}")
        self._rounds[way] = task
        task.add_done_callback(lambda task: self._ended(way, task))

    def _ended(self, way: tuple[int, Bag], task: asyncio.Task[None]) -> None:
        if self._rounds.get(way) is task:
            del self._rounds[way]

    async def resume(self) -> None:
        """After a start: send what was owed when the last process ended."""
        for game in await self.tables.games.debtors():
            self.wake(game)

    async def call_again(self, now: float) -> None:
        """Owe a call to those for whom a game has waited for long, at `now` (seconds since 1970)."""
        for game in await self.tables.games.silent(now):
            with suppress(Unplayable):
                table = await self.tables.table(game)
                for person in table.people(table.asked()) if table is not None else ():
                    await self.tables.games.owe(game, encode(Call(person)))
                self.wake(game)

    async def stop(self) -> None:
        """Send nothing more; what is owed stays owed."""
        self._stopped = True
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in list(self._rounds.values()):
            task.cancel()
        await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._rounds:
            await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def _round(self, game: int, bag: Bag) -> None:
        failures = 0
        while True:
            self._again.discard((game, bag))
            if self.desk is not None and self.desk.thinking(game):
                return
            try:
                await self._deliver(game, bag)
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
            if (game, bag) not in self._again:
                return

    async def _deliver(self, game: int, bag: Bag) -> None:
        """Send what is owed, in its order; for a channel that is closed to us it waits until something happens."""
        owed = [(row, msgspec.json.decode(row.recipe, type=Recipe)) for row in await self.tables.games.owed(game)]
        owed = sorted((each for each in owed if _bag(each[1]) == bag), key=lambda each: _seat(each[1]))
        owed = await self._due(game, owed) if bag == "posts" else owed
        behind = bag == "posts" and await self.maps.is_behind(game)
        table = await self.tables.table(game) if owed or behind else None
        if table is None:
            return
        for kind, same in groupby(owed, lambda each: (type(each[1]), _seat(each[1]))):
            for batch in _batches(list(same), kind[0]):
                if not await self._is_taken(table, batch):
                    return
        if bag == "posts":
            await self.maps.show(table)

    async def _due(self, game: int, owed: Batch) -> list[Row[Any]]:
        """Leave out the calls of those who rest still, and see to it that the first of them comes in time."""
        people = {recipe.person for _, recipe in owed if isinstance(recipe, Call)}
        resting = await self._resting(people)
        if alarm := self._alarms.pop(game, None):
            alarm.cancel()
        if resting:
            wait = (min(resting.values()) - datetime.now(UTC)).total_seconds()
            self._alarms[game] = asyncio.get_running_loop().call_later(max(wait, 0), self.wake, game)
        return [each for each in owed if not isinstance(each[1], Call) or each[1].person not in resting]

    async def _resting(self, people: Collection[int]) -> dict[int, datetime]:
        """Return who of some people wants no call now, and until when."""
        now = datetime.now(UTC)
        until = {person: rests_until(await self.tables.games.person(person), now) for person in people}
        return {person: time for person, time in until.items() if time is not None}

    async def _is_taken(self, table: Table, batch: Batch) -> bool:
        """Send a batch, and say whether the channel is open. What it refuses for good is dropped, no more."""
        send: dict[type[Recipe], Callable[[Table, Batch], Awaitable[None]]] = {
            News: self._publish, Notice: self._announce, Word: self._remark, Redraw: self._redraw,
            Letter: self._write_to, Reminder: self._remind, Call: self._call,
        }  # fmt: skip
        try:
            await send[type(batch[0][1])](table, batch)
        except discord.HTTPException as error:
            if passes(error):
                raise
            if is_closed(error):
                log.warning("game %s: cannot post in its channel (%s); what is owed waits", table.record.id, error)
                return False
            log.error("game %s: a post cannot be sent, ever (%s)", table.record.id, error)
            await self.tables.games.sent(table.record.id, _ids(batch), 0)
        return True

    # Public posts.

    async def _publish(self, table: Table, batch: Sequence[Row[News]]) -> None:
        """Tell what has happened: in the last post, where that may grow, or else in new ones."""
        first, last = batch[0][1].first, batch[-1][1].last
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.tables.games.burst(table.record.id)
        sent = await self._sent_before(channel, batch, burst.message if burst is not None else None)
        await self.tables.games.trying(_ids(batch))
        posts = await draw(compose, table, first, last)
        if not posts:
            await self.tables.games.sent(table.record.id, _ids(batch), 0)
            return
        seat = table.log[first].seat
        if burst is not None and _may_grow(burst, seat, posts) and posts[0].mark not in sent:
            merged = await draw(compose, table, burst.first, last)
            if len(merged) == 1 and await self._edit(table, burst.message, merged[0]):
                await self._told(table, batch, merged[0], Burst(burst.message, burst.first, last, seat))
                return
        if posts[-1].calls and await self.maps.come_near(table, last) and len(posts) == 1:
            posts = [posts[0].without_map]
        posts[-1] = posts[-1].sparing(await self._resting(posts[-1].calls))
        message = 0
        for part, post in enumerate(posts):
            nonce = f"{table.commitment[:8]}.{batch[0][0].id}.{part}"
            message = sent.get(post.mark) or await self._send(channel, table, post, nonce) or message
        closed = not posts[-1].open or bool(sent)
        await self._told(table, batch, posts[-1], Burst(message, first, last, Seat("") if closed else seat))

    async def _told(self, table: Table, batch: Sequence[Row[News]], post: Post, burst: Burst) -> None:
        """Note that a stretch has been told, and what its last post still lacks."""
        if post.lacking:
            burst = msgspec.structs.replace(burst, seat=Seat(""))
        lacks = self._lacks(table, post, Redraw(burst.message, burst.first, burst.last))
        lacks += [encode(Call(person)) for person in post.spared]
        kept = burst if burst.message else None
        await self.tables.games.sent(table.record.id, _ids(batch), burst.message, kept, lacks)

    async def _send(self, channel: Messageable, table: Table, post: Post, nonce: str) -> int:
        """Send a post; returns its id, 0 for one that Discord takes neither with its pictures nor without."""
        for version in (post, post.plain) if post.pictures else (post,):
            try:
                return await self._send_once(channel, table, version, nonce)
            except discord.HTTPException as error:
                if passes(error) or is_closed(error) or error.status == 404:
                    raise
                log.error("game %s: a post is refused (%s): %s", table.record.id, error, post.mark)
        return 0

    async def _send_once(self, channel: Messageable, table: Table, post: Post, nonce: str) -> int:
        mentions = AllowedMentions(users=[Object(person) for person in post.calls])
        message = await channel.send(
            post.text, files=files(post.pictures), view=_buttons(table), nonce=nonce,
            allowed_mentions=mentions,
        )  # fmt: skip
        return message.id

    async def _edit(self, table: Table, message: int, post: Post, seat: Seat = PUBLIC) -> bool:
        """Change a post or a letter. Says whether that could be done; if not, a new one will do."""
        buttons = _buttons(table) if seat == PUBLIC else None
        try:
            place = await self._place(table, seat)
            await PartialMessage(channel=place, id=message).edit(
                content=post.text, attachments=files(post.pictures), view=buttons
            )
        except discord.HTTPException as error:
            if passes(error):
                raise
            return False
        return True

    async def _place(self, table: Table, seat: Seat) -> discord.PartialMessageable:
        """Return the channel of a game, or the inbox of the player of a seat. Secrets never go to a channel."""
        if seat == PUBLIC:
            return self.client.get_partial_messageable(table.record.channel)
        inbox = await self.client.create_dm(Object(table.person_at(seat) or 0))
        return self.client.get_partial_messageable(inbox.id)

    async def _sent_before(
        self, channel: discord.PartialMessageable, batch: Batch, after: int | None = None
    ) -> dict[str, int]:
        """Look for messages that were sent although we never heard so; return them by their last lines.

        `after` is the last message that is known of; it may have been changed since, and is looked at as well.
        """
        if not any(row.tries for row, _ in batch):
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

    async def _call(self, table: Table, batch: Sequence[Row[Call]]) -> None:
        """Call those for whom the game waits, who wanted to be called later or have not come for long."""
        channel = self.client.get_partial_messageable(table.record.channel)
        row = batch[0][0].id
        record = await self.tables.games.game(table.record.id) or table.record
        post = late_call(table, {call.person for _, call in batch}, record.moved, row)
        sent = await self._sent_before(channel, batch)
        await self.tables.games.trying(_ids(batch))
        message = 0
        if post is not None:
            nonce = f"{table.commitment[:8]}.{row}.0"
            message = sent.get(post.mark) or await self._send(channel, table, post, nonce)
        burst = await self.tables.games.burst(table.record.id) if message else None
        last = burst and msgspec.structs.replace(burst, message=message, seat=Seat(""))
        await self.tables.games.sent(table.record.id, _ids(batch), message, last)

    # The lobby and letters.

    async def _announce(self, table: Table, batch: Sequence[Row[Notice]]) -> None:
        """Post the lobby, or bring its post up to date; once the game runs, say who sits where now."""
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.tables.games.burst(table.record.id)
        in_lobby = burst is None or burst.last == LOBBY
        text, buttons = lobby_post(table) if in_lobby else seats_post(table)
        before = await self._sent_before(channel, batch, burst.message if burst is not None else None)
        known = before.get(text.rpartition("\n")[2], 0)
        if burst is not None and in_lobby:
            known = burst.message
        await self.tables.games.trying(_ids(batch))
        if known:
            try:
                await PartialMessage(channel=channel, id=known).edit(content=text, view=buttons)
            except discord.NotFound:
                log.info("game %s: its lobby post is gone", table.record.id)
                known = 0
        if not known:
            nonce = f"{table.commitment[:8]}.{batch[0][0].id}.0"
            known = (await channel.send(text, view=buttons, nonce=nonce)).id
        keep = Burst(known, 0, LOBBY, Seat("")) if in_lobby else None
        await self.tables.games.sent(table.record.id, _ids(batch), known, keep)

    async def _remark(self, table: Table, batch: Sequence[Row[Word]]) -> None:
        """Post a sentence that follows from no entry."""
        ((row, word),) = batch
        channel = self.client.get_partial_messageable(table.record.channel)
        last_line = f"-# Game {table.record.id} · note {row.id}"
        sent = await self._sent_before(channel, batch)
        await self.tables.games.trying([row.id])
        message = sent.get(last_line) or await self._say(channel, table, word, last_line, row.id)
        await self.tables.games.sent(table.record.id, [row.id], message)

    async def _say(self, channel: Messageable, table: Table, word: Word, last_line: str, row: int) -> int:
        resting = await self._resting(word.calls)
        mentions = AllowedMentions(users=[Object(person) for person in word.calls if person not in resting])
        nonce = f"{table.commitment[:8]}.{row}.0"
        return (await channel.send(f"{word.text}\n{last_line}", nonce=nonce, allowed_mentions=mentions)).id

    async def _write_to(self, table: Table, batch: Sequence[Row[Letter]]) -> None:
        """Send a letter to the player of a seat, if there is anything to tell them."""
        seat, first, last = batch[0][1].seat, batch[0][1].first, batch[-1][1].last
        person = table.person_at(seat)
        post = await self._letter(table, seat, first, last)
        if person is None or post is None:
            await self.tables.games.sent(table.record.id, _ids(batch), 0)
            return
        message = await self._send_letter(table, person, post, batch)
        lacks = self._lacks(table, post, Redraw(message, first, last, seat))
        await self.tables.games.sent(table.record.id, _ids(batch), message, owed=lacks)

    async def _remind(self, table: Table, batch: Sequence[Row[Reminder]]) -> None:
        """Show a player their notes, where it is still their move and they come back to it."""
        seat, message = batch[0][1].seat, 0
        person, asked = table.person_at(seat), seat in table.asked()
        post = reminder(table, seat, batch[0][0].id)
        if person is not None and asked and table.notes.get(seat) and not await self._was_reminded(table, seat):
            message = await self._send_letter(table, person, post, batch)
        await self.tables.games.sent(table.record.id, _ids(batch), message)

    async def _was_reminded(self, table: Table, seat: Seat) -> bool:
        """Say whether a player was shown their notes a short while ago."""
        since = discord.utils.time_snowflake(datetime.now(UTC) - ABSENCE)
        told = await self.tables.games.told(table.record.id, since)
        return any(message and recipe == encode(Reminder(seat)) for recipe, message in told)

    async def _letter(self, table: Table, seat: Seat, first: int, last: int) -> Post | None:
        """Make a letter in the colours of the player there, `None` where there is nobody or nothing to tell."""
        person = table.person_at(seat)
        if person is None:
            return None
        look = LOOKS.get((await self.tables.games.person(person)).look, LOOKS["standard"])
        return await draw(letter, table, seat, first, last, look)

    async def _send_letter(self, table: Table, person: int, post: Post, batch: Batch) -> int:
        """Send a direct message, and note whether the person takes any; returns its id, 0 where they do not."""
        message = await self._put_in(table, person, post, batch)
        known = await self.tables.games.person(person)
        if known.closed != (message is None):
            await self.tables.games.note_closed(person, closed=message is None)
        return message or 0

    async def _put_in(self, table: Table, person: int, post: Post, batch: Batch) -> int | None:
        """Send a direct message, or let the last one grow; returns its id, `None` where the person takes none."""
        try:
            channel = await self.client.create_dm(Object(person))
            sent = await self._sent_before(self.client.get_partial_messageable(channel.id), batch)
            await self.tables.games.trying(_ids(batch))
            if post.mark in sent:
                return sent[post.mark]
            grows = isinstance(batch[0][1], Letter) and not post.lacking
            if grows and (grown := await self._grow(table, batch)):
                return grown
            nonce = f"{table.commitment[:8]}.{batch[0][0].id}.0"
            silent = bool(await self._resting([person]))
            return (await channel.send(post.text, files=files(post.pictures), nonce=nonce, silent=silent)).id
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.info("person %s takes no direct messages (%s)", person, error)
            return None

    async def _grow(self, table: Table, batch: Batch) -> int:
        """Let the last letter tell this as well, where its reader alone has acted since; returns its id or 0.

        A column that moves in twelve orders makes one letter and not twelve: its owner has seen each answer.
        """
        seat, last = batch[0][1].seat, batch[-1][1].last
        since = discord.utils.time_snowflake(datetime.now(UTC) - BURST)
        told = [(msgspec.json.decode(recipe, type=Recipe), message)
                for recipe, message in await self.tables.games.told(table.record.id, since)]  # fmt: skip
        letters = [each for each in told if each[1] and isinstance(each[0], Letter) and each[0].seat == seat]
        message = max((message for _, message in letters), default=0)
        first = min((letter.first for letter, each in letters if each == message), default=last)
        lacked = any(isinstance(each, Redraw) and each.message == message for each, _ in told)
        acted = (entry.seat for entry in table.log[first : last + 1] if entry.chosen and entry.plan is None)
        others = any(each != seat for each in acted)
        if not message or lacked or others:
            return 0
        post = await self._letter(table, seat, first, last)
        if post is None or post.lacking or not await self._edit(table, message, post, seat):
            return 0
        return message

    # Pictures that could not be drawn.

    def _lacks(self, table: Table, post: Post, redraw: Redraw) -> list[bytes]:
        """Return what is owed for a post that lacks a picture, and see to it that it is tried again."""
        if not post.lacking or not redraw.message:
            return []
        self._try_later(table)
        return [encode(redraw)]

    def _try_later(self, table: Table) -> None:
        asyncio.get_running_loop().call_later(LATER, self.wake, table.record.id)

    async def _redraw(self, table: Table, batch: Sequence[Row[Redraw]]) -> None:
        """Give a message the pictures that it lacks, if they can be drawn now."""
        ((row, redraw),) = batch
        first, last = redraw.first, redraw.last
        await self.tables.games.trying([row.id])
        if redraw.seat == PUBLIC:
            post: Post | None = (await draw(compose, table, first, last))[-1]
        else:
            post = await self._letter(table, redraw.seat, first, last)
        if post is not None and post.lacking and row.tries < REDRAWINGS:
            self._try_later(table)
            return
        if post is not None and not post.lacking:
            await self._edit(table, redraw.message, post, redraw.seat)
        await self.tables.games.sent(table.record.id, [row.id], redraw.message)


def _bag(recipe: Recipe) -> Bag:
    return "posts" if _seat(recipe) == PUBLIC else "letters"


def _seat(recipe: Recipe) -> Seat:
    return recipe.seat if isinstance(recipe, Letter | Redraw | Reminder) else PUBLIC


def _ids(batch: Batch) -> list[int]:
    return [row.id for row, _ in batch]


def _batches(rows: Sequence[Row[R]], kind: type[Recipe]) -> list[list[Row[R]]]:
    """Divide what is owed: what was tried before must be sent as it was, the rest can be told in one go."""
    if kind in (Word, Redraw):
        return [[row] for row in rows]
    if kind in (Notice, Reminder, Call):
        return [list(rows)]
    tried = [(row, recipe) for row, recipe in rows if row.tries]
    fresh = [(row, recipe) for row, recipe in rows if not row.tries]
    return [batch for batch in (tried, fresh) if batch]


def _may_grow(burst: Burst, seat: Seat, posts: Sequence[Post]) -> bool:
    """Say whether the last post may be changed to tell these small actions as well."""
    age = datetime.now(UTC) - discord.utils.snowflake_time(burst.message)
    return burst.seat == seat != "" and posts[0].open and age < BURST
