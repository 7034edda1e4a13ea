"""Special munitions: bought, turned over, fired as smoke, kept, discarded."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.titles.tide.cards.barrage import smoke_wrong
from bot.titles.tide.field import munitions, smoke_rounds, units
from bot.titles.tide.field.fire import Plan
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping
from bot.titles.tide.model.table import CardId, HexId, Munition, MunitionKind, UnitId, Work, WorkId
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import hits
from bot.titles.tide.resolve.hits import Play


@case("FB-munition-1", "FB-munition-2")
def arm(play: Play) -> None:
    """Sides buy munitions in the order of initiative, just before they put units on Op Fire."""
    for seat in reversed(units.seats_in_order(play.state)):
        if can_buy(play.state, seat):
            play.emit(ev.Begun(Arming(seat)))


def can_buy(state: State, seat: Seat) -> bool:
    """Say whether a side could buy a munition; everything that this depends on is open."""
    wanted = munitions.used(state) and bool(munitions.takers(state, seat))
    return wanted and munitions.buy_wrong(state, seat) is None


def go_arming(play: Play, step: Arming) -> bool:
    """Wait while the side can buy another."""
    if can_buy(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-munition-2")
def buy(play: Play, seat: Seat, unit: UnitId, kind: MunitionKind) -> None:
    """Pay for a munition and lay it face down beside its unit."""
    play.emit(
        ev.Gained(seat, -tables().numbers.munitions.price, why="munitions"),
        ev.MunitionLaid(unit, Munition(seat, private(kind, seat), play.state.round)),
    )


@case("FB-munition-5")
def clear_away(play: Play) -> None:
    """Discard what was turned over, and what lies beside a gun that the enemy has taken."""
    for unit, munition in list(play.state.munitions.items()):
        if munition.kind.out or munition.seat != play.state.units[unit].side:
            play.emit(ev.MunitionGone(unit, "fired" if munition.kind.out else "captured"))


@case("FB-munition-5")
def keep(play: Play) -> None:
    """Ask who has unused munitions of an earlier round whether he keeps them, at the end of the Status Phase."""
    for seat in reversed(units.seats_in_order(play.state)):
        if munitions.unused(play.state, seat):
            play.emit(ev.Begun(Keeping(seat)))


def go_keeping(play: Play, step: Keeping) -> bool:
    """Wait while there is something left to discard."""
    if munitions.unused(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-munition-5")
def discard(play: Play, unit: UnitId) -> None:
    """Discard an unused munition."""
    play.emit(ev.MunitionGone(unit, "discarded"))


@case("FB-munition-9", "FB-munition-10", "FB-munition-11")
def fire_smoke(play: Play, plan: Plan, seat: Seat) -> None:
    """Fire a smoke round at a hex: enough hits place smoke there, one hit somewhere near, none is a misfire."""
    hits.take_up(play, plan)
    roll = play.dice.roll("smoke round", plan.dice)
    count = roll.count(plan.hit)
    play.emit(
        ev.Attacked(
            how="smoke round", side=seat, by=plan.by, hex=plan.hex, mode="normal", band=plan.band, hit=plan.hit,
            roll=roll, modifiers=plan.modifiers, hits=count, chance=smoke_rounds.chance(plan, count),
        )
    )  # fmt: skip
    if count >= tables().numbers.smoke_round.hits:
        _place(play, plan.hex)
    elif count:
        _drift(play, plan.hex)
    else:
        play.emit(ev.MunitionGone(plan.lead, "misfired"))


@case("FB-munition-10")
def _drift(play: Play, aimed: HexId) -> None:
    """The first die says how many hexes the smoke drifts, the second in which direction."""
    distance, direction = play.dice.roll("drift", 1), play.dice.roll("direction", 1)
    to = units.map_of(play.state).beyond(aimed, direction.faces[0], distance.faces[0])
    play.emit(ev.Drifted(CardId(""), aimed, to or HexId(""), distance, direction))
    if to is not None:
        _place(play, to)


def _place(play: Play, hex: HexId) -> None:
    """Place smoke where it holds."""
    if smoke_wrong(play.state, hex) is None:
        work = WorkId(f"w{play.state.serial + 1}")
        play.emit(ev.WorkPlaced(Work(work, "smoke", hex, play.state.round)))
