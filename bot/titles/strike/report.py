"""Prompts, and the whole situation in words, as a general asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Prompt
from bot.kernel.secret import Seat, Seen
from bot.kit.words import count, join
from bot.titles.strike import asks, battles, combat, forces, names, railways, supply, victory, withdrawal
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, GERMAN, RUSSIAN, WAITING, AreaId, Unit
from bot.titles.strike.resolve.losses import left_of, losers
from bot.titles.strike.resolve.sequence import SEQUENCE
from bot.titles.strike.tell import weather_effects

SEATS = (GERMAN, RUSSIAN)
FRONTS = (("North", 4), ("Centre", 6), ("South", 11))
"""Three fronts, by the last row of oxes that belongs to each."""


def prompts(seen: Seen[State]) -> dict[Seat, Prompt]:
    """Return who must act, with what he is asked and what is open to him."""
    state = seen.state
    return {seat: Prompt(question(state), asks.verbs(state, seat)) for seat in asks.asked(state)}


def question(state: State) -> str:
    """Return the sentence that the seat is asked whose step is on top."""
    match state.steps[-1]:
        case steps.Arrival() as step:
            return _arrival(state, step)
        case steps.Redeployment() as step:
            return f"Redeployment: {count(step.left, 'more unit')} may move. Say done when you have moved."
        case steps.Movement(part="rails"):
            return "Advance your railheads and move your trucks, then say done."
        case steps.Movement():
            trains = count(railways.trains_left(state, state.seat), "train")
            return f"Move your units; {trains} left. Say done when you have moved."
        case steps.Combat() as step:
            areas = join(names.place(state, area) for area in battles.open_areas(state, step.areas))
            return f"You may attack at {areas}. Say done to attack no more."
        case steps.Battle() as step:
            return _battle(state, step)
        case steps.Losses() as step:
            return _losses(state, step)
        case steps.Withdrawal() as step:
            return _withdrawal(state, step)
        case steps.Advance() as step:
            how = "along the way of the enemy" if step.ways else "in any direction, for half their rating"
            return f"Your units at {names.place(state, step.area)} may advance {how}."
        case steps.Tie() as step:
            unit = names.full(state.units[step.unit])
            return f"{unit}: choose among {join(names.place(state, area) for area in step.areas)}."
        case steps.Reorganization():
            return f"Reorganize: {count(state.points[state.seat], 'operations point')} left."


def _withdrawal(state: State, step: steps.Withdrawal) -> str:
    """Ask where units go back to, and name the price of staying."""
    where = names.place(state, step.area)
    if not step.may_hold:
        return f"Your units leave {where}: choose where they go."
    price = count(withdrawal.holding_price(step.distance), "step")
    orders = f"Your units at {where} should withdraw by {step.distance}"
    if withdrawal.may_hold(state, step):
        return f"{orders}: go, or hold for {price} of corps; an army that is turned over pays two."
    return f"{orders}: go. Holding would cost {price} of corps, and nobody would be left."


def _losses(state: State, step: steps.Losses) -> str:
    """Ask for the unit that takes the next step; where only one can, for the corps that is left of it."""
    owed = f"{count(step.left, 'step')} to lose at {names.place(state, step.area)}"
    units = losers(state, step)
    if len(units) == 1:
        left = ", ".join(names.unit(state.units[id]) for id in left_of(state, step, units[0]))
        return f"{owed}: choose the corps that is left of {names.unit(units[0])}, one of {left}."
    return f"{owed}: choose a unit."


def _arrival(state: State, step: steps.Arrival) -> str:
    units = names.several(state.units[unit] for unit in step.units)
    if step.why == "set-up":
        return f"Place {units}, or say done to set them up as suggested."
    later = "leave them out" if step.why == "partisans" else "wait until next turn"
    return f"Place {units}, or say done to {later}."


def _battle(state: State, step: steps.Battle) -> str:
    where = names.place(state, step.area)
    match step.moment:
        case "defence":
            sides, means = _strengths(state, step), _can(state, step)
            return f"You are attacked at {where}, {sides}: {means}. How do you defend?"
        case "counter-attack":
            return f"The Commissar orders a counter-attack at {where}."
        case "press":
            seat = step.attacker
            areas = join(
                f"{names.place(state, area)} for {count(supply.cost(forces.troops(state, area, seat)), 'point')}"
                for area in battles.press_areas(state, step)
            )
            return f"You may go on with the battle at {areas}, or be done."
        case "answer":
            price = supply.cost(forces.troops(state, step.area, forces.other(step.attacker)))
            return f"You may go on with the battle of {where} for {count(price, 'point')}, or be done."
        case _:
            return f"The enemy makes you go on with the battle of {where}: attack again."


def _strengths(state: State, step: steps.Battle) -> str:
    """Say how strong both sides are, and in which column that is."""
    fight = combat.sides(state, step.area, step.attacker)
    column = combat.column(step.method, fight.attack, fight.defence) or 0
    return f"{fight.attack} against {fight.defence}, column {combat.label(column)} before shifts"


def _can(state: State, step: steps.Battle) -> str:
    means = battles.means(state, step)
    able = []
    if means.reserves:
        leaders = join(names.unit(state.units[leader]) for leader in means.reserves)
        able.append(f"{leaders} can call reserves")
    if means.unsupplied:
        able.append(f"supply costs {count(means.price, 'point')}")
    if means.support or means.airlift or means.targets:
        able.append("aircraft can help")
    return join(able) or "nothing to decide"


# The situation.


def status(seen: Seen[State]) -> str:
    """Describe the whole situation."""
    state = seen.state
    if not state.scenario:
        return "The table is empty."
    record = forces.scenario(state)
    effects = weather_effects(state.weather)
    weather = f"{state.weather}{': ' if effects else ''}{join(effects)}"
    stage = "" if state.outcome is not None else f", {SEQUENCE[state.stage].name.capitalize()}"
    lines = [
        f"**{record.name}**, turn {state.turn} of {record.turns[1]} ({names.date(state.turn)}){stage}. "
        f"Weather: {weather}."
    ]
    lines += (f"To act: {names.nation(seat)}. {prompt.text}" for seat, prompt in prompts(seen).items())
    if state.outcome is not None:
        winners = join(f"the {names.nation(seat)} side" for seat in state.outcome.winners)
        result = f"{winners} has won" if winners else "nobody has won"
        lines.append(f"The campaign is over: {result}. {state.outcome.why}")
    for seat in SEATS:
        lines += ["", *_side(state, seat)]
    for front in FRONTS:
        lines += _front(state, *front)
    return "\n".join(lines)


def _side(state: State, seat: Seat) -> Iterator[str]:
    points = count(state.points[seat], "operations point")
    yield f"**{names.nation(seat)}: {forces.side(state, seat).name}**, {points}"
    goals = victory.objectives(state, seat)
    held = victory.attained(state, seat)
    rolled = "" if state.objectives[seat] else " (by default)"
    needed = [name for name in goals if name not in held]
    yield f"Objectives{rolled}: holds {join(held) or 'none'}; needs {join(needed) or 'nothing more'}."
    for arrival in forces.side(state, seat).arrivals:
        waiting = [state.units[unit] for unit in arrival.units if state.units[unit].place == WAITING]  # type: ignore[index]
        if waiting:
            yield f"Due in turn {arrival.turn}: {names.several(waiting)}."
    for box, title in ((BREAKDOWN, "Breakdown Box"), (ELIMINATED, "Eliminated Box")):
        units = forces.at(state, box, seat)
        if units:
            yield f"{title}: {join(f'{names.unit(unit)} ({names.ratings(unit)})' for unit in units)}."
    hungry = [area for area in forces.shared(state) if supply.unsupplied(state, seat, area)]
    if hungry:
        yield f"⚠️ Without supply in combat: {join(names.place(state, area) for area in hungry)}."
    down = [unit for unit in forces.of(state, seat) if unit.down and forces.is_kind(unit, "leader", "trucks")]
    if down:
        yield f"Disrupted: {names.several(down)}."
    if seat == GERMAN and state.converted:
        heads = [unit for unit in forces.of(state, seat) if forces.is_kind(unit, "rail")]
        yield f"Railheads: {join(names.place(state, unit.place) for unit in heads) or 'none'}."


def _front(state: State, name: str, last_row: int) -> Iterator[str]:
    """Describe a front, area by area, where units are."""
    first = max((row for _, row in FRONTS if row < last_row), default=0)
    here = forces.map_of(state)
    lines = []
    for area in here.areas:
        row = -(-here[area].at[1] // 2)
        if first < row <= last_row and forces.at(state, area):
            stacks = ((names.nation(seat), _stack(state, area, seat)) for seat in SEATS)
            told = "; ".join(f"{side} {stack}" for side, stack in stacks if stack)
            lines.append(f"- {names.place(state, area)}: {told}")
    if lines:
        yield from ("", f"**{name}**", *lines)


def _stack(state: State, area: AreaId, seat: Seat) -> str:
    return ", ".join(_short(state, unit) for unit in forces.at(state, area, seat))


def _short(state: State, unit: Unit) -> str:
    words = [names.ratings(unit), *names.condition(state, unit)]
    inside = ", ".join(filter(None, words))
    return f"{names.unit(unit)} ({inside})" if inside else names.unit(unit)


def hand(seen: Seen[State]) -> str:
    """Nothing is hidden in this game but standing orders, and those have their own command."""
    return ""


def held(seen: Seen[State]) -> str:
    """Describe what this seat has beside the map: points, objectives, units that are due, its boxes."""
    if seen.seat not in SEATS or not seen.state.scenario:
        return ""
    title, *lines = _side(seen.state, seen.seat)
    return "\n".join([title, *(f"- {line}" for line in lines)])


STANDING: dict[str, dict[str, str]] = {
    "supply": {
        "ask": "You are asked whether supply is bought for units that defend without it.",
        "never": "No supply is bought for units that defend without it.",
        "buy": "Supply is bought for units that defend without it, for up to {points} points in one battle.",
    },
    "reserves": {
        "ask": "You are asked whether reserves are called to a defence.",
        "none": "No reserves are called to a defence.",
        "best": "{caller} calls the strongest reserves that can come to a defence.",
    },
    "withdrawal": {
        "ask": "You are asked whether units withdraw or hold.",
        "hold": "Units that should withdraw hold where that is possible.",
        "withdraw": "Units that should withdraw go back.",
    },
    "press": {
        "ask": "You are asked whether you go on with a battle.",
        "never": "You never go on with a battle.",
        "always": "You go on with a battle whenever you can pay for it.",
    },
    "losses": {
        "ask": "You are asked which units take losses.",
        "cheapest": "The units that are worth least take losses.",
    },
    "air": {
        "ask": "You are asked whether aircraft help in defence.",
        "never": "No aircraft help in defence.",
        "always": "Aircraft help in defence: with support, then supply, then bombs.",
    },
    "ties": {
        "ask": "You are asked to choose among places that are equally near.",
        "first": "Of places that are equally near the best one for you is taken.",
    },
}
"""What each standing order says, by its name and its choice."""


def orders(seen: Seen[State]) -> str:
    """Describe a side's standing orders."""
    given = forces.orders(seen.state, seen.seat)
    leader = seen.state.units.get(given.leader)
    caller = names.unit(leader) if leader is not None else "The best placed leader"
    said = (says[getattr(given, name)] for name, says in STANDING.items())
    return "\n".join(f"- {each.format(points=given.points, caller=caller)}" for each in said)
