"""Bluff: all players put a card face down at once; card and die decide the point.

A whole title in small: two or three seats that are asked at once, hidden hands, dice, standing orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any, NewType

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.kernel import plan as kernel
from bot.kernel.dice import Dice, Roll
from bot.kernel.fields import Field
from bot.kernel.game import (
    Case,
    Course,
    Effect,
    Luck,
    Odds,
    Option,
    Options,
    Outcome,
    Prompt,
    Scenario,
    Scene,
    Sketch,
    Told,
    verb,
)  # fmt: skip
from bot.kernel.plan import Happened
from bot.kernel.profile import Profile
from bot.kernel.rule import Modifier, Refusal, Rule, Wrong, judge
from bot.kernel.secret import EVERYONE, Seat, Secret, Seen, private
from bot.kit.advice import Remark
from bot.kit.commands import Group
from tests.match import Match

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
CardName = NewType("CardName", str)
Hand = tuple[CardName, ...]
DECK = tuple(CardName(str(n)) for n in range(1, 10))


class State(Struct, frozen=True):
    """The table: `waiting` players have no card down, `bank` is the points left."""

    hands: dict[Seat, Secret[Hand]] = {}
    laid: dict[Seat, Secret[CardName]] = {}
    spent: dict[Seat, Hand] = {}
    waiting: tuple[Seat, ...] = ()
    points: dict[Seat, int] = {}
    bank: int = 0
    plans: dict[Seat, Secret[bool]] = {}
    stock: Secret[Hand] = Secret((), DECK)
    """Cards that no player has or sees."""
    outcome: Outcome | None = None


class Lay(Struct, frozen=True, tag="lay", tag_field="do"):
    """Lay a card face down."""

    card: Annotated[CardName, Meta(description="which card of your hand")]


class Plan(Struct, frozen=True, tag="plan", tag_field="do"):
    """Let your lowest card be laid for you from now on."""

    lowest: bool = True


class Dealt(Struct, frozen=True, tag="dealt", tag_field="is"):
    """Everybody got a hand."""

    rounds: int
    hands: dict[Seat, Secret[Hand]]
    deals: tuple[Secret[Roll], ...]


class Laid(Struct, frozen=True, tag="laid", tag_field="is"):
    """A card lies face down."""

    seat: Seat
    card: Secret[CardName]


class Shown(Struct, frozen=True, tag="shown", tag_field="is"):
    """All cards were turned over, and each got a die."""

    cards: dict[Seat, CardName]
    roll: Roll
    modifiers: tuple[Modifier, ...]


class Scored(Struct, frozen=True, tag="scored", tag_field="is"):
    """Somebody took points out of the bank, and the next round began."""

    seat: Seat
    points: int


class Planned(Struct, frozen=True, tag="planned", tag_field="is"):
    """Somebody gave a standing order."""

    seat: Seat
    lowest: Secret[bool]


class Ended(Struct, frozen=True, tag="ended", tag_field="is"):
    """The last card has been laid."""

    outcome: Outcome


class Left(Struct, frozen=True, tag="left", tag_field="ask"):
    """How many cards nobody has shown yet."""

    card: Annotated[CardName, Meta(description="at this card or above")]


Action = Lay | Plan
Event = Dealt | Laid | Shown | Scored | Planned | Ended


def is_asked(seen: Seen[State], action: Lay) -> Wrong | None:
    """Each player puts one card down a round."""
    if seen.seat in seen.state.waiting:
        return None
    return Wrong("you are not asked for a card", "wait for the others")


def holds_card(seen: Seen[State], action: Lay) -> Wrong | None:
    """A card is laid from the hand."""
    if action.card in seen.state.hands[seen.seat].open():
        return None
    return Wrong("you do not hold that card", "lay a card of your hand", "BLUFF-2")


def plays_along(seen: Seen[State], action: Plan) -> Wrong | None:
    """Only players with a seat give orders, during the game."""
    if seen.seat in seen.state.hands and seen.state.outcome is None:
        return None
    return Wrong("you have no seat in this game", "take one")


class Bluff:
    """The title."""

    key = "bluff"
    about = ""
    name = "Bluff"
    place = None
    anytime: tuple[type[Any], ...] = (Plan,)
    scenarios: Mapping[str, Scenario] = {
        key: Scenario(key, key, "", seats, (Option("rounds", "how many cards", ("3", "2")),))
        for key, seats in (("two", (RED, BLUE)), ("three", (RED, BLUE, GREEN)))
    }
    cases: Mapping[str, Case] = {id: Case(id, id, "") for id in ("BLUFF-1", "BLUFF-2", "BLUFF-3")}
    state: type[State] = State
    actions: tuple[type[Any], ...] = (Lay, Plan)
    groups: tuple[Group, ...] = ()
    questions: tuple[type[Struct], ...] = (Left,)
    knowing: Callable[[Sequence[Any]], Callable[[Seen[Any]], Seen[Any]]] = staticmethod(
        lambda events: lambda seen: seen
    )
    gather: Callable[[list[str]], list[str]] = list
    run_on: Callable[[list[str]], list[str]] = list
    events: tuple[type[Any], ...] = (Dealt, Laid, Shown, Scored, Planned, Ended)
    judges: Mapping[type[Any], tuple[Rule[Seen[State], Any], ...]] = {
        Lay: (Rule(("BLUFF-1",), is_asked), Rule(("BLUFF-2",), holds_card)),
        Plan: (Rule(("BLUFF-1",), plays_along),),
    }

    @property
    def rules(self) -> Sequence[Rule[Seen[State], Any]]:
        return tuple(rule for rules in self.judges.values() for rule in rules)

    def judge(self, seen: Seen[State], action: Any) -> Refusal | None:
        return judge(self.judges[type(action)], seen, action)

    @property
    def problems(self) -> Sequence[object]:
        return ()

    def blank(self) -> State:
        return State()

    def open(self, scenario: str, options: Options, dice: Dice) -> Sequence[Any]:
        course = Course(self.evolve, State(), dice)
        hands, deals = {}, []
        rounds = int(options.get("rounds", "3"))
        for seat in self.scenarios[scenario].seats:
            deal = dice.roll("deal", len(DECK), 1 << 32)
            best = sorted(zip(deal.faces, DECK, strict=True))[:rounds]
            hands[seat] = private(tuple(sorted(card for _, card in best)), seat)
            deals.append(private(deal, seat))
        course.emit(Dealt(rounds, hands, tuple(deals)))
        return course.events

    def asked(self, state: State) -> Sequence[Seat]:
        return state.waiting

    def is_open(self, seen: Seen[State], seat: Seat, kind: type[Any]) -> bool:
        return kind is Lay and seat in seen.state.waiting

    def prompts(self, seen: Seen[State]) -> Mapping[Seat, Prompt]:
        return {seat: Prompt("Lay a card.", ("lay",)) for seat in seen.state.waiting}

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        if kind is Plan and seen.seat in seen.state.hands:
            found: Iterable[Any] = (Plan(lowest) for lowest in (True, False))
        elif kind is Lay and seen.seat in seen.state.waiting:
            found = (Lay(card) for card in DECK)
        else:
            found = ()
        for action in found:
            if all(getattr(action, name) == value for name, value in fixed.items()):
                yield action

    def values(self, seen: Seen[State], field: Field) -> Iterable[Any]:
        return DECK if field.type is CardName else (True, False)

    def topics(self, seen: Seen[State], kind: type[Any], field: Field) -> Iterable[Any]:
        return self.values(seen, field)

    def label(self, seen: Seen[State], field: Field, value: Any) -> str:
        return f"the {value}"

    def face(self, seen: Seen[State], field: Field, value: Any) -> str:
        return ""

    def fights(self, state: State, seat: Seat) -> str:
        return seat.title()

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        course = Course(self.evolve, state, dice)
        if isinstance(action, Plan):
            course.emit(Planned(seat, private(action.lowest, seat)))
            return course.events
        course.emit(Laid(seat, private(action.card, seat)))
        if not course.state.waiting:
            self.turn_over(course)
        return course.events

    def turn_over(self, course: Course[State, Any]) -> None:
        cards = {seat: card.open() for seat, card in course.state.laid.items()}
        roll = course.dice.roll("fortune", len(cards))
        course.emit(Shown(cards, roll, (Modifier("BLUFF-3", "the card", 0),)))
        totals = {seat: int(card) + face for (seat, card), face in zip(cards.items(), roll.faces, strict=True)}
        course.emit(Scored(max(totals, key=lambda seat: (totals[seat], seat)), 1))
        if not course.state.bank:
            best = max(course.state.points.values())
            winners = tuple(seat for seat, points in course.state.points.items() if points == best)
            course.emit(Ended(Outcome(winners, "most points")))

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case Dealt():
                seats = tuple(event.hands)
                return State(
                    hands=event.hands, spent=dict.fromkeys(seats, ()), waiting=seats, bank=event.rounds,
                    points=dict.fromkeys(seats, 0), plans={seat: private(False, seat) for seat in seats},
                )  # fmt: skip
            case Laid():
                waiting = tuple(seat for seat in state.waiting if seat != event.seat)
                hands = {**state.hands, event.seat: without(state.hands[event.seat], event.card)}
                return replace(state, waiting=waiting, hands=hands, laid={**state.laid, event.seat: event.card})
            case Shown():
                return replace(state, laid={seat: private(card, EVERYONE) for seat, card in event.cards.items()})
            case Scored():
                points = {**state.points, event.seat: state.points[event.seat] + event.points}
                spent = {seat: (*state.spent[seat], card.open()) for seat, card in state.laid.items()}
                bank = state.bank - event.points
                return replace(state, points=points, bank=bank, spent=spent, laid={}, waiting=tuple(state.hands))
            case Planned():
                return replace(state, plans={**state.plans, event.seat: event.lowest})
            case _:
                return replace(state, waiting=(), outcome=event.outcome)

    def searches(self, seen: Seen[State], event: Any) -> bool:
        return False

    def tell(self, seen: Seen[State], event: Any) -> str:
        match event:
            case Laid():
                return f"{event.seat} lays {event.card.open() if event.card.known else 'a card'}."
            case Shown():
                return f"{dict(event.cards)} with {event.roll.faces}."
            case _:
                return ""

    def scene(self, seen: Seen[State], event: Any) -> Scene | None:
        return Scene("fight", "Fortune", rolls=(event.roll,)) if isinstance(event, Shown) else None

    def effects(self, seen: Seen[State], event: Any) -> Iterable[Effect]:
        return ()

    def fortune(self, seen: Seen[State], event: Any) -> Iterable[Luck]:
        return ()

    def sketch(self, seen: Seen[State], action: Any) -> Sketch | None:
        return None

    def ask(self, seen: Seen[State], question: Any) -> Told:
        shown = sum(card >= question.card for cards in seen.state.spent.values() for card in cards)
        return Told(f"{shown} such cards have been shown")

    def status(self, seen: Seen[State]) -> str:
        return f"{seen.state.points}, {seen.state.bank} left, waiting for {seen.state.waiting}"

    def hand(self, seen: Seen[State]) -> str:
        hand = seen.state.hands.get(seen.seat)
        return ", ".join(hand.open()) if hand is not None else ""

    def held(self, seen: Seen[State]) -> str:
        return ""

    def profiles(self, seen: Seen[State], place: str) -> tuple[Profile, ...]:
        return ()

    def here(self, seen: Seen[State], place: str) -> tuple[Any, ...]:
        return ()

    def orders(self, seen: Seen[State]) -> str:
        return "lowest" if seen.state.plans[seen.seat].open() else "as you like"

    def conditions(self, seen: Seen[State]) -> Mapping[str, str]:
        return {}

    def stops(self, happened: Happened, plan: kernel.Plan[Any]) -> str:
        return "a card was laid"

    def foresee(self, seen: Seen[State], actions: Iterable[Any]) -> Seen[State]:
        return seen

    def odds(self, seen: Seen[State], action: Any) -> Odds | None:
        return Odds("the card", (Modifier("BLUFF-3", "the card", 0),), (("best", 0.5),))

    def button(self, seen: Seen[State], action: Any) -> str:
        return ""

    def undone(self, seen: Seen[State], action: Any) -> str:
        return ""

    def weigh(
        self, seen: Seen[State], kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
    ) -> Sequence[Remark]:
        return [Remark() for _ in values]

    def spoken(self, seen: Seen[State], action: Any) -> str:
        return f"{verb(type(action))}."

    def beforehand(self, seen: Seen[State], action: Any) -> Sequence[str]:
        return ()

    def option(self, field: Field, value: Any) -> str:
        """Say what a value of an option does: its name tells."""
        return ""

    def threats(self, seen: Seen[State], piece: Any) -> str:
        return ""

    def unplayed(self, seen: Seen[State], place: str) -> str:
        """Every place can be named."""
        return ""

    def rests(self, seen: Seen[State], piece: Any) -> bool:
        """Say that no piece acts at an extra price."""
        return False

    def fewer(self, seen: Seen[State], action: Any) -> Sequence[Any]:
        """Return nothing, since no piece does anything together with others."""
        return ()

    def advise(self, seen: Seen[State]) -> Any:
        return self.play(seen)

    def why(self, seen: Seen[State], action: Any) -> str:
        return "Who lays high wins now."

    def call_off(self, state: State, outcome: Outcome, dice: Dice) -> Sequence[Event]:
        return (Ended(outcome),)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def answer(self, seen: Seen[State]) -> Any | None:
        if seen.seat in seen.state.waiting and seen.state.plans[seen.seat].open():
            return Lay(min(seen.state.hands[seen.seat].open()))
        return None

    def play(self, seen: Seen[State]) -> Any:
        return Lay(max(seen.state.hands[seen.seat].open()))

    def react(self, seen: Seen[State]) -> Any | None:
        return None


def without(hand: Secret[Hand], card: Secret[CardName]) -> Secret[Hand]:
    """Return a hand without a card, if both are known."""
    if not hand.known or not card.known:
        return Secret(hand.readers)
    return Secret(hand.readers, tuple(each for each in hand.open() if each != card.open()))


class BluffHooks:
    """Hooks for the laws of Bluff."""

    usual: Mapping[str, int] = {"two": 6, "three": 9}
    longest = 40
    anytime: tuple[type[Any], ...] = (Plan,)
    finding: tuple[type[Any], ...] = ()
    open_lots: tuple[type[Any], ...] = ()
    acting: tuple[type[Any], ...] = ()

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        hands, laid, plans = dict(state.hands), dict(state.laid), dict(state.plans)
        for seat, hand in state.hands.items():
            if seat != viewer:
                held = hand.open()
                new = sorted(rnd.sample(DECK, len(held) + 1))
                hands[seat] = Secret(hand.readers, tuple(new[1:]))
                plans[seat] = Secret(plans[seat].readers, rnd.random() < 0.5)
                if seat in laid:
                    laid[seat] = Secret(laid[seat].readers, new[0])
        return replace(state, hands=hands, laid=laid, plans=plans)

    def tells(self, seen: Seen[State], action: Any) -> bool:
        return False

    def twins(self, match: Match, seat: Seat, action: Any, rnd: Random) -> Iterator[Any]:
        if isinstance(action, Plan):
            yield Plan(not action.lowest)
        elif len(match.state.waiting) > 1:
            yield from (Lay(card) for card in match.state.hands[seat].open())

    def stock(self, state: State) -> Counter[str]:
        count = Counter({"points": state.bank + sum(state.points.values())})
        for seat in state.hands:
            held = (*state.hands[seat].open(), *state.spent[seat])
            count.update(f"{seat} {card}" for card in held)
        count.update(f"{seat} {card.open()}" for seat, card in state.laid.items())
        return count

    def change(self, state: State, event: Any) -> Counter[str]:
        return Counter()

    def faults(self, state: State) -> Iterator[str]:
        if state.bank < 0:
            yield f"the bank owes {-state.bank}"

    def untrue(self, seen: Seen[State], action: Any, why: str) -> str:
        if why.startswith("you do not hold") and action.card in seen.state.hands[seen.seat].open():
            return f"{action.card} is held"
        return "the seat is asked" if "not asked" in why and seen.seat in seen.state.waiting else ""

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        return ()

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        return ()
