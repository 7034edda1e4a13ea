"""Fire and Movement: an attack at half firepower before or after a short move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb, until_found
from bot.titles.tide.combat import hits, shock, smoke
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import arms, attack, board, fire, foresight, phrases, smoke_rounds, units
from bot.titles.tide.field.aim import sight_wrong, standing_at
from bot.titles.tide.field.attack import BANDS
from bot.titles.tide.field.fire import ON_THE_MOVE
from bot.titles.tide.field.movement import Way
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Shot
from bot.titles.tide.model.table import First, HexId, TargetId, Vehicle
from bot.titles.tide.play import activation, aiming, chances, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.aiming import round_wrong
from bot.titles.tide.play.choices import after_fire, enemies, fresh, modes, shelters
from bot.titles.tide.play.moving import MOVE, MOVE_ITSELF, goals, set_out, told_on_the_way, way


@rule("TOI-2.3f")
def no_heavy_weapon(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """Squads with machine guns or mortars do not fire on the move."""
    unit = own(seen, action.unit)
    if unit is not None and units.has_heavy_weapon(unit):
        return Wrong("a squad with a heavy weapon does not fire on the move", "let it advance, or fire in place")
    return None


@rule("TOI-3.6c", "TOI-3.6b")
def dismounts_first(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """Passengers get out before they fire."""
    unit = own(seen, action.unit)
    if action.first == "fire" and unit is not None and units.aboard(seen.state, unit) is not None:
        return Wrong("the squad sits in a transport", "let it get out and then fire: `first` is move")
    return None


@rule("TOI-4.4a", "TOI-5.1a", "TOI-7.2", "TOI-9.4", "TOI-9.5", "TOI-9.7", "FB-equip-9")
def can_hit_on_the_move(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """The attack is legal from the unit's hex before the move, or after it."""
    unit = own(seen, action.unit)
    target = units.unit_at(seen.state, action.target)
    if unit is None:
        return None
    state = seen.state
    if action.first == "move":
        found = way(seen, action)
        if isinstance(found, Way) and _blown_up(state, unit, found.path):
            return Wrong("a minefield ends the action before the attack", "fire first, or go around", "TOI-9.4")
        state = standing_at(state, unit, action.to, action.clear)
        unit, target = state.units[unit.id], units.unit_at(state, action.target)
        if target is not None and target.side == unit.side:
            return Wrong(
                "the unit takes the gun when it gets there", "fire first, or at another unit", "FB-equip-9"
            )
    if target is None:
        assert isinstance(unit, Vehicle)
        goal = HexId(action.target)
        return sight_wrong(state, unit.hex, goal) or round_wrong(state, unit, action, BANDS[:2], ON_THE_MOVE)
    if action.mode == "suppressive" and isinstance(target, Vehicle):
        return Wrong("vehicles are immune to suppressive fire", "fire normally", "TOI-3.1a")
    if wrong := sight_wrong(state, unit.hex, target.hex):
        return wrong
    plan = fire.plan(
        state, unit, target, action.mode, using=action.using, allowed=BANDS[:2], halves=(ON_THE_MOVE,)
    )
    return plan if isinstance(plan, Wrong) else None


def _blown_up(state: State, unit: AnyUnit, path: Sequence[HexId]) -> bool:
    return any(board.works_at(state, hex, "mines") for hex in path)


def fires_and_moves(seen: Seen[State], fixed: Fixed) -> Iterator[do.FireAndMove]:
    """Yield every move with a shot before or after it."""
    state, targets = seen.state, tuple(enemies(seen, fixed))
    for unit in fresh(seen, fixed):
        if units.has_heavy_weapon(unit):
            continue
        reached = _reached(seen, unit, fixed)
        if smoke_rounds.has(state, unit):
            yield from _smokes_and_moves(seen, unit, reached, fixed)
        for enemy in until_found(fixed, "unit", unit.id, targets):
            for to, first in _shots(state, unit, reached, enemy.hex, armoured=isinstance(enemy, Vehicle)):
                ways = product(modes(enemy, fixed), shelters(seen, unit, to), after_fire(seen, fixed))
                for mode, into, after in ways:
                    yield do.FireAndMove(
                        unit.id, TargetId(enemy.id), to, first, mode, into,
                        fixed.get("via", ()), fixed.get("clear", ()), fixed.get("using", ()), after,
                    )  # fmt: skip


class Goals(NamedTuple):
    """The goals of a move with a shot, and the distance of the farthest goal."""

    hexes: tuple[HexId, ...]
    farthest: int


def _reached(seen: Seen[State], unit: AnyUnit, fixed: Fixed) -> Goals:
    hexes, here = tuple(goals(seen, unit, "fire-and-move", fixed)), board.map_of(seen.state)
    return Goals(hexes, max((here.distance(unit.hex, to) for to in hexes if to in here), default=0))


