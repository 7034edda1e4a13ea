"""Sentences for attacks, rally, hiding, transport, works, smoke and artillery."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import FACES, count, join
from bot.titles.firefight.field import names
from bot.titles.firefight.field.economy import ceiling, checks
from bot.titles.firefight.field.hits import defence
from bot.titles.firefight.field.shots import need
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.surplus import luck
from bot.titles.firefight.field.units import kind, where
from bot.titles.firefight.model import fight_events as ev
from bot.titles.firefight.model.ids import HexId, HitId, Side, UnitId, WorkId
from bot.titles.firefight.model.solo import AI
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES
from bot.titles.firefight.printed.hits import HitRecord, hits

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on

RESULTS = {"missed": "missed", "hit": "**hit**", "destroyed": "**destroyed**"}


def thrown(faces: tuple[int, ...], caps: int = 0, more: int = 0, surplus: int = 0) -> str:
    """Write dice with their additions: "4 + 5 + 1 CAP = 10".

    `surplus` is listed apart from CAPs.
    """
    extra = f" {_added(caps)} CAP{'s' * (abs(caps) > 1)}" if caps else ""
    extra += f" {_added(surplus)} by CAP Surplus" if surplus else ""
    extra += f" {_added(more)}" if more else ""
    total = sum(faces) + caps + more + surplus
    dice = " + ".join(map(str, faces))
    return f"{dice}{extra} = {total}" if len(faces) > 1 or extra else dice


def _added(n: int) -> str:
    """Write an addition to a sum or a subtraction from it: "+ 1"."""
    return f"{'+' if n > 0 else '-'} {abs(n)}"


def _surplus(state: State, side: Side, caps: int) -> int:
    """Return the part of the CAPs on a side's roll that is an AI's CAP Surplus."""
    more = luck(state, AI) if caps else 0
    return more * (1 if caps > 0 else -1) if more and state.players[AI].side == side else 0


def _at(state: State, hex: HexId) -> str:
    return f" at {names.hex(state, hex)}" if hex and hex not in BOXES else ""


# Attacks.


@_on(ev.Attacked)
def _attacked(seen: Seen[State], e: ev.Attacked) -> str:
    state = seen.state
    target = names.unit(state, e.target) or _works(state, e.work)
    side = " in the flank" if e.flank and e.kind == "fire" else ""
    head = f"{_verb(state, e)} {target}{_at(state, e.hex)}{side}"
    if e.roll is None:
        return f"{head}: {RESULTS[e.result]}."
    surplus = _surplus(state, e.side, e.caps)
    roll = f"🎲 {thrown(e.roll.faces, e.caps - surplus, e.luck, surplus)}, {e.need} or more hits"
    small = f"\n-# {names.modifiers(e.modifiers)}." if e.modifiers else ""
    return f"{head}: {roll}: {RESULTS[e.result]}.{small}"


def _works(state: State, id: WorkId) -> str:
    """Name the attacked work; a work that fell with its digger is no longer known."""
    return f"the {names.work(state.works[id])}" if id in state.works else "what was dug there"


def _verb(state: State, e: ev.Attacked) -> str:
    """Name the attackers and the kind of attack."""
    leader, others = e.units[:1], [state.units[id] for id in e.units[1:] if id in state.units]
    support = f", with {names.row(others)} in support," if others else ""
    who = f"{names.units(state, leader)}{support}"
    match e.kind:
        case "artillery":
            return "💥 Artillery falls on"
        case "mines":
            return "💣 Mines go off under"
        case "close combat":
            return f"⚔️ {who} attacks at close quarters:"
        case "flamethrower":
            return f"🔥 {who} throws flames at"
        case "indirect":
            return f"💥 {who} lobs shells at"
        case "card" if not e.units:
            return "💥 The card strikes"
        case _:
            return f"💥 {who} fires at"


def effect(state: State, marker: HitId) -> str:
    """Describe the effect of a hit marker on its unit."""
    found = ", ".join(_effects(hits().markers[marker], checks(state)))
    return found or "no effect, but the next hit destroys"


def _effects(record: HitRecord, checked: bool) -> Iterator[str]:
    if record.helpless:
        yield "can only rally"
    if record.still:
        yield "neither moves nor turns"
    if record.harmless:
        yield "cannot attack"
    for n, what in ((record.attack, "attack cost"), (record.move, "move cost")):
        if n:
            yield f"{what} {n:+}"
    if record.red == record.blue != 0:
        yield f"firepower {record.red:+}"
    elif record.red or record.blue:
        yield f"firepower {record.red:+} red, {record.blue:+} blue"
    if record.range:
        yield f"range {record.range}"
    for n, what in ((record.flank, "flank"), (defence(record, "front", checked), "front")):
        if n:
            yield f"{what} {n:+}"
    yield f"rallies on {record.rally}" if record.rally else "never rallies"


def marker(id: HitId) -> str:
    """Name a hit marker."""
    return hits().markers[id].name


@_on(ev.HitDrawn)
def _hit(seen: Seen[State], e: ev.HitDrawn) -> str:
    """Name the marker to its owner; other players read only the die."""
    if not e.marker.known:
        if e.fate is None:
            return ""
        die = f"🎲 {e.fate.faces[0]} of {e.fate.sides}, {e.fate.sides} destroys"
        return f"-# {names.unit(seen.state, e.unit)} draws a hit marker ({die})."
    which = e.marker.open()
    if hits().markers[which].fatal:
        return ""
    return f"🔴 {names.unit(seen.state, e.unit)} is **{marker(which)}**: {effect(seen.state, which)}."


@_on(ev.HitShown)
def _shown_hit(seen: Seen[State], e: ev.HitShown) -> str:
    if hits().markers[e.marker].fatal:
        return ""
    return f"The marker of {names.unit(seen.state, e.unit)} is turned up: **{marker(e.marker)}**."


@_on(ev.Rallied)
def _rallied(seen: Seen[State], e: ev.Rallied) -> str:
    mods = e.covert.open() if e.covert is not None and e.covert.known else e.modifiers
    more = sum(each.n for each in mods) + e.luck
    why = f"\n-# {names.modifiers(mods)}." if mods else ""
    was = f" from {marker(e.marker)}" if e.marker else ""
    result = f"it **rallies**{was}" if e.rallied else "it does not rally"
    surplus = _surplus(seen.state, seen.state.units[e.unit].side, e.caps)
    roll = f"🎲 {thrown(e.roll.faces, e.caps - surplus, more, surplus)}"
    return f"{names.unit(seen.state, e.unit)} tries to rally: {roll}: {result}.{why}"


@_on(ev.Destroyed)
def _destroyed(seen: Seen[State], e: ev.Destroyed) -> str:
    state, unit = seen.state, seen.state.units[e.unit]
    why = f" ({e.why})" if e.why else ""
    text = f"💀 **{names.unit(state, e.unit)}** is destroyed{why}."
    if e.lost and not is_ai(state, unit.owner):
        left = max(0, ceiling(state, unit.owner) - e.lost)
        caps = count(left, "CAP") if left else "no CAPs"
        now = ", and has 1 less at once" if e.caps else ""
        text += f" {names.player(state, unit.owner)} begins rounds with {caps} from now on{now}."
    return text.replace(". the ", ". The ")


# Hidden units.


@_on(ev.Shown)
def _shown(seen: Seen[State], e: ev.Shown) -> str:
    hex = names.place(seen.state, e.hex)
    return f"👁️ {names.unit(seen.state, e.unit)} is revealed at {hex}, facing {FACES[e.facing]}."


@_on(ev.Hid)
def _hid(seen: Seen[State], e: ev.Hid) -> str:
    where_ = f" at {names.place(seen.state, e.hex.open())}" if e.hex.known else ""
    how = "moves in hiding" if e.moved else "goes into hiding"
    to = where_.replace(" at ", " to ", 1) if e.moved else where_
    return f"{names.unit(seen.state, e.unit)} {how}{to}."


@_on(ev.Searched)
def _searched(seen: Seen[State], e: ev.Searched) -> str:
    found = sum(e.roll.faces) + e.caps >= e.need
    result = "the hidden unit is revealed" if found else "nothing stirs"
    who, hex = names.unit(seen.state, e.unit), names.hex(seen.state, e.hex)
    roll = f"🎲 {thrown(e.roll.faces, e.caps)}, {e.need} or more finds"
    return f"{who} fires into {hex} to find what hides there: {roll}: {result}."


# Transport.


@_on(ev.Loaded)
def _loaded(seen: Seen[State], e: ev.Loaded) -> str:
    goes = "is hooked up to" if not kind(seen.state.units[e.unit]).foot else "gets onto"
    return f"{names.unit(seen.state, e.unit)} {goes} {_vehicle(seen.state, e.into)}."


@_on(ev.Unloaded)
def _unloaded(seen: Seen[State], e: ev.Unloaded) -> str:
    who, vehicle = names.unit(seen.state, e.unit), _vehicle(seen.state, e.vehicle)
    if e.how == "lost":
        return f"{who} gets clear of {vehicle}."
    goes = "is unhooked from" if not kind(seen.state.units[e.unit]).foot else "gets off"
    return f"{who} {goes} {vehicle}{_at(seen.state, e.hex)}, facing {FACES[e.facing]}."


def _vehicle(state: State, id: UnitId) -> str:
    return names.one(state.units[id])


# Works and smoke.


@_on(ev.WorkLaid)
def _laid(seen: Seen[State], e: ev.WorkLaid) -> str:
    work, state = e.work, seen.state
    hex = where(work)
    what = names.a(names.work(work))
    if work.digger:
        return f"{names.unit(state, work.digger)} digs in{_at(state, hex)}."
    faces = f", facing {FACES[work.facing]}" if work.kind == "bunker" else ""
    return f"{names.the_side(work.side)} lay {what}{_at(state, hex) or ' in a secret hex'}{faces}."


@_on(ev.WorkShown)
def _work_shown(seen: Seen[State], e: ev.WorkShown) -> str:
    return f"👁️ {names.a(_work(seen.state, e.work))} is revealed{_at(seen.state, e.hex)}."


@_on(ev.WorkGone)
def _work_gone(seen: Seen[State], e: ev.WorkGone) -> str:
    work = seen.state.works[e.work]
    if e.why == "left":
        return f"-# The {names.work(work)}{_at(seen.state, where(work))} is given up."
    return f"The {names.work(work)}{_at(seen.state, where(work))} is gone."


def _work(state: State, id: WorkId) -> str:
    return names.work(state.works[id])


@_on(ev.Took)
def _took(seen: Seen[State], e: ev.Took) -> str:
    state, unit = seen.state, seen.state.units[e.unit]
    if e.work:
        comes = "is in" if e.found else "goes into"
        return f"{names.unit(state, e.unit)} {comes} the {_work(state, e.work)}, facing {FACES[e.facing]}."
    left = f" the {_work(state, unit.inside)}" if unit.inside in state.works else " cover"
    return f"{names.unit(state, e.unit)} leaves{left}."


@_on(ev.WireRolled)
def _wire(seen: Seen[State], e: ev.WireRolled) -> str:
    result = "it is stuck and stays in its hex" if e.stopped else f"the way costs {e.roll.faces[0]} more"
    return f"Barbed wire{_at(seen.state, e.hex)}: 🎲 {e.roll.faces[0]}: {result}."


@_on(ev.SmokeLaid)
def _smoke(seen: Seen[State], e: ev.SmokeLaid) -> str:
    hexes = join(names.hex(seen.state, hex) for hex in e.hexes)
    if e.unit:
        return f"🌫️ {names.unit(seen.state, e.unit)} lays {e.smoke} smoke at {hexes}."
    return f"🌫️ {e.smoke.title()} smoke at {hexes}."


# Artillery.


@_on(ev.Plotted)
def _plotted(seen: Seen[State], e: ev.Plotted) -> str:
    who = names.player(seen.state, e.strike.seat)
    if e.strike.hex.known and not e.strike.hex.open():
        return "🎯 You note no hex for your artillery."
    if e.strike.hex.known:
        return f"🎯 You note artillery on {names.place(seen.state, e.strike.hex.open())} for the next round."
    return f"-# {who} notes where artillery is to land."


@_on(ev.Landed)
def _landed(seen: Seen[State], e: ev.Landed) -> str:
    state = seen.state
    if not e.noted:
        return f"-# No artillery of {names.player(state, e.seat)} was to land."
    head = f"🎯 The artillery of {names.player(state, e.seat)} was meant for {names.hex(state, e.noted)}"
    roll = f"🎲 {thrown((e.first,) if e.roll is None else e.roll.faces, e.caps)}"
    if e.off:
        return f"{head}: {roll}: it drifts off the map."
    drift = f", 🎲 {e.drift.faces[0]}" if e.drift is not None else ""
    what = f"it drifts to {names.hex(state, e.hex)}" if e.hex != e.noted else "it is on target"
    return f"{head}: {roll}{drift}: {what}."


def numbers(e: ev.Attacked) -> str:
    """Return the number that an attack needed, for its picture."""
    return f"{e.need or need(e.modifiers)} or more"
