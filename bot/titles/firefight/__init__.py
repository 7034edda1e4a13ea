"""The Firefight Generator: a card game makes a battle, which is then fought."""

from __future__ import annotations

from bot.kit.events import evolve
from bot.kit.title import Title
from bot.titles.firefight.computer import ADVISERS, PLAYER
from bot.titles.firefight.computer.reacting import reacts
from bot.titles.firefight.events import EVENTS
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.actions import ACTIONS, GROUPS, Action
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.anytime import end
from bot.titles.firefight.play.contents import ANYTIME, DECISIONS, WORKS
from bot.titles.firefight.play.sequence import SEQUENCE
from bot.titles.firefight.play.setup import lay_out
from bot.titles.firefight.play.solo.turn import WORKS as AI_WORKS
from bot.titles.firefight.printed.lobby import printed
from bot.titles.firefight.words import WORDS
from bot.titles.firefight.words.questions import ANSWERS

TITLE: Title[State, Action, Event] = Title(
    "firefight",
    "Firefight Generator",
    state=State,
    actions=ACTIONS,
    groups=GROUPS,
    events=EVENTS,
    place=HexId,
    printed=printed,
    set_up=lay_out,
    sequence=SEQUENCE,
    decisions=DECISIONS,
    works=(*WORKS, *AI_WORKS),
    anytime=ANYTIME,
    ends=end,
    evolve=evolve,
    words=WORDS,
    computer=PLAYER,
    advisers=ADVISERS,
    reacts=reacts,
    gone=lambda state, seat: state.players[seat].gone,
    questions=ANSWERS,
)
