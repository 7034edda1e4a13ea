"""A legal action becomes what happens: one function for each class of action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Dice
from bot.kernel.game import Options, verb
from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat, private
from bot.titles.tide import fire, forces, guns, movement, smoke_rounds, underway
from bot.titles.tide.cards import barrage, strategy
from bot.titles.tide.cards.effects import build
from bot.titles.tide.evolve import evolve, in_order
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Keeping, March, Melee, Muster, OpFireChance, Plan, Rerolling, Shot
from bot.titles.tide.model.table import Band, Base, HexId, Orders, ShelterId, Squad, Vehicle
from bot.titles.tide.resolve import (
    flames,
    footing,
    hits,
    marching,
    melee,
    munitions,
    sequence,
    setup,
    status,
    turn,
)
from bot.titles.tide.resolve.hits import Play
from bot.titles.tide.resolve.marching import ON_THE_MOVE
from bot.titles.tide.tables import card as printed


def open_game(scenario: str, options: Options, dice: Dice) -> Sequence[ev.Event]:
    """Lay the table out and go on to the first question."""
    play = setup.lay_out(scenario, options, dice)
    sequence.begin(play, 0)
    sequence.proceed(play)
    return play.events


def resolve(state: State, seat: Seat, action: do.Action, dice: Dice) -> Sequence[ev.Event]:
    """Turn a legal action into what happens, up to the next question."""
    play = Play(evolve, state, dice)
    _RESOLVE[type(action)](play, seat, action)
    if not isinstance(action, do.Order):
        sequence.proceed(play)
    return play.events


def _build(play: Play, seat: Seat, action: do.Build) -> None:
    step = play.state.steps[-1]
    assert isinstance(step, Muster)
    bases = list(step.lists[seat].open())
    at = int(action.slot) - 1
    bases[at] = Base(bases[at].division, in_order(action.figures), action.special)
    play.emit(ev.Built(seat, private(tuple(bases), seat)))


def _place(play: Play, seat: Seat, action: do.Place) -> None:
    play.emit(setup.placed(play.state, action.unit, action.hex, action.into, action.concealed))
    footing.take_over(play, action.unit)


def _deploy(play: Play, seat: Seat, action: do.Deploy) -> None:
    play.emit(*setup.deployment_plan(play.state, seat))


def _set_out(play: Play, action: do.Advance | do.FireAndMove | do.Assault, to: HexId, **attack: Any) -> None:
    """Begin a march. What the unit means to do on its way and at its end is its owner's secret."""
    unit = play.state.units[action.unit]
    way = movement.way(play.state, unit, to, action.via)
    assert not isinstance(way, Wrong)
    into = ShelterId("") if isinstance(action, do.Assault) else action.into
    plan = Plan(way.path, action.clear, into, after_fire=action.after_fire, **attack)
    start = unit.hex
    play.emit(ev.Activated(action.unit, verb(type(action))))
    play.emit(ev.Begun(March(action.unit, verb(type(action)), private(plan, unit.side), start, start)))


@case("TOI-4.1")
def _advance(play: Play, seat: Seat, action: do.Advance) -> None:
    if underway.march_of(play.state) is not None:
        _redirect(play, action)
        return
    turn.spend_action(play)
    if forces.is_gun(play.state.units[action.unit]):
        _haul(play, action)
    else:
        _set_out(play, action, action.to)


@case("TOI-6.1f")
def _redirect(play: Play, action: do.Advance) -> None:
    """Give the unit that is on its way another way; it has paid for its action."""
    march = underway.march_of(play.state)
    assert march is not None
    way = underway.way(play.state, play.state.units[action.unit], action.to, action.via)
    assert not isinstance(way, Wrong)
    play.emit(ev.Ended())
    plan = march.plan.open()
    storms = HexId("") if action.into else plan.assault
    after = action.after_fire or plan.after_fire
    marching.redirect(play, path=way.path, clear=action.clear, into=action.into, assault=storms, after_fire=after)


