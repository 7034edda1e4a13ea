"""Drawing: a side draws strategy cards, and may subvert those of others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.cards import decks
from bot.titles.tide.cards.sabotage import suffer
from bot.titles.tide.combat import fires
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import names, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Draw, Subvert
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing
from bot.titles.tide.model.table import CardId, DeckId, SabotageId
from bot.titles.tide.play import arming
from bot.titles.tide.play.done import DONE
from bot.titles.tide.printed.sabotage import Burn
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import key_of, tables


@case("TOI-10.3b")
def begin(play: Play) -> None:
    """Let sides draw strategy cards in order of initiative, after fires do their harm."""
    for seat in reversed(units.seats_in_order(play.state)):
        play.emit(ev.Begun(Drawing(seat)))
    arming.clear_away(play)
    fires.burn(play)


def go(play: Play, step: Drawing) -> bool:
    """Wait while the side can still draw or subvert."""
    if step.left and drawable(play.state, step.seat):
        return True
    if subvertible(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-deck-1", "FB-deck-3", "TOI-10.3d")
def drawable(state: State, seat: Seat) -> list[DeckId]:
    """Return the decks that a side may draw from: its own and shared ones.

    The open card of a combined deck decides.
    """
    return [
        deck
        for deck, pile in state.decks.items()
        if pile.owner in ("", seat)
        and (printed(pile.top).nation in ("", seat) if pile.top else bool(pile.cards) and not pile.combined)
    ]


@case("FB-subvert-1", "FB-subvert-2")
def subvertible(state: State, seat: Seat) -> list[CardId]:
    """Return the cards that a side could subvert.

    They have the icon and are in an enemy HQ or the common area. A played card that stays in play is in neither.
    """
    if state.hq[seat].command < tables().numbers.sabotage.subversion:
        return []
    tops = [deck.top for deck in state.decks.values() if deck.top and not deck.owner]
    lying = [*state.hq[units.other(state, seat)].cards, *tops]
    return [card for card in lying if printed(card).subversion]


@case("TOI-10.3b", "FB-sabotage-5", "FB-sabotage-6")
def draw(play: Play, step: Drawing, action: do.Draw) -> None:
    """Draw from a deck: first reveal sabotage on it, then take the card."""
    stopped = [_spring(play, play.seat, back) for back in sabotage_on(play.state, action.deck)]
    if any(stopped):
        play.emit(ev.Changed(replace(step, left=0)))
        return
    card = decks.take_card(play, play.seat, action.deck)
    more = step.first and printed(card).plus
    play.emit(ev.Changed(replace(step, left=1 if more else 0, first=False)))


def sabotage_on(state: State, deck: DeckId) -> list[SabotageId]:
    """Return the sabotage cards on a deck."""
    return [back for back, card in state.sabotage.items() if card.place == deck]


def _spring(play: Play, seat: Seat, back: SabotageId) -> bool:
    """Reveal a sabotage card; return true if it ends the drawing."""
    key = play.state.sabotage[back].card.open()
    play.emit(ev.SabotageSprung(seat, back, key))
    effect = tables().sabotage[key].effect
    suffer(play, seat, effect, tables().sabotage[key].name)
    return isinstance(effect, Burn)


@case("FB-subvert-2", "FB-deck-4")
def subvert(play: Play, step: Drawing, action: do.Subvert) -> None:
    """Pay for the discard of a card; a combined deck reveals its next card."""
    price = tables().numbers.sabotage.subversion
    play.emit(ev.Gained(play.seat, -price, why="subversion"), ev.CardLost(action.card, "subverted", play.seat))
    for deck in play.state.decks:
        decks.turn_top(play, deck)


@rule("TOI-10.3b", "TOI-10.3d", "FB-deck-1", "FB-deck-3")
def can_draw(at: At[State, Drawing], action: Draw) -> Wrong | None:
    """A side draws from its own and shared decks; an open card may belong to a nation."""
    step = at.step
    if not step.left:
        return Wrong("you have drawn, and a second card comes only with a plus on the first", "press Done")
    deck = at.state.decks.get(action.deck)
    if deck is None:
        return Wrong("there is no such deck", "choose one of your decks, or a shared one", "FB-deck-1")
    if deck.owner not in ("", at.seat):
        return Wrong("that deck is the enemy's", "choose one of your decks, or a shared one", "FB-deck-1")
    if action.deck in drawable(at.state, at.seat):
        return None
    if deck.top:
        card = printed(deck.top)
        return Wrong(
            f"{card.name} is for the {names.nation(Seat(card.nation))} player",
            "choose another deck, or subvert the card",
            "FB-deck-3",
        )
    return Wrong("that deck is empty", "choose another deck", "TOI-10.3d")


@rule("FB-subvert-1", "FB-subvert-2")
def can_subvert(seen: Seen[State], action: Subvert) -> Wrong | None:
    """The card has the icon and is in an enemy HQ or the common area.

    The side can pay for it.
    """
    enemy, own = seen.state.hq[units.other(seen.state, seen.seat)], seen.state.hq[seen.seat]
    tops = [deck.top for deck in seen.state.decks.values() if deck.top and not deck.owner]
    if action.card in (*enemy.in_play, *own.in_play):
        return Wrong(f"{printed(action.card).name} has been played", "choose a card that lies in an HQ still")
    if action.card in own.cards:
        return Wrong(f"{printed(action.card).name} is your own", "choose a card of an opponent, or a common one")
    if action.card not in (*enemy.cards, *tops):
        return Wrong("that card lies neither in an opponent's HQ nor in the common area", "choose one that does")
    if not printed(action.card).subversion:
        return Wrong(f"{printed(action.card).name} bears no subversion icon", "choose a card that does")
    price = tables().numbers.sabotage.subversion
    if own.command < price:
        return Wrong(f"subversion costs {price} command", "gain command first", "FB-subvert-2")
    return None


def draws(seen: Seen[State], fixed: Fixed) -> Iterator[do.Draw]:
    """Yield the decks that could be drawn from."""
    yield from (do.Draw(DeckId(deck)) for deck in drawable(seen.state, seen.seat))


def subversions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Subvert]:
    """Yield the cards that could be discarded for command."""
    yield from (do.Subvert(CardId(card)) for card in subvertible(seen.state, seen.seat))


def foretold(seen: Seen[State], action: do.Subvert) -> list[str]:
    """Report the effect of the card to discard."""
    record = tables().cards.get(key_of(action.card))
    return [f"The card says: {record.text}"] if record is not None else []


def question(at: At[State, Drawing]) -> str:
    """Ask for a card, for the second card of a plus, or for a subversion."""
    if not at.step.left:
        return "You may still subvert a card."
    return "Draw a strategy card." if at.step.first else "The card shows a plus: you may draw another one."


def _why(seen: Seen[State], action: do.Draw) -> str:
    """Say why the computer draws from a deck, if it could draw from another."""
    if len(drawable(seen.state, seen.seat)) < 2:
        return ""
    safe = " without known sabotage" if seen.state.sabotage else ""
    return f"it has the most cards of the decks{safe}"


DRAWING: Decision[State, Event, Drawing] = Decision(
    Drawing,
    question=question,
    does="draws cards",
    go=go,
    verbs=(
        Verb(
            do.Draw,
            when="a side draws one strategy card in the Status Phase, and a second one if the first shows a plus",
            says="Draw a card from {deck}.",
            why=_why,
            cite="TOI-10.3b",
            rules=(can_draw,),
            candidates=draws,
            resolve=draw,
        ),
        Verb(
            do.Subvert,
            when="a card is subverted when you draw cards in the Status Phase",
            says="Pay 2 command to discard {card}.",
            cite="FB-subvert-2",
            rules=(can_subvert,),
            tells=foretold,
            candidates=subversions,
            resolve=subvert,
        ),
        DONE,
    ),
)
