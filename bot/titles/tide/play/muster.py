"""The muster: all sides fill their bases at the same time."""

from __future__ import annotations

from bot.kit.decisions import Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.resolve import actions, setup
from bot.titles.tide.rules import setting_up

MUSTER: Decision[State, Event, Muster] = Decision(
    Muster,
    question=lambda at: "Fill your bases, or say that you are ready with the suggested ones.",
    does="fills its bases",
    asked=lambda state, step: step.waiting,
    go=setup.go_muster,
    verbs=(
        Verb(
            do.Build,
            when="bases are filled before the battle, until you say that you are ready",
            cite="TOI-2.1b",
            rules=(
                setting_up.is_slot,
                setting_up.fits_base,
                setting_up.figures_at_hand,
                setting_up.special_at_hand,
            ),
            candidates=answering.builds,
            resolve=actions.fill,
        ),
        Verb(
            do.Done,
            when="one is done where nothing has to be chosen, as when command is spent or cards are drawn",
            cite="TOI-1.1",
            candidates=answering.dones,
            resolve=actions.be_ready,
        ),
    ),
)
