"""Heavy weapons on the map fire over blocks, where a leader spots for them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap.field import fire, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.arcs import bears, toward
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.indirect import indirect_reach
from bot.titles.trap.field.units import on_map, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS
from bot.titles.trap.play.acting import Anytime, Here, able, act, enough, has_been_attacked, may_act, on_the_map
from bot.titles.trap.play.barrage import barrage, barrage_odds
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.fire import are_awake, shut_in, unready
from bot.titles.trap.play.results import attacks
from bot.titles.trap.play.spotters import choices, hits_all, is_occupied, is_spotted, named, sketch, targets


# TRAP-R60
@rule("TRAP-6.5")
def has_heavy_weapons(at: Here, action: do.Shell) -> Wrong | None:
    """Heavy weapons in good order, unmoved and unfired, fire indirectly; no Schmels."""
    unit = at.state.units[action.unit]
    what = record(unit)
    if what.kind == "schmel":
        return Wrong("a Schmel fires directly only", "choose heavy weapons", "TRAP-8.1")
    if not what.heavy:
        return Wrong("only heavy weapons fire indirectly", "choose heavy weapons")
    if unit.status != "normal" or unit.moved:
        return Wrong("only units in good order that have not moved fire indirectly", "choose another unit")
    return unready(at.state, unit)


@rule("TRAP-3.4.1", "TRAP-6.2")
def faces_the_hex(at: Here, action: do.Shell) -> Wrong | None:
    """Foot units fire through their three front hexsides, over blocks as well."""
    unit, places = at.state.units[action.unit], ground().map.places
    sides = toward(places[unit.hex], places[action.at])
    if record(unit).vehicle or bears(FACINGS.index(unit.facing), sides):
        return None
    return Wrong(f"{record(unit).name} does not face {action.at}", "turn it first; that costs nothing")


# TRAP-R61
@rule("TRAP-6.1", "TRAP-6.0", "TRAP-6.2.1-2")
def is_over_blocks(at: Here, action: do.Shell) -> Wrong | None:
    """They fire over blocks within direct range, at hexes out of their own sight."""
    unit = at.state.units[action.unit]
    far = indirect_reach(at.state)
    if ground().distance(unit.hex, action.at) > far:
        why = f"{action.at} is {ground().distance(unit.hex, action.at)} hexes off, and they reach {far}"
        return Wrong(why, "choose a nearer hex", "TRAP-8.6-2" if night(at.state) else "TRAP-6.1")
    if fire.fire_line(at.state, unit, action.at).clear:
        return Wrong(f"this unit sees {action.at} itself", "fire directly", "TRAP-6.0")
    return None


@rule("TRAP-4.3.2")
def are_enough(at: Here, action: do.Shell) -> Wrong | None:
    """The firer and the spotter count against the die."""
    return enough(at, (action.unit, action.spotter))


def shells(at: Here, fixed: Fixed) -> Iterator[do.Shell]:
    """Offer each unit with heavy weapons, at each hex of enemies in reach."""
    far = indirect_reach(at.state)
    hexes = targets(at, fixed)
    for unit in able(at.state, at.step):
        if fixed.get("unit", unit.id) != unit.id or not on_map(unit) or not record(unit).heavy:
            continue
        near = ground().near(unit.hex, far)
        for hex in hexes:
            for spotter in choices(at, hex, fixed) if hex in near else ():
                yield do.Shell(unit.id, hex, spotter)


def shell(play: Play, step: object, action: do.Shell) -> None:
    """Fire heavy weapons indirectly."""
    attacks(play, play.seat)
    act(play, [action.unit, *named(action.spotter)])
    barrage(play, action.at, action.spotter, firer=play.state.units[action.unit])


def shell_odds(at: Anytime, action: do.Shell) -> Odds | None:
    """Return the odds of heavy weapons shelling a hex."""
    firer = at.state.units.get(action.unit)
    if firer is None or not firer.counter.known or not on_map(firer):
        return None
    return barrage_odds(at, action.at, action.spotter, firer)


def says_shell(seen: Seen[State], action: do.Shell) -> str:
    """Name the unit that fires, the hex and the unit that spots."""
    spots = say.spotted_by(seen, action.spotter)
    return f"{say.they(seen, (action.unit,), 'shells', 'shell')} {names.place(action.at)}{spots}."


def foretold(seen: Seen[State], action: do.Shell) -> list[str]:
    """Report the passengers that stay in, and the unit if the order shows it."""
    units = say.own(seen, (action.unit,))
    return [*shut_in(seen.state, units), *say.given_away(units)]


SHELL = Verb(
    do.Shell,
    when="units fire when their side acts",
    says=says_shell,
    besides=hits_all,
    cite="TRAP-6.5",
    rules=(
        are_awake, may_act, on_the_map, has_been_attacked, has_heavy_weapons, is_occupied, is_over_blocks,
        faces_the_hex, is_spotted, are_enough,
    ),
    candidates=shells,
    resolve=shell,
    odds=shell_odds,
    sketch=sketch,
    tells=foretold,
)  # fmt: skip
