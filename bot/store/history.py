"""A log in memory: its lines are decoded when they are needed, and some of the states it led to are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar, overload

from bot.kernel.game import Game
from bot.kernel.log import Entry, after, live
from bot.kernel.plan import Plan
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import Seat, learned, see
from bot.kit.codec import decode
from bot.kit.plans import planned

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


BY_HAND = ("person", "plan")
"""Whose orders are a player's own, and can be taken back."""
PLAN = '"plan"'
"""What stands in the line of an entry that a plan has to do with."""


class History(Sequence[Entry[A, E]], Generic[S, A, E]):
    """Entries, and the state after any number of them.

    Several threads read it while one extends it, so its values are replaced and never changed in part.
    `known` is the state after so many entries, if it was kept; without it all of them are folded at once. Raises
    what `decode` and the title raise for a log that is not theirs, at the latest when an entry is read.
    """

    EVERY = 32
    """After so many entries a state is remembered, and the last one asked for; others are folded from these."""

    def __init__(
        self, game: Game[S, A, E], entries: Iterable[Entry[A, E] | str] = (), known: tuple[int, S] | None = None
    ) -> None:
        self._game = game
        self._entries = list(entries)
        self._states: dict[int, S] = {0: game.blank()}
        self._states.update([known] if known else [])
        self._last = (0, self._states[0])
        self.state = self.after(len(self))
        self.plans: Mapping[Seat, Plan[A]] = self._planned({}, 0)
        """The plans that seats have left, as they are now."""

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, n: int) -> Entry[A, E]: ...
    @overload
    def __getitem__(self, n: slice) -> list[Entry[A, E]]: ...
    def __getitem__(self, n: int | slice) -> Entry[A, E] | list[Entry[A, E]]:
        if isinstance(n, slice):
            return [self[each] for each in range(*n.indices(len(self)))]
        entry = self._entries[n]
        if isinstance(entry, str):
            entry = self._entries[n] = decode(self._game, entry)
        return entry

    def extend(self, entries: Iterable[Entry[A, E]], state: S) -> None:
        """Go on: these entries have led to this state."""
        first = len(self)
        self._entries += entries
        self._last = (len(self), state)
        self.state = state
        self.plans = self._planned(self.plans, first)

    def _planned(self, plans: Mapping[Seat, Plan[A]], first: int) -> Mapping[Seat, Plan[A]]:
        """Return the plans after all entries, given those before the entry `first`."""
        for n in range(first, len(self)):
            line = self._entries[n]
            if plans or not isinstance(line, str) or PLAN in line:
                plans = planned(plans, self, n)
        return plans

    def evolved(self, state: S, event: E) -> S:
        """Return the state to which an event leads."""
        return self._game.evolve(state, event)

    def searched(self, state: S, event: E, seat: Seat) -> bool:
        """Say whether an event might have brought to light what hid from a seat before it."""
        return self._game.searches(see(state, seat), event)

    def after(self, count: int) -> S:
        """Return the state after the first entries; what one of them took back is as if it never was."""
        at = standing = count
        last, state = self._last
        missing = []
        while at > standing or (at != last and at not in self._states):
            at -= 1
            entry = self[at]
            if entry.back_to is not None:
                standing = min(standing, entry.back_to)
            elif at < standing:
                missing.append((at + 1, entry.events))
        if at != last:
            state = self._states[at]
        for number, events in reversed(missing):
            state = after(self._game, state, events)
            if number % self.EVERY == 0:
                self._states[number] = state
        self._last = (count, state)
        return state


BEGIN = "give your first order with /game play"


@case("FP-undo")
def undo(log: History[S, A, E], seat: Seat) -> int | Refusal:
    """Return the number that the seat's undo goes back to, or why it cannot.

    The limit is computed: one's own last action, nobody else has acted since, no die was drawn, no secret has
    gained a reader, and none might have. Past it there is `/game undo to:`, with the others' consent.
    """
    numbers = [n for n in live(log) if log[n].plan is None]
    at = len(numbers) - 1
    while at > 0 and not log[numbers[at]].chosen and log[numbers[at]].seat == seat:
        at -= 1
    if at <= 0 or log[numbers[at]].seat != seat or log[numbers[at]].by not in BY_HAND:
        return _gone(_since(log, numbers, seat), "" if len(numbers) > 1 else BEGIN)
    why = _happened(log, numbers, at)
    return _gone(why) if why else numbers[at]


def _gone(why: str, mend: str = "") -> Refusal:
    return Refusal("FP-undo", why, mend or "ask the others with /game undo to:")


def _happened(log: History[S, A, E], numbers: list[int], at: int) -> str:
    """Say what has come of an action that cannot be taken back any more, "" where nothing has."""
    if log[numbers[-1]].drawn > log[numbers[at - 1]].drawn:
        return "a die has fallen since"
    return _told(log, numbers[at:])


def _told(log: History[S, A, E], numbers: Sequence[int]) -> str:
    """Say what somebody has learned in these entries of one seat, "" where nothing.

    A secret has gained a reader, also one that they made themselves; or it would have, had anything been there.
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


def _since(log: History[S, A, E], numbers: list[int], seat: Seat) -> str:
    """Say why the last action of a seat, which is not the last of all, cannot be taken back."""
    acted = False
    for at in range(len(numbers) - 1, 0, -1):
        entry = log[numbers[at]]
        if entry.seat == seat and entry.by in BY_HAND:
            if acted:
                return "another player has acted since"
            return _happened(log, numbers, at) or "the standing orders of another player have answered since"
        acted = acted or entry.chosen
    return "you have done nothing yet that could be taken back"
