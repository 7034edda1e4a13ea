"""Losses, harm and changes of hands, which the effects of an event must name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.secret import PUBLIC, Seen
from bot.titles.firefight.model import table as firefight
from bot.titles.strike.model import table as strike
from bot.titles.trap.model import table as trap
from tests.match import AnyGame

Held = Mapping[str, tuple[object, ...]]
"""Pieces on the map and places, each with its side and condition."""
OFF: Mapping[str, frozenset[str]] = {
    "tide": frozenset(),
    "strike": frozenset({strike.BREAKDOWN, strike.ELIMINATED, strike.WAITING, strike.REMOVED}),
    "trap": frozenset(trap.BOXES),
    "firefight": frozenset(firefight.BOXES) - {firefight.HIDDEN},
}
"""For each title the boxes beside its map."""


def held(game: AnyGame, state: Any) -> Held:
    """Return the pieces on the map and the places of a title; nothing for a toy."""
    off = OFF.get(game.key)
    if off is None:
        return {}
    pieces = {id: unit for id, unit in state.units.items() if _place(unit) not in off}
    places = {place: (getattr(whose, "side", whose),) for place, whose in state.control.items()}
    return {**{id: (unit.side, *_condition(unit)) for id, unit in pieces.items()}, **places}


def _place(unit: Any) -> str:
    place: str = unit.place if hasattr(unit, "place") else unit.hex
    return place


def _condition(unit: Any) -> tuple[object, ...]:
    """Return whether a unit is shaken, damaged, reduced or hit."""
    known = (getattr(unit, name, None) for name in ("morale", "damage", "down", "status"))
    hit = getattr(unit, "hit", None)
    return (*(each for each in known if each in HARMED), *([hit.marker.open()] if hit is not None else []))


HARMED = (True, "pinned", "disrupted", "light", "heavy", "suppressed", "inactive")


def untold(game: AnyGame, state: Any, event: Any) -> list[str]:
    """Return pieces and places that an event takes or harms without an effect."""
    before, after = held(game, state), held(game, game.evolve(state, event))
    differs = [key for key, was in before.items() if after.get(key) != was]
    named = {effect.key for effect in game.effects(Seen(PUBLIC, state), event)} if differs else set()
    return [f"{key}: {before[key]}, then {after.get(key)}" for key in differs if key not in named]
