"""Smoke rounds are fired at a hex."""

from __future__ import annotations

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import attack, board, smoke_rounds
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.works import smoke_wrong
from bot.titles.tide.model.table import Band, CardId, HexId, Vehicle, Work, WorkId
from bot.titles.tide.printed.tables import tables


@case("FB-munition-9", "FB-munition-10", "FB-munition-11")
def fire_smoke(play: Play, plan: Attack, seat: Seat) -> None:
    """Fire a smoke round at a hex.

    Enough hits place smoke there, a single hit places it nearby, and no hit is a misfire.
    """
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
    """Drift the smoke: a die gives the distance, and another the direction."""
    distance, direction = play.dice.roll("drift", 1), play.dice.roll("direction", 1)
    to = board.map_of(play.state).beyond(aimed, direction.faces[0], distance.faces[0])
    play.emit(ev.Drifted(CardId(""), aimed, to or HexId(""), distance, direction))
    if to is not None:
        _place(play, to)


def _place(play: Play, hex: HexId) -> None:
    """Place smoke if the terrain allows it."""
    if smoke_wrong(play.state, hex) is None:
        work = WorkId(f"w{play.state.serial + 1}")
        play.emit(ev.WorkPlaced(Work(work, "smoke", hex, play.state.round)))


@case("FB-munition-9")
def fire_round(
    play: Play, seat: Seat, unit: Vehicle, hex: HexId, allowed: tuple[Band, ...] = attack.BANDS, *half: Modifier
) -> None:
    """Fire a smoke round at a hex."""
    plan = smoke_rounds.plan(play.state, unit, hex, allowed, half)
    assert not isinstance(plan, Wrong)
    if unit.activity != "fatigued":
        play.emit(ev.Marked(plan.by, "fatigued"))
    fire_smoke(play, plan, seat)
