"""The pieces of a state: changes of units by id, groups by place, and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.secret import Seen

S = TypeVar("S", bound=Struct)
T = TypeVar("T")
K = TypeVar("K")


def with_units(state: S, units: Iterable[Any]) -> S:
    """Return the state with these units in their new form, each under its id."""
    changed = {unit.id: unit for unit in units}
    return replace(state, units={**_units(state), **changed}) if changed else state


def change(state: S, units: Iterable[Any], **fields: Any) -> S:
    """Change the same fields of several units, given their ids.

    Raises `KeyError` for an unknown id.
    """
    return with_units(state, [replace(_units(state)[id], **fields) for id in units])


def grouped(things: Iterable[T], by: Callable[[T], K]) -> dict[K, tuple[T, ...]]:
    """Return things grouped by a key, such as their place, in their order."""
    found: dict[K, list[T]] = {}
    for thing in things:
        key = by(thing)
        if key in found:
            found[key].append(thing)
        else:
            found[key] = [thing]
    return {key: tuple(group) for key, group in found.items()}


def without(pile: Sequence[T], *gone: T) -> tuple[T, ...]:
    """Return a pile without these items; of equal items, one goes for each named."""
    left = list(pile)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)


def here(at: Callable[[S, Any], Iterable[Any]]) -> Callable[[Seen[S], str], list[Any]]:
    """Return a function that lists the unit ids at a place."""
    return lambda seen, place: [unit.id for unit in at(seen.state, place)]


def _units(state: Any) -> Mapping[Any, Any]:
    units: Mapping[Any, Any] = state.units
    return units
