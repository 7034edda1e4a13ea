"""An assault from the first question to the last retreat."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.titles.tide.field import assault, movement, units
from bot.titles.tide.field.flames import closed
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Melee, Rout
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import footing, hits
from bot.titles.tide.resolve.hits import Play


@case("TOI-6.2d", "TOI-6.2e", "TOI-6.2f", "TOI-6.2h")
def melee(play: Play, step: Melee) -> bool:
    """Go on with an assault; say whether the defender must be asked first."""
    unit = play.state.units.get(step.unit)
    if step.won is None and unit is not None:
        hits.reveal(play, step.unit, *step.support)
        if not step.asked and hidden_defenders(play.state, step, unit):
            return True
        _roll(play, step, unit)
    elif step.won and not step.routed:
        play.emit(ev.Changed(replace(step, routed=True)))
        _put_to_flight(play, step.hex)
    else:
        play.emit(ev.Ended())
        if step.won and unit is not None:
            _occupy(play, unit, step.hex)
    return False


def hidden_defenders(state: State, step: Melee, unit: AnyUnit) -> list[UnitId]:
    """Return the concealed squads that may join the defence."""
    return [
        enemy.id
        for enemy in units.enemies_at(state, step.hex, unit.side)
        if isinstance(enemy, Squad) and enemy.concealed
    ]


@case("TOI-6.2b", "TOI-6.2c", "TOI-6.2d", "TOI-6.2e", "FB-expert-1")
def _roll(play: Play, step: Melee, unit: AnyUnit) -> None:
    hits.reveal(play, *step.joined)
    support = [friend for each in step.support if (friend := play.state.units.get(each)) is not None]
    sides = assault.strength(play.state, unit, step.hex, support, step.joined)
    hit = tables().numbers.assault.face
    attack = play.dice.roll("assault", sides.attack_dice)
    again = hits.reroll(play, attack, hit, sides.rerolls)
    defence = play.dice.roll("defence in the assault", sides.defence_dice)
    made = attack.count(hit) + (again.count(hit) if again else 0)
    cover = play.dice.roll("cover", sides.cover_dice) if made and sides.cover_dice else None
    saved = cover.count(tables().numbers.defence.face) if cover else 0
    on_defender, on_attacker = max(0, made - saved), defence.count(hit)
    won = assault.wins(on_defender, on_attacker)
    p = float(assault.win_chance(sides))
    play.emit(
        ev.Assaulted(
            unit=unit.id, hex=step.hex, support=step.support, defenders=sides.defenders, attack=attack,
            defence=defence, cover=cover, attack_modifiers=sides.attack, defence_modifiers=sides.defence,
            cover_modifiers=sides.cover, attacker_loses=on_attacker, defender_loses=on_defender, won=won,
            again=again, chance=p if won else 1 - p,
        ),
        ev.Changed(replace(step, won=won)),
    )  # fmt: skip
    attackers = (unit.id, *step.support)
    if on_attacker:
        hits.lose(play, unit.side, attackers, on_attacker)
    if on_defender and sides.defenders:
        hits.lose(play, units.other(play.state, unit.side), sides.defenders, on_defender)


@case("TOI-6.2f", "TOI-6.2h", "FB-equip-8")
def _put_to_flight(play: Play, hex: HexId) -> None:
    """Every defender that is left must leave the hex, concealed ones too; guns stay where they are."""
    losers = [
        unit
        for unit in units.at(play.state, hex)
        if units.aboard(play.state, unit) is None and not units.is_gun(unit)
    ]
    if losers:
        hits.reveal(play, *(unit.id for unit in losers))
        play.emit(ev.Begun(Rout(losers[0].side, tuple(unit.id for unit in losers), hex)))


@case("TOI-6.2f", "FI-type-2")
def _occupy(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """The winner comes out of what he is inside of, and moves in."""
    if isinstance(unit, Squad) and unit.within:
        play.emit(ev.Sheltered(unit.id))
    if units.has_room(play.state, hex, unit) and closed(play.state, hex) is None:
        play.emit(ev.Moved(unit.id, hex))
        _set_foot(play, unit.id, unit.hex, hex)


@case("TOI-9.4")
def _set_foot(play: Play, id: UnitId, origin: HexId, hex: HexId) -> None:
    """Let a unit that an assault has moved suffer what lies in its new hex, and have the guns there."""
    footing.tread(play, (id,), origin, stops=True)
    footing.take_over(play, id)
    mined = bool(units.works_at(play.state, hex, "mines"))
    if mined and id in play.state.units and play.state.units[id].activity != "fatigued":
        play.emit(ev.Marked((id,), "fatigued", "minefield"))


@case("TOI-6.2f")
def rout(play: Play, step: Rout) -> bool:
    """Let the losers of an assault go; say whether their owner must choose a hex."""
    for each in step.units:
        unit = play.state.units.get(each)
        if unit is None:
            continue
        if cannot_flee(play.state, unit):
            hits.destroy(play, each, "could not retreat")
        else:
            return True
    play.emit(ev.Ended())
    return False


def cannot_flee(state: State, unit: AnyUnit) -> bool:
    """Say whether a unit that must retreat is lost: disrupted, immobile, or without a hex to go to."""
    if isinstance(unit, Squad) and unit.morale == "disrupted":
        return True
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        return True
    return not retreats(state, unit)


@case("TOI-6.2f")
def retreats(state: State, unit: AnyUnit) -> list[HexId]:
    """Return the adjacent hexes that a unit could retreat to."""
    return [
        to
        for to in units.map_of(state).neighbours[unit.hex]
        if isinstance(movement.step_cost(state, unit, unit.hex, unit.hex, to), int)
        and units.has_room(state, to, unit)
    ]


@case("TOI-6.2f", "TOI-9.4")
def flee(play: Play, target: UnitId, to: HexId) -> None:
    """Retreat one unit: it grows less steady, and mines do not spare it."""
    step = play.state.steps[-1]
    assert isinstance(step, Rout)
    play.emit(ev.Changed(replace(step, units=tuple(unit for unit in step.units if unit != target))))
    unit = play.state.units[target]
    if isinstance(unit, Squad) and unit.within:
        play.emit(ev.Sheltered(target))
    play.emit(ev.Moved(target, to))
    if isinstance(unit, Squad):
        hits.shake(play, unit, "disrupted" if unit.morale == "pinned" else "pinned", "retreat")
    _set_foot(play, target, unit.hex, to)
