"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Worth counts in figures of infantry. An attack is worth what it is expected to cost the enemy, a move what the
new ground is worth more than the old; whatever is left over waits on Op Fire.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.computer import command, crews, fires
from bot.titles.tide.computer.fires import Choice
from bot.titles.tide.field import assault, fire, guns, marches, movement, underway, units, values
from bot.titles.tide.field.aim import standing_at
from bot.titles.tide.field.arms import BANDS, Attack
from bot.titles.tide.field.fire import ON_THE_MOVE
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Mode, ShelterId, Squad, TargetId, Vehicle
from bot.titles.tide.play import losses, melee, op_fire, op_fire_placing, rerolling, rout
from bot.titles.tide.play.arrival import ARRIVAL
from bot.titles.tide.play.on_the_way import ON_THE_WAY
from bot.titles.tide.play.turn import TURN
from bot.titles.tide.printed.tables import tables

OBJECTIVE = 5.0
"""What standing on an objective of value 1 is worth at the end of a round, when the enemy would hold it."""
TIRED = 0.3
"""What it costs to be fatigued while others are still fresh."""


NOTHING = ShelterId("")
MINED = {"mines": 3.0, "instant-mines": 1.5, "strong-fire": 3.0, "weak-fire": 0.3}
"""What it costs to enter them."""


def has_turn(at: At[State, steps.Turn]) -> do.Action:
    """Take the best action of all units."""
    return TURN.best(at, _turn_choices(at)) or next(TURN.legal(at, do.Fatigue, do.PlayCard, do.Stop))


def _turn_choices(seen: Seen[State]) -> Iterator[Choice]:
    state = seen.state
    enemies = [u for u in units.against(state, seen.seat) if units.aboard(state, u) is None]
    for unit in units.of(state, seen.seat):
        if units.rallied(state, unit):
            yield from _fires(seen, unit, enemies)
        if not guns.ready(state, unit):
            continue
        ground = _Ground(seen, unit)
        if units.aboard(state, unit) is None:
            yield from _fires(seen, unit, enemies)
            yield from _fires_and_moves(seen, unit, enemies, ground)
            yield from _assaults(seen, unit, enemies, ground)
            yield from _op_fires(seen, unit, ground)
            yield from fires.with_fire(seen, unit)
        yield from _advances(seen, unit, ground)
        yield -0.2, do.Fatigue(unit.id)
    yield from command.action_cards(seen)


class _Ground:
    """How good each hex is for one unit: objectives near, cover, and what threatens it."""

    def __init__(self, seen: Seen[State], unit: AnyUnit) -> None:
        self.seen, self.unit = seen, unit
        self.goals = _goals(seen, unit)
        self._worth: dict[HexId, float] = {}
        self.here = self.worth(unit.hex)

    def worth(self, hex: HexId) -> float:
        if hex not in self._worth:
            self._worth[hex] = self._weigh(hex)
        return self._worth[hex]

    def _weigh(self, hex: HexId) -> float:
        state, map = self.seen.state, units.map_of(self.seen.state)
        pull = max((value * 0.8 ** map.distance(hex, goal) for goal, value in self.goals.items()), default=0.0)
        danger = values.threat(state, self.unit.side, hex) * 0.12
        shelter = values.cover(state, self.unit, hex) * 0.3
        crowd = 0.25 * sum(u.side == self.unit.side and u.id != self.unit.id for u in units.at(state, hex))
        mined = sum(MINED.get(work.kind, 0.0) for work in units.works_at(state, hex))
        mined += fires.fear(state, self.unit.side, hex)
        crew = crews.crew_worth(state, self.unit, hex, self._within(hex))
        return pull - danger / (1 + values.cover(state, self.unit, hex)) + shelter + crew - crowd - mined

    def _within(self, hex: HexId) -> ShelterId:
        """Return what the unit is inside of, where it stays."""
        return getattr(self.unit, "within", ShelterId("")) if hex == self.unit.hex else ShelterId("")


def _goals(seen: Seen[State], unit: AnyUnit) -> dict[HexId, float]:
    """Return what draws a unit: objectives that are not safe in our hands, less where friends already stand."""
    state = seen.state
    goals: dict[HexId, float] = {}
    for objective in units.scenario(state).objectives:
        hex = HexId(objective.hex)
        theirs = any(u.side != seen.seat for u in units.at(state, hex))
        ours = any(u.side == seen.seat and u.id != unit.id for u in units.at(state, hex))
        held = state.control.get(hex) == seen.seat
        worth_it = OBJECTIVE * (0.5 + 0.5 * objective.value)
        if objective.kind == "command" and objective.nation not in ("", seen.seat):
            worth_it *= 0.5
        goals[hex] = worth_it * (0.35 if ours else 0.5 if held and not theirs else 1.0)
    return goals


