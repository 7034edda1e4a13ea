"""A title with fallbacks: if one of its hooks fails, the game continues.

Each failure is logged once for each kind of event, action or field, with its traceback. The laws and the tests of
a title use the title itself, so that every failure shows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.kernel.fields import Field
from bot.kernel.game import Odds, Prompt, Told, verb
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.kit.advice import Remark, spoken
from render import Drawing, paint

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

BROKEN = Refusal(
    "FP-broken",
    "something broke here while that was judged, and nothing was done",
    "give another order, or go back with /game undo; the host finds the reason in the bot's log",
)
"""The answer to an order that the rules cannot judge or carry out."""
HOST = "The host finds the reason in the bot's log."
LOST = """\
⚠️ **The game cannot continue:** the next player cannot be determined.
➜ Go back with `/game undo to:`, or resign with `/game resign`.\
"""
UNTOLD = "⚠️ Something that happened cannot be described."
NOT_WORDED = f"The question cannot be put into words. {HOST}"
NO_ODDS = Odds("The chances cannot be worked out", (), (), (HOST,))
NO_ANSWER = Told(f"⚠️ That cannot be answered. {HOST}", found=False)
NO_HAND = f"⚠️ Your hand cannot be described. {HOST}"
NO_ORDERS = f"⚠️ Your standing orders cannot be described. {HOST}"
NOT_FORESEEN = "⚠️ The results of this order cannot be described."
STARTLED = "the events since cannot be compared with it"


def _prompts(game: AnyGame, seen: AnySeen) -> Mapping[Seat, Prompt]:
    """Return the known prompts of the seats that must act, without forced moves."""
    asked = game.asked(seen.state)
    kinds = {seat: tuple(verb(kind) for kind in game.actions if game.is_open(seen, seat, kind)) for seat in asked}
    return {seat: Prompt(NOT_WORDED, kinds[seat], private=True) for seat in asked}


def _status(game: AnyGame, seen: AnySeen) -> str:
    asked = [f"- {seat.title()}: {prompt.text}" for seat, prompt in game.prompts(seen).items()]
    return "\n".join([f"⚠️ The situation cannot be described; `/game board` shows the map. {HOST}", *asked])


def _weighed(
    game: AnyGame, seen: AnySeen, kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
) -> Sequence[Remark]:
    return [Remark() for _ in values]


Hooks = Mapping[str, Callable[..., Any]]
WORDS: Hooks = MappingProxyType({
    "tell": lambda game, seen, event: UNTOLD,
    "knowing": lambda game, events: lambda seen: seen,
    "known": lambda game, seen: seen,
    "gather": lambda game, lines: lines,
    "run_on": lambda game, lines: lines,
    "scene": lambda game, seen, event: None,
    "effects": lambda game, seen, event: (),
    "fortune": lambda game, seen, event: (),
    "asked": lambda game, state: (),
    "is_open": lambda game, seen, seat, kind: False,
    "prompts": _prompts,
    "values": lambda game, seen, field: (),
    "topics": lambda game, seen, kind, field: (),
    "label": lambda game, seen, field, value: str(value),
    "face": lambda game, seen, field, value: "",
    "here": lambda game, seen, place: (),
    "profiles": lambda game, seen, place: (),
    "unplayed": lambda game, seen, place: "",
    "fights": lambda game, state, seat: "",
    "searches": lambda game, seen, event: True,
    "sketch": lambda game, seen, action: None,
    "ask": lambda game, seen, question: NO_ANSWER,
    "status": _status,
    "hand": lambda game, seen: NO_HAND,
    "held": lambda game, seen: "",
    "orders": lambda game, seen: NO_ORDERS,
    "conditions": lambda game, seen: {},
    "stops": lambda game, happened, plan: STARTLED,
    "foresee": lambda game, seen, actions: seen,
    "odds": lambda game, seen, action: NO_ODDS,
    "undone": lambda game, seen, action: "",
    "weigh": _weighed,
    "spoken": lambda game, seen, action: spoken(game, seen, action),
    "beforehand": lambda game, seen, action: (NOT_FORESEEN,),
    "threats": lambda game, seen, piece: "",
    "rests": lambda game, seen, piece: False,
    "fewer": lambda game, seen, action: (),
    "option": lambda game, field, value: "",
    "button": lambda game, seen, action: "",
    "why": lambda game, seen, action: "",
    "advise": lambda game, seen: game.play(seen),
    "answer": lambda game, seen: None,
    "react": lambda game, seen: None,
})  # fmt: skip
"""Fallbacks for hooks of a title that describe, ask or answer."""
RULES: Hooks = MappingProxyType({
    "judge": lambda game, seen, action: BROKEN,
    "candidates": lambda game, seen, kind, fixed: (),
})  # fmt: skip
"""Fallbacks for rules, which refuse the order and offer nothing."""
LISTS = ("values", "topics", "here", "effects", "fortune", "profiles")
"""Hooks that may answer with an iterator, which is read as a whole."""


class Guarded:
    """A title with guarded hooks, which are looked up each time.

    Everything else is the title's own. An attribute that is set here replaces the title's own attribute, and is
    guarded in the same way.
    """

    _title: Any
    _hooks: Hooks
    _set: dict[str, Any]

    def __init__(self, title: Any, hooks: Hooks, parts: dict[str, Any]) -> None:
        vars(self).update(_title=title, _hooks=hooks, _set=parts)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        real = self._set[name] if name in self._set else getattr(self._title, name)
        return Hook(self, name, real) if name in self._hooks else real

    def __setattr__(self, name: str, value: Any) -> None:
        self._set[name] = value.real if isinstance(value, Hook) else value

    def __delattr__(self, name: str) -> None:
        self._set.pop(name, None)

    def broken(self, name: str, asked: tuple[Any, ...]) -> Any:
        """Log that a hook has failed, and return the fallback for its answer."""
        report(f"{self.key}: {name}", *asked[1:])
        return self._hooks[name](self, *asked)


class Hook:
    """A part of a title that may break when it is asked."""

    __slots__ = ("_game", "_name", "real")

    def __init__(self, game: Guarded, name: str, real: Callable[..., Any]) -> None:
        self._game, self._name, self.real = game, name, real

    def __call__(self, *asked: Any) -> Any:
        """Ask the title."""
        try:
            answer = self.real(*asked)
            if self._name in LISTS:
                return tuple(answer)
        except Exception:
            return self._game.broken(self._name, asked)
        if self._name == "candidates":
            return self._until_it_breaks(answer, asked)
        return Hook(self._game, "known", answer) if self._name == "knowing" else answer

    def _until_it_breaks(self, answer: Any, asked: tuple[Any, ...]) -> Iterator[Any]:
        """Yield answers until one fails."""
        try:
            yield from answer
        except Exception:
            yield from self._game.broken(self._name, asked)


def drawn(draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Call a drawing function. Returns None if it fails, so that the text can be sent."""
    try:
        return draw(*args, **kwargs)
    except Exception:
        _undrawn(getattr(draw, "__name__", draw))
        return None


