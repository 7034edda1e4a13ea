"""Bluff with one fault in each class, for the laws to find."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from bot.kernel.dice import Dice, Roll
from bot.kernel.fields import Field
from bot.kernel.game import Course, Effect, Odds, Options, Prompt, Told
from bot.kernel.rule import Modifier, Refusal, Rule, Wrong
from bot.kernel.secret import EVERYONE, PUBLIC, Seat, Secret, Seen, private
from bot.kit.lots import draw
from bot.kit.pieces import without
from tests.toys.bluff import (
    DECK,
    Action,
    Bluff,
    CardName,
    Dealt,
    Hand,
    Laid,
    Lay,
    Plan,
    Planned,
    Scored,
    Shown,
    State,
    holds_card,
    is_asked,
    plays_along,
)

log = logging.getLogger(__name__)


def rules(
    *lay: Any, plan: Any = plays_along, cite: str = "BLUFF-1"
) -> dict[type[Any], tuple[Rule[Seen[State], Any], ...]]:
    return {Lay: tuple(Rule((cite,), each) for each in lay), Plan: (Rule((cite,), plan),)}


class Endless(Bluff):
    """The cards come back into the hands."""

    def evolve(self, state: State, event: Any) -> State:
        after = super().evolve(state, event)
        if not isinstance(event, Scored):
            return after
        again = {seat: private(after.spent[seat], seat) for seat in after.hands}
        return structs.replace(after, hands=again, spent=state.spent, points=state.points, bank=state.bank)


class Stuck(Bluff):
    """The last card cannot be laid."""

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        return iter(()) if seen.state.bank == 1 else super().candidates(seen, kind, fixed)


class Forgetful(Bluff):
    """No player is asked in the last round."""

    def prompts(self, seen: Seen[State]) -> Mapping[Seat, Prompt]:
        return {} if seen.state.bank == 1 else super().prompts(seen)


class Repetitive(Bluff):
    """One action is offered twice."""

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        for action in super().candidates(seen, kind, fixed):
            yield from (action, action) if action == Plan(True) else (action,)


class Call(Struct, frozen=True, tag="call", tag_field="do"):
    """Lay a card face down and call it."""

    card: CardName
    called: CardName


def calls_it(seen: Seen[State], action: Call) -> Wrong | None:
    return None if action.card == action.called else Wrong("that is another card", "call the card that you lay")


class Careless(Bluff):
    """Suggestions for a field ignore the other fields."""

    actions = (*Bluff.actions, Call)
    judges: Mapping[type[Any], tuple[Rule[Seen[State], Any], ...]] = {
        **Bluff.judges,
        Call: (Rule(("BLUFF-1",), is_asked), Rule(("BLUFF-2",), holds_card), Rule(("BLUFF-2",), calls_it)),
    }

    def prompts(self, seen: Seen[State]) -> Mapping[Seat, Prompt]:
        return {seat: Prompt(prompt.text, ("lay", "call")) for seat, prompt in super().prompts(seen).items()}

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        if kind is not Call:
            return super().candidates(seen, kind, fixed)
        return (Call(card, card) for card in (DECK if seen.seat in seen.state.waiting else ()))

    def resolve(self, state: State, seat: Seat, action: Any, dice: Dice) -> Sequence[Any]:
        return super().resolve(state, seat, Lay(action.card) if isinstance(action, Call) else action, dice)


class Curious(Bluff):
    """Odds exist for held cards only; others, and bystanders, get none."""

    def odds(self, seen: Seen[State], action: Any) -> Odds | None:
        if isinstance(action, Plan):
            return None
        held = seen.state.hands[seen.seat].open()
        return Odds("the card", (), (("best", 1 / (1 + held.index(action.card))),))


class Vague(Bluff):
    """An order is said without its card."""

    def spoken(self, seen: Seen[State], action: Any) -> str:
        return "You lay ." if isinstance(action, Lay) else super().spoken(seen, action)


class Shortsighted(Bluff):
    """Looking ahead breaks off, which only the log tells."""

    def foresee(self, seen: Seen[State], actions: Iterable[Any]) -> Seen[State]:
        log.error("looking ahead failed")
        return seen


class Brittle(Bluff):
    """One of the cards that are offered breaks the table."""

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        return [][0] if action == Lay(CardName("5")) else super().resolve(state, seat, action, dice)


class Eager(Bluff):
    """A player with a card down is offered another."""

    judges = rules(holds_card)

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        if kind is Lay and seen.seat in seen.state.hands:
            return iter([Lay(card) for card in seen.state.hands[seen.seat].open()])
        return super().candidates(seen, kind, fixed)


class Indebted(Bluff):
    """Points are lent when there are none left in the bank."""

    def evolve(self, state: State, event: Any) -> State:
        after = super().evolve(state, event)
        return structs.replace(after, bank=-1) if isinstance(event, Shown) else after


class Generous(Bluff):
    """A point out of the bank is two in the hand."""

    def evolve(self, state: State, event: Any) -> State:
        after = super().evolve(state, event)
        if not isinstance(event, Scored):
            return after
        return structs.replace(after, points={**after.points, event.seat: after.points[event.seat] + 1})


class Moody(Bluff):
    """An event's effect depends on earlier events in this process."""

    events_seen = 0

    def evolve(self, state: State, event: Any) -> State:
        self.events_seen += 1
        after = super().evolve(state, event)
        return structs.replace(after, bank=after.bank + (self.events_seen > 20))


