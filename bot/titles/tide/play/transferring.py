"""Squads of one hex exchange figures."""

from __future__ import annotations

from bot.kit.decisions import Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Transferring
from bot.titles.tide.play import orders
from bot.titles.tide.resolve import actions
from bot.titles.tide.rules.setting_up import can_transfer

TRANSFERRING: Decision[State, Event, Transferring] = Decision(
    Transferring,
    question=lambda at: "Squads in one hex may exchange figures.",
    does="exchanges figures",
    private=hides,
    standing=orders.transfers,
    verbs=(
        Verb(
            do.Transfer,
            when="squads exchange figures in the Status Phase",
            cite="TOI-11.3",
            rules=(can_transfer,),
            candidates=answering.transfers,
            resolve=actions.transfer,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
