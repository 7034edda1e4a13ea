"""Values in points of combat strength: steps, battles and ground.

Orders and computer players use them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.kernel.secret import Seat
from bot.kit.odds import sums
from bot.kit.paths import spread
from bot.titles.strike.field import boxes, combat, counters, supply, victory
from bot.titles.strike.field.combat import Supplied, Terms
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.tables import tables

OBJECTIVE = 6.0
"""The value of an own objective yet to take."""
HELD = 4.0
"""The value of an own objective held."""
DENIED = 3.0
"""The value of an enemy objective."""
NEARER = 0.78
"""How much of a goal's value is left one area away from it."""
NEAR = 2
"""How many areas around a goal its strength is counted in."""
ENOUGH = 10
"""The surplus of strength a side can use near a goal before others draw more."""
LEAST_LACK = 0.6
"""The least draw of a goal with more than enough strength."""
POINT = {GERMAN: 0.18, RUSSIAN: 0.25}
"""The value of a point that has other uses.

The Soviets always want more than their points, and their armies are dear.
"""
IDLE = 0.02
"""Value of a point that would otherwise lapse at the end of the turn."""
SPENT = 0.15
"""The share of a unit's value left when no other move follows."""
CORPS_PRICE = 3.5
"""The price of a corps, or half an army, on its reduced side."""
ENEMY_TURN = 2
"""Points for each battle the enemy may still begin this turn: supply, reserves."""


def of_unit(unit: Unit) -> float:
    """Return a unit's value: its strength, and a little for the ground it holds."""
    return counters.strength(unit) + 0.5 * counters.steps(unit)


def of_step(unit: Unit) -> float:
    """Return the value of a unit's next step."""
    record = counters.record(unit)
    if unit.down or record.reduced is None:
        return of_unit(unit) + counters.size(unit)
    return record.full[0] - record.reduced[0] + 0.5


def cheapest(step: Losses, units: Iterable[Unit]) -> Unit:
    """Return the unit whose step is cheapest for its share of the loss."""

    def price(unit: Unit) -> tuple[float, str]:
        pays = min(step.left, counters.size(unit)) if step.in_corps else 1
        return of_step(unit) / pays, unit.id

    return min(units, key=price)


# Ground.


def distances(state: State, goal: AreaId) -> Mapping[AreaId, int]:
    """Return how many areas lie between each area and a goal, going over the ground."""
    here = counters.map_of(state)
    book = here.distances
    if goal not in book:
        back = spread((goal,), lambda area: here[area].next)
        far: dict[AreaId, int] = {}
        for area, before in back.items():
            far[area] = far[before] + 1 if before is not None else 0
        book[goal] = far
    return book[goal]


def urgency(state: State) -> float:
    """Return the growing factor of objectives as the game ends."""
    return 1 + 3 / max(1, counters.scenario(state).turns[1] - state.turn + 1)


def last_move(state: State, seat: Seat) -> bool:
    """Return whether a side makes the last move of the game, when only ground counts."""
    return seat == RUSSIAN == state.seat and state.turn == counters.scenario(state).turns[1]


def winter_is_near(state: State) -> bool:
    """Say whether snow can come in this turn or the next."""
    return state.turn + 1 >= tables().numbers.weather.transition


@counters.POSITION.keeps
def goals(state: State, seat: Seat) -> dict[AreaId, float]:
    """Return the areas that matter to a side, with their values.

    The holder of all areas of an objective loses it with any of them; to win it takes all.
    """
    found: dict[AreaId, float] = {}
    enemy, urgent = counters.other(seat), urgency(state)
    for owner in (seat, enemy):
        for name, chance in prospects(state, owner).items():
            areas = counters.map_of(state).objective(name)
            share = 1.0 if victory.holds(state, owner, name) else len(areas) ** -0.5
            for area in areas:
                held = state.control.get(area) == seat
                points = (HELD if held else OBJECTIVE) if owner == seat else DENIED
                found[area] = found.get(area, 0.0) + urgent * chance * points * share
    return found


def prospects(state: State, seat: Seat) -> dict[str, float]:
    """Return the chance of each city or edge to be a side's objective at the end."""
    numbers = tables().numbers
    stays = _objectives_stay(state)
    found = dict.fromkeys(victory.objectives(state, seat), stays)
    for four, chance in zip(numbers.objectives.table, sums(2).values(), strict=True):
        for name in four:
            found[name] = found.get(name, 0.0) + (1 - stays) * float(chance)
    return {name: chance for name, chance in found.items() if chance}


def _objectives_stay(state: State) -> float:
    """Return the chance that a side keeps its present objectives until the end."""
    if "objectives" in counters.scenario(state).without:
        return 1.0
    if state.options.get("objectives") == "at the end":
        return 0.0
    new = float(sum(sums(2)[roll] for roll in tables().numbers.operations.objectives))
    return float((1 - new) ** (counters.scenario(state).turns[1] - state.turn))


def pull(state: State, seat: Seat, area: AreaId) -> float:
    """Return the draw of a side's goals on an area; goals near the enemy draw most."""
    return _pulls(state, seat).get(area, 0.0)


@counters.POSITION.keeps
def _pulls(state: State, seat: Seat) -> dict[AreaId, float]:
    enemies = counters.held(state, counters.other(seat))
    drawn: dict[AreaId, float] = {}
    for goal, points in goals(state, seat).items():
        far = distances(state, goal)
        threat = min((far[area] for area in enemies if area in far), default=9)
        mine = state.control.get(goal) == seat
        weight = points * (max(0.25, 1.2 - 0.2 * threat) if mine else 1.0) * _lack(state, seat, far)
        left = [weight * NEARER**n for n in range(len(far))]
        for area, n in far.items():
            if left[n] > drawn.get(area, 0.0):
                drawn[area] = left[n]
    return drawn


