"""Sentences about the course of the battle: its stages, and units on their way."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.marches import marching
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance, Rout
from bot.titles.tide.model.table import Squad, Vehicle, WorkId
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.words.tell.phrases import called, called_all, on


@on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = tables().scenarios[e.scenario]
    return f"**{record.name}.** {record.text}\n{record.victory.text}"


STAGES = {
    "muster": "Both sides fill their bases, unseen by one another.",
    "deployment": "Both sides take up their positions.",
    "control": "The Action Phase is over.",
    "draw": "The Command Phase is over.",
}


@on(ev.StageBegan)
def _stage(seen: Seen[State], e: ev.StageBegan) -> str:
    record = board.scenario(seen.state)
    if record.fixed and e.phase == "set-up":
        return ""
    lines = [STAGES.get(e.name, "")]
    if e.name == "draw" and len(seen.state.hq) > 1:
        lines = [f"{lines[0]} {_initiative(seen.state)}"]
    told_with_round = e.name == "round" or (e.name == "action" and not seen.state.round)
    if not told_with_round:
        lines += _tips(seen.state, max(1, seen.state.round), e.name)
    return "\n".join(filter(None, lines))


def _initiative(state: State) -> str:
    """Name the side with the initiative in the next round, and the command on it."""
    first = state.initiative
    mine, theirs = state.hq[first].on_initiative, state.hq[units.other(state, first)].on_initiative
    if mine == theirs:
        return f"The {names.nation(first)} side keeps the initiative."
    return f"The {names.nation(first)} side has the initiative, with {mine} command to {theirs}."


def _tips(state: State, round: int, stage: str) -> list[str]:
    if state.options.get("tips") == "off":
        return []
    tips = board.scenario(state).tips
    return [f"> 💡 {tip.text}" for tip in tips if tip.round == round and tip.stage == stage]


@on(ev.RoundBegan)
def _round(seen: Seen[State], e: ev.RoundBegan) -> str:
    last = board.scenario(seen.state).rounds
    first = names.nation(seen.state.initiative)
    lines = [f"**Round {e.round} of {last}.** The {first} side has the initiative."]
    lines += _tips(seen.state, e.round, "round")
    if not seen.state.round:
        lines += _tips(seen.state, e.round, "action")
    return "\n".join(lines)


@on(ev.Mustered)
def _mustered(seen: Seen[State], e: ev.Mustered) -> str:
    if board.scenario(seen.state).fixed:
        return ""
    return f"The {names.nation(e.seat)} side is ready with {count(len(e.squads), 'squad')}."


@on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    if board.scenario(seen.state).fixed and not seen.state.round:
        return ""
    piece = seen.state.units[e.unit]
    known = f" ({names.base(e.shown)})" if e.shown is not None else ""
    how = ", concealed," if e.concealed else known
    inside = f", in {names.shelter(seen.state, e.within)}" if e.within else ""
    return f"{names.full(piece)}{how} takes position {names.inside(seen.state, e.hex)}{inside}."


VERBS = {
    "fire-and-move": "begins Fire and Movement",
    "assault": "goes over to the assault",
    "dig": "digs in",
    "heal": "tends the wounded",
    "smoke": "throws smoke",
    "quench": "fights the fire",
    "burns": "is in the fire",
}


@on(ev.Activated)
def _activated(seen: Seen[State], e: ev.Activated) -> str:
    return f"{called(seen, e.unit)} {VERBS[e.verb]}." if e.verb in VERBS else ""


@on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    if marching(seen.state) is not None:
        return ""
    step = seen.state.steps[-1] if seen.state.steps else None
    verb = "falls back" if e.back else "retreats" if isinstance(step, Rout) else "moves"
    return f"{called(seen, e.unit)} {verb} to {names.ground(seen.state, e.hex)}."


@on(ev.Tested)
def _tested(seen: Seen[State], e: ev.Tested) -> str:
    who, rolled = called(seen, e.unit), " ".join(map(str, e.roll.faces))
    added = "".join(f" {part.n:+}" for part in e.modifiers)
    match e.what:
        case "balka":
            result = "it is damaged and stuck" if e.harmed else "it comes through"
            return f"{who} crosses the side of the balka at {e.hex}: 🎲 {rolled}: {result}."
        case "ice":
            result = "**the ice breaks**" if e.harmed else "the ice holds"
            return f"{who} goes onto the ice at {e.hex}: 🎲 {rolled}: {result}."
        case "bridge":
            result = "it slides and stops there" if e.harmed else "it keeps to the way"
            return f"{who} comes onto the icy bridge at {e.hex}: 🎲 {rolled}: {result}."
        case "cold engine":
            result = "its engine does not start" if e.harmed else "its engine starts"
            return f"{who} has to start in the cold: 🎲 {rolled}: {result}."
    does, result = "stops" if e.stops else "goes on", "not safe" if e.harmed else "safe"
    return (
        f"{who} {does} among the instant mines at {e.hex}: 🎲 {rolled}{added}, "
        f"{e.need} or better is safe: {result}."
    )


@on(ev.Captured)
def _captured(seen: Seen[State], e: ev.Captured) -> str:
    return f"The {names.nation(e.seat)} side takes {called(seen, e.unit)} over."


@on(ev.Begun)
def _begun(seen: Seen[State], e: ev.Begun) -> str:
    if not isinstance(e.step, OpFireChance):
        return ""
    target, march = seen.state.units[e.step.target], marching(seen.state)
    if march is not None and target.hex == march.start:
        return f"{names.full(target)} comes out at {target.hex}, in sight of units on Op Fire."
    return f"At {target.hex} {names.full(target)} comes into sight of units on Op Fire."


@on(ev.Ended)
def _ended(seen: Seen[State], e: ev.Ended) -> str:
    """Say where a march has led. Its continuation is secret until then."""
    step = marching(seen.state)
    unit = seen.state.units.get(step.unit) if step is not None else None
    if step is None or unit is None:
        return ""
    if units.is_suppressed(unit) or unit.activity == "fatigued":
        lost = " and loses its attack" if step.verb == "assault" else ""
        return f"{names.full(unit)} gets no farther than {unit.hex}{lost}."
    if unit.hex == step.start:
        return ""
    gun = seen.state.units.get(step.gun)
    along = f" with {names.unit(gun)}" if gun is not None else ""
    return f"{names.full(unit)} moves{along} from {step.start} to {names.ground(seen.state, unit.hex)}."


@on(ev.Sheltered)
def _sheltered(seen: Seen[State], e: ev.Sheltered) -> str:
    squad = seen.state.units[e.unit]
    assert isinstance(squad, Squad)
    if e.within:
        return f"{names.full(squad)} gets into {names.shelter(seen.state, e.within)}."
    return f"{names.full(squad)} leaves {names.shelter(seen.state, squad.within)}."


@on(ev.Marked)
def _marked(seen: Seen[State], e: ev.Marked) -> str:
    if e.activity == "op fire":
        verb = "goes" if len(e.units) == 1 else "go"
        return f"{called_all(seen, e.units)} {verb} on Op Fire."
    if e.activity == "fresh":
        return f"{e.why}: {called_all(seen, e.units)} is fresh again." if e.why else "All units are fresh again."
    are = "is" if len(e.units) == 1 else "are"
    why = {"nothing": "stands by and is fatigued", "minefield": f"{are} in the minefield and fatigued"}.get(e.why)
    return f"{called_all(seen, e.units)} {why}." if why else ""


@on(ev.Revealed)
def _revealed(seen: Seen[State], e: ev.Revealed) -> str:
    return f"{called(seen, e.unit)} is revealed: {names.base(e.base)}."


@on(ev.Transferred)
def _transferred(seen: Seen[State], e: ev.Transferred) -> str:
    sides = [(e.taker, e.right)] if e.emptied else [(e.taker, e.right), (e.giver, e.left)]
    known = [(seen.state.units[id], base.open()) for id, base in sides if base.known]
    now = ", ".join(f"{names.unit(unit)} now has {names.base(base)}" for unit, base in known)
    return f"{called(seen, e.giver)} and {called(seen, e.taker)} exchange figures{': ' * bool(now)}{now}."


@on(ev.Reinforced)
def _reinforced(seen: Seen[State], e: ev.Reinforced) -> str:
    arriving = [names.unit(unit) + _content(unit) for unit in e.units]
    return f"{names.nation(e.seat)} reinforcements: {join(arriving)}."


def _content(unit: Squad | Vehicle) -> str:
    content = units.known_base(unit)
    return f" ({names.base(content)})" if content.figures else ""


@on(ev.GameEnded)
def _game_ended(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join([f"the {names.nation(seat)} side" for seat in e.outcome.winners])
    result = f"{winners} wins" if winners else "a draw"
    lines = [f"**The battle is over: {result}.** {e.outcome.why}"]
    squads = [f"{names.full(seen.state.units[id])} ({names.base(base)})" for id, base in e.bases.items()]
    if squads:
        lines.append(f"Concealed to the end: {join(squads)}.")
    sabotage = [f"**{tables().sabotage[name].name}**" for name in e.sabotage.values()]
    if sabotage:
        lines.append(f"Sabotage still face down: {join(sabotage)}.")
    rounds = [f"{called(seen, unit)} ({names.ROUNDS[kind]})" for unit, kind in e.munitions.items()]
    if rounds:
        lines.append(f"Special rounds that were never fired: {join(rounds)}.")
    aims = [_aim(seen, id, covers) for id, covers in e.covers.items()]
    if aims:
        lines.append(f"Flame fougasses that never went off: {join(aims)}.")
    return "\n".join(lines)


def _aim(seen: Seen[State], id: WorkId, covers: tuple[bool, ...]) -> str:
    hex = seen.state.works[id].hex
    toward = board.map_of(seen.state).beyond(hex, covers.index(True) + 1, 1)
    return f"{hex} towards {toward}"
