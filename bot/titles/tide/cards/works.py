"""Cards that lay obstacles and dig squads in."""

from __future__ import annotations

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards.effect import Effect, Fits, always, plays
from bot.titles.tide.cards.targets import no_snow, own_squad, within
from bot.titles.tide.combat.works import build
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, units, works
from bot.titles.tide.field.works import dry, fort_wrong
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, ShelterId, Squad, UnitId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import tables


def obstacle_fits(kind: str, reach: int, *, empty: bool) -> Fits:
    """The hex is near a unit of the side, without such an obstacle and enemies.

    With `empty` it has no units at all.
    """
    near, name = within(reach), tables().works[kind].name

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        wrong = near(state, seat, target)
        if wrong is not None:
            return wrong
        hex = HexId(target)
        if empty and units.at(state, hex):
            return Wrong(f"there are units at {hex}", "choose an empty hex")
        if units.enemies_at(state, hex, seat):
            return Wrong(f"there are enemies at {hex}", "choose a hex without enemies")
        if board.works_at(state, hex, kind):
            article = "" if kind == "wire" else "a "
            return Wrong(f"{article}{name} already lies at {hex}", "choose another hex")
        return (dry(state, hex) if empty else None) or works.none_left(state, kind, hex)

    return fits


def near_objective(seen: Seen[State], target: str) -> float:
    """Return the value of a hex beside an objective, but not on it."""
    near = board.map_of(seen.state).within(HexId(target), 2)
    goals = [objective.hex for objective in board.scenario(seen.state).objectives]
    return float(target not in goals and any(hex in near for hex in goals))


@plays(does.Lay)
def lay(effect: does.Lay) -> Effect:
    """Make a card that places an obstacle."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        build(play, effect.work, HexId(target))

    return Effect(act, "hex", obstacle_fits(effect.work, effect.within, empty=effect.empty), value=near_objective)


def can_be_dug_in(kind: str, *, snow: bool) -> Fits:
    """The squad is in the open on ground fit for digging, and a token is left.

    With `snow` it is also on snow.
    """

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        wrong = own_squad(state, seat, target)
        unit = units.unit_at(state, UnitId(target))
        if wrong is not None or not isinstance(unit, Squad):
            return wrong
        if unit.within:
            return Wrong("the squad is inside of something", "choose a squad in the open")
        if snow and not board.snow_trait(state, unit.hex):
            return no_snow(unit.hex)
        return fort_wrong(state, unit.hex, kind)

    return fits


@plays(does.Dig)
def dig(effect: does.Dig) -> Effect:
    """Make a card that digs a squad in."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        work = build(play, effect.work, play.state.units[UnitId(target)].hex)
        play.emit(ev.Sheltered(UnitId(target), ShelterId(work)))

    return Effect(act, "unit", can_be_dug_in(effect.work, snow=effect.snow), value=always)
