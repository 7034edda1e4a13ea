"""Questions whether a player means an order, which a button or a command answers."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from discord import Interaction

from bot.chat.desk.draft import Unsure
from bot.chat.desk.recent import remember
from bot.chat.desk.table import Table

STANDS = timedelta(minutes=15)
"""How long a command answers a question; a later one is asked about again."""
REMEMBERED = 10_000
"""The people whose last question is remembered."""


class Asked(NamedTuple):
    """A question that a person has read."""

    game: int
    question: Unsure
    at: datetime


class Confirmations:
    """The last question of each person. After a restart they are asked again."""

    def __init__(self) -> None:
        self._last: OrderedDict[int, Asked] = OrderedDict()

    def ask(self, interaction: Interaction[Any], table: Table, question: Unsure | None) -> None:
        """Remember that a person has been shown a question, if there is one."""
        if question is None:
            return
        asked = Asked(table.record.id, question, interaction.created_at)
        remember(self._last, interaction.user.id, asked, REMEMBERED)

    def asked(self, interaction: Interaction[Any], table: Table) -> Unsure | None:
        """Return the last question of a person, if it is about this game and recent."""
        last = self._last.get(interaction.user.id)
        stands = last is not None and last.game == table.record.id and interaction.created_at - last.at <= STANDS
        return last.question if last is not None and stands else None

    def confirms(self, interaction: Interaction[Any], table: Table, question: Unsure) -> bool:
        """Return whether a command answers the question that it would be asked."""
        return question.repeats(self.asked(interaction, table), table)
