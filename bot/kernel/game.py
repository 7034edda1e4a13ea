"""The interface of a title, the validation of actions, and automatic answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from bot.kernel.dice import Dice, Roll
from bot.kernel.fields import Field
from bot.kernel.plan import Happened, Plan
from bot.kernel.profile import Profile
from bot.kernel.rule import Modifier, Refusal, Rule
from bot.kernel.secret import PUBLIC, Seat, Seen, see

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

By = Literal["table", "person", "orders", "forced", "computer", "plan"]
"""The origin of an answer.

It is the table itself, a person, their standing orders or plan, the rules, or a computer player.
"""

Options = Mapping[str, str]
"""The agreed options of a game: option name to chosen value."""


class Option(Struct, frozen=True):
    """A choice that a scenario leaves to its players; the first value is the default."""

    name: str
    text: str
    values: tuple[str, ...]


class Facts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The facts by which players choose a scenario; "" and 0 are unknown."""

    battle: Annotated[str, Meta(max_length=160)] = ""
    """The battle in a sentence."""
    winning: Annotated[str, Meta(max_length=200)] = ""
    """How a player wins, in a sentence."""
    minutes: Annotated[int, Meta(ge=0, le=6000)] = 0
    """The length at one sitting."""
    days: Annotated[int, Meta(ge=0, le=999)] = 0
    """The length by post."""
    complexity: Annotated[int, Meta(ge=0, le=5)] = 0
    """From 1, a learning game, to 5."""
    balance: dict[str, Annotated[int, Meta(ge=0, le=100)]] = {}
    """How often a side wins when the computer plays both, in percent."""
    source: Literal["printed", "ours"] = "ours"


class Scenario(Struct, frozen=True):
    """The facts about a scenario that the lobby needs."""

    key: str
    name: str
    text: str
    seats: tuple[Seat, ...]
    options: tuple[Option, ...] = ()
    players: bool = False
    """True if its seats are players, who get a side during the game.

    Otherwise each seat is a side.
    """
    sides: Mapping[Seat, str] = {}
    """The printed sides of players, such as "German"; empty if players choose them."""
    facts: Facts = Facts()

    @property
    def usual(self) -> dict[str, str]:
        """Its options with their defaults."""
        return {option.name: option.values[0] for option in self.options}


class Case(Struct, frozen=True):
    """A numbered rule in our own words.

    `waived` gives the reason if no code carries it.
    """

    id: str
    title: str
    text: str
    waived: str = ""


class Prompt(Struct, frozen=True):
    """A question to a seat: a sentence, and the verbs of the open actions."""

    text: str
    verbs: tuple[str, ...]
    private: bool = False
    """True if the open actions depend on the seat's secrets.

    Then the seat is asked even without a choice, because an automatic answer would reveal them.
    """


class Outcome(Struct, frozen=True):
    """How a game ended; nobody in `winners` is a draw."""

    winners: tuple[Seat, ...]
    why: str


class Odds(Struct, frozen=True):
    """The possible results of an action, from the seat's view.

    Chances are exact, from 0 to 1.
    """

    title: str
    modifiers: tuple[Modifier, ...]
    chances: tuple[tuple[str, float], ...]
    notes: tuple[str, ...] = ()
    hope: tuple[str, float] | None = None
    """The hoped-for result in a word or two, and its chance: "hits", 0.58."""


class Scene(Struct, frozen=True):
    """A moment worth a picture: the end of a phase, a fight with its dice, a card."""

    kind: Literal["phase", "fight", "card"]
    title: str
    places: tuple[str, ...] = ()
    line: tuple[str, str] | None = None
    rolls: tuple[Roll, ...] = ()
    hits: tuple[int, ...] = ()
    """For each roll the lowest face that counts."""
    titles: tuple[str, ...] = ()
    """The purpose of each roll, in a word or two."""
    chance: float | None = None
    """The chance of the result, if `likely` describes it."""
    likely: str = "At least this good"
    card: str = ""
    """The card whose face is shown."""
    path: tuple[str, ...] = ()
    """The path of the unit that moved in."""


EffectKind = Literal[
    "place", "destroyed", "fight", "lost", "became", "hit", "ground", "scored", "changed", "missed"
]
"""The kinds of effects.

`place`: a place changed hands. `ground`: the same for a place that decides little. `lost`: a piece lost a step or
figure. `became`: it was harmed otherwise. `hit`: its harm is not known yet. `changed`: it changed without harm.
`missed`: an attack had no effect, or none yet.
"""


