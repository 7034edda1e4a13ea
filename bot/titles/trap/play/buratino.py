"""Buratinos, an option: they destroy a hex and stun the units beside it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.dice import Roll
from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.battle import option
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.field.indirect import BURATINO_AROUND, BURATINO_IMPACT, blast_modifiers
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import on_map
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from bot.titles.trap.play.acting import Anytime, Here, act, has_been_attacked
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.batteries import WITH_MARKER, batteries, has_batteries, is_safe
from bot.titles.trap.play.results import bring_down, eliminate, set_back
from bot.titles.trap.play.revealing import show
from bot.titles.trap.play.spotters import choices, hits_all, is_occupied, is_spotted, sketch, targets


def strikes(at: Here, fixed: Fixed) -> Iterator[do.Strike]:
    """Offer each hex of enemies that a leader spots."""
    for hex in targets(at, fixed):
        for spotter in choices(at, hex, fixed):
            if spotter:
                yield do.Strike(hex, spotter)


# TRAP-R22, TRAP-R84
@case("TRAP-8.3", "TRAP-8.7-2", "TRAP-6.5.2")
def strike(play: Play, step: object, action: do.Strike) -> None:
    """Fire a Buratino: whatever is in the hex is destroyed, who is beside it stunned."""
    act(play, [action.spotter])
    around = [hex for hex in ground().neighbours(action.at) if units_at(play.state, hex)]
    blasts = [_blast(play, hex, impact=hex == action.at) for hex in (action.at, *around)]
    show(play, [id for blast in blasts for id in blast.units])
    play.emit(ev.Struck(batteries(play.state, buratino=True)[0].id, action.at, action.spotter, tuple(blasts)))
    for blast in blasts[1:]:
        for id in blast.units:
            set_back(play, play.state.units[id], "inactive")
    for id in blasts[0].units:
        if on_map(play.state.units[id]):
            eliminate(play, id, "buratino", even=blasts[0].roll.faces[0] % 2 == 0)
    if blasts[0].hit:
        bring_down(play, action.at, play.seat)


def _blast(play: Play, hex: HexId, impact: bool) -> ev.Blast:
    cf = BURATINO_IMPACT if impact else BURATINO_AROUND
    mods = blast_modifiers(play.state, hex)
    roll = play.dice.roll("Buratino", 1, 10)
    hit = tens(roll) + sum(each.n for each in mods) <= cf
    die: Roll | None = None
    if hit and not impact:
        die = play.dice.roll("blast", 1, 10)
    hurt = units_at(play.state, hex) if hit and (die is None or tens(die) % 2 == 0) else ()
    ids, counters = tuple(unit.id for unit in hurt), tuple(unit.counter.open() for unit in hurt)
    return ev.Blast(hex, cf, roll, mods, hit, die, ids, counters)


def strike_odds(at: Anytime, action: do.Strike) -> Odds | None:
    """Return the odds of a Buratino for a hex and its neighbours."""
    if action.at not in ground():
        return None
    mods = blast_modifiers(at.state, action.at)
    chances = [("everything there destroyed", float(hit_chance(BURATINO_IMPACT, mods)))]
    for hex in ground().neighbours(action.at):
        if units_at(at.state, hex):
            around = hit_chance(BURATINO_AROUND, blast_modifiers(at.state, hex))
            chances.append((f"{hex} inactive", float(around / 2)))
    return Odds(f"Buratino at {action.at}", mods, tuple(chances), hope=("to destroy it", chances[0][1]))


def not_agreed_on(at: Here, action: do.Strike) -> Wrong | None:
    """Buratinos are an option."""
    return None if option(at.state, "buratino") else Wrong("there are no Buratinos in this game", "use artillery")


def says_strike(seen: Seen[State], action: do.Strike) -> str:
    """Name the hex and the unit that spots."""
    return f"a Buratino battery fires at {names.place(action.at)}{say.spotted_by(seen, action.spotter)}."


STRIKE = Verb(
    do.Strike,
    when=WITH_MARKER,
    says=says_strike,
    besides=hits_all,
    cite="TRAP-8.3",
    rules=(has_batteries, has_been_attacked, is_occupied, is_safe, is_spotted),
    candidates=strikes,
    resolve=strike,
    odds=strike_odds,
    sketch=sketch,
    open=lambda at: option(at.state, "buratino"),
    closed=not_agreed_on,
)
