"""Random events: two dice at the beginning of each day turn but the first."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, see
from bot.titles.trap import events as ev
from bot.titles.trap.field.points import lead
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, ELIMINATED, RUSSIAN, RandomEvent, UnitId
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.drawing import arrive

TABLE: dict[int, RandomEvent] = {
    **dict.fromkeys((2, 6, 12), "chechen desperation"),
    **dict.fromkeys((4, 9), "russian desperation"),
    **dict.fromkeys((3, 11), "snafu"),
    **dict.fromkeys((5, 8), "return"),
    **dict.fromkeys((7, 10), "none"),
}


# TRAP-R36
@case("TRAP-9.0", "TRAP-4.1", "TRAP-9.0-5")
def roll(play: Play) -> None:
    """Both players roll a die; their total is the event of the turn."""
    dice = play.dice.roll("random event", 2)
    rolled = TABLE[sum(dice.faces)]
    if rolled in ("chechen desperation", "russian desperation"):
        desperation(play, dice, rolled)
    elif rolled == "snafu":
        snafu(play, dice)
    elif rolled == "return":
        returning(play, dice)
    else:
        play.emit(ev.EventRolled(dice, "none"))


# TRAP-R87
@case("TRAP-9.0-1", "TRAP-9.0-2")
def desperation(play: Play, dice: Roll, rolled: RandomEvent) -> None:
    """A side that does not lead gets a bonus activation; the points are those of now.

    Units hidden under a stack do not count for it.
    """
    seat = CHECHEN if rolled == "chechen desperation" else RUSSIAN
    ahead = lead(see(play.state, PUBLIC).state)
    if ahead > 0 if seat == RUSSIAN else ahead < 0:
        why = f"the {seat.title()} side leads in points"
        play.emit(ev.EventRolled(dice, "none", rolled, why, seat))
        return
    die = play.dice.roll("units of the bonus activation", 1, 10)
    play.emit(ev.EventRolled(dice, rolled, rolled, "", seat, tens(die), die))


# TRAP-R89
@case("TRAP-9.0-3")
def snafu(play: Play, dice: Roll) -> None:
    """A die picks the side that loses a marker: even the Russians, odd the Chechens.

    Each side loses a marker only once in a game.
    """
    die = play.dice.roll("who loses a marker", 1)
    seat = RUSSIAN if die.faces[0] % 2 == 0 else CHECHEN
    again = seat in play.state.snafu
    why = f"the {seat.title()} side has had its snafu" if again else ""
    play.emit(ev.EventRolled(dice, "none" if again else "snafu", "snafu", why, seat, die=die))


# TRAP-R90
@case("TRAP-9.0-4", "TRAP-11.2-12")
def returning(play: Play, dice: Roll) -> None:
    """Once a game eliminated Chechens may return; each gives the Russians a point."""
    why = no_return(play.state)
    if why:
        play.emit(ev.EventRolled(dice, "none", "return", why, CHECHEN))
        return
    die = play.dice.roll("units that may return", 1)
    lost = eliminated(play.state, CHECHEN)
    number = min(die.faces[0], len(lost))
    play.emit(ev.EventRolled(dice, "return", "return", "", CHECHEN, number, die))
    arrive(play, CHECHEN, lost, "return", left=number)


def eliminated(state: State, seat: Seat) -> tuple[UnitId, ...]:
    """Return the units of a side that lie in the box of the eliminated."""
    return tuple(unit.id for unit in state.units.values() if unit.hex == ELIMINATED and unit.side == seat)


def no_return(state: State) -> str:
    """Say why no Chechens return; "" where they may."""
    if state.returned:
        return "Chechens have returned once already"
    if not eliminated(state, CHECHEN):
        return "no Chechen unit has been eliminated"
    if CHECHEN not in state.control.values():
        return "the Chechens control no landmark"
    return ""