class Effect(Struct, frozen=True):
    """A change that an event makes for the sides, as a reader of the event sees it."""

    kind: EffectKind
    what: str = ""
    """The verb phrase of a piece, "was pinned"; the lost or scored noun; a sentence."""
    side: str = ""
    """The side of the piece, or that gained the place or points, such as "German"."""
    name: str = ""
    """The piece as its own side calls it, or the place."""
    full: str = ""
    """The piece as other readers call it."""
    key: str = ""
    """The id of the piece or place."""
    was: str = ""
    """The side that had the place before."""
    many: bool = False
    """True if the name of the piece is in the plural."""
    n: float = 1


class Luck(Struct, frozen=True):
    """The successes of a side's dice in an event, and the expected successes."""

    side: str
    """The side that rolled, such as "German"."""
    dice: str
    """Its dice or attempts in the plural, such as "shots"."""
    did: str
    """The verb of a success, such as "hit"."""
    good: int
    """The number of successes."""
    tries: int
    expected: Fraction
    """The expected number of successes."""


class Sketch(Struct, frozen=True):
    """A drawing on the map: places, a line of sight, a path, the place in question."""

    places: tuple[str, ...]
    line: tuple[str, str] | None = None
    path: tuple[str, ...] = ()
    mark: str | None = None
    notes: tuple[tuple[str, str], ...] = ()
    """Places that are tinted, each with a word or a number."""


class Told(Struct, frozen=True):
    """The answer to a question, in words.

    It has a picture if it has a place on the map or is a card.
    """

    text: str
    sketch: Sketch | None = None
    card: str = ""
    found: bool = True
    """True if there was an answer to the question."""


