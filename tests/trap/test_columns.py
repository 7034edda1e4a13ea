"""Columns: the formations enter in order, with their passengers."""

from __future__ import annotations

import pytest

from bot.kernel.game import Course
from bot.kernel.secret import private, see
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import of, on_map, record, riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation, Held, Next
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, WAITING, HexId, MarkerId, UnitId
from bot.titles.trap.play.activation import go
from tests.scripted import ScriptedDice
from tests.trap.fights import Fight
from tests.trap.game import Game


def columns(game: Game) -> dict[str, list[str]]:
    """Return the vehicles on the map with their passengers."""
    return {
        unit.hex: sorted(record(rider).kind for rider in riders(game.state, unit.id))
        for unit in of(game.state, RUSSIAN)
        if record(unit).vehicle
    }


@pytest.mark.case("TRAP-10.1.2", "TRAP-10.1.2-1", "TRAP-8.2")
def test_ten_vehicles_come_in_single_file_each_half_a_point_dearer() -> None:
    game = Game()
    game.do(do.Hold(MarkerId("1/81")))
    game.do(do.Add(MarkerId("1/131")))
    game.do(do.Enter(HexId("0117")))
    way = ["0117", *ground().road_way(HexId("0117"), [HexId("2412")])]
    entered = [event for event in game.events if isinstance(event, ev.Entered)]
    assert [event.path[-1] for event in entered] == way[9::-1], "the head is farthest, one vehicle to a hex"
    assert [event.rank for event in entered] == list(range(1, 11))
    assert [event.costs.open() for event in entered] == [(10,)] * 10
    assert game.cite(do.Enter(HexId("0117"))) != ""
    game.do(do.Enter(HexId("0124")))
    aboard = columns(game)
    assert len(aboard) == 16
    fighters = sum(kind != "leader" for kinds in aboard.values() for kind in kinds)
    assert fighters == 16, "nine platoons, two heavy weapons and the Schmel, and four of other battalions"
    assert sum(kind == "leader" for kinds in aboard.values() for kind in kinds) == 3


@pytest.mark.case("TRAP-10.1.2", "TRAP-10.1.2-1")
def test_a_unit_without_room_enters_at_the_next_hex_by_the_same_order() -> None:
    one, two = Game(), Game()
    for game in (one, two):
        game.do(do.Hold(MarkerId("1/81")))
        game.do(do.Add(MarkerId("1/131")))
    assert one.cite(do.Enter(HexId("0117"), also=(HexId("0426"),))) == "TRAP-10.1.2", "not for the 81st"
    order = do.Enter(HexId("0117"), also=(HexId("0124"),))
    assert "Units without room there come in at 0124." in TITLE.spoken(see(one.state, RUSSIAN), order)
    assert TITLE.advise(see(one.state, RUSSIAN)) == do.Enter(HexId("0117"), also=(HexId("0124"), HexId("0123")))
    one.do(order)
    for hex in ("0117", "0124"):
        two.do(do.Enter(HexId(hex)))
    assert len(columns(one)) == 16
    assert columns(one) == columns(two)


@pytest.mark.case("TRAP-10.1.2-2")
def test_the_131st_comes_in_at_0426_in_its_bmps() -> None:
    game = Game()
    game.do(do.Hold(MarkerId("1/131")))
    game.do(do.Add(MarkerId("3/131")))
    assert game.cite(do.Enter(HexId("0117"))) == "TRAP-10.1.2"
    tank = game.unit("131-t1")
    assert game.cite(do.Enter(HexId("0426"), (tank.id,))) == "TRAP-4.3.1"
    game.do(do.Enter(HexId("0426")))
    aboard = columns(game)
    assert len(aboard) == 10
    assert all("infantry" in kinds or "heavy" in kinds or "schmel" in kinds for kinds in aboard.values())
    assert game.unit("131-t1").hex == WAITING


