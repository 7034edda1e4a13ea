"""Areas of possible battles, and their continuation."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.english import count
from bot.titles.strike.field import combat, counters, supply
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId

# Areas open to attack.


@case("11.1.4", "11.1.7")
def open_areas(state: State, areas: tuple[AreaId, ...]) -> tuple[AreaId, ...]:
    """Return the areas still shared since the phase began, without a battle in it.

    The players may agree on all areas that are shared at the moment.
    """
    both = counters.shared(state)
    some = both if state.options.get("attacks") == "shared at any time" else areas
    return tuple(area for area in some if area in both and area not in state.fought)


def attackable(state: State, area: AreaId, attacker: Seat) -> bool:
    """Say whether the attacker is strong enough for any column at all."""
    fight = combat.sides(state, area, attacker)
    return any(combat.column(method, fight.attack, fight.defence) is not None for method in combat.METHODS)


# Continuation.


@case("11.10.2", "11.10.4a")
def may_press(state: State, seat: Seat, area: AreaId, attacker: Seat) -> bool:
    """Return whether a side may continue a battle: survivors, a leader, and points.

    The players may agree that both sides need a leader.
    """
    return press_barred(state, seat, area, attacker) is None


@case("11.10.2", "11.10.4a", "11.2.3")
def press_barred(state: State, seat: Seat, area: AreaId, attacker: Seat) -> Wrong | None:
    """Return why a side cannot continue a battle: losses, weakness, leader or points."""
    if area not in counters.shared(state):
        return Wrong(f"both sides no longer stand at {area}", "", "11.10.2")
    if not attackable(state, area, attacker):
        return Wrong("the attack would be below the lowest column", "", "11.2.3")
    needed = (seat, counters.other(seat)) if state.options.get("continuation") == "both leaders" else (seat,)
    for each in needed:
        if next(counters.leaders_near(state, each, area), None) is None:
            whose = "of its own" if each == seat else "of the enemy"
            return Wrong(f"no undisrupted leader {whose} is at {area} or next to it", "", "11.10.2")
    price, has = supply.cost(counters.troops(state, area, seat)), state.points[seat]
    if price > has:
        left = f"only {has}" if has else "none"
        verb = "is" if has < 2 else "are"
        return Wrong(f"it costs {count(price, 'operations point')}, and {left} {verb} left", "", "11.10.4a")
    return None
