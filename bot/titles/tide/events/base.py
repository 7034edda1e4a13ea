"""The base of the events, and the changes of the state that several of them make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from bot.kernel.game import Course
from bot.kernel.secret import Seat, Secret
from bot.kit import events
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HQ, Figure, Squad, UnitId, in_order

T = TypeVar("T")


class Event(events.Event[State], frozen=True, omit_defaults=True):
    """Something that happened.

    Defaults are not written, here and in the state, so that old files still have their fingerprint when a field is
    added. That makes a default a promise too: it never changes.
    """


Play = Course[State, Event]
"""The resolution of an action, which emits events."""


def with_hq(state: State, seat: Seat, hq: HQ) -> State:
    """Return the state with another HQ of a side."""
    return replace(state, hq={**state.hq, seat: hq})


def squad_of(state: State, unit: UnitId) -> Squad:
    """Return a squad, for events that name no vehicle."""
    squad = state.units[unit]
    assert isinstance(squad, Squad)
    return squad


def with_figures(squad: Squad, figures: Iterable[Figure]) -> Squad:
    """Return a squad with other figures; the readers of its base stay the same."""
    base = replace(squad.base.open(), figures=in_order(figures))
    return replace(squad, base=Secret(squad.base.readers, base))


def laid_open(secret: Secret[T], value: T) -> Secret[T]:
    """Return a public secret with the value from the event.

    Not every reader knew the value before.
    """
    return replace(secret.reveal(), value=value)
