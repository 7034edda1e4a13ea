"""The AI's turns of a solo game as sentences."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import begun, join
from bot.titles.firefight.field import names
from bot.titles.firefight.model import solo_events as ev
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.solo import MINES, NOBODY
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.printed.cards import number_of
from bot.titles.firefight.printed.solo import solo as printed
from bot.titles.firefight.words.sheet import shuffled, spot

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


@_on(ev.OrderDrawn)
def _order(seen: Seen[State], e: ev.OrderDrawn) -> str:
    """The AI's action by the card appears with the action itself."""
    hexes = f"-# Order Card {e.card} names {join(printed().cards[e.card].hexes)}." if e.why == "hexes" else ""
    return "\n".join(filter(None, (shuffled(seen.state), hexes)))


@_on(ev.AiActed)
def _acted(seen: Seen[State], e: ev.AiActed) -> str:
    spares = " No spent check." if e.command and "no spent check" not in e.text else ""
    said = f"{_moved_by(seen.state, e.source)}: {e.text}.{spares}"
    if e.rumour and seen.state.solo is not None:
        hex = names.hex(seen.state, seen.state.solo.rumours[e.rumour].hex)
        return f"🎴 The Rumored Enemy at {hex} acts by {said}"
    if not e.units:
        return f"🎴 {said}"
    return f"🎴 {begun(names.units(seen.state, e.units))} {_does(seen.state, e)} by {said}"


ON_SHEET = ("Counteraction", "Mission Order", "Default")
"""The prefixes of orders on the sheet, to which order cards refer."""


def _moved_by(state: State, source: str) -> str:
    """Name the source of an AI action; for an order on the sheet, also its order card."""
    card = state.solo.order if state.solo is not None and source.startswith(ON_SHEET) else ""
    return f"**{source}** (Order Card {card})" if card else f"**{source}**"


def _does(state: State, e: ev.AiActed) -> str:
    """Report that units act, or that they are drawn; the truck is in no cup."""
    truck = state.solo is not None and e.units[0] == state.solo.truck
    if truck or state.units[e.units[0]].hex != WAITING:
        return names.does(e.units, "acts", "act")
    cup = "" if "the Draw Cup" in e.text else " from the Draw Cup"
    return f"{names.does(e.units, 'is', 'are')} drawn{cup}"


@_on(ev.AiHeld)
def _held(seen: Seen[State], e: ev.AiHeld) -> str:
    does = "does not fire: it has no fair shot" if e.fires else "goes no farther"
    return f"-# {names.unit(seen.state, e.unit)} {does}."


@_on(ev.AiIdle)
def _idle(seen: Seen[State], e: ev.AiIdle) -> str:
    return f"🎴 Nobody can carry out **Order Card {e.card}**."


@_on(ev.MarkerAdvanced)
def _marker(seen: Seen[State], e: ev.MarkerAdvanced) -> str:
    solo = seen.state.solo
    if solo is None or not solo.sheet:
        return ""
    card = f" by Order Card {solo.order}" if solo.order else ""
    does = "passes" if e.passed else "comes to"
    return f"📍 The Mission Track Marker {does} {spot(solo, e.space)}{card}."


@_on(ev.TileStepped)
def _tile(seen: Seen[State], e: ev.TileStepped) -> str:
    name = f"Mission Track tile {number_of(e.card):02}"
    return f"-# {name} goes on to space {e.space}." if e.space else f"-# {name} leaves the track."


@_on(ev.CommandLost)
def _lost(seen: Seen[State], e: ev.CommandLost) -> str:
    return f"The AI loses Command Order Card {e.card}."


@_on(ev.CommandsFound)
def _found(seen: Seen[State], e: ev.CommandsFound) -> str:
    are = names.does(e.cards, "is", "are")
    return f"Command Order Card{'s' * (len(e.cards) > 1)} {join(e.cards)} {are} back in the deck."


@_on(ev.CupDrawn)
def _cup(seen: Seen[State], e: ev.CupDrawn) -> str:
    if not e.back:
        return ""
    return f"{names.unit(seen.state, e.unit)} cannot come in, and goes back into the Draw Cup."


@_on(ev.ShellsFell)
def _shells(seen: Seen[State], e: ev.ShellsFell) -> str:
    return f"💥 Artillery lands on {names.place(seen.state, e.hex)} and the hexes around it."


# Rumours.


@_on(ev.RumourMoved)
def _walked(seen: Seen[State], e: ev.RumourMoved) -> str:
    solo = seen.state.solo
    assert solo is not None
    start = names.hex(seen.state, solo.rumours[e.rumour].hex)
    return f"A Rumored Enemy moves from {start} to {names.place(seen.state, e.hex)}."


@_on(ev.RumourChecked)
def _checked(seen: Seen[State], e: ev.RumourChecked) -> str:
    result = "is **spent**" if e.status == "spent" else "stays fresh"
    check = f"-# Spent check: Order Card {e.card} counts {e.value} against a cost of {e.cost}: it {result}."
    return "\n".join(filter(None, (shuffled(seen.state), check)))


@_on(ev.RumourTurned)
def _turned(seen: Seen[State], e: ev.RumourTurned) -> str:
    solo = seen.state.solo
    assert solo is not None
    why = f" ({e.why})" if e.why else ""
    turned = f"❔ The Rumored Enemy at {names.place(seen.state, solo.rumours[e.rumour].hex)} is turned up{why}"
    if e.lot == NOBODY:
        return f"{turned}: no enemy is there."
    who = "mines" if e.lot == MINES else f"{names.unit(seen.state, UnitId(e.lot))}"
    return f"{turned}: **{begun(who)}**."
