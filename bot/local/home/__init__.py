"""The server of the local Discord, its page, and a window for each open page."""

from bot.local.home.membership import Played
from bot.local.home.server import LocalDiscord

__all__ = ["LocalDiscord", "Played"]
