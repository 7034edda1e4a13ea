"""Every legal action is offered: tested on a crowded field with plain actions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import legal
from bot.kernel.secret import Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import board, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, TargetId, UnitId, Vehicle
from tests.tide.conftest import Field

GERMAN = Seat("german")
CROWDED = """
    | [sides.german]
    | operations = ["lay-smoke"]
    woods at C3, D5, F6
    building at E4, G6
    level 1 at A1, A2, B2
    swamp at B6
    pond at H2
    road along A4, B4, C4, D4
    entrenchment at C4, E4
    pillbox at D6
    minefield at D3
    razor wire at C5, B4
    tank trap at D4
    German: 9 command
    German cards: Steady, Lads, Hurrah!, Stuka Strike, Forced March, Counter-battery Fire, Jerrycans
    German lost: regular
    German 1st Squad (officer, 3 regulars), C4, in the entrenchment
    German 2nd Squad (2 regulars, MG), C4
    German 3rd Squad (2 regulars, mortar), A4
    German 4th Squad (3 regulars; engineer), C5
    German 5th Squad (3 regulars; medic), C6
    German SdKfz 251 1, D4
    German 6th Squad (4 elites), D4, in SdKfz 251 1
    German Opel Blitz 1, A4
    German Panzer IV 1, E6
    German 7th Squad (4 regulars), C6, pinned
    German 8th Squad, concealed (4 regulars; flamethrower), E5
    German 9th Squad (4 regulars), E5, on Op Fire
    Soviet 1st Squad (4 regulars), E4, in the entrenchment
    Soviet 2nd Squad, concealed (4 regulars), E4
    Soviet M3A1 half-track 1, F5
    Soviet 3rd Squad (4 regulars), F5, in M3A1 half-track 1
    Soviet T-34/76 1, G6
    Soviet 4th Squad (2 regulars, MG), F4, on Op Fire
    Soviet cards: Harassing Fire
"""


def imaginable(state: State, kind: type[do.Action]) -> Iterator[do.Action]:
    """Yield every action of a class with a value for each field, without refinements."""
    ids, hexes = list(state.units), list(board.map_of(state).spots)
    carriers = [id for id, unit in state.units.items() if isinstance(unit, Vehicle)]
    shelters = [ShelterId(""), *map(ShelterId, ("w1", "w2", "w3", "w4")), *map(ShelterId, carriers)]
    beside = [hex for hex in hexes if hex[0] in "BCD"]
    modes: list[Any] = ["normal", "suppressive"]
    fields: dict[type[do.Action], tuple[list[Any], ...]] = {
        do.Advance: (ids, hexes, shelters),
        do.Fire: (ids, [*ids, *hexes], modes),
        do.OpFire: ([(unit,) for unit in ids],),
        do.Assault: (ids, ["E4", "F4", "F5", "G6", "C3"], ["", *beside, "E3", "F3"]),
        do.Fatigue: (ids,),
        do.Special: (ids, ["dig", "heal", "smoke"], ["", *ids], ["", *beside]),
        do.Stop: (),
    }
    if kind is do.PlayCard:
        for card in units.open_cards(state, GERMAN):
            yield do.PlayCard(card)
            yield from (do.PlayCard(card, hex=hex) for hex in hexes)
            yield from (do.PlayCard(card, unit=unit) for unit in ids)
            yield from (do.PlayCard(card, against=each) for each in ("harassing-fire.1", card))  # type: ignore[arg-type]
    else:
        yield from (kind(*values) for values in product(*fields[kind]))


@pytest.mark.parametrize(
    "kind", [do.Advance, do.Fire, do.OpFire, do.Assault, do.Fatigue, do.Special, do.PlayCard, do.Stop]
)
def test_legal_actions_are_offered(field: Field, kind: type[do.Action]) -> None:
    state = field(CROWDED)
    seen = see(state, GERMAN)
    allowed = {action for action in imaginable(state, kind) if TITLE.judge(seen, action) is None}
    if kind is do.Assault:  # Staying in a hex has two spellings.
        allowed = {a for a in allowed if isinstance(a, do.Assault) and a.to != state.units[a.unit].hex}
    assert allowed
    offered = list(legal(TITLE, seen, kind))
    here = board.map_of(state)
    if kind is do.Fire:  # Mortars are offered hexes with enemies; they may shell any other that is seen.
        allowed = {
            a for a in allowed if isinstance(a, do.Fire) and (a.target not in here or enemies(state, a.target))
        }
    assert allowed <= set(offered)
    assert len(offered) == len(set(offered))
    assert all(TITLE.judge(seen, action) is None for action in offered)


def enemies(state: State, hex: str) -> bool:
    return bool(units.enemies_at(state, HexId(hex), GERMAN))


@pytest.mark.parametrize("first", ["fire", "move"])
def test_fire_and_movement_is_offered_to_every_hex_and_at_every_target(field: Field, first: Any) -> None:
    state = field(CROWDED)
    seen = see(state, GERMAN)
    offered = set(legal(TITLE, seen, do.FireAndMove))
    hexes = list(board.map_of(state).spots)
    own = [id for id, unit in state.units.items() if unit.side == GERMAN]
    for unit, target, to in product(own, ("s1", "s2", "s4", "sv4"), hexes):
        action = do.FireAndMove(unit, TargetId(target), to, first)
        if TITLE.judge(seen, action) is None:
            assert action in offered
    assert any(isinstance(a, do.FireAndMove) and a.first == first for a in offered)


WIDE = """
    level 1 at A2, A3, A4, D6
    building at I2, I8
    pillbox at I5
    German StuG III 1, A2
    German Panzer IV 1, A4
    German 1st Squad (4 regulars; anti-tank), D6
    German 2nd Squad (4 elites), D5
    German 3rd Squad (3 regulars, officer), D2
    Soviet 1st Squad (4 regulars), I2
    Soviet 2nd Squad (4 regulars), I5, in the pillbox
    Soviet 3rd Squad (4 regulars), H4
    Soviet T-34/76 1, H7
    Soviet 4th Squad (4 regulars), I8
