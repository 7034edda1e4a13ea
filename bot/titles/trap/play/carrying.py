"""Mounting and dismounting: APCs, and tanks if the players allow riders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.kernel.rule import Refusal, Wrong, case, judge, rule
from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import away, begun
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import allowance, left
from bot.titles.trap.field.battle import option, variant, wave_of
from bot.titles.trap.field.danger import nearest
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import costs, obstacles, open_to_vehicles
from bot.titles.trap.field.stacking import enemies, room
from bot.titles.trap.field.units import POSITION, awake, known, on_map, record, riders
from bot.titles.trap.field.units import at as found_at
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, WAITING, Facing, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, able, act, against, enough, idle, loaded, may_act, on_the_map
from bot.titles.trap.play.base import Play, price
from bot.titles.trap.play.moves import off_course
from bot.titles.trap.play.series import Deed, carry_out, could_be_fired_at, foreseen, here


@case("TRAP-8.2", "TRAP-8.10")
def seats(state: State, vehicle: Unit) -> tuple[int, int]:
    """Return the free seats of a vehicle: for combat units, and for leaders."""
    what = record(vehicle)
    if what.kind != "apc" and not (what.kind == "tank" and option(state, "riders")):
        return 0, 0
    inside = [record(rider).kind == "leader" for rider in riders(state, vehicle.id)]
    return 1 - inside.count(False), 1 - inside.count(True)


def takes(at: Here, vehicle: Unit) -> bool:
    """Return whether a vehicle has a free seat: an APC that acts, or any tank."""
    if vehicle.side != at.seat or not record(vehicle).vehicle or max(seats(at.state, vehicle)) <= 0:
        return False
    waits = (on_map(vehicle) and record(vehicle).kind == "tank") or idle(at.state, at.step, vehicle) is None
    return waits and (on_map(vehicle) or vehicle.hex == WAITING)


@rule("TRAP-8.2", "TRAP-8.10")
# TRAP-R75
def can_get_in(at: Here, action: do.Load) -> Wrong | None:
    """One combat unit and one leader can mount an APC of their side in their hex."""
    vehicle = at.state.units.get(action.into)
    if vehicle is None or vehicle.side != at.seat or not record(vehicle).vehicle:
        return Wrong("that is no vehicle of yours", "choose an APC of yours")
    if record(vehicle).kind == "tank" and not option(at.state, "riders"):
        return Wrong("nobody rides on tanks in this game", "choose an APC", "TRAP-8.10")
    units = [at.state.units.get(id) for id in action.units]
    if not units or any(unit is None or unit.side != at.seat for unit in units):
        return Wrong("that is no unit of yours", "choose units of your own")
    fighters = leaders = 0
    for unit in units:
        assert unit is not None
        what = record(unit)
        if unit.aboard:
            return Wrong("that unit rides already", "let it get out first, or choose another unit")
        if what.vehicle:
            return Wrong("only units on foot get in", "choose a unit on foot")
        if unit.hex != vehicle.hex or unit.level != "ground":
            return Wrong("it is not in the hex of the vehicle", "bring it to the ground there first")
        fighters, leaders = fighters + (what.kind != "leader"), leaders + (what.kind == "leader")
    room_for = seats(at.state, vehicle)
    if fighters > room_for[0] or leaders > room_for[1] or len(set(action.units)) < len(units):
        return Wrong("one unit and one leader find room in a vehicle", "let fewer get in")
    return None


@rule("TRAP-4.3.1", "TRAP-8.10")
# TRAP-R75, TRAP-R140
def act_together(at: Here, action: do.Load) -> Wrong | None:
    """The APC acts with the marker; riders of a tank act themselves.

    Off the map they mount if they wait together.
    """
    vehicle = at.state.units[action.into]
    if on_map(vehicle) and record(vehicle).kind == "tank":
        reasons = (idle(at.state, at.step, at.state.units[id]) for id in action.units)
        return next((wrong for wrong in reasons if wrong is not None), None) or enough(at, action.units)
    if (wrong := idle(at.state, at.step, vehicle)) is not None:
        return wrong
    if vehicle.hex == WAITING:
        waves = {wave_of(at.state, at.state.units[id]) for id in (*action.units, vehicle.id)}
        if len(waves) > 1 or None in waves:
            return Wrong("they do not come together", "choose units of the same wave", "TRAP-10.1.2")
        if record(vehicle).kind == "tank" and not variant(at.state):
            return Wrong("no unit rides on a tank here", "let it mount later", "TRAP-8.10")
    for id in action.units:
        unit = at.state.units[id]
        if unit.got_out:
            return Wrong(
                "a unit that has just dismounted cannot mount again", "let it assault from there", "TRAP-8.2"
            )
        if unit.activated and id not in at.state.acted:
            return Wrong("that unit has acted this turn", "choose another unit", "TRAP-4.3.3")
        if unit.fired:
            return Wrong("a unit that has fired cannot mount", "choose another unit", "TRAP-8.2")
        if not awake(unit):
            return Wrong(f"a unit that is {unit.status} does not move", "choose another unit", "TRAP-5.1.2")
    return None


HAS_FIRED = Wrong("a vehicle that has fired lets nobody in or out", "choose another vehicle")


@rule("TRAP-8.2", "TRAP-8.10")
def loading_is_paid(at: Here, action: do.Load) -> Wrong | None:
    """An APC pays a point for it; onto a tank riders climb for all that they have."""
    vehicle = at.state.units[action.into]
    if vehicle.hex == WAITING:
        return None
    if record(vehicle).kind == "apc" and vehicle.fired:
        return HAS_FIRED
    if record(vehicle).kind == "apc" and left(at.state, vehicle) < costs().carry:
        return Wrong("loading costs the APC a movement point", "choose one that has it")
    if record(vehicle).kind == "tank" and any(
        left(at.state, at.state.units[id]) < allowance(at.state.units[id]) for id in action.units
    ):
        return Wrong(
            "climbing onto a tank takes a whole allowance", "choose units that have not moved", "TRAP-8.10"
        )
    return None


def to_load(at: Here, fixed: Fixed) -> Iterator[do.Load]:
    """Offer each vehicle the units in its hex that can mount, alone or with a leader."""
    for vehicle in at.state.units.values():
        if fixed.get("into", vehicle.id) != vehicle.id or not takes(at, vehicle):
            continue
        near = [u for u in found_at(at.state, vehicle.hex, "ground", at.seat) if not u.aboard and record(u).foot]
        if vehicle.hex == WAITING:
            near = [unit for unit in near if idle(at.state, at.step, unit) is None]
        yield from (do.Load((unit.id,), vehicle.id) for unit in near)
        leaders = [unit for unit in near if record(unit).kind == "leader"]
        yield from (
            do.Load((unit.id, leader.id), vehicle.id)
            for leader in leaders for unit in near if record(unit).kind != "leader"
        )  # fmt: skip


def load(play: Play, step: object, action: do.Load) -> None:
    """Mount units: an APC pays for passengers, riders of a tank pay themselves."""
    vehicle = play.state.units[action.into]
    if vehicle.hex == WAITING:
        play.emit(ev.Loaded(action.units, vehicle.id))
        return
    tank = record(vehicle).kind == "tank"
    cost = 0 if tank else costs().carry
    own = [left(play.state, play.state.units[id]) for id in action.units]
    if tank:
        act(play, action.units)
    else:
        act(play, (vehicle.id,))
        play.emit(ev.Activated(action.units, acting=False))
    play.emit(ev.Loaded(action.units, vehicle.id, cost, price(vehicle.side, *own)))


def says_load(seen: Seen[State], action: do.Load) -> str:
    """Units get into an APC, but climb onto a tank."""
    if _is_tank(seen, action.into):
        return f"{say.they(seen, action.units, 'climbs', 'climb')} onto {say.who(seen, action.into)}."
    return f"{say.they(seen, action.units, 'gets', 'get')} into {say.who(seen, action.into)}."


def _is_tank(seen: Seen[State], vehicle: UnitId) -> bool:
    what = known(seen.state.units[vehicle])
    return what is not None and what.kind == "tank"


LOAD = Verb(
    do.Load,
    when="units get into vehicles when these are activated",
    says=says_load,
    cite="TRAP-8.2",
    rules=(can_get_in, act_together, off_course, loading_is_paid),
    candidates=to_load,
    resolve=load,
)


def carried(state: State, action: do.Unload) -> Unit | None:
    """Return the vehicle that carries all of these units, or `None`."""
    vehicles = {state.units[id].aboard if id in state.units else UnitId("") for id in action.units}
    return state.units.get(vehicles.pop()) if len(vehicles) == 1 else None


@rule("TRAP-8.2")
# TRAP-R75
def can_get_out(at: Here, action: do.Unload) -> Wrong | None:
    """Passengers of an acting vehicle dismount in its hex or an adjacent one."""
    vehicle = carried(at.state, action)
    if vehicle is None or vehicle.side != at.seat or len(set(action.units)) < len(action.units):
        return Wrong("they do not ride in one vehicle of yours", "choose units that ride in the same vehicle")
    if vehicle.hex == WAITING:
        return Wrong("the vehicle is not on the map yet", "bring it in first")
    if (wrong := idle(at.state, at.step, vehicle)) is not None:
        return wrong
    return None


@rule("TRAP-8.2")
def unloading_is_paid(at: Here, action: do.Unload) -> Wrong | None:
    """The vehicle pays a point for it, which it no longer has once it has fired."""
    vehicle = carried(at.state, action)
    if vehicle is None or left(at.state, vehicle) >= costs().carry:
        return None
    if vehicle.fired:
        return HAS_FIRED
    what = "tank" if record(vehicle).kind == "tank" else "APC"
    return Wrong(f"the {what} has no movement point left for that", "choose one that has it")


@rule("TRAP-8.2", "TRAP-3.1", "TRAP-5.1.4")
def gets_out_there(at: Here, action: do.Unload) -> Wrong | None:
    """The ground where they get out is free of enemies, near, and has room."""
    vehicle = carried(at.state, action)
    assert vehicle is not None
    hex = action.at or vehicle.hex
    if hex in obstacles(at.state) and hex != vehicle.hex:
        return Wrong(f"nobody gets out onto the obstacle on the road at {hex}", "choose another hex")
    if hex != vehicle.hex and hex not in reached(at.state, vehicle):
        return Wrong(f"nobody gets out at {hex}", "choose the hex of the vehicle or one beside it")
    if enemies(at.state, at.seat, hex):
        return Wrong(f"the enemy holds the ground at {hex}", "choose another hex, or assault it", "TRAP-5.1.4")
    crowd = room(at.state, at.seat, hex, "ground", [at.state.units[id] for id in action.units])
    return crowd.refuses("choose another hex") if crowd else None


def reached(state: State, vehicle: Unit) -> Sequence[HexId]:
    """Return the adjacent hexes for dismounting, free of rivers and obstacles."""
    here = ground()
    return [
        hex
        for hex in here.neighbours(vehicle.hex)
        if hex not in obstacles(state)
        and (not here.has_river(vehicle.hex, hex) or open_to_vehicles(state, vehicle.hex, hex))
    ]


def to_unload(at: Here, fixed: Fixed) -> Iterator[do.Unload]:
    """Offer everybody in each vehicle together, and each one, at each hex."""
    facing = fixed.get("facing", "")
    for groups, hexes in _ways_out(at.state, at.step):
        chosen = [hex for hex in hexes if hex == fixed["at"]] if "at" in fixed else hexes
        yield from (do.Unload(ids, hex, facing) for ids in groups for hex in chosen)


@POSITION.keeps
def _ways_out(state: State, step: Any) -> list[tuple[list[tuple[UnitId, ...]], tuple[HexId, ...]]]:
    """Return the groups that can leave each vehicle, and the hexes for them."""
    found = []
    for vehicle in able(state, step):
        ids = tuple(unit.id for unit in riders(state, vehicle.id)) if vehicle.hex != WAITING else ()
        groups = [ids] if len(ids) > 1 else []
        if ids:
            found.append(([*groups, *((id,) for id in ids)], (HexId(""), *reached(state, vehicle))))
    return found


def unload(play: Play, step: Any, action: do.Unload) -> None:
    """Dismount units, which may then only assault.

    A die counts them with the vehicle.
    """
    vehicle = carried(play.state, action)
    assert vehicle is not None
    act(play, (vehicle.id,))
    hex = action.at or vehicle.hex
    turn = ground().direction(vehicle.hex, hex) if hex != vehicle.hex else None
    facing: Facing = action.facing or (FACINGS[turn] if turn is not None else vehicle.facing)
    play.emit(ev.Activated(action.units, acting=not step.number))
    play.emit(ev.Unloaded(action.units, vehicle.id, hex, facing, costs().carry))


def says_unload(seen: Seen[State], action: do.Unload) -> str:
    """Units get out of an APC, but off a tank."""
    vehicle = seen.state.units[action.units[0]].aboard
    off = "off" if vehicle and _is_tank(seen, vehicle) else "out"
    where = f" at {names.place(action.at)}" if action.at else ""
    return f"{say.they(seen, action.units, 'gets', 'get')} {off}{where}{say.facing(action.facing)}."


def _getting_out(seen: Seen[State], ids: Sequence[UnitId]) -> str:
    """Say why riders get out: a vehicle takes its riders with it when it is lost."""
    units = say.units_of(seen, ids)
    if not units or units[0].hex not in ground():
        return ""
    hex = units[0].hex
    far = nearest(seen.state, seen.seat, hex)
    near = [names.place(goal) for goal in advantage.buildings(seen.state) if ground().distance(goal, hex) <= 1]
    if far > advantage.NEAR and near:
        return f"only units on the ground hold {near[0]}"
    return f"the enemy is {away(far)}, and passengers are lost with the vehicle" if far < FAR else ""


UNLOAD = Verb(
    do.Unload,
    when="units get out of vehicles when these are activated",
    says=says_unload,
    why=lambda seen, action: _getting_out(seen, action.units[:1]),
    cite="TRAP-8.2",
    rules=(can_get_out, off_course, unloading_is_paid, gets_out_there),
    candidates=to_unload,
    resolve=unload,
)


# A column dismounts by one order, vehicle by vehicle, as by single orders.


def exits(state: State, vehicle: Unit) -> list[HexId]:
    """Return the hexes where passengers take cover, the best first.

    Cover is better than the open, a place off the streets better than one in them, an empty one than a full one.
    """

    def order(hex: HexId) -> tuple[bool, bool, int]:
        bare = ground().terrain[hex] == "clear" and hex not in state.rubble
        return bare, ground().has_road(hex), len(found_at(state, hex))

    return sorted((*reached(state, vehicle), vehicle.hex), key=order)


def way_out(at: Here, vehicle: Unit, where: str) -> do.Unload | Refusal:
    """Return how everybody in a vehicle gets out, or why they cannot."""
    inside = tuple(rider.id for rider in riders(at.state, vehicle.id))
    refused: Refusal | None = None
    for hex in exits(at.state, vehicle) if where == "cover" else (vehicle.hex,):
        action = do.Unload(inside, hex)
        found = judge(UNLOAD.rules, at, action)
        if found is None:
            return action
        refused = refused or found
    assert refused is not None
    return refused


def emptied(at: Here, action: do.Dismount) -> list[Unit]:
    """Return the vehicles to unload: part of a column, and others that are named."""
    column = loaded(at, at.state.units[action.lead])[: action.vehicles]
    others = (at.state.units[id] for id in action.others if id in at.state.units)
    return list({unit.id: unit for unit in (*column, *others)}.values())


@rule("TRAP-8.2", "TRAP-4.3.1")
def others_act_too(at: Here, action: do.Dismount) -> Wrong | None:
    """Vehicles that stand elsewhere act with the same marker."""
    if not action.others:
        return None
    theirs = do.Turn(action.others, "N")
    tests = (against(each, at, theirs) for each in (may_act, on_the_map, off_course))
    return next((wrong for wrong in tests if wrong is not None), None)


@rule("TRAP-8.2")
def somebody_gets_out(at: Here, action: do.Dismount) -> Wrong | None:
    """In the column somebody rides who can get out."""
    lead = at.state.units[action.lead]
    if not record(lead).vehicle:
        return Wrong("that is no vehicle", "name a vehicle of the column")
    refused: Refusal | None = None
    for unit in emptied(at, action):
        way = way_out(at, unit, action.where)
        if isinstance(way, do.Unload):
            return None
        refused = refused or way
    if refused is None:
        return Wrong("nobody rides in this column", "choose a column with somebody aboard")
    return Wrong(refused.why, refused.mend, refused.cite)


def to_dismount(at: Here, fixed: Fixed) -> Iterator[do.Dismount]:
    """Offer each loaded vehicle that has another in its column, or elsewhere."""
    carriers = [unit for unit in able(at.state, at.step) if on_map(unit) and riders(at.state, unit.id)]
    carriers = [unit for unit in carriers if isinstance(way_out(at, unit, "cover"), do.Unload)]
    for unit in carriers:
        if fixed.get("lead", unit.id) != unit.id:
            continue
        column = loaded(at, unit)
        others = fixed.get("others", ())
        for vehicles in (do.ALL_VEHICLES, *range(2, len(column))) if len(column) > 1 or others else ():
            yield do.Dismount(unit.id, "cover", vehicles, others)
            yield do.Dismount(unit.id, "here", vehicles, others)
        if "others" not in fixed:
            elsewhere = (other for other in carriers if other not in column)
            yield from (do.Dismount(unit.id, "cover", others=(other.id,)) for other in elsewhere)


def getting_out(action: do.Dismount) -> Deed:
    """Return how a vehicle of the column is emptied."""

    def gets_out(at: Here, unit: Unit) -> Sequence[do.Action]:
        way = way_out(at, unit, action.where)
        return (way,) if isinstance(way, do.Unload) else ()

    return gets_out


def dismount(play: Play, step: Any, action: do.Dismount) -> None:
    """Unload vehicle after vehicle; passengers that cannot dismount stay aboard."""
    carry_out(play, step, emptied(here(play, step), action), getting_out(action))


def tells(at: Here, action: do.Dismount) -> Iterator[str]:
    """Describe the dismounted units, the danger to them, and the units that stay."""
    out: dict[HexId, list[Unit]] = {}
    for vehicle, (order, *_) in foreseen(at, emptied(at, action), getting_out(action)):
        assert isinstance(order, do.Unload)
        out.setdefault(order.at or vehicle.hex, []).extend(at.state.units[id] for id in order.units)
    if out:
        yield f"{begun('; '.join(f'{names.units(units)} at {names.place(hex)}' for hex, units in out.items()))}."
        yield could_be_fired_at(at, out.items())
    for vehicle in emptied(at, action):
        way = way_out(at, vehicle, action.where)
        if isinstance(way, Refusal):
            stay = riders(at.state, vehicle.id)
            yield f"{begun(names.units(stay))} {names.does(stay, 'stays', 'stay')} aboard: {way.why}."


def says_dismount(seen: Seen[State], action: do.Dismount) -> str:
    """Name the vehicles that are left, and where their riders go."""
    where = "to the best cover beside them" if action.where == "cover" else "in the hexes of their vehicles"
    lead, few = say.who(seen, action.lead), action.vehicles < do.ALL_VEHICLES
    rode = f"the first {action.vehicles} vehicles from {lead} on" if few else f"the column of {lead}"
    rode = lead if action.vehicles == 1 else rode
    also = f" and those of {say.who(seen, *action.others)}" if action.others else ""
    return f"all passengers of {rode}{also} get out {where}."


DISMOUNT = Verb(
    do.Dismount,
    when="units get out of vehicles when these are activated",
    says=says_dismount,
    why=lambda seen, action: _getting_out(seen, (action.lead,)),
    cite="TRAP-8.2",
    rules=(may_act, on_the_map, off_course, others_act_too, somebody_gets_out),
    candidates=to_dismount,
    resolve=dismount,
    tells=tells,
)
