"""The button to the rules that a message names."""

from __future__ import annotations

from discord.ui import View

from bot.chat.controls.buttons import Pick, Press, view
from bot.titles import handbooks

HERE = "rule::here"
"""The path of the button. It shows the rules that its own message names."""


def with_rules(text: str, buttons: View | None) -> View | None:
    """Add the button to the rules that a text names, if there is room for it."""
    if not any(book.cases_in(text) for book in handbooks().values()):
        return buttons
    shown = buttons if buttons is not None else view()
    if any(isinstance(each, Press | Pick) and each.path.startswith("rule:") for each in shown.children):
        return buttons
    try:
        return shown.add_item(Press(HERE, "Rules", emoji="📖"))
    except ValueError:  # All rows are full.
        return buttons
