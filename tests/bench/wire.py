"""The whole bot in its own process: answers, pictures and memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bot.chat.desk.order_completion import exact
from bot.chat.desk.table import Tables
from bot.kernel.fields import Field, fields, given
from bot.kernel.game import answer, verb
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.local import Channel, NotPossible, Person
from bot.local.home import LocalDiscord
from bot.store.games import Games, SeatRecord
from bot.store.opening import open_database
from bot.titles import titles
from bot.titles.tide.model.actions import Fire
from tests.bench.rows import Row, percentile
from tests.match import AnyGame, AnySeen, Match, moment, random_action, random_of, step

GAMES = 50
PACE = 10.0
"""Seconds between two orders in one of the busy games, on average."""
SECONDS = 40.0
PROBE = 0.08
PICTURES = 40
LOADED = 200
Order = Callable[[], Awaitable[None]]
Begun = tuple[Match, Channel, Mapping[Seat, Person]]
"""A game that has begun, its channel, and its people."""


class Game:
    """A game of two people in a channel; the dice fall alike on both sides."""

    def __init__(self, local: LocalDiscord, number: int, scenario: str, moves: int) -> None:
        self.rnd = Random(number)
        self.place = local.channel(f"bench-{number}")
        seats = titles()["tide"].scenarios[scenario].seats
        self.people = {seat: local.person(name) for seat, name in zip(seats, ("Anna", "Boris"), strict=True)}
        words = dict.fromkeys(seats, "")
        match = Match(titles()["tide"], scenario, {}, number.to_bytes(4, "big"), words)
        self.match = moment(match, self.rnd, (), moves)
        self._let_answer()

    @property
    def begun(self) -> Begun:
        """The game with its channel and its people."""
        return self.match, self.place, self.people

    async def order(self, *, until: str = "done") -> None:
        """Give a random order for the player in turn, and follow its answer and effects."""
        if self.match.over:
            return
        seat = self.rnd.choice(self.match.asked)
        seen = self.match.seen(seat)
        action = random_action(self.match.game, seen, self.rnd)
        options = typed(self.match.game, seen, action)
        said = await self.people[seat].slash(self.place, f"tide {verb(type(action))}", **options)
        await (said.done(60) if until == "done" else said.answered(60))
        assert self.match.act(seat, action) is None
        self._let_answer()

    def _let_answer(self) -> None:
        match = self.match
        while not match.over and (more := answer(match.game, match.state, ())) is not None:
            seat, by, action = more
            assert match.act(seat, action, by) is None


async def keep(games: Games, number: int, begun: Begun) -> None:
    """Put a game that has begun into the database."""
    match, place, people = begun
    made = await games.new_game(
        match.game.key, match.scenario, match.seed, int(place.guild_id or 0), int(place.id),
        int(people[match.seats[0]].id), match.seats, number + 1, b'{"type":"notice"}',
    )  # fmt: skip
    for seat, person in people.items():
        await games.sit(made.id, SeatRecord(seat, int(person.id), agreed=True), b'{"type":"notice"}')
    lines = [(n, encode(entry).decode()) for n, entry in enumerate(match.log)]
    await games.append(made.id, lines, status="live")
    for row in await games.owed(made.id):
        await games.sent(made.id, [row.id], 0)


def typed(game: AnyGame, seen: AnySeen, action: Any) -> dict[str, Any]:
    """Return the options of an order: a switch as it is, everything else in words."""
    known: dict[str, Field] = {field.name: field for field in fields(type(action))}
    return {
        name: value if isinstance(value, bool) else exact(game, seen, known[name], value)
        for name, value in given(action).items()
    }


@contextlib.asynccontextmanager
async def serving(
    local: LocalDiscord, folder: Path, command: Sequence[str], games: Sequence[Begun] = ()
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a bot in its own process for the block, with these games in its database."""
    database = await open_database(folder / "bench.db")
    for number, game in enumerate(games):
        await keep(Games(database), number, game)
    await database.close()
    environment = {
        **os.environ, "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "GATEWAY": local.gateway_url,
        "FIELDPOST_DB": str(folder / "bench.db"),
    }  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *command, env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await _ready(local)
        yield process
    finally:
        process.terminate()
        await process.wait()


async def _ready(local: LocalDiscord) -> None:
    anna, place = local.person("Anna"), local.channel("probe")
    async with asyncio.timeout(60):
        while True:
            try:
                await (await anna.slash(place, "game status")).answered(10)
            except NotPossible:
                await asyncio.sleep(0.1)
            else:
                return


async def _probed(local: LocalDiscord, busy: Sequence[Order]) -> list[float]:
    """Return the milliseconds of acknowledgements while others gave orders."""
    anna, place, taken = local.person("Anna"), local.channel("probe"), []
    stirring = [asyncio.create_task(_again(order, Random(n))) for n, order in enumerate(busy)]
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        start = time.perf_counter()
        await (await anna.slash(place, "game status")).answered(20)
        taken.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(PROBE)
    for task in stirring:
        task.cancel()
    done = await asyncio.gather(*stirring, return_exceptions=True)
    wrong = [error for error in done if isinstance(error, Exception)]
    assert not wrong, wrong[0]
    return taken


