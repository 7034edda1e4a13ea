"""All that can ever happen, on a page for each family.

Fields may be added with defaults, never renamed or dropped; tags never change.
"""

from bot.kit.events import kinds
from bot.titles.strike.events import condition, course, fights, moves
from bot.titles.strike.events.base import Event as Event
from bot.titles.strike.events.condition import *
from bot.titles.strike.events.course import *
from bot.titles.strike.events.fights import *
from bot.titles.strike.events.moves import *

EVENTS = kinds(course, moves, fights, condition)
