"""A march hex by hex: mines, wire, overruns, and chances for Op Fire."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.kit.decisions import Work
from bot.titles.tide import events as ev
from bot.titles.tide.combat import capture, footing, hits, shock
from bot.titles.tide.combat.smoke import fire_smoke
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import assault, board, fire, halving, movement, smoke_rounds, underway, units
from bot.titles.tide.field.board import closed
from bot.titles.tide.field.fire import ON_THE_MOVE
from bot.titles.tide.field.shelters import shelter_wrong
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March, Melee, OnTheWay, Shot
from bot.titles.tide.model.table import HexId, ShelterId, Squad, UnitId
from bot.titles.tide.play.marching import halt, planned, tire, use_up_mines
from bot.titles.tide.play.op_fire import offer


@case("TOI-4.1", "TOI-9.1", "TOI-3.6a", "TOI-6.1b", "FB-trench-1")
def _set_out(play: Play, step: March, unit: AnyUnit) -> None:
    """Begin a march: the unit pays to leave its shelter; leaving a fort may draw fire."""
    if _goes_out(play.state, step, unit):
        left_fort = units.dug_in(play.state, unit) is not None
        step = replace(step, spent=movement.leaving_cost(play.state, unit), exposed=left_fort)
        play.emit(ev.Sheltered(step.unit))
    play.emit(ev.Changed(replace(step, begun=True)))


@case("TOI-3.6b")
def _goes_out(state: State, step: March, unit: AnyUnit) -> bool:
    """Return true if a squad leaves its shelter.

    It stays inside if it neither moves nor changes shelter. It leaves a transport to fight.
    """
    if not isinstance(unit, Squad) or not unit.within:
        return False
    plan = step.plan.open()
    if plan.shot is not None or plan.assault:
        return bool(plan.path) or units.aboard(state, unit) is not None
    return bool(plan.path) or plan.into != unit.within


@case("TOI-3.2a", "TOI-6.1e", "TOI-5.4d")
def march(play: Play, step: March) -> None:
    """Take the next step of a march, or end it if the unit can go no farther."""
    unit = play.state.units.get(step.unit)
    plan = step.plan.open()
    if step.exposed and unit is not None:
        play.emit(ev.Changed(replace(step, exposed=False)))
        offer(play, unit.id, step.shooters)
    elif step.gun_exposed:
        play.emit(ev.Changed(replace(step, gun_exposed=False)))
        offer(play, step.gun, ())
    elif unit is None:
        _rest(play, step)
    elif not step.begun:
        _set_out(play, step, unit)
    elif units.is_suppressed(unit) or unit.activity == "fatigued":
        halt(play, step, unit)
    elif (step.befallen or underway.next_wrong(play.state, step, unit)) and has_choice(play.state, step, unit):
        _ask(play, step, unit)
    elif unit.hex in plan.clear:
        _clear(play, step, unit)
    elif not plan.path:
        _arrive(play, step, unit)
    elif underway.next_wrong(play.state, step, unit):
        halt(play, step, unit)
    else:
        _enter(play, step, unit)


@case("TOI-6.1f")
def _ask(play: Play, step: March, unit: AnyUnit) -> None:
    """Ask the owner for the unit's next move after an interruption."""
    play.emit(
        ev.Changed(replace(step, befallen=())),
        ev.Begun(OnTheWay(unit.side, unit.id, tuple(dict.fromkeys(step.befallen)))),
    )


@case("TOI-6.1f", "FB-equip-1")
def has_choice(state: State, step: March, unit: AnyUnit) -> bool:
    """Return true if a march has a choice left. A unit with a gun moves just one hex."""
    if step.gun:
        return False
    if underway.cannot_go_on(state, step, unit) is None or underway.goes_farther(state, step, unit):
        return True
    shelters = (ShelterId(each.id) for each in (*board.works_at(state, unit.hex), *units.at(state, unit.hex)))
    return any(
        shelter_wrong(state, unit, unit.hex, into) is None
        and movement.entering_cost(state, into) <= underway.left(state, step, unit)
        for into in shelters
    )


def _enter(play: Play, step: March, unit: AnyUnit) -> None:
    origin, path = unit.hex, step.plan.open().path
    to = path[0]
    cost = 0 if step.gun else movement.step_cost(play.state, unit, step.start, origin, to)
    assert not isinstance(cost, Wrong)
    overrun = tuple(enemy.id for enemy in units.enemies_at(play.state, origin, unit.side))
    movers = (unit.id, step.gun) if step.gun else (unit.id,)
    play.emit(*(ev.Moved(each, to) for each in movers))
    free = to if units.has_room(play.state, to, play.state.units[unit.id]) else step.last_free
    step = replace(
        planned(step, path=path[1:]), spent=step.spent + cost, last_free=free, exposed=True,
        gun_exposed=bool(step.gun), settled=not path[1:] and bool(board.works_at(play.state, to, "instant-mines")),
    )  # fmt: skip
    play.emit(ev.Changed(step))
    _pin_overrun(play, overrun)
    for each in (unit, *units.passengers(play.state, unit)):
        _expose(play, each.id, to)
    _obstacles(play, step, movers, to)
    stuck = footing.tread(play, movers, origin, stops=not path[1:])
    if tired := tuple(each for each in stuck if play.state.units[each].activity != "fatigued"):
        play.emit(ev.Marked(tired, "fatigued", "stuck"))


