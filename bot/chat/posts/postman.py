"""The postman sends all owed messages exactly once, even across restarts.

A row is marked as tried before it is sent and as sent afterwards. Rows tried before are sent first, alone and
unchanged. A nonce lets Discord drop a repetition within a minute, and the channel is searched for the mark that
ends every message.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import discord
import msgspec
from discord import AllowedMentions, Object, PartialMessage
from discord.abc import Messageable
from discord.ui import View

from bot.chat.controls.rules_button import with_rules
from bot.chat.desk.desk import Call, Desk, Letter, News, Notice, Personal, Recipe, Redraw, Reminder, Word
from bot.chat.desk.rest import rests_until
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.chat.desk.work import POSTS, draw_later
from bot.chat.posts.lobby_post import lobby_post, seats_post
from bot.chat.posts.map_message import MapMessages
from bot.chat.posts.outbox import Bag, Batch, Row, bag_of, batches, ids, lines
from bot.chat.posts.parking import Parking
from bot.chat.posts.posts import Post, buttons_under, compose, late_call, letter, reminder
from bot.chat.posts.refusals import TROUBLE, Means, means
from bot.chat.posts.rounds import Place, Rounds
from bot.chat.posts.sending import files, limit_of, within
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.codec import encode
from bot.store.database import StoreError
from bot.store.games import Burst
from render import LOOKS

log = logging.getLogger(__name__)

LOBBY = -1
"""The last entry that a lobby's post tells: there is none yet."""
PATIENCE = (1, 2, 5, 15, 60, 300)
"""Seconds to wait after temporary failures; the last one repeats."""
BARRED = (*PATIENCE, 900, 3600)
"""Seconds to wait if people must act first, perhaps without telling the bot."""
APART = 0.05
"""Seconds between two games when all that waits is tried again."""
STUBBORN = 3
"""How often a message is to be changed before a new one takes its place."""
SHUT_OUT = 72
"""The attempts to deliver a letter to a closed inbox, over some days.

`/game hand` shows its content.
"""
BURST = timedelta(minutes=10)
"""How long small actions are added to a post: nobody looks at older ones."""
SEARCHED = 1000
"""The messages since the last known post that are searched for unconfirmed ones."""
ABSENCE = timedelta(hours=1)
"""A player who was shown notes within this time still remembers them."""
ELSEWHERE = 1.0
"""Seconds after which a game is looked at again for which another process sends."""
LATER = 60.0
"""Seconds after which a picture that could not be drawn is tried again."""
OVERTAKEN = 5
"""Most rounds in a row in which a map is not shown, because newer moves wait."""
REDRAWINGS = 10
"""How often that is tried."""
UNTOLD = "⚠️ Discord refuses the post about {moves}. `/game log` tells what happened."


def _buttons(table: Table, post: Post) -> View:
    shown = buttons_under(table, post.news)
    return with_rules(post.text, shown) or shown


