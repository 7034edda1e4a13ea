"""Remarks on an order before it is given: on choices, on the whole, and reasons."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.secret import Seat, Secret, see
from bot.kit.advice import Remark
from bot.titles.trap import TITLE
from bot.titles.trap.field import names
from bot.titles.trap.field.units import record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import HexId, Level, MarkerId, UnitId
from tests.match import Match
from tests.trap.fights import CHECHEN, RUSSIAN, Fight


def ambush() -> Fight:
    """An RPG looks down Mayakovsky Street on a BTR; another one is farther off."""
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "1310", facing="S")
    fight.put("c-i1", "1306", facing="S")
    fight.put("81-btr1", "1312", facing="N")
    return fight


def weighed(
    fight: Fight, kind: type[Any], name: str, values: list[Any], seat: Seat = CHECHEN, **known: Any
) -> list[Remark]:
    field = next(each for each in fields(kind) if each.name == name)
    return list(TITLE.weigh(see(fight.state, seat), kind, known, field, values))


def test_ways_show_their_cost_and_the_enemies_that_could_fire_at_their_end() -> None:
    fight = ambush()
    near, far = weighed(fight, do.Move, "to", ["1311", "1309"], units=("c-rpg1",))
    assert (near.words, near.mark, near.place) == ("½ point, built-up, 1 could fire there", "½", "1311")
    assert near.order < far.order, "nearest the enemy first"


def test_targets_of_shells_and_assaults_have_no_remark_about_the_end_of_a_way() -> None:
    fight = ambush()
    (hex,) = weighed(fight, do.Assault, "at", ["1312"], units=("c-rpg1",))
    assert "could fire there" not in hex.words


def test_units_overrun_at_the_end_of_a_way_are_named_before() -> None:
    fight = Fight(RUSSIAN, "1/131")
    fight.put("131-1-i1", "1520", facing="N")
    fight.put("c-sniper1", "1521")
    seen = see(fight.state, RUSSIAN)
    said = TITLE.beforehand(seen, do.Move((UnitId("131-1-i1"),), HexId("1521")))
    assert "Sniper 1 is lost then." in said


def test_units_tell_how_near_the_enemy_is_and_targets_their_chance() -> None:
    fight = ambush()
    rpg, infantry = weighed(fight, do.Fire, "units", [("c-rpg1",), "c-i1"])
    assert (rpg.words, infantry.words, rpg.order < infantry.order) == (
        "enemy 2 hexes away", "enemy 6 hexes away", True,
    )  # fmt: skip
    (target,) = weighed(fight, do.Fire, "target", ["81-btr1"], units=("c-rpg1",))
    chance = fight.odds(do.Fire((UnitId("c-rpg1"),), UnitId("81-btr1"))).hope
    assert chance is not None
    assert (target.words, target.mark) == (f"{chance[1]:.0%} to hit, 2 hexes away".replace("%", " %", 1),
                                           f"{chance[1]:.0%}".replace("%", " %"))  # fmt: skip
    south, north = weighed(fight, do.Turn, "facing", ["S", "N"], units=("c-rpg1",))
    assert (south.words, north.words, south.order < north.order) == ("1 to fire at", "nobody to fire at", True)


def test_a_unit_that_cannot_fire_at_another_is_not_named_as_its_danger() -> None:
    """A sniper fires at leaders only, and APC passengers are no targets."""
    fight = Fight(RUSSIAN)
    fight.put("131-t1", "1312", facing="N")
    fight.put("81-1-i1", "1312")
    fight.put("kalin", "1313")
    fight.put("c-sniper1", "1310", facing="S")
    seen = see(fight.state, RUSSIAN)
    assert [TITLE.threats(seen, each) for each in ("131-t1", "81-1-i1")] == ["", ""]
    assert TITLE.threats(seen, "kalin") == "Sniper 1 at 1310 could fire at it."
    fight.put("c-leader1", "1310", facing="S")
    assert TITLE.threats(see(fight.state, RUSSIAN), "131-t1") == "Commander 1 at 1310 could fire at it."
    fight = ambush()
    fight.put("81-1-i1", "1312", aboard=UnitId("81-btr1"))
    fight.put("kalin", "1312")
    (south,) = weighed(fight, do.Turn, "facing", ["S"], units=("c-rpg1",))
    assert south.words == "1 to fire at"
    assert TITLE.threats(see(fight.state, RUSSIAN), "81-1-i1") == "", "they are inside"
    assert TITLE.threats(see(fight.state, RUSSIAN), "kalin") == "", "a BTR is with him"


@pytest.mark.case("TRAP-8.8", "TRAP-8.10")
def test_a_unit_that_cannot_fire_now_is_no_danger() -> None:
    """A sniper fires in good order only, a tank without riders."""
    for status, told in (("normal", "Sniper 1 at 1310 could fire at it."), ("suppressed", "")):
        fight = Fight(RUSSIAN)
        fight.put("kalin", "1312")
        fight.put("c-sniper1", "1310", facing="S", status=status)
        assert TITLE.threats(see(fight.state, RUSSIAN), "kalin") == told
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1312")
    fight.put("c-t1", "1310", facing="S")
    assert TITLE.threats(see(fight.state, RUSSIAN), "81-1-i1") == "T-62 1 at 1310 could fire at it."
    fight.put("c-i1", "1310", aboard=UnitId("c-t1"))
    assert TITLE.threats(see(fight.state, RUSSIAN), "81-1-i1") == ""


def test_a_turn_of_a_vehicle_names_the_side_it_shows_to_each_enemy() -> None:
    fight = Fight(RUSSIAN)
    fight.put("131-t1", "1220", facing="NE")
    fight.put("c-rpg1", "1218", facing="S")
    field = next(each for each in fields(do.Turn) if each.name == "facing")
    seen, known = see(fight.state, RUSSIAN), {"units": ("131-t1",)}
    north, east, south = TITLE.weigh(seen, do.Turn, known, field, ["N", "SE", "S"])
    assert north.words == "nobody could hit its flank or rear"
    assert (east.words, south.words) == ("1 could hit its flank", "1 could hit its rear")
    assert north.order < east.order < south.order


def test_stairs_have_their_own_remark() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1310", level="upper")
    fight.put("c-i2", "1310")
    for unit, words in (("c-i1", "1 point, down to the street"), ("c-i2", "1 point, upstairs")):
        (stairs,) = weighed(fight, do.Move, "to", ["1310"], units=(unit,))
        assert (stairs.words, stairs.mark) == (words, "1")


def test_a_held_marker_is_shown_with_the_units_it_activates() -> None:
    match = Match(TITLE, "first", {}, b"kept")
    said = TITLE.spoken(see(match.state, RUSSIAN), do.Hold(MarkerId("3/131")))
    assert said == "The 3/131 (2 T-80s) goes first."


def test_a_unit_that_is_placed_faces_the_enemy_and_the_order_says_so() -> None:
    """The Chechen side that places an ambush sees the top counters of the column."""
    match = Match(TITLE, "first", {}, b"placed")
    seen = see(match.state, CHECHEN)
    tops = [unit.counter.known for unit in seen.state.units.values() if unit.side == RUSSIAN and not unit.aboard]
    assert tops
    assert all(tops)
    in_hand = [unit for unit in seen.state.units.values() if unit.counter.known and unit.hex == "hand"]
    fighters = next(unit for unit in in_hand if record(unit).kind == "infantry")
    said = TITLE.spoken(seen, do.Place((fighters.id,), HexId("1418"), "upper"))
    assert said.endswith(" placed at 1418, upstairs, facing south.")


def test_an_order_is_a_sentence_with_its_price() -> None:
    fight = ambush()
    seen = see(fight.state, CHECHEN)
    move = do.Move((UnitId("c-i1"),), HexId("1310"), level="upper")
    assert TITLE.spoken(seen, move) == "Fighters 1 go to 1310 by Mayakovsky Street, upstairs."
    shot = do.Fire((UnitId("c-rpg1"), UnitId("c-i1")), UnitId("81-btr1"))
    assert TITLE.spoken(seen, shot) == "RPG 1 and Fighters 1 fire at BTR 1 at 1312."
    assert TITLE.threats(seen, "c-rpg1") == "BTR 1 at 1312 could fire at it."
    near = TITLE.beforehand(seen, do.Move((UnitId("c-rpg1"),), HexId("1311")))
    assert near == ["The way costs ½ of 5 points.", "BTR 1 at 1312 could fire there."]


def test_a_hidden_unit_is_warned_that_firing_reveals_it() -> None:
    fight = ambush()
    unit = fight.state.units[UnitId("c-rpg1")]
    hidden = Secret((CHECHEN,), unit.counter.open())
    fight.put("c-rpg1", "1310", facing="S")
    fight.set(units={**fight.state.units, unit.id: type(unit)(unit.id, CHECHEN, hidden, unit.hex, facing="S")})
    shot = do.Fire((unit.id,), UnitId("81-btr1"))
    assert TITLE.beforehand(see(fight.state, CHECHEN), shot) == ["This shows RPG 1 to the enemy."]


def test_the_price_of_a_way_counts_the_stairs_at_both_ends() -> None:
    """The cost shown before a move is the cost spent."""
    stairs = (("upper", "1311", "ground"), ("ground", "1311", "upper"), ("upper", "1310", "ground"))
    for level, to, goal in stairs:
        fight = Fight(CHECHEN)
        fight.put("c-i2", "1310", level=level)
        move = do.Move((UnitId("c-i2"),), HexId(to), level=cast(Level, goal))
        told = TITLE.beforehand(see(fight.state, CHECHEN), move)[0]
        fight.do(move)
        paid = fight.state.spent[CHECHEN].open()[UnitId("c-i2")]
        assert told == f"The way costs {names.halves(paid)} of 5 points."


def test_every_order_of_the_computer_has_its_reason() -> None:
    fight = ambush()
    fight.put("c-sniper1", "1309", facing="S")
    seen = see(fight.state, CHECHEN)
    shot = do.Fire((UnitId("c-rpg1"),), UnitId("81-btr1"))
    assert TITLE.why(seen, shot) == "60 % to hit."
    fight.set(
        units={**fight.state.units, UnitId("81-btr1"): replace(fight["81-btr1"], facing="S", activated=True)}
    )
    seen = see(fight.state, CHECHEN)
    assert TITLE.why(seen, shot) == "100 % to hit: it shows its rear and it has given itself away."
    assert TITLE.why(seen, do.Turn((UnitId("c-rpg1"),), "SE")) == "BTR 1 at 1312 is then before it."
    assert TITLE.why(seen, do.Done()) == "No remaining unit has a better place to go or a target worth firing at."
    assert TITLE.why(seen, do.Block(HexId("1314"), UnitId("c-i1"))) == "The columns come that way."


def test_the_artillery_is_done_when_no_battery_has_a_target() -> None:
    fight = Fight(RUSSIAN, "artillery")
    fight.put("kalin", "1309")
    said = TITLE.why(see(fight.state, RUSSIAN), do.Done())
    assert said == "No remaining battery has a worthwhile target."


def test_dismounting_assaults_and_shelling_have_reasons() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "1313", facing="N")
    fight.put("81-1-i1", "1313", aboard=UnitId("81-btr1"))
    fight.put("81-1-i2", "1311")
    fight.put("81-1-h1", "1511", facing="N")
    fight.put("kalin", "1309")
    for n in (1, 2):
        fight.put(f"c-i{n}", "1310", status="pinned")
    seen = see(fight.state, RUSSIAN)
    danger = "The enemy is 3 hexes away, and passengers are lost with the vehicle."
    assert TITLE.why(seen, do.Unload((UnitId("81-1-i1"),))) == danger
    assert TITLE.why(seen, do.Dismount(UnitId("81-btr1"))) == danger
    assert TITLE.why(seen, do.Assault((UnitId("81-1-i2"),), HexId("1310"))) == "60 % to win: they are shaken."
    shelled = TITLE.why(seen, do.Shell(UnitId("81-1-h1"), HexId("1310"), UnitId("kalin")))
    assert shelled.endswith("% to hit: 2 units lie there together.")
    assert TITLE.why(seen, do.Hold(MarkerId("1/81"))) == "3 units of the 1/81 have the enemy near."
    fight.put("c-i3", "1519", level="upper")
    storm = do.Move((UnitId("81-1-i2"),), HexId("1519"))
    assert TITLE.why(see(fight.state, RUSSIAN), storm).startswith("It contests 1519 (Railway Station)")


def test_a_hex_in_a_leaders_sight_shows_the_chance_of_a_spotted_shot() -> None:
    """A landmark can be hit without him, with scatter; other hexes cannot."""
    fight = Fight(RUSSIAN, "artillery")
    for foe, hex in (("c-i1", "2009"), ("c-i2", "2211")):
        fight.put(foe, hex)
    alone = weighed(fight, do.Bombard, "at", ["2009"], seat=RUSSIAN)
    fight.put("kalin", "1912")
    seen = weighed(fight, do.Bombard, "at", ["2009", "2211"], seat=RUSSIAN)
    assert [each.mark for each in (*alone, *seen)] == ["12 %", "40 %", "40 %"]


def test_options_say_what_they_do() -> None:
    """As one reads them on buttons: at a hex, with a unit, spotted by a leader."""
    said = {
        (kind, each.name): TITLE.option(each, value)
        for kind, value in ((do.Engage, "1418"), (do.Shell, "r1"), (do.Move, "1418"))
        for each in fields(kind)
        if not each.required and not each.choices
    }
    assert said[do.Engage, "at"] == "at {}"
    assert said[do.Engage, "units"] == "with {}"
    assert said[do.Shell, "spotter"] == "spotted by {}"
    assert said[do.Move, "via"] == "by {}"
    (facing,) = [each for each in fields(do.Move) if each.name == "facing"]
    assert [TITLE.option(facing, way) for way in ("", "NE")] == ["facing as usual", "facing north-east"]


def test_markers_tell_whom_they_let_act() -> None:
    """Those on the map, and those that may come; Chechen markers are all alike."""
    options = {each.name: each.values[0] for each in TITLE.scenarios["historical"].options}
    match = Match(TITLE, "historical", options, bytes(32))
    seen, (field,) = match.seen(match.asked[0]), fields(do.Hold)
    first, tanks = TITLE.weigh(seen, do.Hold, {}, field, [MarkerId("1/131"), MarkerId("3/131")])
    assert first.words == "9 infantry, 2 heavy weapons, 12 BMPs and Lubyenko"
    assert tanks.words == "6 T-80s"
