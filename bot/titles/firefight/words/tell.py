"""Sentences for events, given the state before them: rounds, costs and movement."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import PUBLIC, Seen, redact
from bot.kit.by_kind import ByKind
from bot.kit.english import FACES, begun, count, join
from bot.kit.resignation import remaining
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import gone, team
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import SIDES, Facing, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.scenarios import scenarios
from bot.titles.firefight.words.fights import TELL as FIGHTS
from bot.titles.firefight.words.fights import thrown
from bot.titles.firefight.words.generation import TELL as GENERATION
from bot.titles.firefight.words.sheet import shuffled
from bot.titles.firefight.words.solo import TELL as SOLO

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


def tell(seen: Seen[State], event: Event) -> str:
    """Return the sentences for an event, or "" if it needs none.

    All players read the same text, except for secrets that an event itself shows to a player.
    """
    tellers = (TELL, FIGHTS, GENERATION, SOLO)
    say = next((found for each in tellers if (found := each.get(type(event))) is not None), None)
    if say is None:
        return ""
    if seen.seat:
        seen = seen.then(redact(seen.state, PUBLIC))
    return "\n".join(map(begun, say(seen, event).split("\n")))


def _tips(state: State, round: int, moment: str) -> list[str]:
    """Return the advice for a moment of a round."""
    record = scenarios().found.get(state.scenario)
    if record is None or state.options.get("tips") == "off":
        return []
    return [f"> 💡 {tip.text}" for tip in record.tips if tip.round == round and tip.at == moment]


# The course of the battle.


@_on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = scenarios().found[e.scenario]
    return f"**{record.name}.** {record.text}"


@_on(ev.StageBegan)
def _stage(seen: Seen[State], e: ev.StageBegan) -> str:
    return "\n".join(_tips(seen.state, seen.state.round, e.name))


@_on(ev.RoundBegan)
def _round(seen: Seen[State], e: ev.RoundBegan) -> str:
    state = seen.state
    have = {seat: n for seat, n in e.caps.items() if not is_ai(state, seat)}
    who = {seat: names.player(state, seat).removeprefix("the ").removesuffix(" player") for seat in have}
    caps = ", ".join(f"{who[seat]} {n}" for seat, n in have.items())
    lines = [f"**{begun(names.in_round(state, e.round))}.** CAPs: {caps}."]
    if e.round > 1:
        lines.append("-# All units are fresh again.")
    thin = [hex for hex, smoke in e.smoke.items() if state.smoke.get(hex) != smoke]
    gone = [hex for hex in state.smoke if hex not in e.smoke]
    if thin:
        lines.append(f"-# The smoke thins at {_hexes(state, thin)}.")
    if gone:
        lines.append(f"-# The smoke is gone at {_hexes(state, gone)}.")
    return "\n".join([*lines, *_tips(state, e.round, "round")])


def _hexes(state: State, some: Iterable[HexId]) -> str:
    return join(names.hex(state, hex) for hex in some)


@_on(ev.CardsDrawn)
def _cards(seen: Seen[State], e: ev.CardsDrawn) -> str:
    anew = " The deck was empty, so the discards are shuffled." if e.shuffled else ""
    if e.cards.known:
        drawn = join(f"**{names.action_card(card)}**" for card in e.cards.open())
        return f"You draw {drawn}{'' if drawn.endswith('!**') else '.'}{anew}"
    return f"-# {names.player(seen.state, e.seat)} draws {count(e.number, 'action card')}.{anew}"


@_on(ev.InitiativeBid)
def _bid(seen: Seen[State], e: ev.InitiativeBid) -> str:
    caps = count(e.caps, "CAP") if e.caps else "no CAPs"
    return f"{names.player(seen.state, e.seat)} adds {caps} to the roll for the first turn."


@_on(ev.InitiativeRolled)
def _initiative(seen: Seen[State], e: ev.InitiativeRolled) -> str:
    sides = [side for side in SIDES if side in e.rolls]
    caps = {side: e.caps.get(side, 0) for side in sides}
    rolls = [
        ", ".join(f"{names.side(s)} {thrown(e.rolls[s][n].faces, 0 if n else caps[s])}" for s in sides)
        for n in range(len(e.rolls[sides[0]]))
    ]
    again = "; level, so again " if len(rolls) > 1 else ""
    return f"🎲 {again.join(rolls)}: **{names.the_side(e.side)}** take the first turn."


@_on(ev.TurnEnded)
def _turn_ended(seen: Seen[State], e: ev.TurnEnded) -> str:
    # A single player passes until the AI is done, so the line is small.
    small = "-# " if seen.state.solo is not None else ""
    return f"{small}{names.player(seen.state, e.seat)} passes." if e.passed else ""


@_on(ev.RoundEnded)
def _round_ended(seen: Seen[State], e: ev.RoundEnded) -> str:
    return f"Everybody has passed: round {e.round} is over."


@_on(ev.GaveUp)
def _gave_up(seen: Seen[State], e: ev.GaveUp) -> str:
    """The end of the game reports the resignation of a side's last player."""
    side = seen.state.players[e.seat].side
    mates = remaining(team(seen.state, side), (e.seat, *gone(seen.state))) if side else ()
    if not mates:
        return ""
    who = join(names.player(seen.state, seat) for seat in mates)
    return f"🏳️ {names.player(seen.state, e.seat)} gives up: the computer plays on for them, while {who} fights on."