def _plan(
    state: State,
    unit: AnyUnit,
    enemy: AnyUnit,
    mode: Mode,
    support: tuple[AnyUnit, ...] = (),
    *,
    moving: bool = False,
) -> Attack | None:
    bands, halves = (BANDS[:2], (ON_THE_MOVE,)) if moving else (BANDS, ())
    plan = fire.plan(state, unit, enemy, mode, support, allowed=bands, halves=halves)
    return None if isinstance(plan, Wrong) else plan


def _modes(enemy: AnyUnit) -> tuple[Mode, ...]:
    return ("normal",) if isinstance(enemy, Vehicle) else ("normal", "suppressive")


def _can_aim(state: State, start: HexId, enemy: AnyUnit) -> bool:
    return not (isinstance(enemy, Squad) and enemy.concealed) and units.sees(state, start, enemy.hex)


def _fires(seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit]) -> Iterator[Choice]:
    """Fire alone, then with each friend that adds more than its own shot would be worth."""
    state = seen.state
    if "mortar" in units.figures(unit):
        yield from _shellings(seen, unit)
    friends = [
        u
        for u in units.of(state, seen.seat)
        if u.id != unit.id
        and u.activity == "fresh"
        and not units.is_suppressed(u)
        and units.aboard(state, u) is None
        and guns.manned(state, u)
    ]
    for enemy in enemies if guns.manned(state, unit) else ():
        if not _can_aim(state, unit.hex, enemy):
            continue
        for mode in _modes(enemy):
            plan = _plan(state, unit, enemy, mode)
            if plan is None:
                continue
            value = values.of_attack(state, enemy, plan)
            yield value - TIRED, do.Fire(unit.id, TargetId(enemy.id), mode)
            support: tuple[AnyUnit, ...] = ()
            for friend in friends:
                if len(support) < 2 and _can_aim(state, friend.hex, enemy):
                    more = _plan(state, unit, enemy, mode, (*support, friend))
                    if more is not None and (gain := values.of_attack(state, enemy, more)) > value + 0.6:
                        support, value = (*support, friend), gain
            if support:
                ids = tuple(friend.id for friend in support)
                yield value - TIRED * (1 + len(ids)), do.Fire(unit.id, TargetId(enemy.id), mode, ids)


def _shellings(seen: Seen[State], unit: AnyUnit) -> Iterator[Choice]:
    state = seen.state
    for hex in dict.fromkeys(enemy.hex for enemy in units.against(state, seen.seat)):
        for mode in ("normal", "suppressive"):
            plan = fire.mortar_plan(state, unit, hex, mode)
            if not isinstance(plan, Wrong):
                yield values.of_area(seen, plan) - TIRED, do.Fire(unit.id, TargetId(hex), plan.mode)


def _ways(seen: Seen[State], unit: AnyUnit, verb: str) -> list[HexId]:
    return [
        hex
        for hex in movement.reach(seen.state, unit, verb).cost
        if hex != unit.hex and units.has_room(seen.state, hex, unit)
    ]


def _fires_and_moves(
    seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit], ground: _Ground
) -> Iterator[Choice]:
    """Fire and then go to the best hex, or go there and then fire."""
    state = seen.state
    if units.has_heavy_weapon(unit):
        return
    hexes = _ways(seen, unit, "fire-and-move")
    best = sorted(hexes, key=lambda hex: -ground.worth(hex))[:3]
    for enemy in enemies:
        for mode in _modes(enemy):
            if _can_aim(state, unit.hex, enemy) and (plan := _plan(state, unit, enemy, mode, moving=True)):
                value = values.of_attack(state, enemy, plan)
                for hex in best[:1]:
                    gain = ground.worth(hex) - ground.here
                    yield value + gain - TIRED, do.FireAndMove(unit.id, TargetId(enemy.id), hex, "fire", mode)
            for hex in best:
                if _can_aim(state, hex, enemy):
                    there = standing_at(state, unit, hex)
                    plan = _plan(there, there.units[unit.id], enemy, mode, moving=True)
                    if plan is not None:
                        value = values.of_attack(there, enemy, plan) + ground.worth(hex) - ground.here
                        yield value - TIRED, do.FireAndMove(unit.id, TargetId(enemy.id), hex, "move", mode)


