"""Strike the Bear: the table of contents."""

from __future__ import annotations

from bot.kit.title import Title, Words
from bot.titles.strike.computer import PLAYER
from bot.titles.strike.evolve import evolve
from bot.titles.strike.field import names
from bot.titles.strike.model.actions import ACTIONS, Action
from bot.titles.strike.model.events import EVENTS, Event
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.play.contents import ANYTIME, DECISIONS, WORKS
from bot.titles.strike.play.sequence import SEQUENCE
from bot.titles.strike.play.setup import lay_out
from bot.titles.strike.printed.check import printed
from bot.titles.strike.words import moments, report, scenes, tell
from bot.titles.strike.words.questions import ANSWERS, topics

TITLE: Title[State, Action, Event] = Title(
    "strike",
    "Strike the Bear",
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    place=AreaId,
    printed=printed,
    set_up=lay_out,
    sequence=SEQUENCE,
    decisions=DECISIONS,
    works=WORKS,
    anytime=ANYTIME,
    evolve=evolve,
    words=Words(
        tell=tell.tell,
        scene=scenes.scene,
        values=names.VOCABULARY.values,
        topics=topics,
        label=names.VOCABULARY.label,
        status=report.status,
        hand=report.hand,
        held=report.held,
        orders=report.orders,
        sides=lambda state: moments.SIDES,
        game="campaign",
        closed=moments.closed,
        now=moments.now,
    ),
    computer=PLAYER,
    questions=ANSWERS,
)
