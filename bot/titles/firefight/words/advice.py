"""Advice on orders: remarks on values, effects of options, and smaller attacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.fields import Field
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen
from bot.kit.advice import Advice, Remark, enemy_away
from bot.kit.english import FACES, away, count, join
from bot.titles.firefight.field import economy, firing, hand, names, phrases, units
from bot.titles.firefight.field.exposure import bears_on, nearest, shooters
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.field.weighing import outcome
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, CardId, GeneratorId, Half, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Unit
from bot.titles.firefight.play import moving
from bot.titles.firefight.play.acting import Bill, bill
from bot.titles.firefight.play.by_units import paid
from bot.titles.firefight.play.dangers import could_fire, works_at
from bot.titles.firefight.printed.cards import cards, counters_of
from bot.titles.firefight.printed.units import named as counter_named

STANDS = (do.Move, do.Enter, do.Unload, do.Hide, do.Place)
"""Orders after which units are in the named hex."""
PLAYED = (do.PlayCard, do.PlayBonus)
BEFORE = (
    do.Place, do.PlaceControl, do.PlaceDefence, do.PlaceMine, do.PlaceRumour,
)  # fmt: skip
"""Orders that place pieces before the battle."""
HALVES: dict[type[Any], Half] = {do.PlayTop: "top", do.PlayBottom: "bottom"}


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit or a work, if the seat may know it."""
    found = seen.state.units.get(piece) or seen.state.works.get(piece)
    hex = units.where(found) if found is not None else ""
    return "" if hex in BOXES else hex


def weigh(
    seen: Seen[State], kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
) -> list[Remark]:
    """Describe hexes by cost and enemy fire, and units by their distance to the enemy."""
    if not seen.state.field or seen.seat not in seen.state.players:
        return []
    if kind in PLAYED and field.type is CardId:
        played: Sequence[tuple[CardId, ...]] = values if field.many else [(CardId(card),) for card in values]
        return [Remark(words="; ".join(map(_brief, each))) for each in played]
    firsts = [value[0] if isinstance(value, tuple) and value else value for value in values]
    if kind in BEFORE and field.type is HexId:
        return [_before(seen.state, HexId(hex)) for hex in firsts]
    if kind in HALVES and field.type is GeneratorId:
        return [_of_card(GeneratorId(card), HALVES[kind]) for card in values]
    some = _named(seen, known)
    if field.type is HexId:
        return [_of_hex(seen, kind, field, some, HexId(hex)) for hex in firsts]
    if field.name == "facing" and some:
        return [_of_facing(seen.state, some[0], facing) for facing in firsts]
    if field.type is UnitId:
        return [_of_unit(seen, some, unit) for unit in firsts]
    return []


def _of_card(card: GeneratorId, half: Half) -> Remark:
    """Describe half a generator card: the top's kind or the bottom's units, and CAPs."""
    record = cards().generator[card]
    about = "VP" if record.top.kind == "victory" else record.top.kind
    said = about if half == "top" else join(map(counter_named, counters_of(card, half))) or "no units"
    return Remark(words=f"{said}{names.caps(record.option(half).cap)}")


def _brief(card: CardId) -> str:
    """Describe an action card with its price."""
    return ", ".join(filter(None, (cards().actions[card].brief, names.price(card))))


def _before(state: State, hex: HexId) -> Remark:
    """Describe the terrain of a hex before the battle; cover near markers ranks first."""
    land = ground(state.field)
    if hex not in land:
        return Remark()
    far = min((land.distance(marker.hex, hex) for marker in state.control.values()), default=0)
    return Remark((-float(land.covered(hex)), far), ", ".join(filter(None, _ground(state, hex))))


def _named(seen: Seen[State], known: Mapping[str, Any]) -> tuple[Unit, ...]:
    """Return the units on the map that an order has named so far."""
    ids: tuple[UnitId, ...] = known.get("units") or (known.get("unit") or UnitId(""),)
    found = (seen.state.units.get(id) for id in ids)
    return tuple(unit for unit in found if unit is not None and units.on_map(unit))


