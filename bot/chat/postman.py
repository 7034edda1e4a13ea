"""The postman: sends what the outbox owes, once each, whatever dies when.

A row is marked as tried before it is sent and as sent afterwards. A nonce lets Discord drop a repetition of the
same minute; after a restart the channel itself is asked, by the mark that every post ends with.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Sequence

import discord
import msgspec
from discord import AllowedMentions, ButtonStyle, File, Object, PartialMessage
from discord.ui import View

from bot.chat.account import Account, account, private_lines
from bot.chat.answers import LIMIT, chunks
from bot.chat.buttons import Press, view
from bot.chat.desk import Desk, Letter, News, Notice, Recipe
from bot.chat.lobby_post import lobby_post
from bot.chat.table import House, Table, Unplayable
from bot.kernel.log import fold
from bot.kernel.secret import Seat, see
from bot.store.games import Burst, Owed
from render import LOOKS, PICTURES, Look, Picture, strip

log = logging.getLogger(__name__)

MOST_FIGHTS = 4
"""How many fights of one post get pictures; Discord takes 10 files."""
TEXT = LIMIT - 300
"""Characters of a post that are left for its story, beside who is called and the mark."""
LOBBY = -1
"""The last entry that a lobby's post tells: there is none yet."""
PATIENCE = (1, 2, 5, 15, 60)
"""Seconds to wait after a failure, the last for ever after."""
GONE = {10003, 10008, 50001, 50013}
"""Discord's codes for a channel or message that is gone, or closed to us."""


class Post(msgspec.Struct, frozen=True):
    """One message: its text, its pictures, whom it calls, and whether small actions may be added to it."""

    text: str
    pictures: tuple[Picture, ...] = ()
    calls: tuple[int, ...] = ()
    open: bool = False


def files(pictures: Sequence[Picture]) -> list[File]:
    """Wrap pictures for Discord, each with its alternative text."""
    return [File(io.BytesIO(p.png), filename=p.name, description=p.alt[:1024]) for p in pictures]


