"""Rumoured enemies that act like AI units: they walk, and are revealed to fire."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import orders
from bot.titles.firefight.cards.orders import solo
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field import movement
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import at, other, side_of
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.field.weighing import foes, reaches
from bot.titles.firefight.model.ids import CounterId, HexId, UnitId
from bot.titles.firefight.model.solo import AI, Rumour, RumourId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN
from bot.titles.firefight.play.solo import aims, deeds
from bot.titles.firefight.play.solo.aims import Said
from bot.titles.firefight.play.uncovering import come_to_light, in_view, turn_up
from bot.titles.firefight.printed.solo import Order, check_value
from bot.titles.firefight.printed.units import Kind, units

RANGE = 5
"""The range at which a rumoured enemy may fire."""
LIKE_FOOT = ("unhit", "fresh", "foot")


def those(state: State, order: Order) -> list[Rumour]:
    """Return the rumours that an order to move or to fire may use."""
    if order.do not in ("move", "fire") or any(trait not in LIKE_FOOT for trait in order.who):
        return []
    return [each for each in solo(state).rumours.values() if each.status == "fresh" or "fresh" not in order.who]


def walker() -> Kind:
    """Return the kind of unit as which a rumour moves: a rifle squad."""
    return units().counters[CounterId("s01")]


# FF-R146
@case("G-6.2.german14", "G-6.2.soviet08")
def acts(play: Play, said: Said, rumour: Rumour, goals: list[HexId], free: bool) -> bool:
    """Let a rumour carry out an order if it can; return true if the AI has acted."""
    if rumour.id not in solo(play.state).rumours or (rumour.status == "spent" and not free):
        return False
    if said.order.do == "fire":
        return fires(play, said, rumour, goals, free)
    cost = walks(play, said, rumour.id, goals, free)
    if not cost:
        return False
    if not free:
        check(play, rumour, cost)
    come_to_light(play)
    play.emit(ev.TurnEnded(AI, (), turn=play.state.turn), ev.Ended())
    return True


def walks(play: Play, said: Said, id: RumourId, goals: list[HexId], free: bool) -> int:
    """Move a rumour by an order until its hexes are used up or it is seen.

    Returns the cost.
    """
    paid = 0
    for _ in range(said.order.hexes):
        rumour = solo(play.state).rumours[id]
        way = step(play.state, rumour, goals, said.order.low_risk)
        if way is None or (paid and in_view(play.state, rumour)):
            break
        if not paid:
            play.emit(ev.AiActed(AI, said.source, said.order.text, command=free, rumour=id))
        play.emit(ev.RumourMoved(id, way[0]))
        paid += way[1]
    return paid


def check(play: Play, rumour: Rumour, cost: int) -> None:
    """Draw an order card for the spent check of a rumour."""
    card, roll = orders.lot(play)
    value = check_value(card)
    status = "spent" if value <= cost else rumour.status
    play.emit(ev.RumourChecked(rumour.id, card, roll, cost, value, status))


def step(state: State, rumour: Rumour, goals: list[HexId], low_risk: bool) -> tuple[HexId, int] | None:
    """Return a rumour's next hex toward a goal, and the cost of it on foot."""
    land, what = ground(state.field), walker()
    now, choices = aims.far(state, rumour.hex, goals), []
    for to in land.neighbours[rumour.hex]:
        paid, slope = movement.crossing(state, what, rumour.hex, to), movement.climb(land, what, rumour.hex, to)
        held = any(foe.hex != HIDDEN for foe in at(state, to, other(side_of(state, AI))))
        if isinstance(paid, Wrong) or slope is None or held:
            continue
        if aims.far(state, to, goals) < now and not (low_risk and risky(state, to)):
            choices.append((not land.covered(to), what.move + paid + slope, to))
    if not choices:
        return None
    _, cost, to = min(choices)
    return to, cost


# FF-R147
def risky(state: State, hex: HexId) -> bool:
    """Return true if a hex is a risk to a rumour: no cover, and open to enemy fire."""
    covered = ground(state.field).covered(hex)
    return not covered and any(reaches(state, foe, hex) for foe in foes(state, side_of(state, AI)))


def fires(play: Play, said: Said, rumour: Rumour, goals: list[HexId], free: bool) -> bool:
    """Reveal a rumour that should fire at a target in reach.

    A unit found there then fires, if it can.
    """
    land, wish = ground(play.state.field), deeds.Wish(said.order, goals, free)
    meant = deeds.targets(play.state, rumour.hex, wish)
    if not any(land.distance(rumour.hex, hex) <= RANGE and sees(play.state, rumour.hex, hex) for hex in meant):
        return False
    lot = turn_up(play, rumour.id, f"it is to fire by {said.source}")
    found = play.state.units.get(UnitId(lot))
    if found is None:
        return False
    here = deeds.view(play)
    action = deeds.act(here, found, wish)
    if action is None:
        return False
    play.emit(ev.AiActed(AI, said.source, said.order.text, (found.id,), command=free))
    deeds.begin(play, here, action)
    return True
