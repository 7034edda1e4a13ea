"""Events as sentences, given the state before them as one seat sees it. The only sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.titles.tide import forces, munitions, names
from bot.titles.tide.cards.barrage import contact_bonus
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing, March, OpFireChance, Rout
from bot.titles.tide.model.table import Squad, UnitId, Vehicle, WorkId
from bot.titles.tide.tables import card, tables

E = TypeVar("E", bound=ev.Event)
_TELL: dict[type[ev.Event], Callable[[Seen[State], Any], str]] = {}


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Say what happened; "" for what needs no words."""
    say = _TELL.get(type(event))
    return say(seen, event) if say else ""


def _on(kind: type[E]) -> Callable[[Callable[[Seen[State], E], str]], Callable[[Seen[State], E], str]]:
    def note(function: Callable[[Seen[State], E], str]) -> Callable[[Seen[State], E], str]:
        _TELL[kind] = function
        return function

    return note


def _unit(seen: Seen[State], id: UnitId) -> str:
    piece = seen.state.units.get(id)
    return names.full(piece) if piece is not None else "a unit"


def _all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    return join([_unit(seen, id) for id in ids])


def join(words: list[str]) -> str:
    """Join words as in "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(n: int, noun: str) -> str:
    """Count a noun, as in "1 hit" and "2 hits"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


@_on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = tables().scenarios[e.scenario]
    return f"**{record.name}.** {record.text}\n{record.victory.text}"


STAGES = {
    "muster": "Both sides fill their bases, unseen by one another.",
    "deployment": "Both sides take up their positions.",
    "control": "The Action Phase is over.",
    "draw": "The Command Phase is over.",
}


@_on(ev.StageBegan)
def _stage(seen: Seen[State], e: ev.StageBegan) -> str:
    record = forces.scenario(seen.state)
    if record.fixed and e.phase == "set-up":
        return ""
    lines = [STAGES.get(e.name, "")]
    told_with_round = e.name == "round" or (e.name == "action" and not seen.state.round)
    if not told_with_round:
        lines += _tips(seen.state, max(1, seen.state.round), e.name)
    return "\n".join(filter(None, lines))


def _tips(state: State, round: int, stage: str) -> list[str]:
    if state.options.get("tips") == "off":
        return []
    tips = forces.scenario(state).tips
    return [f"> 💡 {tip.text}" for tip in tips if tip.round == round and tip.stage == stage]


@_on(ev.RoundBegan)
def _round(seen: Seen[State], e: ev.RoundBegan) -> str:
    last = forces.scenario(seen.state).rounds
    first = names.nation(seen.state.initiative)
    lines = [f"**Round {e.round} of {last}.** The {first} side has the initiative."]
    lines += _tips(seen.state, e.round, "round")
    if not seen.state.round:
        lines += _tips(seen.state, e.round, "action")
    return "\n".join(lines)


@_on(ev.Mustered)
def _mustered(seen: Seen[State], e: ev.Mustered) -> str:
    if forces.scenario(seen.state).fixed:
        return ""
    return f"The {names.nation(e.seat)} side is ready with {count(len(e.squads), 'squad')}."


@_on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    if forces.scenario(seen.state).fixed and not seen.state.round:
        return ""
    piece = seen.state.units[e.unit]
    known = f" ({names.base(e.shown)})" if e.shown is not None else ""
    how = ", concealed," if e.concealed else known
    inside = f", in {names.shelter(seen.state, e.within)}" if e.within else ""
    return f"{names.full(piece)}{how} takes position in the {names.place(seen.state, e.hex)}{inside}."


VERBS = {
    "fire-and-move": "begins Fire and Movement",
    "assault": "goes over to the assault",
    "dig": "digs in",
    "heal": "tends the wounded",
    "smoke": "throws smoke",
    "quench": "fights the fire",
    "burns": "is in the fire",
}


@_on(ev.Activated)
def _activated(seen: Seen[State], e: ev.Activated) -> str:
    return f"{_unit(seen, e.unit)} {VERBS[e.verb]}." if e.verb in VERBS else ""


