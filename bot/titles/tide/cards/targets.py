"""Rules for the targets of strategy cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.titles.tide.cards.effect import Fits
from bot.titles.tide.field import board, fire, units, values, whose
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Figure, HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import figure, spaces, tables


def friend(state: State, seat: Seat, target: str) -> units.AnyUnit | Wrong:
    """Return a side's own unit on the map, or the refusal."""
    unit = units.unit_at(state, UnitId(target))
    if unit is None or unit.side != seat:
        return whose.not_yours(state, seat, target)
    return unit


def fresh(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be able to be activated."""
    unit = friend(state, seat, target)
    if isinstance(unit, Wrong):
        return unit
    if units.is_suppressed(unit):
        return Wrong("the squad is suppressed", "choose a steady squad", "TOI-5.4d")
    if unit.activity == "op fire":
        return Wrong("the unit is on Op Fire", "choose a fresh unit")
    return Wrong("the unit is fatigued", "choose a fresh unit") if unit.activity == "fatigued" else None


def no_snow(hex: HexId) -> Wrong:
    """Return the refusal of a card that needs snow."""
    return Wrong(f"there is no snow at {hex}", "choose a unit on snow", "FB-snow-1")


def own_squad(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit is a squad of the player."""
    unit = friend(state, seat, target)
    if isinstance(unit, Wrong):
        return unit
    return None if isinstance(unit, Squad) else Wrong("that is not a squad", "choose one of your squads")


def own_unit(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit is the player's own."""
    unit = friend(state, seat, target)
    return unit if isinstance(unit, Wrong) else None


def spotted(state: State, seat: Seat, target: str) -> Wrong | None:
    """A unit of the side sees the hex."""
    if target not in board.map_of(state):
        return Wrong("that is not a hex of the map", "choose a hex")
    if not fire.spotted(state, seat, HexId(target)):
        return Wrong(f"none of your units sees {target}", "choose a hex that one of your units sees")
    return None


def within(reach: int) -> Fits:
    """The hex is within this distance of a unit of the side."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        here = board.map_of(state)
        if target not in here:
            return Wrong("that is not a hex of the map", "choose a hex")
        if not any(here.distance(unit.hex, HexId(target)) <= reach for unit in units.of(state, seat)):
            near = f"{reach} hex{'es' * (reach > 1)}"
            return Wrong(f"none of your units is within {near} of {target}", "choose a hex nearer to one")
        return None

    return fits


def any_hex(state: State, seat: Seat, target: str) -> Wrong | None:
    """The hex is any hex of the map."""
    if target not in board.map_of(state):
        return Wrong("that is not a hex of the map", "choose a hex")
    return None


@case("FB-soviet-2", "FB-german-1")
def in_the_box(figures: Sequence[Figure] = (), vehicle: str = "") -> Fits:
    """The box still holds these pieces; lost pieces return to it.

    Squads that other players cannot see do not count, so that a card never reveals their figures.
    """

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        there: Counter[str] = Counter()
        for unit in state.units.values():
            if unit.side == seat and isinstance(unit, Vehicle):
                there[unit.kind] += 1
            elif unit.side == seat and isinstance(unit, Squad) and unit.base.out:
                there.update(unit.base.open().figures)
        counts: dict[str, dict[str, int]] = {kind: figure(kind, seat).count for kind in figures}
        if vehicle:
            counts[vehicle] = tables().vehicles[vehicle].count
        for kind, n in Counter([*figures, *filter(None, [vehicle])]).items():
            most = counts[kind].get(seat)
            if most is not None and there[kind] + n > most:
                name = tables().vehicles[kind].name if kind == vehicle else tables().figures[kind].name.lower()
                return Wrong(f"no {name} is left in the box", "keep the card for later", "FB-soviet-2")
        return None

    return fits


def has_room(kind: Figure, *, new: bool = False) -> Fits:
    """The squad has a free space for the figure.

    Unless it is `new`, the side has also lost such a figure.
    """

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        wrong = own_squad(state, seat, target)
        unit = units.unit_at(state, UnitId(target))
        if wrong is not None or unit is None:
            return wrong
        if spaces((*units.figures(unit), kind)) > 4:
            return Wrong("the squad has no room for it", "choose a squad with a free space", "TOI-2.1a")
        if not new and kind not in state.lost[seat]:
            return Wrong(f"you have lost no {kind} figure", "keep the card for later")
        return in_the_box((kind,))(state, seat, "") if new else None

    return fits


def share_of_unit(seen: Seen[State], target: str) -> float:
    """Return a share of the value of the target unit."""
    unit = seen.state.units.get(UnitId(target))
    return values.of_unit(unit) * 0.3 if unit is not None else 0.0
