"""Muster: one to four players race along a road, and choose sides on the way.

The highest die chooses a side; with two it faces the other, with three it is alone, with four it has a mate. Hands
and mines are hidden from everybody else, mates too. A player who passes an enemy may be shot at, and actions
alternate. The game ends at the end of the road or when all have passed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Annotated, Any, Literal, NewType

from msgspec import Meta, Struct, field
from msgspec.structs import replace
from PIL import Image

from bot.kernel.dice import Roll
from bot.kernel.fields import Field
from bot.kernel.game import Case, Course, Odds, Outcome, Prompt, Scenario, Sketch
from bot.kernel.plan import Happened
from bot.kernel.rule import Rule, Wrong
from bot.kernel.secret import Seat, Secret, Seen, private
from bot.kit.decisions import At, Decision, Verb, just
from bot.kit.plans import Plans, Watch
from bot.kit.resignation import giving_up, remaining
from bot.kit.sequence import Sequence, Stage
from bot.kit.title import Printed, Title, Words
from render.look import Look
from render.picture import PLAIN, Pictures
from render.places import Drawn
from tests.hooks import untrue_turn
from tests.match import Match

SEATS = tuple(Seat(each) for each in ("one", "two", "three", "four"))
Side = Literal["red", "blue"]
Player = NewType("Player", str)
Card = NewType("Card", str)
LAST, NEAR = 12, 3
"""The last place of the road, and how far one shoots."""
CARDS = tuple(range(1, 10))
MINES = tuple(range(4, 9))

# model: every noun that is kept.


class Choice(Struct, frozen=True, tag="choice", tag_field="is"):
    seat: Seat


class Turn(Struct, frozen=True, tag="turn", tag_field="is"):
    seat: Seat


class Chance(Struct, frozen=True, tag="chance", tag_field="is"):
    """An enemy has marched past."""

    seat: Seat
    target: Seat


class State(Struct, frozen=True):
    """`at` is each player's distance from their side's end of the road."""

    order: tuple[Seat, ...] = ()
    sides: dict[Seat, Side] = {}
    at: dict[Seat, int] = {}
    hands: dict[Seat, Secret[tuple[Card, ...]]] = {}
    mines: dict[Seat, Secret[int]] = {}
    orders: dict[Seat, Secret[str]] = {}
    points: dict[Side, int] = field(default_factory=lambda: {"red": 0, "blue": 0})
    passed: int = 0
    next: int = 0
    resigned: tuple[Seat, ...] = ()
    stage: int = 0
    steps: tuple[Choice | Turn | Chance, ...] = ()
    outcome: Outcome | None = None


class Choose(Struct, frozen=True, tag="choose", tag_field="do"):
    """Choose your side."""

    side: Annotated[Side, Meta(description="which side")]


class March(Struct, frozen=True, tag="march", tag_field="do"):
    """March on."""

    places: Annotated[int, Meta(description="how far", ge=1, le=2)] = 1


class Show(Struct, frozen=True, tag="show", tag_field="do"):
    """Show a card of your hand for a point."""

    card: Annotated[Card, Meta(description="which card")]


class Pass(Struct, frozen=True, tag="pass", tag_field="do"):
    """Do nothing."""


class Shoot(Struct, frozen=True, tag="shoot", tag_field="do"):
    """Shoot at a passing player."""


class Hold(Struct, frozen=True, tag="hold", tag_field="do"):
    """Let them march on."""


class Order(Struct, frozen=True, tag="order", tag_field="do"):
    """Say what is done when somebody marches past."""

    past: Annotated[Literal["ask", "shoot", "hold"], Meta(description="what is done")]


class Resign(Struct, frozen=True, tag="resign", tag_field="do"):
    """Give up."""


class Began(Struct, frozen=True, tag="began", tag_field="is"):
    stage: int


class Sat(Struct, frozen=True, tag="sat", tag_field="is"):
    """The number of players is set."""

    order: tuple[Seat, ...]


class Rolled(Struct, frozen=True, tag="rolled", tag_field="is"):
    """The dice for the choice of sides; the highest chooses."""

    order: tuple[Seat, ...]
    roll: Roll


class Chosen(Struct, frozen=True, tag="chosen", tag_field="is"):
    """Everybody has a side, and got a hand and a mine."""

    sides: dict[Seat, Side]
    hands: dict[Seat, Secret[tuple[Card, ...]]]
    mines: dict[Seat, Secret[int]]
    deals: tuple[Secret[Roll], ...]


class Asked(Struct, frozen=True, tag="asked", tag_field="is"):
    step: Choice | Turn | Chance


class Done(Struct, frozen=True, tag="done", tag_field="is"):
    """The step on top is done."""


class Marched(Struct, frozen=True, tag="marched", tag_field="is"):
    seat: Seat
    to: int


class Blown(Struct, frozen=True, tag="blown", tag_field="is"):
    """A mine lay there."""

    seat: Seat
    owner: Seat
    mine: Secret[int]


class Shown(Struct, frozen=True, tag="shown", tag_field="is"):
    seat: Seat
    card: Card


class Passed(Struct, frozen=True, tag="passed", tag_field="is"):
    seat: Seat


class Shot(Struct, frozen=True, tag="shot", tag_field="is"):
    seat: Seat
    target: Seat
    roll: Roll


class Ordered(Struct, frozen=True, tag="ordered", tag_field="is"):
    seat: Seat
    past: Secret[str]


class GaveUp(Struct, frozen=True, tag="gave-up", tag_field="is"):
    seat: Seat


class Over(Struct, frozen=True, tag="over", tag_field="is"):
    outcome: Outcome


Action = Choose | March | Show | Pass | Shoot | Hold | Order | Resign
EVENTS = (Sat, Began, Rolled, Chosen, Asked, Done, Marched, Blown, Shown, Passed, Shot, Ordered, GaveUp, Over)
Play = Course[State, Any]


def evolve(state: State, event: Any) -> State:
    match event:
        case Began():
            return replace(state, stage=event.stage)
        case Sat() | Rolled():
            asking = {seat: private("ask", seat) for seat in event.order}
            return replace(state, order=event.order, at=dict.fromkeys(event.order, 0), orders=asking)
        case Chosen():
            return replace(state, sides=event.sides, hands=event.hands, mines=event.mines)
        case Asked():
            return replace(state, steps=(*state.steps, event.step))
        case Done():
            return replace(state, steps=state.steps[:-1])
        case Marched():
            return replace(state, at={**state.at, event.seat: event.to}, passed=0)
        case Blown():
            gone = {seat: mine for seat, mine in state.mines.items() if seat != event.owner}
            return replace(state, mines=gone, at={**state.at, event.seat: 0})
        case Shown():
            side = state.sides[event.seat]
            hands = {**state.hands, event.seat: without(state.hands[event.seat], event.card)}
            return replace(state, hands=hands, points={**state.points, side: state.points[side] + 1}, passed=0)
        case Passed():
            return replace(state, passed=state.passed + 1)
        case Shot() if event.roll.faces[0] >= 5:
            return replace(state, at={**state.at, event.target: 0})
        case Ordered():
            return replace(state, orders={**state.orders, event.seat: event.past})
        case GaveUp():
            return replace(state, resigned=(*state.resigned, event.seat))
        case Over():
            return replace(state, outcome=event.outcome)
    return state


def without(hand: Secret[tuple[Card, ...]], card: Card) -> Secret[tuple[Card, ...]]:
    return Secret(hand.readers, tuple(each for each in hand.open() if each != card)) if hand.known else hand


# Field: questions.


def mates(state: State, side: str) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.order if state.sides.get(seat) == side)


def team(state: State, seat: Seat) -> tuple[Seat, ...]:
    """A seat and its mates; alone while there are no sides."""
    return mates(state, state.sides[seat]) if state.sides else (seat,)


def foes(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in state.order if state.sides[each] != state.sides[seat])


def place(state: State, seat: Seat) -> int:
    """Where somebody stands, as the red side counts."""
    return state.at[seat] if state.sides[seat] == "red" else LAST - state.at[seat]


def near(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The enemies within a shot."""
    here = place(state, seat)
    return tuple(foe for foe in foes(state, seat) if state.at[foe] and abs(place(state, foe) - here) <= NEAR)


