"""Tide of Iron with Fury of the Bear: the table of contents."""

from __future__ import annotations

from bot.kit.events import effects, evolve, fortune, scene, tell
from bot.kit.plans import Plans
from bot.kit.title import Title, Words
from bot.titles.tide.computer import answers, command, on_the_way, turn
from bot.titles.tide.events import EVENTS, Event
from bot.titles.tide.model.actions import ACTIONS, GROUPS, Action, Done, Fatigue, Hold, Stop
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.play import rounds
from bot.titles.tide.play.anytime import ORDER, RESIGN
from bot.titles.tide.play.arrival import ARRIVAL
from bot.titles.tide.play.deployment import DEPLOYMENT
from bot.titles.tide.play.drawing import DRAWING
from bot.titles.tide.play.laying_out import lay_out
from bot.titles.tide.play.losses import LOSSES
from bot.titles.tide.play.march import MARCH
from bot.titles.tide.play.melee import ASSAULTED
from bot.titles.tide.play.munitions import ARMING, KEEPING
from bot.titles.tide.play.muster import MUSTER
from bot.titles.tide.play.on_the_way import ON_THE_WAY
from bot.titles.tide.play.op_fire import CHANCE
from bot.titles.tide.play.op_fire_placing import OP_FIRE_PLACING
from bot.titles.tide.play.rerolling import REROLLING
from bot.titles.tide.play.rout import ROUT
from bot.titles.tide.play.sequence import SEQUENCE
from bot.titles.tide.play.spending import SPENDING
from bot.titles.tide.play.transferring import TRANSFERRING
from bot.titles.tide.play.turn import TURN
from bot.titles.tide.printed.check import printed
from bot.titles.tide.words import moments, profiles, questions, situation
from bot.titles.tide.words.sentences import ADVICE
from bot.titles.tide.words.vocabulary import VOCABULARY

TITLE: Title[State, Action, Event] = Title(
    "tide",
    "Tide of Iron",
    state=State,
    actions=ACTIONS,
    groups=GROUPS,
    events=EVENTS,
    place=HexId,
    printed=printed,
    set_up=lay_out,
    sequence=SEQUENCE,
    decisions=(
        MUSTER, DEPLOYMENT, TURN, CHANCE, ON_THE_WAY, LOSSES, ASSAULTED, ROUT, REROLLING, SPENDING, DRAWING,
        ARMING, OP_FIRE_PLACING, TRANSFERRING, KEEPING, ARRIVAL,
    ),
    works=(MARCH,),
    anytime=(ORDER, RESIGN),
    ends=rounds.end,
    evolve=evolve,
    words=Words(
        about="Squads and tanks fight for villages: move, shoot, pin the enemy down, storm. It is easy to learn.",
        tell=tell,
        scene=scene,
        effects=effects,
        fortune=fortune,
        values=VOCABULARY.values,
        topics=questions.topics,
        label=VOCABULARY.label,
        face=VOCABULARY.face,
        here=situation.here,
        profiles=profiles.profiles,
        advice=ADVICE,
        status=situation.status,
        hand=situation.hand,
        held=situation.held,
        orders=situation.orders,
        sides=moments.sides,
        plans=Plans(idle=(Done, Hold, Stop, Fatigue)),
        game="battle",
        closed=moments.closed,
        now=moments.now,
    ),
    computer=(
        answers.musters, answers.deploys, turn.has_turn, on_the_way.is_on_the_way, answers.has_chance,
        answers.loses, answers.is_assaulted, answers.retreats, command.spends, command.draws, command.buys,
        answers.places_op_fire, answers.exchanges, answers.brings_up, answers.keeps, answers.rolls_again,
    ),
    questions={
        questions.Reach: questions.reach,
        questions.Sight: questions.sight,
        questions.Card: questions.shown_card,
    },
)  # fmt: skip
