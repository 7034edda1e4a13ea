"""What the players agreed: the guideline with its variant and handicaps, and in which rotation players come."""

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
    """Return what the guideline gives to a player."""
    return terms(state).players[state.players[seat].force]


@case("G-2.1.9", "G-4.1", "G-4.3")
def hand_size(state: State, seat: Seat) -> int:
    """Return how many generator cards a player draws: one more by the optional rule, and one as a handicap."""
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
    """Return how many cards are left in a hand when all are played: one by the optional rule, if it was drawn."""
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
    """Return in which order players come when one of them is first: sides alternate, and so do team mates."""
    own = sorted(team(state, side_of(state, first)), key=lambda seat: (seat != first, state.players[seat].force))
    foes = sorted(team(state, other(side_of(state, first))), key=lambda seat: state.players[seat].force)
    rounds = range(max(len(own), len(foes)))
    return tuple(seat for n in rounds for seat in (own[n % len(own)], foes[n % len(foes)]))