class Game(Protocol[S, A, E]):
    """A title. Everything that the table, the chat and the laws ask of one."""

    key: str
    name: str
    about: str
    """Its subject in a sentence, for the choice of a title."""
    state: type[S]
    actions: tuple[type[A], ...]
    anytime: tuple[type[A], ...]
    """The actions that a seat may take when nobody asks it."""
    questions: tuple[type[Struct], ...]
    """The questions that players may ask at any time.

    They are frozen structs like actions, and change nothing.
    """
    events: tuple[type[E], ...]
    place: Any
    """The type of fields that name a place on the map, if the title has such fields."""

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
        """Return the errors in its data files, to be printed for the host."""

    def blank(self) -> S:
        """Return the state before the first event."""

    def open(self, scenario: str, options: Options, dice: Dice) -> Sequence[E]:
        """Set the game up."""

    def prompts(self, seen: Seen[S]) -> Mapping[Seat, Prompt]:
        """Return the prompts of the seats that must act, which may be several.

        It is empty if the game is over.
        """

    def judge(self, seen: Seen[S], action: A) -> Refusal | None:
        """Return why an action is refused, given its seat's view; None if it is legal."""

    def candidates(self, seen: Seen[S], kind: type[A], fixed: Mapping[str, Any]) -> Iterator[A]:
        """Yield actions with the fixed fields that might be legal; the rules decide."""

    def values(self, seen: Seen[S], field: Field) -> Iterable[Any]:
        """Yield every value that a field could name at all, legal now or not."""

    def topics(self, seen: Seen[S], kind: type[Any], field: Field) -> Iterable[Any]:
        """Yield the values of a question's field that have an answer."""

    def label(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the players' name for a value of a field, or for one of its values."""

    def face(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the key of the card's face that a value names.

        It is "" if the value names no card that the seat may read.
        """

    def fights(self, state: S, seat: Seat) -> str:
        """Return the public side of a seat, such as "German", or "" if it has none."""

    def resolve(self, state: S, seat: Seat, action: A, dice: Dice) -> Sequence[E]:
        """Turn a legal action into what happens."""

    def call_off(self, state: S, outcome: Outcome, dice: Dice) -> Sequence[E]:
        """End the game with an outcome that its players have agreed on."""

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""

    def searches(self, seen: Seen[S], event: E) -> bool:
        """Return whether an event might have revealed a secret to a seat.

        An event that reveals nothing counts too, because the absence is information.
        """

    def tell(self, seen: Seen[S], event: E) -> str:
        """Describe an event, given the state before it; "" if there is nothing to say."""

    def scene(self, seen: Seen[S], event: E) -> Scene | None:
        """Say what picture an event deserves."""

    def effects(self, seen: Seen[S], event: E) -> Iterable[Effect]:
        """Return an event's changes for the sides, given the state before it."""

    def fortune(self, seen: Seen[S], event: E) -> Iterable[Luck]:
        """Return the luck of the sides in an event, given the state before it."""

    def sketch(self, seen: Seen[S], action: A) -> Sketch | None:
        """Return a drawing of an action on the map, from the seat's view."""

    def ask(self, seen: Seen[S], question: Any) -> Told:
        """Answer a question from the seat's view."""

    def here(self, seen: Seen[S], place: str) -> Iterable[Any]:
        """Yield the pieces in a place, as the fields of orders name them."""

    def profiles(self, seen: Seen[S], place: str) -> Iterable[Profile]:
        """Yield the figures of the units in a place, then those of its ground."""

    def status(self, seen: Seen[S]) -> str:
        """Describe the whole situation for somebody who cannot see the picture."""

    def hand(self, seen: Seen[S]) -> str:
        """Describe what the seat holds hidden; empty when there is nothing."""

    def held(self, seen: Seen[S]) -> str:
        """Describe the seat's open holdings beside the map, such as cards; "" if none."""

    def orders(self, seen: Seen[S]) -> str:
        """Describe the seat's standing orders."""

    def conditions(self, seen: Seen[S]) -> Mapping[str, str]:
        """Return the stop conditions for plans: a key, and its text, "until a die falls"."""

    def stops(self, happened: Happened, plan: Plan[A]) -> str:
        """Return why a plan stops after an event, as a clause; "" if it continues."""

    def foresee(self, seen: Seen[S], actions: Iterable[A]) -> Seen[S]:
        """Return the position after these actions, from the seat's view."""

    def odds(self, seen: Seen[S], action: A) -> Odds | None:
        """Return the exact odds of an action, or None if no dice decide it."""

    def undone(self, seen: Seen[S], action: A) -> str:
        """Describe the things that a legal action leaves undone, as a clause.

        It concerns actions that end a turn or a phase. It is "" if nothing is left.
        """

    def button(self, seen: Seen[S], action: A) -> str:
        """Return the label of the button that answers the present question.

        It is "" if the name of the order is enough.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome of the game, or None while it continues."""

    def answer(self, seen: Seen[S]) -> A | None:
        """Return the answer of the seat's standing orders to its prompt."""

    def play(self, seen: Seen[S]) -> A:
        """Return the move of the title's computer player."""

    def react(self, seen: Seen[S]) -> A | None:
        """Return the computer player's reaction while others decide, or None."""


class Course(Generic[S, E]):
    """The resolution of an action: each event is applied before the next is chosen."""

    def __init__(self, evolve: Callable[[S, E], S], state: S, dice: Dice, seat: Seat = PUBLIC) -> None:
        self.state = state
        self.dice = dice
        self.seat = seat
        """The seat that took the action, if any."""
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
    """Validate an action against its seat's view, and resolve it.

    A refused action changes nothing. Raises `msgspec.ValidationError` for an object that is no action of the
    title, or has fields of wrong types.
    """
    if type(action) not in game.actions:
        raise msgspec.ValidationError(f"{type(action).__name__} is no action of {game.name}")
    action = well_formed(action)
    return game.judge(see(state, seat), action) or tuple(game.resolve(state, seat, action, dice))


def well_formed(said: A) -> A:
    """Return an action or a question in its stored form.

    Raises `msgspec.ValidationError` if it has none.
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(said), type=type(said))
    except (TypeError, ValueError, RecursionError) as error:
        raise msgspec.ValidationError(str(error)) from error


def kind_of(game: Game[S, A, E], name: str) -> type[A] | None:
    """Return the action class of a verb."""
    return _by_verb(game.actions).get(name)


def open_kinds(game: Game[S, A, E], seen: Seen[S]) -> tuple[type[A], ...]:
    """Return the action classes in the seat's prompt, in its order."""
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
    """Return the only action of the seat, or None if it has or seems to have a choice."""
    prompt = game.prompts(seen).get(seen.seat)
    if prompt is None or prompt.private:
        return None
    only = tuple(islice((each for kind in open_kinds(game, seen) for each in legal(game, seen, kind)), 2))
    return only[0] if len(only) == 1 else None


NO_PLANS: Mapping[Seat, Plan[Any]] = MappingProxyType({})


def answer(
    game: Game[S, A, E], state: S, computers: Collection[Seat], plans: Mapping[Seat, Plan[A]] = NO_PLANS
) -> tuple[Seat, By, A] | None:
    """Return an automatic answer of the first seat that has one, or None.

    A plan waits while standing orders answer, or if the seat has no choice.
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
