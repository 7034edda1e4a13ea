"""Two lobbies get the wishes of several people at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from bot.chat.desk.draft import Stale, Unchanged
from bot.chat.desk.notes import adds
from bot.chat.desk.table import Table
from bot.kernel.log import fold
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.store.database import Database
from bot.titles import titles
from tests.many.races import Side

ANNA, BORIS, VERA = 1, 2, 3
_NUMBERS = count(1 << 41)


class Lobbies:
    """Two sides with one open table, each with a memory of its own."""

    def __init__(self, one: Database, other: Database) -> None:
        self.sides = (Side(one), Side(other))

    def number(self) -> int:
        """Return the id of a new interaction."""
        return next(_NUMBERS)

    async def open(self, title: str = "tide", scenario: str = "first") -> int:
        """Open a table of Anna in a new channel, which both sides have in memory."""
        lobby, id = self.sides[0].lobby, self.number()
        made = await lobby.open(title, titles()[title].scenarios[scenario], 1, id, ANNA, id)
        assert isinstance(made, Table)
        await asyncio.gather(*(side.table(made.record.id) for side in self.sides))
        return made.record.id

    async def fresh(self, game: int) -> Table:
        """Return a game as the store has it, and as both sides will know it."""
        return await Side(self.sides[1].games.database).table(game)

    async def begun(self, game: int, people: tuple[int, int] = (ANNA, BORIS)) -> Table:
        """Begin a game of two."""
        side = self.sides[0]
        table = await side.table(game)
        for seat, person in zip(table.sides, people, strict=True):
            assert isinstance(await side.lobby.join(table, person, seat, ""), str)
        assert isinstance(await side.lobby.start(table, self.number()), str)
        return await self.fresh(game)


def granted(said: list[Any]) -> list[bool]:
    """Return which wishes were granted. Raises `AssertionError` for an unusual answer."""
    assert all(isinstance(each, str | Refusal | Stale | Unchanged) for each in said), said
    return [isinstance(each, str) for each in said]


async def at_once(*wishes: Awaitable[Any]) -> list[Any]:
    """Let all of them happen at once."""
    return list(await asyncio.gather(*wishes))


async def one_seat(lobbies: Lobbies) -> Counter[str]:
    """Two people take one seat; exactly one of them gets it."""
    game = await lobbies.open()
    one, other = [await side.table(game) for side in lobbies.sides]
    seat = one.sides[0]
    said = await at_once(
        lobbies.sides[0].lobby.join(one, ANNA, seat, ""), lobbies.sides[1].lobby.join(other, BORIS, seat, "")
    )
    table = await lobbies.fresh(game)
    winners = [person for person, is_granted in zip((ANNA, BORIS), granted(said), strict=True) if is_granted]
    assert winners == [table.person_at(seat)], f"{said}, and {table.person_at(seat)} has the seat"
    return Counter({f"seat to {winners[0]}": 1})


async def both_seats(lobbies: Lobbies) -> Counter[str]:
    """Two people take two seats with words of luck; both have them."""
    game = await lobbies.open()
    one, other = [await side.table(game) for side in lobbies.sides]
    said = await at_once(
        lobbies.sides[0].lobby.join(one, ANNA, one.sides[0], "luck"),
        lobbies.sides[1].lobby.join(other, BORIS, one.sides[1], "chance"),
    )
    table = await lobbies.fresh(game)
    assert granted(said) == [True, True], said
    assert [table.person_at(seat) for seat in table.sides] == [ANNA, BORIS]
    assert list(table.words.values()) == ["luck", "chance"]
    return Counter({"two seats": 1})


async def options(lobbies: Lobbies) -> Counter[str]:
    """Two people set different options.

    All that were granted are set, and not everybody has agreed to them.
    """
    game = await lobbies.open()
    first = await lobbies.sides[0].table(game)
    for seat, person in zip(first.sides, (ANNA, BORIS), strict=True):
        await lobbies.sides[0].lobby.join(first, person, seat, "")
    await lobbies.fresh(game)
    one, other = [await side.table(game) for side in lobbies.sides]
    wanted = {"hints": "no", "dice": "rolling"}
    said = await at_once(
        lobbies.sides[0].lobby.choose(one, ANNA, "hints", "no", one.moment),
        lobbies.sides[1].lobby.choose(other, BORIS, "dice", "rolling", other.moment),
    )
    table, given = await lobbies.fresh(game), granted(said)
    names = [name for name, is_granted in zip(wanted, given, strict=True) if is_granted]
    assert names, said
    assert table.record.options == {name: wanted[name] for name in names}, f"{said}: {table.record.options}"
    agreed = {seat.person for seat in table.seats if seat.agreed}
    assert len(agreed) < 2, f"{agreed} agree to options that another person has set: {said}"
    return Counter({f"{len(names)} options": 1})


async def agreement(lobbies: Lobbies) -> Counter[str]:
    """A person agrees while another sets an option, which the first has not seen."""
    game = await lobbies.open()
    first = await lobbies.sides[0].table(game)
    for seat, person in zip(first.sides, (ANNA, BORIS), strict=True):
        await lobbies.sides[0].lobby.join(first, person, seat, "")
    await lobbies.sides[0].lobby.choose(first, ANNA, "hints", "no")
    await lobbies.fresh(game)
    one, other = [await side.table(game) for side in lobbies.sides]
    said = await at_once(
        lobbies.sides[0].lobby.choose(one, ANNA, "dice", "rolling", one.moment),
        lobbies.sides[1].lobby.agree(other, BORIS, other.moment),
    )
    table, (is_set, _) = await lobbies.fresh(game), granted(said)
    boris = next(seat for seat in table.seats if seat.person == BORIS)
    assert not (is_set and boris.agreed), f"Boris agrees to an option that he did not see: {said}"
    return Counter({"agreement": 1})


async def notes(lobbies: Lobbies) -> Counter[str]:
    """A person writes two notes at once; all accepted notes are there."""
    game = await lobbies.open()
    await lobbies.begun(game)
    one, other = [await side.table(game) for side in lobbies.sides]
    said = await at_once(
        lobbies.sides[0].desk.note(one, ANNA, adds("here"), lobbies.number()),
        lobbies.sides[1].desk.note(other, ANNA, adds("there"), lobbies.number()),
    )
    table = await lobbies.fresh(game)
    kept = sorted(text for text, wrong in zip(("here", "there"), said, strict=True) if wrong is None)
    found = table.notes[table.sides[0]]
    assert sorted(found.values()) == kept, f"{said}: {found}"
    return Counter({f"{len(kept)} notes": 1})


async def beginning(lobbies: Lobbies) -> Counter[str]:
    """Two people take the last seats at once; the game begins once."""
    game = await lobbies.open()

    async def sits(side: Side, person: int, seat: Seat) -> Any:
        table = await side.table(game)
        said = await side.lobby.join(table, person, seat, "")
        await side.lobby.start_if_ready(table, lobbies.number())
        return said

    seats = (await lobbies.sides[0].table(game)).sides
    said = await at_once(sits(lobbies.sides[0], ANNA, seats[0]), sits(lobbies.sides[1], BORIS, seats[1]))
    table = await lobbies.fresh(game)
    assert granted(said) == [True, True], said
    assert table.record.status == "live", "all seats are taken, and the game has not begun"
    assert sum(entry.by == "table" for entry in table.log) == 1, "the game has begun twice"
    assert fold(table.game, table.log) == table.state
    return Counter({"beginning": 1})


async def leaving(lobbies: Lobbies) -> Counter[str]:
    """A player leaves while another person takes the seat."""
    game = await lobbies.open()
    first = await lobbies.sides[0].table(game)
    seat = first.sides[0]
    await lobbies.sides[0].lobby.join(first, BORIS, seat, "")
    await lobbies.fresh(game)
    one, other = [await side.table(game) for side in lobbies.sides]
    said = await at_once(
        lobbies.sides[0].lobby.leave(one, BORIS), lobbies.sides[1].lobby.join(other, VERA, seat, "")
    )
    table, (_, is_taken) = await lobbies.fresh(game), granted(said)
    if table.record.status == "lobby":
        assert table.person_at(seat) == (VERA if is_taken else None), f"{said}: {table.person_at(seat)}"
    else:
        assert not is_taken, f"Vera sits at a closed table: {said}"
    return Counter({"leaving": 1})


Wish = Callable[[Lobbies], Awaitable[Counter[str]]]
WISHES: tuple[Wish, ...] = (one_seat, both_seats, options, agreement, notes, beginning, leaving)
