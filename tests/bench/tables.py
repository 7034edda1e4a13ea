"""Many busy tables: the bot in a process, Discord and its players in another.

The same orders go to a bot that only acknowledges, at the same moments and in the same Discord process. So its
times are the floor. Processor time is counted by the operating system. It includes the bot's helper processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bot.kernel.fields import Field, fields
from bot.kernel.game import answer, verb
from bot.kernel.secret import PUBLIC, Seat, see
from bot.local import Channel, Interaction, NotPossible, Person
from bot.local.events import Event
from bot.local.home import LocalDiscord
from bot.titles import titles
from tests.bench.rows import Row, percentile
from tests.bench.wire import resident, serving, typed
from tests.match import AnyGame, AnySeen, Match, moment, random_action

THINKING = 2.0
"""Seconds between an answer and the next order of a table, on average."""
SCRIPTS = 5
"""Number of different games. Several tables play each of them."""
PATIENCE = 120.0
UNDONE = "Do it"
"""The button that gives an order which leaves something undone."""
GROUND = 300.0
"""Seconds in which the helper draws the ground of a map beforehand."""
FIRST_CROP = 20.0
"""Seconds in which the first crop starts the helper; without a crop none starts."""
LATE = 10.0
"""Seconds after the load in which the last maps are posted."""


class Load:
    """The number of tables and seconds; command-line options change them."""

    tables = 50
    seconds = 60.0


class Kind(NamedTuple):
    """A scenario, its moves before the load, and the wanted time of a command."""

    title: str
    scenario: str
    moves: int
    wanted: float

    @property
    def game(self) -> AnyGame:
        """The title."""
        return titles()[self.title]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the scenario."""
        return self.game.scenarios[self.scenario].seats


FIRST = Kind("tide", "first", 12, 35.0)
OTHERS = (
    Kind("tide", "korsun", 60, 70.0),
    Kind("strike", "campaign", 60, 70.0),
    Kind("trap", "historical", 60, 80.0),
    Kind("firefight", "four-players", 120, 40.0),
)


class Order(NamedTuple):
    """An order as a player types it, and the move that it makes.

    `begun` are the first letters of the option that is completed. `public` is True if the map changes.
    """

    seat: Seat
    command: str
    options: dict[str, Any]
    completed: str
    begun: str
    move: int
    public: bool


class Script(NamedTuple):
    """A game until the load begins, and the orders of its players from then on."""

    start: Match
    orders: list[Order]


def evening(kind: Kind, number: int) -> list[Script]:
    """Return the games that a table plays in turn until the load ends."""
    wanted, games = Load.seconds / THINKING + 2, list[Script]()
    while (left := wanted - sum(len(game.orders) for game in games)) > 0:
        games.append(script(kind, number + SCRIPTS * len(games), left))
    return games


def script(kind: Kind, number: int, most: float) -> Script:
    """Play a game by lot, and write down how its players order its moves.

    Stops after `most` orders.
    """
    rnd = Random(number)
    words = dict.fromkeys(kind.seats, "")
    match = Match(kind.game, kind.scenario, {}, number.to_bytes(4, "big"), words)
    match = moment(match, rnd, (), kind.moves + number % SCRIPTS)
    _go_on(match)
    start, orders = match.cut(len(match.log)), list[Order]()
    while not match.over and len(orders) < most:
        seat = rnd.choice(match.asked)
        seen, before = match.seen(seat), see(match.state, PUBLIC)
        action = random_action(match.game, seen, rnd)
        options = typed(match.game, seen, action)
        named = [field for field in fields(type(action)) if field.is_name and field.name in options]
        begun = _label(match.game, seen, named[0], getattr(action, named[0].name))[:2] if named else ""
        assert match.act(seat, action) is None
        _go_on(match)
        public = see(match.state, PUBLIC) != before
        command = f"{kind.title} {verb(type(action))}"
        completed = named[0].name if named else ""
        orders.append(Order(seat, command, options, completed, begun, len(match.log) - 1, public))
    return Script(start, orders)


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    return game.label(seen, field, value[0] if field.many else value)


def _go_on(match: Match) -> None:
    """Give the standing orders and the forced answers, as the bot does."""
    while not match.over and (more := answer(match.game, match.state, ())) is not None:
        seat, by, action = more
        assert match.act(seat, action, by) is None


