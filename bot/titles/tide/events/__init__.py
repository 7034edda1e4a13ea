"""All that can ever happen, on a page for each family.

Fields may be added with defaults, never renamed or dropped; tags never change.
"""

from bot.kit.events import kinds
from bot.titles.tide.events import armies, cards, course, fights, harm, moves, works
from bot.titles.tide.events.armies import *
from bot.titles.tide.events.base import Event as Event
from bot.titles.tide.events.cards import *
from bot.titles.tide.events.course import *
from bot.titles.tide.events.fights import *
from bot.titles.tide.events.harm import *
from bot.titles.tide.events.moves import *
from bot.titles.tide.events.works import *

EVENTS = kinds(course, armies, moves, fights, harm, works, cards)
