"""The commands of the title: Discord takes no more than 25 of them."""

from __future__ import annotations

from bot.chat.controls.derive import typed
from bot.titles import titles


def test_discord_takes_all_commands() -> None:
    game = titles()["firefight"]
    assert len(typed(game)) + bool(game.questions) <= 25
