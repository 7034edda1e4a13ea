"""Victory points: each line of the list, and the last holders of objectives."""

from __future__ import annotations

import pytest

from bot.titles.trap.field.points import lead, ledger
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, Award, HexId, UnitId
from tests.trap.fights import Fight

PALACE, STATION, SECURITY = HexId("2412"), HexId("1519"), HexId("2009")
PARLIAMENT = tuple(map(HexId, ("2610", "2710", "2711")))


def points(fight: Fight) -> dict[str, float]:
    """Return the points of each line by its case, those of the Chechens below zero."""
    found: dict[str, float] = {}
    for line in ledger(fight.state):
        sign = 1 if line.seat == RUSSIAN else -1
        cite = line.cite.removeprefix("TRAP-11.2-")
        found[cite] = found.get(cite, 0) + sign * line.halves / 2
    return found


def battle(scenario: str = "historical") -> Fight:
    """Return an empty city that the Chechens hold."""
    fight = Fight(RUSSIAN, scenario=scenario)
    fight.set(control=dict.fromkeys((PALACE, STATION, SECURITY, *PARLIAMENT), CHECHEN))
    return fight


def russian(fight: Fight, *hexes: HexId) -> Fight:
    """Let the Russians have been the last in some hexes."""
    fight.set(control={**fight.state.control, **dict.fromkeys(hexes, RUSSIAN)})
    return fight


@pytest.mark.case("TRAP-11.2-15", "TRAP-11.2")
def test_an_empty_city_is_worth_nothing() -> None:
    assert points(battle()) == {}
    assert lead(battle().state) == 0


@pytest.mark.case("TRAP-11.2-01", "TRAP-11.2-08", "TRAP-11.2")
def test_losses_count_three_and_four() -> None:
    fight = battle()
    for unit in ("c-i1", "c-sniper1", "c-leader1", "c-t1", "81-1-i1", "81-btr1", "kalin"):
        fight.put(unit, "eliminated")
    assert points(fight) == {"01": 12, "08": -8}
    fight.options(leaders="yes")
    assert points(fight) == {"01": 12, "08": -12}


@pytest.mark.case("TRAP-11.2")
def test_awarded_points_count() -> None:
    fight = battle()
    fight.set(awards=(Award(RUSSIAN, 2, "TRAP-11.2-12", "a Chechen unit has returned", 3),))
    assert points(fight) == {"12": 1}
    assert lead(fight.state) == 2


@pytest.mark.case("TRAP-11.2-02")
def test_dudayev_counts_while_he_stays_and_not_among_the_losses() -> None:
    fight = battle()
    fight.put("dudayev", "1413")
    assert points(fight) == {"02": -3}
    fight.put("dudayev", "eliminated")
    assert points(fight) == {}
    fight.put("dudayev", "removed")
    assert points(fight) == {}


@pytest.mark.case("TRAP-11.2-03", "TRAP-11.2-15")
def test_the_palace_is_worth_most_to_the_81st() -> None:
    fight = russian(battle(), PALACE)
    assert points(fight) == {"03": 6}, "somebody has passed through it"
    fight.put("81-1-i1", PALACE)
    assert points(fight) == {"03": 12}
    other = russian(battle(), PALACE)
    other.put("131-1-i1", PALACE)
    assert points(other) == {"03": 6}
    variant = russian(battle("variant"), PALACE)
    variant.put("81-1-i1", PALACE)
    assert points(variant) == {"03": 6}


@pytest.mark.case("TRAP-11.2-04")
def test_station_and_security_are_worth_three_and_in_the_variant_one() -> None:
    assert points(russian(battle(), STATION)) == {"04": 3}
    assert points(russian(battle(), STATION, SECURITY)) == {"04": 6}
    assert [line.why for line in ledger(russian(battle(), SECURITY).state)] == ["State Security: held"]
    assert lead(russian(battle(), STATION, SECURITY).state) == 12
    assert lead(russian(battle("variant"), STATION, SECURITY).state) == 4


@pytest.mark.case("TRAP-11.2-05", "TRAP-11.2-06", "TRAP-11.2-07")
def test_chechens_must_be_in_their_buildings() -> None:
    fight = battle()
    fight.put("c-i1", PALACE)
    fight.put("c-i2", SECURITY)
    fight.put("c-i3", PARLIAMENT[0])
    fight.put("c-i4", PARLIAMENT[2])
    fight.put("c-i5", STATION)
    assert points(fight) == {"05": -12, "06": -6, "07": -6}


@pytest.mark.case("TRAP-11.2-13")
def test_a_building_with_both_sides_in_it_gives_nobody_points() -> None:
    fight = battle()
    fight.put("c-i1", PALACE, level="upper")
    fight.put("81-1-i1", PALACE)
    fight.put("c-i3", PARLIAMENT[0])
    fight.put("81-1-i2", PARLIAMENT[1])
    assert points(russian(fight, PALACE)) == {}
    leader = battle()
    leader.put("c-i1", PALACE, level="upper")
    leader.put("kalin", PALACE)
    assert points(leader) == {}, "he is a unit, though he holds nothing"


@pytest.mark.case("TRAP-11.2-10")
def test_a_unit_that_leaves_the_city_scores_half_a_point() -> None:
    fight = battle("variant")
    for n in (1, 2, 3):
        fight.put(f"c-i{n}", "exited")
    assert points(fight) == {"10": -1.5}


@pytest.mark.case("TRAP-11.2-14")
def test_the_chechen_total_is_taken_from_the_russian() -> None:
    fight = russian(battle(), STATION)
    fight.put("131-t1", "eliminated")
    assert lead(fight.state) == 2 * (3 - 4)


@pytest.mark.case("TRAP-11.2-15")
def test_objectives_belong_to_the_last_side_that_passed_unless_an_enemy_is_there() -> None:
    fight = battle()
    fight.put("81-btr1", "1419", facing="SE")
    fight.do(do.Move((UnitId("81-btr1"),), HexId("1618")))
    assert fight.state.control[STATION] == RUSSIAN, "it has passed through"
    held = battle()
    held.put("c-i1", STATION, level="upper")
    held.put("81-btr1", "1419", facing="SE")
    held.do(do.Move((UnitId("81-btr1"),), HexId("1618")))
    assert held.state.control[STATION] == CHECHEN
    below = battle()
    below.put("c-i1", STATION, level="upper")
    below.put("81-btr1", "1419", facing="SE")
    below.do(do.Move((UnitId("81-btr1"),), STATION))
    assert below.state.control[STATION] == CHECHEN, "they are upstairs still"
    leader = battle()
    leader.put("kalin", "1419")
    leader.do(do.Move((UnitId("kalin"),), STATION))
    assert leader.state.control[STATION] == CHECHEN, "a leader alone takes nothing"


@pytest.mark.case("TRAP-11.2-15")
def test_the_only_side_left_in_an_objective_holds_it() -> None:
    """The last Chechen in the station falls to the platoon beneath him."""
    fight = battle()
    fight.put("81-1-i1", STATION, facing="N")
    fight.put("c-rpg1", STATION, level="upper")
    assert points(fight) == {}
    fight.do(do.Fire((UnitId("81-1-i1"),), UnitId("c-rpg1")), 10, 1)
    assert fight["c-rpg1"].hex == "eliminated"
    assert fight.state.control[STATION] == RUSSIAN
    assert points(fight)["04"] == 3


@pytest.mark.case("TRAP-11.2")
def test_in_the_learning_game_the_station_alone_counts() -> None:
    fight = russian(battle("first"), STATION, SECURITY)
    fight.put("c-i1", PALACE)
    assert points(fight) == {"04": 3}
