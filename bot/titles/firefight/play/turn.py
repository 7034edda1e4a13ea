"""A player's turn: one action, a stall or a pass."""

from __future__ import annotations

from typing import Any

from bot.kernel.rule import case
from bot.kit.decisions import At, Decision
from bot.kit.english import begun, count
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import names
from bot.titles.firefight.field.economy import checks, exhausted
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Turn
from bot.titles.firefight.play.action_cards import CARD, has_play, idle
from bot.titles.firefight.play.attack import FIRE
from bot.titles.firefight.play.base import Here, TurnVerb
from bot.titles.firefight.play.bonus_cards import PLAY_BONUS, playable
from bot.titles.firefight.play.digging import DIG, OCCUPY
from bot.titles.firefight.play.entering import ENTER
from bot.titles.firefight.play.hiding import HIDE, RECON
from bot.titles.firefight.play.leaving import LEAVE
from bot.titles.firefight.play.moving import MOVE, TURN_ABOUT
from bot.titles.firefight.play.passing import PASS, STALL
from bot.titles.firefight.play.rally import RALLY
from bot.titles.firefight.play.smoke import LAY_SMOKE
from bot.titles.firefight.play.transport import LOAD, UNLOAD


@case("COH-1.3a")
def question(at: Here) -> str:
    """Show what a player has to act with."""
    player = at.state.players[at.seat]
    have = f"you have {count(player.caps, 'CAP') if player.caps else 'no CAPs'}"
    if player.active and not checks(at.state):
        active = names.row([at.state.units[id] for id in player.active])
        has = names.does(player.active, "has", "have")
        have = f"{active} {has} {count(player.ap, 'action point')} left, and {have}"
    if exhausted(at.state, at.seat):
        return f"Your turn: no unit of yours can act. Pass, or play an action card. {begun(have)}."
    return f"Your turn: one action, a stall or a pass. {begun(have)}."


# FF-R181
@case("COH-1.3i", "COH-7.1b")
def goes_on(at: Here) -> do.Pass | None:
    """Pass again automatically if only cards are left, by standing orders or by need.

    Other players cannot tell which reason applies. A player who may hold a playable card is therefore asked once.
    """
    player = at.state.players[at.seat]
    if not player.resting or not exhausted(at.state, at.seat):
        return None
    asked = player.orders.open().passing == "ask" and (idle(at.state, at.seat) or can_play(at))
    return None if asked else do.Pass()


def can_play(at: At[State, Any]) -> bool:
    """Return true if the player can play a card, against an AI also a bonus card."""
    return has_play(at) or any(PLAY_BONUS.allows(at, each) for each in playable(at, {}))


VERBS: tuple[TurnVerb[Any], ...] = (
    MOVE, ENTER, LEAVE, TURN_ABOUT, FIRE, RALLY, DIG, OCCUPY, LOAD, UNLOAD,
    LAY_SMOKE, HIDE, RECON,
)  # fmt: skip
"""The actions of units, in the order of the menu."""

TURN: Decision[State, Event, Turn] = Decision(
    Turn,
    question=question,
    does="takes their turn",
    you="it is your turn",
    private=lambda at: not idle(at.state, at.seat),
    standing=goes_on,
    verbs=(*VERBS, CARD, STALL, PASS),
)
