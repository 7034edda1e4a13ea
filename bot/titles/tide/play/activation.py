"""Common rules of the actions of a turn: owner and condition of units, and cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec.structs import replace

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Verb
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import guns, units, whose
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model.actions import Assault, Fatigue, Fire, FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import UnitId


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


@rule("TOI-4.9", "FB-equip-9", "TOI-11.4")
def own_unit(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Players act with their own units."""
    return whose.not_yours(seen.state, seen.seat, action.unit) if own(seen, action.unit) is None else None


@rule("TOI-4.9")
def fresh(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Only fresh units are activated."""
    unit = own(seen, action.unit)
    if unit is not None and unit.activity == "fatigued":
        return Wrong("the unit is fatigued", "choose a fresh unit")
    if unit is not None and unit.activity == "op fire":
        return Wrong("the unit is on Op Fire", "let it wait for its chance, or choose a fresh unit")
    return None


@rule("TOI-5.4d", "TOI-5.4e")
def steady(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Pinned and disrupted squads are not activated."""
    unit = own(seen, action.unit)
    if unit is not None and units.is_suppressed(unit):
        return suppressed(unit)
    return None


@rule("TOI-5.4d", "TOI-5.4e", "TOI-2.3d")
def steady_or_rallied(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """An officer lets a pinned squad of the same hex concentrate its fire."""
    unit = own(seen, action.unit)
    if unit is None or not units.is_suppressed(unit) or units.rallied(seen.state, unit):
        return None
    return suppressed(unit)


def suppressed(unit: AnyUnit) -> Wrong:
    """Return the refusal of an order for a pinned or disrupted squad."""
    morale = getattr(unit, "morale", "")
    cite = "TOI-5.4d" if morale == "pinned" else "TOI-5.4e"
    return Wrong(f"the squad is {morale}", "choose a steady unit; it recovers in the Status Phase", cite)


@rule("TOI-3.6c")
def not_aboard(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Passengers neither attack nor are attacked."""
    unit = own(seen, action.unit)
    if unit is not None and units.aboard(seen.state, unit) is not None:
        return Wrong("the squad sits in a transport", "let it dismount with /tide advance first")
    return None


@rule("FB-equip-6")
def no_gun(seen: Seen[State], action: FireAndMove | Assault) -> Wrong | None:
    """Guns neither fire on the move nor assault."""
    unit = own(seen, action.unit)
    if unit is not None and units.is_gun(unit):
        return Wrong(
            "a gun neither fires on the move nor assaults", "let it fire where it stands, or move it along"
        )
    return None


@rule("FB-equip-3", "FB-equip-7", "FB-equip-12")
def served(seen: Seen[State], action: Fire | Fatigue) -> Wrong | None:
    """A gun acts only with a squad in its hex that is fresh or on Op Fire."""
    unit = own(seen, action.unit)
    return guns.unserved(seen.state, unit) if unit is not None else None


ACTIVATED = (own_unit, fresh)
"""The rules of every action of a unit: the player owns it, and it is fresh."""

A = TypeVar("A")
InTurn = Verb[State, Event, Turn, A]
"""An action of a turn of the Action Phase."""


def takes_an_action(resolve: Callable[[Play, A], None]) -> Callable[[Play, Turn, A], None]:
    """Wrap the resolution of an order so that it costs an action of the turn."""

    def resolved(play: Play, step: Turn, action: A) -> None:
        play.emit(ev.Changed(replace(step, left=step.left - 1)))
        resolve(play, action)

    return resolved
