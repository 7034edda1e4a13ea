"""Laying smoke."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.kit.english import hexes
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import advantage, firing, hits, names, phrases
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.shots import Shot
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.acting import able, on_the_map, payments
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.harm import show_attack
from bot.titles.firefight.play.revealing import uncover
from bot.titles.firefight.printed.units import named


def as_attack(action: do.LaySmoke) -> do.Fire:
    """Return the attack that the smoke replaces."""
    return do.Fire((action.unit,), action.at, spotter=action.spotter)


def shot(state: State, action: do.LaySmoke) -> Shot:
    """Return the shot that corresponds to the smoke."""
    return firing.shot(state, as_attack(action))


@rule("COH-6.2a")
def has_smoke(at: Here, action: do.LaySmoke) -> Wrong | None:
    """Pioneers and the larger mortars have smoke, and use it in place of an attack."""
    unit = at.state.units[action.unit]
    if not kind(unit).smoke:
        return Wrong(f"{named(unit.counter)} has no smoke", "choose pioneers or a larger mortar")
    return firing.unable(at.state, unit)


# FF-R66
@rule("COH-6.2a", "COH-3.5g")
def can_lie(at: Here, action: do.LaySmoke) -> Wrong | None:
    """Smoke is placed in any hex in range except water."""
    unit = at.state.units[action.unit]
    land = ground(at.state.field)
    if action.at not in land:
        return Wrong("that hex is not on the map", "choose a hex of the map")
    if land[action.at].terrain == "water":
        return Wrong("smoke does not lie on water", "choose a hex on land")
    if at.state.smoke.get(action.at) == "heavy":
        return Wrong("there is heavy smoke already", "choose another hex")
    far, least, most = land.distance(where(unit), action.at), kind(unit).minimum, kind(unit).smoke
    if not least <= far <= most:
        mend = (
            f"it lays smoke {least} to {most} hexes off" if least else "it lays smoke in its own hex or the next"
        )
        return Wrong(f"it is {hexes(far)} off", mend)
    if far > hits.reach(unit):
        return hits.kept_from(unit, f"reaches no farther than {hexes(hits.reach(unit))}")
    return None


@rule("COH-6.2a", "COH-3.4b", "COH-3.1c", "COH-6.3a", "COH-4.4a", "COH-4.4c", "COH-4.4d", "COH-4.4e", "COH-6.1d")
def can_be_reached(at: Here, action: do.LaySmoke) -> Wrong | None:
    """The unit could attack the hex, so the hex is in its arc and in sight."""
    laying = shot(at.state, action)
    found = (check(at.state, laying) for check in (firing.tied, firing.averted, firing.no_spotter, firing.unseen))
    return next((wrong for wrong in found if wrong is not None), None)


@case("COH-6.2a")
def lay(play: Play, action: do.LaySmoke) -> None:
    """Lay heavy smoke; it hurts no unit."""
    show_attack(play, shot(play.state, action))
    play.emit(ev.SmokeLaid((action.at,), "heavy", action.unit))
    uncover(play)


def screens(at: Here, fixed: Fixed) -> Iterator[do.LaySmoke]:
    """Yield each unit that has smoke with every hex in range."""
    for id in able(at, fixed):
        unit = at.state.units[id]
        if not kind(unit).smoke or where(unit) not in ground(at.state.field):
            continue
        near = ground(at.state.field).within(where(unit), kind(unit).smoke)
        for hex in [fixed["at"]] if "at" in fixed else near:
            for paid in payments(at, (id,), fixed) if "at" in fixed else ({},):
                yield do.LaySmoke(id, hex, fixed.get("spotter", ""), **paid)


def says_smoke(seen: Seen[State], action: do.LaySmoke) -> str:
    """Return the order as a sentence."""
    there = names.hex(seen.state, action.at)
    return f"{phrases.who(seen, (action.unit,))} lays smoke at {there}{phrases.PAID[action.by]}."


def why_smoke(seen: Seen[State], action: do.LaySmoke) -> str:
    """Return the reason for smoke: the fire on own units in the hex."""
    there = [unit.id for unit in units_at(seen.state, action.at) if unit.owner == seen.seat]
    return f"{advantage.under_fire(seen, there)}, and smoke covers {advantage.them(there)}"


LAY_SMOKE = by_units(
    do.LaySmoke,
    when="units lay smoke in their player's turn",
    says=says_smoke,
    why=why_smoke,
    cost=lambda state, action: firing.price(state, as_attack(action)),
    rules=(on_the_map, has_smoke, can_lie, can_be_reached),
    candidates=screens,
    deed=lay,
    over=lambda action: (action.at,),
)
VERBS = (LAY_SMOKE,)