def _assaults(seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit], ground: _Ground) -> Iterator[Choice]:
    """Storm a hex when it is likely to fall, with the supports that are at hand."""
    state, here = seen.state, units.map_of(seen.state)
    if not isinstance(unit, Squad) or units.has_heavy_weapon(unit):
        return
    hexes = [unit.hex, *_ways(seen, unit, "assault")]
    for target in dict.fromkeys(enemy.hex for enemy in enemies):
        near = here.neighbours[target]
        starts = [hex for hex in hexes if hex in near]
        if not starts or any(units.is_heavy(u) for u in units.enemies_at(state, target, seen.seat)):
            continue
        start = max(starts, key=lambda hex: (hex == unit.hex, -values.threat(state, seen.seat, hex)))
        helpers = [
            u
            for u in units.of(state, seen.seat)
            if isinstance(u, Squad) and u.id != unit.id and u.hex in near and not u.morale
            and not units.has_heavy_weapon(u) and units.aboard(state, u) is None
        ][:2]  # fmt: skip
        value = _storm(seen, unit, start, target, helpers, 1.0 + ground.worth(target) - ground.here)
        to = HexId("") if start == unit.hex else start
        ids = tuple(u.id for u in helpers)
        yield value - TIRED, do.Assault(unit.id, target, to, ids)


def _storm(
    seen: Seen[State], unit: AnyUnit, start: HexId, target: HexId, helpers: Sequence[AnyUnit], prize: float
) -> float:
    """Return what an assault from a hex is worth: what both sides lose, and the prize when it is won."""
    there = standing_at(seen.state, unit, start)
    everyone = tuple(u.id for u in units.enemies_at(seen.state, target, seen.seat))
    sides = assault.strength(there, there.units[unit.id], target, helpers, everyone)
    on_defender, on_attacker = assault.distributions(sides)
    loses = sum(float(p) * n for n, p in enumerate(on_attacker))
    takes = sum(float(p) * n for n, p in enumerate(on_defender))
    return takes * 1.1 - loses * 1.2 + float(assault.win_chance(sides)) * prize


def _op_fires(seen: Seen[State], unit: AnyUnit, ground: _Ground) -> Iterator[Choice]:
    """Wait for whoever is still fresh and could come into sight."""
    if not op_fire_placing.op_fire_ready(seen.state, unit):
        return
    yield _op_fire_worth(seen, unit), do.OpFire((unit.id,))


def _op_fire_worth(seen: Seen[State], unit: AnyUnit) -> float:
    state, here = seen.state, units.map_of(seen.state)
    near = [
        enemy
        for enemy in units.against(state, seen.seat)
        if enemy.activity == "fresh" and here.distance(enemy.hex, unit.hex) <= 8
    ]
    value = min(1.2, 0.3 * len(near))
    return value + (0.4 if "mg" in units.figures(unit) and near else 0.0)


def _advances(seen: Seen[State], unit: AnyUnit, ground: _Ground) -> Iterator[Choice]:
    for hex, haul in crews.hauls(seen, unit) if units.is_gun(unit) else ():
        yield 0.5 * (ground.worth(hex) - ground.here) - 2 * TIRED, haul
    for hex in _ways(seen, unit, "advance"):
        into = _free_fort(seen, unit, hex)
        left = crews.crew_worth(seen.state, unit, hex, NOTHING) - crews.crew_worth(seen.state, unit, hex, into)
        bonus = 0.6 - left if into else 0.0
        yield ground.worth(hex) - ground.here - 0.15 + bonus, do.Advance(unit.id, hex, into)
        if into:
            yield ground.worth(hex) - ground.here - 0.15, do.Advance(unit.id, hex)


def _free_fort(seen: Seen[State], unit: AnyUnit, hex: HexId) -> ShelterId:
    if not isinstance(unit, Squad):
        return ShelterId("")
    for work in units.works_at(seen.state, hex):
        fort = ShelterId(work.id)
        if tables().works[work.kind].type == "fortification" and not units.inside(seen.state, fort):
            return fort
    return ShelterId("")


def _on_objective(state: State, hex: HexId) -> bool:
    return any(objective.hex == hex for objective in units.scenario(state).objectives)


