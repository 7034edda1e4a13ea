"""All decisions of the game, in order of play."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import Decision, Work
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play import laying
from bot.titles.firefight.play.anytime import ORDER, RESIGN
from bot.titles.firefight.play.artillery import LANDING, PLOT
from bot.titles.firefight.play.bonus_cards import PLAY_BONUS
from bot.titles.firefight.play.choosing import CHOOSE_CARD, CHOOSE_QUARRY
from bot.titles.firefight.play.defences import PLACE_DEFENCES
from bot.titles.firefight.play.edges import CHOOSE_EDGE
from bot.titles.firefight.play.facing import REFACE
from bot.titles.firefight.play.generation import GENERATION
from bot.titles.firefight.play.hands import CARD_WORK, PLAY_CARD
from bot.titles.firefight.play.hiding import SHOW
from bot.titles.firefight.play.initiative import BID, INITIATIVE
from bot.titles.firefight.play.markers import PLACE_MARKER, PLACE_MINE
from bot.titles.firefight.play.mines import MINED
from bot.titles.firefight.play.placing import PLACE_UNITS
from bot.titles.firefight.play.revealing import EMERGE
from bot.titles.firefight.play.roads import CHOOSE_ROAD
from bot.titles.firefight.play.rounds import TURNS
from bot.titles.firefight.play.rumours import PLACE_RUMOURS
from bot.titles.firefight.play.settling import SETTLE
from bot.titles.firefight.play.shelling import SHELLING
from bot.titles.firefight.play.sides import CHOOSE_SIDE
from bot.titles.firefight.play.turn import TURN
from bot.titles.firefight.play.weather import CHOOSE_CONDITION

DECISIONS: tuple[Decision[State, Event, Any], ...] = (
    CHOOSE_SIDE, laying.FIRST, laying.ADD, laying.SWITCH, CHOOSE_EDGE, PLAY_CARD, CHOOSE_CARD, CHOOSE_QUARRY,
    PLACE_UNITS, PLACE_MARKER, PLACE_DEFENCES, PLACE_MINE, CHOOSE_CONDITION, REFACE,
    PLACE_RUMOURS, CHOOSE_ROAD,
    BID, PLOT, LANDING, SHELLING, TURN, EMERGE, MINED,
)  # fmt: skip
WORKS: tuple[Work[State, Event, Any], ...] = (*GENERATION, CARD_WORK, INITIATIVE, TURNS, SETTLE)
ANYTIME = (ORDER, PLAY_BONUS, SHOW, RESIGN)
