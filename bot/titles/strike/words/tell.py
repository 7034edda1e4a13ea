"""Events as sentences, given the state before them. The only sentences about what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.by_kind import ByKind
from bot.kit.words import count, join, sentences
from bot.titles.strike.field import arrivals, combat, counters, names
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, UnitId, Weather
from bot.titles.strike.printed.tables import tables

_TELL: ByKind[Seen[State], str] = ByKind()
_on = _TELL.on


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Say what happened; "" for what needs no words."""
    say = _TELL.get(type(event))
    return sentences(say(seen, event)) if say else ""


def _unit(seen: Seen[State], id: UnitId) -> str:
    return names.full(seen.state.units[id])


def _all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    return join(_unit(seen, id) for id in ids)


def _are(seen: Seen[State], id: UnitId) -> bool:
    """Say whether the name of a unit is in the plural."""
    return counters.is_kind(seen.state.units[id], "trucks", "partisans")


def _verb(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    return one if len(ids) == 1 and not _are(seen, ids[0]) else more


def _side(seat: Seat) -> str:
    return f"the {names.nation(seat)} side"


def _the_side(seat: Seat) -> str:
    """Name a side at the beginning of a sentence."""
    return f"The {names.nation(seat)} side"


def _dice(roll: Roll) -> str:
    return " ".join(map(str, roll.faces))


def _place(seen: Seen[State], area: AreaId) -> str:
    return names.place(seen.state, area)


# The turn.


@_on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = tables().scenarios[e.scenario]
    lines = [f"**{record.name}.** {record.text}"]
    lines += (f"Objectives of {_side(seat)}: {join(some)}." for seat, some in e.objectives.items() if some)
    return "\n".join(lines)


STAGES = {
    "russian set-up": "The Russian side sets up what is left to it.",
    "german set-up": "The German side sets up what is left to it.",
    "railways and trucks": "**German player turn.** Railheads and trucks move first.",
    "german movement": "German movement.",
    "german combat": "German combat.",
    "german reorganization": "German reorganization.",
    "partisans": "**Russian player turn.**",
    "russian movement": "Russian movement.",
    "russian combat": "Russian combat.",
    "russian reorganization": "Russian reorganization.",
}


@_on(ev.StageBegan)
def _stage(seen: Seen[State], e: ev.StageBegan) -> str:
    state = seen.state
    lines = []
    if e.name == "weather":
        last = counters.scenario(state).turns[1]
        lines.append(f"**Turn {state.turn} of {last}: {names.date(state.turn)}.**")
    elif e.name in STAGES and not (e.phase == "set-up" and not counters.side(state, e.seat).choices):
        lines.append(STAGES[e.name])
    if state.options.get("tips") != "off":
        tips = counters.scenario(state).tips
        lines += (f"> 💡 {tip.text}" for tip in tips if tip.turn == state.turn and tip.stage == e.name)
    return "\n".join(lines)


@_on(ev.WeatherCame)
def _weather(seen: Seen[State], e: ev.WeatherCame) -> str:
    rolled = f" (🎲 {', '.join(_dice(roll) for roll in e.rolls)})" if e.rolls else ""
    effects = weather_effects(e.weather)
    return f"The weather is **{e.weather}**{rolled}{': ' if effects else ''}{join(effects)}."


def weather_effects(weather: Weather) -> list[str]:
    """Return what a kind of weather does, in words."""
    conditions = tables().numbers.conditions[weather]
    effects = []
    if conditions.halted:
        effects.append(f"{join('railheads' if who == 'rail' else who for who in conditions.halted)} do not move")
    if conditions.slower:
        effects.append(f"{conditions.slower} movement point less for troops")
    if conditions.led:
        effects.append(f"{join(conditions.led)} moves with leaders only")
    if conditions.shift:
        effects.append(f"{count(conditions.shift, 'column')} to the left in combat")
    return effects


@_on(ev.RedeploymentRolled)
def _redeployment(seen: Seen[State], e: ev.RedeploymentRolled) -> str:
    parts = [f"{_side(seat)} {count(n, 'unit')} (🎲 {_dice(e.rolls[seat])})" for seat, n in e.units.items()]
    again = "".join(f" A tie: 🎲 {_dice(german)} to {_dice(russian)}." for german, russian in e.again)
    return f"Redeployment: {join(parts)}.{again} {_the_side(e.first)} goes first."


@_on(ev.PointsCame)
def _points(seen: Seen[State], e: ev.PointsCame) -> str:
    rolled = f" (🎲 {_dice(e.roll)})" if e.roll is not None else ""
    saved = f", {e.saved} of them saved" if e.saved else ""
    return f"{_the_side(e.seat)} has **{count(e.points, 'operations point')}**{rolled}{saved}."


@_on(ev.ObjectivesCame)
def _objectives(seen: Seen[State], e: ev.ObjectivesCame) -> str:
    return f"**New objectives** of {_side(e.seat)} (🎲 {_dice(e.roll)}): **{join(e.objectives)}**."


# Movement.


@_on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    unit, where = _unit(seen, e.unit), _place(seen, e.place)
    match e.why:
        case "set-up":
            return f"{unit} {'begin' if _are(seen, e.unit) else 'begins'} at {where}."
        case "reinforcement":
            return f"{unit} arrives at {where}."
        case "partisans":
            return f"{unit} are active at {where}."
        case "cancelled":
            return f"The garrison drives {unit} out of {_place(seen, seen.state.units[e.unit].place)}."
        case "commissar":
            return f"**The Commissar comes to {where}.**"
        case "relocated":
            return f"{unit} comes away to {where}."
        case "off the map":
            return f"{'The ' * (unit == 'Commissar')}{unit} {'leave' if _are(seen, e.unit) else 'leaves'} the map."


@_on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    costs = " and ".join(str(n) for n in dict.fromkeys(e.costs))
    led = f"{_unit(seen, e.leader)} leads {_all(seen, e.led)}" if e.led else ""
    moves = f"{_all(seen, e.units)} {_verb(seen, e.units, 'moves', 'move')}"
    start, end = _place(seen, e.path[0]), _place(seen, e.path[-1])
    return f"{led or moves} from {start}{by} to {end} ({costs} MP)."


@_on(ev.Railed)
def _railed(seen: Seen[State], e: ev.Railed) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    start, end = _place(seen, e.path[0]), _place(seen, e.path[-1])
    led = f" with {_unit(seen, e.leader)}" if e.leader else ""
    goes = "go" if _are(seen, e.unit) else "goes"
    return f"🚆 {_unit(seen, e.unit)} {goes} by rail{led} from {start}{by} to {end}."


@_on(ev.Converted)
def _converted(seen: Seen[State], e: ev.Converted) -> str:
    if len(e.path) < 2:
        return f"The railway at {names.way(seen.state, e.areas)} is of the German gauge."
    new = f"; converted: {names.way(seen.state, e.areas)}" if e.areas else ""
    return f"🛤️ {_unit(seen, e.railhead)} advances to {_place(seen, e.path[-1])}{new}."


@_on(ev.Flown)
def _flown(seen: Seen[State], e: ev.Flown) -> str:
    where = _place(seen, e.place)
    if e.mission == "dropped":
        return f"🪂 {_unit(seen, e.unit)} jumps over {where}."
    supply = "supply " if e.mission == "supply" else ""
    whom = f", for {_all(seen, e.supplied)}" if e.supplied else ""
    return f"✈️ {_unit(seen, e.unit)} flies {supply}to {where}{whom}."


@_on(ev.BrokenDown)
def _broken_down(seen: Seen[State], e: ev.BrokenDown) -> str:
    army = seen.state.units[e.unit]
    if e.down is not None:
        reduced = ", reduced" if e.down else ""
        return (
            f"What is left of {names.full(army)} at {_place(seen, army.place)} is {_all(seen, e.into)}{reduced}."
        )
    return f"{names.full(army)} at {_place(seen, army.place)} breaks down into {_all(seen, e.into)}."


@_on(ev.Combined)
def _combined(seen: Seen[State], e: ev.Combined) -> str:
    where = _place(seen, seen.state.units[e.units[0]].place)
    return f"{_all(seen, e.units)} combine into {_unit(seen, e.into)} at {where}."


@_on(ev.ControlTaken)
def _control_taken(seen: Seen[State], e: ev.ControlTaken) -> str:
    cities = [area for area in e.areas if combat.is_objective_city(counters.map_of(seen.state)[area].record.city)]
    if not cities:
        return ""
    return f"🚩 {_the_side(e.seat)} takes {join(_place(seen, area) for area in cities)}."


@_on(ev.PartisansRolled)
def _partisans(seen: Seen[State], e: ev.PartisansRolled) -> str:
    who = f"{_all(seen, e.active)} are active" if e.active else "none are active"
    idle = [id for id in e.active if not arrivals.partisan_places(seen.state, seen.state.units[id])]
    nothing = f" {_all(seen, idle)} find nothing to harm." if idle else ""
    return f"Partisans (🎲 {_dice(e.roll)}): {who}.{nothing}"


TURNED = {
    "partisans": "are disrupted by partisans",
    "bombs": "are disrupted by bombs",
    "combat": "is reduced",
    "relocated": "is disrupted",
    "recovered": "has recovered",
    "rebuilt": "is at full strength again",
}


@_on(ev.Turned)
def _turned(seen: Seen[State], e: ev.Turned) -> str:
    return f"{_unit(seen, e.unit)} {TURNED[e.why]}."


@_on(ev.CommissarCalled)
def _commissar(seen: Seen[State], e: ev.CommissarCalled) -> str:
    dice = ", ".join(_dice(roll) for roll in (e.column, e.second, e.row) if roll is not None)
    if not e.nearest:
        return f"The Commissar is wanted at {e.ox} (🎲 {dice}), but both sides share no octagon: he stays away."
    tie = f"; {join(_place(seen, area) for area in e.nearest)} are equally near" if len(e.nearest) > 1 else ""
    return f"The Commissar is wanted at {e.ox} (🎲 {dice}){tie}."


# Battles.


@_on(ev.Declared)
def _declared(seen: Seen[State], e: ev.Declared) -> str:
    side, where = names.nation(e.attacker), _place(seen, e.area)
    return {
        "attack": f"⚔️ {side} attack at **{where}**, by {e.method}.",
        "continuation": f"⚔️ The battle of **{where}** goes on, by {e.method}.",
        "thrust": f"⚔️ Blitzkrieg: the {side} armour goes on at **{where}**, by {e.method}.",
        "counter-attack": f"⚔️ The Commissar orders a counter-attack at **{where}**, by {e.method}.",
    }[e.why]


PAID = {
    "supply": "for combat supply",
    "reserves": "to call reserves",
    "continuation": "to go on",
    "advance": "to advance",
    "recovery": "to recover",
    "replacement": "for a replacement",
    "rebuilding": "to rebuild a corps",
}


@_on(ev.Paid)
def _paid(seen: Seen[State], e: ev.Paid) -> str:
    left = seen.state.points[e.seat] - e.points
    return f"-# {_the_side(e.seat)} pays {e.points} {PAID[e.why]}; {count(left, 'point')} left."


@_on(ev.CannotGoOn)
def _cannot_go_on(seen: Seen[State], e: ev.CannotGoOn) -> str:
    return f"-# {_the_side(e.seat)} cannot go on with the battle of {_place(seen, e.area)}: {e.why}."


@_on(ev.Bombed)
def _bombed(seen: Seen[State], e: ev.Bombed) -> str:
    made = "".join(f" {m.n:+} {m.why}" for m in e.modifiers)
    hit = "hit" if e.hit else "missed"
    target = seen.state.units[e.target]
    where = _place(seen, target.place)
    return (
        f"💣 {_unit(seen, e.unit)} bombs {names.full(target)} at {where}: "
        f"🎲 {_dice(e.roll)}{made}, {e.need} or less needed: {hit}."
    )


@_on(ev.ReserveCalled)
def _reserve(seen: Seen[State], e: ev.ReserveCalled) -> str:
    came = f"it comes to {_place(seen, e.area)}" if e.came else "it does not come"
    return f"{_unit(seen, e.leader)} calls {_unit(seen, e.unit)}: 🎲 {_dice(e.roll)}, {e.need} or less: {came}."


RESULTS = {
    "AE": "the attackers are eliminated",
    "A3": "the attackers lose 3 steps",
    "A2": "the attackers lose 2 steps",
    "A1": "the attackers lose 1 step",
    "AR": "the attackers retreat",
    "EX": "both sides lose as many steps as the smaller one has",
    "D1": "the defenders lose 1 step",
    "DW": "the defenders withdraw",
    "D2": "the defenders lose 2 steps",
    "D3": "the defenders lose 3 steps",
    "DE": "the defenders are eliminated",
}


def parts(modifiers: Iterable[Modifier]) -> str:
    """List modifiers, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "none"


def column_shifts(modifiers: Iterable[Modifier]) -> str:
    """List column shifts as on the chart, each with its case."""
    return ", ".join(f"{m.why} {abs(m.n)}{'R' if m.n > 0 else 'L'} [{m.cite}]" for m in modifiers) or "none"


@_on(ev.Fought)
def _fought(seen: Seen[State], e: ev.Fought) -> str:
    modifier = sum(m.n for m in e.modifiers)
    total = f"{_dice(e.roll)}{f' {modifier:+}' if modifier else ''} = {sum(e.roll.faces) + modifier}"
    distance = ""
    if e.withdrawal is not None:
        oxes = tables().numbers.withdrawal.distance[e.withdrawal.faces[0] - 1]
        distance = f" by {oxes} (🎲 {_dice(e.withdrawal)})"
    elif e.result == "DW":
        distance = ", but the Commissar forbids it"
    lines = (
        f"{_all(seen, e.attackers)} ({e.attack}) against {_all(seen, e.defenders)} ({e.defence}).",
        f"🎲 {total} in the column {combat.label(e.column)}: **{e.result}**, {RESULTS[e.result]}{distance}.",
        f"-# Column {combat.label(e.base)}. Shifts: {column_shifts(e.shifts)}. Modifiers: {parts(e.modifiers)}.",
    )
    return "\n".join(lines)


@_on(ev.StepLost)
def _step_lost(seen: Seen[State], e: ev.StepLost) -> str:
    box = f" {_unit(seen, e.corps)} goes to the Eliminated Box." if e.corps else ""
    return f"{_unit(seen, e.unit)} is reduced.{box}"


LOST = {"combat": "is eliminated", "overrun": "are overrun", "stacking": "is given up: too many stand there"}


@_on(ev.Eliminated)
def _eliminated(seen: Seen[State], e: ev.Eliminated) -> str:
    box = f" {_unit(seen, e.corps)} goes back to the Breakdown Box." if e.corps else ""
    return f"**{_unit(seen, e.unit)} {LOST[e.why]}.**{box}"


@_on(ev.Withdrew)
def _withdrew(seen: Seen[State], e: ev.Withdrew) -> str:
    verb = _verb(seen, e.units, *(("retreats", "retreat") if e.retreat else ("withdraws", "withdraw")))
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    return f"{_all(seen, e.units)} {verb} from {_place(seen, e.path[0])}{by} to {_place(seen, e.path[-1])}."


@_on(ev.Advanced)
def _advanced(seen: Seen[State], e: ev.Advanced) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    return (
        f"{_all(seen, e.units)} {_verb(seen, e.units, 'advances', 'advance')}{by} to {_place(seen, e.path[-1])}."
    )


@_on(ev.LeaderTested)
def _leader_tested(seen: Seen[State], e: ev.LeaderTested) -> str:
    end = "**he is lost**" if e.lost else "he gets away"
    return f"{_unit(seen, e.unit)} has no troops with him: 🎲 {_dice(e.roll)}: {end}."


# Reorganization, and the end.


@_on(ev.Recovery)
def _recovery(seen: Seen[State], e: ev.Recovery) -> str:
    end = "recovered" if e.recovered else "still disrupted"
    by = f" with {_unit(seen, e.leader)}" if e.leader else ""
    return f"{_unit(seen, e.unit)}{by}: 🎲 {_dice(e.roll)}, {e.need} or less: {end}."


@_on(ev.Swapped)
def _swapped(seen: Seen[State], e: ev.Swapped) -> str:
    return f"{_unit(seen, e.army)} and {_all(seen, e.corps)} change boxes."


@_on(ev.Replaced)
def _replaced(seen: Seen[State], e: ev.Replaced) -> str:
    strength = ", reduced," if e.down else ""
    verb = "come" if _are(seen, e.unit) else "comes"
    return f"{_unit(seen, e.unit)}{strength} {verb} back at {_place(seen, e.place)}."


@_on(ev.GameEnded)
def _game_ended(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join(_side(seat) for seat in e.outcome.winners)
    result = f"{winners} wins" if winners else "nobody wins"
    return f"**The campaign is over: {result}.** {e.outcome.why}"
