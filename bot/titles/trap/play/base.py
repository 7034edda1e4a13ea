"""The base of all decisions: the resolution, dice, and steps that begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.kernel.dice import Roll
from bot.kernel.game import Course
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.kit.lots import draw
from bot.kit.pieces import without
from bot.titles.trap.events.base import Event
from bot.titles.trap.events.course import Ended
from bot.titles.trap.model.state import State

Play = Course[State, Event]
T = TypeVar("T")


@case("TRAP-2.4")
def tens(roll: Roll) -> int:
    """Return the sum of ten-sided dice: the tenth face is a zero."""
    return sum(face % 10 for face in roll.faces)


def total(roll: Roll) -> int:
    """Return the sum of dice, ten-sided ones with their zero."""
    return tens(roll) if roll.sides == 10 else sum(roll.faces)


def lot(play: Play, purpose: str, among: Sequence[T]) -> tuple[T, Roll | None]:
    """Draw an item by lot; a single item needs no die."""
    if len(among) == 1:
        return among[0], None
    return draw(play.dice, purpose, among)


def lots(play: Play, purpose: str, among: Sequence[T], most: int) -> tuple[tuple[T, ...], tuple[Roll, ...]]:
    """Draw at most this number of items by lot; return them with the rolls."""
    drawn: list[T] = []
    rolls: list[Roll] = []
    while among and len(drawn) < most:
        one, roll = lot(play, purpose, among)
        rolls += [roll] if roll is not None else []
        among = without(among, one)
        drawn.append(one)
    return tuple(drawn), tuple(rolls)


def price(seat: Seat, *costs: int) -> Secret[tuple[int, ...]]:
    """Wrap what units have paid, for their owner."""
    return private(costs, seat)


def leave(play: Play, step: object, action: object) -> None:
    """Leave a decision."""
    play.emit(Ended())
