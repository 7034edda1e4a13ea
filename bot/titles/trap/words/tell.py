"""Events as sentences, given the state before them: the course of the turn, who comes, what units do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.kernel.secret import PUBLIC, Seen, redact
from bot.kit.by_kind import ByKind
from bot.kit.english import FACES, begun, count, join
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import hour, night, scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import known, riders
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, RUSSIAN, WAITING, MarkerId, Unit, UnitId
from bot.titles.trap.printed.tables import tables
from bot.titles.trap.words.fights import TELL as FIGHTS
from bot.titles.trap.words.fights import many, shown
from bot.titles.trap.words.telling import gathered

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


SEEN = "-# Everybody sees now: "
"""How it is told which counters have come to lie open: in one line for all who move by one order."""
OWN = (ev.Placed, ev.Moved, ev.Entered, ev.Faced, ev.Loaded, ev.Unloaded)
"""What units do because their side said so: it knows who they are."""


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Say what happened; "" for what needs no words.

    Units are named as everybody knows them; only whose units they are is told more of what they were told to do.
    """
    say = TELL.get(type(event)) or FIGHTS.get(type(event))
    if say is None:
        return ""
    if seen.seat and not _told_to(seen, event):
        seen = seen.then(redact(seen.state, PUBLIC))
    return "\n".join(map(begun, say(seen, event).split("\n")))


def gather(lines: list[str]) -> list[str]:
    """Tell the lines of one order as fewer: what comes to light together."""
    return gathered(lines, SEEN)


def run_on(lines: list[str]) -> list[str]:
    """Tell the lines of several orders as fewer: who takes position one by one."""
    found: list[str] = []
    for side, run in groupby(lines, key=lambda line: _position(line)[0]):
        some = [*run]
        spots = Counter(_position(line)[1] for line in some)
        found += [_positions(side, spots)] if side and len(some) > 1 else some
    return found


def _position(line: str) -> tuple[str, str]:
    """Return whose unit takes position where by a line, if that is what it tells."""
    told = re.fullmatch(r"A (\w+) unit takes position at (.+)\.", line)
    return (told[1], told[2]) if told else ("", "")


def _positions(side: str, spots: Counter[str]) -> str:
    where = "; ".join(f"{n} at {spot}" for spot, n in spots.items())
    return f"{spots.total()} {side} units take position: {where}."


def _told_to(seen: Seen[State], event: ev.Event) -> bool:
    """Say whether the units of an event do what this very side has told them to, or wait as it alone reads."""
    if isinstance(event, ev.Halted):
        return bool(event.seat == seen.seat)
    return isinstance(event, OWN) and all(seen.state.units[id].side == seen.seat for id in _acting(event))


def _acting(event: ev.Event) -> tuple[UnitId, ...]:
    """Return the units that do something because their side said so."""
    match event:
        case ev.Placed() | ev.Entered():
            return (event.unit,)
        case ev.Moved() | ev.Faced() | ev.Loaded() | ev.Unloaded():
            return event.units
        case _:
            return ()


def knowing(events: Sequence[ev.Event]) -> Callable[[Seen[State]], Seen[State]]:
    """Let those who do something and come to lie open by it be named when it is told what they do."""
    acting = {id for event in events for id in _acting(event)}
    looks = (event.counters for event in events if isinstance(event, ev.Looked) and not event.fighting)
    out = {id: counter for found in looks for id, counter in found.items() if counter.out and id in acting}

    def before(seen: Seen[State]) -> Seen[State]:
        units = seen.state.units
        new = {id: replace(units[id], counter=out[id]) for id in out if id in units and not units[id].counter.out}
        return seen.then(replace(seen.state, units={**units, **new})) if new else seen

    return before


def _tips(state: State, turn: int, moment: str) -> list[str]:
    """Return the advice for a moment of a turn."""
    if state.options.get("tips") == "off":
        return []
    return [f"> 💡 {tip.text}" for tip in scenario(state).tips if tip.turn == turn and tip.at == moment]


