"""What things are worth, in points of combat strength: steps, battles, ground. For orders and computer players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.kernel.secret import Seat
from bot.titles.strike import combat, forces, railways, supply, victory
from bot.titles.strike.combat import Supplied, Terms
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.model.table import GERMAN, AreaId, Unit
from bot.titles.strike.railways import spread

OBJECTIVE = 6.0
"""What an objective is worth that its owner has yet to take."""
HELD = 4.0
"""What an objective is worth that he holds."""
DENIED = 3.0
"""What an objective of the enemy is worth."""
NEARER = 0.78
"""How much of a goal's worth is left one area away from it."""
POINT = 0.18
"""What an operations point is worth."""


def of_unit(unit: Unit) -> float:
    """Return what a unit is worth: its strength, and a little for the ground that it holds."""
    return forces.strength(unit) + 0.5 * forces.steps(unit)


def of_step(unit: Unit) -> float:
    """Return what the next step of a unit is worth."""
    record = forces.record(unit)
    if unit.down or record.reduced is None:
        return of_unit(unit) + forces.size(unit)
    return record.full[0] - record.reduced[0] + 0.5


def cheapest(step: Losses, units: Iterable[Unit]) -> Unit:
    """Return the unit whose step costs its owner least, for what it pays."""

    def price(unit: Unit) -> tuple[float, str]:
        pays = min(step.left, forces.size(unit)) if step.in_corps else 1
        return of_step(unit) / pays, unit.id

    return min(units, key=price)


# Ground.


def distances(state: State, goal: AreaId) -> Mapping[AreaId, int]:
    """Return how many areas lie between each area and a goal, going over the ground."""
    here = forces.map_of(state)
    book = here.distances
    if goal not in book:
        back = spread(frozenset((goal,)), lambda area: iter(here[area].next))
        far: dict[AreaId, int] = {}
        for area in back:
            far[area] = far[back[area]] + 1 if back[area] else 0
        book[goal] = far
    return book[goal]


def urgency(state: State) -> float:
    """Return how much more objectives are worth than in the middle of nowhere: the end of the game is coming."""
    return 1 + 3 / max(1, forces.scenario(state).turns[1] - state.turn + 1)


def goals(state: State, seat: Seat) -> dict[AreaId, float]:
    """Return the areas that matter to a side, with what they are worth to it."""
    book = forces.kept(state)
    if ("goals", seat) not in book:
        book["goals", seat] = _goals(state, seat)
    found: dict[AreaId, float] = book["goals", seat]
    return found


def _goals(state: State, seat: Seat) -> dict[AreaId, float]:
    found: dict[AreaId, float] = {}
    enemy, urgent = forces.other(seat), urgency(state)
    for owner, names in ((seat, victory.objectives(state, seat)), (enemy, victory.objectives(state, enemy))):
        for name in names:
            areas = forces.map_of(state).objective(name)
            for area in areas:
                held = state.control.get(area) == seat
                worth = (HELD if held else OBJECTIVE) if owner == seat else DENIED
                found[area] = max(found.get(area, 0.0), urgent * worth / len(areas) ** 0.5)
    return found


def pull(state: State, seat: Seat, area: AreaId) -> float:
    """Return how much the goals of a side draw it to an area; those near the enemy draw most."""
    book = forces.kept(state)
    key = ("pull", seat)
    if key not in book:
        book[key] = _pulls(state, seat)
    drawn: dict[AreaId, float] = book[key]
    return drawn.get(area, 0.0)


def _pulls(state: State, seat: Seat) -> dict[AreaId, float]:
    enemies = forces.held(state, forces.other(seat))
    drawn: dict[AreaId, float] = {}
    for goal, worth in goals(state, seat).items():
        far = distances(state, goal)
        threat = min((far[area] for area in enemies if area in far), default=9)
        mine = state.control.get(goal) == seat
        weight = worth * (max(0.25, 1.2 - 0.2 * threat) if mine else 1.0)
        for area, n in far.items():
            drawn[area] = max(drawn.get(area, 0.0), weight * NEARER**n)
    return drawn


def cover(state: State, area: AreaId) -> int:
    """Return how many columns the ground of an area gives to its defenders."""
    return -sum(shift.n for shift in combat.ground_shifts(state, area))


def threat(state: State, seat: Seat, area: AreaId) -> float:
    """Return how much strength the enemies of a side could bring to an area soon."""
    here, enemy = forces.map_of(state), forces.other(seat)
    near = sum(map(forces.strength, forces.troops(state, area, enemy)))
    beside = sum(forces.strength(unit) for to in here[area].next for unit in forces.troops(state, to, enemy))
    return near + 0.7 * beside


# Battles.


def of_battle(terms: Terms, ground: float) -> float:
    """Return what a battle is worth to the attacker: what both sides lose, and ground that is gained."""
    fight = terms.fight
    ours, theirs = (sum(map(of_unit, units)) for units in (fight.attackers, fight.defenders))
    our_steps, their_steps = (
        max(1, sum(map(forces.steps, units))) for units in (fight.attackers, fight.defenders)
    )
    total = 0.0
    for result, chance in terms.results.items():
        total += float(chance) * _of_result(result, ours, theirs, our_steps, their_steps, ground)
    return total


def _of_result(result: str, ours: float, theirs: float, our_steps: int, their_steps: int, ground: float) -> float:
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

    Supply is taken as paid where the side can pay it; the enemy is taken to pay for his where he can.
    """
    some = tuple(units)
    fight = combat.Sides(
        area, seat, some, defenders := forces.troops(state, area, forces.other(seat)),
        sum(map(forces.strength, some)), sum(map(forces.strength, defenders)),
    )  # fmt: skip
    if not defenders or all(combat.column(m, fight.attack, fight.defence) is None for m in combat.METHODS):
        return None
    price = 0 if supply.source(state, seat, area) is not None else supply.cost(some)
    theirs = supply.cost(supply.unsupplied(state, fight.defender, area))
    pays = price <= state.points[seat]
    supplied = Supplied(pays, theirs <= state.points[fight.defender])
    flyers = [unit.id for unit in forces.air(state) if unit.place == area][:1] if air else []
    method = combat.best_method(fight.attack, fight.defence)
    return combat.terms(state, fight, method, supplied, flyers), price if pays else 0


def awaited(state: State) -> frozenset[AreaId]:
    """Return the areas to which railheads could advance and convert something, if troops stood there."""
    book = forces.kept(state)
    if "awaited" not in book:
        heads = [unit for unit in forces.of(state, GERMAN) if forces.is_kind(unit, "rail")]
        found = {to for head in heads for to in railways.ahead(state, head)}
        book["awaited"] = frozenset(found.difference(state.converted))
    areas: frozenset[AreaId] = book["awaited"]
    return areas


def prize(state: State, seat: Seat, area: AreaId) -> float:
    """Return what it is worth to a side to come to an area: a goal that is not its own and free of the enemy."""
    if state.control.get(area) == seat or area in forces.held(state, forces.other(seat)):
        return 0.0
    return goals(state, seat).get(area, 0.0)


def ground_of(state: State, seat: Seat, area: AreaId) -> float:
    """Return what it is worth to a side to have an area for itself."""
    goal = goals(state, seat).get(area, 0.0)
    gain = 0.0 if state.control.get(area) == seat else goal
    return gain + 0.35 * pull(state, seat, area) + 0.3


def replacement(unit: Unit, price: int) -> float:
    """Return what a unit is worth for a point of its price."""
    kind = forces.record(unit).kind
    if kind == "trucks":
        return 0.45
    return (forces.record(unit).full[0] + 0.8) / max(1, price)