def places_op_fire(seen: At[State, steps.OpFirePlacing]) -> do.Action:
    """Machine guns and the guards of objectives wait for the enemy; the rest stays free to act."""
    state = seen.state
    guards = tuple(
        unit.id
        for unit in units.of(state, seen.seat)
        if op_fire_placing.op_fire_ready(state, unit)
        and _op_fire_worth(seen, unit) > 0.3
        and (units.is_gun(unit) or "mg" in units.figures(unit) or _on_objective(state, unit.hex))
    )
    return do.OpFire(guards) if guards else do.Done()


def has_chance(at: At[State, steps.OpFireChance]) -> do.Action:
    """Take the best shot, where that is worth it."""
    shots = [(value, shot) for shot, _, value in op_fire.lone_shots(at) if value >= 0.35]
    return max(shots, key=lambda shot: shot[0])[1] if shots else do.Hold()


def is_on_the_way(seen: At[State, steps.OnTheWay]) -> do.Action:
    """Go on, stop, or go elsewhere, whatever is best now."""
    step = seen.step
    state, march = seen.state, marches.march_of(seen.state)
    assert march is not None
    unit, plan = state.units[step.unit], march.plan.open()
    ground = _Ground(seen, unit)
    goal = plan.path[-1] if plan.path else unit.hex
    choices: list[Choice] = [
        (ground.worth(goal) + _ordered_attack(seen, unit, goal, plan, ground) + 0.6 * bool(plan.into), do.Done()),
        (ground.here, do.Hold()),
    ]
    choices += (
        (ground.worth(hex) - 0.15, do.Advance(unit.id, hex))
        for hex in underway.ways(state, march, unit).cost
        if hex != unit.hex and units.has_room(state, hex, unit)
    )
    return ON_THE_WAY.best(seen, choices) or next(ON_THE_WAY.legal(seen, do.Advance))


def _ordered_attack(seen: Seen[State], unit: AnyUnit, start: HexId, plan: steps.Plan, ground: _Ground) -> float:
    """Return what the attack is worth that a unit is ordered to make at the end of its way."""
    if plan.assault:
        friends = [friend for each in plan.support if (friend := seen.state.units.get(each)) is not None]
        prize = 1.0 + ground.worth(plan.assault) - ground.worth(start)
        return _storm(seen, unit, start, plan.assault, friends, prize)
    there = standing_at(seen.state, unit, start)
    enemy = units.unit_at(there, plan.shot.target) if plan.shot is not None else None
    if plan.shot is None or enemy is None:
        return 0.0
    shot = _plan(there, there.units[unit.id], enemy, plan.shot.mode, moving=True)
    return values.of_attack(there, enemy, shot) if shot is not None else 0.0


def loses(at: At[State, steps.Losses]) -> do.Action:
    """Lose what is worth least."""
    return losses.cheapest_loss(at.state, at.step)


def is_assaulted(at: At[State, steps.Melee]) -> do.Action:
    """Let all concealed squads join the defence."""
    hidden = melee.hidden_defenders(at.state, at.step, at.state.units[at.step.unit])
    return do.Join(tuple(hidden))


def retreats(at: At[State, steps.Rout]) -> do.Action:
    """Retreat to where it is safest."""
    retreat = rout.safest_retreat(at.state, at.step)
    assert retreat is not None
    return retreat


def brings_up(at: At[State, steps.Arrival]) -> do.Action:
    """Place the next unit."""
    return next(ARRIVAL.legal(at, do.Place), do.Done())


def musters(at: At[State, steps.Muster]) -> do.Action:
    """Take the suggested bases."""
    return do.Done()


def deploys(at: At[State, steps.Deployment]) -> do.Action:
    """Stand as is suggested."""
    return do.Deploy()


def exchanges(at: At[State, steps.Transferring]) -> do.Action:
    """Leave the squads as they are."""
    return do.Done()


def keeps(at: At[State, steps.Keeping]) -> do.Action:
    """Discard nothing."""
    return do.Done()


def rolls_again(at: At[State, steps.Rerolling]) -> do.Action:
    """Roll the misses again."""
    return rerolling.misses(at.step)


PLAYERS = (
    musters, deploys, has_turn, is_on_the_way, has_chance, loses, is_assaulted, retreats, command.spends,
    command.draws, command.buys, places_op_fire, exchanges, brings_up, keeps, rolls_again,
)  # fmt: skip
"""Each answers what its first parameter names."""
