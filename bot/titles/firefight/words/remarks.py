"""Remarks on orders before they are given: path, terrain, enemy fire and cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.kit.advice import Remark, enemy_away
from bot.kit.english import away, count, join, listed
from bot.kit.pieces import grouped
from bot.titles.firefight.field import economy, firing, hand, names, rallying, units
from bot.titles.firefight.field.entry import waiting
from bot.titles.firefight.field.exposure import bears_on, nearest, shooters
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.hiding import found_at
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, CardId, GeneratorId, Half, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Unit, Work
from bot.titles.firefight.play import digging, entering, hiding, leaving, mines, moving, smoke, transport
from bot.titles.firefight.play.acting import bill, named
from bot.titles.firefight.play.action_cards import charge
from bot.titles.firefight.printed.cards import cards, counters_of
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.units import named as counter_named
from bot.titles.firefight.words.dangers import arrival, could_fire

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
    return tuple(
        said for said in _paid(seen, move) if re.fullmatch(rf"It takes {cost} of .* action points\.", said)
    )


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
    yield from (names.work(work) for work in _works(state, hex))
    yield f"{state.smoke[hex]} smoke" if hex in state.smoke else ""
    held = next((marker.side for marker in state.control.values() if marker.hex == hex), None)
    yield f"{names.side(held)} control marker" if held is not None else ""


def _works(state: State, hex: HexId) -> list[Work]:
    """Return the known works in a hex."""
    return [work for work in state.works.values() if units.where(work) == hex]


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


def _listed(state: State, found: Sequence[UnitId]) -> str:
    """Name units with their hexes; units of one hex share an entry."""
    by_hex = grouped(found, lambda id: units.where(state.units[id])).items()
    return listed(f"{names.units(state, ids)} {names.at(state, hex)}" for hex, ids in by_hex)


PRICES: Mapping[type[Any], Callable[[State, Any], int]] = {
    do.Move: moving.price,
    do.Fire: firing.price,
    do.Rally: lambda state, action: rallying.COST,
    do.Recon: lambda state, action: firing.price(state, hiding.as_attack(action)),
    do.LaySmoke: lambda state, action: firing.price(state, smoke.as_attack(action)),
    do.Dig: lambda state, action: digging.SPADES,
    do.Occupy: digging.change_cost,
    do.Hide: hiding.price,
    do.Load: transport.load_cost,
    do.Unload: transport.unload_cost,
    do.Enter: entering.cost,
    do.Leave: leaving.cost,
    do.Pivot: lambda state, action: max(moving.turning(state.units[id]) for id in action.units),
}
"""The cost of each action of units, without cards."""
PLACED: tuple[type[Any], ...] = (do.Move, do.Enter, do.Fire, do.Recon, do.LaySmoke, do.Unload)
"""The actions whose price depends on the hexes that they name."""


def beforehand(seen: Seen[State], action: Any) -> list[str]:
    """Describe an action's cost and payment, and the enemy fire at the end of a move."""
    match action:
        case do.PlayTop():
            return [cards().generator[action.card].top.does]
        case do.PlayBonus() if action.card in cards().actions:
            return [cards().actions[action.card].text]
        case do.PlayCard() if action.card in cards().actions:
            can = all(_acts(seen, id) for id in action.units)
            own = [*_paid(seen, action), *_given_away(seen, action)] if can else []
            return [cards().actions[action.card].text, *own]
        case do.LayMap() if action.map in maps().maps:
            return [maps().maps[action.map].text]
    if type(action) not in PRICES or not all(_acts(seen, id) for id in named(action)):
        return []
    return [*_paid(seen, action), *_met(seen, action)]


def _acts(seen: Seen[State], id: UnitId) -> bool:
    """Return true if the seat owns the unit, which is on the map or about to enter."""
    unit = seen.state.units.get(id)
    return unit is not None and unit.owner == seen.seat and (units.on_map(unit) or waiting(seen.state, unit))


def _paid(seen: Seen[State], action: Any) -> Iterator[str]:
    state = seen.state
    if isinstance(action, PLACED) and not _on_the_map(state, action):
        return
    if isinstance(action, do.PlayCard):
        cost, found = cards().actions[action.card].ap, charge(state, seen.seat, action)
    else:
        cost = PRICES[type(action)](state, action)
        found = bill(state, seen.seat, action, cost)
    if isinstance(found, Wrong):
        return
    parts = []
    active = state.players[seen.seat].active
    if found.way == "activation":
        has = economy.POINTS if found.opens else state.players[seen.seat].ap
        whose = names.does(named(action), "its", "their")
        whose = whose if found.opens or {*active} <= {*named(action)} else "the group's"
        parts.append(_of_all(found.ap, has, whose, "action point"))
    if found.caps:
        parts.append(_of_all(found.caps, state.players[seen.seat].caps, "your", "CAP"))
    if parts:
        yield f"It takes {join(parts)}."
    if found.way == "opportunity":
        yield f"Afterwards {names.does(named(action), 'it is', 'they are')} spent{_kept(state, seen.seat)}."
    if found.check:
        drawn = "a die" if state.solo is None else "an order card"
        it = names.does(named(action), "it", "them")
        stress = f", and {found.stress} for stress" if found.stress else ""
        yield f"It costs {cost}{stress}; {drawn} of {found.check} or less makes {it} spent."
    elif cost and found.caps and economy.checks(state):
        yield "There is no spent check."
    if found.opens and active:
        unused = f", with {count(left, 'action point')} unused" if (left := state.players[seen.seat].ap) else ""
        yield f"{names.units(state, active)} {names.does(active, 'becomes', 'become')} spent by it{unused}."


