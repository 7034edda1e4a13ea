"""Strike the Bear: the table of contents."""

from __future__ import annotations

from bot.kit.events import effects, evolve, fortune, scene, tell
from bot.kit.plans import Plans
from bot.kit.title import Title, Words
from bot.titles.strike.computer import fighting, marching, rear
from bot.titles.strike.events import EVENTS, Event
from bot.titles.strike.model.actions import ACTIONS, GROUPS, Action, Continue, Done, Hold
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.play.advance import ADVANCE
from bot.titles.strike.play.anytime import ORDER, RESIGN, end
from bot.titles.strike.play.arrival import ARRIVAL
from bot.titles.strike.play.battle import DICE
from bot.titles.strike.play.combat import COMBAT
from bot.titles.strike.play.continuation import AGAIN, ANSWER, COUNTER_ATTACK, PRESS
from bot.titles.strike.play.defence import DEFENCE
from bot.titles.strike.play.losses import LOSSES
from bot.titles.strike.play.movement import RAILS, UNITS
from bot.titles.strike.play.redeployment import REDEPLOYMENT
from bot.titles.strike.play.reorganization import REORGANIZATION
from bot.titles.strike.play.sequence import SEQUENCE
from bot.titles.strike.play.setup import lay_out
from bot.titles.strike.play.tie import TIE
from bot.titles.strike.play.withdrawal import WITHDRAWAL
from bot.titles.strike.printed.check import printed
from bot.titles.strike.words import labels, moments, profiles, situation
from bot.titles.strike.words.questions import ANSWERS, topics
from bot.titles.strike.words.sentences import ADVICE

TITLE: Title[State, Action, Event] = Title(
    "strike",
    "Strike the Bear",
    state=State,
    actions=ACTIONS,
    groups=GROUPS,
    events=EVENTS,
    place=AreaId,
    printed=printed,
    set_up=lay_out,
    sequence=SEQUENCE,
    decisions=(
        ARRIVAL, REDEPLOYMENT, RAILS, UNITS, COMBAT, DEFENCE, COUNTER_ATTACK, PRESS, ANSWER, AGAIN, LOSSES,
        WITHDRAWAL, ADVANCE, TIE, REORGANIZATION,
    ),
    works=DICE,
    anytime=(ORDER, RESIGN),
    ends=end,
    evolve=evolve,
    words=Words(
        about="Whole armies on the way to Moscow in 1941: marches, supply, railways, weather and large battles.",
        tell=tell,
        effects=effects,
        fortune=fortune,
        advice=ADVICE,
        scene=scene,
        values=labels.VOCABULARY.values,
        topics=topics,
        label=labels.VOCABULARY.label,
        here=situation.here,
        profiles=profiles.profiles,
        status=situation.status,
        hand=situation.hand,
        held=situation.held,
        orders=situation.orders,
        sides=lambda state: moments.SIDES,
        plans=Plans(idle=(Done, Hold, Continue)),
        game="campaign",
        now=moments.now,
    ),
    computer={
        ARRIVAL: rear.arrive,
        REDEPLOYMENT: marching.redeploy,
        RAILS: rear.move_rails,
        UNITS: marching.move,
        COMBAT: fighting.combat_phase,
        DEFENCE: fighting.defend,
        COUNTER_ATTACK: fighting.attack,
        PRESS: fighting.press,
        ANSWER: fighting.answer,
        AGAIN: fighting.attack,
        LOSSES: fighting.losses,
        WITHDRAWAL: fighting.withdraw,
        ADVANCE: fighting.advance,
        TIE: fighting.choose,
        REORGANIZATION: rear.reorganize,
    },
    questions=ANSWERS,
)  # fmt: skip
