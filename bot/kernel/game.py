"""The grammar of a game: what a title is, how an action is judged, and the one door for every answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct

from bot.kernel.dice import Dice, Roll
from bot.kernel.fields import Field
from bot.kernel.plan import Happened, Plan
from bot.kernel.rule import Modifier, Refusal, Rule
from bot.kernel.secret import PUBLIC, Seat, Seen, see

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

By = Literal["table", "person", "orders", "forced", "computer", "plan"]
"""Who gave an answer: the table itself, a person, their standing orders or plan, the rules, or a computer."""

Options = Mapping[str, str]
"""What the players agreed before the game: option name to chosen value."""


class Option(Struct, frozen=True):
    """A choice that a scenario leaves to its players; the first value is the default."""

    name: str
    text: str
    values: tuple[str, ...]


class Scenario(Struct, frozen=True):
    """What the lobby needs to know of a scenario."""

    key: str
    name: str
    text: str
    seats: tuple[Seat, ...]
    options: tuple[Option, ...] = ()
    players: bool = False
    """Whether its seats are players, who come to a side in the course of the game; else each seat is a side."""
    sides: Mapping[Seat, str] = {}
    """The sides of players that are printed, such as "German"; none where players choose them."""


class Case(Struct, frozen=True):
    """A numbered rule in our own words. `waived` gives the reason where no code carries it."""

    id: str
    title: str
    text: str
    waived: str = ""


class Prompt(Struct, frozen=True):
    """What a seat is asked: a sentence, and the verbs of the actions that are open."""

    text: str
    verbs: tuple[str, ...]
    private: bool = False
    """What is open depends on what only this seat knows, so that it is asked even where it has no choice: an
    answer given for it would tell."""


class Outcome(Struct, frozen=True):
    """How a game ended; nobody in `winners` is a draw."""

    winners: tuple[Seat, ...]
    why: str


class Odds(Struct, frozen=True):
    """What may come of an action, as far as the asker can see; chances are exact and lie in 0 to 1."""

    title: str
    modifiers: tuple[Modifier, ...]
    chances: tuple[tuple[str, float], ...]
    notes: tuple[str, ...] = ()
    hope: tuple[str, float] | None = None
    """What whoever does it hopes for, in a word or two, and how likely that is: "hits", 0.58."""


class Scene(Struct, frozen=True):
    """Something that people want to see: a phase that ended, a fight with its hexes and its dice, a card."""

    kind: Literal["phase", "fight", "card"]
    title: str
    places: tuple[str, ...] = ()
    line: tuple[str, str] | None = None
    rolls: tuple[Roll, ...] = ()
    hits: tuple[int, ...] = ()
    """For each roll the lowest face that counts."""
    titles: tuple[str, ...] = ()
    """For each roll a word or two of what it was."""
    chance: float | None = None
    """How likely a result was that one could say `likely` of."""
    likely: str = "At least this good"
    card: str = ""
    """The card whose face is shown."""
    path: tuple[str, ...] = ()
    """The way of whoever moved in."""


class Sketch(Struct, frozen=True):
    """Something to be drawn on the map: the places to show, a line of sight, a way, the place in question."""

    places: tuple[str, ...]
    line: tuple[str, str] | None = None
    path: tuple[str, ...] = ()
    mark: str | None = None
    notes: tuple[tuple[str, str], ...] = ()
    """Places that are tinted, each with a word or a number."""


class Told(Struct, frozen=True):
    """The answer to a question: in words, and as a picture where it has a place on the map or is a card."""

    text: str
    sketch: Sketch | None = None
    card: str = ""
    found: bool = True
    """Whether there was anything to tell of what was asked about."""


class Game(Protocol[S, A, E]):
    """A title. Everything that the table, the chat and the laws ask of one."""

    key: str
    name: str
    state: type[S]
    actions: tuple[type[A], ...]
    anytime: tuple[type[A], ...]
    """The actions that a seat may take when nobody asks it."""
    questions: tuple[type[Struct], ...]
    """What players may ask at any time; frozen structs like actions, that change nothing."""
    events: tuple[type[E], ...]
    place: Any
    """The type of the fields that name a place on the map; no field's where there is none."""

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios by their keys."""

    @property
    def cases(self) -> Mapping[str, Case]:
        """The cases of the rulebook by their ids."""

    @property
    def rules(self) -> Sequence[Rule[Any, Any]]:
        """All its rules, none twice."""

    @property
    def problems(self) -> Sequence[object]:
        """What is wrong with its data files, to be printed for the host."""

    def blank(self) -> S:
        """Return the state before the first event."""

    def open(self, scenario: str, options: Options, dice: Dice) -> Sequence[E]:
        """Set the game up."""

    def prompts(self, seen: Seen[S]) -> Mapping[Seat, Prompt]:
        """Say who must act; several seats may be asked at once. Empty when the game is over."""

    def judge(self, seen: Seen[S], action: A) -> Refusal | None:
        """Return why an action is refused, by what its seat sees; `None` when it is legal."""

    def candidates(self, seen: Seen[S], kind: type[A], fixed: Mapping[str, Any]) -> Iterator[A]:
        """Yield actions of a class that might be legal and agree with the fixed fields; the rules judge."""

    def values(self, seen: Seen[S], field: Field) -> Iterable[Any]:
        """Yield every value that a field could name at all, legal now or not."""

    def topics(self, seen: Seen[S], kind: type[Any], field: Field) -> Iterable[Any]:
        """Yield the values of a field of a question about which there is something to tell."""

    def label(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the name by which players know a value of a field, or one of its several values."""

    def fights(self, state: S, seat: Seat) -> str:
        """Return the side that a seat has come to, as everybody knows, such as "German"; "" while it has none."""

    def resolve(self, state: S, seat: Seat, action: A, dice: Dice) -> Sequence[E]:
        """Turn a legal action into what happens."""

    def call_off(self, state: S, outcome: Outcome, dice: Dice) -> Sequence[E]:
        """End the game with an outcome that its players have agreed on."""

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""

    def searches(self, seen: Seen[S], event: E) -> bool:
        """Say whether an event might have brought to light what hides from a seat: that nothing came tells too."""

    def tell(self, seen: Seen[S], event: E) -> str:
        """Say what happened, given the state before it; empty when there is nothing to say."""

    def scene(self, seen: Seen[S], event: E) -> Scene | None:
        """Say what picture an event deserves."""

    def sketch(self, seen: Seen[S], action: A) -> Sketch | None:
        """Say how an action would look on the map, as far as the seat can know."""

    def ask(self, seen: Seen[S], question: Any) -> Told:
        """Answer a question from what the seat sees."""

    def here(self, seen: Seen[S], place: str) -> Iterable[Any]:
        """Yield the pieces that stand in a place, as the fields of orders name them."""

    def status(self, seen: Seen[S]) -> str:
        """Describe the whole situation for somebody who cannot see the picture."""

    def hand(self, seen: Seen[S]) -> str:
        """Describe what the seat holds hidden; empty when there is nothing."""

    def held(self, seen: Seen[S]) -> str:
        """Describe what the seat holds openly beside the map, such as cards; empty when there is nothing."""

    def orders(self, seen: Seen[S]) -> str:
        """Describe the seat's standing orders."""

    def conditions(self, seen: Seen[S]) -> Mapping[str, str]:
        """Return what a player may make a plan depend on: a key, and how it reads, "until a die falls"."""

    def stops(self, happened: Happened, plan: Plan[A]) -> str:
        """Say in a clause why a plan goes no further after something has happened; empty when it goes on."""

    def foresee(self, seen: Seen[S], actions: Iterable[A]) -> Seen[S]:
        """Return how the table stands when the seat has taken these actions, as far as it can know."""

    def odds(self, seen: Seen[S], action: A) -> Odds | None:
        """Return the exact odds of an action, `None` where no dice decide it."""

    def undone(self, seen: Seen[S], action: A) -> str:
        """Say, in a clause, what a legal action that ends a turn or a phase leaves undone; empty when nothing."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, `None` while it goes on."""

    def answer(self, seen: Seen[S]) -> A | None:
        """Return what the seat's standing orders say to what it is asked."""

    def play(self, seen: Seen[S]) -> A:
        """Return what the title's computer player would do."""

    def react(self, seen: Seen[S]) -> A | None:
        """Return what the computer player does while others are asked, `None` if nothing."""


