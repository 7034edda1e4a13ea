"""The targets of fire, shelling, assaults and artillery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from bot.titles.trap.computer import value
from bot.titles.trap.field import assault, fire
from bot.titles.trap.field.arcs import bears, toward
from bot.titles.trap.field.battle import option
from bot.titles.trap.field.fire import indirect, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import after, hit_chance, results
from bot.titles.trap.field.indirect import (
    BURATINO_AROUND,
    BURATINO_IMPACT,
    HEAVY_INDIRECT,
    OFF_MAP,
    blast_modifiers,
    too_near,
)
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import of, record
from bot.titles.trap.field.view import eyesight, firing_range, view
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, FACINGS, RUSSIAN, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, able
from bot.titles.trap.play.fire import unready
from bot.titles.trap.play.interdiction import interdiction_modifiers
from bot.titles.trap.play.spotters import cannot_spot

WORTH_FIRING = 0.3
"""The least that a shot must be worth."""
WORTH_A_TRY = 0.04
"""The least value of a shot for a unit without a better order."""
WORTH_SHELLING = 0.25
WORTH_ASSAULTING = 1.0
"""The least that a close assault must be worth: one side is lost."""
WORTH_STRIKING = 2.0
"""The least that a Buratino must destroy: it fires again every turn."""
SCATTERS = 0.3
"""8.5.1: how often fire holds that no leader in good order has spotted."""
ENTERS = 0.05
"""The value of keeping a hex under fire, for each Chechen unit near it."""
WORTH_INTERDICTING = 0.1
GROUND = 2.0
"""The value of the ground that an assault takes, if it is a building that scores."""


class Choice(NamedTuple):
    """An option, and its value."""

    value: float
    action: do.Action


def fight(at: Here, *, turning: bool = True) -> do.Action | None:
    """Return the shot, the shelling or the assault that is worth most.

    A unit that moved too far to fire may turn to the enemy, unless `turning` is false.
    """
    found = list(_shots(at, WORTH_FIRING, turning))
    best = at.best((*found, *_assaults(at), *_shelling(at)))
    return _together(at, best, found) or _interdiction(at)


def try_a_shot(at: Here, *, turning: bool = True) -> do.Action | None:
    """Return the best shot of units without a better order."""
    found = list(_shots(at, WORTH_A_TRY, turning))
    return _together(at, at.best(found), found)


def _together(at: Here, best: do.Action | None, found: Iterable[Choice]) -> do.Action | None:
    """Let all units with the same best target fire in one order.

    Other orders are unchanged.
    """
    if not isinstance(best, do.Fire):
        return best
    favourite: dict[UnitId, tuple[float, UnitId]] = {}
    for worth, action in found:
        if isinstance(action, do.Fire):
            (unit,) = action.units
            favourite[unit] = max(favourite.get(unit, (0.0, action.target)), (worth, action.target))
    mine = sorted(
        ((worth, unit) for unit, (worth, target) in favourite.items() if target == best.target), reverse=True
    )
    together = do.Fire((*best.units, *(unit for _, unit in mine if unit not in best.units)), best.target)
    return together if at.allows(together) else best


def _shots(at: Here, least: float, turning: bool) -> Iterator[Choice]:
    """Yield shots that are worth it, and the turns that make one possible."""
    state = at.state
    for unit in able(state, at.step):
        if unit.fired or unit.hex not in ground() or record(unit).kind == "leader":
            continue
        if not turning and unready(state, unit) is not None:
            continue
        seen = view(state, unit.hex, firing_range(state, unit))
        for foe in value.foes_near(state, unit.side, unit.hex):
            if foe.hex not in seen or not value.is_game(unit, foe):
                continue
            worth = value.of_shot(state, unit, foe)
            if worth < least:
                continue
            if fire.facing_towards(state, unit, foe.hex):
                yield Choice(worth, do.Fire((unit.id,), foe.id))
            else:
                yield from _turns(at, unit, worth)


def _turns(at: Here, unit: Unit, worth: float) -> Iterator[Choice]:
    """Yield the turn that brings a target into a unit's front, if none is there."""
    shot = value.best_shot(at.state, unit, unit.hex, unit.level, moved=unit.moved)
    turns = shot.facing is not None and shot.facing != unit.facing and not record(unit).vehicle
    if turns and shot.value <= worth and shot.facing is not None:
        yield Choice(worth - 0.01, do.Turn((unit.id,), shot.facing))


# Close assault.


def _assaults(at: Here) -> Iterator[Choice]:
    """Yield close assaults that are worth their risk."""
    for action in at.legal(do.Assault):
        worth = _of_assault(at.state, action)
        if worth >= WORTH_ASSAULTING:
            yield Choice(worth / len(action.units) ** 0.5, action)


