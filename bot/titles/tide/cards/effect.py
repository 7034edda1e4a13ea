"""Effects of strategy cards: conditions, effect and value.

Each family of effects has its own file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, Mode
from bot.titles.tide.printed.record import CardEffect

Fits = Callable[[State, Seat, str], Wrong | None]
"""Returns why a side cannot play a card on a target, or `None` if it can."""
Act = Callable[[Play, Seat, CardId, str], None]
Needs = Literal["", "hex", "unit", "against"]
"""The field of the action that names the target of a card."""
Value = Callable[[Seen[State], str], float]
"""The value of a card on a target to the computer player, in infantry figures."""
R = TypeVar("R", bound=CardEffect)


class Effect(NamedTuple):
    """The conditions and the effect of a strategy card."""

    act: Act
    needs: Needs = ""
    fits: Fits = lambda state, seat, target: None
    barrage: tuple[int, Mode, int] | None = None
    """For an area attack: its dice, mode and lowest face that hits."""
    calls: int = 0
    """The lowest face that establishes contact, for a card that calls guns."""
    softened: int = 0
    """The number of defence dice that vehicles lose."""
    value: Value = lambda seen, target: 0.0
    aim: Callable[[Seen[State], HexId], int] | None = None
    """Returns the best hidden direction of a card, 0 for none; it follows the target."""


MAKERS: dict[type[CardEffect], Callable[[Any], Effect]] = {}
"""The functions that make the effect of a card from its record."""


def plays(kind: type[R]) -> Callable[[Callable[[R], Effect]], Callable[[R], Effect]]:
    """Register the function below as the maker of a kind of effect."""

    def note(make: Callable[[R], Effect]) -> Callable[[R], Effect]:
        MAKERS[kind] = make
        return make

    return note


def always(seen: Seen[State], target: str) -> float:
    """Return a constant value, for cards worth playing at any time."""
    return 1.0


def nothing(effect: object) -> Effect:
    """Make a card that stays in play; the rules that it changes look it up."""
    return Effect(lambda play, seat, card, target: None, value=always)
