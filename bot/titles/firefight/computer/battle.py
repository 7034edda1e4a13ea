"""The computer player's turn in the battle: the action that is worth most for what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.titles.firefight.field import firing, rallying
from bot.titles.firefight.field.chances import at_least
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.entry import doors, waiting
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.field.units import kind, of, side_of, where
from bot.titles.firefight.field.weighing import Places, foes, leftover, outcome, value
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model import fight_actions as fight
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import Bill, bill
from bot.titles.firefight.play.base import Here
from bot.titles.firefight.play.entering import ENTER
from bot.titles.firefight.play.moving import TURNING, price
from bot.titles.firefight.play.turn import TURN

AP, CAP = 0.012, 0.055
"""What an action point and a CAP are worth elsewhere."""
DROPPED = 0.02
"""What is lost with each action point of the active unit when another becomes active."""
SPENT = 0.02
"""With spent checks, what each point of the cost of a check is worth."""
ENTRY = 0.5
"""What it is worth to be on the map."""
RALLIED = 0.5
"""What it is worth to be rid of a hit marker, beside what the unit is worth."""
LEAST = 0.01
"""What is worth less than this is left."""
AIMED = 0.06
"""What a CAP on a roll must bring."""

Choice = tuple[float, Action]


def acts(at: Here) -> Action:
    """Do what is worth most, else pass."""
    choices = [*shots(at), *rallies(at), *moves(at), *entries(at)]
    found = TURN.best(at, [choice for choice in choices if choice[0] > LEAST])
    if isinstance(found, fight.Fire):
        return aimed(at, found)
    return found or do.Pass()


def paid(at: Here, action: Any, cost: int) -> Choice | None:
    """Return what an action costs in victory points, and the action so that it can be paid; else `None`."""
    found = bill(at.state, at.seat, action, cost)
    if not isinstance(found, Bill) and checks(at.state):
        action = replace(action, caps=min(cost + 1, at.state.players[at.seat].caps))
        while action.caps and not isinstance(found := bill(at.state, at.seat, action, cost), Bill):
            action = replace(action, caps=action.caps - 1)
    if not isinstance(found, Bill):
        return None
    lost = at.state.players[at.seat].ap * DROPPED if found.opens else 0.0
    return found.ap * AP + found.caps * CAP + found.check * SPENT + lost, action


def priced(at: Here, action: Any, cost: int, gain: float) -> Iterator[Choice]:
    """Yield an action with what it is worth, where it can be paid."""
    if gain > 0 and (found := paid(at, action, cost)) is not None:
        yield gain - found[0], found[1]


def ready(at: Here) -> Iterator[Unit]:
    """Yield the units of the player that may act."""
    caps = at.state.players[at.seat].caps
    return (unit for unit in of(at.state, at.seat) if not unit.aboard and (unit.status != "spent" or caps))


# Attacks and rallies.


def shots(at: Here) -> Iterator[Choice]:
    """Weigh the attacks of each unit, alone and with all who can support it."""
    for unit in ready(at):
        for hex in firing.reached(at.state, unit.id):
            for action in attacks(at, unit, hex):
                yield from priced(at, action, firing.price(at.state, action), outcome(at.state, action))


def attacks(at: Here, unit: Unit, hex: HexId) -> Iterator[fight.Fire]:
    """Yield the ways in which a unit may attack a hex."""
    if where(unit) == hex:
        yield from (fight.Fire((unit.id,), hex, foe.id) for foe in foes(at.state, unit.side) if where(foe) == hex)
        return
    yield fight.Fire((unit.id,), hex)
    if kind(unit).flamethrower and ground(at.state.field).distance(where(unit), hex) == 1:
        yield fight.Fire((unit.id,), hex, weapon="flamethrower")


def aimed(at: Here, action: fight.Fire) -> Action:
    """Put CAPs on the first roll of an attack where they bring enough."""
    plain = outcome(at.state, action)
    more = [
        (outcome(at.state, action, (n,)) - plain - n * AIMED, replace(action, aim=(n,)))
        for n in range(1, min(2, at.state.players[at.seat].caps) + 1)
    ]
    found = TURN.best(at, [choice for choice in more if choice[0] > 0])
    return found or action


def rallies(at: Here) -> Iterator[Choice]:
    """Weigh rallying each unit that is hit."""
    for unit in ready(at):
        if unit.hit is not None and rallying.hopeless(at.state, unit) is None:
            chance = float(at_least(rallying.need(at.state, unit)))
            yield from priced(at, fight.Rally((unit.id,)), rallying.COST, chance * RALLIED * value(unit))


# Moving, turning, coming onto the map.


def moves(at: Here) -> Iterator[Choice]:
    """Weigh where each unit could go, and which way it could turn."""
    places = Places(at.state, at.seat, side_of(at.state, at.seat))
    for unit in ready(at):
        if where(unit) not in ground(at.state.field):
            continue
        now = places.value(unit, where(unit), unit.facing, leftover(at.state, unit, 0))
        for to, way in ways(at.state, unit.id).items():
            if any(where(foe) == to for foe in foes(at.state, unit.side)):
                continue
            left = leftover(at.state, unit, way.cost)
            gains = [(places.value(unit, to, facing, left), facing) for facing in places.facings(unit, to)]
            best, facing = max(gains)
            action = do.Move((unit.id,), (to,), "" if facing == unit.facing else facing)
            yield from priced(at, action, price(at.state, action), best - now)
        yield from turns(at, places, unit, now)


def turns(at: Here, places: Places, unit: Unit, now: float) -> Iterator[Choice]:
    """Weigh which way a unit could turn where it is."""
    for facing in places.facings(unit, where(unit)):
        if facing != unit.facing:
            gain = places.value(unit, where(unit), facing, leftover(at.state, unit, TURNING)) - now
            yield from priced(at, do.Pivot((unit.id,), facing), TURNING, gain)


def entries(at: Here) -> Iterator[Choice]:
    """Weigh where units could come onto the map; all of them come, one after another."""
    places = Places(at.state, at.seat, side_of(at.state, at.seat))
    for unit in at.state.units.values():
        if unit.owner != at.seat or not waiting(at.state, unit):
            continue
        ranked = sorted(
            ((places.value(unit, hex, places.facings(unit, hex)[-1], 0), hex) for hex in doors(at.state, unit)),
            reverse=True,
        )
        for n, (_, hex) in enumerate(ranked[:6]):
            action = do.Enter((unit.id,), (hex,))
            if ENTER.allows(at, action):
                yield ENTRY - n / 100, action
                break
