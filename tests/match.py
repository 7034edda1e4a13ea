"""Games in memory by random players and computers, for laws, soak and benchmarks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeVar

from bot.kernel.dice import SeededDice, key
from bot.kernel.fields import fields
from bot.kernel.game import By, Options, decide, open_kinds, verb
from bot.kernel.log import Entry, after, drawn
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.kit.advice import Adviser
from bot.kit.instructions import STANDING, Instruction
from bot.store.history import History, undo

T = TypeVar("T")
AnyGame = Adviser[Any, Any, Any]
AnySeen = Seen[Any]

FEW = 50
"""The most actions of a class that count as few."""
TRIES = 3
"""The values of a first field that are tried before listing all."""


class DeadEnd(AssertionError):
    """A seat is asked but has no legal action."""


class Match:
    """A game as a table keeps it: its log, its state and its dice.

    `states` are those after each entry.
    """

    def __init__(
        self, game: AnyGame, scenario: str, options: Options, seed: bytes, words: Mapping[Seat, str] | None = None
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.seed = seed
        self.words = dict(words or {})
        self.dice = SeededDice(key(seed, self.words))
        self.log: list[Entry[Any, Any]] = []
        self.instructions: list[Instruction[Any, Any]] = []
        self.state = game.blank()
        self.states: list[Any] = []
        self._kept_history: History[Any, Any, Any] | None = None
        self._enter(PUBLIC, "table", None, tuple(game.open(scenario, options, self.dice)))

    def __repr__(self) -> str:
        last = f"; the last is {self.log[-1].seat}: {self.log[-1].action}" if len(self.log) > 1 else ""
        return f"<{self.scenario} {self.options} seed={self.seed!r} after {len(self.log)} entries{last}>"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the scenario."""
        return self.game.scenarios[self.scenario].seats

    @property
    def viewers(self) -> tuple[Seat, ...]:
        """All viewers: the seats and the public."""
        return (*self.seats, PUBLIC)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that must act."""
        return tuple(self.game.asked(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def seen(self, seat: Seat) -> AnySeen:
        """Return the present view of a seat."""
        return see(self.state, seat)

    def act(self, seat: Seat, action: Any, by: By = "person") -> Refusal | None:
        """Take an action, or say why it is refused."""
        result = decide(self.game, self.state, seat, action, self.dice)
        if isinstance(result, Refusal):
            return result
        if verb(type(action)) == STANDING:
            self._leave(seat, by, action, result)
        else:
            self._enter(seat, by, action, result)
        return None

    def _leave(self, seat: Seat, by: By, action: Any, events: tuple[Any, ...]) -> None:
        number = 1 + sum(each.seat == seat for each in self.instructions)
        self.instructions.append(Instruction(seat, number, len(self.log), by, action, events))
        self.state = after(self.game, self.state, events)

    def history(self) -> History[Any, Any, Any]:
        """Return the log as a table keeps it."""
        return History(self.game, self.log, (len(self.log), self.state), self.instructions)

    def _own_history(self) -> History[Any, Any, Any]:
        """Return the same history every time, continued as a table continues its own."""
        kept = self._kept_history
        if kept is None:
            kept = self._kept_history = self.history()
        else:
            left = self.instructions[len(kept.recorded()) :]
            kept.extend(self.log[len(kept) :], self.state, left)
        return kept

    def undo(self, seat: Seat) -> Refusal | None:
        """Take the seat's last action back, or say why not."""
        history = self._own_history()
        first = undo(history, seat)
        if isinstance(first, Refusal):
            return first
        self._take_back(first, seat, history.after(first))
        return None

    def rewind(self, first: int, seat: Seat = PUBLIC) -> None:
        """Take back every entry from this number on. The dice that fell stay fallen."""
        self._take_back(first, seat, self._own_history().after(first))

    def _take_back(self, first: int, seat: Seat, before: Any) -> None:
        self.log.append(Entry(seat, "person", back_to=first, drawn=drawn(self.log)))
        self.state = before
        self.states.append(before)

    def cut(self, entries: int) -> Match:
        """Return the match after this number of entries."""
        earlier = object.__new__(Match)
        left = [each for each in self.instructions if each.entries < entries]
        vars(earlier).update(vars(self), log=self.log[:entries], states=self.states[:entries], instructions=left)
        earlier.state, earlier._kept_history = earlier.states[-1], None
        earlier.dice = SeededDice(self.dice.key, drawn(earlier.log))
        return earlier

    def _enter(self, seat: Seat, by: By, action: Any, events: tuple[Any, ...]) -> None:
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.log.append(Entry(seat, by, action, events, self.dice.drawn))
        self.states.append(self.state)


