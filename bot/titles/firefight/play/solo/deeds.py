"""Actions of the AI's units by an order, under the same rules as a player's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.kernel.rule import case, judge
from bot.kernel.secret import see
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import firing, hand, rallying, works
from bot.titles.firefight.field.entry import doors
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.surplus import luck
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, other, side_of, where
from bot.titles.firefight.field.weighing import foes, leftover, outcome, struck
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.solo import AI
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AiDeed
from bot.titles.firefight.model.table import HIDDEN, Unit
from bot.titles.firefight.play import attack, digging, entering, leaving, mines, moving, rally
from bot.titles.firefight.play.acting import Bill, bill, come_out, full_price, named, settling
from bot.titles.firefight.play.base import Here, Play, TurnVerb, in_turn
from bot.titles.firefight.play.solo import aims
from bot.titles.firefight.printed.solo import Order

PURSE = 20
"""The most CAPs that an order has."""
LEAST = 0.08
"""The least value of an attack that an order may make, about a hit in six."""
PROGRESS = 0.15
"""The value to the AI of a hex nearer to the goal."""
TURNED = 0.05
"""The least value of turning."""
MINED = 1.0
"""The penalty for a move through mines that the AI knows."""
CROWD = 2
"""Each unit in an entry hex counts as this many hexes of extra distance."""


class Rules(NamedTuple):
    """The rules, the cost and the effect of an action of units."""

    verb: TurnVerb[Any]
    cost: Callable[[State, Any], int]
    deed: Callable[[Play, Any], None]


BOOK: dict[type[Any], Rules] = {
    do.Move: Rules(moving.MOVE, moving.price, moving.move),
    do.Pivot: Rules(moving.TURN_ABOUT, moving.turn_price, moving.turn),
    do.Enter: Rules(entering.ENTER, entering.cost, entering.enter),
    do.Leave: Rules(leaving.LEAVE, leaving.cost, leaving.leave),
    do.Fire: Rules(attack.FIRE, firing.price, attack.fire),
    do.Rally: Rules(rally.RALLY, lambda state, action: rallying.COST, rally.rally),
    do.Dig: Rules(digging.DIG, lambda state, action: digging.SPADES, digging.dig),
}


@case("G-6.0")
def view(play: Play) -> Here:
    """Return the AI's view, with enough CAPs for any order."""
    seen = see(play.state, AI).state
    players = {**seen.players, AI: replace(seen.players[AI], caps=PURSE)}
    return in_turn(AI, replace(seen, players=players))


def lawful(here: Here, action: Any, free: bool) -> Any | None:
    """Return an action with its payment if it is legal, otherwise `None`.

    The order pays the whole cost of a free action.
    """
    rules = BOOK[type(action)]
    if judge(rules.verb.rules[:-1], here, action) is not None:
        return None
    if free:
        price = full_price(here.state, AI, named(action), cost(here.state, action))
        action = replace(action, caps=price)
    return action if judge(rules.verb.rules[-1:], here, action) is None else None


def settle(here: Here, action: Any) -> Bill:
    """Return the bill of an action for the AI.

    The order's CAPs are not taken from a player, so at most a spent check remains.
    """
    found = bill(here.state, AI, action, cost(here.state, action))
    assert isinstance(found, Bill)
    return found


def cost(state: State, action: Any) -> int:
    """Return the cost of an action without stress."""
    return BOOK[type(action)].cost(state, action)


def begin(play: Play, here: Here, action: Any, rest: AiDeed | None = None) -> None:
    """Start an action; its settling step is at the bottom, and later parts above it."""
    play.emit(ev.Ended(), ev.Begun(settling(settle(here, action))))
    if rest is not None:
        play.emit(ev.Begun(rest))
    perform(play, action)


def perform(play: Play, action: Any) -> None:
    """Carry out an action that was validated."""
    if not isinstance(action, do.Rally):
        come_out(play, action)
    BOOK[type(action)].deed(play, action)


# Each function returns the best action of a unit, or `None`.


class Wish(NamedTuple):
    """The action that an order wants of a unit."""

    order: Order
    goals: list[HexId]
    free: bool
    """The action is free, and a spent unit may do it."""


