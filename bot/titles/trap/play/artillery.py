"""Off-map artillery: its targets, and its minimum distance from Russians."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap.field import names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.play.acting import Anytime, Here, act, has_been_attacked
from bot.titles.trap.play.barrage import barrage, barrage_odds
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.batteries import WITH_MARKER, batteries, has_batteries, is_safe
from bot.titles.trap.play.spotters import choices, hits_all, is_occupied, is_spotted, named, sketch, targets


def bombardments(at: Here, fixed: Fixed) -> Iterator[do.Bombard]:
    """Offer hexes of spotted enemies and landmarks, for each number of batteries."""
    for hex in targets(at, fixed):
        for spotter in choices(at, hex, fixed):
            for number in range(1, len(batteries(at.state)) + 1):
                yield do.Bombard(hex, spotter, number)


@case("TRAP-6.5", "TRAP-8.4.1")
def bombard(play: Play, step: object, action: do.Bombard) -> None:
    """Fire batteries in turn.

    The rest hold fire if no enemy is left or a building collapses.
    """
    act(play, named(action.spotter))
    for battery in batteries(play.state)[: action.batteries]:
        if play.state.steps[-1] != step or not enemies(play.state, play.seat, action.at, None):
            return
        barrage(play, action.at, action.spotter, battery=battery)


def bombard_odds(at: Anytime, action: do.Bombard) -> Odds | None:
    """Return the odds of several batteries at a hex."""
    return barrage_odds(at, action.at, action.spotter, None, max(1, action.batteries))


def says_bombard(seen: Seen[State], action: do.Bombard) -> str:
    """Say how many batteries fire at which hex."""
    fire = "a battery fires" if action.batteries == 1 else f"{action.batteries} batteries fire"
    return f"{fire} at {names.place(action.at)}{say.spotted_by(seen, action.spotter)}."


BOMBARD = Verb(
    do.Bombard,
    when=WITH_MARKER,
    says=says_bombard,
    besides=hits_all,
    cite="TRAP-4.3.1-3",
    rules=(has_batteries, has_been_attacked, is_occupied, is_safe, is_spotted),
    candidates=bombardments,
    resolve=bombard,
    odds=bombard_odds,
    sketch=sketch,
)