@case("FB-equip-1")
def _haul(play: Play, action: do.Advance) -> None:
    """Move a gun along with a fresh unit of its hex: the march is that unit's, and the gun keeps beside it."""
    crew = guns.mover(play.state, play.state.units[action.unit], action.crew)
    assert not isinstance(crew, Wrong)
    play.emit(ev.Activated(action.unit, "advance"))
    plan = private(Plan((action.to,)), crew.side)
    play.emit(ev.Begun(March(crew.id, "advance", plan, crew.hex, crew.hex, gun=action.unit)))


@case("TOI-4.2", "TOI-5.6a", "TOI-2.3d", "TOI-5.3c")
def _fire(play: Play, seat: Seat, action: do.Fire) -> None:
    turn.spend_action(play)
    play.emit(ev.Activated(action.unit, "fire", action.target))
    hits.reveal(play, action.unit, *action.support)
    state = play.state
    lead = state.units[action.unit]
    target = forces.unit_at(state, action.target)
    plan: fire.Plan | Wrong
    if target is None and isinstance(lead, Vehicle):
        _smoke_round(play, seat, lead, HexId(action.target))
        return
    if target is None:
        plan = fire.mortar_plan(state, lead, HexId(action.target), action.mode)
        aimed_at = barrage.area_targets(state, HexId(action.target), action.mode)
    else:
        support = [state.units[unit] for unit in action.support]
        plan = fire.plan(state, lead, target, action.mode, support, action.using, chosen=fire.chosen(action.only))
        aimed_at = (target.id,)
    assert not isinstance(plan, Wrong)
    play.emit(ev.Marked(plan.by, "fatigued"))
    hits.attack(play, plan, "fire", seat, aimed_at)


@case("FB-munition-9")
def _smoke_round(
    play: Play, seat: Seat, unit: Vehicle, hex: HexId, allowed: tuple[Band, ...] = fire.BANDS, *half: Modifier
) -> None:
    """Fire a smoke round at a hex."""
    plan = smoke_rounds.plan(play.state, unit, hex, allowed, half)
    assert not isinstance(plan, Wrong)
    if unit.activity != "fatigued":
        play.emit(ev.Marked(plan.by, "fatigued"))
    munitions.fire_smoke(play, plan, seat)


@case("TOI-4.3", "TOI-11.2")
def _op_fire(play: Play, seat: Seat, action: do.OpFire) -> None:
    if play.state.phase == "action":
        turn.spend_action(play)
        status.all_on_op_fire(play, action.units)
    else:
        play.emit(ev.Ended())
        status.all_on_op_fire(play, action.units)


@case("TOI-4.4a")
def _fire_and_move(play: Play, seat: Seat, action: do.FireAndMove) -> None:
    turn.spend_action(play)
    if action.first == "move":
        _set_out(play, action, action.to, shot=Shot(action.target, action.mode, action.using))
        return
    _set_out(play, action, action.to)
    hits.reveal(play, action.unit)
    lead, target = play.state.units[action.unit], forces.unit_at(play.state, action.target)
    if target is None:
        plan: fire.Plan | Wrong = smoke_rounds.plan(
            play.state, lead, HexId(action.target), ("close", "normal"), (ON_THE_MOVE,)
        )
        assert not isinstance(plan, Wrong)
        munitions.fire_smoke(play, plan, seat)
        return
    plan = fire.plan(
        play.state, lead, target, action.mode, using=action.using,
        allowed=("close", "normal"), halves=(ON_THE_MOVE,),
    )  # fmt: skip
    assert not isinstance(plan, Wrong)
    hits.attack(play, plan, "fire and move", seat, (target.id,))


@case("TOI-4.6", "TOI-6.2a")
def _assault(play: Play, seat: Seat, action: do.Assault) -> None:
    turn.spend_action(play)
    start = play.state.units[action.unit].hex
    _set_out(play, action, action.to or start, assault=action.target, support=action.support)


@case("TOI-4.5", "TOI-10.2a", "TOI-10.3c", "TOI-5.7")
def _card(play: Play, seat: Seat, action: do.PlayCard) -> None:
    if play.state.phase == "action":
        turn.spend_action(play)
    effect = strategy.effect(action.card)
    waiting = action.card in play.state.waiting
    if not waiting:
        cost, stays = strategy.cost(play.state, seat, action.card), printed(action.card).stays or effect.calls > 0
        play.emit(ev.CardPlayed(seat, action.card, cost, stays))
    target = {"hex": action.hex, "unit": action.unit, "against": action.against, "": ""}[effect.needs]
    if effect.aims:
        target = f"{target} {action.direction}"
    effect.act(play, seat, action.card, target)
    if effect.calls and action.card not in play.state.waiting:
        play.emit(ev.CardLost(action.card, ""))


