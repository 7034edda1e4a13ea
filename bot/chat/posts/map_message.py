"""The map message: one for each game, with the newest map, the turn and buttons.

It is changed after every post, and sent again only when it stands far above what was said last; the one before
then becomes a link to it. Database notes complete every change, even if the bot is stopped in the middle.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord import AllowedMentions, Object, PartialMessage
from msgspec.structs import replace

from bot.chat.desk.table import Table
from bot.chat.desk.work import MAPS, draw_later
from bot.chat.posts.posts import Post, buttons_under, map_mark, map_post, moved_map, same_map
from bot.chat.posts.refusals import Means, brief, means
from bot.chat.posts.sending import files, limit_of, within
from bot.store.games import Games, MapPost

log = logging.getLogger(__name__)

FAR = 10
"""After this number of messages the map is too far above."""
YOUNG = timedelta(minutes=1)
"""How long a map message is near without a look at the channel."""
NEVER = -1
"""The shown move of a map message that must be sent again."""
LATER = 60.0
"""Seconds after which a picture that could not be drawn is tried again."""
REDRAWINGS = 10
"""How often that is tried."""
LINKINGS = 3
"""How often a map message of before is to become a link."""


class Overtaken(Exception):
    """A map is not drawn, because newer moves wait."""


class MapMessages:
    """Keeps the map messages of all games; calls for a game must not overlap."""

    def __init__(self, client: discord.Client, games: Games, wake: Callable[[int], None]) -> None:
        self.client = client
        self.games = games
        self.wanted = True
        """Whether there are any.

        A table at home needs none: its page shows the map beside what is said.
        """
        self._wake = wake
        self._undrawn: Counter[int] = Counter()
        self._unlinked: Counter[int] = Counter()
        """How often the map of before could not be made a link."""
        self._refused: set[int] = set()
        """Games whose map Discord has refused for its form, once."""
        self._unpinned: dict[int, int] = {}
        """Games whose map the bot may not pin, with their servers."""
        self._to_pin: set[int] = set()
        """Games for which that is to be tried now."""

    async def come_near(self, table: Table, last: int) -> bool:
        """Bring the map near before players are called. Nobody's call waits for it.

        Returns whether the map was just sent, so that the next message follows it.
        """
        if not self.wanted:
            return False
        try:
            known = await self._found(table)
            if known.message and not await self._is_far(self._channel(table), known.message):
                return False
            return (await self._send(table, known, last)).shown == last
        except Exception as error:
            log.warning("game %s: its map cannot be sent now (%s)", table.record.id, brief(error))
            return False

    async def is_behind(self, game: int) -> bool:
        """Say whether the map message of a game is not what it should be."""
        return self.wanted and (game in self._to_pin or await self.games.map_is_behind(game))

    def pin_again(self, guild: int | None = None) -> list[int]:
        """Retry pinning failed maps, in a server or everywhere; returns their games."""
        games = [game for game, where in self._unpinned.items() if guild in (None, where)]
        for game in games:
            del self._unpinned[game]
        self._to_pin.update(games)
        return games

    async def show(self, table: Table, is_overtaken: Callable[[], bool]) -> None:
        """Bring the map message up to date; raises what is to be tried again.

        A form that Discord refuses twice is left until the next post. A map that `is_overtaken` before it is drawn
        is left to the next round.
        """
        told = await self.games.burst(table.record.id)
        if not self.wanted or told is None or told.last < 0:
            return
        try:
            known = await self._found(table)
            if known.shown != told.last:
                edited = await self._edit(table, known, told.last, is_overtaken) if known.message else None
                known = edited or await self._send(table, known, told.last)
            self._refused.discard(table.record.id)
            await self._tidy(table, known)
        except Overtaken:
            return
        except discord.HTTPException as error:
            if means(error) is not Means.WRONG or table.record.id not in self._refused:
                self._refused.add(table.record.id)
                raise
            log.warning("game %s: its map cannot be shown (%s)", table.record.id, error)
            await self._keep(table, replace(await self._known(table), shown=told.last))

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(table.record.channel)

    async def _is_far(self, channel: discord.PartialMessageable, message: int) -> bool:
        """Say whether much has been said since a message, by anybody."""
        if datetime.now(UTC) - discord.utils.snowflake_time(message) < YOUNG:
            return False
        try:
            return len([each async for each in channel.history(limit=FAR, after=Object(message))]) >= FAR
        except (discord.Forbidden, discord.NotFound):
            return False

    async def _known(self, table: Table) -> MapPost:
        return await self.games.map_post(table.record.id) or MapPost()

    async def _keep(self, table: Table, known: MapPost) -> MapPost:
        await self.games.keep_map(table.record.id, known)
        return known

    async def _found(self, table: Table) -> MapPost:
        """Return the known map message, after a search for unconfirmed ones."""
        known = await self._known(table)
        if not known.sending:
            return known
        me, mark, sent = self.client.user, map_mark(table), 0
        since = Object(known.message) if known.message else None
        try:
            async for message in self._channel(table).history(limit=1000 if since else 100, after=since):
                own = me is not None and message.author.id == me.id
                if own and message.content.rpartition("\n")[2] == mark:
                    sent = max(sent, message.id)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("channel %s: its history cannot be read (%s)", table.record.channel, error)
        if sent:
            return await self._keep(table, MapPost(sent, former=known.message))
        return await self._keep(table, replace(known, sending=False))

    async def _send(self, table: Table, known: MapPost, last: int) -> MapPost:
        """Send it again, without its picture if that is refused."""
        post = await draw_later(MAPS, map_post, table, last)
        known = await self._link(table, known)
        await self._keep(table, replace(known, sending=True))
        # The same move may be shown again soon, in the place of a message that is gone.
        nonce = f"{table.commitment[:8]}.m{last}.{known.message % 10**8}"
        try:
            message = await self._send_once(table, post, nonce)
        except discord.HTTPException as error:
            if means(error) is not Means.WRONG or not post.pictures:
                raise
            log.error("game %s: its map is refused (%s)", table.record.id, error)
            post = post.plain
            message = await self._send_once(table, post, nonce)
        shown = self._shown(table, post, last)
        return await self._keep(table, MapPost(message, shown, former=known.message))

    async def _send_once(self, table: Table, post: Post, nonce: str) -> int:
        post = await within(post, limit_of(self.client, table.record.guild), MAPS)
        message = await self._channel(table).send(
            post.text, files=files(post.pictures), view=buttons_under(table),
            allowed_mentions=AllowedMentions.none(), nonce=nonce,
        )  # fmt: skip
        return message.id

    async def _edit(
        self, table: Table, known: MapPost, last: int, is_overtaken: Callable[[], bool]
    ) -> MapPost | None:
        """Change it, and its picture only if the map changed; `None` if it must be resent."""
        post, same = await draw_later(MAPS, _newer, table, known.shown, last, is_overtaken)
        post = await within(post, limit_of(self.client, table.record.guild), MAPS)
        changes: dict[str, Any] = {} if same else {"attachments": files(post.pictures)}
        try:
            await self._message(table, known.message).edit(content=post.text, view=buttons_under(table), **changes)
        except discord.HTTPException as error:
            if means(error) in (Means.AGAIN, Means.SHUT, Means.WRONG):
                raise
            return None
        return await self._keep(table, replace(known, shown=self._shown(table, post, last)))

    def _shown(self, table: Table, post: Post, last: int) -> int:
        """Return the move a map message shows; `NEVER` if its picture is to be retried."""
        game = table.record.id
        if not post.lacking:
            del self._undrawn[game]
        elif self._undrawn[game] < REDRAWINGS:
            self._undrawn[game] += 1
            asyncio.get_running_loop().call_later(LATER, self._wake, game)
            return NEVER
        return last

    async def _tidy(self, table: Table, known: MapPost) -> None:
        """Pin it during the game, and make the one before it a link."""
        await self._link(table, await self._pinned(table, known))

    async def _pinned(self, table: Table, known: MapPost) -> MapPost:
        goes_on = table.outcome() is None
        if not known.message or known.pinned == goes_on or table.record.id in self._unpinned:
            return known
        self._to_pin.add(table.record.id)
        message = self._message(table, known.message)
        error = await _perhaps(message.pin() if goes_on else message.unpin())
        self._to_pin.discard(table.record.id)
        if error is not None:
            self._unpinned[table.record.id] = table.record.guild
            return known
        return await self._keep(table, replace(known, pinned=goes_on))

    async def _link(self, table: Table, known: MapPost) -> MapPost:
        if not known.former:
            return known
        former, game = self._message(table, known.former), table.record.id
        text = moved_map(table, known.message)
        error = await _perhaps(former.edit(content=text, attachments=[], view=None))
        error = await _perhaps(former.unpin()) or error
        self._unlinked[game] += error is not None
        if error is not None and self._unlinked[game] < LINKINGS:
            raise error
        del self._unlinked[game]
        return await self._keep(table, replace(known, former=0))

    def _message(self, table: Table, message: int) -> PartialMessage:
        return PartialMessage(channel=self._channel(table), id=message)


def _newer(table: Table, shown: int, last: int, is_overtaken: Callable[[], bool]) -> tuple[Post, bool]:
    """Return the map message after an entry, and whether its picture is shown already.

    Raises `Overtaken` instead if newer moves wait.
    """
    if is_overtaken():
        raise Overtaken
    same = shown >= 0 and same_map(table, shown, last)
    return map_post(table, last, picture=not same), same


async def _perhaps(change: Coroutine[Any, Any, object]) -> discord.HTTPException | None:
    """Make a change that may fail, for lack of permission or of the message.

    Returns the error.
    """
    try:
        await change
    except discord.HTTPException as error:
        if means(error) is Means.AGAIN:
            raise
        log.info("a map message could not be changed (%s)", error)
        return error
    return None
