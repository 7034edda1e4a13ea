"""The initiative of a round: added CAPs, and the roll for the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from bot.kernel.dice import Roll
from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb, Work
from bot.kit.english import count
from bot.kit.odds import sums
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.economy import MOST_AIM
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.units import other, side_of, team
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import SIDES, Side
from bot.titles.firefight.model.solo import HUMAN
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid, Initiative
from bot.titles.firefight.play.action_cards import idle
from bot.titles.firefight.play.base import Play

ENOUGH = 8
"""The total with which the player of a solo game takes the first turn."""
FIRST = "for the first turn"
STANDING = {"none": 0, "one": 1, "two": 2}
"""The CAPs that standing orders add."""


def begin(play: Play) -> None:
    """Start the initiative step."""
    play.emit(ev.Begun(Initiative()))


# FF-R9
@case("COH-1.2b")
def order(state: State) -> tuple[Seat, ...]:
    """Return the order in which players add CAPs.

    The side that had more CAPs is first; with equal CAPs the Soviets are first.
    """
    had = {
        side: sum(state.players[seat].caps + state.bids.get(seat, 0) for seat in team(state, side))
        for side in SIDES
    }
    first: Side = "german" if had["german"] > had["soviet"] else "soviet"
    return (*team(state, first), *team(state, other(first)))


# FF-R181
def room(state: State, seat: Seat) -> int:
    """Return the CAPs that a player may still add.

    A side adds at most two, and each player at most their own. An idle side adds none.
    """
    if all(idle(state, each) for each in team(state, side_of(state, seat))):
        return 0
    return min(MOST_AIM - added(state, side_of(state, seat)), state.players[seat].caps)


# FF-R2
@case("COH-1.2a", "COH-1.2b", "COH-1.1b")
def go(play: Play, step: Initiative) -> None:
    """Ask every player with CAPs, then roll until a side is ahead.

    CAPs count only for the first roll.
    """
    for seat in order(play.state):
        if seat not in play.state.bids and room(play.state, seat):
            play.emit(ev.Begun(Bid(seat)))
            return
    if play.state.solo is not None:
        roll_alone(play)
        return
    rolls: dict[Side, tuple[Roll, ...]] = dict.fromkeys(SIDES, ())
    caps = {side: added(play.state, side) for side in SIDES}
    while True:
        for side in SIDES:
            rolls[side] = (*rolls[side], play.dice.roll(f"initiative of the {side.title()} side", 2))
        first = len(rolls["german"]) == 1
        german, soviet = (sum(rolls[side][-1].faces) + caps[side] * first for side in SIDES)
        if german != soviet:
            break
    ahead: Side = "german" if german > soviet else "soviet"
    play.emit(ev.InitiativeRolled(ahead, rolls, caps), ev.Ended())


# FF-R129
@case("G-6.4")
def roll_alone(play: Play) -> None:
    """Roll for the player of a solo game, who takes the first turn with eight or more."""
    side = side_of(play.state, HUMAN)
    caps = play.state.bids.get(HUMAN, 0)
    roll = play.dice.roll("initiative of the player", 2)
    ahead = side if sum(roll.faces) + caps >= ENOUGH else other(side)
    play.emit(ev.InitiativeRolled(ahead, {side: (roll,)}, {side: caps}), ev.Ended())


@rule("COH-1.2b")
def can_add(at: At[State, Bid], action: do.AddCaps) -> Wrong | None:
    """A side adds at most two CAPs, and a player only CAPs that they have."""
    most = room(at.state, at.seat)
    return Wrong(f"you may add {most} at most", "say fewer") if action.caps > most else None


def bids(at: At[State, Bid], fixed: Fixed) -> Iterator[do.AddCaps]:
    """Yield zero to two CAPs."""
    yield from (do.AddCaps(caps) for caps in range(MOST_AIM + 1))


def bid(play: Play, step: Bid, action: do.AddCaps) -> None:
    """Add CAPs."""
    play.emit(ev.InitiativeBid(play.seat, action.caps), ev.Ended())


def ordered(at: At[State, Bid]) -> do.AddCaps | None:
    """Return the CAPs of the player's standing order, cut to the legal maximum."""
    said = STANDING.get(at.state.players[at.seat].orders.open().bid)
    return None if said is None else do.AddCaps(min(said, room(at.state, at.seat)))