def _heading(state: State, turn: int) -> str:
    return f"**{begun(names.turn(state, turn))}: {hour(turn)}.**"


# The course of the game.


@_on(ev.Opened)
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


@_on(ev.StageBegan)
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


@_on(ev.EventRolled)
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


@_on(ev.InitiativeRolled)
def _initiative(seen: Seen[State], e: ev.InitiativeRolled) -> str:
    if not e.rolls:
        return f"{names.the_side(e.seat)} has the initiative."
    ties = join(str(roll.faces[0]) for roll in e.rolls[:-1])
    russian, chechen = e.rolls[-1].faces
    thrown = f"🎲 {f'Both {ties}; ' if ties else ''}Russian {russian}, Chechen {chechen}"
    return f"{thrown}: {names.the_side(e.seat)} has the **initiative**."


@_on(ev.CupFilled)
def _cup(seen: Seen[State], e: ev.CupFilled) -> str:
    outside = f" Still outside: {names.markers(e.outside)}." if e.outside else ""
    return f"-# In the cup: {names.markers(e.markers)}.{outside}"


@_on(ev.MarkerHeld)
def _held(seen: Seen[State], e: ev.MarkerHeld) -> str:
    if e.seat == CHECHEN:
        return "The Chechen side begins."
    return f"{names.the_side(e.seat)} begins with {names.marker(e.marker)}."


@_on(ev.MarkerAdded)
def _added(seen: Seen[State], e: ev.MarkerAdded) -> str:
    return f"-# The marker of {names.marker(e.marker)} goes into the cup."


@_on(ev.MarkerLost)
def _lost(seen: Seen[State], e: ev.MarkerLost) -> str:
    which = "a marker" if e.seat == CHECHEN else f"the marker of {names.marker(e.marker)}"
    return f"📻 Snafu: {names.the_side(e.seat)} loses {which} for this turn."


@_on(ev.MarkerDrawn)
def _drawn(seen: Seen[State], e: ev.MarkerDrawn) -> str:
    held = seen.state.held == e.marker
    left = len(seen.state.cup) - (not held)
    rest = f"{count(left, 'marker')} left in the cup." if left > 0 else "The cup is empty."
    lines = [f"🥤 {rest}" if held else f"🥤 **{_owner(e.marker)}** comes out of the cup. {rest}"]
    first = e.marker not in seen.state.gone
    return "\n".join([*lines, *(_tips(seen.state, seen.state.turn, e.marker) if first else ())])


def _owner(marker: MarkerId) -> str:
    return {"artillery": "The artillery", "chechen": "A Chechen marker"}.get(marker, f"The {marker}")


@_on(ev.BonusBegan)
def _bonus(seen: Seen[State], e: ev.BonusBegan) -> str:
    return f"All markers are used. **Bonus activation** of {names.the_side(e.seat)}: {count(e.number, 'unit')}."


@_on(ev.ActivationBegan)
def _activation(seen: Seen[State], e: ev.ActivationBegan) -> str:
    if e.roll is None:
        return f"All {e.number} of them may act." if e.seat == CHECHEN and e.marker and e.number else ""
    if not e.number:
        return f"🎲 {names.tens(e.roll)}: no Chechen unit may act."
    return f"🎲 {names.tens(e.roll)}: **{count(e.number, 'Chechen unit')}** may act."


@_on(ev.ActivationEnded)
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


@_on(ev.Released)
def _released(seen: Seen[State], e: ev.Released) -> str:
    why = "The Chechens have attacked" if e.why == "attack" else "The first turn is over"
    return f"🚨 {why}: the Russian columns may drive and fire as they like."


@_on(ev.Recovered)
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


@_on(ev.TurnBegan)
def _turn(seen: Seen[State], e: ev.TurnBegan) -> str:
    dawn = ["🌅 Day breaks."] if night(seen.state) else []
    return "\n".join([_heading(seen.state, e.turn), *dawn, *_tips(seen.state, e.turn, "turn")])


