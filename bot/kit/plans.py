"""Plans: the conditions that stop them, and previews of the table after them.

A plan stops at the first event that its owner could not have foreseen: a hidden fact is revealed, or a die is
rolled. It also stops when a condition that its owner chose is met. A title may define which dice matter and add
conditions.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

from bot.kernel.dice import Dice, Roll
from bot.kernel.game import Game, forced, legal, verb
from bot.kernel.log import Entry
from bot.kernel.plan import Happened, Plan
from bot.kernel.secret import Hidden, Seat, Seen, secrets, see
from bot.kit.english import hexes
from bot.kit.lots import rolls

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

log = logging.getLogger(__name__)

MOST = 20
"""The most actions in a plan, and the most repeats of each."""
GONE_BACK = "one of its moves was taken back"
"""The reason for a stop when a move of the plan is taken back."""
OTHERS = 12
"""The most moves in a row in which the others are assumed to pass."""


@dataclass(frozen=True)
class Watch:
    """A condition that a plan may depend on."""

    key: str
    text: str
    """How it reads: "until an enemy comes within {n}", or "within {hexes}"."""
    _: KW_ONLY
    came: Callable[[Happened, Any, int], bool]
    """Whether it is met, for an action of the plan and its number if it has one."""
    numbers: tuple[int, ...] = ()

    @property
    def each(self) -> Iterator[tuple[str, int]]:
        """Each key for it, with its number."""
        return iter([(f"{self.key} {n}", n) for n in self.numbers] or [(self.key, 0)])


def planned(
    plans: Mapping[Seat, Plan[A]], entry: Entry[A, E], gone: Iterable[Entry[A, E]] = ()
) -> dict[Seat, Plan[A]]:
    """Return the plans after an entry.

    Takes the plans before it, and the entries that it takes back. A plan stops if one of its moves is taken back,
    so that its owner can reconsider. Otherwise plans are no part of the log, and a takeback does not change them.
    """
    now = dict(plans)
    if entry.back_to is not None:
        undone = {each.seat for each in gone if each.by == "plan" and each.plan is None}
        now |= {seat: Plan(now[seat].intents, GONE_BACK) for seat in undone if seat in now}
    elif entry.by == "plan" and entry.seat in now:
        now[entry.seat] = now[entry.seat].taken
    elif entry.by == "person" and entry.seat in now and now[entry.seat].stopped:
        del now[entry.seat]
    return {seat: plan for seat, plan in now.items() if plan.intents}


def die_fell(happened: Happened) -> str:
    """Report a die roll that the owner knows of."""
    return "a die has fallen" if any(rolls(happened.events)) else ""


@dataclass(frozen=True)
class Plans:
    """A title's definitions for plans."""

    startles: Callable[[Happened], str] = die_fell
    """A clause with the unforeseen event that stops a plan; empty if there is none."""
    watches: tuple[Watch, ...] = ()
    """The conditions that this title adds."""
    idle: tuple[type[Any], ...] = ()
    """Actions that pass; the other players are assumed to take them while one plans."""
    imagines: Callable[[Seen[Any]], Any] = lambda seen: seen.state
    """The state as its viewer plans with it, without hidden units on the way."""


PLAIN = Plans()
"""The default for a title without definitions of its own."""


def _stage_began(happened: Happened, action: Any, n: int) -> bool:
    return bool(happened.before.state.stage != happened.now.state.stage)


def _another_acted(happened: Happened, action: Any, n: int) -> bool:
    return happened.by not in ("", happened.now.seat) and bool(happened.events)


GENERAL = (
    Watch("acts", "until another player acts", came=_another_acted),
    Watch("stage", "until the next phase begins", came=_stage_began),
)
"""Conditions in every title."""


def conditions(plans: Plans) -> Mapping[str, str]:
    """Return the available conditions: a key such as "near 5", and how it reads."""
    watches = (*plans.watches, *GENERAL)
    return {key: watch.text.format(n=n, hexes=hexes(n)) for watch in watches for key, n in watch.each}


