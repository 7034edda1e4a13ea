"""Drawing: a side draws strategy cards, and may subvert those of others."""

from __future__ import annotations

from bot.kit.decisions import Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing
from bot.titles.tide.resolve import actions, status
from bot.titles.tide.rules import cards

DRAWING: Decision[State, Event, Drawing] = Decision(
    Drawing,
    question=lambda at: "Draw a strategy card." if at.step.left else "You may still subvert a card.",
    does="draws cards",
    go=status.go_drawing,
    verbs=(
        Verb(
            do.Draw,
            when="a side draws one strategy card in the Status Phase, and a second one if the first shows a plus",
            cite="TOI-10.3b",
            rules=(cards.can_draw,),
            candidates=answering.draws,
            resolve=actions.draw,
        ),
        Verb(
            do.Subvert,
            when="a card is subverted where you draw cards in the Status Phase",
            cite="FB-subvert-2",
            rules=(cards.can_subvert,),
            candidates=answering.subversions,
            resolve=actions.subvert,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