@_on(ev.ReinforcementsEnded)
def _no_more(seen: Seen[State], e: ev.ReinforcementsEnded) -> str:
    return f"The Russians have {names.place(e.hex)}: no more Chechen reinforcements come [TRAP-10.3.2]."


@_on(ev.GameEnded)
def _over(seen: Seen[State], e: ev.GameEnded) -> str:
    winners = join(names.the_side(seat) for seat in e.outcome.winners)
    return f"🏁 **The battle is over.** {e.outcome.why} **{begun(winners) or 'Nobody'} has won.**"


# Units that come and go.

WHY_DRAWN = {
    "set-up": ("stands ready in the city", "stand ready in the city"),
    "ambush": ("lies in ambush", "lie in ambush"),
    "reinforcement": ("comes to the fight", "come to the fight"),
    "replacement": ("comes as a replacement", "come as replacements"),
}


@_on(ev.UnitsDrawn)
def _units_drawn(seen: Seen[State], e: ev.UnitsDrawn) -> str:
    rolled = f" (🎲 {names.faces(e.number)})" if e.number is not None else ""
    if not e.units:
        return f"No Chechen unit is left to come{rolled}." if not seen.state.undrawn else ""
    who = f": {names.units(e.units)}" if any(each.counter.known for each in e.units) else ""
    verb = WHY_DRAWN[e.why][len(e.units) > 1]
    left = f" {e.undrawn} left to draw." if e.undrawn else ""
    return f"{count(len(e.units), 'Chechen unit')} {verb}{rolled}{who}.{left}"


@_on(ev.UnitsReturned)
def _units_returned(seen: Seen[State], e: ev.UnitsReturned) -> str:
    some = shown(seen, e.units)
    why = " for the road block" if e.why == "road block" else ""
    return f"-# {names.units(some)} {names.does(some, 'goes', 'go')} back into the pool{why}."


@_on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    some = shown(seen, [e.unit])
    verbs = {"return": ("returns", "return"), "replacement": ("joins", "join")}
    verb = names.does(some, *verbs.get(e.why, ("takes position", "take position")))
    on = f", riding on {names.units(shown(seen, [e.aboard]))}" if e.aboard else ""
    return f"{names.units(some)} {verb} at {names.spot(e.hex, e.level)}{on}."


@_on(ev.RoadBlockPlaced)
def _road_block(seen: Seen[State], e: ev.RoadBlockPlaced) -> str:
    streets = [ground().streets[key].name for key in ground().streets_of.get(e.hex, ())]
    where = f" on {join(streets[:2])}" if streets else ""
    left = seen.state.roadblocks - 1
    return f"🚧 The Chechens put up a **road block** at {e.hex}{where}. {left} left."


@_on(ev.Evacuated)
def _evacuated(seen: Seen[State], e: ev.Evacuated) -> str:
    return "President Dudayev is brought out of the city; nobody scores for him."


@_on(ev.ReplacementsRolled)
def _replacements(seen: Seen[State], e: ev.ReplacementsRolled) -> str:
    number = e.roll.faces[0] + e.landmarks
    held = f" and {count(e.landmarks, 'landmark')}" if e.landmarks else ""
    side = names.the_side(e.seat)
    head = f"Replacements of {side}: 🎲 {names.dice(e.roll)}{held}, up to {number}."
    if not e.units and not e.roadblocks:
        return f"{head} There is nobody to replace."
    blocks = [count(e.roadblocks, "road block")] if e.roadblocks else []
    who = join([*(names.unit(unit) for unit in shown(seen, e.units)), *blocks])
    if e.seat == RUSSIAN:
        return f"{head} Back in the ranks: {who}."
    coming = count(e.arrive, "unit") if e.arrive else "none of them"
    rolled = f" 🎲 {names.tens(e.arrives)}: " if e.arrives is not None else ""
    arrive = f"{rolled}{coming} will come with the next Chechen marker." if rolled else ""
    return f"{head} Back in the pool: {who}.{arrive}"