def stops(plans: Plans, happened: Happened, plan: Plan[Any]) -> str:
    """Return a clause with the reason why a plan stops; empty if it continues."""
    if came_to_light(happened):
        return "something hidden has been revealed"
    return plans.startles(happened) or next(_came(plans, happened, plan), "")


def _came(plans: Plans, happened: Happened, plan: Plan[Any]) -> Iterator[str]:
    """Yield the conditions of the plan that are met."""
    known = {key: (watch, n) for watch in (*plans.watches, *GENERAL) for key, n in watch.each}
    for intent in plan.intents:
        for key in intent.until:
            if key in known and known[key][0].came(happened, intent.action, known[key][1]):
                yield f"it was set to run {conditions(plans)[key]}, which has now happened"


def came_to_light(happened: Happened) -> bool:
    """Return whether the owner of a plan has learned a hidden fact."""
    before = happened.before.state
    if any(secret.out and not _was_known(before, path, secret.value) for path, secret in secrets(happened.events)):
        return True
    hidden = {path for path, secret in secrets(before) if not secret.known}
    return any(path in hidden and secret.known for path, secret in secrets(happened.now.state))


def _was_known(state: Any, path: str, value: Any) -> bool:
    """Return whether the owner already knew a fact that an event reveals of a piece."""
    piece = path.rpartition("/")[2]
    known = (there for there, secret in secrets(state) if secret.known and secret.value == value)
    return not piece.isdigit() and any(piece in there.split("/")[:-1] for there in known)


class Unforeseen(Exception):
    """Raised for a roll while looking ahead: its result is unknown."""


class NoDice(Dice):
    """Dice that cannot be foreseen."""

    drawn = 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Refuse to roll."""
        raise Unforeseen


@contextmanager
def _as_far_as_known() -> Iterator[None]:
    """Look ahead until something hidden or random matters.

    Any other exception is a mistake in the program; it is logged and stops no order.
    """
    try:
        yield
    except (Unforeseen, Hidden):
        pass
    except Exception:
        log.exception("looking ahead failed")


def foreseen(game: Game[S, A, E], plans: Plans, seen: Seen[S], actions: Iterable[A]) -> Seen[S]:
    """Return the expected table after a seat's actions, when it is asked again.

    The other players are assumed to pass. If something hidden or random stops the preview, it shows the last
    certain position.
    """
    sure = seen.state
    with _as_far_as_known():
        state = plans.imagines(seen)
        for action in (*actions, None):
            state = _until_asked(game, state, seen.seat, plans.idle)
            sure = state
            if action is None or game.judge(seen.then(state), action) is not None:
                break
            sure = state = after(game, state, seen.seat, action)
    return seen.then(sure)


def goes_on(game: Game[S, A, E], seen: Seen[S], action: A) -> bool:
    """Return whether a seat surely acts next after an action, without a die roll."""
    with _as_far_as_known():
        state = after(game, seen.state, seen.seat, action)
        while seen.seat in game.prompts(now := see(state, seen.seat)):
            only = forced(game, now)  # A combat phase without a battle passes automatically.
            if only is None:
                return True
            state = after(game, state, seen.seat, only)
    return False


def after(game: Game[S, A, E], state: S, seat: Seat, action: A) -> S:
    """Return the position after an action. Raises `Unforeseen` if a die is rolled."""
    for event in game.resolve(state, seat, action, NoDice()):
        state = game.evolve(state, event)
    return state


def _until_asked(game: Game[S, A, E], state: S, seat: Seat, idle: tuple[type[Any], ...]) -> S:
    """Let the others pass until the seat is asked.

    Raises `Unforeseen` if they cannot pass.
    """
    for _ in range(OTHERS):
        asked = tuple(game.prompts(see(state, seat)))
        if seat in asked:
            return state
        if not asked:
            break
        other = see(state, asked[0])
        action = next((a for kind in idle for a in legal(game, other, kind)), None)
        if action is None:
            raise Unforeseen(", ".join(map(verb, idle)))
        state = after(game, state, asked[0], action)
    raise Unforeseen