@pytest.mark.case("TRAP-10.1.2", "TRAP-10.1.2-5")
def test_a_restricted_column_drives_its_full_distance_and_does_nothing_else() -> None:
    game = Game()
    game.do(do.Hold(MarkerId("1/81")))
    game.do(do.Add(MarkerId("2/81")))
    assert game.cite(do.Enter(HexId("0117"), (), HexId("0316"))) == "TRAP-10.1.2"
    game.do(do.Enter(HexId("0117")))
    vehicle = next(unit for unit in of(game.state, RUSSIAN) if unit.hex == "0117")
    rider = riders(game.state, vehicle.id)[0]
    for order in (
        do.Unload((rider.id,)),
        do.Move((vehicle.id,), HexId("0316")),
        do.Approach(HexId("2412"), (vehicle.id,)),
        do.Dismount(vehicle.id, others=(vehicle.id,)),
    ):
        assert game.cite(order) == "TRAP-10.1.2", order
    assert game.cite(do.Turn((vehicle.id,), "S")) == "TRAP-10.1.2"
    game.until(Activation, marker=MarkerId("chechen"))
    game.until(Activation, marker=MarkerId("1/81"))
    assert game.state.turn == 2
    assert not game.state.restricted
    assert game.cite(do.Turn((vehicle.id,), "S")) == ""


@pytest.mark.case("TRAP-10.1.2")
def test_foot_units_enter_after_all_vehicles() -> None:
    game = Game()
    game.do(do.Hold(MarkerId("2/81")))
    game.do(do.Add(MarkerId("1/81")))
    foot, schmel = game.unit("81-2-i1"), game.unit("schmel2")
    assert game.cite(do.Enter(HexId("0117"), (foot.id,))) == "TRAP-10.1.2"
    assert game.cite(do.Enter(HexId("0426"), (schmel.id,))) == "TRAP-10.1.2", "it comes in a BMP"


@pytest.mark.case("TRAP-10.1.2-4", "TRAP-4.2", "TRAP-10.0", "TRAP-10.1")
def test_one_other_formation_is_in_the_cup_at_a_time() -> None:
    game = Game()
    assert game.seat == RUSSIAN
    assert sorted(game.state.cup) == ["artillery", "chechen", "chechen"]
    game.do(do.Hold(MarkerId("3/131")))
    assert isinstance(game.state.steps[-1], Next)
    game.do(do.Add(MarkerId("1/81")))
    assert sorted(game.state.cup) == ["1/81", "artillery", "chechen", "chechen"]
    game.do(do.Enter(HexId("0426")))
    tanks = [unit for unit in of(game.state, RUSSIAN) if record(unit).kind == "tank"]
    assert len(tanks) == 6
    game.do(do.Done())
    assert "1/131" in game.state.outside
    assert game.cite(do.Add(MarkerId("1/131")), RUSSIAN) != "", "the 1/81 is still in the cup"


@pytest.mark.case("TRAP-10.1.2-4")
def test_the_next_formation_is_added_when_all_before_it_are_in_play() -> None:
    for all_in in (True, False):
        game = Game()
        game.do(do.Hold(MarkerId("3/131")))
        game.do(do.Add(MarkerId("1/81")))
        if all_in:
            game.do(do.Enter(HexId("0426")))
        while "1/81" not in game.state.gone:
            seen = see(game.state, game.seat)
            step = game.state.steps[-1]
            entering = isinstance(step, Activation) and step.marker == "1/81"
            if entering:
                break
            game.do(do.Done() if TITLE.judge(seen, do.Done()) is None else TITLE.play(seen))
        if all_in:
            game.do(do.Enter(HexId("0117")))
            game.do(do.Enter(HexId("0124")))
        game.do(do.Done())
        asked = any(isinstance(event, ev.Begun) and isinstance(event.step, Next) for event in game.events)
        assert asked == all_in


@pytest.mark.case("TRAP-10.1.2-3")
def test_russians_do_not_fire_before_a_chechen_attacks() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "0117", facing="NE")
    fight.put("c-i1", "0216")
    fight.set(restricted=True)
    assert fight.cite(do.Fire((UnitId("81-btr1"),), UnitId("c-i1"))) == "TRAP-10.1.2-3"
    fight.set(restricted=False)
    assert fight.cite(do.Fire((UnitId("81-btr1"),), UnitId("c-i1"))) == ""