@_on(ev.GameEnded)
def _over(seen: Seen[State], e: ev.GameEnded) -> str:
    return f"🏁 **The battle is over.** {e.outcome.why}"


# Costs of actions.


@_on(ev.Activated)
def _activated(seen: Seen[State], e: ev.Activated) -> str:
    if not e.dropped:
        return ""
    return f"-# {names.units(seen.state, e.dropped)} {names.does(e.dropped, 'is', 'are')} spent."


@_on(ev.Paid)
def _paid(seen: Seen[State], e: ev.Paid) -> str:
    player = seen.state.players[e.seat]
    parts = []
    if e.ap:
        parts.append(f"{e.ap} AP ({player.ap - e.ap} left)")
    if e.caps:
        parts.append(f"{count(e.caps, 'CAP')} ({player.caps - e.caps} left)")
    price = join(parts) or "nothing"
    if e.why == "stall":
        return f"{names.player(seen.state, e.seat)} stalls for {price}."
    who = names.units(seen.state, player.active) if e.ap else names.player(seen.state, e.seat)
    pays = names.does(player.active, "pays", "pay") if e.ap else "pays"
    return f"-# {who} {pays} {price}{' for the barbed wire' if e.why == 'wire' else ''}."


@_on(ev.Spent)
def _spent(seen: Seen[State], e: ev.Spent) -> str:
    who, is_ = names.units(seen.state, e.units), names.does(e.units, "is", "are")
    if e.why == "confusion":
        return f"{who} {is_} **spent** by Battlefield Confusion."
    why = {"opportunity": " after an opportunity action", "check": ""}.get(e.why, "")
    return "" if e.why == "check" else f"-# {who} {is_} spent{why}."


@_on(ev.Checked)
def _checked(seen: Seen[State], e: ev.Checked) -> str:
    who, stress = names.units(seen.state, e.units), " with stress" if e.stress else ""
    is_ = names.does(e.units, "is", "are")
    result = (
        f"{who} {is_} **spent**" if e.value <= e.cost else f"{who} {names.does(e.units, 'stays', 'stay')} fresh"
    )
    die = f"Order Card {e.card} counts {e.value}" if e.card else f"🎲 {e.value}"
    check = f"-# Spent check: {die} against a cost of {e.cost}{stress}: {result}."
    return "\n".join(filter(None, (shuffled(seen.state) if e.card else "", check)))


@_on(ev.CapsChanged)
def _caps(seen: Seen[State], e: ev.CapsChanged) -> str:
    who = names.player(seen.state, e.seat)
    does = "gains" if e.by > 0 else "loses"
    die = f" (🎲 {thrown(e.roll.faces, e.caps)})" if e.roll is not None else ""
    why = f": {e.why}" if e.why else ""
    if not e.by:
        return f"{who} neither gains nor loses CAPs{die}{why}."
    return f"{who} {does} {count(abs(e.by), 'CAP')} {'for' if e.by > 0 else 'of'} this round{die}{why}."


# Movement and control.


@_on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    state, unit = seen.state, seen.state.units[e.unit]
    if e.how == "placed":
        return ""
    faces = f" and faces {FACES[e.facing]}" if e.facing != unit.facing else ""
    if e.how == "bonus":
        return f"It drives on to {names.place(state, e.path[-1])}{faces}."
    start, end = names.hex(state, e.path[0]), names.place(state, e.path[-1])
    return f"{names.unit(state, e.unit)}{_rider(state, e.unit)} moves from {start} to {end}{faces}."


def _rider(state: State, vehicle: UnitId) -> str:
    """Name the unit that a vehicle carries or tows."""
    riders = [unit.id for unit in state.units.values() if unit.aboard == vehicle]
    return f", with {names.row([state.units[id] for id in riders])}," if riders else ""


@_on(ev.Entered)
def _entered(seen: Seen[State], e: ev.Entered) -> str:
    where, rider = names.place(seen.state, e.hex), _rider(seen.state, e.unit)
    return f"{names.unit(seen.state, e.unit)}{rider} enters at {where}, facing {FACES[e.facing]}."


@_on(ev.Left)
def _left(seen: Seen[State], e: ev.Left) -> str:
    who = f"{names.unit(seen.state, e.unit)}{_rider(seen.state, e.unit)}"
    return f"{who} leaves the map {names.at(seen.state, e.hex)}."


@_on(ev.Faced)
def _faced(seen: Seen[State], e: ev.Faced) -> str:
    return f"{names.units(seen.state, e.units)} {names.does(e.units, 'turns', 'turn')} to the {_way(e.facing)}."


def _way(facing: Facing) -> str:
    return FACES[facing]


@_on(ev.MarkerTurned)
def _marker(seen: Seen[State], e: ev.MarkerTurned) -> str:
    marker = seen.state.control[e.marker]
    by = f": {names.unit(seen.state, e.unit)} takes it" if e.unit else ""
    return f"🚩 The control marker at {names.hex(seen.state, marker.hex)} is now **{names.side(e.side)}**{by}."


@_on(ev.Scored)
def _scored(seen: Seen[State], e: ev.Scored) -> str:
    total = seen.state.points.get(e.side, 0) + e.points
    return f"🏅 {names.the_side(e.side)} score **{e.points} VP**, {total} in all: {e.why} [{e.cite}]."
