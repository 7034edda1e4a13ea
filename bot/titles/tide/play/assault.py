"""An Assault: squads move next to an enemy hex and storm it.

The fight itself is in `melee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import in_dice
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import assault, board, foresight, halving, hazards, names, phrases, units, whose
from bot.titles.tide.field.aim import standing_at
from bot.titles.tide.field.board import is_hex
from bot.titles.tide.field.movement import Way
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Assault
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId
from bot.titles.tide.play import activation, moving, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.choices import after_fire, fresh
from bot.titles.tide.play.moving import MOVE, goal, goals, set_out, told_on_the_way, way
from bot.titles.tide.printed.tables import tables


@rule("TOI-2.3f", "TOI-6.2a")
def storms(seen: Seen[State], action: Assault) -> Wrong | None:
    """Only squads without heavy weapons assault."""
    unit = own(seen, action.unit)
    if not isinstance(unit, Squad):
        return Wrong("only squads assault", "choose a squad", "TOI-6.2a")
    if units.has_heavy_weapon(unit):
        return Wrong("a squad with a heavy weapon does not assault", "choose another squad")
    return None


@rule("TOI-6.2a", "TOI-7.6", "FB-equip-8")
def can_be_stormed(seen: Seen[State], action: Assault) -> Wrong | None:
    """The target is adjacent and holds enemies, no heavy vehicle among them."""
    state, start = seen.state, goal(seen, action)
    if not is_hex(state, action.target) or not is_hex(state, start):
        why = f"there is no hex {action.target}" if action.target else "no hex is named"
        return Wrong(why, "choose a hex of the map", "TOI-8.2")
    here = board.map_of(state)
    if action.target not in here.neighbours[start]:
        return Wrong(f"{action.target} is not next to {start}", "move next to it first")
    if abs(here[action.target].level - here[start].level) > 1:
        return Wrong(f"a cliff parts {start} from {action.target}", "assault from another hex", "TOI-7.6")
    if burns := board.closed(state, action.target):
        return burns
    enemies = units.enemies_at(state, action.target, seen.seat)
    if not enemies:
        return Wrong(f"there are no enemies at {action.target}", "choose a hex that holds some")
    if sum(map(units.is_gun, enemies)) >= tables().numbers.stacking.units:
        return Wrong(f"{action.target} is full of guns", "fire at them instead", "FB-equip-8")
    if any(units.is_heavy(enemy) for enemy in enemies):
        return Wrong(f"a heavy vehicle stands at {action.target}", "fire at it instead")
    return None


@rule("TOI-6.2g", "TOI-9.4", "TOI-9.5")
def way_is_free(seen: Seen[State], action: Assault) -> Wrong | None:
    """Mines or wire on the way end an assault, unless the squad clears the wire."""
    unit = own(seen, action.unit)
    found = way(seen, action)
    if unit is None or not isinstance(found, Way):
        return None
    for hex in found.path:
        wired = board.works_at(seen.state, hex, "wire") and hex not in action.clear
        if wired or board.works_at(seen.state, hex, "mines"):
            return Wrong(f"the obstacle at {hex} ends the assault", "go around, or assault from where you are")
    return None


@rule("TOI-9.7", "TOI-6.2g")
def not_halved_twice(seen: Seen[State], action: Assault) -> Wrong | None:
    """An assault that would be halved twice is not made."""
    unit = own(seen, action.unit)
    if unit is None:
        return None
    state = standing_at(seen.state, unit, goal(seen, action), action.clear)
    return halving.twice_halved(state, assault.attack_halvings(state, state.units[unit.id], action.target))


@rule("TOI-6.2b", "TOI-2.3f", "TOI-9.7")
def can_be_supported(seen: Seen[State], action: Assault) -> Wrong | None:
    """Up to two steady squads next to the target support, fatigued ones too.

    A squad at half firepower does not.
    """
    state = seen.state
    if len(action.support) > 2 or len(set(action.support)) < len(action.support) or action.unit in action.support:
        return Wrong("up to two other squads support an assault", "name at most two squads, each once")
    if action.support and board.works_at(state, action.target, "smoke"):
        return Wrong(f"nobody supports an assault into the smoke at {action.target}", "assault alone", "TOI-9.7")
    for each in action.support:
        squad = own(seen, each)
        if squad is None:
            return whose.not_yours(state, seen.seat, each)
        if wrong := _cannot_help(state, squad, action.target):
            return wrong
    return None


@case("TOI-6.2b", "TOI-2.3f", "TOI-3.6c", "TOI-9.7", "TOI-5.4d", "TOI-5.4e")
def _cannot_help(state: State, squad: units.AnyUnit, target: HexId) -> Wrong | None:
    """Return why the player's unit cannot support an assault, or `None` if it can."""
    name = names.unit(squad)
    if not isinstance(squad, Squad):
        return Wrong(f"{name} is no squad, and only squads support an assault", "choose squads next to the target")
    if units.aboard(state, squad) is not None:
        return Wrong(f"{name} sits in a transport", "choose squads on the ground", "TOI-3.6c")
    if squad.morale:
        cite = "TOI-5.4d" if squad.morale == "pinned" else "TOI-5.4e"
        return Wrong(f"{name} is {squad.morale}", "choose steady squads", cite)
    if units.has_heavy_weapon(squad):
        return Wrong(f"{name} has a heavy weapon and supports no assault", "choose others", "TOI-2.3f")
    if target not in board.map_of(state).neighbours[squad.hex]:
        return Wrong(f"{name} is not next to {target}", "choose squads next to the target")
    halves = (assault.IN_SUPPORT, *assault.attack_halvings(state, squad, target))
    return halving.twice_halved(state, halves)


