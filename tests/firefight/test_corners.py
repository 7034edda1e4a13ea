"""Situations in which two rules meet, or a member of a group acts differently."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import Seat, private
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.scoring import at_end
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import PlayCard
from bot.titles.firefight.model.ids import CardId, GeneratorId, HexId, UnitId
from bot.titles.firefight.model.table import HIDDEN, Played
from tests.firefight.fights import GERMAN, SOVIET, Fight, of


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def move(units: tuple[str, ...], *to: str, **fields: str) -> do.Move:
    return do.Move(ids(*units), tuple(HexId(f"1-{hex}") for hex in to), **fields)  # type: ignore[arg-type]


def fire(*units: str, at: str, weapon: str = "") -> do.Fire:
    return do.Fire(ids(*units), HexId(f"1-{at}"), weapon=weapon)  # type: ignore[arg-type]


def load(unit: str, into: str) -> do.Load:
    return do.Load(UnitId(unit), UnitId(into))


def recon(unit: str, at: str, *aim: int) -> do.Recon:
    return do.Recon(UnitId(unit), HexId(f"1-{at}"), aim)


def two(economy: str = "action points") -> Fight:
    """Two German rifle squads stand together."""
    fight = Fight(economy=economy)
    fight.put("g03", "I09", "N")
    fight.put("g04", "I09", "N")
    return fight


def purse(fight: Fight, seat: Seat) -> tuple[int, int]:
    """Return the action points and the CAPs that a player has left."""
    player = fight.state.players[seat]
    return player.ap, player.caps


# Groups.


# FF-R63
@pytest.mark.case("COH-1.6a", "COH-6.1g")
def test_a_group_pays_for_the_dearest_unit_that_passes_wire() -> None:
    fight = two()
    fight.work("wire", "H09")
    fight.do(move(("g03", "g04"), "H09"), 3, 5)
    assert purse(fight, GERMAN) == (7 - 1 - 5, 7), "not for both dice"
    fight = two()
    fight.put("g19", "I09", "N")
    fight.work("wire", "H09")
    fight.do(move(("g03", "g19"), "H09"), 3, 1)
    assert purse(fight, GERMAN) == (3, 7), "the squad has paid 1 and 3, the machine gun would 2 and 1"
    fight = two()
    fight.work("wire", "H09")
    fight.do(move(("g03", "g04"), "H09", by="opportunity"), 5, 6)
    assert {fight[unit].hex for unit in ("g03", "g04")} == {"1-H09"}, "seven points are what they have"
    fight = two(economy="spent checks")
    fight.work("wire", "H09")
    (check,) = of(fight.do(move(("g03", "g04"), "H09"), 5, 3, 10), ev.Checked)
    assert check.cost == 6


@pytest.mark.case("COH-1.6a", "COH-3.5c")
def test_some_units_of_a_group_may_stay() -> None:
    fight = two()
    fight.put("g05", "I09", "N", hit="pinned")
    fight.put("g06", "J09", "N")
    assert fight.cite(move(("g06", "g05"), "I09")) == "", "the pinned squad need not move"
    assert fight.cite(move(("g03", "g05"), "H09")) == "COH-3.5c"
    assert fight.cite(move(("g03", "g04"), "I09")) == "COH-4.1a", "nobody moves"
    fight.do(move(("g03", "g04", "g05"), "H09", "I09", "I09"))
    assert [fight[unit].hex for unit in ("g03", "g04", "g05")] == ["1-H09", "1-I09", "1-I09"]
    assert fight.state.players[GERMAN].active == ids("g03", "g04", "g05")


@pytest.mark.case("COH-6.1d")
def test_a_unit_that_stays_in_a_bunker_does_not_turn_with_the_others() -> None:
    fight = two()
    fight.work("bunker", "I09", GERMAN, "g03")
    fight.do(move(("g04", "g03"), "H09", "I09", facing="S"))
    assert [fight[unit].facing for unit in ("g04", "g03")] == ["S", "N"]


@pytest.mark.case("COH-1.4f")
def test_a_unit_that_stays_is_spent_with_the_others() -> None:
    fight = two(economy="spent checks")
    fight.do(move(("g03", "g04"), "H09", "I09"), 1)
    assert {fight[unit].status for unit in ("g03", "g04")} == {"spent"}


@pytest.mark.case("COH-4.3a")
def test_trucks_that_move_together_find_those_before_them_where_they_have_gone() -> None:
    fight = Fight()
    fight.put("g36", "J10", "N")
    fight.put("g37", "J10", "N")
    assert fight.cite(move(("g36", "g37"), "H10")) == "COH-4.3a", "the second would come to the first"
    assert fight.cite(move(("g36", "g37"), "G10", "I10")) == ""
    fight.put("g37", "H10", "N")
    fight.put("g36", "I10", "N")
    assert fight.cite(move(("g36",), "G10", via=(HexId("1-H10"),))) == ""  # type: ignore[arg-type]
    fight.put("g36", "J10", "N")
    fight.put("g33", "I10", "N")
    assert fight.cite(move(("g33", "g36", "g37"), "H10", "I10", "G10")) == ""
    assert fight.cite(move(("g37", "g33", "g36"), "F10", "G10", "H10")) == "", (
        "the road before each is free by then"
    )
    assert fight.cite(move(("g36", "g33", "g37"), "H10", "G10", "F10")) == "COH-4.3a"


# Works.


@pytest.mark.case("COH-6.1h")
def test_pioneers_find_hidden_mines_and_are_spared() -> None:
    fight = Fight()
    fight.put("g16", "I09", "N")
    fight.work("mines", "H09", SOVIET)
    hidden = {
        id: replace(work, hex=HIDDEN, hiding=private(work.hex, SOVIET)) for id, work in fight.state.works.items()
    }
    fight.set(works=hidden)
    events = fight.do(move(("g16",), "H09"))
    assert of(events, ev.WorkShown)[0].hex == "1-H09"
    assert not of(events, ev.Attacked)


@pytest.mark.case("COH-6.1b")
def test_a_unit_that_leaves_a_hasty_defence_leaves_none_behind() -> None:
    fight = Fight()
    fight.put("g03", "I09", "N")
    fight.do(do.Dig(UnitId("g03")))
    fight.turn(GERMAN)
    fight.do(do.Occupy(UnitId("g03")))
    assert not fight.state.works


@pytest.mark.case("COH-6.1g", "COH-6.5a")
def test_wire_stops_a_unit_that_mounts_from_the_next_hex() -> None:
    fight = Fight()
    fight.put("g38", "H09", "N")
    fight.put("g03", "I09", "N")
    fight.work("wire", "H09")
    fight.do(load("g03", "g38"), 4)
    assert purse(fight, GERMAN) == (7 - 1 - 4, 7)
    assert fight["g03"].aboard == "g38"


# FF-R73
@pytest.mark.case("COH-6.5a")
def test_a_vehicle_that_cannot_move_is_towed() -> None:
    fight = Fight()
    fight.put("g52", "I10", "N", hit="immobilised")
    fight.put("g45", "I10", "N")
    fight.put("g42", "I10", "N")
    fight.put("g50", "I10", "N")
    fight.put("s05", "E10", "S")
    assert fight.cite(load("g52", "g42")) == "COH-6.5a", "wheels tow no tracks"
    assert fight.cite(load("g50", "g45")) == "COH-6.5a", "it drives itself"
    fight.put("g46", "J10", "N")
    assert fight.cite(load("g52", "g46")) == "COH-3.6a", "it does not come to the next hex"
    fight.do(load("g52", "g45"))
    assert purse(fight, GERMAN)[0] == 6
    fight.turn(GERMAN)
    fight.do(move(("g45",), "H10"))
    assert fight["g52"].hex == "1-H10"
    fight.turn(GERMAN)
    assert fight.cite(fire("g52", at="E10")) == "COH-6.5a"
    assert fight.cite(do.Unload(UnitId("g52"))) == ""
    assert fight.cite(do.Unload(UnitId("g52"), HexId("1-G10"))) == "COH-3.6a"


# Attacks.


@pytest.mark.case("COH-3.3f", "COH-1.6b", "COH-1.6c")
def test_others_support_a_flamethrower() -> None:
    fight = Fight()
    fight.put("g16", "I09", "N")
    fight.put("g03", "I09", "N")
    fight.put("g04", "J09", "S")
    fight.put("s05", "H09", "S")
    assert fight.cite(fire("g16", "g04", at="H09", weapon="flamethrower")) == "COH-1.6c", "it looks away"
    (rolled,) = of(fight.do(fire("g16", "g03", at="H09", weapon="flamethrower"), (1, 1)), ev.Attacked)
    assert rolled.need == 11 - (3 + 3 + 1)


@pytest.mark.case("COH-3.5b", "COH-6.4c")
def test_a_marker_that_makes_a_search_dearer_is_shown_whatever_is_found() -> None:
    fight = Fight()
    fight.put("g09", "I06", "N", hit="suppressed")
    fight.hide("s05", "F06")
    events = fight.do(recon("g09", "F06"), (1, 1))
    assert purse(fight, GERMAN)[0] == 7 - 3
    assert [each.marker for each in of(events, ev.HitShown)] == ["suppressed"]


# FF-R74
@pytest.mark.case("COH-6.4c", "COH-1.5a")
def test_caps_for_the_attack_that_does_not_follow_a_search_come_back() -> None:
    fight = Fight()
    fight.put("g09", "I06", "N")
    fight.hide("s05", "F06")
    fight.do(recon("g09", "F06", 1, 2), (1, 1))
    assert purse(fight, GERMAN) == (5, 6), "only the search was rolled for"
    fight.turn(GERMAN)
    fight.do(recon("g09", "F06", 1, 2, 2), (6, 6), (1, 1))
    assert purse(fight, GERMAN) == (3, 3), "one enemy is there, so that one roll is made"


# Cards and points.


@pytest.mark.case("COH-7.1b")
def test_the_price_of_a_card_is_what_it_prints_also_under_stress() -> None:
    fight = Fight(economy="spent checks")
    fight.put("g03", "H02", hit="pinned")
    player = fight.state.players[GERMAN]
    held = replace(player, acted=ids("g03"), cards=private((CardId("03"),), GERMAN), card_count=1)
    fight.set(players={**fight.state.players, GERMAN: held})
    (check,) = of(fight.do(PlayCard(CardId("03"), ids("g03")), 10), ev.Checked)
    assert (check.cost, check.stress) == (2, 0)


@pytest.mark.case("G-3.2")
def test_hidden_units_near_the_enemys_edge_pay_at_the_end_too() -> None:
    fight = Fight()
    fight.hide("g03", "B10")
    fight.put("g04", "D02")
    fight.set(record=(Played(GeneratorId("g02"), "top", GERMAN, "victory"),))
    assert sum(award.points for award in at_end(fight.state)) == 1