@case("TOI-4.7")
def _fatigue(play: Play, seat: Seat, action: do.Fatigue) -> None:
    turn.spend_action(play)
    play.emit(ev.Marked((action.unit,), "fatigued", "nothing"))


@case("TOI-4.8", "TOI-2.4b", "TOI-2.4c", "TOI-10.4")
def _special(play: Play, seat: Seat, action: do.Special) -> None:
    turn.spend_action(play)
    play.emit(ev.Activated(action.unit, action.deed))
    workers = (action.unit, action.helper) if action.helper else (action.unit,)
    hits.reveal(play, *workers)
    play.emit(ev.Marked(workers, "fatigued"))
    unit = play.state.units[action.unit]
    if action.deed == "quench":
        flames.quench(play, action.hex or unit.hex)
    elif action.deed == "molotov":
        flames.throw(play, unit, action.hex)
        flames.use_up(play, seat)
    elif action.deed == "dig":
        fort = build(play, "entrenchment", unit.hex)
        if isinstance(unit, Squad) and not unit.within:
            play.emit(ev.Sheltered(unit.id, ShelterId(fort)))
    elif action.deed == "smoke":
        build(play, "smoke", action.hex)
    else:
        roll = play.dice.roll("heal", 1)
        figure = "regular" if roll.faces[0] >= HEALS else ""
        play.emit(ev.Healed(action.patient, figure, roll))  # type: ignore[arg-type]


HEALS = 4
"""The lowest face at which a medic returns a figure."""


@case("TOI-1.2c")
def _stop(play: Play, seat: Seat, action: do.Stop) -> None:
    play.emit(ev.OutOfActions(seat, chosen=True))


@case("TOI-6.1a", "TOI-6.1c", "TOI-6.1d", "TOI-6.1e", "TOI-3.2a", "TOI-2.3g")
def _shoot(play: Play, seat: Seat, action: do.Shoot) -> None:
    step = play.state.steps[-1]
    assert isinstance(step, OpFireChance)
    play.emit(ev.Ended())
    march = play.state.steps[-1]
    assert isinstance(march, March)
    play.emit(ev.Changed(replace(march, shooters=(*march.shooters, action.unit, *action.support))))
    hits.befall(play, step.target, "op fire")
    hits.reveal(play, action.unit, *action.support)
    state = play.state
    target, lead = state.units[step.target], state.units[action.unit]
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        _smoke_round(play, seat, lead, target.hex)
        return
    support = [state.units[unit] for unit in action.support]
    chosen = fire.chosen(action.only, action.mg_only)
    plan = fire.plan(state, lead, target, action.mode, support, action.using, chosen=chosen)
    assert not isinstance(plan, Wrong)
    tired = tuple(unit for unit in plan.by if unit not in plan.steady)
    if tired:
        play.emit(ev.Marked(tired, "fatigued"))
    hits.attack(play, plan, "op fire", seat, (target.id,))
    _slow_down(play, target)


@case("TOI-3.2a", "TOI-6.1e")
def _slow_down(play: Play, before: Squad | Vehicle) -> None:
    """A vehicle that Op Fire damaged is fatigued; a sturdy one that is only lightly damaged goes on slower.

    Slower it is by its damage; see `movement.allowance`.
    """
    after = play.state.units.get(before.id)
    if not isinstance(before, Vehicle) or not isinstance(after, Vehicle) or after.damage == before.damage:
        return
    goes_on = after.damage == "light" and forces.able(after, "sturdy")
    if not goes_on and after.activity != "fatigued":
        play.emit(ev.Marked((after.id,), "fatigued", "damaged"))


