"""Every decision of the battle, in the order in which a turn comes to them."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import Decision, Work
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.play import collapse
from bot.titles.trap.play.activation import ACTIVATION
from bot.titles.trap.play.anytime import ORDER, RESIGN
from bot.titles.trap.play.arrival import ARRIVAL
from bot.titles.trap.play.cup import CUP, HELD, NEXT
from bot.titles.trap.play.muster import MUSTER

DECISIONS: tuple[Decision[State, ev.Event, Any], ...] = (ARRIVAL, HELD, NEXT, ACTIVATION, *collapse.DECISIONS)
WORKS: tuple[Work[State, ev.Event, Any], ...] = (CUP, *MUSTER)
ANYTIME = (ORDER, RESIGN)