def _lack(state: State, seat: Seat, far: Mapping[AreaId, int]) -> float:
    """Return a goal's lack of strength, compared to both sides' strength near it."""

    def near(side: Seat) -> int:
        return sum(
            counters.strength(unit)
            for area in counters.held(state, side)
            if far.get(area, 9) <= NEAR
            for unit in counters.troops(state, area, side)
        )

    return max(LEAST_LACK, min(1.0, (near(counters.other(seat)) + ENOUGH) / (near(seat) + ENOUGH)))


def cover(state: State, area: AreaId) -> int:
    """Return how many columns the ground of an area gives to its defenders."""
    return -sum(shift.n for shift in combat.ground_shifts(state, area))


def threat(state: State, seat: Seat, area: AreaId) -> float:
    """Return how much strength the enemies of a side could bring to an area soon."""
    here, enemy = counters.map_of(state), counters.other(seat)
    near = sum(map(counters.strength, counters.troops(state, area, enemy)))
    beside = sum(counters.strength(unit) for to in here[area].next for unit in counters.troops(state, to, enemy))
    return near + 0.7 * beside


# Operations points.


def point(state: State, seat: Seat) -> float:
    """Return the present value of a point; it falls with the number that will lapse."""
    if last_move(state, seat):
        return IDLE
    wanted = wants(state, seat)
    return max(IDLE, POINT[seat] * min(1.0, wanted / max(1, state.points[seat])))


def wants(state: State, seat: Seat) -> float:
    """Return the points a side can still use this turn after its attacks."""
    spare = max(0, boxes.in_boxes(state, seat) - counters.side(state, seat).minimum)
    down = (unit for unit in counters.of(state, seat) if unit.down and counters.is_kind(unit, "leader", "trucks"))
    recovery = sum(counters.record(unit).full[1] for unit in down)
    enemy = ENEMY_TURN * len(counters.shared(state)) if seat == GERMAN and state.seat == GERMAN else 0
    return CORPS_PRICE * spare + recovery + enemy


# Battles.


def of_battle(terms: Terms, ground: float, *, last: bool = False) -> float:
    """Return a battle's value to the attacker: losses of both sides, and ground.

    In the `last` move units are hardly worth anything any more.
    """
    fight = terms.fight
    lives = SPENT if last else 1.0
    ours, theirs = (lives * sum(map(of_unit, units)) for units in (fight.attackers, fight.defenders))
    our_steps, their_steps = (
        max(1, sum(map(counters.steps, units))) for units in (fight.attackers, fight.defenders)
    )
    total = 0.0
    for result, chance in combat.rounded(terms.column, terms.modifier).items():
        total += chance * of_result(result, ours, theirs, our_steps, their_steps, ground)
    return total


def of_result(result: str, ours: float, theirs: float, our_steps: int, their_steps: int, ground: float) -> float:
    """Return the value of a battle result to the attacker: losses and ground."""
    match result:
        case "AE":
            return -ours - 1
        case "AR":
            return -1.0 - 0.3 * ground
        case "EX":
            both = min(our_steps, their_steps)
            won = ground if both >= their_steps else 0.0
            return theirs * min(1.0, both / their_steps) - ours * min(1.0, both / our_steps) + won
        case "DW":
            return 0.2 * theirs + 0.8 * ground
        case "DE":
            return theirs + ground
        case _:
            steps = int(result[1])
            if result[0] == "A":
                return -ours * min(1.0, steps / our_steps)
            won = ground if steps >= their_steps else 0.0
            return theirs * min(1.0, steps / their_steps) + won


def attack_terms(
    state: State, seat: Seat, area: AreaId, units: Iterable[Unit], *, air: bool = False
) -> tuple[Terms, int] | None:
    """Return the better terms of an attack by units, and the price of their supply.

    Both sides are assumed to pay for supply if they can.
    """
    some = tuple(units)
    fight = combat.Sides(
        area, seat, some, defenders := counters.troops(state, area, counters.other(seat)),
        sum(map(counters.strength, some)), sum(map(counters.strength, defenders)),
    )  # fmt: skip
    if not defenders or all(combat.column(m, fight.attack, fight.defence) is None for m in combat.METHODS):
        return None
    price = 0 if supply.source(state, seat, area) is not None else supply.cost(some)
    theirs = supply.cost(supply.unsupplied(state, fight.defender, area))
    pays = price <= state.points[seat]
    supplied = Supplied(pays, theirs <= state.points[fight.defender])
    flyers = [unit.id for unit in counters.air(state) if unit.place == area][:1] if air else []
    method = combat.best_method(fight.attack, fight.defence)
    return combat.terms(state, fight, method, supplied, flyers), price if pays else 0


def prize(state: State, seat: Seat, area: AreaId) -> float:
    """Return the value of reaching an area: a goal not yet own and free of enemies."""
    if state.control.get(area) == seat or area in counters.held(state, counters.other(seat)):
        return 0.0
    return goals(state, seat).get(area, 0.0)


def ground_of(state: State, seat: Seat, area: AreaId) -> float:
    """Return the value of having an area alone."""
    goal = goals(state, seat).get(area, 0.0)
    gain = 0.0 if state.control.get(area) == seat else goal
    return gain + 0.35 * pull(state, seat, area) + 0.3