def _kept(state: State, seat: Seat) -> str:
    """Note that the active units stay active if others act without activation."""
    player = state.players[seat]
    if not (player.active and player.ap):
        return ""
    who, keeps = names.units(state, player.active), names.does(player.active, "keeps its", "keep their")
    return f"; {who} {keeps} {count(player.ap, 'action point')}"


def _of_all(price: int, has: int, whose: str, noun: str) -> str:
    """Name the paid share, as in "3 of its 7 action points" and "your last CAP"."""
    if price < has:
        return f"{price} of {whose} {has} {noun}s"
    all_ = {1: f"{whose} last {noun}", 2: f"both of {whose} {noun}s"}
    return all_.get(has, f"all {has} of {whose} {noun}s")


def _on_the_map(state: State, action: Any) -> bool:
    """Return true if all hexes of an order are on the map."""
    return all(hex in ground(state.field) for hex in _hexes(action))


def _hexes(action: Any) -> tuple[HexId, ...]:
    """Return the hexes that an order names; none for getting out in the same hex."""
    match action:
        case do.Move():
            return (*action.to, *action.via)
        case do.Enter():
            return action.at
        case do.Unload(at=""):
            return ()
        case _:
            return (action.at,)


def _in_the_way(
    state: State, some: Sequence[UnitId], goals: Sequence[HexId], *, walks: bool = False
) -> Iterator[str]:
    """Yield warnings about known works in the goal hexes.

    `walks` is true for getting in or out.
    """
    there = {work.kind for hex in goals for work in _works(state, hex)}
    if "wire" in there and any(units.kind(state.units[id]).foot for id in some if id in state.units):
        yield "For the barbed wire a die is added to the cost; a unit that cannot pay stays."
    if "mines" in there and not all(
        mines.spares(state, state.units[id], walks) for id in some if id in state.units
    ):
        yield "The mines there go off."


def _met(seen: Seen[State], action: Any) -> Iterator[str]:
    """Yield enemies that a move meets and enemy fire at its end, then revealed units."""
    state = seen.state
    if isinstance(action, do.Move | do.Enter) and _on_the_map(state, action):
        goals = action.to if isinstance(action, do.Move) else action.at
        side = units.side_of(state, seen.seat)
        foes = [unit.id for hex in dict.fromkeys(goals) for unit in units.at(state, hex, units.other(side))]
        if foes and isinstance(action, do.Move):
            yield f"Close combat with {names.units(state, foes)} begins there."
        if said := could_fire(state, arrival(state, action), action.units, "there"):
            yield said
        yield from _in_the_way(state, action.units, tuple(dict.fromkeys(goals)))
    if isinstance(action, do.Load | do.Unload):
        yield from _in_the_way(state, (action.unit,), _on_foot(state, action), walks=True)
    if isinstance(action, do.Move | do.Pivot):
        left = [work for work in state.works.values() if work.digger and work.digger in named(action)]
        yield from (f"The {names.work(work)} {names.at(state, units.where(work))} is given up." for work in left)
    yield from _given_away(seen, action)


def _on_foot(state: State, action: do.Load | do.Unload) -> tuple[HexId, ...]:
    """Return the hex that a unit enters on foot when it gets in or out."""
    start = units.where(state.units[action.unit])
    if isinstance(action, do.Unload):
        return (action.at or start,)
    to = units.where(state.units[action.into])
    return (to,) if to != start else ()


QUIET = (do.Hide, do.Rally)
"""Actions that do not reveal a hidden unit."""


# FF-R60
@case("COH-6.4b", "COH-6.4d")
def _given_away(seen: Seen[State], action: Any) -> Iterator[str]:
    """Yield the player's hidden units that an action reveals.

    These are the acting units, and units that hide in hexes entered by others.
    """
    state = seen.state
    if isinstance(action, do.Hide):
        if action.at in ground(state.field) and (why := found_at(state, state.units[action.unit], action.at)):
            yield f"It is revealed there: {why}."
        return
    quiet = isinstance(action, QUIET) or (isinstance(action, do.PlayCard) and action.card == hand.RALLY)
    shown = [] if quiet else [id for id in named(action) if state.units[id].hiding is not None]
    if shown:
        yield f"This shows {names.units(state, shown)} to the enemy."
    ends = _ends(state, action) or tuple(units.where(state.units[id]) for id in shown)
    others = tuple(
        unit.id
        for unit in state.units.values()
        if unit.owner == seen.seat
        and unit.hiding is not None
        and unit.id not in shown
        and units.where(unit) in ends
    )
    if others:
        yield f"This shows {_listed(state, others)} to the enemy: nobody hides in a hex with others who are seen."


def _ends(state: State, action: Any) -> tuple[HexId, ...]:
    """Return the hexes that units newly occupy after an action."""
    match action:
        case do.Move():
            return action.to
        case do.Enter():
            return action.at
        case do.Unload():
            return (action.at or units.where(state.units[action.unit]),)
        case _:
            return ()
