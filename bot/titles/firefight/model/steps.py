"""Pending decisions are a stack of steps; the last one is on top. Here stand those of rounds and turns."""

from typing import Annotated, Literal

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import UnitId


class Initiative(Step, frozen=True, tag="initiative"):
    """Both sides roll for the first turn of a round, when everybody has said how many CAPs they add."""


class Bid(Step, frozen=True, tag="bid"):
    """A player says how many CAPs they add to their side's roll for the initiative."""

    seat: Seat


class Turns(Step, frozen=True, tag="turns"):
    """The players of a round take their turns one after another, until it is over."""

    order: tuple[Seat, ...]
    """In this rotation; where a side has one player and the other two, the one stands in it twice."""
    next: int = 0
    """Whose turn comes next, as a place in the order."""


class Turn(Step, frozen=True, tag="turn"):
    """A player takes a turn: one action, a stall or a pass."""

    seat: Seat


class Settle(Step, frozen=True, tag="settle"):
    """An action is done with: the units that are spent by it are, and the turn is over."""

    seat: Seat
    units: tuple[UnitId, ...]
    way: Literal["activation", "opportunity", "command", "card", "check", "free"]
    cost: int = 0
    """What the die of a spent check must be above."""
    stress: int = 0
    """How much of it is stress."""
    dearest: Annotated[int, ADDED] = 0
    """What the dearest of its units has paid for, stress and cards apart; wire adds to it."""
