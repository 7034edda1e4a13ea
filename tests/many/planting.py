"""Games that have begun, put into a database without playing them there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random
from typing import NamedTuple

from bot.kernel.game import answer
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.store.games import Games, SeatRecord
from bot.titles import titles
from tests.match import Match, moment

NOTICE = b'{"type":"notice"}'


class Kind(NamedTuple):
    """A scenario, its most moves before it is planted, and the computer's seats."""

    title: str
    scenario: str
    moves: int = 20
    computers: tuple[Seat, ...] = ()


KINDS = (
    Kind("tide", "first", 12),
    Kind("strike", "first"),
    Kind("trap", "first"),
    Kind("firefight", "first"),
    Kind("tide", "kalach", 30, (Seat("soviet"),)),
    Kind("firefight", "three-players"),
    Kind("strike", "autumn", 30, (Seat("russian"),)),
    Kind("trap", "relief", 30, (Seat("chechen"),)),
    Kind("tide", "ugra", 40),
    Kind("firefight", "infantry", 20, (Seat("two"),)),
)
"""Games of all titles, the first of them for short runs."""


def begun(kind: Kind, number: int) -> Match:
    """Play a game by lot for some moves; each number makes another game."""
    game, rnd = titles()[kind.title], Random(number)
    seats = game.scenarios[kind.scenario].seats
    match = Match(game, kind.scenario, {}, number.to_bytes(32, "big"), dict.fromkeys(seats, ""))
    match = moment(match, rnd, kind.computers, rnd.randint(0, kind.moves))
    while not match.over and (more := answer(game, match.state, ())) is not None:
        seat, by, action = more
        assert match.act(seat, action, by) is None
    return match


def several(count: int) -> Iterator[tuple[Kind, Match]]:
    """Yield games of all titles."""
    for number, kind in zip(range(1, count + 1), cycle(KINDS), strict=False):
        yield kind, begun(kind, number)


async def plant(
    games: Games, match: Match, guild: int, channel: int, people: Mapping[Seat, int | None], interaction: int
) -> int:
    """Store a game that has begun, and return its number.

    The computer plays each seat without a person.
    """
    host = next(person for person in people.values() if person is not None)
    made = await games.new_game(
        match.game.key, match.scenario, match.seed, guild, channel, host, match.seats, interaction, NOTICE
    )
    for seat, person in people.items():
        await games.sit(made.id, SeatRecord(seat, person, person is None, agreed=True), NOTICE)
    lines = [(n, encode(entry).decode()) for n, entry in enumerate(match.log)]
    left = [(each.seat, each.number, encode(each).decode()) for each in match.instructions]
    await games.append(made.id, lines, status="live", instructions=left, asked=match.asked)
    for row in await games.owed(made.id):
        await games.sent(made.id, [row.id], 0)
    return made.id
