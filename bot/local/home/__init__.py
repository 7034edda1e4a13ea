"""The table at home as a whole: the server, its page, and a window for each person who looks at it."""

from bot.local.home.premises import Played
from bot.local.home.server import LocalDiscord

__all__ = ["LocalDiscord", "Played"]
