"""Shards: each session hears its guilds, and sessions start at Discord's pace."""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import Channel, Guild, Person, shards
from bot.local.home import LocalDiscord
from bot.local.shards import SessionStarts, Shard, recommended
from tests.local.conftest import Api, Wire, eventually, running
from tests.local.tiny import Tiny

MARK = "all-is-heard"


class Sharded(Tiny, discord.AutoShardedClient):
    """The bot on shards of its own: all, or some by their ids."""

    def __init__(self, count: int | None, *ids: int) -> None:
        super().__init__(shard_count=count, shard_ids=list(ids) or None)
        self.identified: list[int | None] = []
        self.resumed: list[int] = []
        self.readied: list[int] = []
        self.created: list[tuple[int, str]] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Replaces discord.py's wait of five seconds."""
        self.identified.append(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        self.readied.append(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.append(shard_id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        self.created.append((channel.guild.id, channel.name))


@pytest.fixture
def clubs(local: LocalDiscord) -> list[Guild]:
    """The guild of the table and four more, one in each of four shards."""
    return [local.guild(), *(local.world.add_guild(f"Club {n}", str(n << 22)) for n in range(1, 5))]


@pytest.fixture
def places(local: LocalDiscord, clubs: list[Guild], anna: Person) -> list[Channel]:
    """A channel of each guild, with Anna in it."""
    for guild in clubs[1:]:
        local.world.join(guild, anna.user)
    return [local.channel("front", guild=guild) for guild in clubs]


def shard_of(guild: Guild, count: int) -> int:
    return (int(guild.id) >> 22) % count


async def asked(anna: Person, places: list[Channel]) -> None:
    """Give a command in each place, and check that it is answered once."""
    begun = [await anna.slash(place, "twice") for place in places]
    for interaction in begun:
        assert [each.content for each in (await interaction.done()).replies] == ["Once."]


@contextlib.asynccontextmanager
async def connected(local: LocalDiscord) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        yield Wire(socket, local)


@pytest.mark.parametrize("count", [1, 2, 4])
async def test_each_process_hears_the_guilds_of_its_shard(
    local: LocalDiscord, clubs: list[Guild], places: list[Channel], anna: Person, count: int
) -> None:
    """And the process of shard 0 hears direct messages."""
    async with contextlib.AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(running(Sharded(count, n), local)) for n in range(count)]
        own = [[guild for guild in clubs if shard_of(guild, count) == n] for n in range(count)]
        for bot, guilds in zip(bots, own, strict=True):
            assert {guild.id for guild in bot.guilds} == {int(guild.id) for guild in guilds}
        for name in ("news", MARK):
            for guild in clubs:
                local.channel(name, guild=guild)
        for bot, guilds in zip(bots, own, strict=True):
            heard = {(int(guild.id), name) for guild in guilds for name in ("news", MARK)}
            await eventually(partial(heard.issubset, bot.created))
            assert Counter(bot.created) == Counter(heard)
        await asked(anna, [*places, local.dm(anna)])
        handled = [bot.handled["twice"] for bot in bots]
        assert handled == [len(guilds) + (n == 0) for n, guilds in enumerate(own)]
        assert not [error for bot in bots for error in bot.errors]


@pytest.mark.parametrize("count", [1, 2, 4])
async def test_one_process_serves_all_shards(
    local: LocalDiscord, clubs: list[Guild], places: list[Channel], anna: Person, count: int
) -> None:
    async with running(Sharded(count), local) as bot:
        assert sorted(bot.shards) == list(range(count))
        assert {guild.id: guild.shard_id for guild in bot.guilds} == {
            int(guild.id): shard_of(guild, count) for guild in clubs
        }
        assert bot.identified == list(range(count))
        await asked(anna, [*places, local.dm(anna)])
        assert (bot.handled["twice"], bot.errors) == (len(places) + 1, [])
        await eventually(lambda: all(math.isfinite(latency) for _, latency in bot.latencies))
        assert [number for number, _ in bot.latencies] == list(range(count))
        assert not any(shard.is_closed() for shard in bot.shards.values())


async def test_a_bot_starts_the_recommended_shards(local: LocalDiscord) -> None:
    async with running(Sharded(None), local) as bot:
        assert (bot.shard_count, list(bot.shards)) == (1, [0])
        limits = await bot.fetch_session_start_limits()
        assert (limits.total, limits.remaining, limits.max_concurrency) == (1000, 999, 1)
    assert [recommended(guilds) for guilds in (0, 1, 999, 1000, 2500)] == [1, 1, 1, 2, 3]


async def test_a_shard_resumes_and_misses_nothing(
    local: LocalDiscord, clubs: list[Guild], places: list[Channel], anna: Person
) -> None:
    async with running(Sharded(4), local) as bot:
        await local.faults.drop_gateway(Shard(1, 4))
        for guild in clubs:
            local.channel("during-the-cut", guild=guild)
        await asked(anna, [*places, local.dm(anna)])
        for guild in clubs:
            local.channel(MARK, guild=guild)
        names = {(int(guild.id), name) for guild in clubs for name in ("during-the-cut", MARK)}
        await eventually(lambda: names <= set(bot.created) and bot.resumed)
        assert Counter(bot.created) == Counter(names)
        assert bot.resumed == [1], "the other shards were connected"
        assert (bot.handled["twice"], bot.errors) == (len(places) + 1, [])
        assert bot.identified == [0, 1, 2, 3]


async def test_an_invalid_session_is_restarted_alone(
    local: LocalDiscord, places: list[Channel], anna: Person
) -> None:
    async with running(Sharded(2), local) as bot:
        before = set(local.site.gateway.sessions)
        await local.faults.invalidate_session(Shard(1, 2))
        await eventually(lambda: bot.readied.count(1) == 2)
        assert bot.identified == [0, 1, 1]
        sessions = local.site.gateway.sessions
        assert [sessions[each].shard for each in before & sessions.keys()] == [Shard(0, 2)]
        await asked(anna, places)
        assert (bot.handled["twice"], bot.resumed) == (len(places), [])


async def test_a_shard_hears_of_its_guilds_and_channels(local: LocalDiscord, clubs: list[Guild]) -> None:
    async with connected(local) as even, connected(local) as odd:
        for number, wire in enumerate((even, odd)):
            ready = await wire.identify(shard=[number, 2])
            expected = [guild.id for guild in clubs if shard_of(guild, 2) == number]
            assert ready["d"]["shard"] == [number, 2]
            assert [guild["id"] for guild in ready["d"]["guilds"]] == expected
            assert [(await wire.receive())["d"]["id"] for _ in expected] == expected
        new = [local.world.add_guild(f"Club {n}", str(n << 22)) for n in (6, 7)]
        for guild in new:
            local.channel(f"front of {guild.name}", guild=guild)
        for wire, guild in zip((even, odd), new, strict=True):
            arrived = await wire.receive()
            assert (arrived["t"], arrived["d"]["id"]) == ("GUILD_CREATE", guild.id)
            arrived = await wire.receive()
            assert (arrived["t"], arrived["d"]["guild_id"]) == ("CHANNEL_CREATE", guild.id)


async def test_a_shard_hears_that_the_bot_has_left_a_guild_and_is_back(local: LocalDiscord) -> None:
    """While it is away, events and interactions of the guild do not reach it."""
    bot, anna = local.world.bot, local.person("Anna")
    odd, even = (local.world.add_guild(f"Club {n}", str(n << 22)) for n in (1, 2))
    place = local.channel("front", guild=odd)
    local.world.join(odd, anna.user)
    async with connected(local) as zero, connected(local) as one:
        for number, wire in enumerate((zero, one)):
            ready = await wire.identify(shard=[number, 2])
            for _ in ready["d"]["guilds"]:
                await wire.receive()
        local.world.leave(odd, bot)
        left = await one.receive()
        assert (left["t"], left["d"]) == ("GUILD_DELETE", {"id": odd.id})
        local.channel("unheard", guild=odd)
        interaction = local.site.interactions.begin(2, anna.user, place, {"name": "game"})
        assert interaction.token
        local.channel("heard", guild=even)
        assert (await zero.receive())["d"]["name"] == "heard", "the other shard hears nothing of it"
        async with connected(local) as again:
            ready = await again.identify(shard=[1, 2])
            assert odd.id not in [guild["id"] for guild in ready["d"]["guilds"]]
        role = next(role for role in odd.roles.values() if role.managed)
        local.world.join(odd, bot, roles=[role.id])
        back = await one.receive()
        assert (back["t"], back["d"]["id"]) == ("GUILD_CREATE", odd.id)
        assert [channel["name"] for channel in back["d"]["channels"]] == ["front", "unheard"]


async def test_a_shard_with_too_many_guilds_is_refused(
    local: LocalDiscord, clubs: list[Guild], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.local.gateway.LARGEST", len(clubs) - 1)
    async with connected(local) as wire:
        await wire.receive()
        await wire.send(2, {"token": local.token, "intents": 1, "properties": {}, "shard": [0, 1]})
        assert await wire.closed_with() == 4011
    async with connected(local) as wire:
        assert (await wire.identify(shard=[0, 2]))["t"] == "READY"
    assert local.site.gateway.starts.body()["remaining"] == 999, "a refused shard is no start"


async def test_a_session_without_a_shard_hears_everything(local: LocalDiscord, clubs: list[Guild]) -> None:
    async with connected(local) as wire:
        ready = await wire.identify()
        assert "shard" not in ready["d"]
        assert [guild["id"] for guild in ready["d"]["guilds"]] == [guild.id for guild in clubs]


async def test_two_sessions_of_one_shard_both_live(local: LocalDiscord) -> None:
    async with connected(local) as first:
        one = await first.identify(shard=[0, 1])
        await first.receive()
        async with connected(local) as second:
            two = await second.identify(shard=[0, 1])
            await second.receive()
            assert one["d"]["session_id"] != two["d"]["session_id"]
            local.channel("news")
            assert [(await wire.receive())["t"] for wire in (first, second)] == ["CHANNEL_CREATE"] * 2
        local.channel("later")
        assert (await first.receive())["d"]["name"] == "later"


@pytest.mark.parametrize(
    "shard",
    [[2, 2], [-1, 2], [0, 0], [0, -1], [0], [0, 1, 2], ["0", "1"], [True, 2], [0, True], [0.0, 1], [], {}, "0", 0],
)
async def test_an_invalid_shard_closes_the_connection(local: LocalDiscord, shard: Any) -> None:
    async with connected(local) as wire:
        await wire.receive()
        await wire.send(2, {"token": local.token, "intents": 1, "properties": {}, "shard": shard})
        assert await wire.closed_with() == 4010


async def test_a_session_that_starts_too_early_is_invalid(local: LocalDiscord, api: Api) -> None:
    """It may start on the same connection, later."""
    starts = local.site.gateway.starts
    starts.seconds = 3600.0
    async with connected(local) as first, connected(local) as second:
        assert (await first.identify(shard=[0, 2]))["t"] == "READY"
        assert await second.identify(shard=[1, 2]) == {"op": 9, "s": None, "t": None, "d": False}
        _, gateway = await api.call("GET", "/gateway/bot")
        limit = gateway["session_start_limit"]
        assert (gateway["url"], gateway["shards"], limit["remaining"]) == (local.gateway_url, 1, 998)
        assert 0 < limit["reset_after"] <= 24 * 3600 * 1000
        starts._free_at.clear()
        await second.send(2, {"token": local.token, "intents": 1, "properties": {}, "shard": [1, 2]})
        assert (await second.receive())["t"] == "READY"


async def test_discord_py_starts_again_after_a_refused_start(local: LocalDiscord) -> None:
    starts = local.site.gateway.starts
    starts.seconds = 3600.0

    class Early(Sharded):
        """Starts its second shard too early, and again when the pause is over."""

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            await super().before_identify_hook(shard_id, initial=initial)
            if len(self.identified) == 3:
                starts._free_at.clear()

    async with running(Early(2), local) as bot:
        assert bot.identified == [0, 1, 1]
        assert starts.body()["remaining"] == 997
        assert {session.shard for session in local.site.gateway.sessions.values()} == {Shard(0, 2), Shard(1, 2)}


def test_the_pace_of_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five seconds for each remainder of the shard's id, and a thousand starts a day."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(shards, "time", SimpleNamespace(monotonic=lambda: clock.now))
    starts = SessionStarts(max_concurrency=2)
    assert starts.body() == {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 2}
    assert [starts.take(Shard(n, 4)) for n in range(4)] == [True, True, False, False]
    clock.now = 4.9
    assert not starts.take(Shard(2, 4))
    clock.now = 5.0
    assert [starts.take(Shard(n, 4)) for n in (2, 3)] == [True, True]
    assert starts.body() == {"total": 1000, "remaining": 993, "reset_after": 86_395_000, "max_concurrency": 2}
    for n in range(1, 994):
        clock.now = 10.0 * n
        assert starts.take(Shard())
    clock.now = 86_399.0
    assert not starts.take(Shard()), "none is left"
    assert starts.body()["remaining"] == 0
    clock.now = 86_400.0
    assert starts.body()["remaining"] == 1000
    assert starts.take(Shard())
