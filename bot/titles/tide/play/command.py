"""Rules of spending command: agreement on munitions, funds and sabotage."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide.field import munitions
from bot.titles.tide.model.actions import PlaySabotage, Spend
from bot.titles.tide.model.state import State


@rule("FB-munition-1")
def are_used(seen: Seen[State], action: Spend) -> Wrong | None:
    """Both sides agree on special munitions, unless the scenario has settled it."""
    if not action.munition or munitions.used(seen.state):
        return None
    return Wrong("this battle is fought without special munitions", "leave `munition` out")


@rule("TOI-10.2a")
def can_spend(seen: Seen[State], action: Spend) -> Wrong | None:
    """A side has the command that it spends."""
    has = seen.state.hq[seen.seat].command
    if action.command <= has:
        return None
    return Wrong(f"you have {has} command", f"spend {has} at most" if has else "press Done")


@rule("FB-sabotage-1")
def plays_with_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Only a nation with a saboteur has sabotage cards."""
    if any(card.owner == seen.seat for card in seen.state.sabotage.values()):
        return None
    return Wrong("your side has no sabotage cards in this battle", "choose another order")