def act(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Return the action of a unit for an order, or `None` if it has none."""
    return ACTS[wish.order.do](here, unit, wish)


# FF-R144, FF-R161
@case("G-5.3.3", "G-6.2.soviet09")
def fire(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Return the most valuable attack on a target of the order, with a fair chance.

    An attack that would also endanger friends loses value.
    """
    if where(unit) not in ground(here.state.field):
        return None
    best: tuple[float, Any] | None = None
    for shot in shots(here, unit, wish):
        aim = aimed(here, shot, wish.order.caps)
        worth = outcome(here.state, shot, aim)
        if worth < LEAST or (best is not None and worth <= best[0]):
            continue
        free = wish.free or (unit.status == "spent" and shot.card == hand.MOLOTOV)
        action = lawful(here, replace(shot, aim=aim), free)
        if action is not None:
            best = worth, action
    return best[1] if best is not None else None


# FF-R144
def aimed(here: Here, shot: do.Fire, caps: int) -> tuple[int, ...]:
    """Return the additions to each roll: the surplus, and the order's CAPs.

    The order's CAPs go on the first roll against an enemy.
    """
    rolls, more = attack.targets(here.state, shot), luck(here.state, AI)
    friends = {unit.id for unit in units_at(here.state, shot.at, side_of(here.state, AI))}
    first = next((n for n, target in enumerate(rolls) if target not in friends), 0)
    return tuple((caps if n == first else 0) + more for n in range(len(rolls))) if caps or more else ()


def shots(here: Here, unit: Unit, wish: Wish) -> Iterator[do.Fire]:
    """Yield the attacks of a unit on the targets of an order."""
    for hex in firing.reached(here.state, unit.id):
        if hex not in targets(here.state, where(unit), wish):
            continue
        if hex == where(unit):
            for foe in foes(here.state, unit.side):
                if where(foe) == hex:
                    shot = do.Fire((unit.id,), hex, foe.id)
                    yield replace(shot, card=hand.MOLOTOV) if throws(here, unit, foe) else shot
            continue
        yield do.Fire((unit.id,), hex)
        if kind(unit).flamethrower and ground(here.state.field).distance(where(unit), hex) == 1:
            yield do.Fire((unit.id,), hex, weapon="flamethrower")


def targets(state: State, start: HexId, wish: Wish) -> set[HexId]:
    """Return the hexes that an order lets a unit in a hex attack.

    If the order has several goals, it attacks near the goal nearest to the unit.
    """
    order, seen = wish.order, aims.units_seen(state)
    if order.at == "goal":
        goals = aims.nearest(state, wish.goals, [start])
        return set(aims.nearest(state, map(where, seen), goals))
    return {where(unit) for unit in seen if not order.at or aims.is_meant(state, unit, order.at)}


@case("G-6.2.soviet09")
def throws(here: Here, unit: Unit, foe: Unit) -> bool:
    """Return true if the AI's SMG throws its Molotov Cocktail at an enemy.

    It throws at vehicles, and when it is spent also at foot units.
    """
    if not hand.holds(here.state, AI, hand.MOLOTOV) or unit.counter != SMG:
        return False
    return kind(foe).vehicle or (kind(foe).foot and unit.status == "spent")


SMG = "s14"
"""The SMG that comes with the Molotov Cocktail card."""


def rally_from(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Rally from a hit."""
    caps = wish.order.caps + luck(here.state, AI)
    return lawful(here, do.Rally((unit.id,), (caps,) if caps else ()), wish.free)


def dig_in(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Dig in."""
    return lawful(here, do.Dig(unit.id), wish.free)


def face(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Turn toward an enemy that can be attacked, if that is worth it."""
    places = Places(here.state, AI, unit.side)
    hex, left = where(unit), leftover(here.state, unit, moving.turning(unit))
    now = places.value(unit, hex, unit.facing, left)
    choices = [
        (places.value(unit, hex, facing, left) - now, facing)
        for facing in places.facings(unit, hex)
        if facing != unit.facing
    ]
    gain, facing = max(choices, default=(0.0, unit.facing))
    return lawful(here, do.Pivot((unit.id,), facing), wish.free) if gain > TURNED else None


def move(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Move nearer to the order's goal, or leave the map there if a card allows it."""
    if aims.guards(here.state, unit):
        return None
    if wish.order.to == "edge" and (gone := lawful(here, do.Leave(unit.id), wish.free)) is not None:
        return gone
    return step(here, unit, wish.goals, wish)


def cover(here: Here, unit: Unit, wish: Wish) -> Any | None:
    """Move nearer to the next cover."""
    if aims.guards(here.state, unit):
        return None
    land = ground(here.state.field)
    near = [hex for hex in land.within(where(unit), NEAR) if land.covered(hex) and not held(here.state, unit, hex)]
    return step(here, unit, near, wish)


NEAR = 3
"""The distance in which the AI looks for cover."""


def held(state: State, unit: Unit, hex: HexId) -> bool:
    """Return true if an enemy is known to be in a hex."""
    return any(foe.hex != HIDDEN for foe in units_at(state, hex, other(unit.side)))


# FF-R172
def step(here: Here, unit: Unit, goals: list[HexId], wish: Wish) -> Any | None:
    """Return the best move that brings a unit nearer to its goal.

    It avoids hexes with enemies.
    """
    state, start = here.state, where(unit)
    low_risk = wish.order.low_risk or aims.careful(state, unit)
    if start not in ground(state.field):
        return None
    now = aims.far(state, start, goals)
    places = Places(state, AI, unit.side)
    choices: list[tuple[float, HexId, Any]] = []
    for to, way in ways(state, unit.id).items():
        gained = now - aims.far(state, to, goals)
        if gained <= 0 or held(state, unit, to) or (low_risk and not safe(state, unit, to)):
            continue
        left = leftover(state, unit, way.cost)
        worth, facing = max((places.value(unit, to, each, left), each) for each in places.facings(unit, to))
        action = do.Move((unit.id,), (to,), "" if facing == unit.facing else facing)
        choices.append((worth + PROGRESS * gained - MINED * mined(state, unit, to), to, action))
    ranked = sorted(choices, key=lambda choice: (-choice[0], choice[1]))
    return next((found for _, _, each in ranked if (found := lawful(here, each, wish.free)) is not None), None)


def mined(state: State, unit: Unit, hex: HexId) -> bool:
    """Return true if a unit would explode mines in a hex, own mines included.

    Only mines that the AI knows count.
    """
    work = works.at(state, hex)
    return work is not None and work.kind == "mines" and not mines.spares(state, unit)


# FF-R147
@case("G-6.1")
def safe(state: State, unit: Unit, to: HexId) -> bool:
    """Return true if a hex is safe: it is cover, or no enemy can fire there now."""
    if ground(state.field).covered(to):
        return True
    there = replace(unit, hex=to, hiding=None, inside="")
    return not any(struck(state, foe, there) for foe in foes(state, unit.side))


# FF-R147
@case("G-5.6", "G-6.1")
def enter(here: Here, id: UnitId, goals: list[HexId], low_risk: bool = False) -> Any | None:
    """Return the best entry of a unit, or `None`.

    The best hex has no mines, is near the goal, is not crowded, and is a good position. A low-risk move enters
    only at safe hexes.
    """
    state, unit = here.state, here.state.units[id]
    places = Places(state, AI, side_of(state, AI))

    def rank(hex: HexId) -> tuple[bool, int, float, HexId]:
        return (
            mined(here.state, unit, hex),
            aims.far(state, hex, goals) + CROWD * len(units_at(state, hex)),
            -places.value(unit, hex, unit.facing, 0),
            hex,
        )

    wary = low_risk or aims.careful(state, unit)
    free = (hex for hex in doors(state, unit) if not held(state, unit, hex))
    for hex in sorted((hex for hex in free if not wary or safe(state, unit, hex)), key=rank):
        if (found := lawful(here, do.Enter((id,), (hex,)), False)) is not None:
            return found
    return None


ACTS: dict[str, Callable[[Here, Unit, Wish], Any | None]] = {
    "fire": fire, "rally": rally_from, "dig": dig_in, "face": face, "move": move, "cover": cover,
}  # fmt: skip
