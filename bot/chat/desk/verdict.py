"""The headline of a finished game."""

from __future__ import annotations

import re

from bot.chat.desk.answers import sentence
from bot.chat.desk.names import side
from bot.chat.desk.table import Table
from bot.kernel.game import Outcome
from bot.kit.english import begun, join

ARTICLE = re.compile(r"^(?:The|An?|Both|Neither) ")
"""A first word that is small after a colon; names stay as they are."""


def headline(table: Table, outcome: Outcome) -> str:
    """Say which side won and why: "The Soviet side wins: …"."""
    if table.lesson is not None:
        return f"🏅 **{outcome.why}**"
    sides = list(dict.fromkeys(table.game.fights(table.state, seat) for seat in outcome.winners))
    won = join(f"the {each} side" for each in sides) if all(sides) else side(table, *outcome.winners)
    result = f"{begun(won)} {'wins' if len(sides) == 1 else 'win'}" if sides else "Nobody has won"
    return f"**{result}:** {ARTICLE.sub(lambda first: first[0].lower(), sentence(outcome.why))}"
