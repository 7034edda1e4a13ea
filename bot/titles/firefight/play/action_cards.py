"""Action cards, each a turn of its own, and Swift Action, which adds a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.kernel.dice import Roll
from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import count, join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import discards
from bot.titles.firefight.cards.luck import CHANGES, untold
from bot.titles.firefight.field import advantage, hand, hits, names, phrases, rallying, works
from bot.titles.firefight.field.economy import MOST_AIM, exhausted, present
from bot.titles.firefight.field.groups import chained
from bot.titles.firefight.field.terms import terms
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, of, on_map, other, side_of, team, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import (
    TURN,
    Bill,
    acting,
    bill,
    come_out,
    groups,
    may_act,
    pay,
    payments,
    settling,
)
from bot.titles.firefight.play.base import Anytime, Here, Play, TurnVerb
from bot.titles.firefight.play.by_units import given_away, is_own, paid
from bot.titles.firefight.play.digging import dig_in, unfit
from bot.titles.firefight.play.losses import returned
from bot.titles.firefight.play.rally import chances as rally_chances
from bot.titles.firefight.play.rally import roll_for
from bot.titles.firefight.printed.cards import cards

SHOTS = (0, 0, 1, 1, 2, 2, 3)
"""The number of CAPs that a sniper removes, by the die."""
OBSTACLES = frozenset({"wire", "road block", "mines"})


class Card(NamedTuple):
    """The conditions and the effect of an action card."""

    does: Callable[[Play, Seat, do.PlayCard], None]
    fits: Callable[[Here, do.PlayCard], Wrong | None] = lambda at, action: None
    """Return why the card cannot be played for these units."""
    units: bool = True
    """True if the card is played for units."""
    group: bool = False
    """True if the card may name several units."""
    rolls: bool = False
    """True if the card itself needs a die roll."""


# Conditions of the cards.


def is_hit(at: Here, action: do.PlayCard) -> Wrong | None:
    """Follow Me! is for a unit with a hit marker."""
    if acting(at.state, action)[0].hit is None:
        return Wrong("it has no hit marker", "choose a unit that has one")
    return None


def can_rally(at: Here, action: do.PlayCard) -> Wrong | None:
    """Rally Up! is for units that could rally."""
    units = acting(at.state, action)
    if not chained(at.state.field, units):
        return Wrong("a group is a chain of same or adjacent hexes", "name fewer", "COH-1.6a")
    found = (rallying.hopeless(at.state, unit) for unit in units)
    return next((wrong for wrong in found if wrong is not None), None)


def has_room(at: Here, action: do.PlayCard) -> Wrong | None:
    """Seek Cover! needs an uncarried unit in a hex without a work and enemies."""
    if acting(at.state, action)[0].aboard:
        return Wrong("that unit is carried or towed", "let it get out first", "COH-6.5a")
    return unfit(at.state, acting(at.state, action)[0])


def has_one_turn(at: Here, action: do.PlayCard) -> Wrong | None:
    """Swift Action gives only one extra turn."""
    if at.state.players[at.seat].again:
        return Wrong("you have a second turn already", "keep the card for a later turn")
    return None


def leads(at: Here, action: do.PlayCard) -> Wrong | None:
    """Frontline Officer takes action points from a unit that is not stunned."""
    unit = acting(at.state, action)[0]
    return hits.kept_from(unit, "only rallies") if hits.marker(unit).helpless else None


def clears(at: Here, action: do.PlayCard) -> Wrong | None:
    """Foot units clear an obstacle in their own hex if no enemy is there."""
    unit = acting(at.state, action)[0]
    work = works.at(at.state, where(unit))
    if not kind(unit).foot:
        return Wrong("foot units clear obstacles", "choose one", "COH-7.2b")
    if unit.aboard:
        return Wrong("that unit is carried", "let it get out first", "COH-6.5a")
    if hits.marker(unit).helpless:
        return hits.kept_from(unit, "clears nothing")
    if work is None or work.kind not in OBSTACLES:
        mend = "choose a unit in wire, at a road block or among mines"
        return Wrong("there is no obstacle in its hex", mend, "COH-7.2b")
    if units_at(at.state, where(unit), other(unit.side)):
        return Wrong("there is an enemy in its hex", "get rid of that one first", "COH-7.2b")
    return None


# Effects of the cards.


@case("COH-7.2a")
def follow(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Remove the hit marker of a unit, of any kind."""
    unit = play.state.units[action.units[0]]
    left = returned(play, unit.id)
    assert unit.hit is not None and left is not None
    marker = unit.hit.marker.open()
    if not unit.hit.marker.out:
        play.emit(ev.HitShown(unit.id, marker, "rally"))
    play.emit(ev.HitLifted(unit.id, marker, unit.hit.pile, left))


