"""Corrections from a second reading of the rules, if a transcript would be long."""

from __future__ import annotations

import pytest

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import arms, defence, fire, movement, smoke_rounds, units
from bot.titles.tide.field.movement import Way
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.table import HexId, UnitId
from bot.titles.tide.play import drawing, transferring
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


@pytest.mark.case("FB-mines-1", "FI-fougasse-2", "FB-stream-3")
@pytest.mark.parametrize(("bad", "good"), [("C4", "D4"), ("D4", "C4")])
@pytest.mark.parametrize("danger", ["instant mines at {0}", "Soviet flame fougasse at {0} towards E9"])
def test_the_safe_way_is_taken_among_ways_of_equal_cost(field: Field, danger: str, bad: str, good: str) -> None:
    danger = danger.format(bad).replace("E9", {"C4": "B4", "D4": "E4"}[bad])
    state = field(f"{danger}\nGerman 1st Squad (4 regulars), C3\nSoviet 1st Squad (4 regulars), I8")
    found = movement.way(state, state.units[UnitId("g1")], HexId("D5"))
    assert isinstance(found, Way)
    assert found.path == (good, "D5")


@pytest.mark.case("FB-subvert-1")
def test_a_card_that_stays_in_play_cannot_be_subverted(field: Field) -> None:
    units = "German 1st Squad (4 regulars), A4\nSoviet 1st Squad (4 regulars), I4\nSoviet: 2 command"
    played, held = field(f"German in play: Flak Battery\n{units}"), field(f"German cards: Flak Battery\n{units}")
    assert drawing.subvertible(played, SOVIET) == []
    assert len(drawing.subvertible(held, SOVIET)) == 1


@pytest.mark.case("FB-munition-9")
def test_no_smoke_round_at_ones_own_hex(field: Field) -> None:
    state = field("German Panzer IV 1, C4, smoke round face down\nSoviet 1st Squad (4 regulars), I8")
    tank = state.units[UnitId("gv1")]
    assert isinstance(smoke_rounds.plan(state, tank, HexId("C4")), Wrong)
    assert not isinstance(smoke_rounds.plan(state, tank, HexId("C5")), Wrong)


@pytest.mark.case("TOI-5.6b", "TOI-2.2a")
def test_a_supporting_unit_at_long_range_fires_with_everything_in_reach(field: Field) -> None:
    """Alone the machine gun fires at normal range.

    In a combined attack its squad joins in.
    """
    state = field("""
        German 1st Squad (4 regulars), A4
        German 2nd Squad (2 regulars, MG), C5
        Soviet 1st Squad (4 regulars), H7
    """)
    lead, friend, target = (state.units[UnitId(id)] for id in ("g1", "g2", "s1"))
    alone, together = arms.arms(state, friend, target), fire.plan(state, lead, target, "normal", (friend,))
    assert not isinstance(alone, Wrong)
    assert not isinstance(together, Wrong)
    assert (alone.band, alone.figures) == ("normal", ("mg",))
    assert together.band == "long"
    assert together.dice == 4 + 3
    assert together.steady == ()


@pytest.mark.case("TOI-9.5", "TOI-6.2b")
def test_the_odds_know_that_wire_is_cleared(field: Field) -> None:
    state = field("""
        razor wire at C4
        German 1st Squad (4 regulars; engineer), C4
        Soviet 1st Squad (4 regulars), C5
    """)
    title = {}
    for clear in ((), (HexId("C4"),)):
        told = TITLE.odds(see(state, GERMAN), do.Assault(UnitId("g1"), HexId("C5"), clear=clear))
        assert told is not None
        title[clear] = told.title
    assert "2 dice against" in title[()]
    assert "4 dice against" in title[HexId("C4"),]


@pytest.mark.case("TOI-11.3")
def test_figures_are_not_exchanged_through_the_side_of_a_truck(field: Field) -> None:
    state = field("""
        German Opel Blitz 1, A4
        German 1st Squad (2 regulars), A4, in Opel Blitz 1
        German 2nd Squad (2 regulars), A4
        German 3rd Squad (2 regulars), A4
        Soviet 1st Squad (4 regulars), I8
    """)
    inside = next(u.id for u in units.of(state, GERMAN) if units.aboard(state, u) is not None)
    assert {inside}.isdisjoint({unit.id for pair in transferring.pairs(state, GERMAN) for unit in pair})
    assert len(list(transferring.pairs(state, GERMAN))) == 2


@pytest.mark.case("TOI-3.5b")
def test_damage_takes_no_cover_from_unarmoured_vehicles(field: Field) -> None:
    truck = "woods at A4\nSoviet 1st Squad (4 regulars), I8\nGerman Opel Blitz 1, A4"
    whole, hurt = field(truck), field(f"{truck}, lightly damaged")
    dice = [defence.dice(defence.of(s, s.units[UnitId("gv1")], "normal")) for s in (whole, hurt)]
    assert dice[0] == dice[1] > 0


@pytest.mark.case("TOI-6.2f", "TOI-9.4", "FB-stream-3")
@pytest.mark.parametrize(
    ("ground", "notes"),
    [
        ("minefield at D4", ("If it moves in: the minefield at D4 attacks it with 4 dice.",)),
        ("frozen stream at D4", ("If it moves in: harmed by broken ice at D4, 13.4%.",)),
        ("woods at D4", ()),
    ],
)
def test_the_odds_of_an_assault_tell_what_awaits_the_winner(
    field: Field, ground: str, notes: tuple[str, ...]
) -> None:
    state = field(f"{ground}\nGerman 1st Squad (4 regulars), C4\nSoviet 1st Squad (4 regulars), D4")
    told = TITLE.odds(see(state, GERMAN), do.Assault(UnitId("g1"), HexId("D4")))
    assert told is not None
    assert told.notes == notes


@pytest.mark.case("TOI-9.4", "FB-equip-2")
@pytest.mark.parametrize(
    ("special", "notes"),
    [("", ("It attacks German 1st Squad in the same way.",)), ("; engineer", ())],
)
def test_the_odds_of_a_gun_in_a_minefield_name_its_crew(
    field: Field, special: str, notes: tuple[str, ...]
) -> None:
    state = field(f"""
        minefield at C5
        German PaK 40 1, C4
        German 1st Squad (4 regulars{special}), C4
        Soviet 1st Squad (4 regulars), I8
    """)
    told = TITLE.odds(see(state, GERMAN), do.Advance(UnitId("gv1"), HexId("C5"), crew=UnitId("g1")))
    assert told is not None
    assert told.title == "The minefield at C5: 4 dice"
    assert told.notes == notes