@pytest.mark.case("TRAP-10.2.1", "TRAP-10.2", "TRAP-4.3.1-1")
def test_the_second_wave_comes_on_the_eighth_turn() -> None:
    game = Game("relief")
    assert game.state.turn == 8
    game.until(Held)
    assert "2/131" in game.state.cup
    early = Fight(RUSSIAN, "2/131", turn=7)
    early.put("131-2-i1", "waiting")
    assert early.cite(do.Enter(HexId("0426"))) == "TRAP-10.2.1"
    late = Fight(RUSSIAN, "2/131", turn=8)
    late.put("131-2-i1", "waiting")
    late.put("savin", "waiting")
    assert late.cite(do.Enter(HexId("0426"))) == ""
    late.do(do.Enter(HexId("0426")))
    assert on_map(late["131-2-i1"])
    assert on_map(late["savin"])


@pytest.mark.case("TRAP-10.3", "TRAP-10.3.3", "TRAP-10.3.4")
def test_in_the_variant_the_russians_come_over_the_whole_west_edge() -> None:
    game = Game("variant")
    assert not game.state.restricted
    assert not game.state.outside
    fight = Fight(RUSSIAN, scenario="variant", turn=1)
    fight.put("81-btr1", "waiting")
    for hex in ("0105", "0117", "0123", "0126"):
        assert fight.cite(do.Enter(HexId(hex))) == ""
    assert fight.cite(do.Enter(HexId("0426"))) == "TRAP-10.3.3"
    assert fight.cite(do.Enter(HexId("0117"), (), HexId("0316"))) == "", "it drives where it likes"
    late = Fight(RUSSIAN, "2/131", scenario="variant", turn=8)
    late.put("131-2-i1", "waiting")
    assert late.cite(do.Enter(HexId("0105"))) == "", "so does the second wave"
    assert late.cite(do.Enter(HexId("0426"))) == "TRAP-10.3.4"


@pytest.mark.case("TRAP-10.1.2")
def test_an_entry_hex_that_the_enemy_blocks_is_left_for_the_nearest_edge_hex() -> None:
    """Wrecks, road blocks and rubble block it too.

    They cannot lie in the open, where columns enter.
    """
    fight = Fight(RUSSIAN)
    fight.put("c-i1", "0117")
    fight.put("81-btr2", "waiting")
    assert fight.cite(do.Enter(HexId("0117"))) == "TRAP-10.1.2"
    assert fight.cite(do.Enter(HexId("0116"))) == ""
    assert fight.cite(do.Enter(HexId("0114"))) == "TRAP-10.1.2"
    for fields in ({"wrecks": ("0117",)}, {"roadblocked": ("0117",)}, {"rubble": ("0117",)}):
        other = Fight(RUSSIAN)
        other.put("81-btr2", "waiting")
        assert other.cite(do.Enter(HexId("0116"))) == "TRAP-10.1.2"
        other.set(**fields)
        assert other.cite(do.Enter(HexId("0117"))) == "TRAP-10.1.2", fields
        assert other.cite(do.Enter(HexId("0116"))) == "", fields


@pytest.mark.case("TRAP-10.1.2", "TRAP-3.1.3")
@pytest.mark.parametrize(
    ("scenario", "unit"), [("historical", "81-btr2"), ("historical", "81-1-i1"), ("variant", "81-btr2")]
)
def test_an_entry_hex_full_of_the_own_side_is_not_blocked_and_the_next_units_wait(
    scenario: str, unit: str
) -> None:
    fight = Fight(RUSSIAN, scenario=scenario)
    fight.put("81-btr1", "0117")
    for n in (2, 3, 4):
        fight.put(f"81-1-i{n}", "0117")
    fight.put(unit, "waiting")
    refusal = fight.refusal(do.Enter(HexId("0117")))
    assert refusal is not None
    assert refusal.cite == "TRAP-10.1.2"
    assert refusal.why.startswith("there is no room at 0117 yet")
    if scenario == "historical":
        assert fight.cite(do.Enter(HexId("0116"))) == "TRAP-10.1.2"
    orders = TITLE.candidates(see(fight.state, RUSSIAN), do.Enter, {})
    offered = {order.at for order in orders if isinstance(order, do.Enter)}
    assert ("0116" in offered) == (scenario == "variant")
    fight.put("81-btr1", "0316", facing="NE")
    assert fight.cite(do.Enter(HexId("0117"))) == "", "the road is free again"
    fight.do(do.Enter(HexId("0117")))
    assert fight[unit].hex != "0316"