def table_buttons(game: int) -> View:
    """Return the buttons that stand under every public post of a game."""
    return view(
        Press(f"panel:{game}", "Your orders", ButtonStyle.primary, emoji="🎖️"),
        Press(f"board:{game}", "Map", emoji="🗺️"),
        Press(f"hand:{game}", "Your hand", emoji="🖐️"),
        Press(f"status:{game}", "Situation", emoji="📋"),
    )


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
        if game in self._rounds:
            self._again.add(game)
            return
        task = asyncio.create_task(self._round(game), name=f"post of game {game}")
        self._rounds[game] = task
        task.add_done_callback(lambda _: self._rounds.pop(game, None))

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
            try:
                if self.desk is not None and self.desk.thinking(game):
                    return
                await self._deliver(game)
            except Unplayable as error:
                log.warning("%s What is owed for it waits.", error)
                return
            except (TimeoutError, discord.HTTPException, discord.RateLimited, OSError) as error:
                delay = PATIENCE[min(failures, len(PATIENCE) - 1)]
                log.warning("game %s: post failed (%s), again in %s s", game, error, delay)
                failures += 1
                await asyncio.sleep(delay)
                continue
            if game not in self._again:
                return

    async def _deliver(self, game: int) -> None:
        owed = await self.house.games.owed(game)
        if not owed:
            return
        table = await self.house.table(game)
        if table is None:
            return
        recipes = [(row, msgspec.json.decode(row.recipe, type=Recipe)) for row in owed]
        notices = [row for row, recipe in recipes if isinstance(recipe, Notice)]
        if notices:
            await self._announce(table, notices)
        news = [(row, recipe) for row, recipe in recipes if isinstance(recipe, News)]
        if news:
            await self._publish(table, [row for row, _ in news], news[0][1].first, news[-1][1].last)
        for seat in table.seats:
            letters = [(r, x) for r, x in recipes if isinstance(x, Letter) and x.seat == seat.seat]
            if letters:
                await self._write_to(
                    table, seat.seat, [r for r, _ in letters], letters[0][1].first, letters[-1][1].last
                )

    # Public posts.

    async def _publish(self, table: Table, rows: list[Owed], first: int, last: int) -> None:
        channel = self.client.get_partial_messageable(table.record.channel)
        burst = await self.house.games.burst(table.record.id)
        ids = [row.id for row in rows]
        if any(row.tries for row in rows) and (known := await self._find(channel, table, last)) is not None:
            await self.house.games.sent(table.record.id, ids, known, Burst(known, first, last, Seat("")))
            return
        await self.house.games.trying(ids)
        posts = await asyncio.to_thread(compose, table, first, last, burst)
        if burst is not None and posts[0].open and not posts[0].calls and burst.seat == _actor(table, first):
            merged = await asyncio.to_thread(compose, table, burst.first, last, None)
            if len(merged) == 1 and await self._edit(channel, table, burst.message, merged[0]):
                seat = _actor(table, first)
                await self.house.games.sent(
                    table.record.id, ids, burst.message, Burst(burst.message, burst.first, last, seat)
                )
                return
        message = 0
        for part, post in enumerate(posts):
            message = await self._send(channel, table, post, f"fp{ids[0]}.{part}")
        seat = _actor(table, first) if posts[-1].open else Seat("")
        await self.house.games.sent(table.record.id, ids, message, Burst(message, first, last, seat))

    async def _send(self, channel: discord.abc.Messageable, table: Table, post: Post, nonce: str) -> int:
        mentions = AllowedMentions(users=[Object(person) for person in post.calls])
        try:
            message = await channel.send(
                post.text, files=files(post.pictures), view=table_buttons(table.record.id), nonce=nonce,
                allowed_mentions=mentions,
            )  # fmt: skip
        except discord.HTTPException as error:
            if error.code in GONE or error.status == 404:
                log.warning("game %s: its channel is gone or closed to the bot (%s)", table.record.id, error)
                return 0
            raise
        return message.id

    async def _edit(self, channel: discord.PartialMessageable, table: Table, message: int, post: Post) -> bool:
        try:
            await PartialMessage(channel=channel, id=message).edit(
                content=post.text, attachments=files(post.pictures), view=table_buttons(table.record.id)
            )
        except discord.HTTPException as error:
            if error.status in (404, 403, 429) or error.code in (*GONE, 30046):
                return False
            raise
        return True

    async def _find(self, channel: discord.PartialMessageable, table: Table, last: int) -> int | None:
        """Look for a post that was sent although we never heard so."""
        me = self.client.user
        try:
            async for message in channel.history(limit=30):
                if me is not None and message.author.id == me.id and message.content.endswith(mark(table, last)):
                    return message.id
        except discord.Forbidden:
            log.info("game %s: the channel's history is closed to the bot", table.record.id)
        return None

    # The lobby and letters.

    async def _announce(self, table: Table, rows: list[Owed]) -> None:
        """Post the lobby, or bring its post up to date; once the game runs, say who sits where now."""
        channel = self.client.get_partial_messageable(table.record.channel)
        text, buttons = lobby_post(table)
        ids = [row.id for row in rows]
        await self.house.games.trying(ids)
        burst = await self.house.games.burst(table.record.id)
        if burst is not None and burst.last == LOBBY:
            try:
                await PartialMessage(channel=channel, id=burst.message).edit(content=text, view=buttons)
                await self.house.games.sent(table.record.id, ids, burst.message)
                return
            except discord.NotFound:
                log.info("game %s: its lobby post is gone, a new one is made", table.record.id)
        message = await channel.send(text, view=buttons, nonce=f"fp{ids[0]}.0")
        keep = Burst(message.id, 0, LOBBY, Seat("")) if table.record.status == "lobby" else None
        await self.house.games.sent(table.record.id, ids, message.id, keep)

    async def _write_to(self, table: Table, seat: Seat, rows: list[Owed], first: int, last: int) -> None:
        person = table.person_at(seat)
        ids = [row.id for row in rows]
        post = await self._letter(table, seat, first, last) if person is not None else None
        if person is None or post is None:
            await self.house.games.sent(table.record.id, ids, 0)
            return
        known = await self.house.games.person(person)
        try:
            channel = await self.client.create_dm(Object(person))
            if any(row.tries for row in rows):
                partial = self.client.get_partial_messageable(channel.id)
                if (found := await self._find(partial, table, last)) is not None:
                    await self.house.games.sent(table.record.id, ids, found)
                    return
            await self.house.games.trying(ids)
            message = await channel.send(post.text, files=files(post.pictures), nonce=f"fp{ids[0]}.0")
        except discord.Forbidden:
            await self.house.games.keep_person(msgspec.structs.replace(known, closed=True))
            await self.house.games.sent(table.record.id, ids, 0)
            return
        if known.closed:
            await self.house.games.keep_person(msgspec.structs.replace(known, closed=False))
        await self.house.games.sent(table.record.id, ids, message.id)

    async def _letter(self, table: Table, seat: Seat, first: int, last: int) -> Post | None:
        person = table.person_at(seat)
        assert person is not None
        look = LOOKS[(await self.house.games.person(person)).look]
        return await asyncio.to_thread(letter, table, seat, first, last, look)


