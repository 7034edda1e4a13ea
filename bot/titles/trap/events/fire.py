"""Fire: direct, indirect, and from batteries off the map."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.game import Effect, Luck, Scene
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.effects import MISSED
from bot.kit.english import begun, join
from bot.kit.luck import of_one
from bot.kit.pieces import change
from bot.titles.trap.events.base import Event
from bot.titles.trap.field import names
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    BatteryId,
    CounterId,
    HexId,
    Obstacle,
    Result,
    UnitId,
)
from bot.titles.trap.printed.units import counters


class Shot(Struct, frozen=True, gc=False):
    """The die for one target, and its effect.

    The firing unit and the target are both revealed.
    """

    unit: UnitId
    counter: CounterId
    roll: Roll
    """A ten-sided die, whose 10 counts as 0."""
    modifiers: tuple[Modifier, ...] = ()
    hit: bool = False
    die: Roll | None = None
    """The die for the result of a hit."""
    result: Result = "none"


class Fired(Event, frozen=True, tag="fired"):
    """A unit fired directly at another. The effect on the target follows."""

    unit: UnitId
    counter: CounterId
    cf: int
    start: HexId
    hex: HexId
    shot: Shot
    course: tuple[HexId, ...] = ()
    """The hexes of the street along which it fired; none for a straight line."""
    sniper: UnitId = UnitId("")
    """The sniper who helped."""

    def apply(self, state: State) -> State:
        state = change(state, [self.unit], fired=True, activated=True)
        return change(state, [self.shot.unit], shot_at=True)

    def tell(self, seen: Seen[State]) -> str:
        fires = "fire" if names.is_many(self.counter) else "fires"
        street = names.way(self.course)
        along = f" along {street}" if street else ""
        target = names.counter(self.shot.counter)
        helped = names.shown_as(seen, self.sniper)
        sniper = f" {begun(helped)} helps." if helped else ""
        where = "in the same hex" if self.start == self.hex else f"at {names.place(self.hex)}{along}"
        line = f"💥 {names.counter(self.counter)} at {self.start} {fires} at {target} {where}: "
        return f"{line}{_shot(self.shot, self.cf)}.{sniper}{names.small_print(self.shot.modifiers)}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return _missed([self.shot])

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        yield _luck(names.side(counters().units[self.counter].side), self.shot, self.cf)

    def scene(self, seen: Seen[State]) -> Scene | None:
        shot = self.shot
        fires = "fire" if names.is_many(self.counter) else "fires"
        hits = hit_chance(self.cf, shot.modifiers)
        rolls, titles = zip(*_dice(shot, self.cf), strict=True)
        return Scene(
            "fight",
            f"{names.counter(self.counter)} {fires} at {names.counter(shot.counter)}: {_result(shot)}",
            tuple(dict.fromkeys((self.start, self.hex))),
            line=(self.start, self.hex) if self.start != self.hex else None,
            rolls=rolls,
            titles=titles,
            chance=float(hits if shot.hit else 1 - hits),
            likely="A hit" if shot.hit else "A miss",
        )


def _shot(shot: Shot, cf: int) -> str:
    """Say how a shot fell."""
    text = f"🎲 {names.thrown(shot.roll, shot.modifiers)}, {cf} or less to hit: "
    if not shot.hit:
        return f"{text}missed"
    die = f" (🎲 {names.dice(shot.die)})" if shot.die is not None else ""
    result = {"none": "hit, without effect", "eliminated": "**destroyed**"}.get(shot.result)
    return f"{text}{result or f'hit, **{shot.result}**'}{die}"


def _missed(shots: Iterable[Shot]) -> list[Effect]:
    """Return the result of shots without effect; events that follow tell any effect."""
    if any(shot.result != "none" for shot in shots):
        return []
    return [Effect("missed", "The hit had no effect.") if any(shot.hit for shot in shots) else MISSED]


def _luck(side: str, shot: Shot, cf: int) -> Luck:
    return of_one(side, "shots", "hit", hit_chance(cf, shot.modifiers), good=shot.hit)


def _result(shot: Shot) -> str:
    if not shot.hit:
        return "missed"
    return {"none": "hit, without effect", "eliminated": "destroyed"}.get(shot.result, shot.result)


def _dice(shot: Shot, cf: int) -> list[tuple[Roll, str]]:
    """Return the dice of a shot, each with its purpose in a word or two."""
    hits = (shot.roll, names.needed(cf, shot.modifiers))
    if shot.die is None:
        return [hits]
    return [hits, (shot.die, shot.result if shot.result != "none" else "no effect")]


NOWHERE = HexId("")


class Shelled(Event, frozen=True, tag="shelled"):
    """A unit or a battery fired indirectly at a hex and all units in it.

    The effects follow.
    """

    seat: Seat
    hex: HexId
    cf: int
    unit: UnitId = UnitId("")
    counter: CounterId = CounterId("")
    battery: BatteryId = BatteryId("")
    spotter: UnitId = UnitId("")
    scatter: Roll | None = None
    """Rolled if no leader in good order spots: 1 to 7 misses."""
    scattered: bool = False
    shots: tuple[Shot, ...] = ()

    def apply(self, state: State) -> State:
        state = _spot(state, self.spotter)
        if self.battery:
            return _use(state, self.battery, NOWHERE)
        return change(state, [self.unit], fired=True, activated=True)

    def tell(self, seen: Seen[State]) -> str:
        who = names.counter(self.counter) if self.counter else "A battery"
        spotter = names.shown_as(seen, self.spotter)
        seen_by = f", spotted by {spotter}" if spotter else ", unspotted"
        shells = "shell" if self.counter and names.is_many(self.counter) else "shells"
        head = f"🎯 {who} {shells} {names.place(self.hex)}{seen_by}."
        if self.scatter is not None:
            head += f" 🎲 {names.tens(self.scatter)}: the shells {'scatter' if self.scattered else 'fall true'}."
        lines = [
            f"{names.counter(shot.counter)}: {_shot(shot, self.cf)}.{names.small_print(shot.modifiers)}"
            for shot in self.shots
        ]
        if not lines and not self.scattered:
            head += " There is no unit."
        return "\n".join([head, *lines])

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [Effect("missed", "The shells scattered.")] if self.scattered else _missed(self.shots)

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        return [_luck(names.side(self.seat), shot, self.cf) for shot in self.shots]

    def scene(self, seen: Seen[State]) -> Scene | None:
        if self.scattered:
            return None
        firer, spotter = (seen.state.units.get(id) for id in (self.unit, self.spotter))
        dice = [(self.scatter, "8, 9 or 0 holds")] if self.scatter is not None else []
        dice += [each for shot in self.shots for each in _dice(shot, self.cf)]
        hit = sum(shot.hit for shot in self.shots)
        what = f"{hit} of {len(self.shots)} hit" if self.shots else "there is no unit"
        return Scene(
            "fight",
            f"Shells on {names.place(self.hex)}: {what}",
            tuple(dict.fromkeys((self.hex, *(unit.hex for unit in (firer, spotter) if unit is not None)))),
            rolls=tuple(roll for roll, _ in dice),
            titles=tuple(title for _, title in dice),
        )


def _spot(state: State, spotter: UnitId) -> State:
    """Mark the spotter as having spotted."""
    return change(state, [spotter], spotted=True) if spotter else state


def _use(state: State, battery: BatteryId, hex: HexId) -> State:
    """Use a battery up for the turn; it may keep a hex under fire."""
    used = replace(state.batteries[battery], used=True, hex=hex)
    return replace(state, batteries={**state.batteries, battery: used})


class BlockFired(Event, frozen=True, tag="block fired"):
    """A unit fired at a road block or a wreck."""

    unit: UnitId
    counter: CounterId
    start: HexId
    hex: HexId
    what: Obstacle
    roll: Roll
    cleared: bool = False

    def apply(self, state: State) -> State:
        return change(state, [self.unit], fired=True, activated=True)

    def tell(self, seen: Seen[State]) -> str:
        fires = "fire" if names.is_many(self.counter) else "fires"
        result = "it is cleared away" if self.cleared else "it stands"
        roll = f"🎲 {names.tens(self.roll)}, 1 to 4 clears it"
        firer = names.counter(self.counter)
        return f"{firer} at {self.start} {fires} at the {self.what} at {self.hex}: {roll}: {result}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [] if self.cleared else [Effect("missed", f"The {self.what} at {self.hex} stands.")]


class Blast(Struct, frozen=True, gc=False):
    """The effect of a Buratino on one hex."""

    hex: HexId
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    hit: bool = False
    die: Roll | None = None
    """In a hex beside the impact: an even die makes its units inactive."""
    units: tuple[UnitId, ...] = ()
    """The units hit."""
    counters: tuple[CounterId, ...] = ()


class Struck(Event, frozen=True, tag="buratino struck"):
    """A Buratino battery fired. The effects on the units hit follow."""

    battery: BatteryId
    hex: HexId
    spotter: UnitId
    blasts: tuple[Blast, ...]

    def apply(self, state: State) -> State:
        return _use(_spot(state, self.spotter), self.battery, NOWHERE)

    def tell(self, seen: Seen[State]) -> str:
        spotter = names.shown_as(seen, self.spotter)
        by = f", spotted by {spotter}" if spotter else ""
        lines = [f"☄️ A **Buratino** strikes {names.place(self.hex)}{by}."]
        for blast in self.blasts:
            roll = f"🎲 {names.thrown(blast.roll, blast.modifiers)}, {blast.cf} or less"
            die = f", 🎲 {names.dice(blast.die)}" if blast.die is not None else ""
            hurt = join(map(names.counter, blast.counters))
            done = "destroyed" if blast.die is None else "inactive"
            what = (
                f"hit{die}{f', {hurt} **{done}**' if hurt else ', no unit is hurt'}" if blast.hit else "no effect"
            )
            lines.append(f"{names.place(blast.hex)}: {roll}: {what}.")
        return "\n".join(lines)

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [] if any(blast.units for blast in self.blasts if blast.hit) else [MISSED]

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene(
            "fight",
            f"A Buratino strikes {names.place(self.hex)}",
            (self.hex, *(blast.hex for blast in self.blasts)),
            rolls=tuple(blast.roll for blast in self.blasts),
            titles=tuple(f"{blast.hex}: {blast.cf} or less" for blast in self.blasts),
        )


class Interdicted(Event, frozen=True, tag="interdicted"):
    """A battery tried to keep a hex under fire.

    A modified die of 10 or more ends that for the whole game.
    """

    battery: BatteryId
    hex: HexId
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    spotter: UnitId = UnitId("")
    holds: bool = False
    over: bool = False

    def apply(self, state: State) -> State:
        state = _use(_spot(state, self.spotter), self.battery, self.hex if self.holds else NOWHERE)
        return replace(state, interdiction=state.interdiction and not self.over)

    def tell(self, seen: Seen[State]) -> str:
        roll = f"🎲 {names.thrown(self.roll, self.modifiers)}, {self.cf} or less"
        head = f"A battery tries to keep {names.place(self.hex)} under fire: {roll}"
        if self.over:
            return f"{head}. The shells for that have run out."
        how = "it is under fire, with the hexes around it, for this turn" if self.holds else "it does not succeed"
        return f"{head}: {how}."


class Harassed(Event, frozen=True, tag="harassed"):
    """Units entered a hex that artillery keeps under fire. The effects follow."""

    units: tuple[UnitId, ...]
    hex: HexId
    rolls: tuple[Roll, ...]
    """A ten-sided die for each of them."""
    hits: tuple[UnitId, ...] = ()

    def tell(self, seen: Seen[State]) -> str:
        some = names.shown(seen, self.units)
        dice = ", ".join(names.tens(roll) for roll in self.rolls)
        hit = names.shown(seen, self.hits)
        result = f"{names.units(hit)} {names.does(hit, 'is', 'are')} **disrupted**" if hit else "no unit is hit"
        comes = names.does(some, "comes", "come")
        return f"{names.units(some)} {comes} under interdiction fire at {self.hex}: 🎲 {dice}: {result}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [] if self.hits else [MISSED]
