"""The computer's attacks: support, flames, bottles, CAPs and cards."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.titles.firefight.cards.luck import HELP
from bot.titles.firefight.computer.paying import Choice, cap, fresh, priced, ready
from bot.titles.firefight.field import firing, hand
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, where
from bot.titles.firefight.field.weighing import foes, outcome
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, HexId, UnitId
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.attack import FIRE
from bot.titles.firefight.play.base import Here

DRAWN_IN = 0.08
"""The cost of spending a fresh unit only for support."""
AIMED = 0.5
"""The gain that a CAP on a roll must add to its price elsewhere, as a share of it."""
PLAYED = 0.15
"""The least gain of a card that goes with a roll."""
HOPE = 0.03
"""The least value of an attack that is examined more closely."""


def shots(at: Here) -> Iterator[Choice]:
    """Weigh the attacks of each unit, alone and with its supporters."""
    for unit in ready(at):
        for hex in _targets(at, unit):
            for action in attacks(at, unit, hex):
                gain = outcome(at.state, action)
                yield from priced(at, action, firing.price(at.state, action), gain, *_ways(at, action))
                if gain > HOPE and not action.weapon and not action.card and not action.spotter:
                    yield from _supported(at, action)


def _ways(at: Here, action: do.Fire) -> tuple[str, ...]:
    """Return other payments of an attack; a fresh unit need not become active for it."""
    ways = ["card"] if hand.holds(at.state, at.seat, hand.COMMAND) else []
    if fresh(at, action):
        ways += ["opportunity", "command"]
    return tuple(ways)


def _targets(at: Here, unit: Unit) -> Iterator[HexId]:
    """Yield the hexes that a unit can attack, and a mortar's spotted hexes."""
    reached = firing.reached(at.state, unit.id)
    yield from reached
    if kind(unit).indirect and firing.unable(at.state, unit) is None:
        yield from {where(foe) for foe in foes(at.state, unit.side)} - set(reached)


def attacks(at: Here, unit: Unit, hex: HexId) -> Iterator[do.Fire]:
    """Yield the attacks of a unit alone on a hex."""
    id, land = unit.id, ground(at.state.field)
    if where(unit) == hex:
        for foe in foes(at.state, unit.side):
            if where(foe) == hex:
                yield do.Fire((id,), hex, foe.id)
                yield from _bottles(at, unit, do.Fire((id,), hex, foe.id))
        return
    if hex in firing.reached(at.state, id):
        yield do.Fire((id,), hex)
        yield from _bottles(at, unit, do.Fire((id,), hex))
        if kind(unit).flamethrower and land.distance(where(unit), hex) == 1:
            yield do.Fire((id,), hex, weapon="flamethrower")
        return
    spotters = (where(each) for each in ready(at) if 0 < land.distance(where(unit), where(each)) <= firing.SPOTTER)
    blind = (do.Fire((id,), hex, spotter=spotter) for spotter in dict.fromkeys(spotters))
    yield from (each for each in blind if FIRE.allows(at, each))


def _bottles(at: Here, unit: Unit, plain: do.Fire) -> Iterator[do.Fire]:
    near = ground(at.state.field).distance(where(unit), plain.at) <= 1
    if near and kind(unit).foot and hand.holds(at.state, at.seat, hand.MOLOTOV):
        yield replace(plain, card=hand.MOLOTOV)


def _supported(at: Here, alone: do.Fire) -> Iterator[Choice]:
    """Weigh an attack with support: by the active group, or paid by CAPs or a card."""
    leader = alone.units[0]
    near = firing.supporters(at.state, leader, alone.at)
    if not near:
        return
    cost = firing.price(at.state, alone)
    group = at.state.players[at.seat].active if leader in at.state.players[at.seat].active else ()
    sharing = tuple(id for id in near if id in group)
    if sharing and not checks(at.state):
        yield from _together(at, alone, sharing, cost, 0)
    if not checks(at.state):
        for way in ("command", *(["card"] if hand.holds(at.state, at.seat, hand.COMMAND) else [])):
            yield from _together(at, replace(alone, by=way), near, cost, 0)
    idle = tuple(id for id in near if at.state.units[id].status == "fresh")
    if idle and (checks(at.state) or at.state.units[leader].status == "fresh"):
        yield from _together(at, alone, idle, cost, DRAWN_IN)


def _together(at: Here, alone: do.Fire, more: tuple[UnitId, ...], cost: int, each: float) -> Iterator[Choice]:
    action = replace(alone, units=(*alone.units, *more))
    yield from priced(at, action, cost, outcome(at.state, action) - each * len(more))


def aimed(at: Here, action: do.Fire) -> do.Fire:
    """Put CAPs on the first roll of an attack, or play a card, if the gain is enough."""
    plain = outcome(at.state, action)
    have = at.state.players[at.seat].caps
    more: list[tuple[float, do.Fire]] = [
        (outcome(at.state, action, (n,)) - plain - n * cap(at) * (1 + AIMED), replace(action, aim=(n,)))
        for n in range(1, min(2, have) + 1)
    ]
    if not action.card:
        more += [(gain - PLAYED, replace(action, card=card)) for card, gain in _cards(at, action, plain)]
    best = sorted((each for each in more if each[0] > 0), key=lambda each: -each[0])
    return next((each for _, each in best if FIRE.allows(at, each)), action)


def _cards(at: Here, action: do.Fire, plain: float) -> Iterator[tuple[CardId, float]]:
    """Yield the cards that go with an attack, with their gains."""
    if hand.holds(at.state, at.seat, hand.CAREFUL):
        yield hand.CAREFUL, outcome(at.state, replace(action, card=hand.CAREFUL)) - plain
    for card, help in HELP.items():
        if hand.holds(at.state, at.seat, card):
            yield card, outcome(at.state, action, card=help) - plain + PLAYED / 2


def searches(at: Here) -> Iterator[Choice]:
    """Weigh recon of control markers' hexes, if the enemy has hidden pieces."""
    side = at.state.players[at.seat].side
    if not any(unit.side != side and unit.hex == "hidden" for unit in at.state.units.values()):
        return
    held = [marker.hex for marker in at.state.control.values() if marker.side != side]
    for unit in ready(at):
        for hex in held:
            if not units_at(at.state, hex) and kind(unit).attack:
                action = do.Recon(unit.id, hex)
                yield from priced(at, action, firing.price(at.state, do.Fire((unit.id,), hex)), SEARCHED)


SEARCHED = 0.12
"""The value of searching the hex of a marker."""
