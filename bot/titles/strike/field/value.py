"""What things are worth, in points of combat strength: steps, battles, ground. For orders and computer players."""

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
"""What an objective is worth that its owner has yet to take."""
HELD = 4.0
"""What an objective is worth that its owner holds."""
DENIED = 3.0
"""What an objective of the enemy is worth."""
NEARER = 0.78
"""How much of a goal's value is left one area away from it."""
NEAR = 2
"""How many areas around a goal its strength is counted in."""
ENOUGH = 10
"""How much more strength than the enemy's a side can use near a goal before other goals draw more."""
LEAST_LACK = 0.6
"""What is left of a goal's draw when more than enough is there."""
POINT = {GERMAN: 0.18, RUSSIAN: 0.25}
"""What an operations point is worth that is wanted for something else as well: the Soviets have always more to buy
back than points, and their armies are dear."""
IDLE = 0.02
"""What one is worth that nothing else is left for: it lapses at the end of the turn."""
SPENT = 0.15
"""How much of what a unit is worth is left when no other move follows."""
CORPS_PRICE = 3.5
"""What it takes to buy back a corps, or half of an army, on its reduced side."""
ENEMY_TURN = 2
"""Points for each battle that the enemy may begin yet in this turn: supply, reserves."""


def of_unit(unit: Unit) -> float:
    """Return what a unit is worth: its strength, and a little for the ground that it holds."""
    return counters.strength(unit) + 0.5 * counters.steps(unit)


def of_step(unit: Unit) -> float:
    """Return what the next step of a unit is worth."""
    record = counters.record(unit)
    if unit.down or record.reduced is None:
        return of_unit(unit) + counters.size(unit)
    return record.full[0] - record.reduced[0] + 0.5


def cheapest(step: Losses, units: Iterable[Unit]) -> Unit:
    """Return the unit whose step costs its owner least, for what it pays."""

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
    """Return how much more objectives are worth than in the middle of nowhere: the end of the game is coming."""
    return 1 + 3 / max(1, counters.scenario(state).turns[1] - state.turn + 1)


def last_move(state: State, seat: Seat) -> bool:
    """Say whether a side moves and fights for the last time, and nobody after it: only ground counts now."""
    return seat == RUSSIAN == state.seat and state.turn == counters.scenario(state).turns[1]


def winter_is_near(state: State) -> bool:
    """Say whether snow can come in this turn or the next."""
    return state.turn + 1 >= tables().numbers.weather.transition


@counters.POSITION.keeps
def goals(state: State, seat: Seat) -> dict[AreaId, float]:
    """Return the areas that matter to a side, with what they are worth to it.

    Who holds all areas of an objective loses it with any of them; to win it takes all of them.
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
    """Return how likely each city or edge is to be an objective of a side at the end of the game."""
    numbers = tables().numbers
    stays = _objectives_stay(state)
    found = dict.fromkeys(victory.objectives(state, seat), stays)
    for four, chance in zip(numbers.objectives.table, sums(2).values(), strict=True):
        for name in four:
            found[name] = found.get(name, 0.0) + (1 - stays) * float(chance)
    return {name: chance for name, chance in found.items() if chance}


def _objectives_stay(state: State) -> float:
    """Return how likely it is that a side keeps the objectives that it has until the end."""
    if "objectives" in counters.scenario(state).without:
        return 1.0
    if state.options.get("objectives") == "at the end":
        return 0.0
    new = float(sum(sums(2)[roll] for roll in tables().numbers.operations.objectives))
    return float((1 - new) ** (counters.scenario(state).turns[1] - state.turn))


def pull(state: State, seat: Seat, area: AreaId) -> float:
    """Return how much the goals of a side draw it to an area; those near the enemy draw most."""
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
    """Return how much a goal still needs strength: less, the more a side has near it beside the enemy."""

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
    """Return what an operations point is worth now: less, the more of them lapse at the end of the turn."""
    if last_move(state, seat):
        return IDLE
    wanted = wants(state, seat)
    return max(IDLE, POINT[seat] * min(1.0, wanted / max(1, state.points[seat])))


def wants(state: State, seat: Seat) -> float:
    """Return the points that a side can still use in this turn once its attacks are over."""
    spare = max(0, boxes.in_boxes(state, seat) - counters.side(state, seat).minimum)
    down = (unit for unit in counters.of(state, seat) if unit.down and counters.is_kind(unit, "leader", "trucks"))
    recovery = sum(counters.record(unit).full[1] for unit in down)
    enemy = ENEMY_TURN * len(counters.shared(state)) if seat == GERMAN and state.seat == GERMAN else 0
    return CORPS_PRICE * spare + recovery + enemy


# Battles.


def of_battle(terms: Terms, ground: float, *, last: bool = False) -> float:
    """Return what a battle is worth to the attacker: what both sides lose, and ground that is gained.

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
    """Return what a result of a battle is worth to the attacker: both sides' losses, and ground that is gained."""
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
    """Return the better terms on which units would attack in an area, and what their supply would cost.

    Supply is taken as paid where the side can pay it; the enemy is taken to pay as well.
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
    """Return what it is worth to a side to come to an area: a goal that is not its own and free of the enemy."""
    if state.control.get(area) == seat or area in counters.held(state, counters.other(seat)):
        return 0.0
    return goals(state, seat).get(area, 0.0)


def ground_of(state: State, seat: Seat, area: AreaId) -> float:
    """Return what it is worth to a side to have an area for itself."""
    goal = goals(state, seat).get(area, 0.0)
    gain = 0.0 if state.control.get(area) == seat else goal
    return gain + 0.35 * pull(state, seat, area) + 0.3