"""


def test_fire_and_movement_is_offered_at_the_end_of_every_range(field: Field) -> None:
    """Height, walls and anti-tank weapons extend ranges.

    No possible shot is missing (TOI-5.1a).
    """
    state = field(WIDE)
    seen, hexes = see(state, GERMAN), list(board.map_of(state).spots)
    for unit in units.of(state, GERMAN):
        offered = set(legal(TITLE, seen, do.FireAndMove, {"unit": unit.id}))
        for enemy, to, first in product(units.against(state, GERMAN), hexes, ("fire", "move")):
            action = do.FireAndMove(unit.id, TargetId(enemy.id), to, first)  # type: ignore[arg-type]
            assert action in offered or TITLE.judge(seen, action) is not None
        assert offered


def test_fields_that_are_fixed_are_honoured(field: Field) -> None:
    """Refinements are offered if useful, and kept as they are if given."""
    state = field(CROWDED)
    seen, game = see(state, GERMAN), TITLE
    engineer, second = UnitId("g4"), UnitId("g2")
    clearing = [
        a for a in legal(game, seen, do.Advance, {"unit": engineer}) if isinstance(a, do.Advance) and a.clear
    ]
    assert {a.clear for a in clearing} == {("C5",), ("B4",)}
    by = {"unit": engineer, "to": HexId("B7"), "via": (HexId("C6"),), "after_fire": ""}
    there = do.Advance(engineer, HexId("B7"), via=(HexId("C6"),))
    assert list(legal(game, seen, do.Advance, by)) == [there, replace(there, clear=(HexId("C5"),))]
    alone = list(legal(game, seen, do.Fire, {"unit": second, "target": TargetId("s1"), "using": ("mg",)}))
    assert {a.using for a in alone if isinstance(a, do.Fire)} == {("mg",)}
    pair = (UnitId("g1"), UnitId("g9"))
    together = list(legal(game, seen, do.Fire, {"unit": second, "support": pair, "mode": "normal"}))
    assert {a.support for a in together if isinstance(a, do.Fire)} == {pair}
    assert not list(legal(game, seen, do.Fire, {"unit": UnitId("s1")}))


def test_op_fire_offers_each_shooter_alone_and_all_of_them_together(field: Field) -> None:
    state = field("""
        German 1st Squad (2 regulars, MG), C4, on Op Fire
        German 2nd Squad (4 regulars), C5, on Op Fire
        German 3rd Squad (4 regulars), C6
        Soviet 1st Squad (4 regulars), E4
    """)
    state = replace(state, steps=(steps.OpFireChance(GERMAN, UnitId("s1")),))
    offered = {a for a in legal(TITLE, see(state, GERMAN), do.Shoot) if isinstance(a, do.Shoot)}
    assert {(a.unit, a.support) for a in offered} == {("g1", ()), ("g2", ()), ("g1", ("g2",)), ("g2", ("g1",))}
    assert {a.using for a in offered if a.unit == "g1"} == {(), ("mg",), ("regular",)}
    assert {a.mode for a in offered} == {"normal", "suppressive"}
