"""Cards of winter: stalled engines, frost, blizzards and thin ice."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards.effect import Effect, plays
from bot.titles.tide.cards.targets import no_snow, share_of_unit
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Boon, CardId, UnitId, Vehicle
from bot.titles.tide.printed import effects as does


@plays(does.Stall)
@case("FB-snow-1")
def stall(effect: does.Stall) -> Effect:
    """Make a card that may stop the engine of an enemy vehicle on snow."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        roll = play.dice.roll("cold engine", 1)
        stalls = roll.count(effect.face) > 0
        hex = play.state.units[UnitId(target)].hex
        play.emit(ev.Tested(UnitId(target), hex, "cold engine", roll, effect.face, stalls))
        if stalls:
            play.emit(ev.Marked((UnitId(target),), "fatigued"))

    return Effect(act, "unit", _engine_on_snow, value=share_of_unit)


def _engine_on_snow(state: State, seat: Seat, target: str) -> Wrong | None:
    """The unit must be an enemy vehicle on snow, no gun, and not fatigued."""
    unit = units.unit_at(state, UnitId(target))
    if not isinstance(unit, Vehicle) or unit.side == seat or units.is_gun(unit):
        return Wrong("that is not an enemy vehicle with an engine", "choose an enemy vehicle")
    if not board.snow_trait(state, unit.hex):
        return no_snow(unit.hex)
    return Wrong("the vehicle is fatigued", "choose another one") if unit.activity == "fatigued" else None


@plays(does.Frost)
@case("FB-snow-1")
def frost(effect: does.Frost) -> Effect:
    """Make a card that stops enemy squads on snow from recovering in this phase."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon("frost", units.other(play.state, seat), 0, play.state.round)))

    def value(seen: Seen[State], target: str) -> float:
        shaken = (unit for unit in units.against(seen.state, seen.seat) if units.is_suppressed(unit))
        return float(any(board.snowy(seen.state, unit) for unit in shaken))

    return Effect(act, value=value)


@plays(does.Blizzard)
def blizzard(effect: does.Blizzard) -> Effect:
    """Make a card that shortens the sight of everybody through the next round."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon("sight", seat, effect.hexes, play.state.round + 1)))

    return Effect(act)


@plays(does.ThinIce)
@case("FB-stream-3")
def thin_ice(effect: does.ThinIce) -> Effect:
    """Make a card that lets the ice break more easily through the next round."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.Given(Boon("thin ice", seat, effect.worse, play.state.round + 1)))

    return Effect(act)
