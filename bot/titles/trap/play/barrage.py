"""A barrage: scatter, its effect on each unit in the hex, and the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import case
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field.bombardment import factor, together
from bot.titles.trap.field.fire import Aim, indirect, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.indirect import SCATTER, exposed, holds
from bot.titles.trap.field.units import on_map, record
from bot.titles.trap.model.table import RUSSIAN, Battery, BatteryId, CounterId, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Anytime
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.results import bring_down, die_of, suffer
from bot.titles.trap.play.revealing import show

NOBODY = UnitId("")
NO_COUNTER = CounterId("")


# TRAP-R82
@case("TRAP-6.5.1", "TRAP-6.5.2")
def barrage(
    play: Play, hex: HexId, spotter: UnitId, *, firer: Unit | None = None, battery: Battery | None = None
) -> None:
    """Roll for scatter, then for each unit in the hex; rubble follows all rolls."""
    scatter = None
    if not holds(play.state.units.get(spotter)):
        scatter = play.dice.roll("scatter", 1, 10)
    scattered = scatter is not None and 1 <= tens(scatter) <= 7
    cf = factor(firer)
    hit = [] if scattered else [(unit, indirect(play.state, unit, firer)) for unit in exposed(play.state, hex)]
    shots = tuple(_shot(play, unit, aim, cf) for unit, aim in hit)
    seat = RUSSIAN if firer is None else firer.side
    show(play, [shot.unit for shot in shots] + ([] if firer is None else [firer.id]))
    play.emit(
        ev.Shelled(
            seat,
            hex,
            cf,
            unit=NOBODY if firer is None else firer.id,
            counter=NO_COUNTER if firer is None else firer.counter.open(),
            battery=BatteryId("") if battery is None else battery.id,
            spotter=spotter,
            scatter=scatter,
            scattered=scattered,
            shots=shots,
        )
    )
    for shot in shots:
        if on_map(play.state.units[shot.unit]):
            suffer(play, shot, "indirect fire", heavy=True)
    if any(shot.result == "eliminated" for shot in shots):
        bring_down(play, hex, seat)


def _shot(play: Play, unit: Unit, aim: Aim, cf: int) -> ev.Shot:
    mods = modifiers(aim)
    roll = play.dice.roll("indirect fire", 1, 10)
    if tens(roll) + sum(each.n for each in mods) > cf:
        return ev.Shot(unit.id, unit.counter.open(), roll, mods)
    die, done = die_of(play, unit, heavy=True)
    return ev.Shot(unit.id, unit.counter.open(), roll, mods, True, die, done)


# Odds.


def barrage_odds(at: Anytime, hex: HexId, spotter: UnitId, firer: Unit | None, number: int = 1) -> Odds | None:
    """Return the odds of one or more barrages at a hex, for each known unit."""
    if hex not in ground():
        return None
    lands = Fraction(1) if holds(at.state.units.get(spotter)) else 1 - SCATTER
    units = [_as_it_falls(unit, spotter) for unit in exposed(at.state, hex)]
    seen = [unit for unit in units if unit.counter.known]
    landing = "does not scatter" if number == 1 else "one at least does not scatter"
    chances: list[tuple[str, float]] = [(landing, float(1 - (1 - lands) ** number))]
    best = Fraction(0)
    for unit, each in zip(seen, together(at.state, hex, seen, firer, number, lands), strict=True):
        name = record(unit).name
        chances.append((f"{name} hit", float(each.hit)))
        chances.append((f"{name} eliminated", float(each.gone)))
        best = max(best, each.hit) if unit.side != at.seat else best
    mods = (modifiers(indirect(at.state, unit, firer)) for unit in seen if unit.side != at.seat)
    notes = tuple(_notes(at, hex, units, number))
    return Odds(
        f"Indirect fire at {hex}", next(filter(None, mods), ()), tuple(chances), notes, ("to hit", float(best))
    )


def _as_it_falls(unit: Unit, spotter: UnitId) -> Unit:
    """Return a unit as the fire finds it: a leader who spots his own hex has acted."""
    return replace(unit, activated=True) if unit.id == spotter else unit


def _notes(at: Anytime, hex: HexId, units: list[Unit], number: int) -> Iterator[str]:
    """Report the limits of the odds: hidden units, own units, the building."""
    if number > 1:
        yield f"{number} batteries together"
    if any(not unit.counter.known for unit in units):
        yield "there are hidden units"
    if own := [unit for unit in units if unit.side == at.seat]:
        yield f"{names.units(own)} of your own {names.does(own, 'is', 'are')} there, and can be hit too"
    if ground().has_levels(hex) and hex not in at.state.rubble:
        yield "where a unit is eliminated the building comes down"
