"""The title as the table knows it: every question of the kernel's protocol, answered by one module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.kernel.dice import Dice
from bot.kernel.game import Options, Prompt
from bot.kernel.rule import Rule
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import asks, candidates
from bot.titles.tide.evolve import evolve
from bot.titles.tide.model.actions import ACTIONS, Action
from bot.titles.tide.model.events import EVENTS, Event
from bot.titles.tide.model.state import State
from bot.titles.tide.resolve.actions import open_game, resolve
from bot.titles.tide.rules import RULES


class Tide:
    """Tide of Iron with Fury of the Bear."""

    key = "tide"
    name = "Tide of Iron"
    state = State
    actions: tuple[type[Action], ...] = ACTIONS
    events: tuple[type[Event], ...] = EVENTS
    rules: Mapping[type[Action], tuple[Rule[State, Any], ...]] = RULES

    def blank(self) -> State:
        return State()

    def open(self, scenario: str, options: Options, dice: Dice) -> Sequence[Event]:
        return open_game(scenario, options, dice)

    def asks(self, seen: Seen[State]) -> Mapping[Seat, Prompt]:
        return {seat: Prompt("", asks.verbs(seen.state, seat)) for seat in asks.asked(seen.state)}

    def candidates(self, seen: Seen[State], kind: type[Action], fixed: Mapping[str, Any]) -> Iterator[Action]:
        return candidates.candidates(seen, kind, fixed)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        return resolve(state, seat, action, dice)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)
