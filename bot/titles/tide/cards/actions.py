"""Cards that lengthen turns and shorten them."""

from __future__ import annotations

from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards.effect import Effect, plays
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import units
from bot.titles.tide.field.crews import ready
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import Boon, CardId
from bot.titles.tide.printed import effects as does


@plays(does.MoreActions)
def more_actions(effect: does.MoreActions) -> Effect:
    """Make a card that lengthens the turn that is under way."""

    def value(seen: Seen[State], target: str) -> float:
        turn = seen.state.steps[-1] if seen.state.steps else None
        left = turn.left - 1 if isinstance(turn, Turn) else 0
        fresh = sum(ready(seen.state, unit) for unit in units.of(seen.state, seen.seat))
        return 0.4 * max(0, min(effect.actions, fresh - left))

    return Effect(lambda play, seat, card, target: play.emit(ev.ActionsAdded(seat, effect.actions)), value=value)


@plays(does.FewerActions)
def fewer_actions(effect: does.FewerActions) -> Effect:
    """Make a card that shortens the opponent's next turn, in this round or the next."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        enemy, through = units.other(play.state, seat), play.state.round + 1
        play.emit(ev.Given(Boon("actions", enemy, -effect.actions, through)))

    return Effect(act, value=lambda seen, target: 0.6)
