"""Cards that bring units."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.titles.tide.cards import targets as on
from bot.titles.tide.cards.effect import Effect, always, plays
from bot.titles.tide.combat.reinforcing import reinforce
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import Base, CardId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed


@plays(does.Arrive)
def arrive(effect: does.Arrive) -> Effect:
    """Make a card that brings a squad or a vehicle."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        squads = (Base(printed(card).name, effect.figures),) if effect.figures else ()
        reinforce(play, seat, squads, (effect.vehicle,) if effect.vehicle else ())

    return Effect(act, fits=on.in_the_box(effect.figures, effect.vehicle), value=always)
