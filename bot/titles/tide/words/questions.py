"""Questions at any time, answered from the view of the player's seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from bot.kernel.fields import Field
from bot.kernel.game import Sketch, Told
from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.kit.title import Question
from bot.titles.tide.field import board, crews, fire, guns, marches, movement, names, underway, units
from bot.titles.tide.field.movement import points
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardKey, HexId, UnitId
from bot.titles.tide.printed.tables import as_printed
from bot.titles.tide.words.vocabulary import VOCABULARY, kind_of_card


class Reach(Question, frozen=True, tag="reach"):
    """The hexes a unit can reach with an advance, and their costs."""

    unit: Annotated[UnitId, Meta(description="which unit")]


class Sight(Question, frozen=True, tag="sight"):
    """The hexes in sight of a hex, and your units that see it."""

    hex: Annotated[HexId, Meta(description="which hex")]


class Card(Question, frozen=True, tag="card"):
    """The text and picture of a card."""

    card: Annotated[CardKey, Meta(description="which card of this game")]


def topics(seen: Seen[State], kind: type[Question], field: Field) -> Iterable[Any]:
    """Yield what a question can be about: of units, those that are on the map."""
    found = VOCABULARY.values(seen, field)
    return (id for id in found if units.unit_at(seen.state, id) is not None) if field.type is UnitId else found


def reach(seen: Seen[State], question: Reach) -> Told:
    """Say where a unit could go."""
    unit = units.unit_at(seen.state, question.unit)
    if unit is None:
        return Told("That unit is not on the map.", found=False)
    if units.is_gun(unit):
        return _haul(seen.state, unit)
    has, parts = movement.allowance(seen.state, unit, "advance")
    march = marches.march_of(seen.state)
    found = movement.reach(seen.state, unit, "advance")
    if march is not None and march.unit == unit.id:
        found = underway.ways(seen.state, march, unit)
    stops = {hex: cost for hex, cost in found.cost.items() if units.has_room(seen.state, hex, unit)}
    made = ", ".join(f"{part.why} {part.n:+} [{part.cite}]" for part in parts)
    text = (
        f"**{names.full(unit)}** has {points(has)} movement points ({made}). "
        f"It could stop in {count(len(stops), 'hex').replace('hexs', 'hexes')}; the numbers are their costs."
    )
    notes = tuple((hex, points(cost)) for hex, cost in stops.items() if hex != unit.hex)
    return Told(text, Sketch((unit.hex, *stops), mark=unit.hex, notes=notes))


def _haul(state: State, gun: AnyUnit) -> Told:
    movers = list(crews.movers(state, gun))
    hexes = [
        hex
        for hex in board.map_of(state).neighbours[gun.hex]
        if any(guns.way_wrong(state, gun, mover, hex) is None for mover in movers)
    ]
    by = join([names.unit(mover) for mover in movers]) if movers else "nobody now"
    text = (
        f"**{names.full(gun)}** goes to the next hex with a fresh unit beside it that can serve it: {by}. "
        f"It could go to {join(list(hexes)) if hexes else 'no hex'}."
    )
    return Told(text, Sketch((gun.hex, *hexes), mark=gun.hex, notes=tuple((hex, "") for hex in hexes)))


def shown_card(seen: Seen[State], question: Card) -> Told:
    """Show a card."""
    key = question.card
    try:
        record = as_printed(key)
    except KeyError:
        return Told("There is no such card.", found=False)
    return Told(f"**{record.name}** · {kind_of_card(record)}\n{record.text}", card=key)


def sight(seen: Seen[State], question: Sight) -> Told:
    """Say what is seen from a hex."""
    hex = question.hex
    state, here = seen.state, board.map_of(seen.state)
    if hex not in here:
        return Told("That is not a hex of the map.", found=False)
    seen_hexes = [each for each in here.spots if board.sees(state, hex, each)]
    watchers = [unit for unit in units.of(state, seen.seat) if board.sees(state, unit.hex, hex)]
    enemies = [unit for unit in units.against(state, seen.seat) if board.sees(state, hex, unit.hex)]
    lines = [f"**From {names.ground(state, hex)}** one sees {len(seen_hexes) - 1} other hexes."]
    if enemies:
        whose = "Enemies" if seen.seat in state.hq else "Units"
        lines.append(f"{whose} in sight: {join([f'{names.full(u)} at {u.hex}' for u in enemies])}.")
    if watchers:
        lines.append(f"Your units that see it: {join([f'{names.unit(u)} at {u.hex}' for u in watchers])}.")
    if seen.seat in state.hq and fire.spotted(state, seen.seat, hex):
        lines.append("It can be the target of your mortars and guns.")
    near = tuple(each for each in seen_hexes if here.distance(hex, each) <= 8)
    return Told("\n".join(lines), Sketch((hex, *near), mark=hex, notes=tuple((each, "") for each in near)))
