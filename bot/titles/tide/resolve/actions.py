"""A legal action becomes what happens: one function for each class of action."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.game import verb
from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat, private
from bot.kit.standing import changed
from bot.titles.tide.cards import barrage, strategy
from bot.titles.tide.cards.effects import build
from bot.titles.tide.evolve import in_order
from bot.titles.tide.field import fire, guns, movement, smoke_rounds, underway, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.steps import (
    Arming,
    Arrival,
    Deployment,
    Drawing,
    Keeping,
    Losses,
    March,
    Melee,
    Muster,
    OnTheWay,
    OpFireChance,
    OpFirePlacing,
    Plan,
    Rerolling,
    Rout,
    Shot,
    Spending,
    Step,
    Transferring,
    Turn,
)  # fmt: skip
from bot.titles.tide.model.table import Band, Base, HexId, ShelterId, Squad, Vehicle
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.resolve import (
    flames,
    footing,
    hits,
    marching,
    melee,
    munitions,
    rounds,
    setup,
    status,
    turn,
)
from bot.titles.tide.resolve.hits import Play
from bot.titles.tide.resolve.marching import ON_THE_MOVE


def fill(play: Play, step: Muster, action: do.Build) -> None:
    """Fill a base."""
    bases = list(step.lists[play.seat].open())
    at = int(action.slot) - 1
    bases[at] = Base(bases[at].division, in_order(action.figures), action.special)
    play.emit(ev.Built(play.seat, private(tuple(bases), play.seat)))


def place(play: Play, step: Deployment | Arrival, action: do.Place) -> None:
    """Place a unit."""
    play.emit(setup.placed(play.state, action.unit, action.hex, action.into, action.concealed))
    footing.take_over(play, action.unit)


def deploy(play: Play, step: Deployment, action: do.Deploy) -> None:
    """Place all remaining units as the scenario suggests."""
    play.emit(*setup.deployment_plan(play.state, play.seat))


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
def advance(play: Play, step: Turn, action: do.Advance) -> None:
    """Advance with a fresh unit, or move a gun along."""
    turn.spend_action(play)
    if units.is_gun(play.state.units[action.unit]):
        _haul(play, action)
    else:
        _set_out(play, action, action.to)


@case("TOI-4.1", "TOI-6.1f")
def redirect(play: Play, step: OnTheWay, action: do.Advance) -> None:
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
def concentrate(play: Play, step: Turn, action: do.Fire) -> None:
    """Concentrated fire."""
    turn.spend_action(play)
    play.emit(ev.Activated(action.unit, "fire", action.target))
    hits.reveal(play, action.unit, *action.support)
    state = play.state
    lead = state.units[action.unit]
    target = units.unit_at(state, action.target)
    plan: fire.Plan | Wrong
    if target is None and isinstance(lead, Vehicle):
        _smoke_round(play, play.seat, lead, HexId(action.target))
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
    hits.attack(play, plan, "fire", play.seat, aimed_at)


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
def op_fire(play: Play, step: Turn | OpFirePlacing, action: do.OpFire) -> None:
    """Put units on Op Fire, as an action or in the Status Phase."""
    if isinstance(step, Turn):
        turn.spend_action(play)
    else:
        play.emit(ev.Ended())
    status.all_on_op_fire(play, action.units)


@case("TOI-4.4a")
def fire_and_move(play: Play, step: Turn, action: do.FireAndMove) -> None:
    """Fire and Movement, whichever comes first."""
    turn.spend_action(play)
    if action.first == "move":
        _set_out(play, action, action.to, shot=Shot(action.target, action.mode, action.using))
        return
    _set_out(play, action, action.to)
    hits.reveal(play, action.unit)
    lead, target = play.state.units[action.unit], units.unit_at(play.state, action.target)
    if target is None:
        plan: fire.Plan | Wrong = smoke_rounds.plan(
            play.state, lead, HexId(action.target), ("close", "normal"), (ON_THE_MOVE,)
        )
        assert not isinstance(plan, Wrong)
        munitions.fire_smoke(play, plan, play.seat)
        return
    plan = fire.plan(
        play.state, lead, target, action.mode, using=action.using,
        allowed=("close", "normal"), halves=(ON_THE_MOVE,),
    )  # fmt: skip
    assert not isinstance(plan, Wrong)
    hits.attack(play, plan, "fire and move", play.seat, (target.id,))


@case("TOI-4.6", "TOI-6.2a")
def assault(play: Play, step: Turn, action: do.Assault) -> None:
    """Set out for an assault."""
    turn.spend_action(play)
    start = play.state.units[action.unit].hex
    _set_out(play, action, action.to or start, assault=action.target, support=action.support)


@case("TOI-4.5", "TOI-10.2a", "TOI-10.3c", "TOI-5.7")
def card(play: Play, step: Turn | Spending, action: do.PlayCard) -> None:
    """Play a strategy card."""
    if isinstance(step, Turn):
        turn.spend_action(play)
    effect = strategy.effect(action.card)
    waiting = action.card in play.state.waiting
    if not waiting:
        cost = strategy.cost(play.state, play.seat, action.card)
        stays = printed(action.card).stays or effect.calls > 0
        play.emit(ev.CardPlayed(play.seat, action.card, cost, stays))
    target = {"hex": action.hex, "unit": action.unit, "against": action.against, "": ""}[effect.needs]
    if effect.aims:
        target = f"{target} {action.direction}"
    effect.act(play, play.seat, action.card, target)
    if effect.calls and action.card not in play.state.waiting:
        play.emit(ev.CardLost(action.card, ""))


@case("TOI-4.7")
def fatigue(play: Play, step: Turn, action: do.Fatigue) -> None:
    """Spend an action on nothing."""
    turn.spend_action(play)
    play.emit(ev.Marked((action.unit,), "fatigued", "nothing"))


@case("TOI-4.8", "TOI-2.4b", "TOI-2.4c", "TOI-10.4")
def special(play: Play, step: Turn, action: do.Special) -> None:
    """Let specialists, or whoever fights a fire, do their work."""
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
        flames.use_up(play, play.seat)
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
def stop(play: Play, step: Turn, action: do.Stop) -> None:
    """Take no more actions in this phase."""
    play.emit(ev.OutOfActions(play.seat, chosen=True))


@case("TOI-6.1a", "TOI-6.1c", "TOI-6.1d", "TOI-6.1e", "TOI-3.2a", "TOI-2.3g")
def shoot(play: Play, step: OpFireChance, action: do.Shoot) -> None:
    """Make an Op Fire attack."""
    play.emit(ev.Ended())
    march = play.state.steps[-1]
    assert isinstance(march, March)
    play.emit(ev.Changed(replace(march, shooters=(*march.shooters, action.unit, *action.support))))
    hits.befall(play, step.target, "op fire")
    hits.reveal(play, action.unit, *action.support)
    state = play.state
    target, lead = state.units[step.target], state.units[action.unit]
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        _smoke_round(play, play.seat, lead, target.hex)
        return
    support = [state.units[unit] for unit in action.support]
    chosen = fire.chosen(action.only, action.mg_only)
    plan = fire.plan(state, lead, target, action.mode, support, action.using, chosen=chosen)
    assert not isinstance(plan, Wrong)
    tired = tuple(unit for unit in plan.by if unit not in plan.steady)
    if tired:
        play.emit(ev.Marked(tired, "fatigued"))
    hits.attack(play, plan, "op fire", play.seat, (target.id,))
    _slow_down(play, target)


@case("TOI-3.2a", "TOI-6.1e")
def _slow_down(play: Play, before: Squad | Vehicle) -> None:
    """A vehicle that Op Fire damaged is fatigued; a sturdy one that is only lightly damaged goes on slower.

    Slower it is by its damage; see `movement.allowance`.
    """
    after = play.state.units.get(before.id)
    if not isinstance(before, Vehicle) or not isinstance(after, Vehicle) or after.damage == before.damage:
        return
    goes_on = after.damage == "light" and units.able(after, "sturdy")
    if not goes_on and after.activity != "fatigued":
        play.emit(ev.Marked((after.id,), "fatigued", "damaged"))


@case("TOI-6.1a")
def hold_fire(play: Play, step: OpFireChance, action: do.Hold) -> None:
    """Hold one's Op Fire."""
    play.emit(ev.Ended())