def _of_unit(seen: Seen[State], some: tuple[Unit, ...], id: UnitId) -> Remark:
    """Return the distance of a target, or a unit's distance to its enemy."""
    state, one = seen.state, seen.state.units.get(id)
    if one is None or not units.on_map(one):
        return Remark()
    if some:
        far = ground(state.field).distance(units.where(some[0]), units.where(one))
        return Remark((far,), away(far))
    far = nearest(state, one.side, units.where(one))
    near = enemy_away(far) if one.side == units.side_of(state, seen.seat) else ""
    left = state.players[one.owner].ap if id in state.players[one.owner].active else 0
    status = {"spent": "spent", "used": f"{left} AP left" if left else "has acted"}.get(one.status, "")
    words = ", ".join(filter(None, (near, status)))
    return Remark((float(one.status == "spent"), far), words)


def _of_hex(seen: Seen[State], kind: type[Any], field: Field, some: tuple[Unit, ...], hex: HexId) -> Remark:
    state = seen.state
    if hex not in ground(state.field):
        return Remark()
    side = units.side_of(state, seen.seat)
    moves = kind is do.Move and field.name == "to" and bool(some)
    cost = _cost(state, some, hex) if moves else None
    eyes = len(shooters(state, side, hex)) if kind in STANDS else 0
    close = kind is do.Move and bool(units.at(state, hex, units.other(side)))
    card = moves and cost is None  # Only the card reaches the hex.
    said = (
        names.action_card(hand.DEPLOYMENT) if card else "",
        "" if cost is None else _price(state, some, cost),
        "close combat" if close else "",
        *_ground(state, hex),
        f"{eyes} could fire there" if eyes else "",
    )
    order = (float(card), float(nearest(state, side, hex)), float(cost or 0))
    says = _told_by(seen, some, hex, cost) if cost is not None else ()
    return Remark(order, ", ".join(filter(None, said)), str(cost) if cost is not None else "", says=says)


def _told_by(seen: Seen[State], some: tuple[Unit, ...], hex: HexId, cost: int) -> tuple[str, ...]:
    """Return the sentence on a move's cost that "2 AP" already covers.

    It is the sentence that some of the available points are paid.
    """
    if _price(seen.state, some, cost) != f"{cost} AP":
        return ()
    move = do.Move(tuple(unit.id for unit in some), (hex,))
    price = moving.price(seen.state, move)
    said = paid(seen, move.units, price, bill(seen.state, seen.seat, move, price))
    return tuple(each for each in said if re.fullmatch(rf"It takes {cost} of .* action points\.", each))


def _price(state: State, some: tuple[Unit, ...], cost: int) -> str:
    """Return the price of a move, with its currency."""
    if economy.checks(state):
        return f"cost {cost}"
    active = {unit.status == "used" for unit in some}  # The active unit has points that other units may not use.
    by_caps = len(active) > 1 or any(unit.status == "spent" for unit in some)
    return count(cost, "CAP") if by_caps else f"{cost} AP"


def _ground(state: State, hex: HexId) -> Iterator[str]:
    spot = ground(state.field)[hex]
    yield names.terrain(spot.terrain) if spot.terrain != "open" else "open ground"
    yield f"level {spot.level}" if spot.level else ""
    yield from (names.work(work) for work in works_at(state, hex))
    yield f"{state.smoke[hex]} smoke" if hex in state.smoke else ""
    held = next((marker.side for marker in state.control.values() if marker.hex == hex), None)
    yield f"{names.side(held)} control marker" if held is not None else ""


def _cost(state: State, some: tuple[Unit, ...], hex: HexId) -> int | None:
    """Return the cost for the slowest unit, or `None` if a unit cannot arrive."""
    found = [ways(state, unit.id).get(hex) for unit in some if not unit.aboard]
    costs = [way.cost for way in found if way is not None]
    return max(costs) if costs and len(costs) == len(some) else None


def _of_facing(state: State, unit: Unit, facing: str) -> Remark:
    """Count the enemies that a unit could fire at in another facing."""
    if facing not in FACINGS:
        return Remark()
    foes = [units.where(foe) for foe in units.of_side(state, units.other(unit.side))]
    n = sum(bears_on(state, unit, facing, hex) for hex in foes)
    return Remark((-n,), f"{n or 'nobody'} to fire at")