# play: the sequence, and one room a decision.


def choose(play: Play, step: Choice, action: Choose) -> None:
    """The chooser is alone against two; of four the third in order joins them."""
    order = play.state.order
    with_chooser = {order[0], *order[2:3]} if len(order) == 4 else {order[0]}
    other: Side = "blue" if action.side == "red" else "red"
    sides: dict[Seat, Side] = {seat: action.side if seat in with_chooser else other for seat in order}
    hands, mines, deals = {}, {}, []
    for seat in order:
        deal = play.dice.roll("deal", 4, 9)
        hands[seat] = private(tuple(Card(f"{seat}-{face}") for face in sorted({*deal.faces[:3]})), seat)
        mines[seat] = private(MINES[deal.faces[3] % 5], seat)
        deals.append(private(deal, seat))
    play.emit(Chosen(sides, hands, mines, tuple(deals)), Done())


def on_the_road(at: At[State, Turn], action: March) -> Wrong | None:
    left = LAST - at.state.at[at.seat]
    return Wrong(f"the road ends after {left}", "march less far") if action.places > left else None


def holds(at: At[State, Turn], action: Show) -> Wrong | None:
    hand = at.state.hands[at.seat]
    return None if action.card in hand.open() else Wrong("you do not hold that card", "show one of yours")


