"""The computer player's turn in the battle: the action that is worth most for what it costs."""

from __future__ import annotations

from bot.titles.firefight.computer.attacking import aimed, searches, shots
from bot.titles.firefight.computer.helping import digs, hides, plays, rallies, screens
from bot.titles.firefight.computer.marching import departures, entries, moves
from bot.titles.firefight.computer.riding import alights, rides
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model import fight_actions as fight
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.play.base import Here

LEAST = 0.042
"""What is worth less than this is left."""


def acts(at: Here) -> Action:
    """Do what is worth most, else pass."""
    places = Places(at.state, at.seat, side_of(at.state, at.seat))
    choices = [
        *shots(at), *searches(at), *rallies(at), *moves(at, places), *entries(at, places), *departures(at),
        *rides(at, places), *alights(at, places), *digs(at, places), *hides(at), *screens(at, places),
        *plays(at, places),
    ]  # fmt: skip
    found = at.best(choice for choice in choices if choice[0] > LEAST)
    return aimed(at, found) if isinstance(found, fight.Fire) else found or do.Pass()