@pytest.mark.case("TRAP-10.1.2", "TRAP-10.1.2-2", "TRAP-10.1.2-4")
def test_tanks_wait_behind_the_first_battalion_until_it_has_driven_on() -> None:
    """At 0426 twelve BMPs and six tanks enter.

    A column has room for ten in the first turn.
    """
    game = Game()
    game.do(do.Hold(MarkerId("1/131")))
    game.do(do.Add(MarkerId("3/131")))
    game.do(do.Enter(HexId("0426")))
    game.until(Activation, marker=MarkerId("3/131"))
    if game.state.restricted:
        assert game.cite(do.Enter(HexId("0426"))) == "TRAP-10.1.2"
    for hex in ("0326", "0526", "0117", "0124"):
        assert game.cite(do.Enter(HexId(hex))) == "TRAP-10.1.2", hex
    assert game.unit("131-t1").hex == WAITING
    assert "0326" not in columns(game)


@pytest.mark.case("TRAP-10.1.2")
@pytest.mark.parametrize(("entry", "costs"), [("no", [1, 2, 3]), ("yes", [1, 1, 1])])
def test_whether_freed_columns_still_pay_more_for_each_unit_is_agreed(entry: str, costs: list[int]) -> None:
    def paid(restricted: bool) -> list[int]:
        fight = Fight(RUSSIAN, turn=1)
        fight.options(entry=entry)
        fight.set(restricted=restricted)
        for n in (1, 2, 3):
            fight.put(f"81-btr{n}", "waiting")
        happened = fight.do(do.Enter(HexId("0117")))
        entered = [event for event in happened if isinstance(event, ev.Entered)]
        return [event.costs.open()[0] - (len(event.path) - 1) for event in entered]

    assert paid(restricted=False) == costs
    assert paid(restricted=True) == [1, 2, 3], "in the column it is printed"


@pytest.mark.case("TRAP-4.3.1", "TRAP-10.1.2-3", "TRAP-8.1")
def test_before_the_first_attack_the_artillery_marker_moves_a_schmel_of_the_131st_at_most() -> None:
    for schmel, asked in (("schmel2", True), ("", False)):
        fight = Fight(RUSSIAN, "artillery", turn=1)
        fight.put("c-i1", "1311")
        fight.put("131-1-i1", "1317", activated=True)
        fight.put("131-t1", "waiting")
        if schmel:
            fight.put(schmel, "1313", facing="N")
        fight.set(restricted=True)
        play = Course(evolve, fight.state, ScriptedDice([]), RUSSIAN)
        assert go(play, fight.step) == asked
    fight.put("schmel2", "1313", facing="N")
    fight.put("kalin", "1309")
    assert fight.cite(do.Fire((UnitId("schmel2"),), UnitId("c-i1"))) == "TRAP-10.1.2-3"
    assert fight.cite(do.Bombard(HexId("1311"), UnitId("kalin"))) == "TRAP-10.1.2-3"
    assert fight.cite(do.Move((UnitId("schmel2"),), HexId("1314"))) == ""