@case("TOI-6.1f")
def hold_unit(play: Play, step: OnTheWay, action: do.Hold) -> None:
    """Hold a unit that is on its way."""
    march = underway.march_of(play.state)
    assert march is not None
    play.emit(ev.Ended())
    marching.halt(play, march, play.state.units[march.unit])


@case("TOI-5.4a", "TOI-6.2e")
def lose(play: Play, step: Losses, action: do.Remove) -> None:
    """Take a hit where its owner wants it."""
    hits.take(play, action.unit, action.figure)


def discard(play: Play, step: Keeping, action: do.Remove) -> None:
    """Discard an unused munition."""
    munitions.discard(play, action.unit)


@case("FB-expert-1")
def reroll(play: Play, step: Rerolling, action: do.Reroll) -> None:
    """Roll dice again."""
    play.emit(ev.Ended())
    flames.throw_again(play, step, action.dice)


@case("TOI-6.2f")
def retreat(play: Play, step: Rout, action: do.Retreat) -> None:
    """Retreat a unit."""
    melee.flee(play, action.unit, action.to)


@case("TOI-6.2h")
def join(play: Play, step: Melee, action: do.Join) -> None:
    """Let concealed squads join the defence."""
    play.emit(ev.Changed(replace(step, asked=True, joined=action.units)))