@_on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    step = seen.state.steps[-1] if seen.state.steps else None
    if isinstance(step, March):
        return ""
    verb = "falls back" if e.back else "retreats" if isinstance(step, Rout) else "moves"
    return f"{_unit(seen, e.unit)} {verb} to the {names.place(seen.state, e.hex)}."


@_on(ev.Tested)
def _tested(seen: Seen[State], e: ev.Tested) -> str:
    who, rolled = _unit(seen, e.unit), " ".join(map(str, e.roll.faces))
    added = "".join(f" {part.n:+}" for part in e.modifiers)
    match e.what:
        case "balka":
            result = "it is damaged and stuck" if e.harmed else "it comes through"
            return f"{who} crosses the side of the balka at {e.hex}: 🎲 {rolled}: {result}."
        case "ice":
            result = "**the ice breaks**" if e.harmed else "the ice holds"
            return f"{who} sets foot on the ice at {e.hex}: 🎲 {rolled}: {result}."
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


@_on(ev.Captured)
def _captured(seen: Seen[State], e: ev.Captured) -> str:
    return f"The {names.nation(e.seat)} side takes {_unit(seen, e.unit)} over."


@_on(ev.Begun)
def _begun(seen: Seen[State], e: ev.Begun) -> str:
    if not isinstance(e.step, OpFireChance):
        return ""
    target = seen.state.units[e.step.target]
    return f"{names.full(target)} comes into sight of units on Op Fire at {target.hex}."


@_on(ev.Ended)
def _ended(seen: Seen[State], e: ev.Ended) -> str:
    """Say where a march has led. Until then nobody is told whether it goes on."""
    step = seen.state.steps[-1]
    unit = seen.state.units.get(step.unit) if isinstance(step, March) else None
    if not isinstance(step, March) or unit is None:
        return ""
    if forces.is_suppressed(unit) or unit.activity == "fatigued":
        lost = " and loses its attack" if step.verb == "assault" else ""
        return f"{names.full(unit)} gets no farther than {unit.hex}{lost}."
    if unit.hex == step.start:
        return ""
    gun = seen.state.units.get(step.gun)
    along = f" with {names.unit(gun)}" if gun is not None else ""
    return f"{names.full(unit)} moves{along} from {step.start} to the {names.place(seen.state, unit.hex)}."


@_on(ev.Sheltered)
def _sheltered(seen: Seen[State], e: ev.Sheltered) -> str:
    squad = seen.state.units[e.unit]
    assert isinstance(squad, Squad)
    if e.within:
        return f"{names.full(squad)} gets into {names.shelter(seen.state, e.within)}."
    return f"{names.full(squad)} leaves {names.shelter(seen.state, squad.within)}."


@_on(ev.Marked)
def _marked(seen: Seen[State], e: ev.Marked) -> str:
    if e.activity == "op fire":
        verb = "goes" if len(e.units) == 1 else "go"
        return f"{_all(seen, e.units)} {verb} on Op Fire."
    if e.activity == "fresh":
        return f"{e.why}: {_all(seen, e.units)} is fresh again." if e.why else "All activation tokens are removed."
    are = "is" if len(e.units) == 1 else "are"
    why = {"nothing": "stands by and is fatigued", "minefield": f"{are} in the minefield and fatigued"}.get(e.why)
    return f"{_all(seen, e.units)} {why}." if why else ""


@_on(ev.Revealed)
def _revealed(seen: Seen[State], e: ev.Revealed) -> str:
    return f"{_unit(seen, e.unit)} is revealed: {names.base(e.base)}."