@pytest.mark.case("TRAP-6.5", "TRAP-8.2", "TRAP-4.3-5")
def test_a_leader_who_has_spotted_from_his_apc_gets_out_and_does_nothing_more() -> None:
    fight = Fight(RUSSIAN, "artillery")
    fight.put("131-bmp1", "1309", facing="N")
    fight.put("lubyenko", "1309", aboard=UnitId("131-bmp1"))
    fight.put("c-i1", "1312", facing="N")
    fight.do(do.Bombard(HexId("1312"), UnitId("lubyenko")), 9)
    assert fight["lubyenko"].spotted
    fight.set(steps=(Activation(RUSSIAN, MarkerId("1/131")),), acted=())
    fight.do(do.Unload((UnitId("lubyenko"),), HexId("1308")))
    assert (fight["lubyenko"].hex, fight["lubyenko"].aboard) == ("1308", "")
    fight.put("131-1-i1", "1308", facing="S")
    fight.put("c-i2", "1307", facing="S")
    for order in (
        do.Move((UnitId("lubyenko"),), HexId("1307")),
        do.Fire((UnitId("lubyenko"),), UnitId("c-i2")),
        do.Assault((UnitId("131-1-i1"), UnitId("lubyenko")), HexId("1307")),
        do.Load((UnitId("lubyenko"),), UnitId("131-bmp1")),
    ):
        assert fight.cite(order) != "", order
    fight.set(steps=(Activation(RUSSIAN, MarkerId("artillery")),), acted=())
    assert fight.cite(do.Bombard(HexId("1312"), UnitId("lubyenko"))) == "TRAP-8.5"


@pytest.mark.case("TRAP-10.1.2", "TRAP-3.1.3")
def test_one_order_leads_a_column_on_in_single_file() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("0614", "0515", "0415", "0316"), 1):
        fight.put(f"81-btr{n}", hex, facing="NE")
    fight.put("81-1-i1", "0316", aboard=UnitId("81-btr4"))
    happened = fight.do(do.March(UnitId("81-btr1"), HexId("1113")))
    hows = [event.how for event in happened if isinstance(event, ev.Moved)]
    assert hows == ["move", "column", "column", "column"], "its head is told of as any unit that moves"
    assert [fight[f"81-btr{n}"].hex for n in (1, 2, 3, 4)] == ["1113", "1013", "0914", "0813"]
    assert fight["81-1-i1"].hex == "0813"
    assert all(fight[f"81-btr{n}"].activated for n in (1, 2, 3, 4))


@pytest.mark.case("TRAP-10.1.2")
def test_no_vehicle_that_stands_ahead_drives_back_behind_the_one_that_leads() -> None:
    """The first vehicle stands at a corner, and the third leads into the side street."""
    fight = Fight(RUSSIAN, "1/131")
    for n, (hex, facing) in enumerate((("1220", "NE"), ("1121", "NE"), ("1020", "SE"), ("0921", "NE")), 1):
        fight.put(f"131-bmp{n}", hex, facing=facing)
    order = do.March(UnitId("131-bmp3"), HexId("1219"))
    told = " ".join(TITLE.beforehand(see(fight.state, RUSSIAN), order))
    assert "2 vehicles follow, the last of them up to 1020." in told, told
    assert "BMP 1 keeps its place." in told, told
    alone = TITLE.judge(see(fight.state, RUSSIAN), do.March(UnitId("131-bmp1"), HexId("0720")))
    assert alone is not None
    assert alone.why == "no vehicle could follow it there"
    fight.do(order)
    assert [fight[f"131-bmp{n}"].hex for n in (1, 2, 3, 4)] == ["1220", "1120", "1219", "1020"]


@pytest.mark.case("TRAP-8.2", "TRAP-6.4.3-5")
def test_an_apc_carries_one_unit_and_one_leader_for_a_point() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "0316", facing="N")
    for unit in ("81-1-i1", "81-1-i2", "kalin"):
        fight.put(unit, "0316")
    two = (UnitId("81-1-i1"), UnitId("81-1-i2"))
    assert fight.cite(do.Load(two, UnitId("81-btr1"))) == "TRAP-8.2"
    fight.do(do.Load((UnitId("81-1-i1"), UnitId("kalin")), UnitId("81-btr1")))
    assert fight.state.spent[RUSSIAN].open()[UnitId("81-btr1")] == 2
    fight.do(do.Move((UnitId("81-btr1"),), HexId("0415")))
    assert fight["81-1-i1"].hex == fight["kalin"].hex == "0415"
    assert fight.cite(do.Load((UnitId("81-1-i2"),), UnitId("81-btr1"))) == "TRAP-8.2"
    fight.put("c-i1", "0515")
    assert fight.cite(do.Unload((UnitId("81-1-i1"),), HexId("0515"))) == "TRAP-5.1.4"
    assert fight.cite(do.Unload((UnitId("81-1-i1"),), HexId("0614"))) == "TRAP-8.2"
    fight.do(do.Unload((UnitId("81-1-i1"),), HexId("0414")))
    assert fight["81-1-i1"].hex == "0414"
    assert fight["81-1-i1"].activated
    assert fight.cite(do.Move((UnitId("81-1-i1"),), HexId("0413"))) == "TRAP-8.2"