class Note(Struct, frozen=True, tag="note", tag_field="is"):
    """Something was written down, in no particular shape."""

    what: Any


class Sloppy(Bluff):
    """One event is not the same when it has been read again."""

    events = (*Bluff.events, Note)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        return [*super().resolve(state, seat, action, dice), Note(("a", "pair"))]

    def evolve(self, state: State, event: Any) -> State:
        return state if isinstance(event, Note) else super().evolve(state, event)


class Sleeve(Bluff):
    """Dice fall under the table."""

    def turn_over(self, course: Course[State, Any]) -> None:
        course.dice.roll("nothing in particular", 1)
        super().turn_over(course)


class Loaded(Bluff):
    """The first roll of the game counts again in every round."""

    first: Any = None

    def turn_over(self, course: Course[State, Any]) -> None:
        drawn = course.dice.drawn
        super().turn_over(course)
        at, shown = next((n, e) for n, e in enumerate(course.events) if isinstance(e, Shown))
        if drawn > len(course.state.hands):
            course.events[at] = structs.replace(
                shown, roll=structs.replace(shown.roll, draw=len(course.state.hands))
            )


class Peeping(Bluff):
    """The table remembers the whole state and reveals it."""

    whole = State()

    def evolve(self, state: State, event: Any) -> State:
        self.whole = super().evolve(state, event)
        return self.whole

    def _strongest(self, seen: Seen[State]) -> str:
        hands = [hand for seat, hand in self.whole.hands.items() if seat != seen.seat and hand.known]
        return "".join(card for hand in hands for card in hand.open())


class PeepingStatus(Peeping):
    def status(self, seen: Seen[State]) -> str:
        return self._strongest(seen)


class PeepingLabel(Peeping):
    def label(self, seen: Seen[State], field: Field, value: Any) -> str:
        return f"the {value}, against {self._strongest(seen)}"


class PeepingOdds(Peeping):
    def odds(self, seen: Seen[State], action: Any) -> Odds | None:
        return Odds(self._strongest(seen), (), ())


class PeepingAnswer(Peeping):
    def ask(self, seen: Seen[State], question: Any) -> Told:
        return Told(self._strongest(seen))


class PeepingRule(Peeping):
    """A card that another player holds too is not offered."""

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        others = self._strongest(seen)
        return (a for a in super().candidates(seen, kind, fixed) if not isinstance(a, Lay) or a.card not in others)


class Hint(Struct, frozen=True, tag="hint", tag_field="is"):
    """Something that everybody hears."""

    text: str


class Gossip(Bluff):
    """Everybody hears whether the card that was laid is high."""

    events = (*Bluff.events, Hint)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        events = super().resolve(state, seat, action, dice)
        return [*events, Hint(str(state.hands[seat].open() > ("5",)))]

    def evolve(self, state: State, event: Any) -> State:
        return state if isinstance(event, Hint) else super().evolve(state, event)


