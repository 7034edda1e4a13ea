"""A side places units: set-up, reinforcements, replacements or returning units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bot.kernel.rule import Wrong, case, judge, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb, until_found
from bot.kit.english import count
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.arcs import faces
from bot.titles.trap.field.battle import night, option, scenario, variant
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import obstacle_case, obstacles
from bot.titles.trap.field.stacking import enemies, levels, room
from bot.titles.trap.field.units import POSITION, awake, known, of
from bot.titles.trap.field.view import DARK, FAR, firing_range, overseen
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Arrival
from bot.titles.trap.model.table import CHECHEN, FACINGS, RUSSIAN, HexId, UnitId
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.done import done
from bot.titles.trap.play.drawing import put_back

KARL_MARX = "karl_marx"


@POSITION.keeps
def open_hexes(state: State, why: str) -> dict[HexId, None]:
    """Return the hexes where units of an arrival may be placed, stacking apart."""
    allowed = _PLACES[why](state)
    return {hex: None for hex in ground().terrain if allowed(hex)}


Allows = Callable[[HexId], bool]


@case("TRAP-10.3.1")
def _set_up(state: State) -> Allows:
    """Before the game: the scenario's hexes, or buildings and woods out of sight."""
    near = scenario(state).chechen.near
    return (lambda hex: hex in near) if near else _unseen(state)


@case("TRAP-10.3.2")
def _unseen(state: State) -> Allows:
    """In the variant: buildings and woods that no Russian sees."""
    seen = overseen(state, RUSSIAN)
    return lambda hex: ground().terrain[hex] != "clear" and hex not in seen


# TRAP-R55
@case("TRAP-10.1.1")
def _ambush(state: State) -> Allows:
    """The first ambush: north of Karl Marx Street, the Palace or the Stadium.

    The hex must be out of sight and range.
    """
    here = ground()
    zone = {hex for hex in here.north_of(KARL_MARX) if here.terrain[hex] == "built-up"}
    zone |= {*here.building("palace"), *here.building("stadium")}
    seen = overseen(state, RUSSIAN)
    return lambda hex: hex in zone and hex not in seen


# TRAP-R44, TRAP-R92
@case("TRAP-10.2.2")
def _reinforcement(state: State) -> Allows:
    """Later in the historical battle: out of range of all Russians that can fire.

    The variant keeps its first rule.
    """
    if variant(state):
        return _unseen(state)
    near = ground().near
    watching = (unit for unit in of(state, RUSSIAN) if awake(unit))
    closed = {hex for unit in watching for hex in near(unit.hex, firing_range(state, unit))}
    return lambda hex: hex not in closed


# TRAP-R47
@case("TRAP-10.4")
def _replacement(state: State) -> Allows:
    """Russian replacements are placed with or beside a leader, or at the west edge."""
    leaders = [unit.hex for unit in of(state, RUSSIAN) if (what := known(unit)) and what.kind == "leader"]
    near = {hex for leader in leaders for hex in (leader, *ground().neighbours(leader))}
    return lambda hex: hex in near or hex in ground().west


# TRAP-R90
@case("TRAP-9.0-4")
def _return(state: State) -> Allows:
    """Chechens return at a landmark of theirs."""
    return lambda hex: state.control.get(hex) == CHECHEN


_PLACES: dict[str, Callable[[State], Allows]] = {
    "set-up": _set_up,
    "ambush": _ambush,
    "reinforcement": _reinforcement,
    "replacement": _replacement,
    "return": _return,
}


def to_place(at: At[State, Arrival], fixed: Fixed) -> Iterator[do.Place]:
    """Offer each unit in each open hex and level, with a default or chosen facing."""
    for units in (fixed["units"],) if fixed.get("units") else ((unit,) for unit in at.step.units):
        ontos = (UnitId(""), *(id for id in units if may_carry(at.state, units, id)))
        chosen = [onto for onto in ontos if fixed.get("onto", onto) == onto]
        for hex in until_found(fixed, "units", units, open_hexes(at.state, at.step.why)):
            if fixed.get("at", hex) == hex:
                for level in levels(at.state, hex):
                    yield from (do.Place(units, hex, level, fixed.get("facing", ""), onto) for onto in chosen)


@case("TRAP-8.10")
def may_carry(state: State, units: Sequence[UnitId], tank: UnitId) -> bool:
    """Return whether a tank can arrive with the other units as riders.

    It carries a combat unit, a leader, or both.
    """
    found = [known(state.units[id]) for id in units if id in state.units and id != tank]
    what = known(state.units[tank]) if tank in units and tank in state.units else None
    if not option(state, "riders") or what is None or what.kind != "tank" or not found:
        return False
    leaders = [each.kind == "leader" for each in found if each is not None and each.foot]
    return len(leaders) == len(found) and leaders.count(True) <= 1 and leaders.count(False) <= 1


