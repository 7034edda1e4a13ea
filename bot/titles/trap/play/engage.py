"""Several units fire by one order, each at the likeliest elimination in its turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeGuard

from msgspec.structs import replace

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, judge, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import begun, count
from bot.titles.trap.field import fire, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.arcs import bears, toward
from bot.titles.trap.field.fire import aim, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance, results
from bot.titles.trap.field.indirect import indirect_reach
from bot.titles.trap.field.movement import obstacles
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import POSITION, inside, known, of, other, record
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.view import firing_range
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, RUSSIAN, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, against, holding_fire, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.fire import NOBODY, are_awake, faces_it, may_fire, outcomes, unready
from bot.titles.trap.play.series import ORDERS, Deed, carry_out, foreseen, here, named_may_act, ready

LEAST: Mapping[str, float] = {"any": 0.0, "third": 1 / 3, "half": 0.5}
"""How often one must hit at least, by the word for it."""


class Shot(NamedTuple):
    """A possible shot of a unit, and its chances to eliminate and to hit."""

    kills: float
    hits: float
    orders: tuple[do.Action, ...]


def firing(action: do.Engage) -> Deed:
    """Return a unit's fire at its best target, if the chance is high enough.

    A unit turns first if it must, at no cost.

    No unit reveals itself by a shot that cannot hit.
    """

    def deed(at: Here, unit: Unit) -> Sequence[do.Action]:
        if unready(at.state, unit) is not None or not _unasked(unit, action):
            return ()
        direct = _shots(at.state, at.step, at.seat, unit.id)
        shots = [shot for hex, shot in direct if action.at in ("", hex)]
        if not shots and action.at:
            shots = [*_indirect(at, unit, action), *_at_the_road(at, unit, action)]
        good = (shot for shot in shots if shot.hits and shot.hits >= LEAST[action.chance])
        best = max(good, key=lambda shot: shot[:2], default=None)
        return best.orders if best is not None else ()

    return deed


def _unasked(unit: Unit, action: do.Engage) -> bool:
    """Return whether a unit joins unnamed: leaders never do, Schmels only at a hex."""
    kind = record(unit).kind
    return unit.id in action.units or not (kind == "leader" or (kind == "schmel" and not action.at))


# TRAP-R153
def meant(at: Here, action: do.Engage) -> do.Engage:
    """Return the meaning of an order without a hex.

    Units fire at enemies in sight, or else at the first hex in reach.

    Chechens leave road blocks alone. If no unit is named either, a leader fires only if no other unit can.
    """
    if action.at:
        return action
    hexes = (replace(action, at=hex) for hex in of_use(at))
    alone = (replace(action, units=(unit.id,)) for unit in ready(at, action) if not action.units)
    return next((each for each in (action, *hexes, *alone) if _fires(at, each)), action)


def _fires(at: Here, action: do.Engage) -> bool:
    """Return whether a unit of the series has a shot."""
    return _has_shot(at.state, at.step, at.seat, action)


@POSITION.keeps
def _has_shot(state: State, step: Any, seat: Seat, action: do.Engage) -> bool:
    if action.at and action.at not in _in_range(state, step) and action.at not in obstacles(state):
        return False
    at, deed = Here(seat, state, step), firing(action)
    loaded = (unit for unit in _loaded(state, step) if unit.id in (action.units or (unit.id,)))
    return any(deed(at, unit) for unit in loaded if _may_reach(at, unit, action))


@POSITION.keeps
def _in_range(state: State, step: Any) -> frozenset[HexId]:
    """Return the hexes near enough for a unit that may fire."""
    near = (ground().near(unit.hex, _reach(state, unit)) for unit in _loaded(state, step))
    return frozenset[HexId]().union(*near)


@POSITION.keeps
def _loaded(state: State, step: Any) -> tuple[Unit, ...]:
    """Return the units that may act and have not fired or moved too far."""
    here = Here(step.seat, state, step)
    return tuple(unit for unit in ready(here, do.Engage()) if unready(state, unit) is None)


def _may_reach(at: Here, unit: Unit, action: do.Engage) -> bool:
    """Return whether a unit is near enough to fire at enemies in the named hex."""
    if not action.at or action.at in obstacles(at.state):
        return True
    return ground().distance(unit.hex, action.at) <= _reach(at.state, unit)


@POSITION.keeps
def _reach(state: State, unit: Unit) -> int:
    """Return how far a unit fires, directly or not."""
    return max(firing_range(state, unit), indirect_reach(state))


def aims(at: Here) -> list[HexId]:
    """Return the possible aims: hexes of known enemies, and obstacles on roads."""
    return list(dict.fromkeys((*held(at), *sorted(obstacles(at.state)))))


def of_use(at: Here) -> list[HexId]:
    """Return the aims that a side wants hit: the Chechens are glad of road blocks."""
    return aims(at) if at.seat == RUSSIAN else held(at)


def held(at: Here) -> list[HexId]:
    """Return the hexes of enemies whom one knows."""
    return list(dict.fromkeys(foe.hex for foe in _foes(at, do.Engage())))


def _foes(at: Here, action: do.Engage) -> tuple[Unit, ...]:
    """Return the known enemies that the series aims at."""
    return _known_foes(at.state, at.seat, action.at)


@POSITION.keeps
def _known_foes(state: State, seat: Seat, hex: HexId) -> tuple[Unit, ...]:
    there = units_at(state, hex, seat=other(seat)) if hex else of(state, other(seat))
    return tuple(foe for foe in there if known(foe) is not None and not inside(state, foe))


@POSITION.keeps
def _shots(state: State, step: Any, seat: Seat, firer: UnitId) -> list[tuple[HexId, Shot]]:
    """Return the shots of a unit at enemies whom it sees, each with its hex."""
    at, unit = Here(seat, state, step), state.units[firer]
    near = ground().near(unit.hex, firing_range(state, unit))
    foes = (foe for foe in _known_foes(state, seat, HexId("")) if foe.hex in near)
    return [(foe.hex, shot) for foe in foes if (shot := _shot(at, unit, foe)) is not None]


def _shot(at: Here, unit: Unit, foe: Unit) -> Shot | None:
    """Return the shot of a unit at an enemy in its reach."""
    what = record(unit)
    line = fire.fire_line(at.state, unit, foe.hex)
    facing = next((way for way in (unit.facing, *FACINGS) if fire.can_bear(replace(unit, facing=way), line)), None)
    if not line.clear or facing is None:
        return None
    shot = do.Fire((unit.id,), foe.id)
    turns = (do.Turn((unit.id,), facing),) if facing != unit.facing else ()
    if not ORDERS.allowed(at, (*turns, shot)):
        return None
    hits = float(hit_chance(what.cf, modifiers(aim(at.state, unit, foe, NOBODY))))
    done = results(what.heavy, what.kind == "schmel", record(foe), foe.status, sniper=what.kind == "sniper")
    return Shot(hits * float(done.get("eliminated", 0)), hits, (*turns, shot))


def _indirect(at: Here, unit: Unit, action: do.Engage) -> Iterator[Shot]:
    """Yield indirect fire of heavy weapons without sight, at hexes without friends."""
    far = ground().distance(unit.hex, action.at) > indirect_reach(at.state)
    if far or not record(unit).heavy or units_at(at.state, action.at, seat=at.seat):
        return
    sides = toward(ground().map.places[unit.hex], ground().map.places[action.at])
    facing = next(way for way in (unit.facing, *FACINGS) if bears(FACINGS.index(way), sides))
    turned = not record(unit).vehicle and facing != unit.facing
    turns = (do.Turn((unit.id,), facing),) if turned else ()
    for shell in ORDERS.offered(at, do.Shell, {"unit": unit.id, "at": action.at}):
        odds = ORDERS.of(shell).odds(at, shell)
        if odds is not None and odds.hope is not None and ORDERS.allowed(at, (*turns, shell)):
            yield Shot(0.0, odds.hope[1] * odds.chances[0][1], (*turns, shell))


def _at_the_road(at: Here, unit: Unit, action: do.Engage) -> Iterator[Shot]:
    """Yield the shots of heavy weapons at an obstacle on the road."""
    if action.at not in obstacles(at.state):
        return
    blast = do.Clear(unit.id, action.at)
    odds = ORDERS.of(blast).odds(at, blast)
    if odds is not None and odds.hope is not None and ORDERS.allowed(at, (blast,)):
        yield Shot(0.0, odds.hope[1], (blast,))


def firers(at: Here, action: do.Engage) -> list[Unit]:
    """Return the units that fire, the best shot first."""
    deed = firing(action)
    units = [unit for unit in ready(at, action) if deed(at, unit)]
    return sorted(units, key=lambda unit: _chance(at, unit, deed(at, unit)[-1]), reverse=True)


def _chance(at: Here, unit: Unit, shot: do.Action) -> float:
    if isinstance(shot, do.Fire):
        ends = outcomes(at.state, [unit], at.state.units[shot.target], NOBODY)
        return float(ends.get("eliminated", 0))
    return 0.0


@rule("TRAP-10.1.2-3")
def may_open_fire(at: Here, action: do.Engage) -> Wrong | None:
    """On the first turn no Russian fires before the Chechens have attacked."""
    return holding_fire(at)


@rule("TRAP-6.0", "TRAP-6.3", "TRAP-5.1.3")
def those_named_may_fire(at: Here, action: do.Engage) -> Wrong | None:
    """A named unit must be on the map, unfired, and not have moved too far."""
    one_by_one = (do.Fire((id,), NOBODY) for id in action.units)
    tests = (against(each, at, shot) for shot in one_by_one for each in (on_the_map, may_fire))
    return next((wrong for wrong in tests if wrong is not None), None)


@rule("TRAP-6.2.1", "TRAP-6.4", "TRAP-6.5")
def somebody_fires(at: Here, action: do.Engage) -> Wrong | None:
    """One at least has an enemy before it whom it hits often enough."""
    if action.at and action.at not in ground():
        return Wrong("that hex is not on the map", "choose a hex with enemies", "TRAP-2.1")
    if action.at and not enemies(at.state, at.seat, action.at, None) and action.at not in obstacles(at.state):
        return Wrong(f"no enemy is at {action.at}", "choose a hex with enemies", "TRAP-6.4")
    if _fires(at, meant(at, action)):
        return None
    if (wrong := _alone(at, action)) is not None:
        return wrong
    where = f"at {action.at}" if action.at else "anywhere"
    often = " often enough" if action.chance != "any" else ""
    return Wrong(f"nobody has a target {where} that it hits{often}", "move first, or choose others")


def _alone(at: Here, action: do.Engage) -> Wrong | None:
    """Return why the only named unit may not fire at a hex, even after a turn."""
    if len(action.units) != 1 or not action.at:
        return None
    (id,) = action.units
    foes = _foes(at, action)
    shot = do.Fire((id,), foes[0].id) if foes else do.Clear(id, action.at)
    found = judge((each for each in ORDERS.of(shot).rules if each is not faces_it), at, shot)
    return Wrong(found.why, found.mend, found.cite) if found is not None else None


def salvoes(at: Here, fixed: Fixed) -> Iterator[do.Engage]:
    """Offer fire at every target and at each enemy hex, by all units and by each."""
    units, chance = fixed.get("units", ()), fixed.get("chance", "any")
    if not _loaded(at.state, at.step):
        return
    hexes = [fixed["at"]] if "at" in fixed else (HexId(""), *of_use(at))
    salvoes_at = (do.Engage(hex, units, chance) for hex in hexes)
    yield from (each for each in salvoes_at if not each.at or _fires(at, each))
    if "at" in fixed or "units" in fixed or "chance" in fixed:
        return
    yield do.Engage(HexId(""), (), "third")
    yield do.Engage(HexId(""), (), "half")
    yield from (do.Engage(HexId(""), (unit.id,)) for unit in ready(at, do.Engage()))


def engage(play: Play, step: Any, action: do.Engage) -> None:
    """Let one after another fire, the best shot first."""
    at = here(play, step)
    action = meant(at, action)
    carry_out(play, step, firers(at, action), firing(action), action.at)


def planned(at: Here, action: do.Engage) -> list[tuple[Unit, do.Action]]:
    """Return the units that would fire now, with their shots."""
    if action.at and action.at not in ground():
        return []
    action = meant(at, action)
    return [(unit, orders[-1]) for unit, orders in foreseen(at, firers(at, action), firing(action))]


def odds(at: Here, action: do.Engage) -> Odds | None:
    """Return the chances of each target under all shots planned at it."""
    shots = planned(at, action)
    at_whom: dict[UnitId, list[Unit]] = {}
    for unit, shot in shots:
        if isinstance(shot, do.Fire):
            at_whom.setdefault(shot.target, []).append(unit)
    chances, spared = [], 1.0
    for id, units in at_whom.items():
        foe = at.state.units[id]
        gone = float(outcomes(at.state, units, foe, NOBODY).get("eliminated", 0))
        chances.append((f"{names.unit(foe)} at {foe.hex} eliminated", gone))
        spared *= 1 - gone
    if not shots:
        return None
    missed = prod(1 - hope[1] for _, shot in shots if (hope := _hope(at, shot)) is not None)
    blasts = any(isinstance(shot, do.Clear) for _, shot in shots)
    chances += [("the road is free", 1 - missed)] if blasts else []
    notes = ["a unit whose target is gone fires at the next best target or holds its fire"] if at_whom else []
    hope = ("to eliminate one", 1 - spared) if at_whom else ("to clear it" if blasts else "to hit", 1 - missed)
    return Odds(f"{count(len(shots), 'unit')} to fire", (), tuple(chances), tuple(notes), hope)


def _hope(at: Here, shot: do.Action) -> tuple[str, float] | None:
    """Return the hope of a shot at a hex or an obstacle; `None` for other shots."""
    odds = ORDERS.of(shot).odds(at, shot) if not isinstance(shot, do.Fire) else None
    return odds.hope if odds is not None else None


def tells(at: Here, action: do.Engage) -> Iterator[str]:
    """Describe the planned shots, and the units they reveal."""
    aims: dict[str, list[Unit]] = {}
    shots = planned(at, action)
    for unit, shot in shots:
        aims.setdefault(_aim(at, shot), []).append(unit)
    if shots:
        yield f"{begun('; '.join(f'{names.units(units)} {aim}' for aim, units in aims.items()))}."
    if leaders := {shot.spotter: at.state.units[shot.spotter] for _, shot in shots if _is_spotted(shot)}:
        yield f"{begun(names.units(leaders.values()))} {'spot' if len(leaders) > 1 else 'spots'}."
    if hidden := [unit for unit, _ in shots if not unit.counter.out]:
        yield f"This shows the enemy {names.units(hidden)}."


def _is_spotted(shot: do.Action) -> TypeGuard[do.Shell]:
    return isinstance(shot, do.Shell) and bool(shot.spotter)


def _aim(at: Here, shot: do.Action) -> str:
    if not isinstance(shot, do.Fire):
        how = "at the road" if isinstance(shot, do.Clear) else "over blocks"
        return f"{how} at {names.place(aimed_at(at, shot))}"
    foe = at.state.units[shot.target]
    return f"at {names.unit(foe)} at {names.spot(foe.hex, foe.level)}"


def aimed_at(at: Here, shot: Any) -> HexId:
    """Return the hex that an order fires at."""
    hex: HexId = at.state.units[shot.target].hex if isinstance(shot, do.Fire) else shot.at
    return hex


def sketch(at: Here, action: do.Engage) -> Sketch | None:
    """Mark the targets, with how many fire at each."""
    aimed: dict[HexId, int] = {}
    for hex in (aimed_at(at, shot) for _, shot in planned(at, action)):
        aimed[hex] = aimed.get(hex, 0) + 1
    return Sketch(tuple(aimed), notes=tuple((hex, str(n)) for hex, n in aimed.items())) if aimed else None


def says_engage(seen: Seen[State], action: do.Engage) -> str:
    """Name the units that fire, and which of them hold their fire."""
    who = say.they(seen, action.units, "fires", "fire") if action.units else "all units with a target fire"
    aim = f" at {names.place(action.at)}" if action.at else ""
    return f"{who}{aim}, each at its likeliest elimination{HOLDS[action.chance]}."


HOLDS = {
    "any": "", "third": "; units with less than a 33 % chance hold fire",
    "half": "; units with less than a 50 % chance hold fire",
}  # fmt: skip


ENGAGE = Verb(
    do.Engage,
    when="units fire when their side acts",
    says=says_engage,
    cite="TRAP-4.3-2",
    rules=(are_awake, named_may_act, may_open_fire, those_named_may_fire, somebody_fires),
    candidates=salvoes,
    resolve=engage,
    odds=odds,
    sketch=sketch,
    tells=tells,
)
"""The rules of turns and shots judge each unit when its turn comes."""