@case("COH-1.2a", "COH-1.2b", "G-6.4")
def odds(at: At[State, Bid], action: do.AddCaps) -> Odds | None:
    """Return the chance of the first turn, for each number of CAPs the enemy may add."""
    if not isinstance(at.step, Bid) or at.step.seat != at.seat:
        return None
    own = side_of(at.state, at.seat)
    caps = added(at.state, own) + action.caps
    if at.state.solo is not None:
        alone = (("the first turn", float(at_least(ENOUGH - caps))),)
        return Odds(f"First turn: with {ENOUGH} or more", by_caps(caps), alone, hope=(FIRST, alone[0][1]))
    foe, more = added(at.state, other(own)), still(at.state, other(own))
    found = [float(ahead_by(caps - foe - n)) for n in range(more + 1)]
    names = [f"if the enemy adds {count(n, 'CAP') if n else 'none'}" for n in range(more + 1)]
    chances = zip(names if more else ["the first turn"], found, strict=True)
    mates = still(at.state, own, at.seat, MOST_AIM - caps)
    notes = (f"Your side may still add {count(mates, 'CAP')}.",) if mates else ()
    hope = (names[0] if more else FIRST, found[0])
    return Odds("First turn: with the higher roll", by_caps(caps - foe), tuple(chances), notes, hope)


def by_caps(swing: int) -> tuple[Modifier, ...]:
    """Return the known CAPs as a modifier."""
    return (Modifier("COH-1.2b", "CAPs", swing),) if swing else ()


def added(state: State, side: Side) -> int:
    """Return the number of CAPs that a side has added so far."""
    return sum(state.bids.get(seat, 0) for seat in team(state, side))


def still(state: State, side: Side, but: Seat | None = None, most: int = MOST_AIM) -> int:
    """Return the CAPs that players of a side who have not bid yet may still add."""
    rooms = (room(state, seat) for seat in team(state, side) if seat not in state.bids and seat != but)
    return min(most, MOST_AIM - added(state, side), sum(rooms))


@cache
def ahead_by(swing: int) -> Fraction:
    """Return the chance that two dice plus a swing beat two dice.

    A tie is rolled again without the swing.
    """
    pairs = product(sums(2).items(), repeat=2)
    return sum(
        (p * q * (Fraction(1, 2) if a + swing == b else int(a + swing > b)) for (a, p), (b, q) in pairs),
        Fraction(0),
    )


def question(at: At[State, Bid]) -> str:
    """Ask for CAPs."""
    rolls = "both sides roll two dice for the first turn"
    if at.state.solo is not None:
        rolls = f"you roll two dice, and take the first turn with {ENOUGH} or more"
    return f"Round {at.state.round}: {rolls}. How many CAPs do you add? You have {at.state.players[at.seat].caps}."


def says_bid(seen: Seen[State], action: do.AddCaps) -> str:
    """Return the order as a sentence."""
    caps = count(action.caps, "CAP") if action.caps else "no CAPs"
    return f"Add {caps} to the roll for the first turn."


def why_bid(seen: Seen[State], action: do.AddCaps) -> str:
    """Return the reason for adding CAPs, or for none."""
    return "one of that many CAPs can be spared" if action.caps else "CAPs do more in the round itself"


INITIATIVE: Work[State, Event, Initiative] = Work(Initiative, go)
BID: Decision[State, Event, Bid] = Decision(
    Bid,
    question=question,
    does="adds CAPs to their roll for the first turn",
    you="you add CAPs to your roll for the first turn",
    standing=ordered,
    verbs=(
        Verb(
            do.AddCaps,
            when="CAPs are added to the roll for the first turn before each round",
            says=says_bid,
            why=why_bid,
            cite="COH-1.2b",
            rules=(can_add,),
            candidates=bids,
            resolve=bid,
            odds=odds,
        ),
    ),
)
