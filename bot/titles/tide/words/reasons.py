"""The reason for an advised order, in a sentence a player would say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import away, join
from bot.kit.reasons import Reasons
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.exposure import nearest, shooters
from bot.titles.tide.field.marches import march_of
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId, Vehicle
from bot.titles.tide.printed.tables import key_of, tables

WHY: Reasons[State] = Reasons()
WHY.plainly(do.Deploy, because="it is a sound start without a plan of your own")
WHY.plainly(do.Draw, because="it has the most cards of the decks without known sabotage")
WHY.plainly(do.Fatigue, because="this turn asks for an action, and none is worth more")
WHY.plainly(do.Place, because="it can act once it stands on the map")
WHY.plainly(do.PlaySabotage, because="it waits there for the enemy's next card")
WHY.plainly(do.Remove, because="it is the least valuable possible loss")
WHY.plainly(do.Reroll, because="a miss cannot become worse")
WHY.plainly(do.Retreat, because="this is the safest hex it can reach")
WHY.plainly(do.Stop, because="nothing else is worth doing in this Action Phase")


# Ways, and waiting.


@WHY.on(do.Advance)
def _advance(seen: Seen[State], action: do.Advance) -> str:
    unit = units.unit_at(seen.state, action.unit)
    if unit is None or action.to not in board.map_of(seen.state):
        return ""
    reasons = [*_towards(seen, unit.hex, action.to), *_shelter(seen, unit, action)]
    far = nearest(seen.state, seen.seat, action.to)
    if not reasons and far < FAR:
        reasons = [f"the enemy is then {away(far)}"]
    return join(reasons[:2]) or "no enemy is known on the map, and an objective may be beyond"


def _towards(seen: Seen[State], start: HexId, to: HexId) -> Iterable[str]:
    """Name the objective that a move takes or approaches, unless it is held already."""
    state, here = seen.state, board.map_of(seen.state)
    wanted = board.wanted(state, seen.seat)
    taken = [each for each in wanted if each.hex == to]
    if taken:
        return [f"it takes the objective {taken[0].name}"]
    nearer = [
        each for each in wanted if here.distance(to, HexId(each.hex)) < here.distance(start, HexId(each.hex))
    ]
    best = min(nearer, key=lambda each: here.distance(to, HexId(each.hex)), default=None)
    return [f"it comes nearer to the objective {best.name} at {best.hex}"] if best is not None else []


def _shelter(seen: Seen[State], unit: AnyUnit, action: do.Advance) -> Iterator[str]:
    """Say that a place has better cover, or that fewer enemies could fire there."""
    if action.into:
        yield f"{names.shelter(seen.state, action.into)} protects it"
    elif _cover(seen.state, action.to) > _cover(seen.state, unit.hex):
        yield "it finds better cover"
    before, after = (
        len(shooters(seen.state, unit.side, hex, armoured=isinstance(unit, Vehicle)))
        for hex in (unit.hex, action.to)
    )
    if after < before:
        yield f"{'fewer enemies' if after else 'no enemy'} could fire at it there"


def _cover(state: State, hex: HexId) -> int:
    return tables().terrain[board.map_of(state)[hex].terrain].cover


@WHY.on(do.OpFire)
def _op_fire(seen: Seen[State], action: do.OpFire) -> str:
    far = _nearest_to(seen, action.units)
    return f"the nearest enemy is {away(far)}, and may move in its sight" if far < FAR else "enemies may come"


@WHY.on(do.Hold)
def _hold(seen: Seen[State], action: do.Hold) -> str:
    if _goes(seen):
        return "its goal is worse than its present hex"
    return "no shot is good enough here, and a unit that fires now cannot fire at the next target"


@WHY.on(do.Join)
def _join(seen: Seen[State], action: do.Join) -> str:
    return "a joint defence loses less" if action.units else "a concealed squad draws no fire"


@WHY.on(do.Special)
def _special(seen: Seen[State], action: do.Special) -> str:
    eyes = {
        foe
        for id in (action.unit, action.patient)
        if (unit := units.unit_at(seen.state, id)) is not None
        for foe in shooters(seen.state, unit.side, unit.hex, armoured=isinstance(unit, Vehicle))
    }
    under_fire = f"{len(eyes)} of the enemy could fire there" if eyes else "the enemy may come into sight"
    return {
        "dig": f"{under_fire}, and a hole is cover",
        "smoke": f"{under_fire}, and smoke blocks the view",
        "heal": "a healed squad fights better",
        "quench": "a fire that is left alone may grow",
        "molotov": "bottles hurt armour that rifles do not",
    }[action.deed]


# Command, and cards.


@WHY.on(do.PlayCard)
def _play_card(seen: Seen[State], action: do.PlayCard) -> str:
    if key_of(action.card) not in tables().cards:
        return ""
    paid = action.card in seen.state.waiting
    price = 0 if paid else strategy.cost(seen.state, seen.seat, action.card)
    return f"its effect is worth more now than {price} command" if price else "it costs no command"


@WHY.on(do.Spend)
def _spend(seen: Seen[State], action: do.Spend) -> str:
    if action.munition:
        return "armour is in its sight, and the round is made for that"
    state = seen.state
    rival = units.other(state, seen.seat)
    mine, theirs = state.hq[seen.seat].on_initiative + action.command, state.hq[rival].on_initiative
    return f"you then have {mine} there, and the enemy {theirs}: the higher number takes the initiative"


@WHY.on(do.Done)
def _done(seen: Seen[State], action: do.Done) -> str:
    if _goes(seen):
        return "its goal is still the best one"
    return "nothing here is worth its cost"


# Known units and places.


def _nearest_to(seen: Seen[State], ids: Iterable[UnitId]) -> int:
    hexes = [unit.hex for id in ids if (unit := units.unit_at(seen.state, id)) is not None]
    return min((nearest(seen.state, seen.seat, hex) for hex in hexes), default=FAR)


def _goes(seen: Seen[State]) -> bool:
    """Return whether an own unit is moving."""
    march = march_of(seen.state)
    return march is not None and march.unit in seen.state.units and seen.state.units[march.unit].side == seen.seat
