"""Cards for a unit, or for the squads of a hex."""

from __future__ import annotations

from typing import Literal

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards import targets as on
from bot.titles.tide.cards.effect import Act, Effect, Fits, always, plays
from bot.titles.tide.cards.targets import fresh, friend, no_snow, own_squad, share_of_unit, spotted
from bot.titles.tide.combat import shock
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, units, values
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Boon, CardId, HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed


def marching(who: Literal["unit", "squad", "vehicle"], *, snow: bool) -> Fits:
    """The unit is of this sort and can be activated; with `snow` it is on snow."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        unit = units.unit_at(state, UnitId(target))
        if who == "vehicle" and isinstance(unit, Squad):
            return Wrong("that is not a vehicle", "choose one of your vehicles")
        if who == "squad" and isinstance(unit, Vehicle):
            return Wrong("that is not a squad", "choose one of your squads")
        if snow and unit is not None and not board.snow_trait(state, unit.hex):
            return no_snow(unit.hex)
        return fresh(state, seat, target)

    return fits


@plays(does.MoreMovement)
def march(effect: does.MoreMovement) -> Effect:
    """Make a card that lets one unit move farther in this round."""
    return Effect(_boon("move", effect.points), "unit", marching(effect.who, snow=effect.snow))


@plays(does.Strengthen)
def strengthen(effect: does.Strengthen) -> Effect:
    """Make a card that strengthens a unit's next attack, or a squad in assaults."""
    if effect.what == "attack":
        return Effect(_boon("firepower", effect.firepower), "unit", on.own_unit)
    return Effect(_boon("assault", effect.firepower), "unit", on.own_squad)


def _boon(kind: Literal["move", "firepower", "assault"], n: int) -> Act:
    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon(kind, seat, n, play.state.round, UnitId(target))))

    return act


def own_suppressed_hex(state: State, seat: Seat, target: str) -> Wrong | None:
    """The hex must hold a suppressed squad of the side."""
    if any(u.side == seat and units.is_suppressed(u) for u in units.at(state, HexId(target))):
        return None
    return Wrong("none of your squads there is pinned or disrupted", "choose a hex that has one")


@plays(does.Steady)
def steady(effect: does.Steady) -> Effect:
    """Make a card that clears the squads of a hex of suppression."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        for unit in units.at(play.state, HexId(target)):
            if unit.side == seat and units.is_suppressed(unit):
                play.emit(ev.Suppressed(unit.id, "", printed(card).name))

    def value(seen: Seen[State], target: str) -> float:
        shaken = (unit for unit in units.at(seen.state, HexId(target)) if units.is_suppressed(unit))
        return sum(values.of_unit(unit) * 0.35 for unit in shaken)

    return Effect(act, "hex", own_suppressed_hex, value=value)


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


@plays(does.Refresh)
def refresh(effect: does.Refresh) -> Effect:
    """Make a card that makes a unit fresh again."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Marked((UnitId(target),), "fresh", printed(card).name))

    return Effect(act, "unit", inspired, value=share_of_unit)


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


@plays(does.Shake)
def shake(effect: does.Shake) -> Effect:
    """Make a card that pins a squad."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        squad = play.state.units[UnitId(target)]
        assert isinstance(squad, Squad)
        shock.shake(play, squad, "pinned", printed(card).name)

    return Effect(act, "unit", shakeable, value=share_of_unit)


@plays(does.Recover)
def recover(effect: does.Recover) -> Effect:
    """Make a card with which disrupted squads recover fully in this round."""

    def value(seen: Seen[State], target: str) -> float:
        return float(any(getattr(unit, "morale", "") == "disrupted" for unit in units.of(seen.state, seen.seat)))

    return Effect(
        lambda play, seat, card, target: play.emit(ev.Given(Boon("recovery", seat, 1, play.state.round))),
        value=value,
    )


def damaged(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be a damaged vehicle."""
    unit = friend(state, seat, target)
    if isinstance(unit, Wrong):
        return unit
    if isinstance(unit, Vehicle) and unit.damage:
        return None
    return Wrong("that is not a damaged vehicle", "choose a damaged vehicle of yours")


@plays(does.Repair)
def repair(effect: does.Repair) -> Effect:
    """Make a card that makes the damage of a vehicle one step lighter."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        vehicle = play.state.units[UnitId(target)]
        assert isinstance(vehicle, Vehicle)
        play.emit(ev.Damaged(vehicle.id, "light" if vehicle.damage == "heavy" else ""))

    return Effect(act, "unit", damaged, value=always)


@plays(does.Replace)
def replace(effect: does.Replace) -> Effect:
    """Make a card that returns lost figures to a squad."""
    fits = on.has_room(effect.figure)

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        for _ in range(effect.figures):
            if fits(play.state, seat, target) is None:
                play.emit(ev.Healed(UnitId(target), effect.figure))

    return Effect(act, "unit", fits, value=always)


@plays(does.Promote)
def promote(effect: does.Promote) -> Effect:
    """Make a card that adds a figure to a squad."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Healed(UnitId(target), effect.figure, new=True))

    return Effect(act, "unit", on.has_room(effect.figure, new=True), value=always)


@plays(does.Reveal)
def reveal(effect: does.Reveal) -> Effect:
    """Make a card that reveals the concealed enemies near a hex."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        here, hex = board.map_of(play.state), HexId(target)
        enemies = units.against(play.state, seat)
        shock.reveal(play, *[u.id for u in enemies if here.distance(u.hex, hex) <= effect.within])

    return Effect(act, "hex", on.any_hex)
