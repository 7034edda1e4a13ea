"""The names of units, hexes and players."""

from __future__ import annotations

from typing import cast

import pytest

from bot.chat.desk import order_reading
from bot.chat.desk.order_text import Malformed
from bot.kernel.fields import fields
from bot.kernel.secret import PUBLIC, Seat, private, redact, see
from bot.titles import titles
from bot.titles.firefight import TITLE
from bot.titles.firefight.field import names
from bot.titles.firefight.model.actions import Fire, Move
from bot.titles.firefight.model.ids import CounterId, HexId, MapId, Sheet, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, ONE, TWO, Player, Unit
from tests.chat.fingertips import first, leaf
from tests.firefight.fights import GERMAN, Fight
from tests.match import AnyGame

THREE, FOUR = Seat("three"), Seat("four")


def unit(counter: str, owner: Seat = ONE, hex: str = "1-E09") -> Unit:
    side: Side = "german" if counter[0] == "g" else "soviet"
    return Unit(UnitId(counter), CounterId(counter), owner, side, HexId(hex))


def table(*counters: str, sides: tuple[Side | str, ...] = ("german", "soviet")) -> State:
    seats = (ONE, TWO, THREE, FOUR)[: len(sides)]
    players = {seat: Player(seat, side) for seat, side in zip(seats, sides, strict=True)}  # type: ignore[arg-type]
    return State(
        players=players, field=(Sheet(MapId("1")),), units={UnitId(each): unit(each) for each in counters}
    )


@pytest.mark.parametrize(
    ("counters", "name"),
    [
        (["s03"], "Soviet Rifle 03"),
        (["s03", "s04"], "Soviet Rifles 03 and 04"),
        (["s18", "s05", "s06"], "Soviet Rifles 05 and 06 and MMG 18"),
        (["g11", "s20"], "German LMG 11 and Soviet NKVD 20"),
        (["s20", "s21"], "Soviet NKVD 20 and 21"),
        (["g52"], "German Pz III J 52"),
        (["g45", "g46"], "German Pz II F 45 and 46"),
        (["g21", "g22"], "German 5cm Mortars 21 and 22"),
    ],
)
def test_units_are_named_with_their_side(counters: list[str], name: str) -> None:
    assert names.units(table(*counters), map(UnitId, counters)) == name


def test_hexes_carry_the_number_of_their_map_if_there_are_several() -> None:
    one = table()
    assert names.hex(one, HexId("1-E09")) == "E09"
    assert names.place(one, HexId("1-D11")) == "D11 (heavy woods)"
    assert names.at(one, HIDDEN) == "in hiding"
    two = State(field=(Sheet(MapId("1")), Sheet(MapId("2"), 1)))
    assert names.hex(two, HexId("1-E09")) == "1-E09"


def test_players_are_named_by_their_side_and_by_their_seat_where_a_side_has_two() -> None:
    assert names.player(table(), ONE) == "the German player"
    team = table(sides=("german", "soviet", "german"))
    assert [names.player(team, seat) for seat in (ONE, TWO, THREE)] == [
        "Player One (German)", "the Soviet player", "Player Three (German)"
    ]  # fmt: skip
    assert names.player(table(sides=("", "")), TWO) == "Player Two"


def test_a_unit_in_hiding_is_called_so_to_the_enemy() -> None:
    hidden = Unit(UnitId("s05"), CounterId("s05"), TWO, "soviet", HIDDEN, hiding=private(HexId("1-D11"), TWO))
    state = State(field=(Sheet(MapId("1")),), units={hidden.id: hidden})
    assert names.label(redact(state, TWO), hidden.id) == "Soviet Rifle 05 at D11"
    assert names.label(redact(state, ONE), hidden.id) == "Soviet Rifle 05 in hiding"


def test_lists_of_own_units_only_leave_out_the_side() -> None:
    """On buttons and in lists, unless both sides share a list, such as targets."""
    fight = Fight()
    for counter, hex in (("g03", "E02"), ("g05", "E02"), ("s05", "E03")):
        fight.put(counter, hex)
    seen = see(fight.state, GERMAN)
    page = leaf(first(TITLE, seen))
    assert {"Rifle 03 at E02", "Rifle 05 at E02"} <= {button.label for button in page.buttons}
    assert not [button.label for button in page.buttons if "German" in button.label]
    who, target = (
        next(each for each in fields(Move) if each.is_name),
        next(each for each in fields(Fire) if each.name == "target"),
    )
    own, foe = UnitId("g05"), UnitId("s05")
    assert [TITLE.label(seen, who, id) for id in (own, foe)] == ["Rifle 05 at E02", "Soviet Rifle 05 at E03"]
    assert [TITLE.label(seen, target, id) for id in (own, foe)] == [
        "German Rifle 05 at E02",
        "Soviet Rifle 05 at E03",
    ]
    assert TITLE.label(see(fight.state, PUBLIC), who, own) == "German Rifle 05 at E02"
    for typed in ("Rifle 05", '"German Rifle 05", "German Rifle 03"', "german rifle 05, rifle 03 at e02"):
        units = order_reading.read_field(cast(AnyGame, TITLE), seen, Move, who, typed, {})
        assert units == (own, UnitId("g03"))[: typed.count(",") + 1]


@pytest.mark.case("COH-4.1e")
def test_half_a_hex_is_printed_and_not_played() -> None:
    one, two = Fight().state, Fight(maps="13").state
    assert [names.unplayed(one, text) for text in ("M01", "m03", "1-A01")] == ["COH-4.1e"] * 3
    assert [names.unplayed(one, text) for text in ("M02", "Z01", "3-A01", "L02", "")] == [""] * 5
    assert names.unplayed(two, "1-M03") == "COH-4.1e"
    assert names.unplayed(two, "1-G19") == "", "two halves that are joined are one hex"
    game, seen = titles()["firefight"], see(one, GERMAN)
    said = order_reading.parse(game, seen, "/firefight plot at:A01")
    assert isinstance(said, Malformed)
    assert "COH-4.1e: Half hexes at the rim are not played" in said.what
