"""A player plays a generator card for its top or bottom half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb, Work
from bot.kit.english import count, join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import DEEDS
from bot.titles.firefight.cards.supply import bring_into_force, count_caps, give
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field.boards import zone
from bot.titles.firefight.field.names import caps, generator_card
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import GeneratorId, Half
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import CardWork, PlayCard
from bot.titles.firefight.model.table import Played
from bot.titles.firefight.printed.cards import cards, counters_of
from bot.titles.firefight.printed.cards import named as card_named
from bot.titles.firefight.printed.units import named as counter_named


def question(at: At[State, PlayCard]) -> str:
    """Ask for a card."""
    what = "for its top (points, an event or a rule), or for its bottom (units)"
    return f"{for_whom(at.state, at.step.seat)}Which generator card do you play, {what}?"


def _hand(at: At[State, PlayCard]) -> tuple[GeneratorId, ...]:
    hand = at.state.players[at.step.seat].hand
    return hand.open() if hand.known else ()


def tops(at: At[State, PlayCard], fixed: Fixed) -> Iterable[do.PlayTop]:
    """Yield the cards of the hand."""
    return map(do.PlayTop, _hand(at))


def bottoms(at: At[State, PlayCard], fixed: Fixed) -> Iterable[do.PlayBottom]:
    """Yield the cards of the hand."""
    return map(do.PlayBottom, _hand(at))


@rule("G-1.0b", "G-2.1.9")
def in_hand(at: At[State, PlayCard], action: do.PlayTop | do.PlayBottom) -> Wrong | None:
    """Only cards of the player's own hand are played."""
    if action.card in _hand(at):
        return None
    named = generator_card(action.card) if action.card in cards().generator else "such a card"
    return Wrong(f"you do not hold {named}", f"choose {join(map(generator_card, _hand(at)), 'or')}")


@case("G-1.0a", "G-1.1", "G-3.0b", "G-example-1")
def lay_down(play: Play, seat: Seat, card: GeneratorId, half: Half) -> None:
    """Play the card with the chosen half face up, and count its CAPs."""
    readers = play.state.players[seat].hand.readers
    hand = tuple(each for each in play.state.players[seat].hand.open() if each != card)
    play.emit(ev.Ended(), ev.CardPlayed(Played(card, half, seat, zone(card, half)), Secret(readers, hand)))
    count_caps(play, seat, card, half)


@case("G-3.0")
def play_top(play: Play, step: PlayCard, action: do.PlayTop) -> None:
    """Play the top: its effects happen at once, or hold from now on."""
    lay_down(play, step.seat, action.card, "top")
    bring_into_force(play, step.seat, action.card)
    play.emit(ev.Begun(CardWork(step.seat, action.card, "top")))


@case("G-3.1a")
def play_bottom(play: Play, step: PlayCard, action: do.PlayBottom) -> None:
    """Play the bottom: take its units."""
    lay_down(play, step.seat, action.card, "bottom")
    give(play, step.seat, action.card, "bottom")


def go_on(play: Play, step: CardWork) -> None:
    """Apply the next effect of the card."""
    effects = cards().generator[step.card].top.effects
    if step.next == len(effects):
        play.emit(ev.Ended())
        return
    now = replace(step, next=step.next + 1)
    play.emit(ev.Changed(now))
    effect = effects[step.next]
    DEEDS[type(effect)](play, now, effect)


def says_top(seen: Seen[State], action: do.PlayTop) -> str:
    """Return the order as a sentence, with the card's title."""
    return f"Play {card_named(action.card)} for its top, {cards().generator[action.card].top.title}."


def says_bottom(seen: Seen[State], action: do.PlayBottom) -> str:
    """Return the order as a sentence, with the card's units and CAPs."""
    brought = join(map(counter_named, counters_of(action.card, "bottom"))) or "no units"
    more = caps(cards().generator[action.card].bottom.cap)
    return f"Play {card_named(action.card)} for its bottom: {brought}{more}."


def why_top(seen: Seen[State], action: do.PlayTop) -> str:
    """Return the reason for playing a top: points or its text, and its units."""
    option = cards().generator[action.card].top
    speaks = "it promises victory points" if option.scores else "its text does more for you than its units"
    return join([speaks, *_brings(action.card, "top")])


def why_bottom(seen: Seen[State], action: do.PlayBottom) -> str:
    """Return the reason for playing a bottom: its units."""
    return join(["a side needs units first", *_brings(action.card, "bottom")])


def _brings(card: GeneratorId, half: Half) -> Iterator[str]:
    """Name the units and CAPs of half a card."""
    more = cards().generator[card].option(half).cap
    brought = [*map(counter_named, counters_of(card, half)), *([count(more, "CAP")] if more > 0 else [])]
    if brought:
        yield f"it brings {join(brought)}"


WHEN = "generator cards are played in turn while the battle is made"
PLAY_CARD: Decision[State, Event, PlayCard] = Decision(
    PlayCard,
    asked=speaks,
    question=question,
    does="plays a generator card",
    you="you play a generator card",
    verbs=(
        Verb(
            do.PlayTop,
            when=WHEN,
            says=says_top,
            why=why_top,
            cite="G-3.0",
            rules=(in_hand,),
            candidates=tops,
            resolve=play_top,
            tells=lambda at, action: [cards().generator[action.card].top.does],
        ),
        Verb(
            do.PlayBottom,
            when=WHEN,
            says=says_bottom,
            why=why_bottom,
            cite="G-3.0",
            rules=(in_hand,),
            candidates=bottoms,
            resolve=play_bottom,
        ),
    ),
)
CARD_WORK: Work[State, Event, CardWork] = Work(CardWork, go_on)