def march(play: Play, step: Turn, action: March) -> None:
    """A mine on the way sends them back; an enemy that they come near may shoot."""
    to = play.state.at[step.seat] + action.places
    play.emit(Done(), Marched(step.seat, to))
    here = place(play.state, step.seat)
    for foe in foes(play.state, step.seat):
        mine = play.state.mines.get(foe)
        if mine is not None and mine.open() == here:
            play.emit(Blown(step.seat, foe, mine.reveal()))
            return
    play.emit(*(Asked(Chance(foe, step.seat)) for foe in near(play.state, step.seat)))
    if to == LAST:
        play.emit(Over(Outcome(team(play.state, step.seat), "The end of the road is reached.")))


def show(play: Play, step: Turn, action: Show) -> None:
    play.emit(Shown(step.seat, action.card), Done())


def passes(play: Play, step: Turn, action: Pass) -> None:
    play.emit(Passed(step.seat), Done())


def shoot(play: Play, step: Chance, action: Shoot) -> None:
    play.emit(Shot(step.seat, step.target, play.dice.roll("shot", 1)), Done())


def hold(play: Play, step: Chance, action: Hold) -> None:
    play.emit(Done())


def ordered(at: At[State, Chance]) -> Shoot | Hold | None:
    past = at.state.orders[at.seat].open()
    return Shoot() if past == "shoot" else Hold() if past == "hold" else None


def order(play: Play, step: Any, action: Order) -> None:
    play.emit(Ordered(play.seat, private(action.past, play.seat)))


def resign(play: Play, step: Any, action: Resign) -> None:
    """A team has lost when the last of its members gives up."""
    play.emit(GaveUp(play.seat))
    own = team(play.state, play.seat)
    if not remaining(own, play.state.resigned):
        others = tuple(seat for seat in play.state.order if seat not in own)
        play.emit(Over(Outcome(others, "The others have given up.")))


def may_resign(state: State, seat: Seat) -> bool:
    return seat not in state.resigned


def muster(play: Play) -> None:
    """Roll for the choice of sides."""
    seats = play.state.order
    roll = play.dice.roll("initiative", len(seats), 1 << 20)
    first = max(range(len(seats)), key=lambda n: roll.faces[n])
    play.emit(Rolled((*seats[first:], *seats[:first]), roll))
    play.emit(Asked(Choice(play.state.order[0])))


def turn(play: Play) -> None:
    """The next player's turn begins, or all have passed."""
    order, state = play.state.order, play.state
    if state.passed >= len(order):
        red, blue = state.points["red"], state.points["blue"]
        best: tuple[str, ...] = ("red", "blue") if red == blue else ("red",) if red > blue else ("blue",)
        winners = tuple(seat for side in best for seat in mates(state, side)) if len(best) == 1 else ()
        play.emit(Over(Outcome(winners, "All have passed.")))
    else:
        play.emit(Asked(Turn(order[(state.stage - 1) % len(order)])))


TURNS = "players act in turn"


def wins(seen: Seen[State], action: Any) -> str:
    return "whoever comes to the end first has won"


def yields(seen: Seen[State], action: Any) -> str:
    return "nothing better can be done"


