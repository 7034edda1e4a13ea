"""Decisions: the pending step, the seats that are asked, and their legal actions.

A title builds one `Decision` for each step of its state (or for each part of it), and one `Verb` for each class of
action that is open there. `kit.title` answers the kernel from these.
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
"""Fields of an action that its player has already chosen."""


class Once(dict[str, Any]):
    """Fixed fields for a caller that wants each value of another field once.

    The caller adds a value to `found` as soon as it has a legal action with it. Candidates may then leave out all
    further actions with this value; see `until_found`.
    """

    def __init__(self, fixed: Fixed, field: str) -> None:
        """Name the field whose values are wanted."""
        super().__init__(fixed)
        self.field = field
        self.found: set[Any] = set()


def until_found(fixed: Fixed, field: str, value: Any, offered: Iterable[T]) -> Iterator[T]:
    """Yield the continuations of a value until its caller finds a legal action."""
    found = fixed.found if isinstance(fixed, Once) and fixed.field == field else ()
    for each in offered:
        if value in found:
            return
        yield each


class At(Seen[S], Generic[S, T], frozen=True):
    """The context of a question: the state as a seat sees it, and the pending step."""

    step: T
    room: Decision[S, Any, T] | None = None
    """The decision that is asked; a computer player there may query legal actions."""

    def legal(self, *kinds: type[A]) -> Iterator[A]:
        """Yield the legal actions of these classes in their order; of all by default."""
        for kind in kinds or (verb.action for verb in self._decision.verbs):
            yield from filter(self.allows, self.offered(kind))

    def offered(self, kind: type[A]) -> Iterator[A]:
        """Yield the candidates of a class, for callers that prepare them before a check."""
        verb = self._decision.verb(kind)
        return verb.may_be(self, {}) if verb is not None else iter(())

    def allows(self, action: Any) -> bool:
        """Return whether the rules allow an action."""
        verb = self._decision.verb(type(action))
        return verb is not None and verb.allows(self, action)

    def best(self, choices: Iterable[tuple[float, A]]) -> A | None:
        """Return the legal action with the highest value; the first among equals."""
        ranked = sorted(choices, key=lambda choice: -choice[0])
        return next((action for _, action in ranked if self.allows(action)), None)

    @property
    def _decision(self) -> Decision[S, Any, T]:
        assert self.room is not None, "legal actions need a decision"
        return self.room


def its_seat(state: Any, step: Any) -> tuple[Seat, ...]:
    """Return the seat that the step names."""
    return (step.seat,)


def asks(play: Course[Any, Any], step: Any) -> bool:
    """Return true: the step always asks."""
    return True


def just(action: A) -> Callable[[Any, Fixed], Iterator[A]]:
    """Return the candidates of an action that has only one form."""
    return lambda at, fixed: iter((action,))


@dataclass(frozen=True, eq=False)
class Verb(Generic[S, E, T, A]):
    """A class of action that is open at a decision."""

    action: type[A]
    _: KW_ONLY
    candidates: Callable[[At[S, T], Fixed], Iterable[A]]
    """Possibly legal actions that agree with the fixed fields; the rules judge them."""
    resolve: Callable[[Course[S, E], T, A], None]
    """Carries out a legal action; `play.seat` is the seat that took it."""
    when: str = ""
    """When it is open, shown at any other time: "a scout wades in its turn".

    If an action is open at several decisions, the first in the contents speaks for all.
    """
    cite: str = ""
    """The case for `when`."""
    rules: tuple[Rule[At[S, T], A], ...] = ()
    """The rules in the order of a referee's explanation, the particular first."""
    says: str | Callable[[Seen[S], A], str] = ""
    """The order as a sentence: a function, or a template.

    The template "{unit:backs|back} into {to}" names units with the verb for a single unit or for several.
    """
    button: Callable[[Seen[S], A], str] = lambda seen, action: ""
    """The label of the button that answers the question, such as "Stop at C4".

    If it is "", the button has the name of the verb.
    """
    why: Callable[[Seen[S], A], str] = lambda seen, action: ""
    """The computer player's reason, as a clause; "" if the odds suffice."""
    besides: Callable[[Seen[S], A], str] = lambda seen, action: ""
    """The reason beside the odds, as a clause."""
    odds: Callable[[At[S, T], A], Odds | None] = lambda at, action: None
    """The odds of an action.

    Like the sketch they are asked at any time, by players who look ahead. A function whose first parameter is the
    `At` of a certain step is asked only while the action is open.
    """
    sketch: Callable[[At[S, T], A], Sketch | None] = lambda at, action: None
    open: Callable[[At[S, T]], bool] = lambda at: True
    """Whether it is offered at all: the state of the game may close it altogether."""
    warns: Callable[[At[S, T], A], str] = lambda at, action: ""
    """The neglected duties of a legal action, as a clause; the player must confirm it."""
    tells: Callable[[At[S, T], A], Iterable[str]] = lambda at, action: ()
    """The further effects of an order in the present position, in sentences.

    Empty if the words of the order already name them. Like the odds they are asked at any time, unless the first
    parameter is the `At` of a certain step.
    """
    closed: Callable[[At[S, Any], A], Wrong | None] = lambda at, action: None
    """A reason, beside "not now", why a seat with another question could never do it."""

    def allows(self, at: At[S, T], action: A) -> bool:
        """Return whether the rules allow an action; computer players use it to look ahead."""
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
    """The question to a seat, as all players read it.

    `at` has the seat that is asked, and the state as the reader sees it, so secrets of that seat may be blank. The
    same holds for `open` and `private`.
    """
    verbs: tuple[Verb[S, E, T, Any], ...]
    """The open actions in the order of the menu."""
    does: str
    """The activity of the asked side, as in "now the German side places its units"."""
    you: str = ""
    """The same addressed to that side, if "your side places its units" would be wrong."""
    part: str = ""
    """The value of the step's `PART` field, if a step has several moments."""
    asked: Callable[[S, T], tuple[Seat, ...]] = its_seat
    go: Callable[[Course[S, E], T], bool] = asks
    """Advances the step until it needs a player; true if its seats must be asked."""
    private: Callable[[At[S, T]], bool] = lambda at: False
    """Whether an automatic answer for a seat would reveal what only that seat knows."""
    standing: Callable[[At[S, T]], Any] = lambda at: None
    """The action that the seat's standing orders give, `None` to ask."""
    closed: Callable[[At[S, T], Any], Wrong | None] = lambda at, action: None
    """A reason, beside "not now", why the seat cannot take an action here."""

    def verb(self, kind: type[Any]) -> Verb[S, E, T, Any] | None:
        """Return the verb for a class of action, `None` if it has no place here."""
        return next((verb for verb in self.verbs if verb.action is kind), None)


@dataclass(frozen=True, eq=False)
class Work(Generic[S, E, T]):
    """A step that asks no seat; it runs when the steps above it are done."""

    step: type[T]
    go: Callable[[Course[S, E], T], None]
    part: str = ""


@cache
def needs_its_step(function: Callable[..., Any]) -> bool:
    """Return whether a function needs a certain step: its first parameter says so."""
    hints = get_type_hints(function)
    hints.pop("return", None)
    first = next(iter(hints.values()), Any)
    step = get_args(first)[-1] if get_origin(first) is At else Any
    return step is not Any and not isinstance(step, TypeVar)


def part_of(step: Any) -> str:
    """Return the current moment of a step; "" for a step with a single moment."""
    name = _part_field(step.__class__)
    return str(getattr(step, name)) if name else ""


@cache
def _part_field(kind: Hashable) -> str:
    """Return the field that holds the moment of a step; "" if it has a single moment."""
    return getattr(kind, "PART", "")
