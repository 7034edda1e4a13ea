"""Cards that change a roll of their player's own: Veteran NCO and Luck!"""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.english import join
from bot.titles.firefight.cards import hand
from bot.titles.firefight.field import names
from bot.titles.firefight.field.rolls import GOOD, Help
from bot.titles.firefight.model.ids import CardId
from bot.titles.firefight.model.play import Play
from bot.titles.firefight.model.state import State

BAD = -3
"""What Luck! changes a roll by on a 1."""
CHANGES = (hand.NCO, hand.LUCK)
HELP: dict[CardId, Help] = {hand.NCO: "again", hand.LUCK: "luck"}
"""What they do for the chances of a roll."""


def untold(state: State, seat: Seat, card: CardId, more: tuple[CardId, ...] = ()) -> Iterator[str]:
    """Yield what odds leave out: that a card counts for one roll, or that cards are held which were not named."""
    if card in CHANGES:
        yield f"{names.action_card(card)} counts for the first roll, and is kept where that is good by itself"
    elif not card and (
        held := [names.action_card(each) for each in (*CHANGES, *more) if hand.holds(state, seat, each)]
    ):
        yield f"not counted: {join(held, 'or')}, which you hold and can name with it"


# FF-R94
@case("COH-7.2a")
def mend(play: Play, seat: Seat, card: CardId, roll: Roll, short: int) -> tuple[Roll, int]:
    """Change a roll that falls short by a card that was named with it; a roll that is good keeps the card.

    Veteran NCO rolls again. Luck! is only tried where it can help.
    """
    if short <= 0 or not hand.holds(play.state, seat, card):
        return roll, 0
    if card == hand.NCO:
        hand.discard(play, seat, card, roll=roll)
        return play.dice.roll(roll.purpose, len(roll.faces), roll.sides), 0
    if card == hand.LUCK and short <= GOOD:
        die = play.dice.roll("Luck!", 1)
        hand.discard(play, seat, card, roll=die)
        return roll, BAD if die.faces[0] == 1 else GOOD
    return roll, 0
