"""Into a Bear Trap: Grozny, New Year 1995. Contents."""

from __future__ import annotations

from bot.kit.events import evolve
from bot.kit.title import Title
from bot.titles.trap.computer import PLAYER
from bot.titles.trap.computer.together import advise
from bot.titles.trap.events import EVENTS, Event
from bot.titles.trap.model.actions import ACTIONS, GROUPS, Action
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from bot.titles.trap.play import collapse
from bot.titles.trap.play.activation import ACTIVATION
from bot.titles.trap.play.anytime import ORDER, RESIGN, end
from bot.titles.trap.play.arrival import ARRIVAL
from bot.titles.trap.play.cup import CUP, HELD, NEXT
from bot.titles.trap.play.muster import MUSTER
from bot.titles.trap.play.sequence import SEQUENCE
from bot.titles.trap.play.setup import lay_out
from bot.titles.trap.printed.check import printed
from bot.titles.trap.words import WORDS
from bot.titles.trap.words.questions import ANSWERS

TITLE: Title[State, Action, Event] = Title(
    "trap",
    "Into a Bear Trap",
    state=State,
    actions=ACTIONS,
    groups=GROUPS,
    events=EVENTS,
    place=HexId,
    printed=printed,
    set_up=lay_out,
    sequence=SEQUENCE,
    decisions=(ARRIVAL, HELD, NEXT, ACTIVATION, *collapse.DECISIONS),
    works=(CUP, *MUSTER),
    anytime=(ORDER, RESIGN),
    ends=end,
    evolve=evolve,
    words=WORDS,
    computer=PLAYER,
    advisers=(advise,),
    questions=ANSWERS,
)