@rule("TRAP-10.0", "TRAP-10.1.1", "TRAP-10.2.2", "TRAP-10.3.1", "TRAP-10.4")
def is_to_be_placed(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """The units that have come are placed where the scenario lets them."""
    units = action.units
    if not units or len(set(units)) < len(units) or any(unit not in at.step.units for unit in units):
        return Wrong(
            "that is not a unit that has just come", "choose among those that are to be placed", _cite(at)
        )
    if at.step.left and len(units) > at.step.left:
        return Wrong(f"only {at.step.left} of them may return", "choose fewer", "TRAP-9.0-4")
    if action.at not in open_hexes(at.state, at.step.why):
        return Wrong(f"units cannot be placed at {action.at or 'no hex'}", _where(at), _cite(at))
    return None


def _where(at: At[State, Arrival]) -> str:
    match at.step.why:
        case "ambush":
            return (
                "choose a building north of Karl Marx Street, the Palace or the Stadium, "
                "out of sight of all Russians"
            )
        case "replacement":
            return "choose the hex of a leader, one beside it, or the west edge"
        case "return":
            return "choose a landmark that is under your control"
        case "reinforcement" if not variant(at.state):
            return "choose a hex out of range of every Russian unit"
        case _ if scenario(at.state).chechen.near:
            return "choose one of the set-up hexes of the scenario"
        case _:
            return "choose a building or a wood that no Russian unit sees"


def _cite(at: At[State, Arrival]) -> str:
    cites = {"ambush": "TRAP-10.1.1", "replacement": "TRAP-10.4", "return": "TRAP-9.0-4", "set-up": "TRAP-10.3.1"}
    return cites.get(at.step.why) or ("TRAP-10.3.2" if variant(at.state) else "TRAP-10.2.2")


@rule("TRAP-8.10")
def can_come_riding(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """A unit and a leader arrive on a tank that comes with them, by the option."""
    if not action.onto or may_carry(at.state, action.units, action.onto):
        return None
    if not option(at.state, "riders"):
        return Wrong("nobody rides on tanks in this game", "leave out the tank")
    return Wrong("one unit and one leader ride on a tank that comes with them", "name the tank and them alone")


@rule("TRAP-3.2", "TRAP-3.4.2")
def fits_there(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """Intact buildings have levels; a vehicle needs a road and faces along it."""
    if action.level not in levels(at.state, action.at):
        return Wrong(f"there is no upper level at {action.at}", "place it on the ground")
    found = (known(at.state.units[id]) for id in action.units)
    if not any(what is not None and what.vehicle for what in found):
        return None
    if action.level == "upper":
        return Wrong("vehicles do not climb stairs", "place it on the ground")
    if action.at in at.state.rubble:
        return Wrong("no vehicle drives through rubble", "choose another hex", "TRAP-8.7")
    if action.at in obstacles(at.state):
        return Wrong(f"the road is blocked at {action.at}", "choose another hex for a vehicle",
                     obstacle_case(at.state, action.at))  # fmt: skip
    if ground().terrain[action.at] != "clear":
        if not ground().has_road(action.at):
            woods = ground().terrain[action.at] == "woods"
            return Wrong(f"no road leads to {action.at}", "choose a hex with a road for a vehicle",
                         "TRAP-5.1.1-2" if woods else "TRAP-3.2")  # fmt: skip
        front = ground().beside(action.at, FACINGS.index(action.facing)) if action.facing else None
        if action.facing and front not in ground().road_next(action.at):
            return Wrong("among buildings and woods a vehicle faces along its road", "face it along the road",
                         "TRAP-3.4.2")  # fmt: skip
    return None


@rule("TRAP-3.1", "TRAP-3.1.1", "TRAP-3.1.4")
def finds_room(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """Stacking holds, and no enemy stands on the same level."""
    if enemies(at.state, at.seat, action.at, action.level):
        return Wrong(f"the enemy stands at {action.at}", "choose another hex", "TRAP-3.1.4")
    units = [at.state.units[id] for id in action.units]
    crowd = room(at.state, at.seat, action.at, action.level, units)
    return crowd.refuses("choose another hex, or the other level of a building") if crowd else None


def place(play: Play, step: Arrival, action: do.Place) -> None:
    """Put units on the map, and count down a limited number."""
    for id in sorted(action.units, key=lambda id: id != action.onto):
        facing = action.facing or faces(play.state, play.state.units[id], action.at)
        aboard = action.onto if id != action.onto else UnitId("")
        play.emit(ev.Placed(id, action.at, action.level, facing, step.why, aboard))
        if step.why == "return":
            play.emit(ev.Awarded(RUSSIAN, 2, "TRAP-11.2-12", "a Chechen unit has returned"))
    if step.why == "return":
        now = play.state.steps[-1]
        assert isinstance(now, Arrival)
        left = step.left - len(action.units)
        play.emit(ev.Changed(Arrival(now.seat, now.units if left else (), now.why, 0, left)))


# Road blocks, and Dudayev.


def to_block(at: At[State, Arrival], fixed: Fixed) -> Iterator[do.Block]:
    """Offer a road block in each legal hex, instead of each unit."""
    if at.step.blocks and at.state.roadblocks:
        hexes = [hex for hex in ground().streets_of if may_block(at.state, hex) is None]
        for hex in hexes:
            if fixed.get("at", hex) == hex:
                yield from (do.Block(hex, unit) for unit in at.step.units)


# TRAP-R31, TRAP-R93
@case("TRAP-8.4")
@POSITION.keeps
def may_block(state: State, hex: HexId) -> Wrong | None:
    """Road blocks need a road in buildings or woods, out of Russian sight or range."""
    here = ground()
    if hex not in here or here.terrain[hex] not in ("built-up", "woods") or not here.has_road(hex):
        return Wrong(f"a road block needs a road among buildings or woods, and there is none at {hex or 'no hex'}",
                     "choose such a hex")  # fmt: skip
    if hex in state.rubble or hex in obstacles(state):
        return Wrong(f"the road at {hex} is blocked already", "choose another hex")
    safe = (DARK if night(state) else FAR) + 1
    if hex in overseen(state, RUSSIAN) or enemies(state, CHECHEN, hex, None):
        return Wrong(f"the Russians would see and shoot the units that block the road at {hex}",
                     f"choose a hex out of their sight, or {safe} hexes away")  # fmt: skip
    return None


def none_left(at: At[State, Any], action: do.Block) -> Wrong | None:
    """Return why none of the units that have come may be a road block."""
    if not isinstance(at.step, Arrival) or (at.step.blocks and at.state.roadblocks):
        return None
    if at.step.blocks:
        return Wrong("all road blocks have been put up", "place units", "TRAP-8.4")
    return Wrong("one road block comes for every five units of a draw", "place units", "TRAP-8.4-1")


@rule("TRAP-8.4", "TRAP-8.4-1")
def may_lie_there(at: At[State, Arrival], action: do.Block) -> Wrong | None:
    """One road block for every five units of a draw, as long as there are any."""
    if (wrong := none_left(at, action)) is not None:
        return wrong
    if action.instead not in at.step.units:
        return Wrong("a road block comes instead of a unit that has just come", "name one that is to be placed")
    return may_block(at.state, action.at)


def block(play: Play, step: Arrival, action: do.Block) -> None:
    """Put the road block up, and the unit back into the pool."""
    play.emit(ev.RoadBlockPlaced(action.at))
    put_back(play, (action.instead,), "road block")


def named_leader(at: At[State, Arrival]) -> UnitId | None:
    """Return Dudayev if he has just been drawn."""
    for id in at.step.units:
        what = known(at.state.units[id])
        if what is not None and what.named and at.step.why != "return":
            return id
    return None


def to_evacuate(at: At[State, Arrival], fixed: Fixed) -> Iterable[do.Evacuate]:
    """Offer it where Dudayev has just been drawn."""
    return (do.Evacuate(),) if named_leader(at) else ()


@case("TRAP-11.2-02")
def evacuate(play: Play, step: Arrival, action: do.Evacuate) -> None:
    """Take Dudayev out of the game."""
    for id in step.units:
        counter = play.state.units[id].counter.open()
        what = known(play.state.units[id])
        if what is not None and what.named:
            play.emit(ev.Evacuated(id, counter))


def ordered(at: At[State, Arrival]) -> do.Evacuate | None:
    """Evacuate Dudayev if the orders say so."""
    leaves = at.state.orders[at.seat].open().dudayev == "leaves"
    return do.Evacuate() if leaves and named_leader(at) else None


# The end of it.


@rule("TRAP-10.1.1", "TRAP-10.3.1")
def all_are_placed(at: At[State, Arrival], action: do.Done) -> Wrong | None:
    """Before the game and in the first ambush, every unit with room must be placed."""
    if at.step.why not in ("set-up", "ambush"):
        return None
    verb = next(verb for verb in ARRIVAL.verbs if verb.action is do.Place)
    if any(judge(verb.rules, at, place) is None for place in verb.may_be(at, {})):
        return Wrong("units that begin the battle are placed", "place those that are left", _cite(at))
    return None


# TRAP-R113
def end(play: Play, step: Arrival, action: do.Done) -> None:
    """Chechen units that are left go back into the pool; others stay where they were."""
    if step.seat == CHECHEN and step.why != "return":
        put_back(play, step.units, "left")
    play.emit(ev.Ended())


def go(play: Play, step: Arrival) -> bool:
    """Continue when all units are placed.

    Counters are revealed only then, because the top of each stack is settled.
    """
    if step.units:
        return True
    play.emit(ev.Ended())
    return False


def question(at: At[State, Arrival]) -> str:
    """Say how many units have arrived, and where unplaced units go."""
    step = at.step
    if step.why == "return":
        return f"{count(step.left, 'eliminated unit')} may return at your landmarks. Press Done to let them rest."
    some = "1 of them may be a road block" if step.blocks == 1 else f"{step.blocks} of them may be road blocks"
    some = "It may be a road block" if len(step.units) == 1 else some
    blocks = f" {some} instead." if step.blocks else ""
    task = f"Place {count(len(step.units), 'unit')}{_drawn(at.state, step.units)}.{blocks}"
    if step.why in ("set-up", "ambush"):
        return task
    rest = "goes back into the pool" if step.seat == CHECHEN else "does not come"
    return f"{task} Press Done to leave the rest: it {rest}."


def _drawn(state: State, ids: Sequence[UnitId]) -> str:
    """Describe the units for players who know them; more than a few are counted."""
    units = [state.units[id] for id in ids if id in state.units]
    if not all(known(unit) for unit in units):
        return ""
    return f": {names.named_or_counted(units, FEW)}"


FEW = 3
"""The most units to place that are named individually."""


def unplaced(at: At[State, Arrival], action: do.Done) -> str:
    """Count the units that are left."""
    left = at.step.left if at.step.why == "return" else len(at.step.units)
    return f"{count(left, 'unit')} {'is' if left == 1 else 'are'} not placed"


def says_place(seen: Seen[State], action: do.Place) -> str:
    """Name the units, their place and their facing."""
    where = f"at {names.spot(action.at, action.level)}{say.facing(_turned(seen, action))}"
    return f"{say.they(seen, action.units, 'is placed', 'are placed')} {where}."


def _turned(seen: Seen[State], action: do.Place) -> str:
    """Return the facing of a placed unit: ordered, or towards the enemy."""
    found = say.units_of(seen, action.units)
    units = [unit for unit in found if (what := known(unit)) and what.kind != "leader"]
    if action.facing or len(units) != 1 or action.at not in ground():
        return action.facing
    return faces(seen.state, units[0], action.at)


def why_block(seen: Seen[State], action: do.Block) -> str:
    """Say whether Russian units are near enough to come that way."""
    far = 2 * advantage.NEAR
    ahead = any(ground().distance(unit.hex, action.at) <= far for unit in of(seen.state, RUSSIAN))
    return "the columns come that way" if ahead else "it closes a way into the city"


ARRIVAL: Decision[State, ev.Event, Arrival] = Decision(
    Arrival,
    question=question,
    does="places units that have come",
    you="you place units that have come",
    go=go,
    private=lambda at: True,
    standing=ordered,
    verbs=(
        Verb(
            do.Place,
            when="units are placed when they have just come",
            says=says_place,
            why=lambda seen, action: advantage.of_place(seen, action.units, action.at),
            cite="TRAP-10.0",
            rules=(is_to_be_placed, can_come_riding, fits_there, finds_room),
            candidates=to_place,
            resolve=place,
        ),
        Verb(
            do.Block,
            when="road blocks are put up instead of units that have just come",
            says="a road block goes up at {at} instead of {instead}.",
            why=why_block,
            cite="TRAP-8.4",
            rules=(may_lie_there,),
            candidates=to_block,
            resolve=block,
            open=lambda at: bool(at.step.blocks and at.state.roadblocks),
            closed=none_left,
        ),
        Verb(
            do.Evacuate,
            when="Dudayev can leave the city when he has just been drawn",
            says="Dudayev leaves the city.",
            cite="TRAP-11.2-02",
            candidates=to_evacuate,
            resolve=evacuate,
            open=lambda at: at.seat == CHECHEN and named_leader(at) is not None,
        ),
        done(end, rules=(all_are_placed,), warns=unplaced),
    ),
)
