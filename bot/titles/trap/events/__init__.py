"""All that can ever happen, on a page for each family.

Fields may be added with defaults, never renamed or dropped; tags never change.
"""

from bot.kit.events import kinds
from bot.titles.trap.events import arrivals, assaults, course, deeds, fire, markers
from bot.titles.trap.events.arrivals import *
from bot.titles.trap.events.assaults import *
from bot.titles.trap.events.base import Deed as Deed
from bot.titles.trap.events.base import Event as Event
from bot.titles.trap.events.course import *
from bot.titles.trap.events.deeds import *
from bot.titles.trap.events.fire import *
from bot.titles.trap.events.markers import *

EVENTS = kinds(course, markers, arrivals, deeds, fire, assaults)