class Anonymous(Bluff):
    """A piece without a name is lost."""

    def effects(self, seen: Seen[State], event: Any) -> Iterable[Effect]:
        return [Effect("destroyed", name=str(None))]


class LoudDealer(Gossip):
    """Everybody hears who has the best card of all."""

    def open(self, scenario: str, options: Options, dice: Dice) -> Sequence[Any]:
        (dealt,) = super().open(scenario, options, dice)
        assert isinstance(dealt, Dealt)
        return [dealt, Hint(max(dealt.hands, key=lambda seat: max(dealt.hands[seat].open())))]

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        return Bluff.resolve(self, state, seat, action, dice)


def plays_high(seen: Seen[State], action: Lay) -> Wrong | None:
    hand = seen.state.hands[seen.seat].open()
    return None if action.card in ("7", "8", "9", max(hand)) else Wrong("too low", "lay a higher card")


class Dipped(Struct, frozen=True, tag="dipped", tag_field="is"):
    """A card was taken from the stock, and its taker knows where it was."""

    lot: Secret[Roll]
    stock: Secret[Hand]


class Pointed(Struct, frozen=True, tag="pointed", tag_field="is"):
    """A card was taken out of the stock, and everybody saw where it lay."""

    lot: Roll
    stock: Secret[Hand]


class Dipping(Bluff):
    """A player who puts a card down takes one from the stock."""

    events = (*Bluff.events, Dipped, Pointed)

    def dips(self, seat: Seat, lot: Roll, stock: Secret[Hand]) -> Dipped | Pointed:
        raise NotImplementedError

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        events = super().resolve(state, seat, action, dice)
        taken, lot = draw(dice, "which card", state.stock.open())
        return [*events, self.dips(seat, lot, private(without(state.stock.open(), taken)))]

    def evolve(self, state: State, event: Any) -> State:
        if isinstance(event, Dipped | Pointed):
            return structs.replace(state, stock=event.stock)
        return super().evolve(state, event)


class Fingering(Dipping):
    """The taker of the card knows the draw."""

    def dips(self, seat: Seat, lot: Roll, stock: Secret[Hand]) -> Dipped:
        return Dipped(private(lot, seat), stock)


class Pointing(Dipping):
    """Everybody sees the lot."""

    def dips(self, seat: Seat, lot: Roll, stock: Secret[Hand]) -> Pointed:
        return Pointed(lot, stock)


class Fumbled(Struct, frozen=True, tag="fumbled", tag_field="is"):
    """Hidden dice fell."""

    lots: Secret[tuple[Roll, ...]]


class Fumbling(Bluff):
    """Putting a card down rolls a secret die if a player holds the highest card."""

    events = (*Bluff.events, Fumbled)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        nervous = any(DECK[-1] in hand.open() for hand in state.hands.values())
        lots = (dice.roll("nerves", 1),) if nervous else ()
        return [Fumbled(private(lots)), *super().resolve(state, seat, action, dice)]

    def evolve(self, state: State, event: Any) -> State:
        return state if isinstance(event, Fumbled) else super().evolve(state, event)


class Winced(Struct, frozen=True, tag="winced", tag_field="is"):
    """Somebody holds the highest card, and has not kept a straight face."""


class Staring(Bluff):
    """A planning player watches the others' faces, and may undo the plan."""

    events = (*Bluff.events, Winced)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        events = super().resolve(state, seat, action, dice)
        others = (hand.open() for each, hand in state.hands.items() if each != seat)
        winces = isinstance(action, Plan) and any(DECK[-1] in hand for hand in others)
        return [*events, Winced()] if winces else events

    def evolve(self, state: State, event: Any) -> State:
        return state if isinstance(event, Winced) else super().evolve(state, event)


class Proud(Bluff):
    """Low cards are illegal, so a player with one high card need not be asked."""

    judges = rules(is_asked, holds_card, plays_high)

    def answer(self, seen: Seen[State]) -> Any | None:
        return None


