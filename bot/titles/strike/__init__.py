"""Strike the Bear: every question of the kernel's protocol, answered by one module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.kernel.game import Case, Outcome, Scenario
from bot.kernel.rule import Refusal, Rule
from bot.kernel.rule import judge as judged
from bot.kernel.secret import Seen
from bot.kit.records import Problem
from bot.titles.strike import names, report, scenes, tell
from bot.titles.strike import orders as standing
from bot.titles.strike.candidates import candidates
from bot.titles.strike.chances import chances
from bot.titles.strike.check import sound
from bot.titles.strike.computer import play
from bot.titles.strike.evolve import evolve
from bot.titles.strike.lobby import scenarios
from bot.titles.strike.model.actions import ACTIONS, Action
from bot.titles.strike.model.events import EVENTS, Event
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.questions import QUESTIONS, ask, topics
from bot.titles.strike.resolve.actions import open_game, resolve
from bot.titles.strike.rules import RULES
from bot.titles.strike.tables import tables
from bot.titles.strike.undone import undone


class Strike:
    """The title. It keeps nothing but what is printed."""

    key = "strike"
    name = "Strike the Bear"
    state: type[State] = State
    actions: tuple[type[Action], ...] = ACTIONS
    questions: tuple[type[Struct], ...] = QUESTIONS
    events: tuple[type[Event], ...] = EVENTS
    place = AreaId
    rules: Sequence[Rule[Seen[State], Any]] = tuple(
        dict.fromkeys(each for rules in RULES.values() for each in rules)
    )

    def __init__(self) -> None:
        """Read the data. Raises `records.Unreadable` where nothing could be played at all."""
        printed, problems = sound(tables())
        self.problems: tuple[Problem, ...] = (*printed.problems, *problems)
        self.scenarios: Mapping[str, Scenario] = scenarios(printed)
        self.cases: Mapping[str, Case] = printed.cases

    blank = staticmethod(State)
    open = staticmethod(open_game)
    asks = staticmethod(report.prompts)
    candidates = staticmethod(candidates)
    values = staticmethod(names.values)
    topics = staticmethod(topics)
    label = staticmethod(names.label)
    resolve = staticmethod(resolve)
    evolve = staticmethod(evolve)
    tell = staticmethod(tell.tell)
    scene = staticmethod(scenes.scene)
    sketch = staticmethod(scenes.sketch)
    ask = staticmethod(ask)
    status = staticmethod(report.status)
    hand = staticmethod(report.hand)
    held = staticmethod(report.held)
    orders = staticmethod(report.orders)
    odds = staticmethod(chances)
    undone = staticmethod(undone)
    answer = staticmethod(standing.answer)
    play = staticmethod(play)

    @staticmethod
    def judge(seen: Seen[State], action: Action) -> Refusal | None:
        """Return why an action is refused, `None` when it is legal."""
        return judged(RULES[type(action)], seen, action)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        """Return how the game ended, `None` while it goes on."""
        return state.outcome