class Course(Generic[S, E]):
    """What an action sets going: events, each of which takes effect before the next is thought of."""

    def __init__(self, evolve: Callable[[S, E], S], state: S, dice: Dice, seat: Seat = PUBLIC) -> None:
        self.state = state
        self.dice = dice
        self.seat = seat
        """Who set it going, where somebody did."""
        self.events: list[E] = []
        self._evolve = evolve

    def emit(self, *events: E) -> None:
        """Let these things happen, in this order."""
        for event in events:
            self.state = self._evolve(self.state, event)
            self.events.append(event)


def verb(kind: type[Any]) -> str:
    """Return the name of an action or event class as players type it and logs keep it."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def decide(game: Game[S, A, E], state: S, seat: Seat, action: A, dice: Dice) -> Refusal | tuple[E, ...]:
    """Judge an action by what its seat sees, and resolve it. A refused action changes nothing.

    Raises `msgspec.ValidationError` for what is no action of the title, or has fields of other than their types.
    """
    if type(action) not in game.actions:
        raise msgspec.ValidationError(f"{type(action).__name__} is no action of {game.name}")
    action = well_formed(action)
    return game.judge(see(state, seat), action) or tuple(game.resolve(state, seat, action, dice))


def well_formed(said: A) -> A:
    """Return an action or a question as it can be written down. Raises `msgspec.ValidationError`."""
    try:
        return msgspec.json.decode(msgspec.json.encode(said), type=type(said))
    except (TypeError, ValueError, RecursionError) as error:
        raise msgspec.ValidationError(str(error)) from error


def kind_of(game: Game[S, A, E], name: str) -> type[A] | None:
    """Return the action class of a verb."""
    return _by_verb(game.actions).get(name)


def open_kinds(game: Game[S, A, E], seen: Seen[S]) -> tuple[type[A], ...]:
    """Return the action classes that the seat is asked for, in the order of the prompt."""
    prompt = game.prompts(seen).get(seen.seat)
    return tuple(map(_by_verb(game.actions).__getitem__, prompt.verbs)) if prompt else ()


@cache
def _by_verb(actions: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    return {verb(kind): kind for kind in actions}


def legal(
    game: Game[S, A, E], seen: Seen[S], kind: type[A], fixed: Mapping[str, Any] | None = None
) -> Iterator[A]:
    """Yield the legal actions of a class, none twice."""
    offered = set()
    for action in game.candidates(seen, kind, fixed or {}):
        if action not in offered and game.judge(seen, action) is None:
            offered.add(action)
            yield action


def forced(game: Game[S, A, E], seen: Seen[S]) -> A | None:
    """Return the only action that the seat can take, `None` when it has a choice, or seems to have one."""
    prompt = game.prompts(seen).get(seen.seat)
    if prompt is None or prompt.private:
        return None
    only = tuple(islice((each for kind in open_kinds(game, seen) for each in legal(game, seen, kind)), 2))
    return only[0] if len(only) == 1 else None


NO_PLANS: Mapping[Seat, Plan[Any]] = MappingProxyType({})


def answer(
    game: Game[S, A, E], state: S, computers: Collection[Seat], plans: Mapping[Seat, Plan[A]] = NO_PLANS
) -> tuple[Seat, By, A] | None:
    """Answer for the first seat that need not be waited for; `None` when only people can go on.

    A plan waits while standing orders answer, or the seat has no choice.
    """
    for seat in game.prompts(see(state, PUBLIC)):
        seen = see(state, seat)
        if (ordered := game.answer(seen)) is not None:
            return seat, "orders", ordered
        if (intent := plans[seat].next if seat in plans else None) and game.judge(seen, intent.action) is None:
            return seat, "plan", intent.action
        if (only := forced(game, seen)) is not None:
            return seat, "forced", only
        if seat in computers:
            return seat, "computer", game.play(seen)
    return None