def parts(modifiers: Iterable[Modifier]) -> str:
    """List what makes up a number of dice, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "nothing"


def dice(roll: Roll | None, least: int) -> str:
    """Write dice with those in bold that count."""
    if roll is None or not roll.faces:
        return "no dice"
    return " ".join(f"**{face}**" if face >= least else str(face) for face in roll.faces)


HOW = {
    "fire": "fires at",
    "op fire": "fires on Op Fire at",
    "fire and move": "fires on the move at",
}
BANDS = {"close": "close range", "normal": "normal range", "long": "long range", "area": "area attack"}


@_on(ev.Attacked)
def _attacked(seen: Seen[State], e: ev.Attacked) -> str:
    targets = [_unit(seen, stand.unit) if stand.unit else f"the hex {e.hex}" for stand in e.defences]
    again = f", once more {dice(e.again, e.hit)}" if e.again else ""
    lines = [
        _attack_line(seen, e, join(targets) if targets else "nobody"),
        f"🎲 {dice(e.roll, e.hit)}{again}: {count(e.hits, 'hit')} on {e.hit} or better.",
    ]
    least = tables().numbers.defence.face
    for stand, name in zip(e.defences, targets, strict=True):
        if stand.roll is not None:
            thick = ", thick armour saves one more" if stand.thick else ""
            lines.append(f"🛡️ {name}: {dice(stand.roll, least)}{thick}: {count(stand.net, 'hit')} left.")
    lines.append(f"-# Dice: {parts(e.modifiers)}.")
    lines += (
        f"-# Cover of {name}: {parts(stand.modifiers)}."
        for stand, name in zip(e.defences, targets, strict=True)
        if stand.modifiers
    )
    return "\n".join(lines)


GROUNDS: dict[str, str] = {
    "mines": "The minefield at {hex} goes off under {targets}.",
    "instant mines": "The instant mines at {hex} go off under {targets}.",
    "ice": "The water at {hex} takes hold of {targets}.",
}


def _attack_line(seen: Seen[State], e: ev.Attacked, targets: str) -> str:
    if e.how in GROUNDS:
        return GROUNDS[e.how].format(hex=e.hex, targets=targets)
    if e.how == "fougasse":
        return f"The burning fuel comes down on {e.hex} and finds {targets}."
    if e.how == "molotov":
        return f"{_unit(seen, e.by[0])} throws Molotov cocktails at {e.hex}."
    if e.how == "smoke round":
        return f"{_unit(seen, e.by[0])} fires a smoke round at {e.hex}, at {BANDS[e.band]}."
    if not e.by:
        return f"The attack comes down on {e.hex} and finds {targets}."
    if e.band == "area":
        return f"{_unit(seen, e.by[0])} shells {e.hex} and finds {targets}."
    friends = f" with {_all(seen, e.by[1:])}" if len(e.by) > 1 else ""
    mode = " to suppress" if e.mode == "suppressive" else ""
    return f"{_unit(seen, e.by[0])}{friends} {HOW[e.how]} {targets} at {e.hex}{mode}, at {BANDS[e.band]}."


@_on(ev.Assaulted)
def _assaulted(seen: Seen[State], e: ev.Assaulted) -> str:
    hit, least = tables().numbers.assault.face, tables().numbers.defence.face
    friends = f", supported by {_all(seen, e.support)}," if e.support else ""
    again = f", once more {dice(e.again, hit)}" if e.again else ""
    against = _all(seen, e.defenders) if e.defenders else "no resistance"
    lines = [
        f"{_unit(seen, e.unit)}{friends} storms {e.hex} against {against}.",
        f"⚔️ Attack {dice(e.attack, hit)}{again}; defence {dice(e.defence, hit)}; cover {dice(e.cover, least)}.",
        f"The defender takes {count(e.defender_loses, 'hit')}, the attacker {count(e.attacker_loses, 'hit')}: "
        + ("**the hex falls.**" if e.won else "**the hex holds.**"),
        f"-# Attack: {parts(e.attack_modifiers)}.",
        f"-# Defence: {parts(e.defence_modifiers)}. Cover: {parts(e.cover_modifiers)}.",
    ]
    return "\n".join(lines)


@_on(ev.FigureLost)
def _figure_lost(seen: Seen[State], e: ev.FigureLost) -> str:
    return f"{_unit(seen, e.unit)} loses {article(names.SINGULARS[e.figure])}."


def article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    return f"{'an' if noun[0] in 'aeioM' else 'a'} {noun}"


@_on(ev.Destroyed)
def _destroyed(seen: Seen[State], e: ev.Destroyed) -> str:
    ends = {
        "wiped out": "is wiped out",
        "routed": "is routed and out of the battle",
        "could not retreat": "cannot retreat and is lost",
        "lost with its transport": "is lost with its transport",
        "sunk": "sinks through the ice",
    }
    return f"**{_unit(seen, e.unit)} {ends.get(e.why, 'is destroyed')}.**"


@_on(ev.Suppressed)
def _suppressed(seen: Seen[State], e: ev.Suppressed) -> str:
    if not e.morale:
        return f"{_unit(seen, e.unit)} is steady again."
    if e.why == "recovery":
        return f"{_unit(seen, e.unit)} recovers and is only pinned."
    reasons = {"overrun": " by the tank that rolls over it", "retreat": " by the retreat", "fire": " by the fire"}
    why = reasons.get(e.why, "")
    return f"{_unit(seen, e.unit)} is **{e.morale}**{why}."


@_on(ev.Damaged)
def _damaged(seen: Seen[State], e: ev.Damaged) -> str:
    before = seen.state.units[e.unit]
    repaired = isinstance(before, Vehicle) and (before.damage == "heavy" or not e.damage)
    if repaired:
        return f"{_unit(seen, e.unit)} is repaired{': only light damage is left' if e.damage else ''}."
    return f"{_unit(seen, e.unit)} is **{'lightly' if e.damage == 'light' else 'heavily'} damaged**."


@_on(ev.Healed)
def _healed(seen: Seen[State], e: ev.Healed) -> str:
    rolled = f" (🎲 {e.roll.faces[0]})" if e.roll else ""
    if e.figure:
        return f"{_unit(seen, e.unit)} gains {article(names.SINGULARS[e.figure])}{rolled}."
    return f"The medic cannot help {_unit(seen, e.unit)}{rolled}."


@_on(ev.WorkPlaced)
def _work_placed(seen: Seen[State], e: ev.WorkPlaced) -> str:
    noun = tables().works[e.work.kind].name
    if e.work.covers and (covered := [way for way, secret in enumerate(e.work.covers, 1) if secret.value is True]):
        return f"A flame fougasse is now at {e.work.hex}; it throws in direction {covered[0]}."
    what = noun if e.work.kind in ("smoke", "wire") else article(noun)
    return f"{what.capitalize()} is now at {e.work.hex}."


@_on(ev.WorkRemoved)
def _work_removed(seen: Seen[State], e: ev.WorkRemoved) -> str:
    work = seen.state.works[e.work]
    verbs = {
        "shelled": "is torn apart", "cleared": "is cleared", "drifted away": "drifts away",
        "quenched": "is put out", "spent": "is spent", "used up": "are used up",
    }  # fmt: skip
    verb = verbs.get(e.why, "is gone")
    return f"The {tables().works[work.kind].name} at {work.hex} {verb}."


@_on(ev.WorkTurned)
def _work_turned(seen: Seen[State], e: ev.WorkTurned) -> str:
    hex = seen.state.works[e.work].hex
    return (
        f"The fire at {hex} is brought down: it is weak now." if e.why else f"The fire at {hex} is **strong** now."
    )


@_on(ev.FougasseTried)
def _fougasse_tried(seen: Seen[State], e: ev.FougasseTried) -> str:
    work = seen.state.works[e.work]
    toward = forces.map_of(seen.state).beyond(work.hex, e.direction, 1) or "off the map"
    if e.sprung:
        return f"**The {names.nation(work.owner)} flame fougasse at {work.hex} goes off towards {toward}.**"
    return f"The flame fougasse at {work.hex} does not cover {toward}."


@_on(ev.MunitionLaid)
def _munition_laid(seen: Seen[State], e: ev.MunitionLaid) -> str:
    kind = e.munition.kind
    known = f" (**{munitions.NAMES[kind.open()]}**)" if kind.known else ""
    return f"{_unit(seen, e.unit)} gets a special round{known}, face down."


@_on(ev.MunitionShown)
def _munition_shown(seen: Seen[State], e: ev.MunitionShown) -> str:
    return f"{_unit(seen, e.unit)} turns its special round over: **{munitions.NAMES[e.kind]}**."


@_on(ev.MunitionGone)
def _munition_gone(seen: Seen[State], e: ev.MunitionGone) -> str:
    if e.why == "misfired":
        return "The smoke round misfires."
    return f"The unused round of {_unit(seen, e.unit)} is discarded." if e.why in ("discarded", "captured") else ""


@_on(ev.Controlled)
def _controlled(seen: Seen[State], e: ev.Controlled) -> str:
    name = next(o.name for o in forces.scenario(seen.state).objectives if o.hex == e.hex)
    return f"**{name}** at {e.hex} is now {names.nation(e.seat)}."


@_on(ev.Gained)
def _gained(seen: Seen[State], e: ev.Gained) -> str:
    gains = []
    if e.command:
        gains.append(f"{abs(e.command)} command")
    if e.points:
        gains.append(count(e.points, "victory point"))
    verb = "gains" if e.command >= 0 else "pays" if e.why in ("subversion", "sabotage", "munitions") else "loses"
    why = f" ({e.why})" if e.why else ""
    return f"The {names.nation(e.seat)} side {verb} {join(gains)}{why}." if gains else ""


@_on(ev.Bid)
def _bid(seen: Seen[State], e: ev.Bid) -> str:
    total = seen.state.hq[e.seat].on_initiative + e.command
    side = names.nation(e.seat)
    if e.command < 0:
        return f"{e.why}: {-e.command} command leaves the {side} initiative card; {total} stays on it."
    source = f"{e.why}: " if e.why else ""
    return f"{source}The {side} side puts {e.command} command on its initiative card: now {total}."


@_on(ev.InitiativeTaken)
def _initiative(seen: Seen[State], e: ev.InitiativeTaken) -> str:
    return f"**The {names.nation(e.seat)} side takes the initiative.**"


@_on(ev.Drew)
def _drew(seen: Seen[State], e: ev.Drew) -> str:
    step = seen.state.steps[-1] if seen.state.steps else None
    plus = " It shows a plus." if isinstance(step, Drawing) and step.first and card(e.card).plus else ""
    return f"The {names.nation(e.seat)} side draws **{card(e.card).name}** from {names.deck(e.deck)}.{plus}"


@_on(ev.TopTurned)
def _top_turned(seen: Seen[State], e: ev.TopTurned) -> str:
    return f"**{card(e.card).name}** now lies open on {names.deck(e.deck)}."


@_on(ev.CardPlayed)
def _card_played(seen: Seen[State], e: ev.CardPlayed) -> str:
    paid = f" for {e.cost} command" if e.cost else ""
    return f"The {names.nation(e.seat)} side plays **{card(e.card).name}**{paid}: {card(e.card).text}"


@_on(ev.CardLost)
def _card_lost(seen: Seen[State], e: ev.CardLost) -> str:
    return f"**{card(e.card).name}** is discarded ({e.why})." if e.why else ""


@_on(ev.Contact)
def _contact(seen: Seen[State], e: ev.Contact) -> str:
    result = "the guns answer" if e.made else "no contact; the card waits for another round"
    bonus = contact_bonus(seen.state, e.seat)
    rolled = f"{e.roll.faces[0]} {bonus:+}" if bonus else f"{e.roll.faces[0]}"
    return f"{card(e.card).name}: 🎲 {rolled}, {e.need} or better is needed: {result}."


@_on(ev.Drifted)
def _drifted(seen: Seen[State], e: ev.Drifted) -> str:
    rolled = f"🎲 {e.distance.faces[0]}" + (f", {e.direction.faces[0]}" if e.direction else "")
    if not e.card:
        return f"The smoke drifts {f'to {e.hex}' if e.hex else 'off the map'} ({rolled})."
    if e.hex == e.aimed:
        return f"The shells come down where they were aimed, at {e.hex} ({rolled})."
    return f"The shells drift {f'to {e.hex}' if e.hex else 'off the map'} ({rolled})."


BOONS = {
    "move": "{who} has {n:+} movement points in this round.",
    "vehicle move": "Vehicles of the {side} side have {n:+} movement points in the next round.",
    "firepower": "{who} has {n:+} firepower in its next attack of this round.",
    "assault": "{who} has {n:+} firepower in assaults in this round.",
    "contact": "The {side} side has {n:+} on contact rolls in the next round.",
    "actions": "The {side} side has {n:+} action in its next turn.",
    "recovery": "All disrupted {side} squads recover fully in this round.",
    "molotovs": "Throws of Molotov cocktails that the {side} side has: {n}.",
    "frost": "{side} squads on snow without shelter do not recover in this Status Phase.",
    "sight": "Nobody sees farther than {n} hexes through the next round.",
    "thin ice": "The ice is thin through the next round.",
    "no op fire": "The {side} side puts no units on Op Fire in this Status Phase.",
}


@_on(ev.Given)
def _given(seen: Seen[State], e: ev.Given) -> str:
    who = _unit(seen, e.boon.unit) if e.boon.unit else ""
    return BOONS[e.boon.kind].format(who=who, side=names.nation(e.boon.side), n=e.boon.n)


@_on(ev.ActionsAdded)
def _actions_added(seen: Seen[State], e: ev.ActionsAdded) -> str:
    return f"The {names.nation(e.seat)} side has {count(e.n, 'more action')} in this turn."


@_on(ev.OutOfActions)
def _out(seen: Seen[State], e: ev.OutOfActions) -> str:
    why = "takes no more actions" if e.chosen else "has no more actions"
    return f"The {names.nation(e.seat)} side {why} in this Action Phase."


@_on(ev.SabotageLaid)
def _sabotage_laid(seen: Seen[State], e: ev.SabotageLaid) -> str:
    held = seen.state.sabotage[e.card].card
    known = f" (**{tables().sabotage[held.open()].name}**)" if held.known else ""
    return f"The {names.nation(e.seat)} side lays a sabotage card{known} face down on {names.deck(e.deck)}."


@_on(ev.SabotageSprung)
def _sabotage_sprung(seen: Seen[State], e: ev.SabotageSprung) -> str:
    record = tables().sabotage[e.name]
    return f"The {names.nation(e.seat)} side turns over sabotage: **{record.name}**. {record.text}"


@_on(ev.Transferred)
def _transferred(seen: Seen[State], e: ev.Transferred) -> str:
    sides = [(e.taker, e.right)] if e.emptied else [(e.taker, e.right), (e.giver, e.left)]
    known = [(seen.state.units[id], base.open()) for id, base in sides if base.known]
    now = ", ".join(f"{names.unit(unit)} now has {names.base(base)}" for unit, base in known)
    return f"{_unit(seen, e.giver)} and {_unit(seen, e.taker)} exchange figures{': ' * bool(now)}{now}."


@_on(ev.Reinforced)
def _reinforced(seen: Seen[State], e: ev.Reinforced) -> str:
    arriving = [names.unit(unit) + _content(unit) for unit in e.units]
    return f"{names.nation(e.seat)} reinforcements: {join(arriving)}."


def _content(unit: Squad | Vehicle) -> str:
    content = forces.known_base(unit)
    return f" ({names.base(content)})" if content.figures else ""


@_on(ev.GameEnded)
def _game_ended(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join([f"the {names.nation(seat)} side" for seat in e.outcome.winners])
    result = f"{winners} wins" if winners else "a draw"
    lines = [f"**The battle is over: {result}.** {e.outcome.why}"]
    squads = [f"{names.full(seen.state.units[id])} ({names.base(base)})" for id, base in e.bases.items()]
    if squads:
        lines.append(f"Concealed to the end: {join(squads)}.")
    sabotage = [f"**{tables().sabotage[name].name}**" for name in e.sabotage.values()]
    if sabotage:
        lines.append(f"Sabotage that nobody turned over: {join(sabotage)}.")
    rounds = [f"{_unit(seen, unit)} ({munitions.NAMES[kind]})" for unit, kind in e.munitions.items()]
    if rounds:
        lines.append(f"Special rounds that were never fired: {join(rounds)}.")
    aims = [_aim(seen, id, covers) for id, covers in e.covers.items()]
    if aims:
        lines.append(f"Flame fougasses that never went off: {join(aims)}.")
    return "\n".join(lines)


def _aim(seen: Seen[State], id: WorkId, covers: tuple[bool, ...]) -> str:
    hex = seen.state.works[id].hex
    toward = forces.map_of(seen.state).beyond(hex, covers.index(True) + 1, 1)
    return f"{hex} towards {toward}"