class Taken:
    """The measurements under load: milliseconds, and counts."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.floor: list[float] = []
        self.answered: list[float] = []
        self.shown: list[float] = []
        self.completed: list[float] = []
        self.refused: list[str] = []
        self.pictures = 0
        self.processor = 0.0
        self.memory = 0.0
        self.painters: list[float] = []


class Table:
    """A game of the load: its people in both Discords, and orders yet without a map."""

    def __init__(
        self,
        name: str,
        played: Script,
        people: Sequence[str],
        both: tuple[LocalDiscord, LocalDiscord],
        taken: Taken,
    ) -> None:
        self.script = played
        self.taken = taken
        self.places = tuple(local.channel(name) for local in both)
        seated = dict(zip(played.start.seats, people, strict=True))
        self.people = tuple({seat: local.person(name) for seat, name in seated.items()} for local in both)
        self.awaited: dict[int, float] = {}

    def hear(self, event: Event) -> None:
        """Note the orders whose map is public now."""
        if event.message is None or event.only_for is not None or "after move " not in event.message.content:
            return
        shown = int(event.message.content.partition("after move ")[2].split()[0])
        for move in [move for move in self.awaited if move <= shown]:
            self.taken.shown.append((time.perf_counter() - self.awaited.pop(move)) * 1000)

    async def play(self, rnd: Random) -> None:
        """Give all orders."""
        for order in self.script.orders:
            await self._order(order)
            await asyncio.sleep(rnd.uniform(0.5, 1.5) * THINKING)

    async def _order(self, order: Order) -> None:
        real, bare = (people[order.seat] for people in self.people)
        if order.completed:
            await asyncio.gather(
                self._complete(real, self.places[0], order), _patiently(bare, self.places[1], order)
            )
        begun = time.perf_counter()
        if order.public:
            self.awaited[order.move] = begun
        ours = await real.slash(self.places[0], order.command, **order.options)
        floor = await bare.slash(self.places[1], order.command, **order.options)
        await asyncio.gather(self._answer(real, ours, begun), _timed(floor, self.taken.floor, time.perf_counter()))

    async def _complete(self, person: Person, place: Channel, order: Order) -> None:
        begun = time.perf_counter()
        try:
            await _asked(person, place, order)
        except (NotPossible, TimeoutError) as error:
            self.taken.refused.append(f"{order.completed} of {order.command}: {error}")
        self.taken.completed.append((time.perf_counter() - begun) * 1000)

    async def _answer(self, person: Person, said: Interaction, begun: float) -> None:
        await _timed(said, self.taken.acknowledged, begun)
        await said.done(PATIENCE)
        self.taken.answered.append((time.perf_counter() - begun) * 1000)
        if said.replies and UNDONE in said.replies[0].labels and not said.replies[0].content.startswith("✅"):
            said = await (await person.click(said.replies[0], UNDONE)).done(PATIENCE)
        message = said.replies[0] if said.replies else said.message
        if message is None or not message.content.startswith("✅"):
            self.taken.refused.append(message.content if message is not None else str(said.failed))


class Desk:
    """A group of people that plays one game after another, each in its own channel."""

    def __init__(
        self, number: int, played: Sequence[Script], both: tuple[LocalDiscord, LocalDiscord], taken: Taken
    ) -> None:
        people = [f"Player {number} {n}" for n in range(len(played[0].start.seats))]
        self.rnd = Random(number)
        self.tables = [Table(f"bench-{number}-{n}", each, people, both, taken) for n, each in enumerate(played)]

    async def play(self) -> None:
        """Play all games."""
        await asyncio.sleep(self.rnd.uniform(0, THINKING))
        for table in self.tables:
            await table.play(self.rnd)


async def _timed(said: Interaction, taken: list[float], begun: float) -> None:
    await said.answered(PATIENCE)
    taken.append((time.perf_counter() - begun) * 1000)


async def _patiently(person: Person, place: Channel, order: Order) -> None:
    """Ask the floor, which may be late as well when the machine does other work."""
    with contextlib.suppress(NotPossible, TimeoutError):
        await _asked(person, place, order)


async def _asked(person: Person, place: Channel, order: Order) -> None:
    others = {name: value for name, value in order.options.items() if name != order.completed}
    typed = {order.completed: order.begun}
    await person.autocomplete(place, order.command, focused=order.completed, **others, **typed)


@contextlib.asynccontextmanager
async def _discords() -> AsyncIterator[tuple[LocalDiscord, LocalDiscord]]:
    both = (LocalDiscord(), LocalDiscord())
    for local in both:
        await local.start()
    try:
        yield both
    finally:
        for local in both:
            await local.stop()


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


def family(process: int) -> list[int]:
    """Return a process, its children, and theirs."""
    return [process, *(each for child in children(process) for each in family(child))]


def helpers(process: int) -> list[int]:
    """Return the processes that draw ground beforehand for a bot."""
    return [each for each in family(process) if "render.prepare" in command(each)]


def painters(process: int) -> list[int]:
    """Return the processes that draw pictures for a bot."""
    return [each for each in family(process) if "render.painter" in command(each)]


def command(process: int) -> str:
    """Return the command line of a process; "" if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
    return ""