async def _again(order: Order, rnd: Random) -> None:
    while True:
        await asyncio.sleep(rnd.random() * 2 * PACE)
        await order()


async def _acknowledged(folder: Path, *, floor: bool) -> list[float]:
    local = LocalDiscord()
    await local.start()
    try:
        games = [Game(local, n, "first", 12 + n % 20) for n in range(GAMES)]
        if not floor:
            async with serving(local, folder, ("bot",), [game.begun for game in games]):
                return await _probed(local, [game.order for game in games])
        async with serving(local, folder, ("tests.bench.acknowledger",)):
            return await _probed(local, [partial(game.order, until="answered") for game in games])
    finally:
        await local.stop()


def acknowledgement() -> Iterator[Row]:
    """Milliseconds from command to acknowledgement, while people play many games.

    The floor has the same players, so that their work counts alike on both sides.
    """
    taken = []
    for floor in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            taken.append(asyncio.run(_acknowledged(Path(folder), floor=floor)))
    bare, ours = taken
    name = f"command to acknowledgement, {GAMES} busy games, p99 of {len(ours)} (floor: a bot that only does that)"
    yield Row(name, percentile(ours, 99), "ms", percentile(bare, 99), most=1.5)
    yield Row("the same, median", percentile(ours, 50), "ms", percentile(bare, 50))


def public_picture() -> Iterator[Row]:
    """Milliseconds from a command to a public post with its pictures, on this machine."""
    for scenario in ("first", "korsun"):
        with tempfile.TemporaryDirectory() as folder:
            taken = asyncio.run(_pictures(Path(folder), scenario))
        name = f"command to public picture, {scenario}, p95 of {len(taken)}"
        yield Row(name, percentile(taken, 95), "ms", most=250.0)


async def _pictures(folder: Path, scenario: str) -> list[float]:
    local = LocalDiscord()
    await local.start()
    try:
        games = [Game(local, n, scenario, 0) for n in range(PICTURES)]
        match = _before_a_fire(scenario)
        for game in games:
            game.match = match
        async with serving(local, folder, ("bot",), [game.begun for game in games]):
            return [await _picture(local, game) for game in games]
    finally:
        await local.stop()


def _before_a_fire(scenario: str) -> Match:
    """Return a game in which the player in turn can fire."""
    match, rnd = Match(titles()["tide"], scenario, {}, b"fire"), Random(scenario)
    while not any(random_of(match.game, match.seen(seat), Fire, rnd) for seat in match.asked[:1]):
        step(match, rnd)
    return match


async def _picture(local: LocalDiscord, game: Game) -> float:
    """Fire, and wait until the bot has posted the fight."""
    seat = game.match.asked[0]
    seen = game.match.seen(seat)
    action = random_of(game.match.game, seen, Fire, game.rnd)
    assert action is not None
    options = typed(game.match.game, seen, action)
    before, posts = len(local.faults.requests), f"/channels/{game.place.id}/messages"

    def posted() -> bool:
        return any(r.files and r.status and r.path == posts for r in local.faults.requests[before:])

    start = time.perf_counter()
    await game.people[seat].slash(game.place, "tide fire", **options)
    async with asyncio.timeout(60):
        while not posted():  # noqa: ASYNC110 - nobody tells what the bot has sent
            await asyncio.sleep(0.001)
    return (time.perf_counter() - start) * 1000


def memory() -> Iterator[Row]:
    """Megabytes of the idle bot, and of many loaded games on top."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("memory of the idle bot", asyncio.run(_idle(Path(folder))), "MB")
        before, after = asyncio.run(_loaded(Path(folder)))
    added = (after - before) * 1024 / LOADED
    yield Row(f"memory that each of {LOADED} loaded full games adds", added, "KiB", most=100.0)


async def _idle(folder: Path) -> float:
    local = LocalDiscord()
    await local.start()
    try:
        async with serving(local, folder, ("bot",)) as process:
            await asyncio.sleep(3)
            return resident(process.pid)
    finally:
        await local.stop()


async def _loaded(folder: Path) -> tuple[float, float]:
    """Load running games one after another, and return the memory before and after."""
    local = LocalDiscord()
    kept = [Game(local, n, "kalach", 150) for n in range(8)]
    database = await open_database(folder / "loaded.db")
    games = Games(database)
    for n in range(LOADED):
        game = kept[n % len(kept)]
        game.place = local.channel(f"loaded-{n}")
        await keep(games, n, game.begun)
    before = resident(os.getpid())
    open_tables = Tables(games, dict(titles()))
    tables = [await open_tables.table(n + 1) for n in range(LOADED)]
    after = resident(os.getpid())
    assert all(tables)
    await database.close()
    return before, after


def resident(process: int) -> float:
    """Return the memory of a process that is not shared with others, in megabytes."""
    rolled = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    kilobytes = sum(int(line.split()[1]) for line in rolled.splitlines() if line.startswith("Private_"))
    return kilobytes / 1024


MEASURES = (acknowledgement, public_picture, memory)
