"""What happens in a turn, as sentences: the stages, movement, reorganization, the end."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import count, join
from bot.titles.strike.field import arrivals, combat, counters, names
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import Weather
from bot.titles.strike.printed.tables import tables
from bot.titles.strike.words.sentence import (
    all_names,
    dice,
    is_plural,
    place_name,
    side,
    the_side,
    unit_name,
    verb_for,
)

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


# The turn.


@_on(ev.Opened)
def _opened(seen: Seen[State], e: ev.Opened) -> str:
    record = tables().scenarios[e.scenario]
    lines = [f"**{record.name}.** {record.text}"]
    lines += _goals(e)
    return "\n".join(lines)


def _goals(e: ev.Opened) -> list[str]:
    """Name the objectives of each side, once where they are the same."""
    if len(e.objectives) > 1 and any(e.objectives.values()) and len(set(map(tuple, e.objectives.values()))) == 1:
        return [f"Objectives of both sides: {join(next(iter(e.objectives.values())))}."]
    return [f"Objectives of {side(seat)}: {join(some)}." for seat, some in e.objectives.items() if some]


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
    rolled = f" (🎲 {', '.join(dice(roll) for roll in e.rolls)})" if e.rolls else ""
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
    parts = [f"{side(seat)} {count(n, 'unit')} (🎲 {dice(e.rolls[seat])})" for seat, n in e.units.items()]
    again = "".join(f" A tie: 🎲 {dice(german)} to {dice(russian)}." for german, russian in e.again)
    return f"Redeployment: {join(parts)}.{again} {the_side(e.first)} goes first."


@_on(ev.PointsCame)
def _points(seen: Seen[State], e: ev.PointsCame) -> str:
    rolled = f" (🎲 {dice(e.roll)})" if e.roll is not None else ""
    saved = f", {e.saved} of them saved" if e.saved else ""
    return f"{the_side(e.seat)} has **{count(e.points, 'operations point')}**{rolled}{saved}."


@_on(ev.ObjectivesCame)
def _objectives(seen: Seen[State], e: ev.ObjectivesCame) -> str:
    return f"**New objectives** of {side(e.seat)} (🎲 {dice(e.roll)}): **{join(e.objectives)}**."


# Movement.


@_on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    unit, where = unit_name(seen, e.unit), place_name(seen, e.place)
    match e.why:
        case "set-up":
            return f"{unit} {'begin' if is_plural(seen, e.unit) else 'begins'} at {where}."
        case "reinforcement":
            return f"{unit} arrives at {where}."
        case "partisans":
            return f"{unit} are active at {where}."
        case "cancelled":
            return f"The garrison drives {unit} out of {place_name(seen, seen.state.units[e.unit].place)}."
        case "commissar":
            return f"**The Commissar comes to {where}.**"
        case "relocated":
            return f"{unit} reaches {where}."
        case "off the map":
            leaves = "leave" if is_plural(seen, e.unit) else "leaves"
            return f"{'The ' * (unit == 'Commissar')}{unit} {leaves} the map."


@_on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    costs = " and ".join(str(n) for n in dict.fromkeys(e.costs))
    led = f"{unit_name(seen, e.leader)} leads {all_names(seen, e.led)}" if e.led else ""
    moves = f"{all_names(seen, e.units)} {verb_for(seen, e.units, 'moves', 'move')}"
    start, end = place_name(seen, e.path[0]), place_name(seen, e.path[-1])
    return f"{led or moves} from {start}{by} to {end} ({costs} MP)."


@_on(ev.Railed)
def _railed(seen: Seen[State], e: ev.Railed) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    start, end = place_name(seen, e.path[0]), place_name(seen, e.path[-1])
    led = f" with {unit_name(seen, e.leader)}" if e.leader else ""
    goes = "go" if is_plural(seen, e.unit) else "goes"
    return f"🚆 {unit_name(seen, e.unit)} {goes} by rail{led} from {start}{by} to {end}."


@_on(ev.Converted)
def _converted(seen: Seen[State], e: ev.Converted) -> str:
    if len(e.path) < 2:
        return f"The railway at {names.way(seen.state, e.areas)} is of the German gauge."
    what = "the railway there" if e.areas == e.path[-1:] else f"the railways at {names.way(seen.state, e.areas)}"
    new = f" and converts {what}" if e.areas else ""
    return f"🛤️ {unit_name(seen, e.railhead)} advances to {place_name(seen, e.path[-1])}{new}."


@_on(ev.Flown)
def _flown(seen: Seen[State], e: ev.Flown) -> str:
    where = place_name(seen, e.place)
    if e.mission == "dropped":
        return f"🪂 {unit_name(seen, e.unit)} jumps over {where}."
    supply = "supply " if e.mission == "supply" else ""
    whom = f", for {all_names(seen, e.supplied)}" if e.supplied else ""
    return f"✈️ {unit_name(seen, e.unit)} flies {supply}to {where}{whom}."


@_on(ev.BrokenDown)
def _broken_down(seen: Seen[State], e: ev.BrokenDown) -> str:
    army = seen.state.units[e.unit]
    if e.down is not None:
        reduced = ", reduced" if e.down else ""
        where = place_name(seen, army.place)
        return f"What is left of {names.full(army)} at {where} is {all_names(seen, e.into)}{reduced}."
    return f"{names.full(army)} at {place_name(seen, army.place)} breaks down into {all_names(seen, e.into)}."


@_on(ev.Combined)
def _combined(seen: Seen[State], e: ev.Combined) -> str:
    where = place_name(seen, seen.state.units[e.units[0]].place)
    return f"{all_names(seen, e.units)} combine into {unit_name(seen, e.into)} at {where}."


@_on(ev.ControlTaken)
def _control_taken(seen: Seen[State], e: ev.ControlTaken) -> str:
    cities = [area for area in e.areas if combat.is_objective_city(counters.map_of(seen.state)[area].record.city)]
    if not cities:
        return ""
    return f"🚩 {the_side(e.seat)} takes {join(place_name(seen, area) for area in cities)}."


@_on(ev.PartisansRolled)
def _partisans(seen: Seen[State], e: ev.PartisansRolled) -> str:
    who = f"{all_names(seen, e.active)} are active" if e.active else "none are active"
    idle = [id for id in e.active if not arrivals.partisan_places(seen.state, seen.state.units[id])]
    nothing = f" {all_names(seen, idle)} find nothing to harm." if idle else ""
    return f"Partisans (🎲 {dice(e.roll)}): {who}.{nothing}"


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
    return f"{unit_name(seen, e.unit)} {TURNED[e.why]}."


@_on(ev.CommissarCalled)
def _commissar(seen: Seen[State], e: ev.CommissarCalled) -> str:
    rolled = ", ".join(dice(roll) for roll in (e.column, e.second, e.row) if roll is not None)
    if not e.nearest:
        return f"The Commissar is wanted at {e.ox} (🎲 {rolled}), but both sides share no octagon: he stays away."
    tie = f"; {join(place_name(seen, area) for area in e.nearest)} are equally near" if len(e.nearest) > 1 else ""
    return f"The Commissar is wanted at {e.ox} (🎲 {rolled}){tie}."


# Reorganization, and the end.


@_on(ev.Recovery)
def _recovery(seen: Seen[State], e: ev.Recovery) -> str:
    end = "recovered" if e.recovered else "still disrupted"
    by = f" with {unit_name(seen, e.leader)}" if e.leader else ""
    return f"{unit_name(seen, e.unit)}{by}: 🎲 {dice(e.roll)}, {e.need} or less: {end}."


@_on(ev.Swapped)
def _swapped(seen: Seen[State], e: ev.Swapped) -> str:
    return f"{unit_name(seen, e.army)} and {all_names(seen, e.corps)} change boxes."


@_on(ev.Replaced)
def _replaced(seen: Seen[State], e: ev.Replaced) -> str:
    strength = ", reduced," if e.down else ""
    verb = "come" if is_plural(seen, e.unit) else "comes"
    return f"{unit_name(seen, e.unit)}{strength} {verb} back at {place_name(seen, e.place)}."


@_on(ev.GameEnded)
def _game_ended(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join(side(seat) for seat in e.outcome.winners)
    result = f"{winners} wins" if winners else "nobody wins"
    return f"**The campaign is over: {result}.** {e.outcome.why}"
