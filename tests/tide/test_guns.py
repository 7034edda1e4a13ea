"""Guns, if a transcript would be long: crews, reach and descriptions."""

from __future__ import annotations

import pytest

from bot.kernel.secret import PUBLIC, Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import crews, fire, names, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.table import HexId, UnitId
from bot.titles.tide.words.questions import Reach, Sight
from tests.tide.conftest import Field

GERMAN = Seat("german")
GUN = UnitId("gv1")


@pytest.mark.case("FB-equip-7", "FB-equip-12")
@pytest.mark.parametrize(
    ("lines", "moves", "fires"),
    [
        ("", False, False),
        ("German 1st Squad (4 regulars), C4", True, True),
        ("German 1st Squad (4 regulars), C4, on Op Fire", False, True),
        ("German 1st Squad (4 regulars), C4, fatigued", False, False),
        ("German 1st Squad (4 regulars), C4, pinned", False, False),
        ("German 1st Squad (4 regulars), C4, disrupted", False, False),
        ("entrenchment at C4\nGerman 1st Squad (4 regulars), C4, in the entrenchment", True, True),
        ("trench at C4\nGerman 1st Squad (4 regulars), C4, in the trench", False, False),
        ("pillbox at C4\nGerman 1st Squad (4 regulars), C4, in the pillbox", False, False),
        ("German Opel Blitz 1, C4", True, False),
        ("German Panzer IV 1, C4, heavily damaged", False, False),
        ("German 1st Squad (4 regulars), C5", False, False),
        ("German PaK 40 2, C4", False, False),
    ],
)
def test_a_gun_needs_a_fresh_crew_or_a_truck(field: Field, lines: str, moves: bool, fires: bool) -> None:
    state = field(f"{lines or 'woods at A1'}\nSoviet 1st Squad (4 regulars), I8\nGerman PaK 40 1, C4")
    gun = next(unit for unit in units.at(state, HexId("C4")) if names.unit(unit) == "PaK 40 1")
    assert any(True for _ in crews.movers(state, gun)) == moves
    assert crews.manned(state, gun) == fires
    assert crews.ready(state, gun) == (moves or fires)
    offered = list(TITLE.candidates(see(state, GERMAN), do.Advance, {"unit": gun.id}))
    assert bool(offered) == moves


@pytest.mark.case("FB-equip-1", "FB-equip-2")
def test_the_reach_of_a_gun_is_described(field: Field) -> None:
    state = field("""
        German PaK 40 1, C4
        German 1st Squad (4 regulars), C4
        Soviet 1st Squad (4 regulars), C3
        building at B4
        level 2 at D4
    """)
    told = TITLE.ask(see(state, GERMAN), Reach(GUN)).text
    assert told.endswith("1st Squad. It could go to D5, C5 and B5.")


@pytest.mark.case("TOI-2.3i")
def test_a_gun_alone_sees_nothing(field: Field) -> None:
    state = field("German PaK 40 1, C4\nSoviet 1st Squad (4 regulars), C6")
    assert not fire.spotted(state, GERMAN, HexId("C6"))
    assert "target of your mortars" not in TITLE.ask(see(state, GERMAN), Sight(HexId("C6"))).text
    assert "Enemies in sight: German" not in TITLE.ask(see(state, PUBLIC), Sight(HexId("C6"))).text
    assert "Units in sight: German" in TITLE.ask(see(state, PUBLIC), Sight(HexId("C6"))).text


@pytest.mark.case("FB-snow-1")
@pytest.mark.parametrize(("lines", "told"), [("winter", True), ("", False)])
def test_the_situation_mentions_snow(field: Field, lines: str, told: bool) -> None:
    state = field(
        f"{lines or 'woods at A1'}\nGerman 1st Squad (4 regulars), C4\nSoviet 1st Squad (4 regulars), I8"
    )
    assert ("Snow lies everywhere." in TITLE.status(see(state, GERMAN))) == told


def test_the_computer_moves_to_a_gun_without_a_crew(field: Field) -> None:
    state = field("""
        German PaK 40 1, C4
        German 1st Squad (4 regulars), C5
        Soviet T-34/76 1, I8
        woods at H7, H8, G7, G8, F6, F7
    """)
    action = TITLE.play(see(state, GERMAN))
    assert action == do.Advance(UnitId("g1"), HexId("C4"))


def test_the_computer_fires_a_gun_and_leaves_its_crew_beside_it(field: Field) -> None:
    state = field("German PaK 40 1, C4\nGerman 1st Squad (4 regulars), C4\nSoviet T-34/76 1, G4")
    action = TITLE.play(see(state, GERMAN))
    assert isinstance(action, do.Fire)
    assert action.unit == GUN
    assert units.unit_at(state, action.target) is not None