ON_THE_ROAD, HOLDS = Rule(("MUSTER-2",), on_the_road), Rule(("MUSTER-2",), holds)
CHOICE = Decision(
    Choice,
    question=lambda at: "You have the highest die. Which side do you choose?",
    does="chooses a side",
    verbs=(
        Verb(Choose, candidates=lambda at, fixed: (Choose("red"), Choose("blue")), resolve=choose,
             why=lambda seen, action: "both sides run the same way", when="the highest die chooses a side",
             cite="MUSTER-1"),
    ),
)  # fmt: skip
TURN = Decision(
    Turn,
    question=lambda at: f"You have come {at.state.at[at.step.seat]} places. What do you do?",
    does="acts",
    verbs=(
        Verb(March, rules=(ON_THE_ROAD,), candidates=lambda at, fixed: (March(1), March(2)), resolve=march,
             why=wins, when=TURNS, cite="MUSTER-2"),
        Verb(Show, rules=(HOLDS,), candidates=lambda at, fixed: map(Show, cards(at)), resolve=show, when=TURNS,
             why=wins, cite="MUSTER-2"),
        Verb(Pass, candidates=just(Pass()), resolve=passes, why=yields, when=TURNS, cite="MUSTER-2"),
    ),
)  # fmt: skip
CHANCE = Decision(
    Chance,
    question=lambda at: "An enemy marches past. Do you shoot?",
    does="may shoot",
    standing=ordered,
    verbs=(
        Verb(Shoot, candidates=just(Shoot()), resolve=shoot, when="who is near may shoot", cite="MUSTER-3",
             why=wins, odds=lambda at, action: Odds("The shot", (), (("back to the start", 1 / 3),))),
        Verb(Hold, candidates=just(Hold()), resolve=hold, when="who is near may hold", cite="MUSTER-3",
             why=yields),
    ),
)  # fmt: skip
ORDER: Verb[State, Any, None, Order] = Verb(
    Order, candidates=lambda at, fixed: (Order("ask"), Order("shoot"), Order("hold")), resolve=order,
    when="orders are given at any time", cite="MUSTER-3",
)  # fmt: skip
RESIGN = giving_up(Resign, resign, lambda state, seat: (), when="at any time", cite="MUSTER-4", may=may_resign)

# computer, words, and the table of contents.


def chooses(at: At[State, Choice]) -> Choose:
    return Choose("red")


def acts(at: At[State, Turn]) -> March:
    return March(min(2, LAST - at.state.at[at.seat]))


def may_shoot(at: At[State, Chance]) -> Shoot:
    return Shoot()


def cards(seen: Seen[State]) -> tuple[Card, ...]:
    hand = seen.state.hands.get(seen.seat)
    return hand.open() if hand is not None else ()


def called(seat: Seat) -> str:
    return f"Player {seat.title()}"


def told(seen: Seen[State], event: Any) -> str:
    match event:
        case Chosen():
            return "; ".join(f"{called(seat)} is {side}" for seat, side in event.sides.items()) + "."
        case Marched():
            return f"{called(event.seat)} has come {event.to} places."
        case Blown():
            return f"A mine of {called(event.owner)} sends {called(event.seat)} back."
        case Shown():
            return f"{called(event.seat)} shows {event.card}."
        case Shot():
            return f"{called(event.seat)} shoots at {called(event.target)} and rolls {event.roll.faces[0]}."
        case GaveUp():
            return f"{called(event.seat)} has given up."
        case Over():
            return event.outcome.why
    return ""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    return f"{dict(seen.state.at)}, {dict(seen.state.points)}. Asked: {', '.join(prompts)}."


def hand(seen: Seen[State]) -> str:
    held = seen.state.hands.get(seen.seat)
    mine = seen.state.mines.get(seen.seat)
    lies = f"Your mine lies at {mine.open()}." if mine is not None else ""
    return " ".join(filter(None, [f"You hold {', '.join(held.open())}." if held and held.open() else "", lies]))


def values(seen: Seen[State], of: Field) -> Iterable[Any]:
    return (Card(f"{seen.seat}-{n}") for n in CARDS) if of.type is Card else of.choices


def set_up(play: Play, scenario: str, options: Any) -> None:
    play.emit(Sat(SCENARIOS[scenario].seats))


SCENARIOS = {
    name: Scenario(name, f"For {name}", "", SEATS[:n], players=True)
    for n, name in enumerate(("alone", "two", "three", "four"), start=1)
}


def printed() -> Printed:
    cases = (Case(f"MUSTER-{n}", name, name) for n, name in enumerate(("Sides", "Turns", "Shots", "End"), start=1))
    return Printed(SCENARIOS, {case.id: case for case in cases})


def shot_at(happened: Happened, action: Any, n: int) -> bool:
    return any(isinstance(event, Shot) and event.target == happened.now.seat for event in happened.events)


def comes_near(happened: Happened, action: Any, n: int) -> bool:
    state, seat = happened.now.state, happened.now.seat
    return any(abs(place(state, foe) - place(state, seat)) <= n for foe in foes(state, seat) if state.at[foe])