@case("TOI-3.2c", "TOI-3.2d")
def _pin_overrun(play: Play, enemies: tuple[UnitId, ...]) -> None:
    """Pin the squads that a tank overran, except in shelter or already suppressed."""
    for enemy in enemies:
        squad = play.state.units.get(enemy)
        if isinstance(squad, Squad) and not squad.within and not squad.morale:
            shock.reveal(play, enemy)
            shock.shake(play, squad, "pinned", "overrun")


@case("TOI-12.1b")
def _expose(play: Play, mover: UnitId, to: HexId) -> None:
    """Reveal a concealed squad on an objective, or in the open in an enemy's sight."""
    squad = play.state.units[mover]
    if not isinstance(squad, Squad) or not squad.concealed:
        return
    if fire.comes_to_light(play.state, squad.side, to):
        shock.reveal(play, mover)


@case("TOI-9.5", "TOI-2.4b")
def _clear(play: Play, step: March, unit: AnyUnit) -> None:
    """Clear the ordered razor wire of the unit's hex, if the unit can still pay."""
    price = movement.clearing_cost((unit.hex,))
    step = planned(step, clear=tuple(hex for hex in step.plan.open().clear if hex != unit.hex))
    if price > underway.left(play.state, step, unit):
        play.emit(ev.Changed(step))
        return
    shock.reveal(play, unit.id)
    play.emit(ev.Changed(replace(step, spent=step.spent + price, obstructed=False)))
    for work in board.works_at(play.state, unit.hex, "wire"):
        play.emit(ev.WorkRemoved(work.id, "cleared"))


@case("TOI-9.4", "TOI-9.5", "TOI-6.2g")
def _obstacles(play: Play, step: March, movers: tuple[UnitId, ...], to: HexId) -> None:
    """Let mines fatigue the units that entered a hex.

    Mines, or wire that stays, also rule out an assault.
    """
    kinds = {work.kind for work in board.works_at(play.state, to)}
    if kinds & {"mines", "wire"}:
        play.emit(ev.Changed(replace(step, obstructed=True)))
    if "mines" in kinds:
        play.emit(ev.Marked(movers, "fatigued", "minefield"))


def _rest(play: Play, step: March) -> None:
    """End the march of a lost unit; a gun that moved with it is fatigued."""
    play.emit(ev.Ended())
    tire(play, step)


@case("TOI-4.1", "TOI-4.6", "TOI-3.6b", "TOI-4.4a", "TOI-4.9", "FI-type-2")
def _arrive(play: Play, step: March, unit: AnyUnit) -> None:
    """End a march as planned: into a shelter, with an attack, or with an assault."""
    plan = step.plan.open()
    play.emit(ev.Ended())
    use_up_mines(play, step, unit)
    if plan.into and isinstance(unit, Squad) and unit.within != plan.into:
        price = movement.entering_cost(play.state, plan.into)
        if (
            price <= underway.left(play.state, step, unit)
            and shelter_wrong(play.state, unit, unit.hex, plan.into) is None
        ):
            play.emit(ev.Sheltered(unit.id, plan.into))
    capture.take_over(play, unit.id)
    tire(play, step)
    if plan.shot is not None:
        shoot_on_the_move(play, step, plan.shot)
    elif plan.assault and not step.obstructed and _storms(play.state, unit, plan.assault):
        play.emit(ev.Begun(Melee(unit.id, plan.assault, plan.support)))


@case("TOI-6.2a", "TOI-7.6", "TOI-9.7", "FI-type-2")
def _storms(state: State, unit: AnyUnit, hex: HexId) -> bool:
    """Return true if a squad can make its assault from its hex."""
    here = board.map_of(state)
    beside = hex in here.neighbours[unit.hex] and abs(here[hex].level - here[unit.hex].level) < 2
    halvings = assault.attack_halvings(state, unit, hex)
    return beside and closed(state, hex) is None and halving.twice_halved(state, halvings) is None


@case("TOI-4.4a")
def shoot_on_the_move(play: Play, step: March, shot: Shot) -> None:
    """Make the attack of a Fire and Movement, if it can still be made."""
    unit = play.state.units[step.unit]
    target = units.unit_at(play.state, shot.target)
    if target is None and shot.target in board.map_of(play.state):
        _smoke_on_the_move(play, unit, HexId(shot.target))
        return
    if target is None or target.side == unit.side or not board.sees(play.state, unit.hex, target.hex):
        return
    using = tuple(kind for kind in shot.using if kind in units.figures(unit)) or shot.using
    plan = fire.plan(
        play.state, unit, target, shot.mode, using=using, allowed=("close", "normal"), halves=(ON_THE_MOVE,)
    )
    if not isinstance(plan, Wrong):
        shock.reveal(play, unit.id)
        hits.attack(play, plan, "fire and move", unit.side, (target.id,))


@case("FB-munition-9")
def _smoke_on_the_move(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """Fire a smoke round from the unit's new hex, if that is still legal."""
    plan = smoke_rounds.plan(play.state, unit, hex, ("close", "normal"), (ON_THE_MOVE,))
    if not isinstance(plan, Wrong) and board.sees(play.state, unit.hex, hex):
        fire_smoke(play, plan, unit.side)


MARCH: Work[State, Event, March] = Work(March, go=march)
