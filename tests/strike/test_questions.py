"""Questions answer how a unit is supplied, or which enemy cuts it off."""

from __future__ import annotations

import pytest
from hypothesis import given

from bot.kernel.game import Told
from bot.kernel.secret import PUBLIC, see
from bot.kit.title import Question
from bot.titles.strike import TITLE
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import UnitId
from bot.titles.strike.words.questions import Reach, Supply
from tests.strike.board import find, set_up
from tests.strike.slow import TROOPS, Position, record
from tests.strike.test_lines import QUIET, positions


def ask(state: State, question: Question) -> Told:
    return TITLE.ask(see(state, PUBLIC), question)


def supply(*lines: str, of: str) -> Told:
    state = set_up(lines)
    return ask(state, Supply(find(state, of)))


CONVERTED = "railways of the German gauge: C5, E5, G5"


@pytest.mark.case("11.5.2", "11.5.3", "11.5.4", "8.1.1", "6.4.2a")
@pytest.mark.parametrize(
    ("lines", "unit", "told"),
    [
        ((CONVERTED, "I5: German 4th Army"), "German 4th Army", "by its railway, along I5 Smolensk, G5 Mogilev"),
        ((CONVERTED, "I6: German Trucks 1", "I7: German 4th Army"), "German 4th Army", "by German Trucks 1"),
        ((CONVERTED, "I8: German 4th Army"), "German 4th Army", "the nearest railway that leads home is"),
        (
            (CONVERTED, "C5: Rail Partisans", "G5: German 4th Army"),
            "German 4th Army",
            "the line is cut at C5 Bialystok by partisans",
        ),
        (
            (CONVERTED, "E5: Soviet 10th Army", "G5: German 4th Army"),
            "German 4th Army",
            "the line is cut at E5 Minsk by Soviet 10th Army",
        ),
        (
            ("O9: Soviet 5th Army", "O11: Luftflotte 1", "M7: XIV Panzer Corps"),
            "Soviet 5th Army",
            "by its railway, along O9 Stalingrad and O8 Borisoglebsk",
        ),
        (
            (
                "M11: Soviet 5th Army",
                "O11: Luftflotte 1",
                "K10: XIV Panzer Corps",
                "L11: LVI Panzer Corps",
                "M10: SS Korps",
            ),
            "Soviet 5th Army",
            "the line is cut at O11 Elista by aircraft",
        ),
        (("I2: Finnish 6th Corps",), "Finnish 6th Corps", "a Finn in or next to Finland needs none"),
    ],
)
def test_supply_is_explained(lines: tuple[str, ...], unit: str, told: str) -> None:
    answer = supply(*lines, of=unit)
    assert told in answer.text, answer.text
    assert answer.sketch is not None


@pytest.mark.case("11.8.1", "6.1.3")
def test_communication_and_command_are_explained_too() -> None:
    lines = (CONVERTED, "I5: German 4th Army", "H5: Guderian")
    answer = supply(*lines, of="German 4th Army")
    assert "Line of communication [6.1.3]: I5 Smolensk, G5 Mogilev" in answer.text
    assert "Command [11.8.1]: Guderian (rating 4) at H5" in answer.text
    without = supply("G10: German 4th Army", "E9: Soviet 5th Army", "G9: Soviet 6th Army", of="German 4th Army")
    assert "Line of communication [6.1.3]: **none**" in without.text
    assert "Command [11.8.1]: **none**" in without.text


def test_a_unit_without_lines_has_no_answer() -> None:
    state = set_up(["A5: Luftflotte 1"])
    for unit in ("g-luft1", "g-a4", "nobody"):
        for question in (Supply(UnitId(unit)), Reach(UnitId(unit))):
            assert ask(state, question).text.startswith("That ")
            assert ask(state, question).sketch is None


@QUIET
@given(positions())
def test_the_answer_is_that_of_the_slow_reference(state: State) -> None:
    slow = Position(state)
    for unit in slow.units[::5]:
        if record(unit).kind not in TROOPS or record(unit).nation == "finnish":
            continue
        text = ask(state, Supply(unit.id)).text
        assert ("Combat supply [11.5.4]: **none**" in text) == (unit.place not in slow.supplied(unit.side)), text
        assert ("Command [11.8.1]: **none**" in text) == (unit.place not in slow.in_command(unit.side)), text


@pytest.mark.case("6.3.3", "6.2.2")
def test_reach_shows_the_price_of_each_area() -> None:
    answer = ask(set_up(["C7: 1st Panzer Group"]), Reach(UnitId("g-pz1")))
    assert answer.sketch is not None
    notes = dict(answer.sketch.notes)
    assert notes["E7"] == "2"
    assert notes["C6"] == "2"
    assert "3 movement points" in answer.text
    alone = ask(set_up(["weather snow", "E5: German 4th Army"]), Reach(UnitId("g-a4")))
    assert "none is there" in alone.text
    led = ask(set_up(["weather snow", "E8: German 4th Army, Guderian"]), Reach(UnitId("g-a4")))
    assert "Guderian can take it" in led.text
