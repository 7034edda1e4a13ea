"""The computer's other actions: rallying, digging, hiding, smoke and action cards."""

from __future__ import annotations

from collections.abc import Iterator

from bot.titles.firefight.computer.paying import CAP, Choice, priced, ready
from bot.titles.firefight.field import firing, hand, hiding, rallying, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, other, side_of, team, where
from bot.titles.firefight.field.weighing import bounty
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import PlayCard
from bot.titles.firefight.model.ids import CardId, UnitId
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.action_cards import CARD, OBSTACLES
from bot.titles.firefight.play.base import Here
from bot.titles.firefight.play.digging import DIG, SPADES
from bot.titles.firefight.play.hiding import HIDE, STEALTH
from bot.titles.firefight.play.smoke import LAY_SMOKE, as_attack

RALLIED = 0.5
"""The value of removing a hit marker, as a share of the unit's value."""
DUG = 0.5
"""The share of a unit's danger that a hasty defence removes."""
UNSEEN = 0.04
"""The value of hiding near a marker, for each of its points."""
SCREENED = 0.6
"""The share of units' danger that smoke removes."""
SNIPED, OFFICER = 1.5, 3.5
"""The CAPs that a sniper removes and an officer brings."""
CLEARED = 0.2
"""The value of removing an enemy obstacle in a unit's hex."""


def rallies(at: Here) -> Iterator[Choice]:
    """Weigh rallying each unit that is hit."""
    card = ("card",) if hand.holds(at.state, at.seat, hand.COMMAND) else ()
    for unit in ready(at):
        if unit.hit is not None and rallying.hopeless(at.state, unit) is None:
            gain = _rallied(at, unit)
            yield from priced(at, do.Rally((unit.id,)), rallying.COST, gain, "opportunity", *card)


def _rallied(at: Here, unit: Unit) -> float:
    return float(at_least(rallying.need(at.state, unit))) * RALLIED * bounty(at.state, unit.id)


def digs(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh digging in for units in danger."""
    for unit in ready(at):
        if kind(unit).foot and not unit.inside and works.at(at.state, where(unit)) is None:
            gain = DUG * places.danger(unit, where(unit))
            if gain > SPADES / 100 and DIG.allows(at, do.Dig(unit.id)):
                yield from priced(at, do.Dig(unit.id), SPADES, gain, "opportunity")


def hides(at: Here) -> Iterator[Choice]:
    """Weigh hiding for unseen units in cover that hold a marker."""
    side = side_of(at.state, at.seat)
    held = [marker.hex for marker in at.state.control.values() if marker.side == side]
    for unit in ready(at):
        hex = where(unit)
        if unit.hiding is not None or not kind(unit).foot or hex not in held or not hiding.conceals(at.state, hex):
            continue
        if HIDE.allows(at, do.Hide(unit.id, hex)):
            yield from priced(at, do.Hide(unit.id, hex), STEALTH, UNSEEN * 3, "opportunity")


def screens(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh smoke on units in danger that have no targets."""
    here = ground(at.state.field)
    for unit in ready(at):
        if not kind(unit).smoke or firing.unable(at.state, unit) is not None:
            continue
        near = {where(each) for each in ready(at) if here.distance(where(unit), where(each)) <= kind(unit).smoke}
        for hex in sorted(near):
            gain = SCREENED * sum(
                places.danger(each, hex) - places.chance(each)
                for each in units_at(at.state, hex, unit.side)
                if not each.aboard
            )
            action = do.LaySmoke(unit.id, hex)
            if gain > 0 and LAY_SMOKE.allows(at, action):
                yield from priced(at, action, firing.price(at.state, as_attack(action)), gain)


# Action cards.


def plays(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh the action cards of the hand that take a turn."""
    cards = at.state.players[at.seat].cards
    held = set(cards.open()) if cards.known else set()
    if hand.SNIPER in held and any(
        at.state.players[foe].caps for foe in team(at.state, other(side_of(at.state, at.seat)))
    ):
        yield SNIPED * CAP, PlayCard(hand.SNIPER)
    for unit in ready(at):
        for card, gain in _for_unit(at, places, unit):
            action = PlayCard(card, (unit.id,))
            if card in held and CARD.allows(at, action):
                yield gain, action
    if hand.RALLY in held:
        hit = _hit_together(at)
        if hit and CARD.allows(at, PlayCard(hand.RALLY, hit)):
            yield sum(_rallied(at, at.state.units[id]) for id in hit), PlayCard(hand.RALLY, hit)


def _for_unit(at: Here, places: Places, unit: Unit) -> Iterator[tuple[CardId, float]]:
    if unit.hit is not None:
        yield hand.FOLLOW, RALLIED * bounty(at.state, unit.id) - 2 * CAP
    yield hand.COVER, DUG * places.danger(unit, where(unit))
    yield hand.OFFICER, OFFICER * CAP - 2 * CAP
    work = works.at(at.state, where(unit))
    if work is not None and work.kind in OBSTACLES and work.side != unit.side:
        yield hand.CLEARING, CLEARED - 2 * CAP * (unit.status == "spent")


def _hit_together(at: Here) -> tuple[UnitId, ...]:
    """Return the units of one chain that are hit and can rally."""
    here = ground(at.state.field)
    chain: list[Unit] = []
    for unit in ready(at):
        beside = not chain or any(here.distance(where(unit), where(each)) <= 1 for each in chain)
        if unit.hit is not None and beside and rallying.hopeless(at.state, unit) is None:
            chain.append(unit)
    return tuple(unit.id for unit in chain)