GONE = {
    "carrier": ("perishes inside", "perish inside"),
    "overrun": ("is overrun", "are overrun"),
    "stacking": ("finds no room and is lost", "find no room and are lost"),
    "collapse": ("is lost in the ruins", "are lost in the ruins"),
}
"""How units are lost that no shot and no assault has been told of yet."""


@_on(ev.Eliminated)
def _eliminated(seen: Seen[State], e: ev.Eliminated) -> str:
    if e.why not in GONE:
        return ""
    unit = seen.state.units[e.unit]
    where = f" at {names.spot(unit.hex, unit.level)}" if e.why != "carrier" else ""
    return f"💀 **{names.counter(e.counter)}** {GONE[e.why][many(e.counter)]}{where}."


@_on(ev.Exited)
def _exited(seen: Seen[State], e: ev.Exited) -> str:
    who = join(names.counter(key) for key in e.counters)
    return f"{who} {'leaves' if len(e.counters) == 1 else 'leave'} the city by its east edge."


@_on(ev.Looked)
def _looked(seen: Seen[State], e: ev.Looked) -> str:
    """Name what has come to lie open to everybody; what only one side inspects is shown on its map."""
    if e.fighting:
        return ""
    before = seen.state.units
    new = [id for id, counter in e.counters.items() if counter.out and id in before and not before[id].counter.out]
    called = {id: names.counter(e.counters[id].open()) for id in new}
    new.sort(key=lambda id: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", called[id])])
    spots = (f"{called[id]} at {names.spot(before[id].hex, before[id].level)}" for id in new)
    return f"{SEEN}{'; '.join(spots)}." if new else ""


# What units do.


@_on(ev.Halted)
def _halted(seen: Seen[State], e: ev.Halted) -> str:
    if not (e.left.known and e.why.known):
        return ""
    left = [seen.state.units[id] for id in e.left.open()]
    waits = f"{begun(names.units(left))} {names.does(left, 'waits', 'wait')}"
    return f"The order goes no further: {e.why.open()}. {waits}."


@_on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    some = shown(seen, e.units)
    start, who = e.path[0], _driving(seen, some)
    if e.how == "advance":
        return ""
    if len(e.path) == 1:
        goes = names.does(some, "goes", "go")
        return (
            f"{who} {goes} {'upstairs' if e.level == 'upper' else 'down to the street'} at {names.place(start)}."
        )
    end = names.spot(e.path[-1], e.level)
    street = names.way(e.path)
    by = f" along {street}" if street and e.how != "column" else ""
    aboard = _aboard(seen, e.units)
    match e.how:
        case "column":
            return f"-# In column {who}{aboard} {names.does(some, 'comes', 'come')} to {end}."
        case "reverse":
            return f"{who}{aboard} {names.does(some, 'backs', 'back')} from {start} to {end}."
        case "retreat":
            return f"{who} {names.does(some, 'gets', 'get')} out to {end}."
        case _:
            paid = f" ({_paid(e.costs)} MP)" if e.costs.known else ""
            return f"{who}{aboard} {names.does(some, 'moves', 'move')} from {start}{by} to {end}{paid}."


def _paid(costs: ev.Costs) -> str:
    return " and ".join(names.halves(cost) for cost in dict.fromkeys(costs.open()))


def _aboard(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Say who rides along, as far as one knows; of those that cannot be known, how many."""
    inside = shown(seen, [rider.id for id in ids for rider in riders(seen.state, id)])
    if not inside:
        return ""
    covered = "a unit" if len(inside) == 1 else f"{len(inside)} units"
    return f", with {names.units(inside) if any(map(known, inside)) else covered} aboard,"


def _driving(seen: Seen[State], some: Sequence[Unit]) -> str:
    """Name units that move; one in which somebody rides is a vehicle, even where no more can be known."""
    if len(some) == 1 and known(some[0]) is None and riders(seen.state, some[0].id):
        return f"a {names.side(some[0].side)} vehicle"
    return names.units(some)


@_on(ev.Entered)
def _entered(seen: Seen[State], e: ev.Entered) -> str:
    """Tell who comes in; of a column only its own side is told who follows, the others see its counters soon."""
    some = shown(seen, [e.unit])
    follows = e.rank > 1 and not e.heads
    if follows and known(some[0]) is None:
        return ""
    who = f"{_driving(seen, some)}{_aboard(seen, [e.unit])}"
    if follows:
        return f"-# {who} {names.does(some, 'follows', 'follow')} to {names.place(e.path[-1])}."
    street = names.way(e.path)
    goes = f" and {names.does(some, 'goes', 'go')} on{f' along {street}' if street else ''} to {e.path[-1]}"
    return f"{who} {names.does(some, 'enters', 'enter')} at {e.path[0]}{goes if len(e.path) > 1 else ''}."


@_on(ev.Faced)
def _faced(seen: Seen[State], e: ev.Faced) -> str:
    some = shown(seen, e.units)
    return f"-# {names.units(some)} {names.does(some, 'turns', 'turn')} to the {FACES[e.facing]}."


@_on(ev.Loaded)
def _loaded(seen: Seen[State], e: ev.Loaded) -> str:
    """Tell who gets in; of those who come in from off the map it is told as they enter."""
    if seen.state.units[e.into].hex == WAITING:
        return ""
    some, vehicle = shown(seen, e.units), shown(seen, [e.into])[0]
    what = known(vehicle)
    if what is not None and what.kind == "tank":
        return f"{names.units(some)} {names.does(some, 'climbs', 'climb')} onto {_vehicle(vehicle)}."
    return f"{names.units(some)} {names.does(some, 'gets', 'get')} into {_vehicle(vehicle)}."


def _vehicle(unit: Unit) -> str:
    """Name a vehicle; of a stack that is covered one knows as much."""
    return names.unit(unit) if known(unit) is not None else "a vehicle"


@_on(ev.Unloaded)
def _unloaded(seen: Seen[State], e: ev.Unloaded) -> str:
    some, vehicle = shown(seen, e.units), shown(seen, [e.vehicle])[0]
    verb = names.does(some, "gets", "get")
    if e.how == "lost":
        return f"{names.units(some)} {verb} clear of {_vehicle(vehicle)}."
    at = f" at {names.place(e.hex)}"
    charge = " and charge" if names.plural(some) else " and charges"
    what = known(vehicle)
    off = "off" if what is not None and what.kind == "tank" else "out of"
    return f"{names.units(some)} {verb} {off} {_vehicle(vehicle)}{at}{charge if e.how == 'assault' else ''}."


@_on(ev.StatusChanged)
def _status(seen: Seen[State], e: ev.StatusChanged) -> str:
    some = [unit for unit in shown(seen, [e.unit, *e.also], own=False) if unit.aboard]
    if not some:
        return ""
    return f"-# Aboard it {names.units(some)} {names.does(some, 'is', 'are')} {e.status} too."


@_on(ev.ControlTaken)
def _control(seen: Seen[State], e: ev.ControlTaken) -> str:
    return f"🚩 {names.side_first(e.seat)} takes {join(map(names.place, e.hexes))}."


@_on(ev.Awarded)
def _awarded(seen: Seen[State], e: ev.Awarded) -> str:
    rolled = f" (🎲 {', '.join(map(names.tens, e.rolls))})" if e.rolls else ""
    if not e.halves:
        return f"No points{rolled}: {e.why} [{e.cite}]."
    return f"🏅 {names.side_first(e.seat)} scores {names.points(e.halves)}{rolled}: {e.why} [{e.cite}]."