def _shots(
    state: State, unit: AnyUnit, goals: Goals, target: HexId, *, armoured: bool
) -> Iterator[tuple[HexId, First]]:
    """Yield each move with the order of move and shot that brings the target in reach."""
    reach = arms.farthest(unit, armoured=armoured) + 1  # A hill extends the range by a hex.
    distance = board.map_of(state).distance
    if distance(unit.hex, target) > reach + goals.farthest:
        return

    def bears(start: HexId) -> bool:
        return distance(start, target) <= reach and board.sees(state, start, target)

    from_here = units.aboard(state, unit) is None and bears(unit.hex)
    for to in goals.hexes:
        if from_here:
            yield to, "fire"
        if bears(to):
            yield to, "move"


def _smokes_and_moves(seen: Seen[State], unit: AnyUnit, goals: Goals, fixed: Fixed) -> Iterator[do.FireAndMove]:
    """Yield smoke rounds on the move, at the hexes of enemies or the fixed hex."""
    hexes = dict.fromkeys(enemy.hex for enemy in units.against(seen.state, seen.seat))
    if fixed.get("target") in board.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex in hexes:
        for to, first in _shots(seen.state, unit, goals, hex, armoured=True):
            yield do.FireAndMove(
                unit.id, TargetId(hex), to, first, via=fixed.get("via", ()), clear=fixed.get("clear", ()),
                after_fire=fixed.get("after_fire", ""),
            )  # fmt: skip


@case("TOI-4.4a")
def fire_and_move(play: Play, action: do.FireAndMove) -> None:
    """Carry out Fire and Movement in either order."""
    if action.first == "move":
        set_out(play, action, action.to, shot=Shot(action.target, action.mode, action.using))
        return
    set_out(play, action, action.to)
    shock.reveal(play, action.unit)
    lead, target = play.state.units[action.unit], units.unit_at(play.state, action.target)
    if target is None:
        plan: attack.Attack | Wrong = smoke_rounds.plan(
            play.state, lead, HexId(action.target), ("close", "normal"), (ON_THE_MOVE,)
        )
        assert not isinstance(plan, Wrong)
        smoke.fire_smoke(play, plan, play.seat)
        return
    plan = fire.plan(
        play.state, lead, target, action.mode, using=action.using,
        allowed=("close", "normal"), halves=(ON_THE_MOVE,),
    )  # fmt: skip
    assert not isinstance(plan, Wrong)
    hits.attack(play, plan, "fire and move", play.seat, (target.id,))


def chance(seen: Seen[State], action: do.FireAndMove) -> Odds | None:
    """Return the odds of the attack from the firing hex, with hazards of the move."""
    state = there = seen.state
    lead, target = units.unit_at(state, action.unit), units.unit_at(state, action.target)
    if lead is None:
        return None
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        return chances.of_smoke_round(state, lead, HexId(action.target), BANDS[:2], (ON_THE_MOVE,))
    if target is None:
        return None
    if action.first == "move" and action.to in board.map_of(state):
        there = standing_at(state, lead, action.to, action.clear)
        target = there.units[target.id]
        if target.side == lead.side:
            return None
    plan = fire.plan(
        there, there.units[lead.id], target, action.mode,
        using=action.using, allowed=BANDS[:2], halves=(ON_THE_MOVE,),
    )  # fmt: skip
    return chances.of_shot(state, lead, target, plan, told_on_the_way(state, lead, action))


def says_both(seen: Seen[State], action: do.FireAndMove) -> str:
    """Return the order as a sentence, in the order of fire and movement."""
    fires, goes = phrases.fires(seen, action), phrases.goes(seen, action)
    first, then = (goes, fires) if action.first == "move" else (fires, goes)
    return f"{for_reader(seen, action.unit)} {first}, then {then}."


def foretold(seen: Seen[State], action: do.FireAndMove) -> list[str]:
    """Report the cost and danger of the way, and the unit if its fire reveals it."""
    return [
        *foresight.cost(seen, action),
        *foresight.danger(seen, action),
        *foresight.revealed(seen, "Firing", action.unit),
    ]


FIRE_AND_MOVE: InTurn[do.FireAndMove] = Verb(
    do.FireAndMove,
    when="Fire and Movement takes place in your turn of the Action Phase",
    says=says_both,
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        activation.no_gun,
        activation.steady,
        dismounts_first,
        no_heavy_weapon,
        *MOVE,
        *MOVE_ITSELF,
        aiming.can_be_target,
        can_hit_on_the_move,
    ),
    tells=foretold,
    candidates=fires_and_moves,
    resolve=takes_an_action(fire_and_move),
    odds=chance,
    sketch=sketches.way,
)
