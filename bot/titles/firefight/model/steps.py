"""The steps of rounds and turns. Pending steps are a stack; the last is on top."""

from typing import Annotated, Literal

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import UnitId


class Initiative(Step, frozen=True, tag="initiative"):
    """Both sides roll for the first turn of a round, after players have added CAPs."""


class Bid(Step, frozen=True, tag="bid"):
    """A player adds CAPs to their side's roll for the initiative."""

    seat: Seat


class Turns(Step, frozen=True, tag="turns"):
    """The players take turns until the round is over."""

    order: tuple[Seat, ...]
    """The order of turns. A player alone against two is in it twice."""
    next: int = 0
    """The next player's place in the order."""


class Turn(Step, frozen=True, tag="turn"):
    """A player takes a turn: one action, a stall or a pass."""

    seat: Seat


class Settle(Step, frozen=True, tag="settle"):
    """An action ends: its units may be spent, and the turn is over."""

    seat: Seat
    units: tuple[UnitId, ...]
    way: Literal["activation", "opportunity", "command", "card", "check", "free"]
    cost: int = 0
    """The spent-check die must exceed this number."""
    stress: int = 0
    """The part of the cost that is stress."""
    dearest: Annotated[int, ADDED] = 0
    """The cost for the most expensive unit, without stress and cards; wire adds to it."""
