"""The table at home: a Discord on this machine, for the bot and for people in a browser. It knows no game."""

from bot.local.bodies import Upload
from bot.local.faults import Dispatch, Exchange, Faults
from bot.local.interaction import Interaction
from bot.local.limits import Refused
from bot.local.options import NotPossible
from bot.local.people import Person
from bot.local.records import Button, Channel, Choice, Guild, Message
from bot.local.server import LocalDiscord

__all__ = [
    "Button",
    "Channel",
    "Choice",
    "Dispatch",
    "Exchange",
    "Faults",
    "Guild",
    "Interaction",
    "LocalDiscord",
    "Message",
    "NotPossible",
    "Person",
    "Refused",
    "Upload",
]