@case("COH-7.2a")
def rally_up(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Let units roll to rally at no cost."""
    left = action.also
    for n, id in enumerate(action.units):
        left = roll_for(play, id, action.aim[n] if n < len(action.aim) else 0, left)


@case("COH-7.2a")
def officer(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Give the player CAPs for this round; a die decides the number."""
    roll, face, caps = _die(play, action, "Frontline Officer")
    play.emit(ev.CapsChanged(seat, face, "Frontline Officer", roll, caps))


@case("COH-7.2a")
def take_cover(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Give a unit a hasty defence."""
    dig_in(play, action.units[0])


# FF-R92
@case("COH-7.2a")
def snipe(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Take CAPs of this round from the enemy; of two players the richer one loses."""
    foes = team(play.state, other(side_of(play.state, seat)))
    foe = max(foes, key=lambda each: play.state.players[each].caps)
    roll, face, caps = _die(play, action, "Sniper Fire")
    loses = min(SHOTS[face], play.state.players[foe].caps)
    play.emit(ev.CapsChanged(foe, -loses, "Sniper Fire", roll, caps))


@case("COH-1.5a")
def _die(play: Play, action: do.PlayCard, purpose: str) -> tuple[Roll, int, int]:
    """Roll the die of a card. Return the roll, its value after CAPs, and these CAPs."""
    roll, caps = play.dice.roll(purpose, 1), sum(action.aim)
    return roll, min(6, max(1, roll.faces[0] + caps)), caps


# FF-R95
@case("COH-7.2b")
def clear(play: Play, seat: Seat, action: do.PlayCard) -> None:
    """Remove the obstacle in a unit's hex."""
    work = works.at(play.state, where(play.state.units[action.units[0]]))
    if work is not None:
        play.emit(ev.WorkGone(work.id, "cleared"))


CARDS: dict[CardId, Card] = {
    hand.FOLLOW: Card(follow, is_hit),
    hand.RALLY: Card(rally_up, can_rally, group=True),
    hand.OFFICER: Card(officer, leads, rolls=True),
    hand.COVER: Card(take_cover, has_room),
    hand.SNIPER: Card(snipe, units=False, rolls=True),
    hand.CLEARING: Card(clear, clears),
    hand.SWIFT: Card(lambda play, seat, action: play.emit(ev.TurnGranted(seat)), has_one_turn, units=False),
}
"""The cards that are played alone, as a turn."""
ELSEWHERE = {
    hand.COMMAND: "say `by:card` with an action of your units",
    hand.DEPLOYMENT: "name it with a move",
    hand.NCO: "name it with an attack, a rally or Rally Up!",
    hand.CAREFUL: "name it with an attack",
    hand.LUCK: "name it with an attack, a rally or Rally Up!",
    hand.MOLOTOV: "name it with an attack",
    hand.CONFUSION: "play it with /bonus in the enemy's turn",
    hand.BOGGED: "play it with /bonus in the enemy's turn",
}
"""How the other cards are played."""


def idle(state: State, seat: Seat) -> bool:
    """Return true if all players can see that a player can only pass.

    No unit can act, and the player can hold no playable card. A player without units on the map can only play
    cards that need no unit.
    """
    if not exhausted(state, seat):
        return False
    could = any(present(state, seat)) or any(_may_have(state, seat))
    return not (state.players[seat].card_count and could)


def _may_have(state: State, seat: Seat) -> Iterator[CardId]:
    """Yield the cards without units that a player may hold, by open information."""
    for key, card in CARDS.items():
        record = cards().actions[key]
        left = record.copies - state.discards.count(key)
        if not card.units and key in terms(state).actions and left and record.cap <= state.players[seat].caps:
            yield key


def has_play(at: Here) -> bool:
    """Return true if a player who can only play cards can play one.

    An additional turn would be useless, so Swift Action does not count.
    """
    if hand.holds(at.state, at.seat, hand.COMMAND) and any(present(at.state, at.seat)):
        return True
    return any(each.card != hand.SWIFT and CARD.allows(at, each) for each in playable(at, {}))


# Rules.


@rule("COH-7.1c")
def is_held(at: Here, action: do.PlayCard) -> Wrong | None:
    """A player plays cards only from their own hand."""
    if not hand.holds(at.state, at.seat, action.card):
        held = [names.action_card(card) for card in dict.fromkeys(at.state.players[at.seat].cards.open())]
        return Wrong("you do not hold that card", f"you hold {join(held)}" if held else "you hold none")
    return None


@rule("COH-7.1b")
def plays_alone(at: Here, action: do.PlayCard) -> Wrong | None:
    """An action card is a turn of its own; a bonus card goes with another action."""
    if action.card in CARDS:
        return None
    return Wrong("that card goes with something else", ELSEWHERE[action.card])


@rule("COH-7.1b", "COH-7.2a")
def is_for_units(at: Here, action: do.PlayCard) -> Wrong | None:
    """A card for units names them; other cards name none."""
    card, name = CARDS[action.card], names.action_card(action.card)
    if not card.units:
        idle = not (action.units or action.by or action.caps)
        return None if idle else Wrong(f"{name} is for no unit in particular", "name the card only")
    if not action.units or (len(action.units) > 1 and not card.group):
        return Wrong(f"{name} is for {'units' if card.group else 'one unit'}", "name a unit of yours on the map")
    found = may_act.test(at, action)
    if found is not None:
        return found
    if not all(on_map(unit) for unit in acting(at.state, action)):
        return Wrong("that unit is not on the map", "choose one that is", "COH-4.5a")
    return None


@rule("COH-7.2a", "COH-7.2b", "COH-3.7c", "COH-3.5e")
def fits(at: Here, action: do.PlayCard) -> Wrong | None:
    """Each card has its own conditions."""
    rolls = len(action.units) if action.card == hand.RALLY else int(CARDS[action.card].rolls)
    if len(action.aim) > rolls:
        return Wrong("CAPs are put on rolls that are made", "leave them out", "COH-1.5a")
    return CARDS[action.card].fits(at, action)


@rule("COH-7.1b", "COH-7.1c")
def goes_with(at: Here, action: do.PlayCard) -> Wrong | None:
    """Only Rally Up! takes bonus cards that change a roll, because it is a rally."""
    wrong = next((each for each in action.also if action.card != hand.RALLY or each not in CHANGES), None)
    if wrong is not None:
        what = names.action_card(action.card)
        return Wrong(f"{names.action_card(wrong)} does not go with {what}", "leave it out")
    if not hand.holds_all(at.state, at.seat, (action.card, *action.also)):
        return Wrong("you do not hold that card", "leave it out", "COH-7.1c")
    return None


@rule("COH-1.3d", "COH-7.1b")
def is_paid(at: Here, action: do.PlayCard) -> Wrong | None:
    """The unit pays a card's action points, and the player pays its CAPs."""
    found = charge(at.state, at.seat, action)
    return found if isinstance(found, Wrong) else None


@case("COH-7.1b")
def charge(state: State, seat: Seat, action: do.PlayCard) -> Bill | Wrong:
    """Return the bill for a card.

    A card without action points leaves the units' status unchanged.
    """
    record = cards().actions[action.card]
    if record.ap:
        if action.by == "card":
            return Wrong("one card does not pay for another", "pay in another way")
        return bill(state, seat, action, record.ap)
    if action.by or action.caps:
        return Wrong("it costs no action points", "leave `by` and `caps` out")
    caps = record.cap + sum(map(abs, action.aim))
    if any(abs(each) > MOST_AIM for each in action.aim):
        return Wrong("a roll is changed by at most two CAPs", "put fewer on each roll", "COH-1.5a")
    if caps > state.players[seat].caps:
        return Wrong(f"that takes {count(caps, 'CAP')}, and you have {state.players[seat].caps}", "keep the card")
    return Bill(seat, action.units, "", caps=caps)


# Resolution.


@case("COH-7.1b")
def play_card(play: Play, step: object, action: do.PlayCard) -> None:
    """Pay for the card, discard it and apply it.

    The turn then ends, except after Swift Action.
    """
    found = charge(play.state, play.seat, action)
    assert isinstance(found, Bill)
    pay(play, found, names.action_card(action.card))
    discards.discard(play, play.seat, action.card, action.units)
    if action.card == hand.SWIFT:
        CARDS[action.card].does(play, play.seat, action)
        return
    play.emit(ev.Ended(), ev.Begun(settling(found)))
    if action.card != hand.RALLY:
        come_out(play, action)
    CARDS[action.card].does(play, play.seat, action)


# Candidates.


def playable(at: Here, fixed: Fixed) -> Iterator[do.PlayCard]:
    """Yield the playable cards of the hand, each for every possible unit."""
    if not at.state.players[at.seat].cards.known:
        return
    for card in dict.fromkeys(at.state.players[at.seat].cards.open()):
        if card not in CARDS or fixed.get("card", card) != card:
            continue
        if not CARDS[card].units:
            yield do.PlayCard(card)
            continue
        for units in _for_whom(at, card, fixed):
            if cards().actions[card].ap:
                yield from (
                    do.PlayCard(card, units, **paid)
                    for paid in payments(at, units, fixed)
                    if paid.get("by") != "card"
                )
            else:
                for also in ((), *_mends(at, card)):
                    yield do.PlayCard(card, units, fixed.get("aim", ()), also=fixed.get("also", also))


def _mends(at: Here, card: CardId) -> Iterator[tuple[CardId, ...]]:
    """Yield the bonus cards of the hand that may go with a card."""
    if card == hand.RALLY:
        yield from ((each,) for each in CHANGES if hand.holds(at.state, at.seat, each))


def _for_whom(at: Here, card: CardId, fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    if CARDS[card].group or fixed.get("units"):
        yield from groups(at, fixed)
    else:
        yield from ((unit.id,) for unit in of(at.state, at.seat) if _may_want(unit, card))


def _may_want(unit: Unit, card: CardId) -> bool:
    return card != hand.FOLLOW or unit.hit is not None


def odds(at: Anytime, action: do.PlayCard) -> Odds | None:
    """Return the odds of a sniper, an officer or a free rally."""
    if action.card == hand.RALLY:
        notes = tuple(untold(at.state, at.seat, action.also))
        return rally_chances(at, action.units, action.aim, action.also, notes)
    shown = [min(6, max(1, face + sum(action.aim))) for face in range(1, 7)]
    if action.card == hand.OFFICER:
        more = tuple((count(n, "CAP"), shown.count(n) / 6) for n in range(1, 7))
        return Odds("You have more", (), more)
    if action.card != hand.SNIPER:
        return None
    faces = [SHOTS[face] for face in shown]
    chances = tuple((count(n, "CAP"), faces.count(n) / 6) for n in (0, 1, 2, 3))
    return Odds("The enemy loses", (), chances)


def says_card(seen: Seen[State], action: do.PlayCard) -> str:
    """Return the order as a sentence."""
    on = f" on {phrases.who(seen, action.units)}" if action.units else ""
    helped = f"{phrases.with_caps(action.aim)}{phrases.with_cards(action.also)}{phrases.PAID[action.by]}"
    return f"Play {names.action_card(action.card)}{on}{helped}."


REASONS = {
    hand.SNIPER: "it takes CAPs of the enemy, who has some",
    hand.OFFICER: "it brings CAPs",
    hand.SWIFT: "two of your actions follow each other before the enemy has a turn",
    hand.CLEARING: "an obstacle of the enemy lies in that hex",
}


def why_card(seen: Seen[State], action: do.PlayCard) -> str:
    """Return the reason for each card that the computer plays."""
    if action.card in REASONS:
        return REASONS[action.card]
    if action.card in (hand.RALLY, hand.FOLLOW):
        return f"hit markers hinder {advantage.them(action.units)}, and the card takes them off"
    return advantage.under_fire(seen, action.units)


def tells(at: Anytime, action: do.PlayCard) -> Iterator[str]:
    """Yield the text of the card, its payment, and the units that it reveals."""
    if action.card not in cards().actions:
        return
    yield cards().actions[action.card].text
    if all(is_own(at, id) for id in action.units):
        yield from paid(at, action.units, cards().actions[action.card].ap, charge(at.state, at.seat, action))
        yield from given_away(at, action.units, quiet=action.card == hand.RALLY)


CARD: TurnVerb[do.PlayCard] = Verb(
    do.PlayCard,
    when="action cards are played in their player's turn",
    says=says_card,
    why=why_card,
    cite=TURN,
    rules=(is_held, plays_alone, is_for_units, fits, goes_with, is_paid),
    candidates=playable,
    resolve=play_card,
    odds=odds,
    tells=tells,
)
