"""Sentences about objectives, command and cards."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.titles.tide.field import board, names
from bot.titles.tide.field.bombardment import contact_bonus
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing
from bot.titles.tide.model.table import Boon, HexId
from bot.titles.tide.printed.tables import card, tables
from bot.titles.tide.words.tell.phrases import called, on


@on(ev.Controlled)
def _controlled(seen: Seen[State], e: ev.Controlled) -> str:
    name = next(o.name for o in board.scenario(seen.state).objectives if o.hex == e.hex)
    return f"**{name}** at {e.hex} is now {names.nation(e.seat)}."


PAID = {
    "objectives": "its objectives",
    "subversion": "subversion",
    "sabotage": "a sabotage card",
    "munitions": "munitions",
}


@on(ev.Gained)
def _gained(seen: Seen[State], e: ev.Gained) -> str:
    gains = []
    if e.command:
        gains.append(f"{abs(e.command)} command")
    if e.points:
        gains.append(count(e.points, "victory point"))
    verb = "gains" if e.command >= 0 else "pays" if e.why in PAID else "loses"
    why = f" for {PAID[e.why]}" if e.why in PAID else f" ({e.why})" if e.why else ""
    if e.why == "objectives" and e.command and not e.points:
        why = _out_of_objectives(seen.state, e)
    return f"The {names.nation(e.seat)} side {verb} {join(gains)}{why}." if gains else ""


def _out_of_objectives(state: State, e: ev.Gained) -> str:
    """Name the part of a side's gain that comes from its objectives."""
    held = [each for each in board.scenario(state).objectives if state.control.get(HexId(each.hex)) == e.seat]
    paid = sum(each.value for each in held if each.kind == "command" and each.nation in ("", e.seat))
    return f", {paid} of it for its objectives" if 0 < paid < e.command else " for its objectives" if paid else ""


@on(ev.Bid)
def _bid(seen: Seen[State], e: ev.Bid) -> str:
    total = seen.state.hq[e.seat].on_initiative + e.command
    side = names.nation(e.seat)
    if e.command < 0:
        return f"{e.why}: {-e.command} command leaves the {side} initiative card; {total} stays on it."
    source = f"{e.why}: " if e.why else ""
    return f"{source}The {side} side puts {e.command} command on its initiative card: now {total}."


@on(ev.InitiativeTaken)
def _initiative(seen: Seen[State], e: ev.InitiativeTaken) -> str:
    return f"**The {names.nation(e.seat)} side takes the initiative.**"


@on(ev.Drew)
def _drew(seen: Seen[State], e: ev.Drew) -> str:
    step = seen.state.steps[-1] if seen.state.steps else None
    plus = " It shows a plus." if isinstance(step, Drawing) and step.first and card(e.card).plus else ""
    return f"The {names.nation(e.seat)} side draws **{card(e.card).name}** from {names.deck(e.deck)}.{plus}"


@on(ev.TopTurned)
def _top_turned(seen: Seen[State], e: ev.TopTurned) -> str:
    return f"**{card(e.card).name}** now lies open on {names.deck(e.deck)}."


@on(ev.CardPlayed)
def _card_played(seen: Seen[State], e: ev.CardPlayed) -> str:
    paid = f" for {e.cost} command" if e.cost else ""
    return f"The {names.nation(e.seat)} side plays **{card(e.card).name}**{paid}: {card(e.card).text}"


@on(ev.CardLost)
def _card_lost(seen: Seen[State], e: ev.CardLost) -> str:
    return f"**{card(e.card).name}** is discarded ({e.why})." if e.why else ""


@on(ev.Contact)
def _contact(seen: Seen[State], e: ev.Contact) -> str:
    result = "the guns answer" if e.made else "no contact; the card waits for another round"
    bonus = contact_bonus(seen.state, e.seat)
    rolled = f"{e.roll.faces[0]} {bonus:+}" if bonus else f"{e.roll.faces[0]}"
    return f"{card(e.card).name}: 🎲 {rolled}, {e.need} or better is needed: {result}."


@on(ev.Drifted)
def _drifted(seen: Seen[State], e: ev.Drifted) -> str:
    rolled = f"🎲 {e.distance.faces[0]}" + (f", {e.direction.faces[0]}" if e.direction else "")
    if not e.card:
        return f"The smoke drifts {f'to {e.hex}' if e.hex else 'off the map'} ({rolled})."
    if e.hex == e.aimed:
        return f"The shells come down where they were aimed, at {e.hex} ({rolled})."
    return f"The shells drift {f'to {e.hex}' if e.hex else 'off the map'} ({rolled})."


BOONS = {
    "move": "{who} has {more} in this round.",
    "vehicle move": "Vehicles of the {side} side have {more} in {when}.",
    "firepower": "{who} has {n:+} firepower in its next attack of this round.",
    "assault": "{who} has {n:+} firepower in assaults in this round.",
    "contact": "The {side} side has {n:+} on contact rolls in {when}.",
    "actions": "The {side} side has {more} in its next turn.",
    "recovery": "All disrupted {side} squads recover fully in this round.",
    "molotovs": "Throws of Molotov cocktails that the {side} side has: {n}.",
    "frost": "{side} squads on snow without shelter do not recover in this Status Phase.",
    "sight": "Nobody sees farther than {n} hexes through {when}.",
    "thin ice": "The ice is thin through {when}.",
    "no op fire": "The {side} side puts no units on Op Fire in this Status Phase.",
}


def boon(seen: Seen[State], given: Boon) -> str:
    """Say what a card grants or takes for a while."""
    who = called(seen, given.unit) if given.unit else ""
    when = "this round" if given.through <= seen.state.round else "the next round"
    noun = "action" if given.kind == "actions" else "movement point"
    more = f"{count(abs(given.n), noun)} {'fewer' if given.n < 0 else 'more'}"
    return BOONS[given.kind].format(who=who, side=names.nation(given.side), n=given.n, when=when, more=more)


@on(ev.Given)
def _given(seen: Seen[State], e: ev.Given) -> str:
    return boon(seen, e.boon)


@on(ev.ActionsAdded)
def _actions_added(seen: Seen[State], e: ev.ActionsAdded) -> str:
    return f"The {names.nation(e.seat)} side has {count(e.n, 'more action')} in this turn."


@on(ev.OutOfActions)
def _out(seen: Seen[State], e: ev.OutOfActions) -> str:
    """Report a side that is out of actions; the last side's end is reported later."""
    if not e.chosen and any(hq.out for seat, hq in seen.state.hq.items() if seat != e.seat):
        return ""
    why = "takes no more actions" if e.chosen else "has no more actions"
    return f"The {names.nation(e.seat)} side {why} in this Action Phase."


@on(ev.SabotageLaid)
def _sabotage_laid(seen: Seen[State], e: ev.SabotageLaid) -> str:
    held = seen.state.sabotage[e.card].card
    known = f" (**{tables().sabotage[held.open()].name}**)" if held.known else ""
    return f"The {names.nation(e.seat)} side lays a sabotage card{known} face down on {names.deck(e.deck)}."


@on(ev.SabotageSprung)
def _sabotage_sprung(seen: Seen[State], e: ev.SabotageSprung) -> str:
    record = tables().sabotage[e.name]
    return f"The {names.nation(e.seat)} side turns over sabotage: **{record.name}**. {record.text}"
