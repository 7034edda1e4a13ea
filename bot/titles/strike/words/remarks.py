"""Remarks on an order before it is given: ways, battles and supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.kernel.fields import Field
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.advice import FAR, Remark
from bot.kit.english import begun, count, join, listed
from bot.titles.strike.field import boxes, counters, movement, names, railways, supply
from bot.titles.strike.field.advantage import nearest
from bot.titles.strike.field.counters import map_of
from bot.titles.strike.field.retreats import holding_price
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Withdrawal
from bot.titles.strike.model.table import ELIMINATED, AreaId, Unit, UnitId
from bot.titles.strike.play.advance import price_of
from bot.titles.strike.play.reorganization import front_price


def where(seen: Seen[State], piece: Any) -> str:
    """Return the area of a unit."""
    found = seen.state.units.get(piece)
    return found.place if found is not None and found.place in map_of(seen.state) else ""


def weigh(
    seen: Seen[State], kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
) -> list[Remark]:
    """Remark on areas (cost, battle) and on units (the enemy's distance)."""
    if field.type is AreaId and not field.many:
        party = _party(seen, known)
        return [_of_area(seen, kind, party, AreaId(area)) for area in values]
    if field.type is UnitId:
        return [_of_units(seen, kind, field, value if isinstance(value, tuple) else (value,)) for value in values]
    return []


def _party(seen: Seen[State], known: Mapping[str, Any]) -> tuple[Unit, ...]:
    """Return the units that an order has named so far."""
    named = known.get("units") or (known.get("unit", ""),)
    return tuple(seen.state.units[id] for id in named if id in seen.state.units)


def _of_units(seen: Seen[State], kind: type[Any], field: Field, ids: Sequence[UnitId]) -> Remark:
    units = [seen.state.units[id] for id in ids if id in seen.state.units]
    if not units:
        return Remark()
    if kind is do.Lose and field.name == "unit":
        has = f"has {count(_steps(units), 'step')}"
        return Remark((counters.price(units[0]), counters.strength(units[0])), has)
    if kind is do.Replace and field.name == "unit":
        price = boxes.replacement_price(units[0], full=False)
        return Remark((-counters.strength(units[0]), price), count(price, "point"))
    if field.name not in ("unit", "units") or not counters.on_map(units[0]):
        return Remark()
    away = nearest(seen.state, seen.seat, units[0].place)
    return Remark((float(away) or 1.5,), _how_near(away))


def _steps(units: Iterable[Unit]) -> int:
    return sum(map(counters.steps, units))


def _how_near(away: int) -> str:
    if away == FAR:
        return ""
    return {0: "among enemies", 1: "next to the enemy"}.get(away, f"enemy {away} areas away")


def _of_area(seen: Seen[State], kind: type[Any], party: tuple[Unit, ...], area: AreaId) -> Remark:
    state = seen.state
    if area not in map_of(state):
        return Remark()
    cost = _cost(state, kind, party, area)
    battle = _battle(seen, party, area)
    crowd = _crowd(state, party, area) if kind is do.Move else 0
    lacks = _lacks_supply(seen, party, area)
    said = (
        count(cost, "point") if cost is not None else "",
        f"battle {battle.told}" if battle else "",
        f"{crowd} corps too many" if crowd else "",
        "no supply" if lacks else "",
    )
    mark = battle.told if battle else str(cost) if cost is not None else ""
    near, fear = float(nearest(state, seen.seat, area)), battle.fear if battle else FAR
    order = (float(bool(crowd)), near, fear, float(cost or 0))
    says = (
        _takes(state, party, cost) if cost is not None else "",
        _ends_among(battle),
        UNSUPPLIED if lacks else "",
    )
    return Remark(order, ", ".join(filter(None, said)), mark, says=tuple(filter(None, says)))


UNSUPPLIED = "Nothing would supply a battle there now."


def _takes(state: State, party: Sequence[Unit], cost: int) -> str:
    """Say what a way costs units that all go by it."""
    has = min(movement.left(state, unit) for unit in party)
    one = "He takes" if counters.is_kind(party[0], "leader") else "It takes"
    return f"{'They take' if _are_several(party) else one} {cost} of {count(has, 'movement point')}."


def _ends_among(battle: Strengths | None) -> str:
    """Say to which battle a way leads, "" where it leads to none."""
    return f"The way ends among the enemies there: {battle.ours} against {battle.theirs}." if battle else ""


def _cost(state: State, kind: type[Any], party: tuple[Unit, ...], area: AreaId) -> int | None:
    """Return the cost of a move for the slowest unit of a party."""
    if kind is not do.Move or not party or not all(map(counters.on_map, party)):
        return None
    return movement.reach(state, party, escorted=any(map(counters.fights, party))).cost.get(area)


def _crowd(state: State, party: tuple[Unit, ...], area: AreaId) -> int:
    """Return by how many corps an area is over its limit when a party has come there."""
    new = [unit for unit in party if unit.place != area]
    return max(0, counters.stacked(new) - counters.room(state, area, party[0].side)) if new else 0


class Strengths(NamedTuple):
    """The strength of both sides in an area."""

    ours: int
    theirs: int

    @property
    def told(self) -> str:
        """Both, as in "8 : 5"."""
        return f"{self.ours} : {self.theirs}"

    @property
    def fear(self) -> float:
        """How much stronger the enemy is: the best battles come first."""
        return self.theirs / max(1, self.ours)


def _battle(seen: Seen[State], party: tuple[Unit, ...], area: AreaId) -> Strengths | None:
    """Return the strengths after a party's move, if that makes a battle."""
    state, seat = seen.state, seen.seat
    theirs = counters.troops(state, area, counters.other(seat))
    ours = {unit.id: unit for unit in (*counters.troops(state, area, seat), *filter(counters.fights, party))}
    return Strengths(_strength(ours.values()), _strength(theirs)) if ours and theirs else None


def _strength(units: Iterable[Unit]) -> int:
    return sum(map(counters.strength, units))


def _lacks_supply(seen: Seen[State], party: Iterable[Unit], area: AreaId) -> bool:
    """Say whether nothing would supply the troops of a party in a battle in an area."""
    return any(map(counters.fights, party)) and supply.source(seen.state, seen.seat, area) is None


def rests(seen: Seen[State], piece: Any) -> bool:
    """Return whether a unit has moved its full distance, exchanges aside."""
    unit = seen.state.units.get(piece)
    if unit is None or not unit.trail or not counters.on_map(unit):
        return False
    return not movement.reach(seen.state, (unit,), escorted=counters.fights(unit)).cost.keys() - {unit.place}


def threats(seen: Seen[State], piece: Any) -> str:
    """Name the enemies in the area of a unit or next to it."""
    unit = seen.state.units.get(piece)
    if unit is None or not counters.on_map(unit):
        return ""
    foe = counters.other(unit.side)
    beside = counters.troops(seen.state, unit.place, foe)
    if beside:
        ours = counters.troops(seen.state, unit.place, unit.side)
        return f"It shares the area with {names.several(beside)}: {_strength(ours)} against {_strength(beside)}."
    near = [each for to in map_of(seen.state)[unit.place].next for each in counters.troops(seen.state, to, foe)]
    told = listed(map(names.full, near))
    return f"Next to it {'stands' if len(near) == 1 else 'stand'} {told}." if near else ""


def beforehand(seen: Seen[State], action: Any) -> list[str]:
    """Say what a move costs, which battle it leads to, and whether supply follows."""
    if isinstance(action, do.Move):
        return list(_of_move(seen, action))
    if isinstance(action, do.Rail) and counters.own(seen.state, seen.seat, action.unit) is not None:
        left = railways.trains_left(seen.state, seen.seat)
        return [f"That takes {f'one of your {left} trains' if left > 1 else 'your last train'} of this turn."]
    if isinstance(action, do.Lose) and not action.corps:
        return _of_loss(seen, action)
    step = seen.state.steps[-1] if seen.state.steps else None
    if isinstance(action, do.Hold) and isinstance(step, Withdrawal):
        steps = count(holding_price(step.distance), "step")
        return [f"That costs {steps} of corps; an army that is turned over pays two."]
    price = _price(seen, action)
    return (
        [f"That costs {price} of your {count(seen.state.points[seen.seat], 'operations point')}."] if price else []
    )


def _of_loss(seen: Seen[State], action: do.Lose) -> list[str]:
    """Describe the cost of a step; a unit given up for stacking is lost entirely."""
    unit = seen.state.units.get(action.unit)
    if unit is None:
        return []
    reduced, crowds = counters.record(unit).reduced, counters.crowded(seen.state, unit.side)
    if counters.steps(unit) < 2 or reduced is None or unit.place in crowds:
        return ["It is eliminated."]
    return [f"Its strength falls from {counters.strength(unit)} to {reduced[0]}."]


def _price(seen: Seen[State], action: Any) -> int:
    """Return the points that an advance, a purchase or a recovery costs."""
    if price := price_of(seen, action):
        return price
    if not isinstance(action, (do.Replace, do.Recover, do.Rebuild)):
        return 0
    unit = seen.state.units.get(action.unit)
    if isinstance(action, do.Replace) and unit is not None and unit.place == ELIMINATED:
        return boxes.replacement_price(unit, full=action.full)
    on_map = counters.own(seen.state, seen.seat, action.unit)
    return front_price(on_map) if on_map is not None else 0


def _of_move(seen: Seen[State], action: do.Move) -> Iterator[str]:
    state = seen.state
    units = [unit for id in action.units if (unit := counters.own(state, seen.seat, id)) is not None]
    if action.to not in map_of(state) or not units or not all(map(counters.on_map, units)):
        return
    legs = movement.plan(state, units, action.to, action.via)
    if isinstance(legs, Wrong):
        return
    if len(legs) == 1:
        yield _takes(state, units, legs[0].costs[0])
    for leg in legs if len(legs) > 1 else ():
        takes = "take" if _are_several(leg.units) else "takes"
        has = min(movement.left(state, unit) for unit in leg.units)
        yield f"{_who(leg.units)} {takes} {leg.costs[0]} of {count(has, 'movement point')}."
    if told := _ends_among(_battle(seen, tuple(units), action.to)):
        yield told
    if _lacks_supply(seen, units, action.to):
        yield UNSUPPLIED
    if crowd := _crowd(state, tuple(units), action.to):
        limit = counters.limit(state, action.to)
        yield f"{limit + crowd} corps would stand there, and {limit} may stay when your movement ends."


def _who(units: Iterable[Unit]) -> str:
    return begun(join(map(names.unit, units)))


def _are_several(units: Sequence[Unit]) -> bool:
    """Say whether one speaks of units in the plural, as of trucks."""
    return len(units) > 1 or counters.is_kind(units[0], "trucks")
