"""Who may storm what, and with whose support; and what losers may choose."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.field import assault, fire, flames, movement, names, units, whose
from bot.titles.tide.field.movement import Way
from bot.titles.tide.model.actions import Assault, Join, Remove, Retreat
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Losses, Melee, Rout
from bot.titles.tide.model.table import HexId, Squad, Vehicle
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import hits, melee
from bot.titles.tide.rules.firing import standing_at
from bot.titles.tide.rules.moving import goal, way
from bot.titles.tide.rules.units import is_hex, own


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
    here = units.map_of(state)
    if action.target not in here.neighbours[start]:
        return Wrong(f"{action.target} is not next to {start}", "move next to it first")
    if abs(here[action.target].level - here[start].level) > 1:
        return Wrong(f"a cliff parts {start} from {action.target}", "assault from another hex", "TOI-7.6")
    if burns := flames.closed(state, action.target):
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
    """Who enters mines or wire on the way does not assault any more."""
    unit = own(seen, action.unit)
    found = way(seen, action)
    if unit is None or not isinstance(found, Way):
        return None
    for hex in found.path:
        wired = units.works_at(seen.state, hex, "wire") and not movement.crosses_wire(unit)
        if wired or units.works_at(seen.state, hex, "mines"):
            return Wrong(f"the obstacle at {hex} ends the assault", "go around, or assault from where you are")
    return None


@rule("TOI-9.7", "TOI-6.2g")
def not_halved_twice(seen: Seen[State], action: Assault) -> Wrong | None:
    """An assault that would be halved twice is not made."""
    unit = own(seen, action.unit)
    if unit is None:
        return None
    state = standing_at(seen.state, unit, goal(seen, action), action.clear)
    return fire.twice_halved(state, assault.attack_halvings(state, state.units[unit.id], action.target))


@rule("TOI-6.2b", "TOI-2.3f", "TOI-9.7")
def can_be_supported(seen: Seen[State], action: Assault) -> Wrong | None:
    """Up to two steady squads next to the target support, fatigued ones too; none that fires at half anyway."""
    state = seen.state
    if len(action.support) > 2 or len(set(action.support)) < len(action.support) or action.unit in action.support:
        return Wrong("up to two other squads support an assault", "name at most two squads, each once")
    if action.support and units.works_at(state, action.target, "smoke"):
        return Wrong(f"nobody supports an assault into the smoke at {action.target}", "assault alone", "TOI-9.7")
    for each in action.support:
        squad = own(seen, each)
        if squad is None:
            return whose.not_yours(state, seen.seat, each)
        if wrong := _cannot_help(state, squad, action.target):
            return wrong
    return None


@case("TOI-6.2b", "TOI-2.3f", "TOI-3.6c", "TOI-9.7")
def _cannot_help(state: State, squad: units.AnyUnit, target: HexId) -> Wrong | None:
    """Return why a unit of one's own cannot support an assault on a hex, `None` when it can."""
    name = names.unit(squad)
    if not isinstance(squad, Squad):
        return Wrong(f"{name} is no squad, and only squads support an assault", "choose squads next to the target")
    if units.aboard(state, squad) is not None:
        return Wrong(f"{name} sits in a transport", "choose squads on the ground", "TOI-3.6c")
    if squad.morale:
        return Wrong(f"{name} is {squad.morale}", "choose steady squads")
    if units.has_heavy_weapon(squad):
        return Wrong(f"{name} has a heavy weapon and supports no assault", "choose others", "TOI-2.3f")
    if target not in units.map_of(state).neighbours[squad.hex]:
        return Wrong(f"{name} is not next to {target}", "choose squads next to the target")
    halves = (assault.IN_SUPPORT, *assault.attack_halvings(state, squad, target))
    return fire.twice_halved(state, halves)


@rule("TOI-5.4a", "TOI-6.2e")
def can_be_lost(at: At[State, Losses], action: Remove) -> Wrong | None:
    """A hit costs a figure, or damages a vehicle, of the units that were hit."""
    step = at.step
    if (action.unit, action.figure) in hits.loss_choices(at.state, step):
        return None
    unit = at.state.units.get(action.unit)
    if unit is None or action.unit not in step.units:
        return Wrong("that unit was not hit", "choose a figure of a squad, or a vehicle, that was hit")
    if isinstance(unit, Vehicle):
        if action.figure:
            return Wrong("a vehicle has no figures", "leave `figure` out")
        return Wrong("the hits that the vehicle has taken destroy it already", "choose something else")
    if not action.figure:
        return Wrong("no figure is named", "name the `figure` that the squad loses")
    return Wrong(f"the squad has no {names.SINGULARS[action.figure]}", "choose a figure that it has")


@rule("TOI-6.2f")
def can_retreat_there(at: At[State, Rout], action: Retreat) -> Wrong | None:
    """Losers of an assault go to an adjacent hex that they can enter, without enemies, with room."""
    step = at.step
    unit = own(at, action.unit)
    if unit is None or action.unit not in step.units:
        return Wrong("that unit does not have to retreat", "choose one that lost the assault")
    if action.to in melee.retreats(at.state, unit):
        return None
    return _no_refuge(at.state, unit, action.to)


@case("TOI-6.2f", "TOI-12.2a")
def _no_refuge(state: State, unit: units.AnyUnit, to: HexId) -> Wrong:
    """Return why a unit cannot retreat to a hex."""
    if to not in units.map_of(state).neighbours[unit.hex]:
        return Wrong(f"{to or 'that'} is not next to {unit.hex}", "choose an adjacent hex")
    cost = movement.step_cost(state, unit, unit.hex, unit.hex, to)
    if isinstance(cost, Wrong):
        return Wrong(cost.why, "choose another adjacent hex", cost.cite)
    if units.holders(state, to, unit.side):
        return Wrong(f"there are enemies at {to}", "choose another adjacent hex", "TOI-12.2b")
    return Wrong(f"{to} already holds three units", "choose another adjacent hex", "TOI-12.2a")


@rule("TOI-6.2h")
def can_join(at: At[State, Melee], action: Join) -> Wrong | None:
    """Concealed squads of the assaulted hex join or stay hidden."""
    step = at.step
    hidden = melee.hidden_defenders(at.state, step, at.state.units[step.unit])
    if len(set(action.units)) < len(action.units):
        return Wrong("a squad is named twice", "name each squad once, or none")
    if set(action.units) <= set(hidden):
        return None
    return Wrong(f"that is no concealed squad of yours at {step.hex}", "name some of those there, or none")
