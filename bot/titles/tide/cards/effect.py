"""What a strategy card asks for, does and is worth; each family of effects stands in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, Mode
from bot.titles.tide.printed.record import CardEffect

Fits = Callable[[State, Seat, str], Wrong | None]
"""Says why a side cannot play a card on a target, `None` when it can."""
Act = Callable[[Play, Seat, CardId, str], None]
Needs = Literal["", "hex", "unit", "against"]
"""Which field of the action names the target of a card."""
Value = Callable[[Seen[State], str], float]
"""What a card on a target is worth to the computer player, in figures of infantry."""
R = TypeVar("R", bound=CardEffect)


class Effect(NamedTuple):
    """What a strategy card asks for and does."""

    act: Act
    needs: Needs = ""
    fits: Fits = lambda state, seat, target: None
    barrage: tuple[int, Mode, int] | None = None
    """For an area attack: its dice, mode and lowest face that hits."""
    calls: int = 0
    """The lowest face that establishes contact with the guns, where the card calls them."""
    softened: int = 0
    """How many dice fewer vehicles defend with."""
    value: Value = lambda seen, target: 0.0
    aim: Callable[[Seen[State], HexId], int] | None = None
    """Where the action also names a direction, which is hidden from others: the best one, 0 for none. It follows
    the target."""


MAKERS: dict[type[CardEffect], Callable[[Any], Effect]] = {}
"""What makes the effect of a card that is played out of its record."""


def plays(kind: type[R]) -> Callable[[Callable[[R], Effect]], Callable[[R], Effect]]:
    """Note that the function below makes a kind of effect."""

    def note(make: Callable[[R], Effect]) -> Callable[[R], Effect]:
        MAKERS[kind] = make
        return make

    return note


def always(seen: Seen[State], target: str) -> float:
    """Worth playing whenever it can be."""
    return 1.0


def nothing(effect: object) -> Effect:
    """Make a card that stays in play; what it changes is asked where it counts."""
    return Effect(lambda play, seat, card, target: None, value=always)
