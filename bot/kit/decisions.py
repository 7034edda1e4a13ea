"""A decision is a room: the step that is pending, who is asked what, and everything that may be done about it.

A title builds one `Decision` for each step of its state (or for each part of it), and one `Verb` for each class of
action that is open there. `kit.title` reads from these all that the kernel asks of a title.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from bot.kernel.game import Course, Odds, Sketch
from bot.kernel.rule import Rule, Wrong, judge
from bot.kernel.secret import Seat, Seen

S = TypeVar("S")
E = TypeVar("E")
T = TypeVar("T")
A = TypeVar("A")

Fixed = Mapping[str, Any]
"""Fields of an action that its player has chosen already."""


class At(Seen[S], Generic[S, T], frozen=True):
    """What a seat sees, and the step that it is asked about."""

    step: T
    room: Decision[S, Any, T] | None = None
    """The decision that it is asked for; a computer player that answers there may ask what is allowed."""

    def legal(self, *kinds: type[A]) -> Iterator[A]:
        """Yield the legal actions of these classes in their order, or of all."""
        for kind in kinds or (verb.action for verb in self._decision.verbs):
            yield from filter(self.allows, self.offered(kind))

    def offered(self, kind: type[A]) -> Iterator[A]:
        """Yield what might be legal of a class, for whoever has to prepare it first."""
        verb = self._decision.verb(kind)
        return verb.may_be(self, {}) if verb is not None else iter(())

    def allows(self, action: Any) -> bool:
        """Say whether the rules allow an action."""
        verb = self._decision.verb(type(action))
        return verb is not None and verb.allows(self, action)

    def best(self, choices: Iterable[tuple[float, A]]) -> A | None:
        """Return the legal action that is worth most, among equals the first."""
        ranked = sorted(choices, key=lambda choice: -choice[0])
        return next((action for _, action in ranked if self.allows(action)), None)

    @property
    def _decision(self) -> Decision[S, Any, T]:
        assert self.room is not None, "what is allowed is asked for at a decision"
        return self.room


def its_seat(state: Any, step: Any) -> tuple[Seat, ...]:
    """Ask the seat that the step names."""
    return (step.seat,)


def asks(play: Course[Any, Any], step: Any) -> bool:
    """Always ask."""
    return True


def just(action: A) -> Callable[[Any, Fixed], Iterator[A]]:
    """Return the candidates of an action that can be taken in one way only."""
    return lambda at, fixed: iter((action,))


@dataclass(frozen=True, eq=False)
class Verb(Generic[S, E, T, A]):
    """One class of action where it is open."""

    action: type[A]
    _: KW_ONLY
    candidates: Callable[[At[S, T], Fixed], Iterable[A]]
    """Actions that might be legal and agree with the fixed fields; the rules judge them."""
    resolve: Callable[[Course[S, E], T, A], None]
    """What a legal action sets going. `play.seat` is who has taken it."""
    when: str = ""
    """When it is open, told to whoever tries it at another time: "a scout wades in its turn". Of an action that is
    open at several decisions the first in the contents says it for all."""
    cite: str = ""
    """The case that says so."""
    rules: tuple[Rule[At[S, T], A], ...] = ()
    """In the order in which a referee would explain them, the particular before the general."""
    odds: Callable[[At[S, T], A], Odds | None] = lambda at, action: None
    """Its odds. Like the sketch they are asked at any time, by players who look ahead; a function whose first
    parameter is an `At` of a certain step is asked only where the action is open."""
    sketch: Callable[[At[S, T], A], Sketch | None] = lambda at, action: None
    open: Callable[[At[S, T]], bool] = lambda at: True
    """Whether it is offered at all: the state of the game may close it altogether."""
    warns: Callable[[At[S, T], A], str] = lambda at, action: ""
    """What a legal action leaves undone, in a clause; the player is asked whether they mean it."""
    tells: Callable[[At[S, T], A], Iterable[str]] = lambda at, action: ()
    """What an order would set going as things stand, in sentences, where its words alone do not say it."""
    closed: Callable[[At[S, Any], A], Wrong | None] = lambda at, action: None
    """Why a seat that is asked for something else could never do it, where there is more to say than "not now"."""

    def allows(self, at: At[S, T], action: A) -> bool:
        """Say whether the rules allow an action; for computer players, which weigh what they might do."""
        return self.open(at) and judge(self.rules, at, action) is None

    def may_be(self, at: At[S, T], fixed: Fixed) -> Iterator[A]:
        """Return the candidates that agree with the fixed fields."""
        offered = iter(self.candidates(at, fixed) if self.open(at) else ())
        if not fixed:
            return offered
        named = attrgetter(*fixed)
        chosen = named(SimpleNamespace(**fixed))
        return (action for action in offered if named(action) == chosen)


@dataclass(frozen=True, eq=False)
class Decision(Generic[S, E, T]):
    """A step at which seats are asked."""

    step: type[T]
    _: KW_ONLY
    question: Callable[[At[S, T]], str]
    """The sentence that a seat is asked. Everybody reads it: `at` has the seat that is asked, and the state as its
    reader sees it, in which a secret of that seat may be blank. So it is with what is `open` and `private`."""
    verbs: tuple[Verb[S, E, T, Any], ...]
    """What is open, in the order in which it is offered."""
    does: str
    """What a side does that is asked, as in "now the German side places its units"."""
    you: str = ""
    """The same said to the side itself, where "your side places its units" would not do."""
    part: str = ""
    """Which value of the step's `PART` field it is about, where a step has several moments."""
    asked: Callable[[S, T], tuple[Seat, ...]] = its_seat
    go: Callable[[Course[S, E], T], bool] = asks
    """Goes on with the step as far as it goes by itself; true when its seats must be asked."""
    private: Callable[[At[S, T]], bool] = lambda at: False
    """Whether an answer given for a seat without a choice would tell what only that seat knows."""
    standing: Callable[[At[S, T]], Any] = lambda at: None
    """The action by which the seat's standing orders answer, `None` to ask."""
    closed: Callable[[At[S, T], Any], Wrong | None] = lambda at, action: None
    """Why the seat that is asked cannot take an action here, where there is more to say than "not now"."""

    def verb(self, kind: type[Any]) -> Verb[S, E, T, Any] | None:
        """Return how an action of a class is taken here, `None` for a class that has no place here."""
        return next((verb for verb in self.verbs if verb.action is kind), None)


@dataclass(frozen=True, eq=False)
class Work(Generic[S, E, T]):
    """A step at which nobody is asked: it goes on when what lies above it is done."""

    step: type[T]
    go: Callable[[Course[S, E], T], None]
    part: str = ""


@cache
def needs_its_step(function: Callable[..., Any]) -> bool:
    """Say whether a function can be asked only at a certain step: the type of its first parameter names one."""
    hints = get_type_hints(function)
    hints.pop("return", None)
    first = next(iter(hints.values()), Any)
    step = get_args(first)[-1] if get_origin(first) is At else Any
    return step is not Any and not isinstance(step, TypeVar)


def part_of(step: Any) -> str:
    """Return at which of its moments a step stands; "" for a step that has but one."""
    name = _part_field(step.__class__)
    return str(getattr(step, name)) if name else ""


@cache
def _part_field(kind: Hashable) -> str:
    """Return which field of a class of steps tells its moment, "" where it has but one."""
    return getattr(kind, "PART", "")