class FaceUp(Bluff):
    """Cards are laid face up."""

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        return [
            structs.replace(event, card=event.card.reveal()) if isinstance(event, Laid) else event
            for event in super().resolve(state, seat, action, dice)
        ]


class Order(Struct, frozen=True, tag="order", tag_field="do"):
    """Say once what to lay."""

    lowest: bool = True


class Ordering(Bluff):
    """Standing orders are given with an open hand."""

    actions = (*Bluff.actions, Order)

    def judge(self, seen: Seen[State], action: Any) -> Refusal | None:
        return None if isinstance(action, Order) else super().judge(seen, action)

    def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
        return iter([Order()]) if kind is Order else super().candidates(seen, kind, fixed)

    def resolve(self, state: State, seat: Seat, action: Any, dice: Dice) -> Sequence[Any]:
        if not isinstance(action, Order):
            return super().resolve(state, seat, action, dice)
        return [Planned(seat, private(action.lowest, seat, EVERYONE))]


class InTheKnow(Bluff):
    """An event's effect needs secrets that some viewers cannot read."""

    def evolve(self, state: State, event: Any) -> State:
        if isinstance(event, Laid):
            event.card.open()
        return super().evolve(state, event)


class Whispering(Bluff):
    """The report describes cards by each reader's own hand."""

    def tell(self, seen: Seen[State], event: Any) -> str:
        text = super().tell(seen, event)
        return f"{text} You hold {self.hand(seen)}." if isinstance(event, Shown) else text


class Trusting(Bluff):
    """A card outside all hands breaks the table."""

    judges = rules(is_asked)

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        if isinstance(action, Lay):
            state.hands[seat].open().index(action.card)
        return super().resolve(state, seat, action, dice)


class OpenDoor(Bluff):
    """Orders are taken from anybody."""

    judges = rules(is_asked, holds_card, plan=lambda seen, action: None)


def scribbles(seen: Seen[State], action: Lay) -> Wrong | None:
    """A rule that leaves something behind."""
    seen.state.points[PUBLIC] = 1
    return is_asked(seen, action)


class Scribbling(Bluff):
    judges = rules(scribbles, holds_card)


def miscites(seen: Seen[State], action: Lay) -> Wrong | None:
    wrong = holds_card(seen, action)
    return Wrong(wrong.why, wrong.mend, "BLUFF-99") if wrong else None


def says_little(seen: Seen[State], action: Lay) -> Wrong | None:
    return Wrong("no", " ") if holds_card(seen, action) else None


def stops(seen: Seen[State], action: Lay) -> Wrong | None:
    return Wrong("You do not hold that card.", "lay another") if holds_card(seen, action) else None


class Nameless(Bluff):
    """The player in turn is not named."""

    def status(self, seen: Seen[State]) -> str:
        return "It is the turn of ."


class Mum(Bluff):
    """Questions are not answered."""

    def ask(self, seen: Seen[State], question: Any) -> Told:
        return Told("There is nothing to tell.", found=False)


class Miscited(Bluff):
    judges = rules(is_asked, miscites)


class Uncited(Bluff):
    judges = rules(is_asked, holds_card, cite="BLUFF-98")


class Curt(Bluff):
    judges = rules(is_asked, says_little)


class Stopped(Bluff):
    judges = rules(is_asked, stops)


class LooseOdds(Bluff):
    def odds(self, seen: Seen[State], action: Any) -> Odds | None:
        return Odds("", (Modifier("BLUFF-97", "luck", 1),), ())


class Excuses(Bluff):
    """In the last turn a held card is refused with a false reason."""

    def judge(self, seen: Seen[State], action: Any) -> Refusal | None:
        refusal = super().judge(seen, action)
        if refusal is None and isinstance(action, Lay) and seen.state.bank == 1:
            return Refusal("BLUFF-2", f"you do not hold {action.card}", "lay another")
        return refusal


class Oracle(Bluff):
    """It advises and says nothing for it."""

    def why(self, seen: Seen[State], action: Any) -> str:
        return ""


class Misguide(Bluff):
    """It advises what nobody can do."""

    def advise(self, seen: Seen[State]) -> Any:
        return Lay(CardName("none"))