@case("TOI-10.2a")
def bid(play: Play, step: Spending, action: do.Spend) -> None:
    """Place command on the initiative card."""
    play.emit(ev.Bid(play.seat, action.command))


def buy(play: Play, step: Arming, action: do.Spend) -> None:
    """Buy a munition."""
    assert action.munition
    munitions.buy(play, play.seat, action.unit, action.munition)


@case("FB-sabotage-3", "FB-sabotage-4")
def sabotage(play: Play, step: Spending, action: do.PlaySabotage) -> None:
    """Lay a sabotage card."""
    status.lay_sabotage(play, play.seat, action.card, action.deck)


def draw(play: Play, step: Drawing, action: do.Draw) -> None:
    """Draw a card."""
    status.draw_card(play, play.seat, action.deck)


def subvert(play: Play, step: Drawing, action: do.Subvert) -> None:
    """Subvert a card."""
    status.subvert(play, play.seat, action.card)


@case("TOI-11.3")
def transfer(play: Play, step: Transferring, action: do.Transfer) -> None:
    """Exchange figures."""
    giver, taker = (play.state.units[unit] for unit in (action.giver, action.taker))
    bases = status.after_transfer(units.known_base(giver), units.known_base(taker), action.figures, action.back)
    assert bases is not None
    assert isinstance(giver, Squad) and isinstance(taker, Squad)
    left, right = (replace(unit.base, value=base) for unit, base in zip((giver, taker), bases, strict=True))
    play.emit(ev.Transferred(giver.id, taker.id, left, right, not bases[0].figures))
    if not any(True for _ in status.pairs(play.state, play.seat)):
        play.emit(ev.Ended())


def be_ready(play: Play, step: Muster, action: do.Done) -> None:
    """Say that one's bases are filled."""
    setup.fall_in(play, play.seat)


def end(play: Play, step: Step, action: do.Done) -> None:
    """Have nothing more to do here."""
    play.emit(ev.Ended())


def order(play: Play, step: None, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before."""
    orders = changed(units.orders(play.state, play.seat), action)
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def resign(play: Play, step: None, action: do.Resign) -> None:
    """Give the battle up."""
    rounds.resign(play, play.seat)
