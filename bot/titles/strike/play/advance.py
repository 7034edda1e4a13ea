"""An attacker may advance behind withdrawn units, or anywhere if none is left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import advantage, counters, names, retreats
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, fought
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact
from bot.titles.strike.play.done import done
from bot.titles.strike.play.named import no_area, no_unit, own
from bot.titles.strike.play.points import pay
from bot.titles.strike.play.sketch import own_units, way


@case("11.9.5")
def advance_price(step: Advance, units: tuple[Unit, ...]) -> int:
    """Return an advance's cost: free after a withdrawal, else half of each rating."""
    return 0 if step.ways else sum(-(-counters.price(unit) // 2) for unit in units if counters.fights(unit))


def price_of(seen: Seen[State], action: do.Action) -> int:
    """Return the cost of an open advance; 0 for other actions."""
    step = seen.state.steps[-1] if seen.state.steps else None
    if not isinstance(step, Advance) or not isinstance(action, do.Advance):
        return 0
    return advance_price(step, tuple(own_units(seen, action.units)))


def goals(
    state: State, step: Advance, unit: Unit, via: AreaId = retreats.ANYWHERE
) -> dict[AreaId, tuple[AreaId, ...]]:
    """Return where a unit can advance to, each area with its way."""
    return retreats.pursuit(state, unit, step.area, step.ways, via)


def question(at: At[State, Advance]) -> str:
    """Say where an advance may go."""
    how = (
        "along the way of the enemy"
        if at.step.ways
        else "in any direction, for half the figures in brackets, in operations points"
    )
    return f"Your units at {names.place(at.state, at.step.area)} may advance {how}."


def go(play: Play, step: Advance) -> bool:
    """Ask as long as somebody can advance."""
    if any(can_advance(play, step, play.state.units[id]) for id in step.units):
        return True
    end(play, step)
    return False


def can_advance(play: Play, step: Advance, unit: Unit) -> bool:
    """Return whether a unit has a goal and the points; leaders need company."""
    able = bool(goals(play.state, step, unit))
    affordable = advance_price(step, (unit,)) <= play.state.points[step.seat]
    return counters.fights(unit) and able and affordable


def stop(play: Play, step: Advance, action: do.Done) -> None:
    """Advance no further."""
    end(play, step)


def end(play: Play, step: Advance) -> None:
    """Leave the advance; the battle remembers where armour has broken in."""
    play.emit(ev.Ended())
    if step.thrusts:
        play.emit(ev.Changed(replace(fought(play.state.steps), thrusts=step.thrusts)))


@rule("11.9.5", "4.1.4")
def can_advance_there(at: At[State, Advance], action: do.Advance) -> Wrong | None:
    """Armour advances two areas, infantry one, leaders with them, if there is room."""
    state, step = at.state, at.step
    if wrong := _stays(at, action):
        return wrong
    if not action.units or len(set(action.units)) != len(action.units):
        return Wrong("no units are named, or one of them twice", "name each of them once")
    stranger = next((id for id in action.units if id not in state.units), None)
    if stranger is not None:
        return no_unit(at, stranger)
    units = [state.units[id] for id in action.units]
    for unit in units:
        if wrong := _no_advance(at, step, unit, action):
            return wrong
    return _advances_together(at, step, units, action.to)


def _no_advance(seen: Seen[State], step: Advance, unit: Unit, action: do.Advance) -> Wrong | None:
    """Return why a unit cannot advance to an area."""
    state, name, to = seen.state, counters.record(unit).name, action.to
    if unit.id not in step.units:
        if unit.side != seen.seat:
            return no_unit(seen, unit.id)
        gone = own(seen, unit.id) is not None and unit.place != step.area
        why = f"{name} is at {unit.place}, not at {step.area}" if gone else f"{name} did not fight in this attack"
        return Wrong(why, "name units that attacked and have not advanced")
    if to in goals(state, step, unit, action.via):
        return None
    if to not in counters.map_of(state):
        return no_area(seen, to)
    if to in goals(state, step, unit):
        return Wrong(
            f"{name} cannot go by {action.via} to {to}", "choose another area to pass, or leave `via` out"
        )
    if not counters.may_stand(state, unit, to):
        return Wrong(f"{name} cannot stop in the diamond {to}", "go on to an ox, or stay", "6.1.1")
    if counters.room(state, to, seen.seat) < counters.size(unit):
        return Wrong(f"{to} has no room for {name}", "advance elsewhere", "4.1.4")
    where = "along the way of the enemy" if step.ways else "one area, armour two"
    far = 1 if counters.is_infantry(unit) else 2
    if not step.ways and counters.map_of(state).distance(step.area, to) <= far:
        return Wrong(f"no free way leads {name} from {step.area} to {to}", "advance elsewhere")
    return Wrong(f"{name} cannot advance to {to}", f"advance {where}")


def _stays(seen: Seen[State], action: do.Advance) -> Wrong | None:
    """Return why a named leader cannot advance: disrupted, or without company."""
    units = [unit for id in action.units if (unit := own(seen, id)) is not None]
    for unit in units:
        if unit.down and counters.is_kind(unit, "leader"):
            return Wrong(
                f"{counters.record(unit).name} is disrupted and cannot move", "advance without him", "6.1.4"
            )
    if any(map(retreats.leads, units)) and not any(map(counters.fights, units)):
        return Wrong("a leader does not advance alone", "name troops that go with him in the same order")
    return None


def _advances_together(seen: Seen[State], step: Advance, units: list[Unit], to: AreaId) -> Wrong | None:
    state = seen.state
    if counters.stacked(units) > counters.room(state, to, seen.seat):
        return Wrong(f"{to} has no room for all of them", "advance with fewer of them", "4.1.4")
    price = advance_price(step, tuple(units))
    if price > state.points[seen.seat]:
        return Wrong(
            f"that costs {price} operations points, you have {state.points[seen.seat]}", "advance with fewer units"
        )
    return None


def _passed(at: At[State, Advance], to: AreaId) -> tuple[AreaId, ...]:
    """Return the areas to choose between on the way to an area, if there are several."""
    state, step = at.state, at.step

    def leads(via: AreaId) -> bool:
        return any(to in goals(state, step, state.units[id], via) for id in step.units)

    return retreats.passed(state, step.area, to, leads)


def advances(at: At[State, Advance], fixed: Fixed) -> Iterator[do.Advance]:
    """Yield advances of single units, with a leader, and of all; then by their ways."""
    step = at.step
    able: dict[AreaId, list[UnitId]] = {}
    for id in step.units:
        for to in goals(at.state, step, at.state.units[id]):
            able.setdefault(to, []).append(id)
    for to, units in able.items():
        parts = [fixed["units"]] if "units" in fixed else list(dict.fromkeys(_parties(at, units)))
        yield from (do.Advance(part, to) for part in parts)
        yield from (do.Advance(part, to, via) for part in parts for via in _passed(at, to))


def _parties(seen: Seen[State], units: list[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """Yield groups that can advance together."""
    troops = [id for id in units if counters.fights(seen.state.units[id])]
    leaders = [id for id in units if id not in troops]
    yield from ((id,) for id in troops)
    yield from product(troops, leaders)
    if len(units) > 1 and troops:
        yield tuple(units)


@case("11.9.5", "11.10.1")
def advance(play: Play, step: Advance, action: do.Advance) -> None:
    """Advance, each unit by its way.

    Armour that meets enemies may continue the battle.
    """
    units, to = action.units, action.to
    gone = [play.state.units[id] for id in units]
    pay(play, step.seat, advance_price(step, tuple(gone)), "advance")
    ways: dict[tuple[AreaId, ...], list[Unit]] = {}
    for unit in sorted(gone, key=lambda unit: not counters.fights(unit)):
        ways.setdefault(goals(play.state, step, unit, action.via)[to], []).append(unit)
    met = to in counters.held(play.state, counters.other(step.seat))
    thrusts = dict.fromkeys((*step.thrusts, *((to,) if met and any(map(counters.is_armour, gone)) else ())))
    left = tuple(id for id in step.units if id not in units)
    play.emit(ev.Changed(replace(step, units=left, thrusts=tuple(thrusts))))
    for path, together in ways.items():
        play.emit(ev.Advanced(tuple(unit.id for unit in together), path))
        contact.come_through(play, together, path)
    contact.settle(play)


def sketch_advance(seen: At[State, Any], action: do.Advance) -> Sketch | None:
    """Show the way of the first unit that advances."""
    step, units = seen.step, own_units(seen, action.units)
    if not units or not isinstance(step, Advance):
        return way(seen, units, action.to)
    return way(seen, units, action.to, goals(seen.state, step, units[0], action.via).get(action.to))


ADVANCE: Decision[State, ev.Event, Advance] = Decision(
    Advance,
    question=question,
    does="units advance",
    go=go,
    verbs=(
        Verb(
            do.Advance,
            when="units advance after a battle that they have won",
            says="{units:advances|advance} to {to}.",
            why=lambda seen, action: advantage.of_place(seen, action.units, action.to),
            cite="11.9.5",
            rules=(can_advance_there,),
            candidates=advances,
            resolve=advance,
            sketch=sketch_advance,
        ),
        done(stop),
    ),
)
