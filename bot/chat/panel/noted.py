"""A player's notes, as a page on which each note can be dropped."""

from __future__ import annotations

from discord import SelectOption

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk import notes
from bot.chat.desk.order_text import LONGEST
from bot.chat.desk.table import Table
from bot.chat.panel.page import Page, laid
from bot.kernel.secret import Seat

NONE = "📝 You have no notes."
HOW = """\
-# `/game me note text:` adds one. You see them with your orders, and by direct message when it is your move \
again. Nobody else sees them, and leaving your seat deletes them.\
"""


def page(table: Table, seat: Seat) -> Page:
    """Show the notes of a seat."""
    own = table.notes.get(seat, {})
    options = [SelectOption(label=f"{n}. {text}"[:LONGEST], value=str(n)) for n, text in own.items()]
    drop = [Pick(f"note:{table.record.id}:{seat}", options, "Drop one of them")] if options else []
    orders = Press(f"panel:{table.record.id}", "Your orders")
    return Page(f"{notes.told(own) or NONE}\n{HOW}", laid(drop, [orders]))