def _of_assault(state: State, action: do.Assault) -> float:
    """Return the value of a close assault, which destroys one side.

    A side that is losing anyway risks nothing.
    """
    units = [state.units[id] for id in action.units]
    seat = units[0].side
    there = enemies(state, seat, action.at, action.level)
    mods = assault.modifiers(seat, units, there, action.level)
    wins = float(hit_chance(assault.factor(seat), mods))
    gain = sum(value.of_unit(state, unit) for unit in there if not unit.aboard)
    gain += GROUND * any(action.at in ground().building(key) for key in value.BUILDINGS[seat])
    if value.lost(state, seat):
        return wins * gain
    return wins * gain - (1 - wins) * sum(value.of_unit(state, unit) for unit in units if not unit.aboard)


# Indirect fire.


def _shelling(at: Here) -> Iterator[Choice]:
    """Yield indirect fire by heavy weapons, off-map batteries and Buratinos."""
    for shell in at.offered(do.Shell):
        worth = barrage(at.state, shell.at, at.state.units[shell.unit], shell.spotter)
        if worth < WORTH_SHELLING:
            continue
        if at.allows(shell):
            yield Choice(worth, shell)
        elif (turn := turn_to_shell(at, shell)) is not None:
            yield Choice(worth, turn)
    if at.step.marker != ARTILLERY:
        return
    for strike in at.legal(do.Strike):
        worth = _of_strike(at.state, strike.at)
        if worth >= WORTH_STRIKING:
            yield Choice(worth, strike)
    for bombard in at.legal(do.Bombard):
        if bombard.batteries == 1:
            worth = barrage(at.state, bombard.at, None, bombard.spotter)
            if worth >= WORTH_SHELLING:
                yield Choice(worth, bombard)


def _of_strike(state: State, hex: HexId) -> float:
    """Return the value of a Buratino: it destroys a hex and may stun its neighbours."""
    lost = float(hit_chance(BURATINO_IMPACT, blast_modifiers(state, hex)))
    total = lost * sum(value.of_unit(state, unit) for unit in units_at(state, hex) if not unit.aboard)
    for near in ground().neighbours(hex):
        stunned = float(hit_chance(BURATINO_AROUND, blast_modifiers(state, near))) / 2
        hurt = (max(0.0, value.HARM["inactive"] - value.HARM[each.status]) for each in units_at(state, near))
        total += value.POINTS[CHECHEN] * stunned * sum(hurt)
    return total


def turn_to_shell(at: Here, shell: do.Shell) -> do.Turn | None:
    """Return the free turn that lets heavy weapons shell a hex, if that is enough."""
    unit, places = at.state.units[shell.unit], ground().map.places
    sides = toward(places[unit.hex], places[shell.at])
    if record(unit).vehicle or bears(FACINGS.index(unit.facing), sides):
        return None
    turned = replace(unit, facing=next(way for way in FACINGS if bears(FACINGS.index(way), sides)))
    then = replace(at, state=replace(at.state, units={**at.state.units, unit.id: turned}))
    return do.Turn((unit.id,), turned.facing) if then.allows(shell) else None


def barrage(state: State, hex: HexId, firer: Unit | None, spotter: UnitId) -> float:
    """Return the value of indirect fire at a hex, which hits friends too."""
    cf = OFF_MAP if firer is None else HEAVY_INDIRECT
    total = 0.0
    for target in units_at(state, hex):
        if not target.counter.known or target.aboard:
            continue
        hit = float(hit_chance(cf, modifiers(indirect(state, target, firer))))
        done = results(True, False, record(target), target.status)
        ends = {end if end == "eliminated" else after(target.status, end): hit * p for end, p in done.items()}
        shooter = firer.side if firer is not None else RUSSIAN
        total += value.of_ends(state, target, ends) * (1 if target.side != shooter else -1.5)
    leader = state.units.get(spotter)
    return total * (1.0 if leader is not None and leader.status == "normal" else SCATTERS)


def _interdiction(at: Here) -> do.Action | None:
    """Return a hex for idle batteries to keep under fire, near Chechens only.

    A leader must spot it: otherwise it holds less often, and may end interdiction for the game.
    """
    if at.step.marker != ARTILLERY or not option(at.state, "interdiction") or not at.state.interdiction:
        return None
    under_fire = {battery.hex for battery in at.state.batteries.values() if battery.hex}
    found = []
    for leader in of(at.state, RUSSIAN):
        if record(leader).kind == "leader" and cannot_spot(at, leader.id, leader.hex) is None:
            for hex in sight().seen_from(leader.hex, eyesight(at.state, leader), at.state.rubble):
                worth = _of_interdiction(at.state, hex, leader.id)
                if worth and not any(ground().distance(hex, each) <= 2 for each in under_fire):
                    found.append(Choice(worth, do.Interdict(hex, leader.id)))
    return at.best([each for each in found if each.value >= WORTH_INTERDICTING])


def _of_interdiction(state: State, hex: HexId, spotter: UnitId) -> float:
    """Return the value of keeping a hex under fire."""
    if too_near(state, hex, 3) is not None:
        return 0.0
    near = sum(ground().distance(foe.hex, hex) <= 3 and foe.hex != hex for foe in of(state, CHECHEN))
    return ENTERS * near * float(hit_chance(OFF_MAP, interdiction_modifiers(state, hex, spotter)))
