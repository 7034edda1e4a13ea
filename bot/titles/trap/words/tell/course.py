"""Sentences about the course of the game: its turns, the cup and who acts."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.english import begun, count, join
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import hour, night, scenario
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, MarkerId, Unit
from bot.titles.trap.printed.tables import tables
from bot.titles.trap.words.tell.phrases import on, shown


def _tips(state: State, turn: int, moment: str) -> list[str]:
    """Return the advice for a moment of a turn."""
    if state.options.get("tips") == "off":
        return []
    return [f"> 💡 {tip.text}" for tip in scenario(state).tips if tip.turn == turn and tip.at == moment]


def _heading(state: State, turn: int) -> str:
    return f"**{begun(names.turn(state, turn))}: {hour(turn)}.**"


@on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = tables().scenarios[e.scenario]
    lines = [f"**{record.name}.** {record.text}"]
    if e.restricted:
        lines.append(
            "The Russian columns drive on as far as they can, and hold their fire until the Chechens attack "
            "[TRAP-10.1.2]."
        )
    return "\n".join(lines)


STAGES = {"nightfall": "🌙 Night falls: nobody sees farther than the next hex, and the artillery is silent."}


@on(ev.StageBegan)
def _stage(seen: Seen[State], e: ev.StageBegan) -> str:
    state = seen.state
    lines = [_heading(state, state.turn)] if e.name == "set-up" else []
    lines += [STAGES[e.name]] if e.name in STAGES else []
    return "\n".join([*lines, *_tips(state, state.turn, e.name)])


EVENTS = {
    "none": "nothing happens",
    "chechen desperation": "Chechen desperation",
    "russian desperation": "Russian desperation",
    "snafu": "snafu",
    "return": "eliminated Chechens may return",
}


@on(ev.EventRolled)
def _event(seen: Seen[State], e: ev.EventRolled) -> str:
    rolled = e.rolled if e.event == "none" else e.event
    text = f"Random event: 🎲 {names.dice(e.roll)}, **{EVENTS[rolled]}**"
    if e.event == "none":
        return f"{text}, but {e.why}." if e.why else f"{text}."
    if e.event == "snafu":
        assert e.die is not None
        return f"{text}. 🎲 {names.dice(e.die)}: {names.the_side(e.seat)} loses a marker of this turn."
    rolled_again = f" (🎲 {names.faces(e.die)})" if e.die is not None else ""
    if e.event == "return":
        price = "for a Russian point" if e.number == 1 else "for a Russian point each"
        return f"{text}: {count(e.number, 'unit')}{rolled_again}, {price}."
    who = names.side(e.seat)
    few = f"{count(e.number, f'{who} unit')} in sight of a leader" if e.number else f"no {who} unit"
    return f"{text}: {few} may act once more after the last marker{rolled_again}."


@on(ev.InitiativeRolled)
def _initiative(seen: Seen[State], e: ev.InitiativeRolled) -> str:
    if not e.rolls:
        return f"{names.the_side(e.seat)} has the initiative."
    ties = join(str(roll.faces[0]) for roll in e.rolls[:-1])
    russian, chechen = e.rolls[-1].faces
    thrown = f"🎲 {f'Both {ties}; ' if ties else ''}Russian {russian}, Chechen {chechen}"
    return f"{thrown}: {names.the_side(e.seat)} has the **initiative**."


@on(ev.CupFilled)
def _cup(seen: Seen[State], e: ev.CupFilled) -> str:
    outside = f" Still outside: {names.markers(e.outside)}." if e.outside else ""
    return f"-# In the cup: {names.markers(e.markers)}.{outside}"


@on(ev.MarkerHeld)
def _held(seen: Seen[State], e: ev.MarkerHeld) -> str:
    if e.seat == CHECHEN:
        return "The Chechen side begins."
    return f"{names.the_side(e.seat)} begins with {names.marker(e.marker)}."


@on(ev.MarkerAdded)
def _added(seen: Seen[State], e: ev.MarkerAdded) -> str:
    return f"-# The marker of {names.marker(e.marker)} goes into the cup."


@on(ev.MarkerLost)
def _lost(seen: Seen[State], e: ev.MarkerLost) -> str:
    which = "a marker" if e.seat == CHECHEN else f"the marker of {names.marker(e.marker)}"
    return f"📻 Snafu: {names.the_side(e.seat)} loses {which} for this turn."


@on(ev.MarkerDrawn)
def _drawn(seen: Seen[State], e: ev.MarkerDrawn) -> str:
    held = seen.state.held == e.marker
    left = len(seen.state.cup) - (not held)
    rest = f"{count(left, 'marker')} left in the cup." if left > 0 else "The cup is empty."
    lines = [f"🥤 {rest}" if held else f"🥤 **{_owner(e.marker)}** comes out of the cup. {rest}"]
    first = e.marker not in seen.state.gone
    return "\n".join([*lines, *(_tips(seen.state, seen.state.turn, e.marker) if first else ())])


def _owner(marker: MarkerId) -> str:
    return {"artillery": "The artillery", "chechen": "A Chechen marker"}.get(marker, f"The {marker}")


@on(ev.BonusBegan)
def _bonus(seen: Seen[State], e: ev.BonusBegan) -> str:
    return f"All markers are used. **Bonus activation** of {names.the_side(e.seat)}: {count(e.number, 'unit')}."


@on(ev.ActivationBegan)
def _activation(seen: Seen[State], e: ev.ActivationBegan) -> str:
    if e.roll is None:
        return f"All {e.number} of them may act." if e.seat == CHECHEN and e.marker and e.number else ""
    if not e.number:
        return f"🎲 {names.tens(e.roll)}: no Chechen unit may act."
    return f"🎲 {names.tens(e.roll)}: **{count(e.number, 'Chechen unit')}** may act."


@on(ev.ActivationEnded)
def _ended(seen: Seen[State], e: ev.ActivationEnded) -> str:
    acted = count(len(e.acted), "unit") if e.acted else "nobody"
    have = "has" if len(e.acted) < 2 else "have"
    fired = sum(battery.used for battery in seen.state.batteries.values()) if e.marker == ARTILLERY else 0
    if fired:
        also = f" and {acted} {have} acted" if e.acted else ""
        guns = "1 battery has" if fired == 1 else f"{fired} batteries have"
        return f"-# The artillery is done: {guns} fired{also}."
    whose = "The bonus activation" if not e.marker else "The Chechen activation"
    who = f"{whose} is over" if e.seat == CHECHEN or not e.marker else f"{_owner(e.marker)} is done"
    return f"-# {who}: {acted} {have} acted."


@on(ev.Released)
def _released(seen: Seen[State], e: ev.Released) -> str:
    why = "The Chechens have attacked" if e.why == "attack" else "The first turn is over"
    return f"🚨 {why}: the Russian columns may drive and fire as they like."


@on(ev.Recovered)
def _recovered(seen: Seen[State], e: ev.Recovered) -> str:
    by_status: dict[str, list[Unit]] = {}
    for id, status in e.units.items():
        by_status.setdefault(status, []).extend(shown(seen, [id], own=False))
    told = [
        f"{names.units(some)} {names.does(some, 'is', 'are')} now {status}"
        for status, some in sorted(by_status.items())
        if status != "normal"
    ]
    if well := by_status.get("normal"):
        told.insert(0, f"{names.units(well)} {names.does(well, 'is', 'are')} in good order again")
    return f"End Phase: {'; '.join(told)}." if told else ""


@on(ev.TurnBegan)
def _turn(seen: Seen[State], e: ev.TurnBegan) -> str:
    dawn = ["🌅 Day breaks."] if night(seen.state) else []
    return "\n".join([_heading(seen.state, e.turn), *dawn, *_tips(seen.state, e.turn, "turn")])


@on(ev.ReinforcementsEnded)
def _no_more(seen: Seen[State], e: ev.ReinforcementsEnded) -> str:
    return f"The Russians have {names.place(e.hex)}: no more Chechen reinforcements come [TRAP-10.3.2]."


@on(ev.GameEnded)
def _over(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join(names.the_side(seat) for seat in e.outcome.winners)
    return f"🏁 **The battle is over.** {e.outcome.why} **{begun(winners) or 'Nobody'} has won.**"
