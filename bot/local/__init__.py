"""A local Discord server for the bot and people in a browser. It knows no game."""

from bot.local.bodies import Upload
from bot.local.faults import Dispatch, Exchange, Faults
from bot.local.interaction import Interaction
from bot.local.limits import Refused
from bot.local.objects import Button, Channel, Choice, Guild, Message
from bot.local.options import NotPossible
from bot.local.people import Person

__all__ = [
    "Button",
    "Channel",
    "Choice",
    "Dispatch",
    "Exchange",
    "Faults",
    "Guild",
    "Interaction",
    "Message",
    "NotPossible",
    "Person",
    "Refused",
    "Upload",
]
