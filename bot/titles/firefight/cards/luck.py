"""Cards that change their own player's roll: Veteran NCO and Luck!"""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.english import join
from bot.titles.firefight.cards import discards
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field import hand, names
from bot.titles.firefight.field.rolls import BAD, GOOD, Help
from bot.titles.firefight.model.ids import CardId
from bot.titles.firefight.model.state import State

Cards = tuple[CardId, ...]
CHANGES = (hand.NCO, hand.LUCK)
HELP: dict[CardId, Help] = {hand.NCO: "again", hand.LUCK: "luck"}
"""The effect of each card on the chances of a roll."""


def changes(cards: Cards) -> Cards:
    """Return the cards of an action that change a roll."""
    return tuple(card for card in cards if card in CHANGES)


def helps(cards: Cards) -> tuple[Help, ...]:
    """Return the effects of an action's cards on the chances of its first roll."""
    return tuple(HELP[card] for card in changes(cards))


def untold(state: State, seat: Seat, cards: Cards, more: Cards = ()) -> Iterator[str]:
    """Yield notes on cards that the odds leave out.

    Named cards count for a single roll, and held cards may not be named.
    """
    if named := list(map(names.action_card, changes(cards))):
        count, are = ("counts", "is") if len(named) == 1 else ("count", "are")
        yield f"{join(named)} {count} for the first roll that falls short, and {are} kept if none does"
    elif not cards and (
        held := [names.action_card(each) for each in (*CHANGES, *more) if hand.holds(state, seat, each)]
    ):
        yield f"not counted: {join(held, 'or')}, which you hold and can name with it"


# FF-R94
@case("COH-7.2a", "COH-7.1b")
def mended(play: Play, seat: Seat, cards: Cards, roll: Roll, number: int) -> tuple[Roll, int, Cards]:
    """Change a failed roll by the named cards until it succeeds.

    It is rolled again before luck is tried. Returns the roll, the addition by luck, and the unused cards.
    """
    luck, left = 0, list(cards)
    for card in sorted(cards, key=CHANGES.index):
        held = play.state.players[seat].card_count
        roll, more = _mend(play, seat, card, roll, number - sum(roll.faces) - luck)
        luck += more
        if play.state.players[seat].card_count < held:
            left.remove(card)
    return roll, luck, tuple(left)


def _mend(play: Play, seat: Seat, card: CardId, roll: Roll, short: int) -> tuple[Roll, int]:
    """Change a failed roll by a card.

    A good roll keeps the card, and luck is used only if it can help.
    """
    if short <= 0 or not hand.holds(play.state, seat, card):
        return roll, 0
    if card == hand.NCO:
        discards.discard(play, seat, card, roll=roll)
        return play.dice.roll(roll.purpose, len(roll.faces), roll.sides), 0
    if card == hand.LUCK and short <= GOOD:
        die = play.dice.roll("Luck!", 1)
        discards.discard(play, seat, card, roll=die)
        return roll, BAD if die.faces[0] == 1 else GOOD
    return roll, 0
