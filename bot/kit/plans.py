"""Plans: what stops them, for every title and for one, and how the table stands when they have been carried out.

A plan stops at the first thing that its owner could not have known: something hidden has come to light, a die has
fallen, or what they have named themselves has come about. A title may say in its own words which dice matter, and
what else its players may name.
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
"""How many actions a plan holds, and how often one of them is repeated."""
GONE_BACK = "the game has gone back to before what it did"
"""Why a plan stops when something that it did is taken back."""
OTHERS = 12
"""How many times in a row the others are assumed to let things go on."""


@dataclass(frozen=True)
class Watch:
    """Something that a player may make a plan depend on."""

    key: str
    text: str
    """How it reads: "until an enemy comes within {n}", or "within {hexes}"."""
    _: KW_ONLY
    came: Callable[[Happened, Any, int], bool]
    """Whether it has come about, for an action of the plan, and for a number where it has one."""
    numbers: tuple[int, ...] = ()

    @property
    def each(self) -> Iterator[tuple[str, int]]:
        """Each way to name it, with its number."""
        return iter([(f"{self.key} {n}", n) for n in self.numbers] or [(self.key, 0)])


def planned(
    plans: Mapping[Seat, Plan[A]], entry: Entry[A, E], gone: Iterable[Entry[A, E]] = ()
) -> dict[Seat, Plan[A]]:
    """Return the plans after an entry, given those before it and the entries that it takes back.

    A plan stops if one of its moves is taken back: its owner thinks again. A plan is no part of what happens, so
    nothing else that is taken back changes it.
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
    """Say that a die has fallen of which the owner knows."""
    return "a die has fallen" if any(rolls(happened.events)) else ""


@dataclass(frozen=True)
class Plans:
    """What a title says of plans."""

    startles: Callable[[Happened], str] = die_fell
    """Why a plan goes no further, in a clause: what its owner could not have known; empty where they could."""
    watches: tuple[Watch, ...] = ()
    """What its players may name besides."""
    idle: tuple[type[Any], ...] = ()
    """Actions by which somebody lets things go on: what others are thought to do while one plans."""
    imagines: Callable[[Seen[Any]], Any] = lambda seen: seen.state
    """The state as its viewer plans with it: what hides from them and could be met on the way is left out."""


PLAIN = Plans()
"""What holds where a title says nothing."""


def _stage_began(happened: Happened, action: Any, n: int) -> bool:
    return bool(happened.before.state.stage != happened.now.state.stage)


def _another_acted(happened: Happened, action: Any, n: int) -> bool:
    return happened.by not in ("", happened.now.seat) and bool(happened.events)


GENERAL = (
    Watch("acts", "until another player acts", came=_another_acted),
    Watch("stage", "until the next phase begins", came=_stage_began),
)
"""What players of every title may name."""


def conditions(plans: Plans) -> Mapping[str, str]:
    """Return what a player may name: a key such as "near 5", and how it reads."""
    watches = (*plans.watches, *GENERAL)
    return {key: watch.text.format(n=n, hexes=hexes(n)) for watch in watches for key, n in watch.each}


def stops(plans: Plans, happened: Happened, plan: Plan[Any]) -> str:
    """Say in a clause why a plan goes no further; empty where it goes on."""
    if came_to_light(happened):
        return "something hidden has come to light"
    return plans.startles(happened) or next(_came(plans, happened, plan), "")


def _came(plans: Plans, happened: Happened, plan: Plan[Any]) -> Iterator[str]:
    """Yield what the owner has named of what has come about."""
    known = {key: (watch, n) for watch in (*plans.watches, *GENERAL) for key, n in watch.each}
    for intent in plan.intents:
        for key in intent.until:
            if key in known and known[key][0].came(happened, intent.action, known[key][1]):
                yield f"it was to go on {conditions(plans)[key]}, and that is so now"


def came_to_light(happened: Happened) -> bool:
    """Say whether the owner of a plan has learned something that was hidden from them."""
    before = happened.before.state
    if any(secret.out and not _was_known(before, path, secret.value) for path, secret in secrets(happened.events)):
        return True
    hidden = {path for path, secret in secrets(before) if not secret.known}
    return any(path in hidden and secret.known for path, secret in secrets(happened.now.state))


def _was_known(state: Any, path: str, value: Any) -> bool:
    """Say whether what an event lays open of a piece, at the end of its path, its owner has known all the time."""
    piece = path.rpartition("/")[2]
    known = (there for there, secret in secrets(state) if secret.known and secret.value == value)
    return not piece.isdigit() and any(piece in there.split("/")[:-1] for there in known)


class Unforeseen(Exception):
    """Dice for looking ahead: nobody knows how they will fall."""


class NoDice(Dice):
    """What cannot be foreseen."""

    drawn = 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Refuse to roll."""
        raise Unforeseen


@contextmanager
def _as_far_as_known() -> Iterator[None]:
    """Look ahead as far as nothing hides what comes. Whatever else ends it is a mistake, and stops no order."""
    try:
        yield
    except (Unforeseen, Hidden):
        pass
    except Exception:
        log.exception("looking ahead failed")


def foreseen(game: Game[S, A, E], plans: Plans, seen: Seen[S], actions: Iterable[A]) -> Seen[S]:
    """Return how the table stands when a seat has taken these actions and is asked again, as far as it can know.

    The others are thought to let things go on. What hides from the seat may stop the thought anywhere: then it is
    the last moment that was still sure.
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
    """Say whether a seat surely goes on itself after an action: no die falls, and it has the next choice."""
    with _as_far_as_known():
        state = after(game, seen.state, seen.seat, action)
        while seen.seat in game.prompts(now := see(state, seen.seat)):
            only = forced(game, now)  # A combat phase without a battle passes by itself.
            if only is None:
                return True
            state = after(game, state, seen.seat, only)
    return False


def after(game: Game[S, A, E], state: S, seat: Seat, action: A) -> S:
    """Return the position after an action. Raises `Unforeseen` where a die falls."""
    for event in game.resolve(state, seat, action, NoDice()):
        state = game.evolve(state, event)
    return state


def _until_asked(game: Game[S, A, E], state: S, seat: Seat, idle: tuple[type[Any], ...]) -> S:
    """Let the others go by until the seat is asked. Raises `Unforeseen` where they can do nothing idle."""
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