def without_mines(seen: Seen[State]) -> State:
    return replace(seen.state, mines={seat: mine for seat, mine in seen.state.mines.items() if mine.known})


def searches(seen: Seen[State], event: Any) -> bool:
    if not isinstance(event, Marched) or all(mine.known for mine in seen.state.mines.values()):
        return False
    return place(evolve(seen.state, event), event.seat) in MINES


WATCHES = (
    Watch("shot", "until you are shot at", came=shot_at),
    Watch("near", "until an enemy is within {n}", came=comes_near, numbers=tuple(range(1, 6))),
)
WORDS = Words[State, Any](
    searches=searches,
    plans=Plans(watches=WATCHES, idle=(Pass, Hold), imagines=without_mines),
    tell=told, status=status, hand=hand, values=values,
    sides=lambda state: {seat: called(seat) for seat in state.order},
    fights=lambda state, seat: state.sides.get(seat, "").title(),
    orders=lambda seen: f"- Past: {seen.state.orders[seen.seat].open()}",
)  # fmt: skip
SEQUENCE = Sequence[State, Any](
    (Stage("before", "the choice of sides", muster), *(Stage("race", f"turn {n}", turn) for n in range(1, 25))),
    lambda at, stage: Began(at),
    again=1,
)


def title(**instead: Any) -> Title[State, Action, Any]:
    """The whole title; tests put a part in another's place."""
    contents: dict[str, Any] = {
        "state": State, "events": EVENTS, "place": None, "printed": printed, "set_up": set_up,
        "sequence": SEQUENCE, "decisions": (CHOICE, TURN, CHANCE), "anytime": (ORDER, RESIGN), "evolve": evolve,
        "words": WORDS, "computer": (chooses, acts, may_shoot), "ends": lambda play, end: play.emit(Over(end)),
    }  # fmt: skip
    return Title("muster", "Muster", **{**contents, **instead})


MUSTER = title()


class MusterPictures(Pictures[State]):
    """A grey square for everything."""

    def places(self, state: State) -> tuple[str, ...]:
        return ()

    def palette(self, state: State, look: Look) -> None:
        return None

    def field(self, seen: Seen[State], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        return Drawn(Image.new("RGB", (8, 8), "grey"))

    def part(self, seen: Seen[State], sketch: Sketch, look: Look) -> Drawn:
        return Drawn(Image.new("RGB", (8, 8), "grey"))

    def situation(self, seen: Seen[State]) -> str:
        return "A road."

    def standing(self, seen: Seen[State], places: Iterable[str]) -> Iterable[str]:
        return ()


class MusterHooks:
    """Hooks for the laws of Muster."""

    usual: Mapping[str, int] = {"alone": 10, "two": 25, "three": 35, "four": 40}
    longest = 400
    anytime: tuple[type[Any], ...] = (Order, Resign)
    open_lots: tuple[type[Any], ...] = ()
    finding: tuple[type[Any], ...] = (March,)  # A marching player learns whether a mine is there.
    acting: tuple[type[Any], ...] = ()

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        hands, mines, orders = dict(state.hands), dict(state.mines), dict(state.orders)
        for seat in state.hands:
            if seat != viewer:
                some = sorted(rnd.sample(CARDS, len(hands[seat].open())))
                hands[seat] = private(tuple(Card(f"{seat}-{n}") for n in some), seat)
                orders[seat] = private(rnd.choice(("ask", "shoot", "hold")), seat)
        for seat in state.mines:
            mines[seat] = mines[seat] if seat == viewer else private(rnd.choice(MINES), seat)
        return replace(state, hands=hands, mines=mines, orders=orders)

    def tells(self, seen: Seen[State], action: Any) -> bool:
        return False

    def twins(self, match: Match, seat: Seat, action: Any, rnd: Random) -> Iterator[Any]:
        if isinstance(action, Order):
            yield from (Order("ask"), Order("shoot"), Order("hold"))

    def stock(self, state: State) -> Counter[str]:
        return Counter({"seats": len(state.order)})

    def change(self, state: State, event: Any) -> Counter[str]:
        return Counter({"seats": len(event.order)}) if isinstance(event, Sat) else Counter()

    def faults(self, state: State) -> Iterator[str]:
        yield from (f"{seat} is off the road" for seat, at in state.at.items() if not 0 <= at <= LAST)

    def untrue(self, seen: Seen[State], action: Any, why: str) -> str:
        return untrue_turn(MUSTER, seen, why)

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        return ()

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        return ()