def assaults(seen: Seen[State], fixed: Fixed) -> Iterator[do.Assault]:
    """Yield assaults on enemy hexes from where a squad stands or could go."""
    state, here = seen.state, board.map_of(seen.state)
    hexes = dict.fromkeys(
        enemy.hex for enemy in units.against(state, seen.seat) if fixed.get("target", enemy.hex) == enemy.hex
    )
    for unit in fresh(seen, fixed):
        if not isinstance(unit, Squad) or units.has_heavy_weapon(unit):
            continue
        starts = [HexId("") if hex == unit.hex else hex for hex in goals(seen, unit, "assault", fixed)]
        for target in hexes:
            near = here.neighbours[target]
            beside = [to for to in starts if (to or unit.hex) in near]
            if not beside:
                continue
            able = [
                u
                for u in units.of(state, seen.seat)
                if isinstance(u, Squad) and u.hex in near and not u.morale and not units.has_heavy_weapon(u)
            ]
            for to, support, after in product(
                beside, _pairs(unit, able, fixed), after_fire(seen, fixed, "target")
            ):
                yield do.Assault(unit.id, target, to, support, fixed.get("via", ()), fixed.get("clear", ()), after)


def _pairs(lead: AnyUnit, able: Iterable[AnyUnit], fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield no squad, each squad and each pair of squads that could support."""
    if "support" in fixed:
        yield fixed["support"]
        return
    friends = [unit.id for unit in able if unit.id != lead.id]
    for size in range(3):
        yield from combinations(friends, size)


@case("TOI-4.6", "TOI-6.2a")
def go_over(play: Play, action: do.Assault) -> None:
    """Set out for an assault."""
    start = play.state.units[action.unit].hex
    set_out(play, action, action.to or start, assault=action.target, support=action.support)


def of_assault(seen: Seen[State], action: do.Assault) -> Odds | None:
    """Give the odds of an assault."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    if unit is None or action.target not in board.map_of(state):
        return None
    if action.to and action.to not in board.map_of(state):
        return None
    notes = list(told_on_the_way(state, unit, action)) if action.to else []
    state = standing_at(state, unit, action.to or unit.hex, action.clear)
    unit = state.units[unit.id]
    support = [friend for each in action.support if (friend := units.unit_at(state, each)) is not None]
    sides = assault.strength(state, unit, action.target, support)
    on_defender, on_attacker = assault.distributions(sides)
    notes += _told_of_winning(state, unit, action.target)
    if any(isinstance(u, Squad) and u.concealed for u in units.enemies_at(state, action.target, unit.side)):
        notes.insert(0, "Concealed squads there may join the defence.")
    lines = [("the hex falls", float(assault.win_chance(sides)))]
    lines += assault.at_least("the defender loses", on_defender)
    lines += assault.at_least("you lose", on_attacker)
    return Odds(
        assault.title(action.target, sides),
        assault.modifiers(sides),
        tuple(lines),
        tuple(notes),
        ("to take it", float(assault.win_chance(sides))),
    )


@case("TOI-6.2f", "TOI-9.4", "FB-stream-3", "FB-mines-1")
def _told_of_winning(state: State, unit: AnyUnit, hex: HexId) -> Iterator[str]:
    """List the dangers for a squad that has won and moves in."""
    for what, chance in hazards.along(state, unit, (hex,)):
        yield f"If it moves in: {what}, {chance:.1%}."
    if board.works_at(state, hex, "mines") and not units.is_special(unit, "engineer"):
        dice = tables().numbers.mines.dice
        yield f"If it moves in: the minefield at {hex} attacks it with {in_dice(dice)}."


def says_assault(seen: Seen[State], action: do.Assault) -> str:
    """Return the order as a sentence."""
    goes = f"{phrases.goes(seen, action)} and " if action.to else ""
    storms = f"{goes}storms {action.target}{phrases.supported(seen, action.support)}".rstrip(",")
    return f"{for_reader(seen, action.unit)} {storms}."


def foretold(seen: Seen[State], action: do.Assault) -> list[str]:
    """Report the cost of the way, and the squads that the assault or the way reveals."""
    lit = [*foresight.seen_on_way(seen, action)]
    shown = foresight.revealed(seen, "The assault", action.unit, action.support, lit=bool(lit))
    return [*foresight.cost(seen, action), *lit, *shown]


ASSAULT: InTurn[do.Assault] = Verb(
    do.Assault,
    when="an assault takes place in your turn of the Action Phase",
    says=says_assault,
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        activation.no_gun,
        activation.steady,
        storms,
        *MOVE,
        moving.wire_to_clear,
        moving.near_enough,
        moving.room_there,
        can_be_stormed,
        way_is_free,
        not_halved_twice,
        can_be_supported,
    ),
    tells=foretold,
    candidates=assaults,
    resolve=takes_an_action(go_over),
    odds=of_assault,
    sketch=sketches.way,
)
