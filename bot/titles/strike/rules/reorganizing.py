"""What may be recovered, swapped, bought back and rebuilt; standing orders."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.strike.field import arrivals, boxes, communication, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Reorganization
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, Unit
from bot.titles.strike.resolve.reorganizing import PARTS, front_price, helper
from bot.titles.strike.rules.units import listed, no_unit, own

NAMES = ("recovery", "the exchange between the boxes", "buying replacements", "rebuilding")

Deed = do.Recover | do.Swap | do.Replace | do.Rebuild


@rule("12.2.1", "2.0")
def in_order(at: At[State, Reorganization], action: Deed) -> Wrong | None:
    """The parts of the phase follow one another."""
    step = at.step
    part = PARTS[type(action)]
    if part < step.part:
        return Wrong(f"{NAMES[part]} comes before {NAMES[step.part]}", "do it first next turn")
    return None


def _can_pay(seen: Seen[State], price: int) -> Wrong | None:
    has = seen.state.points[seen.seat]
    if price <= has:
        return None
    return Wrong(f"that costs {price} operations points, you have {has}", "choose something cheaper")


@rule("12.1.1", "12.1.2")
def can_recover(at: At[State, Reorganization], action: do.Recover) -> Wrong | None:
    """A disrupted leader tries once, trucks with a leader near."""
    unit, step = own(at, action.unit), at.step
    if unit is None:
        return no_unit(at, action.unit)
    name = counters.record(unit).name
    if not counters.is_kind(unit, "leader", "trucks"):
        return Wrong(f"{name} does not recover: leaders and trucks do", "choose one that is disrupted")
    if unit.id in step.tried:
        return Wrong(f"{name} has tried in this phase", "try again next turn")
    if not unit.down:
        return Wrong(
            f"{name} {'is' if counters.is_kind(unit, 'leader') else 'are'} not disrupted", "choose who is"
        )
    if counters.is_kind(unit, "trucks") and helper(at.state, unit) is None:
        return Wrong(
            "no undisrupted leader is in its area or next to it", "bring one there for the next turn", "12.1.2"
        )
    return _can_pay(at, front_price(unit))


@rule("12.2.2", "12.2.3")
def can_swap(seen: Seen[State], action: do.Swap) -> Wrong | None:
    """An army in a box changes places with two corps in the other box."""
    army = listed(seen, action.army)
    parts = [part for id in action.corps if (part := listed(seen, id)) is not None]
    if army is None or len(parts) != len(action.corps):
        return Wrong("those are not your units", "choose an army in one box and two corps in the other")
    return boxes.swap_wrong(army, parts)


@rule("12.3.4", "12.3.3", "12.3.5", "12.3.6", "12.5", "9.3.3")
def can_replace(seen: Seen[State], action: do.Replace) -> Wrong | None:
    """What was eliminated comes back for its price, on the edge, as long as the boxes keep their least."""
    unit = listed(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    if unit not in boxes.purchasable(seen.state, seen.seat):
        return _not_for_sale(unit)
    if unit.place != ELIMINATED:
        if action.at or action.full:
            return Wrong("an air unit is built up where it is", "leave `at` and `full` out", "9.3.3")
        return _can_pay(seen, front_price(unit))
    if action.full and counters.record(unit).reduced is None:
        return Wrong("it has one side only", "leave `full` out")
    if not boxes.keeps_minimum(seen.state, unit):
        least = counters.side(seen.state, seen.seat).minimum
        return Wrong(
            f"your boxes would hold fewer than {least} corps, or as much", "choose something smaller", "12.5"
        )
    return _arrives(seen, action) or _can_pay(seen, boxes.replacement_price(unit, full=action.full))


def _not_for_sale(unit: Unit) -> Wrong:
    """Say why a unit is not bought back."""
    name, mend = counters.record(unit).name, "choose a unit in your Eliminated Box, or a reduced air unit"
    if unit.place == BREAKDOWN:
        return Wrong(
            f"{name} is in the Breakdown Box", "exchange it into the Eliminated Box with /strike swap", "12.3.1"
        )
    if unit.place == REMOVED:
        return Wrong(f"{name} is out of the game", mend, "11.8.3")
    if not counters.on_map(unit):
        return Wrong(f"{name} is not in the game yet", mend, "14.0")
    if counters.is_kind(unit, "luftwaffe"):
        return Wrong(f"{name} is not reduced", mend, "9.3.3")
    return Wrong(f"{name} is on the map", mend, "12.3.1")


def _arrives(seen: Seen[State], action: do.Replace) -> Wrong | None:
    allowed = arrivals.replacement_places(seen.state, seen.state.units[action.unit])
    if not allowed:
        return Wrong("there is no room for it where it would arrive", "make room there first", "12.3.6")
    if not action.at:
        return Wrong("it is not said where it arrives", f"choose one of {', '.join(allowed)} as `at`", "12.3.5")
    if action.at not in allowed:
        return Wrong(f"it cannot arrive at {action.at}", f"choose one of {', '.join(allowed)}", "12.3.5")
    return None


@rule("12.4.1", "12.4.2", "10.1.6", "10.1.7")
def can_rebuild(seen: Seen[State], action: do.Rebuild) -> Wrong | None:
    """A reduced corps away from the enemy, with communication, is restored."""
    unit = own(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    name = counters.record(unit).name
    if counters.is_kind(unit, "army", "group"):
        return Wrong("armies and panzer groups are not rebuilt on the map", "exchange or replace them", "12.4.1")
    if counters.is_kind(unit, "militia", "garrison"):
        return Wrong(f"{name} stays as it is until it is eliminated", "choose a corps", "10.1.6")
    if not counters.is_kind(unit, "corps"):
        return Wrong(f"{name} is no corps", "choose a reduced corps")
    if not unit.down:
        return Wrong(f"{name} is at full strength", "choose a reduced corps")
    if counters.record(unit).nation in ("finnish", "hungarian"):
        return Wrong("reduced Finns and Hungarians stay reduced", "choose another corps", "10.1.7")
    if unit.place in counters.held(seen.state, counters.other(seen.seat)):
        return Wrong(f"enemies are at {unit.place}", "move it away from them first", "12.4.2")
    if not communication.has_line(seen.state, unit, unit.place):
        return Wrong(
            "it has no line of communication",
            "bring it where free ground leads to a railway nearer home",
            "12.4.2",
        )
    return _can_pay(seen, front_price(unit))


@rule("11.8.2")
def names_a_leader(seen: Seen[State], action: do.Order) -> Wrong | None:
    """Orders for reserves name a leader of one's own who is still in the game."""
    if not action.leader:
        return None
    leader = listed(seen, action.leader)
    if leader is None or not counters.is_kind(leader, "leader"):
        return Wrong("that is none of your leaders", "choose one of them, or leave `leader` out")
    if leader.place == REMOVED:
        return Wrong(f"{counters.record(leader).name} is out of the game", "choose another leader")
    return None