def random_options(game: AnyGame, scenario: str, rnd: Random) -> dict[str, str]:
    """Choose each option of a scenario by lot."""
    return {option.name: rnd.choice(option.values) for option in game.scenarios[scenario].options}


def random_action(game: AnyGame, seen: AnySeen, rnd: Random) -> Any:
    """Choose a legal action at random: its class, then its first field.

    Raises `DeadEnd`.
    """
    kinds = list(open_kinds(game, seen))
    rnd.shuffle(kinds)
    for kind in kinds:
        action = random_of(game, seen, kind, rnd)
        if action is not None:
            return action
    raise DeadEnd(f"{seen.seat} is asked for {[kind.__name__ for kind in kinds]} and can do none of it")


def random_of(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> Any | None:
    """Choose a legal action of a class by lot, `None` when there is none."""
    drawn = (_one_of(game, seen, lot, rnd) for lot in _lots(game, seen, kind, rnd))
    return next((action for action in drawn if action is not None), None)


def _lots(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> Iterator[Iterable[Any]]:
    """Yield lists to draw from: some values of the first field, then all, or the rest."""
    first = next((field for field in fields(kind) if field.is_name and not field.many), None)
    if first is None:
        yield game.candidates(seen, kind, {})
        return
    values = list(dict.fromkeys([*game.values(seen, first), *([] if first.required else [first.default])]))
    rnd.shuffle(values)
    yield from (game.candidates(seen, kind, {first.name: value}) for value in values[:TRIES])
    few = list(islice(game.candidates(seen, kind, {}), FEW))
    if len(few) < FEW:
        yield few
    else:
        yield from (game.candidates(seen, kind, {first.name: value}) for value in values[TRIES:])


def _one_of(game: AnyGame, seen: AnySeen, candidates: Iterable[Any], rnd: Random) -> Any | None:
    drawn = list(candidates)
    rnd.shuffle(drawn)
    return next((action for action in drawn if game.judge(seen, action) is None), None)


def step(match: Match, rnd: Random, computers: Collection[Seat] = ()) -> None:
    """Let an asked seat act: computers play, other seats act at random.

    Sometimes a standing order answers for a player, and sometimes they undo it.
    """
    seat = rnd.choice(match.asked)
    seen = match.seen(seat)
    by: By = "person"
    ordered = match.game.answer(seen) if seat in computers or rnd.random() < 0.3 else None
    if ordered is not None:
        action, by = ordered, "orders"
    elif seat in computers:
        action, by = match.game.play(seen), "computer"
    else:
        action = random_action(match.game, seen, rnd)
    refusal = match.act(seat, action, by)
    assert refusal is None, f"{seat} ({by}) was offered {action} and it is refused: {refusal}"
    if by == "person" and rnd.random() < 0.05:
        match.undo(seat)


def play(match: Match, rnd: Random, computers: Collection[Seat] = (), *, moves: int) -> Match:
    """Play this number of moves, or to the end if that is sooner."""
    for _ in range(moves):
        if match.over:
            break
        step(match, rnd, computers)
    return match


def moment(match: Match, rnd: Random, computers: Collection[Seat], moves: int) -> Match:
    """Play this number of moves; of a finished game return an earlier moment."""
    play(match, rnd, computers, moves=moves)
    return match.cut(1 + moves % (len(match.log) - 1)) if match.over and len(match.log) > 1 else match


def sample(rnd: Random, values: Iterable[T], most: int) -> list[T]:
    """Choose at most this number of distinct values."""
    pool = list(values)
    return rnd.sample(pool, min(most, len(pool)))