def processor(process: int) -> float:
    """Return the seconds of processor time that a process and its helpers have taken."""
    ticks = 0
    for each in family(process):
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def _warmed(tables: Sequence[Table], process: int) -> None:
    """Load each game, and draw the ground of its map and of its crops."""
    for table in tables:
        person = next(iter(table.people[0].values()))
        await (await person.slash(table.places[0], "game board")).done(PATIENCE)
    for table in tables[:SCRIPTS]:  # The maps of other games may be other ones, such as those of a night.
        for person in table.people[0].values():
            await (await person.slash(table.places[0], "game play")).done(PATIENCE)
    with contextlib.suppress(TimeoutError):  # The first crop is drawn after its panel has been answered.
        async with asyncio.timeout(FIRST_CROP):
            while not helpers(process):  # noqa: ASYNC110 - the helper's start and end are announced to nobody
                await asyncio.sleep(0.05)
    async with asyncio.timeout(GROUND):
        while helpers(process):  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def loaded(kind: Kind, folder: Path) -> Taken:
    """Play at all tables at once, and return the measurements."""
    taken, evenings = Taken(), [evening(kind, n) for n in range(min(SCRIPTS, Load.tables))]
    async with _discords() as both:
        desks = [Desk(n, evenings[n % len(evenings)], both, taken) for n in range(Load.tables)]
        tables = [table for desk in desks for table in desk.tables]
        by_channel = {table.places[0].id: table for table in tables}

        def hear(event: Event) -> None:
            if event.channel is not None and event.channel.id in by_channel:
                by_channel[event.channel.id].hear(event)

        both[0].site.world.listeners.append(hear)
        (folder / "bench.db").unlink(missing_ok=True)
        games = [(each.script.start, each.places[0], each.people[0]) for each in tables]
        (folder / "bare").mkdir(exist_ok=True)
        async with (
            serving(both[1], folder / "bare", ("tests.bench.acknowledger",)),
            serving(both[0], folder, ("bot",), games) as process,
        ):
            await _warmed([desk.tables[0] for desk in desks], process.pid)
            await _measured(both[0], desks, taken, process.pid)
    return taken


async def _measured(local: LocalDiscord, desks: Sequence[Desk], taken: Taken, process: int) -> None:
    begun, requests = processor(process), len(local.faults.requests)
    async with asyncio.timeout(2 * Load.seconds + PATIENCE):
        await asyncio.gather(*(desk.play() for desk in desks))
        end = time.monotonic() + LATE
        while time.monotonic() < end and any(table.awaited for desk in desks for table in desk.tables):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    taken.processor = (processor(process) - begun) * 1000
    taken.pictures = sum(len(each.files) for each in local.faults.requests[requests:])
    taken.memory = resident(process)
    taken.painters = [resident(each) for each in painters(process)]


def _rows(kind: Kind) -> Iterator[Row]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # The helper may still write ground.
        taken = asyncio.run(loaded(kind, Path(folder)))
    orders = len(taken.answered)
    name = f"{kind.title} {kind.scenario}, {Load.tables} tables"
    yield Row(f"{name}: processor a command, of {orders}", taken.processor / orders, "ms", most=kind.wanted)
    wanted = (80.0, 400.0, 250.0, 800.0, 60.0) if kind == FIRST else (None,) * 5
    yield Row(f"{name}: answer complete, p50", percentile(taken.answered, 50), "ms", most=wanted[0])
    yield Row(f"{name}: answer complete, p95", percentile(taken.answered, 95), "ms", most=wanted[1])
    yield Row(f"{name}: map posted, p50", percentile(taken.shown, 50), "ms", most=wanted[2])
    yield Row(f"{name}: map posted, p95", percentile(taken.shown, 95), "ms", most=wanted[3])
    bare, ours = taken.floor, taken.acknowledged
    most = 2.0 if kind == FIRST else None
    yield Row(f"{name}: acknowledged, p50 (floor: a bot that only does that)", percentile(ours, 50), "ms",
              percentile(bare, 50))  # fmt: skip
    yield Row(f"{name}: acknowledged, p99", percentile(ours, 99), "ms", percentile(bare, 99), most=most)
    yield Row(f"{name}: autocomplete, p99", percentile(taken.completed, 99), "ms", most=wanted[4])
    yield Row(f"{name}: pictures a command", taken.pictures / orders, "")
    yield Row(f"{name}: memory afterwards", taken.memory, "MiB", most=250.0)
    for memory in taken.painters:
        yield Row(f"{name}: memory of a painter afterwards", memory, "MiB")
    yield Row(f"{name}: orders that were not taken", len(taken.refused), "", most=0)
    for text in taken.refused[:3]:
        print(f"  {text!r}", flush=True)


def tables_first() -> Iterator[Row]:
    """Tide `first` at many tables."""
    yield from _rows(FIRST)


def tables_others() -> Iterator[Row]:
    """The largest scenarios, and four players, at many tables."""
    for kind in OTHERS:
        yield from _rows(kind)


MEASURES = (tables_first, tables_others)
