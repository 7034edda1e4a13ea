"""Armies and panzer groups break down into corps, and corps combine into them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import boxes, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.play import Play, sketch
from bot.titles.strike.play.named import listed, no_unit, ours, own, own_unit
from bot.titles.strike.play.phase import Moves


def exchanges(at: At[State, Moves]) -> bool:
    """Return whether formations may exchange now; in redeployment only by agreement."""
    return at.state.phase == "movement" or at.state.options.get("breakdown") == "allowed"


@rule("10.0", "10.1.1", "10.1.2", "10.1.3", "10.1.4", "10.2.2", "10.3.2")
def can_break_down(seen: Seen[State], action: do.Break) -> Wrong | None:
    """An army or panzer group becomes two corps of its arm, no stronger, from one box."""
    unit = own(seen, action.unit)
    assert unit is not None
    parts = [part for id in action.into if (part := listed(seen, id)) is not None]
    if len(parts) != len(action.into):
        return Wrong("those are not your corps", "choose two of your corps from one box", "10.2.2")
    if (counters.size(unit) < 2 or unit.down) and (wrong := boxes.breaks_into(seen.state, unit, parts)):
        return wrong
    for part in parts:
        if wrong := boxes.no_half(unit, part):
            return wrong
    return boxes.breaks_into(seen.state, unit, parts)


def breakdowns(seen: Seen[State], fixed: Fixed) -> Iterator[do.Break]:
    """Yield armies and panzer groups with the pairs of corps that they could become."""
    for unit in ours(seen, fixed):
        if counters.is_kind(unit, "army", "group") and not unit.down:
            for pair in (fixed["into"],) if "into" in fixed else boxes.breakdowns(seen.state, unit):
                yield do.Break(unit.id, pair)


@case("10.2.2")
def break_down(play: Play, step: Moves, action: do.Break) -> None:
    """Break an army or a panzer group down."""
    play.emit(ev.BrokenDown(action.unit, action.into))


def worth_more(seen: Seen[State], action: object) -> str:
    """Return the reason for every exchange of counters."""
    return "so they are worth more on the map"


BREAK: Verb[State, ev.Event, Any, do.Break] = Verb(
    do.Break,
    when="formations break down in your movement phase",
    says="{unit:breaks|break} down into {into}.",
    why=worth_more,
    cite="10.2.2",
    rules=(own_unit, can_break_down),
    candidates=breakdowns,
    resolve=break_down,
    sketch=sketch.unit_named,
    open=exchanges,
)


@rule("10.0", "10.1.5", "10.1.6", "10.1.7", "10.2.1", "10.3.1")
def can_combine(seen: Seen[State], action: do.Combine) -> Wrong | None:
    """Two corps of an area become an army or panzer group that is no stronger."""
    parts = [part for id in action.units if (part := own(seen, id)) is not None]
    army = listed(seen, action.into)
    for id in action.units:
        if own(seen, id) is None:
            return no_unit(seen, id)
    if army is None:
        return Wrong("that is no army or panzer group of yours", "choose one from a box", "10.2.1")
    for part in parts:
        if wrong := boxes.no_half(army, part):
            return wrong
    return boxes.combines_into(seen.state, parts, army)


def unions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Combine]:
    """Yield pairs of corps in one area with the formations that they could become."""
    state = seen.state
    corps = [unit for unit in counters.of(state, seen.seat) if counters.is_kind(unit, "corps")]
    pairs = [fixed["units"]] if "units" in fixed else [
        (a.id, b.id) for a, b in combinations(corps, 2) if a.place == b.place
    ]  # fmt: skip
    for pair in pairs:
        for army in boxes.whole_in_boxes(state, seen.seat):
            if fixed.get("into", army.id) == army.id:
                yield do.Combine(pair, army.id)


@case("10.2.1")
def combine(play: Play, step: Moves, action: do.Combine) -> None:
    """Combine two corps; by agreement the Breakdown Box restores reduced ones."""
    at_full = play.state.options.get("boxes") == "at full strength"
    play.emit(ev.Combined(action.units, action.into, at_full))


COMBINE: Verb[State, ev.Event, Any, do.Combine] = Verb(
    do.Combine,
    when="corps combine in your movement phase",
    says="{units} combine into {into}.",
    why=worth_more,
    cite="10.2.1",
    rules=(can_combine,),
    candidates=unions,
    resolve=combine,
    open=exchanges,
)
