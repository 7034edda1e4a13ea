"""Arrivals: ambush, reinforcements, the variant's set-up, road blocks, Dudayev."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import private, see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import of
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation, Arrival, Cup, Held, Muster
from bot.titles.trap.model.table import CHECHEN, HAND, RUSSIAN, CounterId, HexId, UnitId
from bot.titles.trap.play import muster
from tests.trap.fights import Fight
from tests.trap.game import Game
from tests.trap.test_turn import play


def arriving(why: str, *units: str, scenario: str = "historical", turn: int = 2, blocks: int = 0) -> Fight:
    """Return Chechen units that have just come."""
    fight = Fight(CHECHEN, scenario=scenario, turn=turn)
    for unit in units:
        fight.put(unit, HAND)
    step = Arrival(CHECHEN, tuple(map(UnitId, units)), why, blocks)  # type: ignore[arg-type]
    fight.set(steps=(Held(RUSSIAN), step), roadblocks=4, undrawn=0)
    return fight


def cite(fight: Fight, unit: str, hex: str, **fields: object) -> str:
    """Return the case that forbids placing a unit."""
    return fight.cite(do.Place((UnitId(unit),), HexId(hex), **fields))  # type: ignore[arg-type]


@pytest.mark.case("TRAP-10.1.1")
def test_the_first_ambush_stands_north_of_karl_marx_street_out_of_sight() -> None:
    fight = arriving("ambush", "c-i1")
    fight.put("81-btr1", "0914")
    assert cite(fight, "c-i1", "1410") == ""
    assert cite(fight, "c-i1", "2412") == "", "the Palace"
    assert cite(fight, "c-i1", "1918") == "", "the Stadium"
    assert cite(fight, "c-i1", "1519") == "TRAP-10.1.1", "the station is south of the street"
    assert cite(fight, "c-i1", "1717") == "TRAP-10.1.1"
    assert cite(fight, "c-i1", "0305") == "TRAP-10.1.1", "in the open"
    assert cite(fight, "c-i1", "1509") == "TRAP-10.1.1", "in a wood"
    assert cite(fight, "c-i1", "1113") == "TRAP-10.1.1", "in sight of the column"
    assert cite(fight, "c-i1", "1413") == "", "out of range"


@pytest.mark.case("TRAP-10.1.1", "TRAP-10.2.2")
def test_the_first_marker_brings_two_dice_of_units_which_all_act() -> None:
    game = Game("historical", b"ambush")
    game.until(Arrival, why="ambush")
    drawn = [event for event in game.events if isinstance(event, ev.UnitsDrawn)]
    assert drawn[0].number is not None
    assert (drawn[0].number.sides, len(drawn[0].number.faces)) == (6, 2)
    count = len(drawn[0].units)
    assert count == sum(drawn[0].number.faces)
    assert game.cite(do.Done()) == "TRAP-10.1.1", "they are placed"
    while isinstance(game.state.steps[-1], Arrival):
        game.do(TITLE.play(see(game.state, CHECHEN)))
    step = game.state.steps[-1]
    assert isinstance(step, Activation)
    assert step.seat == CHECHEN
    assert step.number == len(step.only) == len(list(of(game.state, CHECHEN)))


@pytest.mark.case("TRAP-10.2.2", "TRAP-10.2", "TRAP-10.3.2", "TRAP-4.3.2")
@pytest.mark.parametrize(
    ("scenario", "turn", "dice"),
    [
        ("historical", 1, None),
        ("historical", 2, (1, 10)),
        ("historical", 6, (1, 10)),
        ("historical", 7, None),
        ("variant", 1, (2, 6)),
        ("variant", 4, (2, 6)),
        ("variant", 5, None),
    ],
)
def test_new_units_come_with_the_markers_of_some_turns(
    scenario: str, turn: int, dice: tuple[int, int] | None
) -> None:
    fight = Fight(CHECHEN, scenario=scenario, turn=turn)
    fight.set(steps=(Cup(), Muster()), pool=private((CounterId("c-i1"), CounterId("c-i2"))), undrawn=2)
    script: tuple[tuple[int, ...], ...] = () if dice is None else ((1,) * dice[0], (1,))
    course = play(fight.state, *script)
    muster.units(course, Muster())
    drawn = [event for event in course.events if isinstance(event, ev.UnitsDrawn)]
    assert bool(drawn) == (dice is not None)
    if dice is not None:
        assert drawn[0].number is not None
        assert (len(drawn[0].number.faces), drawn[0].number.sides) == dice
        assert len(drawn[0].units) == min(2, dice[0]), "never more than there are"


@pytest.mark.case("TRAP-10.3.2")
def test_a_russian_landmark_ends_the_reinforcements_of_the_variant() -> None:
    fight = Fight(RUSSIAN, scenario="variant")
    fight.set(control={HexId("1519"): CHECHEN})
    fight.put("81-btr1", "1419", facing="SE")
    events = fight.do(do.Move((UnitId("81-btr1"),), HexId("1519")))
    assert any(isinstance(event, ev.ReinforcementsEnded) for event in events)
    assert not fight.state.reinforces
    assert fight.state.control[HexId("1519")] == RUSSIAN


@pytest.mark.case("TRAP-10.2.2", "TRAP-8.1")
def test_reinforcements_come_up_to_where_a_lone_schmel_fires() -> None:
    for unit, cites in (("schmel1", ["TRAP-10.2.2", ""]), ("81-1-i1", ["TRAP-10.2.2", "TRAP-10.2.2"])):
        fight = arriving("reinforcement", "c-i1")
        fight.put(unit, "0520")
        assert [fight.cite(do.Place((UnitId("c-i1"),), HexId(hex))) for hex in ("0517", "0516")] == cites


@pytest.mark.case("TRAP-10.2.2")
def test_reinforcements_come_anywhere_out_of_range_of_every_russian() -> None:
    fight = arriving("reinforcement", "c-i1")
    fight.put("81-btr1", "0914")
    fight.put("81-btr2", "2020", status="suppressed")
    fight.put("81-btr3", "3020", status="disrupted")
    assert cite(fight, "c-i1", "0305") == ""
    assert cite(fight, "c-i1", "0910") == "TRAP-10.2.2", "four hexes, though out of sight"
    assert cite(fight, "c-i1", "0909") == ""
    assert cite(fight, "c-i1", "2022") == "TRAP-10.2.2"
    assert cite(fight, "c-i1", "2023") == ""
    assert cite(fight, "c-i1", "3021") == ""
    assert cite(fight, "c-i1", "3020", level="upper") == "", "who is disrupted reaches nobody, upstairs either"
    assert cite(fight, "c-i1", "2020", level="upper") == "TRAP-10.2.2"


@pytest.mark.case("TRAP-10.3.1", "TRAP-10.3.2")
def test_in_the_variant_chechens_come_in_buildings_and_woods_that_no_russian_sees() -> None:
    for why, forbidden in (("set-up", "TRAP-10.3.1"), ("reinforcement", "TRAP-10.3.2")):
        fight = arriving(why, "c-i1", scenario="variant")
        fight.put("81-btr1", "0914")
        assert cite(fight, "c-i1", "0910") == ""
        assert cite(fight, "c-i1", "0203") == "", "woods"
        assert cite(fight, "c-i1", "0305") == forbidden
        assert cite(fight, "c-i1", "1113") == forbidden


@pytest.mark.case("TRAP-10.3.1")
def test_the_variant_begins_with_three_dice_of_chechens() -> None:
    game = Game("variant", b"variant")
    (drawn,) = (event for event in game.events if isinstance(event, ev.UnitsDrawn))
    assert drawn.number is not None
    assert (drawn.number.sides, len(drawn.number.faces)) == (10, 3)
    assert len(drawn.units) == sum(face % 10 for face in drawn.number.faces)


@pytest.mark.case("TRAP-3.2", "TRAP-3.4.2", "TRAP-3.1.1")
def test_placed_units_obey_levels_roads_and_stacking() -> None:
    fight = arriving("reinforcement", "c-i1", "c-i2", "c-i3", "c-i4", "c-t1")
    assert cite(fight, "c-t1", "0910") == "TRAP-3.2", "no road"
    assert cite(fight, "c-t1", "1509") == "TRAP-5.1.1-2", "no road in the woods"
    assert cite(fight, "c-t1", "1412", level="upper") == "TRAP-3.2"
    assert cite(fight, "c-t1", "1412", facing="N") == "TRAP-3.4.2"
    assert cite(fight, "c-t1", "1412", facing="NE") == ""
    assert cite(fight, "c-i1", "0305", level="upper") == "TRAP-3.2"
    four = tuple(UnitId(f"c-i{n}") for n in (1, 2, 3, 4))
    assert fight.cite(do.Place(four, HexId("0910"))) == "TRAP-3.1.1"
    fight.do(do.Place(four[:3], HexId("0910")))
    assert [fight[id].hex for id in four] == ["0910", "0910", "0910", "hand"]
    assert cite(fight, "c-i4", "0910") == "TRAP-3.1.1"
    assert cite(fight, "c-i4", "0910", level="upper") == ""


@pytest.mark.case("TRAP-8.4", "TRAP-8.4-1")
def test_a_road_block_for_every_five_of_a_draw_out_of_sight_or_out_of_range() -> None:
    fight = arriving("reinforcement", "c-i1", "c-i2", blocks=1)
    fight.put("81-btr1", "0914")
    order = do.Block(HexId("1412"), UnitId("c-i1"))
    assert fight.cite(do.Block(HexId("1113"), UnitId("c-i1"))) == "TRAP-8.4", "in sight and in range"
    assert fight.cite(do.Block(HexId("0910"), UnitId("c-i1"))) == "TRAP-8.4", "no road"
    assert fight.cite(do.Block(HexId("0223"), UnitId("c-i1"))) == "TRAP-8.4", "in the open"
    fight.set(wrecks=("1412",))
    assert fight.cite(order) == "TRAP-8.4", "a wreck blocks the road there already"
    fight.set(wrecks=())
    fight.do(order)
    assert fight.state.roadblocked == ("1412",)
    assert fight.state.roadblocks == 3
    assert fight.state.pool.open() == ("c-i1",)
    assert fight.cite(do.Block(HexId("1512"), UnitId("c-i2"))) != ""
    night = arriving("reinforcement", "c-i1", blocks=1, turn=6)
    night.put("81-btr1", "1212")
    assert night.cite(order) == "", "two hexes at night"
    assert night.cite(do.Block(HexId("1313"), UnitId("c-i1"))) == "TRAP-8.4"


@pytest.mark.case("TRAP-8.4-1")
def test_five_units_of_one_draw_allow_a_road_block() -> None:
    for count, blocks in ((4, 0), (5, 1), (9, 1)):
        fight = Fight(CHECHEN)
        pool = tuple(CounterId(f"c-i{n}") for n in range(1, 13))
        fight.set(steps=(Cup(), Muster()), pool=private(pool), undrawn=12, roadblocks=4)
        course = play(fight.state, count, *[1] * count)
        muster.units(course, Muster())
        step = course.state.steps[-1]
        assert isinstance(step, Arrival)
        assert step.blocks == blocks


@pytest.mark.case("TRAP-11.2-02")
def test_dudayev_may_leave_as_he_is_drawn() -> None:
    fight = arriving("reinforcement", "c-i1")
    assert fight.cite(do.Evacuate()) == "TRAP-11.2-02"
    fight = arriving("reinforcement", "c-i1", "dudayev")
    assert TITLE.answer(see(fight.state, CHECHEN)) is None
    fight.do(do.Order("leaves"), seat=CHECHEN)
    assert TITLE.answer(see(fight.state, CHECHEN)) == do.Evacuate()
    fight.do(do.Evacuate())
    assert fight["dudayev"].hex == "removed"
    assert "dudayev" not in fight.state.pool.open()


@pytest.mark.case("TRAP-10.2.2")
def test_unplaced_units_return_to_the_pool() -> None:
    fight = arriving("reinforcement", "c-i1", "c-i2")
    fight.do(do.Place((UnitId("c-i1"),), HexId("0910")))
    fight.do(do.Done())
    assert fight.state.pool.open() == ("c-i2",)
    assert fight.state.undrawn == 1


@pytest.mark.case("TRAP-10.4")
def test_russian_replacements_are_placed_near_a_leader_or_at_the_west_edge() -> None:
    fight = Fight(RUSSIAN, turn=6)
    fight.put("81-1-i1", "eliminated")
    fight.put("kalin", "1013")
    fight.set(steps=(Held(RUSSIAN), Arrival(RUSSIAN, (UnitId("81-1-i1"),), "replacement")))
    for hex in ("1013", *ground().neighbours(HexId("1013")), "0110"):
        assert cite(fight, "81-1-i1", hex) == ""
    assert cite(fight, "81-1-i1", "1212") == "TRAP-10.4"
    fight.do(do.Place((UnitId("81-1-i1"),), HexId("1013")))
    assert not fight["81-1-i1"].activated


@pytest.mark.case("TRAP-10.4")
def test_chechen_replacements_come_with_the_next_marker() -> None:
    fight = Fight(CHECHEN, turn=9)
    pool = private((CounterId("c-i1"), CounterId("c-i2"), CounterId("c-i3")))
    fight.set(steps=(Cup(), Muster()), pool=pool, undrawn=3, replacements=2)
    course = play(fight.state, 1, 1)
    muster.units(course, Muster())
    assert course.state.replacements == 0
    assert sum(unit.hex == HAND for unit in course.state.units.values()) == 2


def test_positions_are_kept_apart() -> None:
    """A cached answer for a position is not used for another."""
    one, two = arriving("reinforcement", "c-i1"), arriving("reinforcement", "c-i1")
    two.put("81-btr1", "0910")
    assert cite(one, "c-i1", "0910") == ""
    assert cite(two, "c-i1", "0910") == "TRAP-10.2.2"
    assert cite(one, "c-i1", "0910") == ""
    assert replace(one.state) == one.state