def rests(seen: Seen[State], piece: Any) -> bool:
    """Return true if a unit is spent, so that it acts only with CAPs or a card."""
    unit = seen.state.units.get(piece)
    return unit is not None and unit.status == "spent"


def threats(seen: Seen[State], piece: Any) -> str:
    """List the enemies that could fire at a unit in its hex, with their chances."""
    unit = seen.state.units.get(piece)
    if unit is None or not units.on_map(unit) or unit.aboard:
        return ""
    return could_fire(seen.state, seen.state, (unit.id,), "at it")


# The effects of options.


def _of_rolls(caps: Sequence[int]) -> str:
    """Describe the CAPs on a single roll, or on the first two rolls."""
    if not any(caps):
        return "No CAPs on the roll"
    if len(caps) == 1:
        return f"{caps[0]:+} on the roll by CAPs"
    first, *others = (f"{n:+}" if n else "none" for n in caps)
    return f"{first} on the first roll by CAPs, {join(others)} on the next"


WAYS_TO_PAY = {
    "": "Paid as usual",
    "activation": "Paid in action points",
    "opportunity": "As an opportunity action",
    "command": "Paid in CAPs alone",
    "card": "By a Command Action card",
}


def option(field: Field, value: Any) -> str:
    """Describe an option of an order: a card's units, a payment, or CAPs."""
    if field.name == "units":
        return "on {}"
    if field.name == "by":
        return WAYS_TO_PAY[value]
    if field.name == "pay":
        return {"ap": "Paid with one action point", "cap": "Paid with one CAP"}.get(value, "Paid as usual")
    if field.name == "card" and not value:
        return "without the card"
    if field.name == "via":
        return "by {}"
    if field.name == "facing":
        return f"facing {FACES.get(value, 'as usual')}"
    if field.name == "weapon":
        return "With the flamethrower" if value else "Without the flamethrower"
    if field.name == "aim":
        return _of_rolls(value)
    if field.name != "caps":
        return ""
    if field.most > economy.MOST_AIM:  # A roll takes at most two CAPs (1.5a); a cost may take more.
        return f"{count(value, 'CAP')} for the cost" if value else "No CAPs for the cost"
    return f"{value:+} by CAPs" if value else "No CAPs"


# Smaller attacks that are worth more for each action point than a joint attack.


PER_CAP = 4
"""The number of action points that a CAP is worth."""
LEAST = 0.5
"""The assumed cost of a free attack."""


def fewer(seen: Seen[State], action: Any) -> list[do.Fire]:
    """Return smaller attacks that are worth more a point than the whole, best first."""
    if not isinstance(action, do.Fire) or len(action.units) < 2 or action.spotter or action.weapon or action.card:
        return []
    own = worth(seen.state, seen.seat, action)
    found = [(worth(seen.state, seen.seat, each), each) for each in _others(seen.state, action)]
    return [each for value, each in sorted(found, key=lambda one: -one[0]) if value > max(own, 0)]


def _others(state: State, action: do.Fire) -> Iterator[do.Fire]:
    """Yield attacks led by each unit, alone and with more and more supporters."""
    for leader in action.units:
        near = [id for id in firing.supporters(state, leader, action.at) if id in action.units]
        yield from (replace(action, units=(leader, *near[:n])) for n in range(len(near) + 1))


def worth(state: State, seat: Seat, action: do.Fire) -> float:
    """Return the value of an attack for each point that its units pay."""
    found = bill(state, seat, action, firing.price(state, action))
    if not isinstance(found, Bill):
        return 0.0
    return outcome(state, action) / max(LEAST, _points(state, found))


@case("COH-1.3b", "COH-1.4b", "COH-1.6c", "COH-1.6e")
def _points(state: State, found: Bill) -> int:
    """Return the points paid; each unit of an active group gives up the shared points."""
    player, each = state.players[found.seat], len(found.units)
    dropped = player.ap * len(player.active) if found.opens else 0
    shared = found.ap * (each if found.opens else 1)
    return shared + dropped + found.check * each + PER_CAP * found.caps


ADVICE: Advice[State] = Advice(
    where=where,
    weigh=weigh,
    fill=phrases.fill,
    threats=threats,
    option=option,
    rests=rests,
    fewer=fewer,
)