def mark(table: Table, last: int) -> str:
    """Return the line that every post ends with: the game, and the last move that it tells."""
    return f"-# Game {table.record.id} · move {last}"


def _actor(table: Table, n: int) -> Seat:
    return table.log[n].seat


def compose(table: Table, first: int, last: int, burst: Burst | None) -> list[Post]:
    """Make the posts that tell a stretch of the log: the story, its pictures, and whose move it is."""
    told = account(table, first, last)
    calls, call_lines = _calls(table, first, last)
    closing = "\n".join([*call_lines, mark(table, last)])
    story = chunks("\n".join(told.lines) or "…", TEXT)
    pictures = _pictures(table, told)
    small = not told.moments and not calls
    posts = [Post(text) for text in story[:-1]]
    return [*posts, Post(f"{story[-1]}\n{closing}", pictures, calls, small)]


def _calls(table: Table, first: int, last: int) -> tuple[tuple[int, ...], list[str]]:
    """Say whose move it is; call only who was not asked already before this stretch."""
    if table.outcome() is not None:
        return (), []
    prompts = table.game.asks(table.seen())
    people, lines = [], []
    for seat, prompt in prompts.items():
        person = table.person_at(seat)
        who = f"<@{person}>" if person is not None else "The computer"
        lines.append(f"▶️ {who} ({seat.title()}): {prompt.text}")
        if person is not None and not _was_asked(table, seat, first, last):
            people.append(person)
    return tuple(dict.fromkeys(people)), lines


def _was_asked(table: Table, seat: Seat, first: int, last: int) -> bool:
    """Say whether all of a stretch is the seat's own doing: nobody has to tell him that he is still to move."""
    return all(entry.seat == seat for entry in table.log[first : last + 1]) and first > 0


def _pictures(table: Table, told: Account) -> tuple[Picture, ...]:
    pictures = PICTURES[table.record.title]
    look = LOOKS[table.record.look]
    made: list[Picture] = []
    fights = [moment for moment in told.moments if moment.scene.kind == "fight"][-MOST_FIGHTS:]
    for n, moment in enumerate(fights, start=1):
        scene = moment.scene
        crop = pictures.crop(moment.seen, scene.places, look, line=scene.line, title=scene.title)
        made.append(_named(crop, f"fight-{n}.png"))
        if scene.rolls:
            made.append(_named(strip(scene, look), f"dice-{n}.png"))
    if any(moment.scene.kind == "phase" for moment in told.moments):
        made.append(_named(pictures.board(told.seen, look), "map.png"))
    return tuple(made)


def _named(picture: Picture, name: str) -> Picture:
    return msgspec.structs.replace(picture, name=name)


def letter(table: Table, seat: Seat, first: int, last: int, look: Look) -> Post | None:
    """Make the direct message that tells a seat what only it may know, `None` when there is nothing to tell."""
    lines = private_lines(table, first, last, seat)
    seen = table.seen(seat)
    hand = table.game.hand(seen)
    before = table.game.hand(see(fold(table.game, table.log[:first]), seat)) if first else ""
    if not lines and hand == before:
        return None
    picture = PICTURES[table.record.title].hand(seen, look)
    title = f"🔒 **Game {table.record.id}, {seat.title()}** · only you read this. `/game hand` shows it again."
    text = "\n".join(filter(None, [title, *lines, hand]))
    fitted = chunks(text, TEXT)[0]
    return Post(f"{fitted}\n{mark(table, last)}", (picture,) if picture is not None else ())