@case("TOI-6.1a", "TOI-6.1f")
def _hold(play: Play, seat: Seat, action: do.Hold) -> None:
    """Hold one's Op Fire, or a unit that is on its way."""
    march = underway.march_of(play.state)
    play.emit(ev.Ended())
    if march is not None:
        marching.halt(play, march, play.state.units[march.unit])


@case("TOI-5.4a", "TOI-6.2e")
def _remove(play: Play, seat: Seat, action: do.Remove) -> None:
    if isinstance(play.state.steps[-1], Keeping):
        munitions.discard(play, action.unit)
    else:
        hits.take(play, action.unit, action.figure)


@case("FB-expert-1")
def _reroll(play: Play, seat: Seat, action: do.Reroll) -> None:
    step = play.state.steps[-1]
    assert isinstance(step, Rerolling)
    play.emit(ev.Ended())
    flames.throw_again(play, step, action.dice)


@case("TOI-6.2f")
def _retreat(play: Play, seat: Seat, action: do.Retreat) -> None:
    melee.flee(play, action.unit, action.to)


@case("TOI-6.2h")
def _join(play: Play, seat: Seat, action: do.Join) -> None:
    step = play.state.steps[-1]
    assert isinstance(step, Melee)
    play.emit(ev.Changed(replace(step, asked=True, joined=action.units)))


@case("TOI-10.2a")
def _spend(play: Play, seat: Seat, action: do.Spend) -> None:
    if action.munition:
        munitions.buy(play, seat, action.unit, action.munition)
    else:
        play.emit(ev.Bid(seat, action.command))


@case("FB-sabotage-3", "FB-sabotage-4")
def _sabotage(play: Play, seat: Seat, action: do.PlaySabotage) -> None:
    status.lay_sabotage(play, seat, action.card, action.deck)


def _draw(play: Play, seat: Seat, action: do.Draw) -> None:
    status.draw_card(play, seat, action.deck)


def _subvert(play: Play, seat: Seat, action: do.Subvert) -> None:
    status.subvert(play, seat, action.card)


@case("TOI-11.3")
def _transfer(play: Play, seat: Seat, action: do.Transfer) -> None:
    giver, taker = (play.state.units[unit] for unit in (action.giver, action.taker))
    bases = status.after_transfer(forces.known_base(giver), forces.known_base(taker), action.figures, action.back)
    assert bases is not None
    assert isinstance(giver, Squad) and isinstance(taker, Squad)
    left, right = (replace(unit.base, value=base) for unit, base in zip((giver, taker), bases, strict=True))
    play.emit(ev.Transferred(giver.id, taker.id, left, right, not bases[0].figures))
    if not any(True for _ in status.pairs(play.state, seat)):
        play.emit(ev.Ended())


def _done(play: Play, seat: Seat, action: do.Done) -> None:
    step = play.state.steps[-1]
    if isinstance(step, Muster):
        setup.fall_in(play, seat)
    else:
        play.emit(ev.Ended())


def _order(play: Play, seat: Seat, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before."""
    given = {name: value for name in Orders.__struct_fields__ if (value := getattr(action, name)) not in ("", 0)}
    orders = replace(forces.orders(play.state, seat), **given)
    play.emit(ev.OrdersGiven(seat, private(orders, seat)))


def _resign(play: Play, seat: Seat, action: do.Resign) -> None:
    sequence.resign(play, seat)


_RESOLVE: dict[type[do.Action], Callable[[Play, Seat, Any], None]] = {
    do.Build: _build,
    do.Place: _place,
    do.Deploy: _deploy,
    do.Advance: _advance,
    do.Fire: _fire,
    do.OpFire: _op_fire,
    do.FireAndMove: _fire_and_move,
    do.Assault: _assault,
    do.PlayCard: _card,
    do.Fatigue: _fatigue,
    do.Special: _special,
    do.Stop: _stop,
    do.Shoot: _shoot,
    do.Hold: _hold,
    do.Remove: _remove,
    do.Reroll: _reroll,
    do.Retreat: _retreat,
    do.Join: _join,
    do.Spend: _spend,
    do.PlaySabotage: _sabotage,
    do.Draw: _draw,
    do.Subvert: _subvert,
    do.Transfer: _transfer,
    do.Done: _done,
    do.Order: _order,
    do.Resign: _resign,
}
