"""Questions that players may ask at any time: sight, fire, movement and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NewType

from msgspec import Meta, Struct

from bot.kernel.fields import Field
from bot.kernel.game import Sketch, Told
from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.english import FACES, begun, join
from bot.kit.title import Question
from bot.titles.firefight.field import arcs, names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.field.units import kind, on_map, where
from bot.titles.firefight.field.view import look, sees
from bot.titles.firefight.model.ids import CardId, ConditionId, GeneratorId, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.cards import cards, counters_of
from bot.titles.firefight.printed.cards import named as cards_named
from bot.titles.firefight.printed.units import Kind, named

FaceId = NewType("FaceId", str)
"""A card of any kind, by its key."""
FAR = 8
"""The range of a question about sight; a line may be asked for at any range."""


class Sees(Question, frozen=True, tag="sight"):
    """The hexes that a hex sees, or whether it sees another hex."""

    hex: Annotated[HexId, Meta(description="from which hex")]
    to: Annotated[HexId, Meta(description="at which hex; left out, all around")] = HexId("")


class Arcs(Question, frozen=True, tag="arcs"):
    """The hexes that a unit can fire into: in arc and sight, at normal and long range."""

    unit: Annotated[UnitId, Meta(description="which unit of either side")]


class Reach(Question, frozen=True, tag="reach"):
    """The hexes that a unit of your own could reach with one action, and the costs."""

    unit: Annotated[UnitId, Meta(description="which unit")]


class Face(Question, frozen=True, tag="card"):
    """The text of a generator card, a condition card or an action card."""

    card: Annotated[FaceId, Meta(description="which card")]


def topics(seen: Seen[State], kind: type[Question], field: Field) -> Iterable[Any]:
    """Yield the possible subjects of a question: hexes, or units on the map.

    The question about reach accepts only own units.
    """
    state = seen.state
    if field.type is FaceId:
        return faces()
    if field.type is HexId:
        return tuple(ground(state.field).places) if state.field else ()
    units = [unit for unit in state.units.values() if on_map(unit) and not unit.aboard]
    return [unit.id for unit in units if kind is not Reach or unit.owner == seen.seat]


@case("COH-4.4a")
def ask_sight(seen: Seen[State], question: Sees) -> Told:
    """Describe and draw the hexes that a hex sees."""
    state = seen.state
    land = ground(state.field) if state.field else None
    if land is None or question.hex not in land or (question.to and question.to not in land):
        return Told("There is no such hex on the map.", found=False)
    if question.to:
        return _line(state, question.hex, question.to)
    near = [hex for hex in land.within(question.hex, FAR) if hex != question.hex]
    hexes = [hex for hex in near if sees(state, question.hex, hex)]
    notes = tuple((hex, str(land.distance(question.hex, hex))) for hex in hexes)
    text = f"From {names.place(state, question.hex)} one sees {_hexes(len(hexes))}"
    return Told(f"{text} up to {FAR} away [COH-4.4a].", Sketch((question.hex,), mark=question.hex, notes=notes))


def _line(state: State, start: HexId, to: HexId) -> Told:
    """Describe the line of sight between two hexes, and any obstacle."""
    found = look(state, start, to)
    ends = f"{names.place(state, start)} and {names.place(state, to)}"
    far = ground(state.field).distance(start, to)
    sketch = Sketch((start, to), line=(start, to) if start != to else None, mark=to)
    if found.clear:
        return Told(f"{ends} see each other, {far} away [COH-4.4a].", sketch)
    bar = ((found.bar, "blocked"),) if found.bar is not None else ()
    blocked = Sketch(sketch.places, sketch.line, mark=to, notes=bar)
    return Told(f"{ends} do not see each other: {found.why} [{found.cite}].", blocked)


@case("COH-4.4f", "COH-3.2a")
def ask_arcs(seen: Seen[State], question: Arcs) -> Told:
    """Describe and draw where a unit can fire."""
    unit = seen.state.units.get(question.unit)
    if unit is None or not on_map(unit) or unit.aboard:
        return Told("That unit is not on the map, or is carried.", found=False)
    what, name, state = kind(unit), begun(names.unit(seen.state, unit.id)), seen.state
    if not what.attack:
        return Told(f"{name} has no weapon.", Sketch((where(unit),), mark=where(unit)))
    notes = tuple(_ranges(state, unit))
    faces = "" if unit.hiding is not None else f" faces {FACES[unit.facing]} and"
    turn = "; its turret fires all round" if what.turret else ""
    values = f"; firepower {what.red} against soft and {what.blue} against armoured targets"
    text = f"{name}{faces} {_far(what)}{turn}{values}"
    seen_ = f"; it sees {_hexes(len(notes))} within its reach" if notes else ""
    return Told(f"{text}{seen_} [COH-3.2a].", Sketch((where(unit),), mark=where(unit), notes=notes))


def _far(what: Kind) -> str:
    """Describe the range of a weapon."""
    if not what.range:
        return "fights only in its own hex"
    nearest = f"{what.minimum} to " if what.minimum else ""
    return f"fires {nearest}{_hexes(what.range)} far, and twice as far at -2"


def _hexes(n: int) -> str:
    return "1 hex" if n == 1 else f"{n} hexes"


def _ranges(state: State, unit: Unit) -> Iterable[tuple[HexId, str]]:
    """Yield the hexes that a unit sees in its arc, with the modifier of their range."""
    what, land, start = kind(unit), ground(state.field), where(unit)
    far = min(2 * what.range, 2 * FAR)
    inside = arcs.reach(state.field, start, unit.facing, far)
    reached = land.within(start, far) if what.turret else inside
    for hex in reached:
        away = land.distance(start, hex)
        if hex != start and away >= what.minimum and sees(state, start, hex):
            yield hex, "+3" if away == 1 else "-2" if away > what.range else ""


@case("COH-4.1a")
def ask_reach(seen: Seen[State], question: Reach) -> Told:
    """Describe and draw where a unit could move with one action."""
    unit = seen.state.units.get(question.unit)
    if unit is None or not on_map(unit) or unit.owner != seen.seat:
        return Told("That is no unit of yours on the map.", found=False)
    found = {} if unit.aboard else ways(seen.state, unit.id)
    name = begun(names.unit(seen.state, unit.id))
    if not found:
        return Told(f"{name} cannot move now.", Sketch((where(unit),), mark=where(unit)))
    notes = tuple((hex, str(way.cost)) for hex, way in sorted(found.items()))
    text = f"{name} reaches {_hexes(len(found))} with one action; the numbers are the costs [COH-4.1a]."
    return Told(text, Sketch((where(unit),), mark=where(unit), notes=notes))


def faces() -> tuple[str, ...]:
    """Return the keys of all cards."""
    return (*cards().generator, *cards().conditions, *cards().actions)


def face(key: str) -> str:
    """Name a card of any kind."""
    if (condition := cards().conditions.get(ConditionId(key))) is not None:
        return condition.name
    return (
        names.generator_card(GeneratorId(key))
        if GeneratorId(key) in cards().generator
        else names.action_card(CardId(key))
    )


@case("G-1.0a")
def ask_card(seen: Seen[State], question: Face) -> Told:
    """Show the text of a card."""
    key = str(question.card)
    if key not in faces():
        return Told("There is no such card.", found=False)
    if (condition := cards().conditions.get(ConditionId(key))) is not None:
        text = f"**{condition.name}**. Top: {condition.text} Bottom: {condition.benefit.text}"
    elif (record := cards().generator.get(GeneratorId(key))) is not None:
        units = join(map(named, counters_of(GeneratorId(key), "bottom"))) or "no units"
        top, bottom = (names.caps(half.cap) for half in (record.top, record.bottom))
        text = f"**{cards_named(GeneratorId(key))}**. Top: **{record.top.heading}**{top}. {record.top.does}"
        text += f" Bottom: {units}{bottom}."
    else:
        action, price = cards().actions[CardId(key)], names.price(CardId(key))
        costs = f" It costs {price}." if price else ""
        text = f"**{action.name}**, {names.a(action.kind)} card. {action.text}{costs}"
    return Told(text, card=key)


ANSWERS: Mapping[type[Struct], Callable[[Seen[State], Any], Told]] = {
    Sees: ask_sight,
    Arcs: ask_arcs,
    Reach: ask_reach,
    Face: ask_card,
}