@pytest.mark.case("TRAP-8.10")
def test_riders_on_tanks_are_an_option() -> None:
    fight = Fight(RUSSIAN)
    fight.put("131-t1", "0316", facing="N")
    fight.put("81-1-i1", "0316")
    order = do.Load((UnitId("81-1-i1"),), UnitId("131-t1"))
    assert fight.cite(order) == "TRAP-8.10"
    fight.options(riders="yes")
    fight.do(order)
    assert fight["81-1-i1"].aboard == "131-t1"
    fight.set(steps=(Activation(RUSSIAN, MarkerId("3/131")),))
    fight.do(do.Move((UnitId("131-t1"),), HexId("0415")))
    assert fight["81-1-i1"].hex == "0415"


@pytest.mark.case("TRAP-11.2-10")
def test_chechens_leave_by_the_east_edge_in_the_variant_alone() -> None:
    for scenario, cite in (("historical", "TRAP-11.2-10"), ("variant", "")):
        fight = Fight(CHECHEN, scenario=scenario)
        fight.put("c-i1", "4012")
        fight.put("c-i2", "3912")
        assert fight.cite(do.Exit((UnitId("c-i1"),))) == cite
        assert fight.cite(do.Exit((UnitId("c-i2"),))) == "TRAP-11.2-10"
    fight.do(do.Exit((UnitId("c-i1"),)))
    assert fight["c-i1"].hex == "exited"


@pytest.mark.case("TRAP-8.2")
def test_a_column_dismounts_by_one_order_as_if_each_vehicle_had_its_own() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1314", "1213", "1114"), 1):
        fight.put(f"81-btr{n}", hex, facing="NE")
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
    fight.put("81-btr4", "0813", facing="NE")
    fight.put("81-1-i4", "0813", aboard=UnitId("81-btr4"))
    fight.set(spent={**fight.state.spent, RUSSIAN: private({UnitId("81-btr2"): 9}, RUSSIAN)})
    fight.do(do.Dismount(UnitId("81-btr1"), "here"))
    out = {unit.id for unit in fight.state.units.values() if record(unit).foot and not unit.aboard}
    assert out == {"81-1-i1", "81-1-i3"}, "the second BTR has no point left, and the fourth stands apart"
    assert fight.state.spent[RUSSIAN].open()[UnitId("81-btr3")] == 2, "each vehicle pays its point"
    assert fight["81-1-i1"].got_out
    refusal = fight.refusal(do.Dismount(UnitId("81-btr2")))
    assert refusal is not None
    assert refusal.why == "the APC has no movement point left for that"
    assert fight.cite(do.Dismount(UnitId("81-btr1"))) == "TRAP-8.2", "nobody is left who can"


@pytest.mark.case("TRAP-8.2", "TRAP-3.1")
def test_units_that_dismount_from_a_column_take_cover_off_the_street() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1316", "1315"), 1):
        fight.put(f"81-btr{n}", hex, facing="N")
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
    fight.do(do.Dismount(UnitId("81-btr1")))
    for unit in ("81-1-i1", "81-1-i2"):
        hex = fight[unit].hex
        assert ground().has_levels(hex)
        assert not ground().has_road(hex)
    assert fight["81-1-i1"].hex != fight["81-1-i2"].hex, "they spread out where there is room"
