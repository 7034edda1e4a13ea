"""Campaigns for pictures.

Computers have played some of them; another has full areas.
"""

from __future__ import annotations

from functools import cache
from itertools import count

from msgspec.structs import replace

from bot.titles.strike import TITLE
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from tests.match import Match

OX, DIAMOND, ALONE = AreaId("E5"), AreaId("F5"), AreaId("C5")
"""Two crowded areas that both sides share, and an area of the Germans alone."""


@cache
def campaign(scenario: str = "campaign", moves: int = 60) -> State:
    """Return a campaign after this number of moves by two computers."""
    match = Match(TITLE, scenario, {}, b"pictures")
    for _ in range(moves):
        if match.over:
            break
        seat = match.asked[0]
        assert match.act(seat, match.game.play(match.seen(seat)), "computer") is None
    state: State = match.state
    return state


@cache
def crowd() -> State:
    """Return the first turn with every kind of unit in few areas.

    Russian corps are reduced, and leaders are out of command.
    """
    state = campaign(moves=12)
    units = dict(state.units)

    def send(seat: str, kinds: tuple[str, ...], most: int, to: AreaId, down: bool = False) -> None:
        free = (unit for unit in state.units.values() if unit.side == seat and counters.is_kind(unit, *kinds))
        number = count()
        for unit in free:
            if unit.id not in sent and next(number) < most:
                sent[unit.id] = units[unit.id] = replace(unit, place=to, down=down, trail=())

    sent: dict[UnitId, Unit] = {}
    others = ("trucks", "luftwaffe", "rail", "partisans", "commissar")
    for area, corps in ((OX, 4), (DIAMOND, 2)):
        send(GERMAN, ("corps", "garrison"), corps, area)
        send(RUSSIAN, ("corps", "militia"), corps, area, down=True)
        for seat in (GERMAN, RUSSIAN):
            send(seat, ("leader",), 1, area, down=seat == GERMAN)
            send(seat, others, 3, area)
    send(GERMAN, ("army", "group"), 2, ALONE)
    send(GERMAN, ("leader",), 2, ALONE)
    send(GERMAN, others, 3, ALONE)
    return replace(state, units=units)
