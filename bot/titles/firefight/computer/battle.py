"""The computer player's turn in the battle: the action with the best net value."""

from __future__ import annotations

from collections.abc import Iterator

from bot.titles.firefight.computer.attacking import aimed, searches, shots
from bot.titles.firefight.computer.helping import digs, hides, plays, rallies, screens
from bot.titles.firefight.computer.marching import departures, deploys, entries, moves
from bot.titles.firefight.computer.paying import Choice, cap
from bot.titles.firefight.computer.reacting import reacts
from bot.titles.firefight.computer.riding import alights, rides
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.units import carried, kind, of, side_of, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Action, Move, PlayCard
from bot.titles.firefight.play.action_cards import CARD
from bot.titles.firefight.play.base import Here

LEAST = 0.042
"""The least value of an action."""
AGAIN = 0.15
"""The least value of a second turn, besides its CAP."""


def acts(at: Here) -> Action:
    """Take the most valuable action, or pass; against an AI, bonus cards come first."""
    if at.state.solo is not None and (bonus := reacts(at)) is not None:
        return bonus
    places = Places(at.state, at.seat, side_of(at.state, at.seat))
    weighed = [
        *shots(at), *searches(at), *rallies(at), *moves(at, places), *entries(at, places), *departures(at),
        *rides(at, places), *alights(at, places), *digs(at, places), *hides(at), *screens(at, places),
        *plays(at, places), *deploys(at, places),
    ]  # fmt: skip
    choices = [choice for choice in weighed if choice[0] > LEAST]
    found = at.best(choices) or at.best(onward(at, places, weighed))
    if found is not None and (swift := twice(at, choices, found)) is not None:
        return swift
    return aimed(at, found) if isinstance(found, do.Fire) else found or do.Pass()


def onward(at: Here, places: Places, choices: list[Choice]) -> Iterator[Choice]:
    """Yield moves of fresh units outside the battle, since unused points are lost.

    Empty trucks may stay in their hexes.
    """
    if at.state.round == at.state.rounds:
        return
    idle = {
        unit.id
        for unit in of(at.state, at.seat)
        if unit.status == "fresh"
        and (kind(unit).range or carried(at.state, unit.id))
        and not places.chance(unit)
        and not places.danger(unit, where(unit))
    }
    yield from (each for each in choices if isinstance(each[1], Move) and _acting(each[1]) <= idle)


def twice(at: Here, choices: list[Choice], first: Action) -> Action | None:
    """Return Swift Action if other units have a good action right after the first."""
    swift = PlayCard(hand.SWIFT)
    if at.state.players[at.seat].again or not hand.holds(at.state, at.seat, hand.SWIFT) or not _acting(first):
        return None
    others = [each for each in choices if _acting(each[1]) and not _acting(each[1]) & _acting(first)]
    good = [each for each in others if each[0] > AGAIN + cap(at)]
    return swift if CARD.allows(at, swift) and at.best(good) is not None else None


def _acting(action: Action) -> set[str]:
    """Return the units that act."""
    return {*getattr(action, "units", ()), *filter(None, (getattr(action, "unit", ""),))}
