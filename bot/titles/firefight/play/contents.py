"""All decisions of the game, in order of play."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import Decision, Work
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play import generator
from bot.titles.firefight.play.anytime import ORDER, RESIGN
from bot.titles.firefight.play.artillery import LANDING, PLOT
from bot.titles.firefight.play.bonus_cards import PLAY_BONUS
from bot.titles.firefight.play.hiding import SHOW
from bot.titles.firefight.play.initiative import BID, INITIATIVE
from bot.titles.firefight.play.mines import MINED
from bot.titles.firefight.play.revealing import EMERGE
from bot.titles.firefight.play.rounds import TURNS
from bot.titles.firefight.play.settling import SETTLE
from bot.titles.firefight.play.shelling import SHELLING
from bot.titles.firefight.play.turn import TURN

DECISIONS: tuple[Decision[State, Event, Any], ...] = (
    *generator.DECISIONS, BID, PLOT, LANDING, SHELLING, TURN, EMERGE, MINED,
)  # fmt: skip
WORKS: tuple[Work[State, Event, Any], ...] = (*generator.WORKS, INITIATIVE, TURNS, SETTLE)
ANYTIME = (ORDER, PLAY_BONUS, SHOW, RESIGN)