class Postman:
    """Sends for all games: the posts of a game in order, and letters beside them."""

    def __init__(self, client: discord.Client, tables: Tables, knows: Callable[[int], bool]) -> None:
        """Make the postman of a client, which `knows` whether it is in some servers."""
        self.client = client
        self.tables = tables
        self.rounds = Rounds(self._attempt, self._place_of, lambda barred: BARRED if barred else PATIENCE)
        self.stalled = self.rounds.stalled
        self.maps = MapMessages(client, tables.games, self.wake)
        self.parking = Parking(client, tables, knows)
        self.desk: Desk | None = None
        self._alarms: dict[int, asyncio.TimerHandle] = {}
        self._looked: dict[int, float] = {}
        """When a game was last taken over, on the clock `time.monotonic`."""
        self._overtaken: Counter[int] = Counter()
        """Number of rounds in a row in which a map was not shown, by game."""

    def wake(self, game: int) -> None:
        """Something is owed for a game: see to it soon."""
        self.rounds.set_out((game, "posts"))
        self.rounds.set_out((game, "letters"))

    async def resume(self) -> None:
        """After a start: send what was owed when the last process ended."""
        await self.parking.remember()
        await self.try_again()

    async def try_again(self) -> None:
        """Send everything that waits, one game shortly after another."""
        debtors = [game for game, _ in await self.tables.games.debtors()]
        for n, game in enumerate([*debtors, *self.maps.pin_again()]):
            await asyncio.sleep(APART if n else 0)
            self.wake(game)

    async def take_over(self, concerns: Callable[[int], bool]) -> None:
        """Send the messages that other processes owe in some servers.

        And learn which games they have parked.

        A game is looked at soon, and then rarely, because a message may wait for good reason.
        """
        await self.parking.remember()
        now = time.monotonic()
        debtors = [game for game, guild in await self.tables.games.debtors() if concerns(guild)]
        self._looked = {game: at for game in debtors if now - (at := self._looked.get(game, -LATER)) < LATER}
        for game in debtors:
            if game not in self._looked and not self.rounds.attends(game):
                self._looked[game] = now
                self.wake(game)

    async def call_again(self, now: float) -> None:
        """Owe a call to players of games that have waited long at `now` (Unix seconds)."""
        for game in await self.tables.games.silent(now):
            try:
                table = await self.tables.table(game)
                for person in table.people(table.asked()) if table is not None else ():
                    await self.tables.games.owe_unless_owed(game, encode(Call(person)))
            except Unplayable as error:
                log.info("%s", error)
            except Exception:
                log.exception("game %s: nobody can be called", game)
            self.wake(game)

    async def knock(self, channel: int = 0, guild: int = 0, person: int = 0) -> None:
        """Retry messages for a channel, server or person after an event there."""
        for game in self.parking.waiting(channel, guild):
            with suppress(Unplayable):
                await self.parking.unpark(game)
            self.wake(game)
        for game in self.maps.pin_again(guild) if guild else ():
            self.wake(game)
        for way in self.stalled.concerned(channel, guild, person):
            self.rounds.set_out(way)

    async def look_after(self, concerns: Callable[[int], bool] = lambda guild: True) -> None:
        """Park the games that have lost their place, in some servers or in all."""
        for record, why in await self.parking.homeless(concerns):
            await self._park(record.id, why)

    async def move_game(self, table: Table, channel: int, guild: int) -> None:
        """Move a game to another channel, where it continues.

        Raises `Taken` when another game is played there.
        """
        await self.parking.move(table, channel, guild)
        self.wake(table.record.id)

    async def stop(self) -> None:
        """Stop sending; owed messages remain owed."""
        for alarm in self._alarms.values():
            alarm.cancel()
        await self.rounds.stop()

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        await self.rounds.idle()

    # One attempt to send everything that is owed for a game.

    async def _place_of(self, game: int) -> Place:
        with suppress(*TROUBLE, StoreError):
            record, seats = await self.tables.games.game(game), await self.tables.games.seats(game)
            people = frozenset(seat.person for seat in seats if seat.person is not None)
            return Place(record.channel, record.guild, people) if record is not None else Place()
        return Place()

    async def _attempt(self, game: int, bag: Bag) -> list[BaseException] | None:
        """Send as much as possible; returns errors, or `None` while the computer moves."""
        if self.desk is not None and self.desk.thinking(game):
            return None
        try:
            async with self.tables.games.database.duties.on_duty(bag, game) as on_duty:
                if not on_duty:
                    asyncio.get_running_loop().call_later(ELSEWHERE, self.rounds.set_out, (game, bag))
                    return None
                errors = await (self._post(game) if bag == "posts" else self._write(game))
            if any(means(error) in (Means.GONE, Means.SHUT) for error in errors) and bag == "posts":
                record = await self.tables.games.game(game)
                if record is not None and (why := await self.parking.lost(record)):
                    await self._park(game, why)
                    return []
            return errors
        except Exception as error:
            return [error]

    async def _park(self, game: int, why: str) -> None:
        record = await self.tables.games.game(game)
        if record is not None:
            await self.parking.park(record, why)
            self.rounds.set_out((game, "letters"))

    async def _post(self, game: int) -> list[BaseException]:
        """Send public messages: the story, late calls, missing pictures, then the map."""
        if game in self.parking:
            return []
        owed = await self._due(game, await self._owed(game, "posts"))
        behind = await self.maps.is_behind(game)
        table = await self.tables.table(game) if owed or behind else None
        if table is None or table.record.parked:
            return []
        errors: list[BaseException] = []
        for line in lines(owed):
            refused = errors and means(errors[0]) is not None
            if refused and isinstance(line[0][1], Call):
                continue  # Players are called only after the story is sent.
            if (error := await self._send_line(table, line)) is not None:
                errors.append(error)
        try:
            await self.maps.show(table, partial(self._is_overtaken, game))
        except Exception as failure:
            errors.append(failure)
        if not errors:
            table.map = None  # Both messages have it, and the next move makes another.
        return errors

    def _is_overtaken(self, game: int) -> bool:
        """Return whether the map can wait for a later round, as newer moves come first.

        A map shows the newest move, so the one between would be drawn for nobody. Some maps are sent anyway during
        fast play.
        """
        waits = self.rounds.is_repeated((game, "posts")) and self._overtaken[game] < OVERTAKEN
        if waits:
            self._overtaken[game] += 1
        else:
            del self._overtaken[game]
        return waits

    async def _write(self, game: int) -> list[BaseException]:
        """Send what only its reader may see, to all readers at the same time."""
        owed = await self._owed(game, "letters")
        table = await self.tables.table(game) if owed else None
        if table is None:
            return []
        errors = await asyncio.gather(*(self._send_line(table, line) for line in lines(owed)))
        return [error for error in errors if error is not None]

    async def _owed(self, game: int, bag: Bag) -> list[Row[Any]]:
        rows = await self.tables.games.owed(game)
        owed = [(row, msgspec.json.decode(row.recipe, type=Recipe)) for row in rows]
        return [each for each in owed if bag_of(each[1]) == bag]

    async def _due(self, game: int, owed: Batch) -> list[Row[Any]]:
        """Leave out calls of resting people, and set an alarm for the first of them."""
        people = {recipe.person for _, recipe in owed if isinstance(recipe, Call)}
        resting = await self._resting(people)
        if alarm := self._alarms.pop(game, None):
            alarm.cancel()
        if resting:
            wait = (min(resting.values()) - datetime.now(UTC)).total_seconds()
            self._alarms[game] = asyncio.get_running_loop().call_later(max(wait, 0), self.wake, game)
        return [each for each in owed if not isinstance(each[1], Call) or each[1].person not in resting]

    async def _resting(self, people: Collection[int]) -> dict[int, datetime]:
        """Return the people who want no call now, and until when."""
        now = datetime.now(UTC)
        until = {person: rests_until(await self.tables.games.person(person), now) for person in people}
        return {person: time for person, time in until.items() if time is not None}

    async def _send_line(self, table: Table, line: Batch) -> Exception | None:
        """Send a line up to its first failure; returns that error."""
        send: dict[type[Recipe], Callable[[Table, Any], Awaitable[None]]] = {
            News: self._publish, Notice: self._announce, Word: self._remark, Redraw: self._redraw,
            Call: self._call, Letter: self._write_to, Reminder: self._remind, Personal: self._address,
        }  # fmt: skip
        try:
            for batch in batches(line):
                try:
                    await send[type(batch[0][1])](table, batch)
                except TROUBLE as error:
                    if means(error) is not Means.WRONG or not any(row.tries for row, _ in batch):
                        raise
                    await self._give_up(table, batch, error)
        except Exception as error:
            return error
        return None

    async def _give_up(self, table: Table, batch: Batch, error: Exception) -> None:
        """Drop a batch that Discord has refused twice for its form, and say so.

        The players asked are called.
        """
        log.error("game %s: a message cannot be sent, ever (%s)", table.record.id, error)
        instead: list[Recipe] = []
        if isinstance(batch[0][1], News):
            first, last = batch[0][1].first, batch[-1][1].last
            moves = f"move {first}" if first == last else f"the moves {first} to {last}"
            instead = [Word(UNTOLD.format(moves=moves)), *map(Call, table.people(table.asked()))]
        await self.tables.games.sent(table.record.id, ids(batch), 0, owed=map(encode, instead))
        self.wake(table.record.id)

    # Public posts.

    async def _publish(self, table: Table, batch: Sequence[Row[News]]) -> None:
        """Report events in the last post if it may grow, or else in new posts."""
        first, last = batch[0][1].first, batch[-1][1].last
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.tables.games.burst(table.record.id)
        sent = await self._sent_before(channel, batch, burst.message if burst is not None else None)
        await self.tables.games.trying(ids(batch))
        posts = await draw_later(POSTS, compose, table, first, last)
        if not posts:
            await self.tables.games.sent(table.record.id, ids(batch), 0)
            return
        seat = table.log[first].seat
        may_grow = burst is not None and _may_grow(burst, seat, posts) and not _is_stubborn(batch)
        if burst is not None and may_grow and posts[0].mark not in sent:
            merged = await draw_later(POSTS, compose, table, burst.first, last)
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
        """Record that a range was reported, and the missing parts of its last post."""
        if post.lacking:
            burst = msgspec.structs.replace(burst, seat=Seat(""))
        lacks = self._lacks(table, post, Redraw(burst.message, burst.first, burst.last))
        lacks += [encode(Call(person)) for person in post.spared]
        kept = burst if burst.message else None
        await self.tables.games.sent(table.record.id, ids(batch), burst.message, kept, lacks)
        if post.spared:
            self.wake(table.record.id)  # The next round records the end of their rest.

    async def _send(self, channel: Messageable, table: Table, post: Post, nonce: str) -> int:
        """Send a post, without its pictures where Discord refuses these; returns its id."""
        try:
            return await self._send_once(channel, table, post, nonce)
        except discord.HTTPException as error:
            if means(error) is not Means.WRONG or not post.pictures:
                raise
            log.error("game %s: a picture is refused (%s): %s", table.record.id, error, post.mark)
        return await self._send_once(channel, table, post.plain, nonce)

    async def _send_once(self, channel: Messageable, table: Table, post: Post, nonce: str) -> int:
        mentions = AllowedMentions(users=[Object(person) for person in post.calls])
        post = await within(post, limit_of(self.client, table.record.guild), POSTS)
        message = await channel.send(
            post.text, files=files(post.pictures), view=_buttons(table, post), nonce=nonce,
            allowed_mentions=mentions,
        )  # fmt: skip
        return message.id

    async def _edit(self, table: Table, message: int, post: Post, seat: Seat = PUBLIC) -> bool:
        """Change a post or a letter.

        Returns whether that succeeded; if not, a new one is sent.
        """
        try:
            await self._change(table, message, post, seat)
        except discord.HTTPException as error:
            if means(error) is Means.AGAIN:
                raise
            return False
        return True

    async def _change(self, table: Table, message: int, post: Post, seat: Seat) -> None:
        buttons = _buttons(table, post) if seat == PUBLIC else None
        place = PartialMessage(channel=await self._place(table, seat), id=message)
        post = await within(post, limit_of(self.client, table.record.guild if seat == PUBLIC else 0), POSTS)
        await place.edit(content=post.text, attachments=files(post.pictures), view=buttons)

    async def _place(self, table: Table, seat: Seat) -> discord.PartialMessageable:
        """Return a game's channel, or the inbox of a seat's player.

        Secrets never go to a channel.
        """
        if seat == PUBLIC:
            return self.client.get_partial_messageable(table.record.channel)
        inbox = await self.client.create_dm(Object(table.person_at(seat) or 0))
        return self.client.get_partial_messageable(inbox.id)

    async def _sent_before(
        self, channel: discord.PartialMessageable, batch: Batch, after: int | None = None
    ) -> dict[str, int]:
        """Search for unconfirmed messages; returns them by their last lines.

        `after` is the last known message; it is searched as well, since it may have changed.
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
        """Call the players a game waits for, after their rest or a long absence."""
        channel = self.client.get_partial_messageable(table.record.channel)
        row = batch[0][0].id
        record = await self.tables.games.game(table.record.id) or table.record
        post = late_call(table, {call.person for _, call in batch}, record.moved, row)
        sent = await self._sent_before(channel, batch)
        await self.tables.games.trying(ids(batch))
        message = 0
        if post is not None:
            nonce = f"{table.commitment[:8]}.{row}.0"
            message = sent.get(post.mark) or await self._send(channel, table, post, nonce)
        burst = await self.tables.games.burst(table.record.id) if message else None
        last = burst and msgspec.structs.replace(burst, message=message, seat=Seat(""))
        await self.tables.games.sent(table.record.id, ids(batch), message, last)

    # The lobby and letters.

    async def _announce(self, table: Table, batch: Sequence[Row[Notice]]) -> None:
        """Post or update the lobby; in a running game, list the players by side."""
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.tables.games.burst(table.record.id)
        in_lobby = burst is None or burst.last == LOBBY
        text, buttons = lobby_post(table) if in_lobby else seats_post(table)
        before = await self._sent_before(channel, batch, burst.message if burst is not None else None)
        known = before.get(text.rpartition("\n")[2]) or (burst.message if burst is not None and in_lobby else 0)
        await self.tables.games.trying(ids(batch))
        if not known or not await self._renew(channel, known, text, buttons, stubborn=_is_stubborn(batch)):
            nonce = f"{table.commitment[:8]}.{batch[0][0].id}.0"
            known = (await channel.send(text, view=buttons, nonce=nonce)).id
        keep = Burst(known, 0, LOBBY, Seat("")) if in_lobby else None
        await self.tables.games.sent(table.record.id, ids(batch), known, keep)

    async def _renew(
        self, channel: discord.PartialMessageable, message: int, text: str, buttons: View, *, stubborn: bool
    ) -> bool:
        """Change the post of a lobby.

        Says whether that was possible: an archived thread takes no changes.
        """
        try:
            await PartialMessage(channel=channel, id=message).edit(content=text, view=buttons)
        except Exception as error:
            if means(error) is None or (means(error) is Means.AGAIN and not stubborn):
                raise
            log.info("channel %s: the post of its lobby cannot be changed (%s)", channel.id, error)
            return False
        return True

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
            await self.tables.games.sent(table.record.id, ids(batch), 0)
            return
        message = await self._send_letter(table, person, post, batch)
        lacks = self._lacks(table, post, Redraw(message, first, last, seat))
        await self.tables.games.sent(table.record.id, ids(batch), message, owed=lacks)

    async def _remind(self, table: Table, batch: Sequence[Row[Reminder]]) -> None:
        """Show a player's notes if it is still their move and they have been away."""
        seat, message = batch[0][1].seat, 0
        person, asked = table.person_at(seat), seat in table.asked()
        post = reminder(table, seat, batch[0][0].id)
        if person is not None and asked and table.notes.get(seat) and not await self._was_reminded(table, seat):
            message = await self._send_letter(table, person, post, batch)
        await self.tables.games.sent(table.record.id, ids(batch), message)

    async def _was_reminded(self, table: Table, seat: Seat) -> bool:
        """Say whether a player was shown their notes a short while ago."""
        since = discord.utils.time_snowflake(datetime.now(UTC) - ABSENCE)
        told = await self.tables.games.told(table.record.id, since)
        return any(message and recipe == encode(Reminder(seat)) for recipe, message in told)

    async def _letter(self, table: Table, seat: Seat, first: int, last: int) -> Post | None:
        """Draw a letter in its reader's palette; `None` without a reader or content."""
        person = table.person_at(seat)
        if person is None:
            return None
        look = LOOKS.get((await self.tables.games.person(person)).look, LOOKS["standard"])
        return await draw_later(POSTS, letter, table, seat, first, last, look)

    async def _address(self, table: Table, batch: Sequence[Row[Personal]]) -> None:
        """Write a sentence to a person."""
        ((row, personal),) = batch
        post = Post(f"{personal.text}\n-# Game {table.record.id} · message {row.id}")
        message = await self._send_letter(table, personal.person, post, batch)
        await self.tables.games.sent(table.record.id, [row.id], message)

    async def _send_letter(self, table: Table, person: int, post: Post, batch: Batch) -> int:
        """Send a direct message, and record whether the inbox is open.

        Returns its id, or 0 after the last attempt.

        A closed inbox is tried again for some days, unless the game is over.
        """
        try:
            message = await self._put_in(table, person, post, batch)
        except discord.HTTPException as error:
            if means(error) is not Means.CLOSED:
                raise
            await self._note_closed(person, closed=True)
            if table.outcome() is None and max(row.tries for row, _ in batch) < SHUT_OUT:
                raise
            log.info("person %s takes no direct messages (%s)", person, error)
            return 0
        await self._note_closed(person, closed=False)
        return message

    async def _note_closed(self, person: int, *, closed: bool) -> None:
        if (await self.tables.games.person(person)).closed != closed:
            await self.tables.games.note_closed(person, closed=closed)

    async def _put_in(self, table: Table, person: int, post: Post, batch: Batch) -> int:
        """Send a direct message, or let the last one grow; returns its id."""
        channel = await self.client.create_dm(Object(person))
        sent = await self._sent_before(self.client.get_partial_messageable(channel.id), batch)
        await self.tables.games.trying(ids(batch))
        if post.mark in sent:
            return sent[post.mark]
        grows = isinstance(batch[0][1], Letter) and not post.lacking and not _is_stubborn(batch)
        if grows and (grown := await self._grow(table, batch)):
            return grown
        nonce = f"{table.commitment[:8]}.{batch[0][0].id}.0"
        silent = bool(await self._resting([person]))
        post = await within(post, limit_of(self.client, 0), POSTS)
        try:
            return (await channel.send(post.text, files=files(post.pictures), nonce=nonce, silent=silent)).id
        except discord.HTTPException as error:
            if means(error) is not Means.WRONG or not post.pictures:
                raise
            log.error("game %s: a picture of a letter is refused (%s)", table.record.id, error)
        return (await channel.send(post.plain.text, nonce=nonce, silent=silent)).id

    async def _grow(self, table: Table, batch: Batch) -> int:
        """Extend the last letter if only its reader has acted since; returns its id or 0.

        A column moving in twelve orders makes one letter: its owner has seen each answer.
        """
        seat, last = batch[0][1].seat, batch[-1][1].last
        since = discord.utils.time_snowflake(datetime.now(UTC) - BURST)
        told = [(msgspec.json.decode(recipe, type=Recipe), message)
                for recipe, message in await self.tables.games.told(table.record.id, since)]  # fmt: skip
        letters = [
            (letter.first, message)
            for letter, message in told
            if message and isinstance(letter, Letter) and letter.seat == seat
        ]
        message = max((message for _, message in letters), default=0)
        first = min((first for first, each in letters if each == message), default=last)
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
        """Return the debt for a post without its picture, and schedule a retry."""
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
            post: Post | None = (await draw_later(POSTS, compose, table, first, last))[-1]
        else:
            post = await self._letter(table, redraw.seat, first, last)
        if post is not None and post.lacking and row.tries < REDRAWINGS:
            self._try_later(table)
            return
        if post is not None and not post.lacking:
            await self._complete(table, redraw, post, stubborn=row.tries >= STUBBORN)
        await self.tables.games.sent(table.record.id, [row.id], redraw.message)

    async def _complete(self, table: Table, redraw: Redraw, post: Post, *, stubborn: bool) -> None:
        """Give a message its pictures; a message that cannot change is left."""
        try:
            await self._change(table, redraw.message, post, redraw.seat)
        except discord.HTTPException as error:
            if not stubborn or means(error) in (Means.AGAIN, Means.SHUT):
                raise
            log.info("game %s: a message stays without its pictures (%s)", table.record.id, error)


def _is_stubborn(batch: Batch) -> bool:
    """Say whether a change has been tried so often that a new message must do."""
    return any(row.tries >= STUBBORN for row, _ in batch)


def _may_grow(burst: Burst, seat: Seat, posts: Sequence[Post]) -> bool:
    """Say whether the last post may be changed to tell these small actions as well."""
    age = datetime.now(UTC) - discord.utils.snowflake_time(burst.message)
    return burst.seat == seat != "" and posts[0].open and age < BURST