def painted(drawing: Drawing[T]) -> T | None:
    """Make a drawing. Returns None if that fails, so that the text can be sent."""
    try:
        return paint(drawing)
    except Exception:
        _undrawn(type(drawing).__name__)
        return None


def _undrawn(what: object) -> None:
    log.exception("a picture cannot be drawn: %s", what, extra={"kind": "picture"})


_reported: set[str] = set()


def report(what: str, *asked: Any) -> None:
    """Log the current exception, once for each kind of subject."""
    about = next(map(_kind, asked), "")
    if (key := f"{what} {about}") not in _reported:
        _reported.add(key)
        log.exception("%s cannot be worked out for %s; the game continues without it", what, about or "a position")


def _kind(thing: Any) -> str:
    return thing.name if isinstance(thing, Field) else (thing if isinstance(thing, type) else type(thing)).__name__


def guarded(game: AnyGame) -> AnyGame:
    """Return a title whose failures do not stop a game."""
    return _views(cast(Any, game))[0]


def strict(game: AnyGame) -> AnyGame:
    """Return a guarded title whose rules raise, because no decision may skip a rule."""
    return _views(game._title)[1] if isinstance(game, Guarded) else game


@cache
def _views(title: Any) -> tuple[AnyGame, AnyGame]:
    """Return a title with all hooks guarded, and with all but its rules guarded.

    The result is always the same two objects.
    """
    parts: dict[str, Any] = {}
    return cast(AnyGame, Guarded(title, {**WORDS, **RULES}, parts)), cast(AnyGame, Guarded(title, WORDS, parts))
