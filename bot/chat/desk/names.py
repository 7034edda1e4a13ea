"""The names of seats: their sides, or player numbers if seats are players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.chat.desk.naming import Names
from bot.chat.desk.spelling import plain
from bot.chat.desk.table import Table
from bot.kernel.game import Scenario
from bot.kernel.secret import Seat
from bot.kit.english import join, short

PLAYER = "Player "


def name(scenario: Scenario, seat: Seat) -> str:
    """Return the name of a seat before the game begins: "German", or "Player One"."""
    return f"{PLAYER}{seat.title()}" if scenario.players else seat.title()


def offered(scenario: Scenario, seat: Seat) -> str:
    """Return the name of a free seat. A player's seat includes its printed side."""
    own = scenario.sides.get(seat, "") if scenario.players else ""
    return f"{name(scenario, seat)}, {own}" if own else name(scenario, seat)


def named(table: Table, seat: Seat, state: Any = None) -> str:
    """Return the name of a seat, with the side of a player: "Player One, German".

    `state` is the state to describe, which is the current state by default.
    """
    scenario = _scenario(table)
    own = _come_to(table, seat, state)
    return f"{name(scenario, seat)}, {own}" if own else name(scenario, seat)


def _come_to(table: Table, seat: Seat, state: Any = None) -> str:
    """Return the side of a player, or their printed side; "" if there is none yet."""
    scenario = _scenario(table)
    if not scenario.players:
        return ""
    return table.game.fights(table.state if state is None else state, seat) or scenario.sides.get(seat, "")


def side(table: Table, *seats: Seat, last: str = "and") -> str:
    """Return the acting sides, such as "the German side" or "Player One (German)"."""
    return join((_side(table, seat) for seat in seats), last)


def waited_for(table: Table) -> str:
    """Return the sides that a table waits for, as in "it waits for the German side"."""
    return side(table, *table.asked()) or "a side that cannot be worked out"


def _side(table: Table, seat: Seat) -> str:
    scenario = _scenario(table)
    if not scenario.players:
        return f"the {seat.title()} side"
    own = _come_to(table, seat)
    return f"{name(scenario, seat)} ({own})" if own else name(scenario, seat)


def sits(table: Table, who: str, seat: Seat) -> str:
    """Write the player of a seat, as in "You play the German side"."""
    does = "play" if who.startswith("You") else "plays"
    return f"{who} {does} {f'as {named(table, seat)}' if _scenario(table).players else side(table, seat)}"


def _scenario(table: Table) -> Scenario:
    return table.game.scenarios[table.record.scenario]


def meant(seats: Iterable[Seat], text: str) -> list[Seat]:
    """Return the seats that a text may name.

    "ger" is German. "Player One, Soviet" or "one" is Player One.
    """
    typed = plain(short(text)).removeprefix(plain(PLAYER)).strip()
    return Names({seat: str(seat) for seat in seats}).named(typed)
