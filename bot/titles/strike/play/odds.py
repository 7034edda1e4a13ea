"""Exact odds of a battle from the asker's view: methods, shifts, losses, supply."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.english import count, percent
from bot.titles.strike.field import aircraft, combat, commissar, counters, names, reserves, supply
from bot.titles.strike.field.combat import Sides, Supplied, Terms
from bot.titles.strike.field.retreats import holding_price
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import RUSSIAN, UnitId
from bot.titles.strike.printed.tables import tables


def expected_losses(terms: Terms) -> tuple[float, float]:
    """Return the average steps lost by attacker and defender; retreats count as none."""
    lost = [Fraction(0), Fraction(0)]
    for result, chance in terms.results.items():
        ours, theirs = steps_lost(result, terms.fight)
        lost[0] += chance * ours
        lost[1] += chance * theirs
    return float(lost[0]), float(lost[1])


def steps_lost(result: str, fight: Sides) -> tuple[int, int]:
    """Return the steps that a result takes from attacker and defender."""
    attackers, defenders = (sum(map(counters.steps, units)) for units in (fight.attackers, fight.defenders))
    if result == "EX":
        both = combat.exchanged(fight.attackers, fight.defenders)
        return min(both, attackers), min(both, defenders)
    if result[1] == "E":
        return (attackers, 0) if result[0] == "A" else (0, defenders)
    if result[1].isdecimal():
        n = int(result[1])
        return (min(n, attackers), 0) if result[0] == "A" else (0, min(n, defenders))
    return 0, 0


def _percent(chance: float) -> str:
    return f"{chance:.0%}".replace("%", " %")


def success(state: State, terms: Terms) -> float:
    """Return the chance that the defender suffers; the Commissar forbids withdrawals."""
    suffers = combat.at_least(terms.results, "D1")
    spared = terms.results.get("DW", Fraction(0)) if _forbids_withdrawal(state, terms) else Fraction(0)
    return float(suffers - spared)


@case("7.2.1a")
def _forbids_withdrawal(state: State, terms: Terms) -> bool:
    """Say whether Russians who defend under the Commissar do not withdraw."""
    return terms.fight.defender == RUSSIAN and commissar.under_commissar(state, terms.fight.area)


def _told(terms: Terms, result: str, forbidden: bool) -> str:
    if result == "DW" and forbidden:
        return "nothing, since the Commissar forbids the defenders to withdraw"
    said = names.result(result, combat.exchanged(terms.fight.attackers, terms.fight.defenders))
    return f"{_eliminated(terms.fight)}, since {said}" if result == "EX" else said


def _eliminated(fight: Sides) -> str:
    """Name the units that an exchange eliminates: all of the smaller side."""
    lost = combat.exchanged(fight.attackers, fight.defenders)
    gone = [
        unit
        for units in (fight.attackers, fight.defenders)
        if sum(map(counters.steps, units)) <= lost
        for unit in units
    ]
    return f"{names.several(gone)} {'is' if len(gone) == 1 else 'are'} eliminated"


def of_attack(seen: Seen[State], action: do.Attack) -> Odds | None:
    """Return the odds of a battle, `None` if there can be none."""
    state = seen.state
    if action.area not in counters.map_of(state):
        return None
    fight = combat.sides(state, action.area, seen.seat)
    if not fight.attackers or not fight.defenders:
        return None
    air = (action.air,) if action.air in {unit.id for unit in aircraft.supporters(state, action.area)} else ()
    price = supply.cost(
        supply.unsupplied(state, seen.seat, action.area, flights=bool(action.airlift), named=action.supplied)
    )
    theirs = supply.cost(supply.unsupplied(state, fight.defender, action.area))
    supplied = Supplied(not price or action.supply, not theirs)
    method = action.method if action.method != "best" else combat.best_method(fight.attack, fight.defence)
    terms = combat.terms(state, fight, method, supplied, air)
    notes = [*_both_methods(state, terms, supplied, air)]
    if price:
        without, bought = (supplied._replace(attack=each) for each in (False, True))
        notes.append(_what_supply_changes(state, terms, without, bought, air, f"your supply, for {price}"))
    if theirs:
        without, bought = (supplied._replace(defence=each) for each in (False, True))
        notes.append(_what_supply_changes(state, terms, without, bought, air, f"enemy supply, for {theirs}"))
    found = _shown(state, terms, (*notes, *_of_reserves(state, fight)))
    return replace(found, hope=(", ".join(["to hurt the enemy", *_dangers(terms)]), success(state, terms)))


def _dangers(terms: Terms) -> list[str]:
    """Name the chances of an exchange, of losing all attackers, and of losing steps."""
    attackers = terms.fight.attackers
    steps = sum(map(counters.steps, attackers))
    whole = ("your unit", "both units")[len(attackers) - 1] if len(attackers) < 3 else "all your units"
    exchange, ruin, some = Fraction(0), Fraction(0), Fraction(0)
    for result, chance in terms.results.items():
        lost = steps_lost(result, terms.fight)[0]
        exchange += chance if result == "EX" else 0
        ruin += chance if result != "EX" and lost == steps else 0
        some += chance if result != "EX" and 0 < lost < steps else 0
    lost = steps_lost("EX", terms.fight)[0]
    chances = (
        (exchange, f"exchange: lose {whole if lost == steps else count(lost, 'step')}"),
        (ruin, f"to lose {whole}"),
        (some, "some steps" if ruin else "to lose steps"),
    )
    return [f"{percent(float(chance))} {what}" for chance, what in chances if chance]


def _shown(state: State, terms: Terms, notes: tuple[str, ...]) -> Odds:
    fight = terms.fight
    ours, theirs = expected_losses(terms)
    forbidden = _forbids_withdrawal(state, terms)
    title = (
        f"{names.place(state, fight.area)}: {fight.attack} against {fight.defence}, by {terms.method}: column "
        f"{combat.label(terms.base)}, shifted to {combat.label(terms.column)}, roll {terms.modifier:+}"
    )
    steps = f"Expected losses: attacker {ours:.1f} steps, defender {theirs:.1f} steps."
    results = reversed(terms.results.items())
    return Odds(
        title,
        (*terms.shifts, *terms.modifiers),
        tuple((f"{result}: {_told(terms, result, forbidden)}", float(chance)) for result, chance in results),
        (steps, *_of_withdrawal(terms, forbidden=forbidden), *notes),
    )


def _both_methods(state: State, terms: Terms, supplied: Supplied, air: tuple[UnitId, ...]) -> list[str]:
    """Set both methods side by side."""
    fight, lines = terms.fight, []
    forced = fight.attacker == RUSSIAN and commissar.under_commissar(state, fight.area)
    for method in combat.METHODS:
        if combat.column(method, fight.attack, fight.defence) is None and not forced:
            lines.append(f"By {method}: below the lowest column.")
            continue
        each = combat.terms(state, fight, method, supplied, air)
        ours, theirs = expected_losses(each)
        lines.append(
            f"By {method}: {combat.label(each.base)} becomes {combat.label(each.column)}; "
            f"the defender suffers in {_percent(success(state, each))}, losses {ours:.1f} to {theirs:.1f}."
        )
    return lines


def _what_supply_changes(
    state: State, terms: Terms, without: Supplied, bought: Supplied, air: tuple[UnitId, ...], what: str
) -> str:
    """Say what a purchase of supply would change."""
    one, other = (combat.terms(state, terms.fight, terms.method, each, air) for each in (without, bought))
    less, more = (_percent(success(state, each)) for each in (one, other))
    return (
        f"With {what} points: {combat.label(other.column)}, the defender suffers in {more}; "
        f"without it {combat.label(one.column)}, in {less}."
    )


def _of_reserves(state: State, fight: Sides) -> list[str]:
    found = reserves.callable_reserves(state, fight.defender, fight.area)
    if not found:
        return []
    leader = max((state.units[id] for id in found), key=counters.rating)
    strongest = sorted(map(counters.strength, found[leader.id]), reverse=True)[: reserves.MOST_RESERVES]
    comes = _percent(counters.rating(leader) / 6)
    return [f"{names.full(leader)} may call reserves of up to {sum(strongest)}; each comes in {comes}."]


def _of_withdrawal(terms: Terms, *, forbidden: bool) -> list[str]:
    """Describe the withdrawal and the price of holding, or the Commissar's ban."""
    if "DW" not in terms.results:
        return []
    if forbidden:
        return ["The Commissar forbids a withdrawal. Surviving Russian units with any strength counter-attack."]
    distances = tables().numbers.withdrawal.distance
    near = distances.count(1) / len(distances)
    return [
        f"A withdrawal is one area in {_percent(near)}, else two; the defender may hold for {holding_price(1)} "
        f"or {holding_price(2)} steps."
    ]
