"""What a strategy card may be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide.field import fire, units, whose, works
from bot.titles.tide.field.works import dry, fort_wrong
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, Figure, HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import figure, spaces, tables

Fits = Callable[[State, Seat, str], Wrong | None]
"""Says why a side cannot play a card on a target, `None` when it can."""


def friend(state: State, seat: Seat, target: str) -> units.AnyUnit | Wrong:
    """Return a side's own unit on the map, or why it is none."""
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


def marching(who: Literal["unit", "squad", "vehicle"], *, snow: bool) -> Fits:
    """The unit must be of this sort and able to be activated; with `snow` it must stand on snow."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        unit = units.unit_at(state, UnitId(target))
        if who == "vehicle" and isinstance(unit, Squad):
            return Wrong("that is not a vehicle", "choose one of your vehicles")
        if who == "squad" and isinstance(unit, Vehicle):
            return Wrong("that is not a squad", "choose one of your squads")
        if snow and unit is not None and not units.snow_trait(state, unit.hex):
            return no_snow(unit.hex)
        return fresh(state, seat, target)

    return fits


def no_snow(hex: HexId) -> Wrong:
    """Say that a card needs snow."""
    return Wrong(f"there is no snow at {hex}", "choose a unit on snow", "FB-snow-1")


def own_squad(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be a squad of one's own."""
    unit = friend(state, seat, target)
    if isinstance(unit, Wrong):
        return unit
    return None if isinstance(unit, Squad) else Wrong("that is not a squad", "choose one of your squads")


def own_unit(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be one's own."""
    unit = friend(state, seat, target)
    return unit if isinstance(unit, Wrong) else None


def damaged(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be a damaged vehicle."""
    unit = friend(state, seat, target)
    if isinstance(unit, Wrong):
        return unit
    if isinstance(unit, Vehicle) and unit.damage:
        return None
    return Wrong("that is not a damaged vehicle", "choose a damaged vehicle of yours")


def spotted(state: State, seat: Seat, target: str) -> Wrong | None:
    """The hex must be seen by a unit of the side."""
    if target not in units.map_of(state):
        return Wrong("that is not a hex of the map", "choose a hex")
    if not fire.spotted(state, seat, HexId(target)):
        return Wrong(f"none of your units sees {target}", "choose a hex that one of your units sees")
    return None


def within(reach: int) -> Fits:
    """The hex must lie so near to a unit of the side."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        here = units.map_of(state)
        if target not in here:
            return Wrong("that is not a hex of the map", "choose a hex")
        if not any(here.distance(unit.hex, HexId(target)) <= reach for unit in units.of(state, seat)):
            near = f"{reach} hex{'es' * (reach > 1)}"
            return Wrong(f"none of your units is within {near} of {target}", "choose a hex nearer to one")
        return None

    return fits


def any_hex(state: State, seat: Seat, target: str) -> Wrong | None:
    """Any hex of the map will do."""
    if target not in units.map_of(state):
        return Wrong("that is not a hex of the map", "choose a hex")
    return None


def own_suppressed_hex(state: State, seat: Seat, target: str) -> Wrong | None:
    """The hex must hold a suppressed squad of the side."""
    if any(u.side == seat and units.is_suppressed(u) for u in units.at(state, HexId(target))):
        return None
    return Wrong("none of your squads there is pinned or disrupted", "choose a hex where one is")


def can_be_dug_in(kind: str, *, snow: bool) -> Fits:
    """The squad must stand in the open, on ground where one can dig, with `snow` on snow; and a token be left."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        wrong = own_squad(state, seat, target)
        unit = units.unit_at(state, UnitId(target))
        if wrong is not None or not isinstance(unit, Squad):
            return wrong
        if unit.within:
            return Wrong("the squad is inside of something", "choose a squad in the open")
        if snow and not units.snow_trait(state, unit.hex):
            return no_snow(unit.hex)
        return fort_wrong(state, unit.hex, kind)

    return fits


def obstacle_fits(kind: str, reach: int, *, empty: bool) -> Fits:
    """The hex must be near a unit of the side, without such an obstacle and enemies, or with `empty` any unit."""
    near, name = within(reach), tables().works[kind].name

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        wrong = near(state, seat, target)
        if wrong is not None:
            return wrong
        hex = HexId(target)
        if empty and units.at(state, hex):
            return Wrong(f"there are units at {hex}", "choose an empty hex")
        if units.enemies_at(state, hex, seat):
            return Wrong(f"there are enemies at {hex}", "choose a hex without enemies")
        if units.works_at(state, hex, kind):
            article = "" if kind == "wire" else "a "
            return Wrong(f"{article}{name} already lies at {hex}", "choose another hex")
        return (dry(state, hex) if empty else None) or works.none_left(state, kind, hex)

    return fits


def card_of(decks: Sequence[str]) -> Fits:
    """The card must lie open before an opponent and come from one of these decks."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        card = CardId(target)
        if card not in units.open_cards(state, units.other(state, seat)):
            return Wrong("that card does not lie open before an opponent", "choose one that does")
        if printed(card).deck in decks:
            return None
        wanted = " or ".join(tables().decks[deck].name for deck in decks)
        return Wrong(f"{printed(card).name} is no card of {wanted}", "choose one that is")

    return fits


@case("FB-soviet-2", "FB-german-1")
def in_the_box(figures: Sequence[Figure] = (), vehicle: str = "") -> Fits:
    """The box must still hold these pieces: what is lost goes back into it.

    Squads that others cannot read count for nothing, so that nobody learns from a card what they carry.
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


def inspired(state: State, seat: Seat, target: str) -> Wrong | None:
    """The squad must be fatigued and beside a steady officer."""
    wrong = own_squad(state, seat, target)
    unit = units.unit_at(state, UnitId(target))
    if wrong is not None or unit is None:
        return wrong
    if units.is_suppressed(unit):
        return Wrong("the squad is suppressed", "choose a steady squad that is fatigued")
    if unit.activity != "fatigued":
        return Wrong("the squad is not fatigued", "choose a fatigued squad")
    if not units.officer_at(state, unit.hex, seat, steady=True):
        return Wrong("no steady officer is in its hex", "choose a squad in the hex of an officer")
    return None


def shakeable(state: State, seat: Seat, target: str) -> Wrong | None:
    """The squad must be an open, steady enemy in sight, and not in a pillbox."""
    unit = units.unit_at(state, UnitId(target))
    if not isinstance(unit, Squad) or unit.side == seat:
        return Wrong("that is not an enemy squad on the map", "choose an enemy squad that is not concealed")
    if unit.concealed or units.aboard(state, unit):
        why = "the squad is concealed" if unit.concealed else "the squad sits in a transport"
        return Wrong(why, "choose an enemy squad in the open")
    fort = units.dug_in(state, unit)
    if fort is not None and fort.kind == "pillbox":
        return Wrong("the squad is in a pillbox", "choose another squad")
    if unit.morale:
        return Wrong("the squad is already suppressed", "choose another squad")
    return spotted(state, seat, unit.hex)


def has_room(kind: Figure, *, new: bool = False) -> Fits:
    """The squad must have a free space for the figure, which the side must have lost unless it is a `new` one."""

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
