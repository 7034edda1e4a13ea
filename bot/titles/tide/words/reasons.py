"""Why the computer player would give an order: what speaks for it, in a sentence that a player would say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.by_kind import ByKind
from bot.kit.english import away, begun, join
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId, Vehicle
from bot.titles.tide.play import drawing
from bot.titles.tide.printed.tables import key_of, tables
from bot.titles.tide.words.remarks import nearest, shooters

WHY: ByKind[Seen[State], str] = ByKind()
_on = WHY.on


def why(seen: Seen[State], action: Any) -> str:
    """Say what speaks for an order; empty where its odds tell."""
    say: Callable[[Seen[State], Any], str] | None = WHY.get(type(action))
    said = say(seen, action) if say is not None else ""
    return f"{begun(said)}." if said else ""


def _plainly(kind: type[Any], because: str) -> None:
    """Note what speaks for orders for which the same speaks whenever they are given."""
    WHY[kind] = lambda seen, action: because


_plainly(do.Deploy, "it is a sound beginning for who has no plan of their own")
_plainly(do.Fatigue, "this turn asks for an action, and none is worth more")
_plainly(do.Place, "it can act once it stands on the map")
_plainly(do.PlaySabotage, "it waits there for the enemy's next card")
_plainly(do.Remove, "of all that could be lost it is worth least")
_plainly(do.Reroll, "a miss cannot become worse")
_plainly(do.Retreat, "of the hexes open to it this is the safest")
_plainly(do.Stop, "nothing else is worth doing in this Action Phase")


# Ways, and waiting.


@_on(do.Advance)
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
    """Say which objective a move takes or comes nearer to, among those that are not one's own already."""
    state, here = seen.state, board.map_of(seen.state)
    wanted = [each for each in board.scenario(state).objectives if state.control.get(HexId(each.hex)) != seen.seat]
    taken = [each for each in wanted if each.hex == to]
    if taken:
        return [f"it takes the objective {taken[0].name}"]
    nearer = [
        each for each in wanted if here.distance(to, HexId(each.hex)) < here.distance(start, HexId(each.hex))
    ]
    best = min(nearer, key=lambda each: here.distance(to, HexId(each.hex)), default=None)
    return [f"it comes nearer to the objective {best.name} at {best.hex}"] if best is not None else []


def _shelter(seen: Seen[State], unit: AnyUnit, action: do.Advance) -> Iterator[str]:
    """Say that a place is better cover than the one that is left, or that fewer enemies could fire there."""
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


@_on(do.OpFire)
def _op_fire(seen: Seen[State], action: do.OpFire) -> str:
    far = _nearest_to(seen, action.units)
    return f"the nearest enemy is {away(far)}, and may move in its sight" if far < FAR else "enemies may come"


@_on(do.Hold)
def _hold(seen: Seen[State], action: do.Hold) -> str:
    if isinstance(_step(seen), steps.OpFireChance):
        return "no shot is good enough here, and whoever fires now cannot fire at the next one"
    return "where it would come to is worse than where it stands"


@_on(do.Join)
def _join(seen: Seen[State], action: do.Join) -> str:
    return "who defends together loses less" if action.units else "who is not seen is not fired at"


@_on(do.Special)
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
        "smoke": f"{under_fire}, and nobody sees far through smoke",
        "heal": "who is whole fights better",
        "quench": "a fire that is left alone may grow",
        "molotov": "bottles hurt armour that rifles do not",
    }[action.deed]


# Command, and cards.


@_on(do.PlayCard)
def _play_card(seen: Seen[State], action: do.PlayCard) -> str:
    if key_of(action.card) not in tables().cards:
        return ""
    paid = action.card in seen.state.waiting
    price = 0 if paid else strategy.cost(seen.state, seen.seat, action.card)
    return f"what it does is worth more now than {price} command" if price else "it costs no command"


@_on(do.Spend)
def _spend(seen: Seen[State], action: do.Spend) -> str:
    if action.munition:
        return "armour is in its sight, and the round is made for that"
    state = seen.state
    rival = units.other(state, seen.seat)
    mine, theirs = state.hq[seen.seat].on_initiative + action.command, state.hq[rival].on_initiative
    return f"there you have {mine} then, and the enemy {theirs}: whoever has more takes the initiative"


@_on(do.Draw)
def _draw(seen: Seen[State], action: do.Draw) -> str:
    return (
        "no other deck has cards left that you may draw"
        if len(drawing.drawable(seen.state, seen.seat)) == 1
        else "of the decks that no sabotage is known to lie on it has most cards"
    )


BECAUSE: dict[type[steps.Step], str] = {
    steps.Muster: "the suggested bases are a sound beginning",
    steps.OnTheWay: "what has happened does not make its goal worse than another one",
    steps.Spending: "what is left is better kept for the cards in your hand",
    steps.Drawing: "there is no card to draw",
    steps.OpFirePlacing: "whoever does not wait is free to act in the next round",
    steps.Arming: "no gun with a target in sight needs a round",
    steps.Transferring: "the squads are good as they are",
    steps.Keeping: "a round that is kept can still be fired",
    steps.Arrival: "nobody else can come onto the map now",
}
"""What speaks for doing nothing more, by what one is asked."""


@_on(do.Done)
def _done(seen: Seen[State], action: do.Done) -> str:
    step = _step(seen)
    return BECAUSE.get(type(step), "") if step is not None else ""


# What is known.


def _nearest_to(seen: Seen[State], ids: Iterable[UnitId]) -> int:
    hexes = [unit.hex for id in ids if (unit := units.unit_at(seen.state, id)) is not None]
    return min((nearest(seen.state, seen.seat, hex) for hex in hexes), default=FAR)


def _step(seen: Seen[State]) -> steps.Step | None:
    return seen.state.steps[-1] if seen.state.steps else None
