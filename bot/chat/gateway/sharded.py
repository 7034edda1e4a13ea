"""A client whose shards are connected and closed one by one while it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.state import AutoShardedConnectionState

from bot.chat.gateway.retries import patiently
from bot.chat.gateway.shard import BAD_TOKEN, SHARDING_REQUIRED, Shard
from bot.chat.gateway.starts import Starts
from bot.store.duties import Topic

log = logging.getLogger(__name__)


BOTS = 2**31 - 1
"""Bots with the same remainder of their ids count as the same bot."""


class Holder:
    """Says which shards this process serves: all of them, as the only process."""

    async def agree(self, topic: Topic, number: int) -> int:
        """Return the number of all processes for a topic, if this one wants `number`."""
        return number

    async def shards(self, count: int) -> AsyncGenerator[Collection[int], None]:
        """Yield the ids of its shards, from 0, and again after each change.

        The client closes lost shards before it asks for the next change. When it stops it closes all of them, and
        then the generator.
        """
        yield range(count)

    @asynccontextmanager
    async def queue(self, bucket: int) -> AsyncIterator[None]:
        """Wait until no other process starts a session in a bucket, and let others wait."""
        yield


class TooFewShards(Exception):
    """Discord requires more shards.

    The message is one line for the host.
    """


class Disagreement(Exception):
    """The other processes are of another bot, or serve another number of shards.

    The message is one line for the host.
    """


class _State(AutoShardedConnectionState["ShardedClient"]):
    """The cache of the client's servers.

    `shard_ids` stays empty, so the library never waits for all shards together: each is ready alone.
    """

    def parse_ready(self, data: Any) -> None:
        """Begin a session.

        The bot has left other servers of the shard while it was away.
        """
        shard = data["shard"][0]
        self.forget(shard, keep={int(each["id"]) for each in data["guilds"]})
        super().parse_ready(data)
        if (held := self._get_client().held.get(shard)) is not None:
            held.ready = False
            held.opened()

    def parse_resumed(self, data: Any) -> None:
        """Continue a session."""
        super().parse_resumed(data)
        if (held := self._get_client().held.get(data["__shard_id__"])) is not None:
            held.opened()

    def forget(self, shard: int, keep: Collection[int] = ()) -> None:
        """Forget the servers of a shard, except some.

        A wait until all of them are known ends.
        """
        if (waiting := self._ready_tasks.pop(shard, None)) is not None:
            waiting.cancel()
        self._ready_states.pop(shard, None)
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in keep:
                self._remove_guild(guild)

    def _update_references(self, ws: DiscordWebSocket) -> None:
        """Let the shard know a new connection early, so that it can always be closed."""
        super()._update_references(ws)
        if ws.shard_id is not None and (held := self._get_client().held.get(ws.shard_id)) is not None:
            held.socket = ws


class ShardedClient(discord.Client):
    """A client that serves the shards of its holder.

    It connects its shards independently, so a shard that cannot connect does not delay the others.
    """

    _connection: _State

    def __init__(
        self, *, shards: int | None = None, holder: Holder | None = None, intents: discord.Intents,
        **options: Any,
    ) -> None:  # fmt: skip
        """Make a client of a number of shards; None takes Discord's recommendation."""
        super().__init__(intents=intents, **options)
        self.wanted = shards
        self.holder = holder or Holder()
        self.held: dict[int, Shard] = {}
        """The shards that this process serves, connected or not."""
        self._knows_its_shards = False
        self.grown = False
        """Whether Discord has refused the number of shards as too small."""
        self.starts = Starts(self.http, self.holder.queue)
        self._following: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[None] | None = None
        """Done when the client stops, or with an error after which it cannot continue."""
        self._letting_go = False
        """Whether no shard may be connected, because all are being closed."""
        self._leaves = False

    def _get_state(self, **options: Any) -> _State:
        return _State(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    # The shards

    @property
    def missing_shards(self) -> list[int]:
        """The shards of this process that are not ready or not connected now."""
        return [id for id, shard in self.held.items() if not shard.connected]

    @property
    def connected(self) -> bool:
        """Whether every shard that this process serves is ready and connected now.

        A process may serve none, and is then ready to take over those of others.
        """
        return self._knows_its_shards and not self.missing_shards

    def serves(self, guild: int) -> bool:
        """Return whether this process serves a server, or direct messages (0)."""
        return self.shard_of(guild) in self.held

    def shard_of(self, guild: int | None) -> int:
        """Return the shard that serves a server; direct messages reach shard 0."""
        return ((guild or 0) >> 22) % (self.shard_count or 1)

    def knows(self, guild: int) -> bool:
        """Return whether this process knows if the bot is in a server."""
        shard = self.held.get(self.shard_of(guild))
        return shard is not None and shard.ready

    async def hold(self, ids: Collection[int]) -> None:
        """Serve these shards and no others."""
        surplus = [shard for id, shard in self.held.items() if id not in ids]
        await asyncio.gather(*(shard.close() for shard in surplus))
        for shard in surplus:
            self.held.pop(shard.id, None)
            self._connection.forget(shard.id)
        for id in sorted(set(ids) - self.held.keys()) if not self._letting_go else ():
            shard = self.held[id] = Shard(self, id, self.starts)
            shard.launch().add_done_callback(self._on_end)
        self._knows_its_shards = True

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that all servers of a shard are known."""
        if (shard := self.held.get(shard_id)) is not None:
            shard.ready = True
        if all(each.ready for each in self.held.values()):
            self._connection.call_handlers("ready")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count the start of a session; the shard has waited for its turn before."""
        self.starts.begun(shard_id or 0)

    # Life

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve the shards of the holder until the client is closed.

        Raises `discord.LoginFailure` when the token is withdrawn, `TooFewShards`, and `discord.ConnectionClosed`
        if Discord refuses this client for another reason.
        """
        while not self._leaves:
            info = await patiently(self.starts.ask)
            count = await self._agreed(self.wanted or info.shards)
            self.shard_count = self._connection.shard_count = count
            try:
                await self._serve(count)
            except discord.ConnectionClosed as error:
                if error.code == BAD_TOKEN:
                    raise discord.LoginFailure("the token is no longer accepted") from error
                if error.code != SHARDING_REQUIRED:
                    raise
                recommended = (await patiently(self.starts.ask)).shards
                if self.wanted or recommended <= count:
                    raise TooFewShards(
                        f"Discord requires more shards than {count} for this bot, and recommends {recommended}"
                    ) from error
                log.warning("the bot has grown: %s shards take the place of %s", recommended, count)
                self.grown = True

    async def _agreed(self, count: int) -> int:
        """Return the number of shards of all processes. Raises `Disagreement`."""
        bot = (self.application_id or 0) % BOTS
        if await self.holder.agree("bot", bot) != bot:
            raise Disagreement("another bot uses the database now; give each bot a database of its own")
        agreed = await self.holder.agree("shards", count)
        if agreed != count and (self.wanted or self.grown):
            raise Disagreement(
                f"other processes serve {agreed} shards, and this one needs {count};"
                " stop all of them, and then start them again with the same FIELDPOST_SHARDS"
            )
        return agreed

    async def _serve(self, count: int) -> None:
        """Serve the holder's part of a number of shards."""
        self._letting_go, self._ended = False, asyncio.get_running_loop().create_future()
        self._following = asyncio.create_task(self._follow(count), name="shards of this process")
        self._following.add_done_callback(self._on_end)
        try:
            await self._ended
        finally:
            await self._let_go()

    async def _follow(self, count: int) -> None:
        async with aclosing(self.holder.shards(count)) as changes:
            async for ids in changes:
                await self.hold(ids)

    def _on_end(self, task: asyncio.Task[None]) -> None:
        """End the client with a task that has failed."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._end(error)

    def _end(self, error: BaseException | None = None) -> None:
        if self._ended is None or self._ended.done():
            return
        if error is None:
            self._ended.set_result(None)
        else:
            self._ended.set_exception(error)

    async def _let_go(self) -> None:
        """Close all shards, and then the iterator of the holder."""
        self._letting_go = True
        await self.hold(())
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait([self._following])

    async def close(self) -> None:
        """Close every shard, and leave."""
        self._leaves = True
        await self._let_go()
        self._end()
        await super().close()
