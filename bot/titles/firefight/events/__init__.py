"""All that can ever happen, on a page for each family.

Fields may be added with defaults, never renamed or dropped; tags never change.
"""

from bot.kit.events import kinds
from bot.titles.firefight.events import (
    action_cards,
    costs,
    course,
    fights,
    hiding,
    making,
    mission,
    moves,
    placing,
    solo,
    works,
)
from bot.titles.firefight.events.action_cards import *
from bot.titles.firefight.events.base import Event as Event
from bot.titles.firefight.events.costs import *
from bot.titles.firefight.events.course import *
from bot.titles.firefight.events.fights import *
from bot.titles.firefight.events.hiding import *
from bot.titles.firefight.events.making import *
from bot.titles.firefight.events.mission import *
from bot.titles.firefight.events.moves import *
from bot.titles.firefight.events.placing import *
from bot.titles.firefight.events.solo import *
from bot.titles.firefight.events.works import *

EVENTS = kinds(course, costs, moves, fights, hiding, works, action_cards, making, placing, mission, solo)
