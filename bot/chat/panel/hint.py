"""The order the computer would give in a player's place, and why."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle
from discord.ui import View
from msgspec.structs import replace

from bot.chat.controls.buttons import Press
from bot.chat.desk.draft import APART
from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.panel import order_page
from bot.chat.panel.page import Page, laid, unbroken
from bot.chat.panel.walk import chosen, way_to
from bot.chat.panel.way import Way
from bot.kernel.fields import fields
from bot.kernel.game import verb
from bot.kernel.rule import Refusal

RULED_OUT = Refusal("FP-hint", "hints are ruled out at this table", "the players may agree to them before a game")


@unbroken
def page(game: AnyGame, seen: AnySeen, way: Way) -> Page:
    """Show the computer's order with its reasons, ready to give or change."""
    action = game.advise(seen)
    to = _way(game, seen, way, action)
    shown = order_page.go_on(game, seen, to) if to is not None else None
    why = game.why(seen, action)
    how = ", unit by unit" if _is_joint(action) and action != game.play(seen) else ""
    head = f"💡 **The computer would do this{how}.**"
    if shown is None:
        text = "\n".join(filter(None, [head, game.spoken(seen, action), why]))
        return Page(text, _do_it(game, seen, way, action))
    order, *besides = shown.text.split("\n")
    return replace(shown, text="\n".join(filter(None, [head, order, why, *besides])))


def _is_joint(action: Any) -> bool:
    """Return whether an order names several pieces."""
    return any(field.many and len(getattr(action, field.name)) > 1 for field in fields(type(action)))


def _do_it(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> View:
    """Return the button for the computer's order if the panel cannot build it."""
    undone = game.undone(seen, action)
    do_it = [] if undone else [Press(f"hinted:{way.game}:{way.moment}", "Do it", ButtonStyle.success)]
    return laid([*do_it, Press(f"panel:{way.game}", "Your orders")])


def _way(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> Way | None:
    """Return the way to an order, `None` if the panel would build another.

    Standing orders are sentences in a dialog of their own: a hint shows the whole of them, to be given or not.
    """
    if verb(type(action)) in APART:
        return None
    known = {field.name: getattr(action, field.name) for field in fields(type(action))}
    to = way_to(game, seen, way, type(action), known)
    return to if chosen(game, seen, to) == action else None
