"""The agreed terms: the guideline with variant and handicaps, and player order."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.units import other, side_of, team
from bot.titles.firefight.model.ids import Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.agreed import agreed
from bot.titles.firefight.printed.cards import deck_of
from bot.titles.firefight.printed.guidelines import Force, Guideline


def terms(state: State) -> Guideline:
    """Return the guideline as the players agreed on it."""
    return agreed(state.guideline, tuple(sorted(state.options.items())))


def force(state: State, seat: Seat) -> Force:
    """Return the guideline's entry for a player."""
    return terms(state).players[state.players[seat].force]


@case("G-2.1.9", "G-4.1", "G-4.3")
def hand_size(state: State, seat: Seat) -> int:
    """Return the number of generator cards that a player draws.

    The optional rule and a handicap each add a card.
    """
    more = (state.options.get("spare") == "yes") + (state.options.get(f"handicap-{seat}") == "card")
    return force(state, seat).hand + more


@case("G-4.3", "G-2.1.10")
def caps(state: State, seat: Seat) -> int:
    """Return the CAPs with which a player begins, before cards change them."""
    extra = {"1-cap": 1, "2-caps": 2}.get(state.options.get(f"handicap-{seat}", ""), 0)
    return force(state, seat).cap + extra


# FF-R96
@case("G-4.1", "G-4.3")
def kept(state: State, seat: Seat) -> int:
    """Return the number of cards that stay in a hand; the optional rule adds 1."""
    spare = 1 if state.options.get("spare") == "yes" else 0
    mine = force(state, seat)
    missing = max(0, hand_size(state, seat) - len(deck_of(mine.side, *mine.cards)))
    return max(0, spare - missing)


def open_forces(state: State, side: Side | None = None) -> tuple[int, ...]:
    """Return the forces of the guideline that no player has taken yet."""
    taken = {player.force for player in state.players.values() if player.side}
    forces = enumerate(terms(state).players)
    return tuple(n for n, each in forces if n not in taken and side in (None, each.side))


# FF-R80
@case("G-3.0", "G-4.2a", "G-guide-7")
def rotation(state: State, first: Seat) -> tuple[Seat, ...]:
    """Return the player order from a first player; sides and team mates alternate."""
    own = sorted(team(state, side_of(state, first)), key=lambda seat: (seat != first, state.players[seat].force))
    foes = sorted(team(state, other(side_of(state, first))), key=lambda seat: state.players[seat].force)
    rounds = range(max(len(own), len(foes)))
    return tuple(seat for n in rounds for seat in (own[n % len(own)], foes[n % len(foes)]))
