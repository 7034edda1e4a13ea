"""A log in memory, which decodes lines on demand and caches some states."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import chain
from typing import Generic, TypeVar, overload

from msgspec import Raw, Struct, json

from bot.kernel.game import Game
from bot.kernel.log import Entry, after
from bot.kernel.plan import Plan
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import Seat, learned, see
from bot.kit.instructions import Instruction, standing
from bot.kit.plans import planned
from bot.store.entries import Entries

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


BY_HAND = ("person", "plan")
"""The origins of orders that a player gave personally and can take back."""
PLAN, BACK = '"plan":', '"back_to":'
"""Texts in the line of every entry that has a plan or goes back, and some more."""


class _Marks(Struct):
    """The fields of an entry that make it other than a plain move."""

    back_to: int | None = None
    plan: Raw = Raw()


_marks = json.Decoder(_Marks)


class History(Sequence[Entry[A, E]], Generic[S, A, E]):
    """A game's entries and instructions, and the state after each entry.

    Several threads read it while one extends it, so its values are replaced and never changed in part.
    `known` is a kept state and the number of entries before it. Without it all entries are folded at once.
    Reading an entry of a log that is not valid raises the errors of `decode` and of the title.
    """

    EVERY = 32
    """Interval between cached states, in entries.

    The state that was asked for last is cached too, or the one before the newest entries. All other states are
    folded from these.
    """
    MOST = 4
    """Most cached states. Beyond it the interval is doubled."""

    def __init__(
        self, game: Game[S, A, E], entries: Iterable[Entry[A, E] | str] = (), known: tuple[int, S] | None = None,
        instructions: Iterable[Instruction[A, E]] = (),
    ) -> None:  # fmt: skip
        self._game = game
        lines = list(entries)
        self._entries: Entries[A, E] = Entries(game, lines)
        self._every = self.EVERY
        self._states: dict[int, S] = {0: game.blank()}
        self._states.update([known] if known else [])
        self._last = (0, self._states[0])
        self._now: tuple[int, S] = (-1, self._states[0])
        self.instructions: Mapping[Seat, tuple[Instruction[A, E], ...]] = {}
        """The instructions that each seat has left with the table, oldest first.

        Only the seat itself may read them.
        """
        self.plans: Mapping[Seat, Plan[A]] = {}
        """The current plans of the seats."""
        self.moves = array("I")
        """The numbers of the moves that still count, in order.

        Plans in logs of earlier releases are no moves.
        """
        self._read(lines)
        self._leave(instructions)
        self._now = (len(self), self.after(len(self)))
        self._entries.close()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def state(self) -> S:
        """The state after all entries and instructions."""
        return self._now[1]

    def _read(self, lines: Iterable[Entry[A, E] | str]) -> None:
        """Note the moves that count, and the plans that logs of earlier releases hold."""
        for n, line in enumerate(lines):
            if isinstance(line, str) and not self.plans and _is_plain(line):
                self.moves.append(n)
                continue
            entry = self[n]
            if entry.plan is not None:
                self._leave([Instruction(entry.seat, 0, n + 1, entry.by, plan=entry.plan.open())])
            elif self.plans:
                gone = () if entry.back_to is None else self[entry.back_to : n]
                self.plans = planned(self.plans, entry, gone)
            _count(self.moves, n, entry)

    def _leave(self, instructions: Iterable[Instruction[A, E]]) -> None:
        """Let instructions take effect."""
        left, plans = dict(self.instructions), dict(self.plans)
        for each in instructions:
            left[each.seat] = (*left.get(each.seat, ()), each)
            if each.plan is not None:
                plans[each.seat] = each.plan
        self.instructions = left
        self.plans = {seat: plan for seat, plan in plans.items() if plan.intents}

    def recorded(self) -> list[Instruction[A, E]]:
        """Return all instructions that are stored beside the log.

        No player may read this list during the game.
        """
        return [each for left in self.instructions.values() for each in left if each.number]

    @overload
    def __getitem__(self, n: int) -> Entry[A, E]: ...
    @overload
    def __getitem__(self, n: slice) -> list[Entry[A, E]]: ...
    def __getitem__(self, n: int | slice) -> Entry[A, E] | list[Entry[A, E]]:
        return self._entries[n]

    def extend(
        self, entries: Iterable[Entry[A, E]], state: S, instructions: Iterable[Instruction[A, E]] = ()
    ) -> None:
        """Add entries and instructions, which have led to this state."""
        self._leave(instructions)
        moves, added = array("I", self.moves), list(entries)
        for n, entry in enumerate(added, len(self)):
            _count(moves, n, entry)
        self._entries.extend(added)
        self.moves = moves
        self._last, self._now = self._now, (len(self), state)

    def extended(self, lines: Sequence[str], instructions: Iterable[Instruction[A, E]]) -> History[S, A, E]:
        """Return this log with lines and instructions that were stored elsewhere.

        Those that it has are left out. Raises the errors of a log that cannot be read.
        """
        longer = copy(self)
        longer._entries = self._entries.copy()
        longer._entries.extend(lines)
        longer.moves = array("I", self.moves)
        known = {(seat, each.number) for seat, left in self.instructions.items() for each in left}
        longer._leave(each for each in instructions if (each.seat, each.number) not in known)
        for n in range(len(self), len(longer)):
            _count(longer.moves, n, longer[n])
        longer._now = (-1, self.state)
        longer._now = (len(longer), longer.after(len(longer)))
        return longer

    def evolved(self, state: S, event: E) -> S:
        """Return the state after an event."""
        return self._game.evolve(state, event)

    def searched(self, state: S, event: E, seat: Seat) -> bool:
        """Return whether an event might have revealed something hidden from a seat."""
        return self._game.searches(see(state, seat), event)

    def after(self, count: int) -> S:
        """Return the state after the first `count` entries.

        An undone action has no effect on it. Standing orders are not part of the log, and are always the current
        ones.
        """
        length, state = self._now
        if count == length:
            return state
        left = chain.from_iterable(self.instructions.values()) if count else ()
        return after(self._game, self._folded(count), standing(left))

    def _folded(self, count: int) -> S:
        """Return the state after the first `count` entries, with any standing orders."""
        at = standing = count
        (last, state), states = self._last, self._states
        missing = []
        while at > standing or (at != last and at not in states):
            at -= 1
            entry = self[at]
            if entry.back_to is not None:
                standing = min(standing, entry.back_to)
            elif at < standing:
                missing.append((at + 1, entry.events))
        if at != last:
            state = states[at]
        for number, events in reversed(missing):
            state = after(self._game, state, events)
            if number % self._every == 0:
                self._states = self._few({**self._states, number: state})
        self._last = (count, state)
        return state

    def _few(self, states: dict[int, S]) -> dict[int, S]:
        """Return these states, or of many those at twice the interval."""
        if len(states) <= self.MOST:
            return states
        self._every *= 2
        return {number: state for number, state in states.items() if number % self._every == 0}


def _is_plain(line: str) -> bool:
    """Return whether an entry neither holds a plan nor goes back."""
    return (PLAN not in line and BACK not in line) or _marks.decode(line) == _Marks()


def _count(moves: array[int], n: int, entry: Entry[A, E]) -> None:
    """Note which moves count after an entry at the end."""
    if entry.back_to is not None:
        del moves[bisect_left(moves, entry.back_to) :]
    elif entry.plan is None:
        moves.append(n)


BEGIN = "give your first order with /game play"


@case("FP-undo")
def undo(log: History[S, A, E], seat: Seat) -> int | Refusal:
    """Return the entry number that a seat's undo goes back to, or a refusal.

    A seat can undo its own last action if no other player has acted since, no die was rolled, and no secret was or
    might have been revealed. Beyond this limit, `/game undo to:` needs the others' consent.
    """
    numbers = log.moves
    at = len(numbers) - 1
    while at > 0 and not log[numbers[at]].chosen and log[numbers[at]].seat == seat and not _own(log, numbers[at]):
        at -= 1
    if at <= 0 or log[numbers[at]].seat != seat or not _own(log, numbers[at]):
        return _gone(_since(log, numbers, seat), "" if len(numbers) > 1 else BEGIN)
    why = _happened(log, numbers, at)
    return _gone(why) if why else numbers[at]


def _own(log: History[S, A, E], n: int) -> bool:
    """Return whether the seat chose a move personally.

    Standing orders that the seat gave at that moment count as its own choice.
    """
    entry = log[n]
    left = log.instructions.get(entry.seat, ()) if entry.by == "orders" else ()
    return entry.by in BY_HAND or any(each.events and each.entries == n for each in left)


def _gone(why: str, mend: str = "") -> Refusal:
    return Refusal("FP-undo", why, mend or "ask the others with /game undo to:")


def _happened(log: History[S, A, E], numbers: Sequence[int], at: int) -> str:
    """Return why an action can no longer be undone, or "" if it can."""
    return _die_fell(log, numbers, at) or _told(log, numbers[at:])


def _die_fell(log: History[S, A, E], numbers: Sequence[int], at: int) -> str:
    if log[numbers[-1]].drawn > log[numbers[at - 1]].drawn:
        return "a die has fallen since"
    return ""


def _told(log: History[S, A, E], numbers: Sequence[int]) -> str:
    """Return the reason if these entries of one seat revealed something, or "".

    A reader of a secret counts even if the secret is their own making. A search that finds nothing counts too.
    """
    state, seat, searched = log.after(numbers[0]), log[numbers[0]].seat, False
    for n in numbers:
        for event in log[n].events:
            before, state = state, log.evolved(state, event)
            if learned(before, state):
                return "something hidden has been seen since"
            searched = searched or log.searched(before, event, seat)
    return (
        "it might have brought something hidden to light, and has shown that nothing is there" if searched else ""
    )


def _since(log: History[S, A, E], numbers: Sequence[int], seat: Seat) -> str:
    """Return why a seat cannot undo its last action after later actions of others."""
    acted = False
    for at in range(len(numbers) - 1, 0, -1):
        entry = log[numbers[at]]
        if entry.seat == seat and _own(log, numbers[at]):
            if acted:
                return _die_fell(log, numbers, at) or "another player has acted since"
            return _happened(log, numbers, at) or "another player has answered since"
        acted = acted or entry.by != "forced"  # An answer by standing orders stays secret.
    return "you have done nothing yet that could be taken back"
