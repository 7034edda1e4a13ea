"""Two desks with memories of their own get orders for the same games at once.

They stand for two processes. Whatever they answer, the logs must be what a single process could have written.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from itertools import count
from random import Random
from typing import Any, NamedTuple, cast
from unittest.mock import Mock

from msgspec import Struct

from bot.chat.desk.desk import Asked, Desk, Done, Reply
from bot.chat.desk.draft import Stale, Unchanged, Unsure
from bot.chat.desk.order_text import Malformed
from bot.chat.desk.table import Table, Tables
from bot.chat.lobby import Lobby
from bot.chat.posts.postman import Postman
from bot.kernel.game import verb
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.kit.instructions import STANDING
from bot.store.database import Database
from bot.store.games import Games, Repeated
from bot.titles import titles
from tests.many.judged import judge, may_undo
from tests.many.planting import plant, several
from tests.match import random_action

GUILD = 1
PEOPLE = 1000
"""The person of seat n of game g is g times this, plus n."""
Said = Reply | Asked | Repeated
REFUSED = (Refusal, Stale, Unchanged, Unsure, Malformed)


class Side:
    """A desk with tables and a lobby of its own, as a process has them."""

    def __init__(self, database: Database) -> None:
        self.games = Games(database)
        self.tables = Tables(self.games, dict(titles()))
        self.desk = Desk(self.tables, lambda game: None)
        self.lobby = Lobby(self.tables, self.desk, cast(Postman, Mock()))

    async def table(self, game: int) -> Table:
        """Return a game as this side has it in memory."""
        table = await self.tables.table(game)
        assert table is not None
        return table


class Taken(NamedTuple):
    """An order that a side confirmed."""

    game: int
    seat: Seat
    action: Any
    """None if it went back."""
    done: Done


class Report(Struct):
    """The counts of a race: contests, confirmed orders, and all answers by kind."""

    contests: int = 0
    taken: int = 0
    both: int = 0
    answers: Counter[str] = Counter()

    def __str__(self) -> str:
        answers = ", ".join(f"{times:,} {name}" for name, times in self.answers.most_common())
        return f"{self.contests:,} contests, {self.taken:,} orders confirmed, in {self.both:,} both; {answers}"


class Race:
    """Two sides, the games between them, and the orders that they confirmed."""

    def __init__(self, one: Database, other: Database, seed: int) -> None:
        self.sides = (Side(one), Side(other))
        self.rnd = Random(seed)
        self.games: dict[int, int] = {}
        """The length of each game's log at its beginning here."""
        self.taken: list[Taken] = []
        self.report = Report(answers=Counter())
        self._ids = count(1 << 40)

    async def plant(self, games: int) -> None:
        """Begin games of all titles, without computers."""
        for number, (_, match) in enumerate(several(games), 1):
            people: dict[Seat, int | None] = {seat: PEOPLE * number + n for n, seat in enumerate(match.seats)}
            if not match.over:
                game = await plant(self.sides[0].games, match, GUILD, number, people, next(self._ids))
                self.games[game] = len(match.log)

    async def run(self, contests: int) -> Report:
        """Hold contests at random games that still run."""
        running = list(self.games)
        while self.report.contests < contests:
            assert running, "all games are over"
            game = self.rnd.choice(running)
            if (await self.sides[0].table(game)).record.status != "live":
                running.remove(game)
                continue
            await self._contest(game)
            self.report.contests += 1
        return self.report

    async def _contest(self, game: int) -> None:
        kinds = (self._same, self._same, self._delivered_twice, self._different, self._undone, self._back)
        before = len(self.taken)
        await self.rnd.choice(kinds)(game)
        self.report.both += len(self.taken) - before == 2

    async def _same(self, game: int) -> None:
        """A player gives an order in the channel and in direct messages at once."""
        seat, action = await self._wanted(game, self.sides[0])
        await self._both(*[given(self, side, game, seat, action, next(self._ids)) for side in self.sides])

    async def _delivered_twice(self, game: int) -> None:
        """Both sides hear the same interaction, as in a takeover."""
        seat, action = await self._wanted(game, self.sides[0])
        id, before = next(self._ids), len(self.taken)
        await self._both(*[given(self, side, game, seat, action, id) for side in self.sides])
        assert len(self.taken) - before <= 1, f"one interaction took effect twice: {self.taken[-2:]}"

    async def _different(self, game: int) -> None:
        """Two orders come at once, also of different players."""
        wanted = [(side, await self._wanted(game, side)) for side in self.sides]
        orders = [given(self, side, game, *what, next(self._ids)) for side, what in wanted]
        await self._both(*orders)

    async def _undone(self, game: int) -> None:
        """A player takes an order back while somebody acts."""
        one, other = self._shuffled()
        seat, action = await self._wanted(game, other)
        table = await one.table(game)
        undoer = self.rnd.choice(table.seats).seat
        person = table.person_at(undoer) or 0
        await self._both(
            self._noted(game, undoer, None, one.desk.take_back(table, person, next(self._ids))),
            given(self, other, game, seat, action, next(self._ids)),
        )

    async def _back(self, game: int) -> None:
        """All players agree to go back at the same time."""
        table = await self.sides[0].table(game)
        if len(table.log.moves) < 2:
            return
        to = table.log.moves[-1]
        agreeing = []
        for n, person in enumerate(table.people()):
            side = self.sides[n % 2]
            own, id = await side.table(game), next(self._ids)
            seat = own.seats_of(person)[0]
            rewound = side.desk.rewind(own, person, to, own.publicly_since, id)
            agreeing.append(self._noted(game, seat, None, rewound))
        before = len(self.taken)
        said = await self._both(*agreeing)
        assert len(self.taken) - before <= 1, "the game went back twice by one agreement"
        if all(isinstance(each, Asked) for each in said):
            raise AssertionError(f"all have agreed, and the game {game} does not go back: {said}")

    def _shuffled(self) -> tuple[Side, Side]:
        one, other = self.rnd.sample(self.sides, 2)
        return one, other

    async def _wanted(self, game: int, side: Side) -> tuple[Seat, Any]:
        """Choose an order by the view of a side, which may lag behind."""
        table = await side.table(game)
        if table.record.status == "over":
            return table.sides[0], None
        seat = self.rnd.choice(table.asked())
        return seat, random_action(table.game, table.seen(seat), self.rnd)

    async def order(self, side: Side, game: int, seat: Seat, action: Any, id: int) -> Said:
        """Give an order at a side, typed or by a button of its moment."""
        table = await side.table(game)
        person = table.person_at(seat) or 0
        seq = table.since(seat) if self.rnd.random() < 0.5 else None
        return await self._noted(game, seat, action, side.desk.act(table, person, lambda seen: action, id, seq))

    async def _noted(self, game: int, seat: Seat, action: Any, asked: Awaitable[Reply | Asked]) -> Said:
        try:
            said: Said = await asked
        except Repeated as repeated:
            said = repeated
        if isinstance(said, Done):
            self.taken.append(Taken(game, seat, action, said))
            self.report.taken += 1
        else:
            assert isinstance(said, (*REFUSED, Asked, Repeated)), said
        self.report.answers[type(said).__name__] += 1
        return said

    async def _both(self, *asked: Awaitable[Said]) -> list[Said]:
        """Let all of them happen at once."""
        return list(await asyncio.gather(*asked))

    async def audit(self, database: Database) -> None:
        """Read all games again, judge every entry, and compare them with the answers."""
        tables = Tables(Games(database), dict(titles()))
        for game, first in self.games.items():
            table = await tables.table(game)
            assert table is not None
            judge(table, first)
            self._compare(table, first, [each for each in self.taken if each.game == game])

    def _compare(self, table: Table, first: int, taken: list[Taken]) -> None:
        """See that each confirmed order is in the log once, and no other."""
        log, where = table.log, f"game {table.record.id}"
        moves = [each for each in taken if each.done.first <= each.done.last]
        firsts = Counter(each.done.first for each in moves)
        assert all(times == 1 for times in firsts.values()), f"{where}: two answers name one entry: {firsts}"
        for each in moves:
            entry = log[each.done.first]
            assert (entry.seat, entry.by, entry.action) == (each.seat, "person", each.action), f"{where}: {each}"
            if each.action is None and entry.back_to is not None and len(table.people()) == 1:
                assert may_undo(table, each.done.first)
        by_people = {n for n in range(first, len(log)) if log[n].by == "person"}
        assert by_people == set(firsts), f"{where}: entries {by_people ^ set(firsts)} are not those confirmed"
        standing = [each for each in taken if each.action is not None and verb(type(each.action)) == STANDING]
        left = [each for each in log.recorded() if each.by == "person" and each.entries >= first]
        assert len(standing) == len(left), f"{where}: {len(standing)} standing orders, and {len(left)} stored"


def given(race: Race, side: Side, game: int, seat: Seat, action: Any, id: int) -> Awaitable[Said]:
    """Return an order that is not given yet; without an action it is a refusal."""
    if action is None:
        return _nothing()
    return race.order(side, game, seat, action, id)


async def _nothing() -> Said:
    return Stale()


async def race(one: Database, other: Database, contests: int, games: int = 8, seed: int = 1) -> Report:
    """Let two sides race, and audit the games. Raises `AssertionError`."""
    running = Race(one, other, seed)
    await running.plant(games)
    report = await running.run(contests)
    await running.audit(other)
    return report
