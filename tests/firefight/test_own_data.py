"""Own records and scenarios: errors are found before any game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.titles.firefight.model.ids import CardId, GeneratorId, HitId
from bot.titles.firefight.play.action_cards import CARDS, ELSEWHERE
from bot.titles.firefight.printed import hits, lobby, movement, units
from bot.titles.firefight.printed.cards import DEEDS, ActionRecord, cards, idle
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.scenarios import Placed, Ready, ScenarioRecord, misnamed, numbers, scenarios

SHIPPED = Path(__file__).parents[2] / "data" / "firefight"


def shipped(file: str, table: str) -> dict[str, dict[str, Any]]:
    """Return the records of a table as they are written down."""
    found: dict[str, dict[str, Any]] = tomllib.loads((SHIPPED / file).read_text(encoding="utf-8"))[table]
    return found


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"attack": -3}, "Expected `int` >= 0 - at `$.attack`"),
        ({"range": -5}, "Expected `int` >= 0 - at `$.range`"),
        ({"move": 0}, "Expected `int` >= 1 - at `$.move`"),
        ({"numbers": []}, "Expected `array` of length >= 1 - at `$.numbers`"),
        ({"numbers": [0]}, "Expected `int` >= 1 - at `$.numbers[0]`"),
        ({"flank": 1}, "Expected `int` >= 2 - at `$.flank`"),
    ],
)
def test_a_unit_has_sound_values(changes: dict[str, Any], why: str) -> None:
    rifle = shipped("units.toml", "kinds")["german-rifle"]
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert({**rifle, **changes}, units.Kind)
    assert str(wrong.value) == why


def test_the_values_of_a_unit_fit_together() -> None:
    kinds = units.units().kinds
    mortar = kinds["mortar-8cm"]

    def found(**fields: Any) -> list[str]:
        return [why for _, why in units.absurd({"mortar-8cm": replace(mortar, **fields)})]

    assert found() == []
    assert found(minimum=17) == ["the shortest range is beyond the range of 16"]
    assert found(attack=0) == ["it has a range, and an attack of it costs nothing"]
    doubled = {"mortar-8cm": replace(mortar, numbers=(23, 23))}
    assert (("kinds", "mortar-8cm", "numbers"), "a number stands twice") in list(units.twice(doubled))


@pytest.mark.parametrize(
    "changes", [{"copies": -1}, {"copies": 21}, {"rally": 13}, {"pile": "hard"}, {"move": -1}]
)
def test_a_hit_marker_has_sound_values(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**shipped("hits.toml", "hits")["pinned"], **changes}, hits.HitRecord)


def test_a_pile_leaves_somebody_alive_and_quotes_cases_that_exist() -> None:
    markers = {str(id): each for id, each in hits.hits().markers.items()}
    assert list(hits.empty(markers)) == []
    gone = {id: replace(each, copies=0) if each.pile == "soft" else each for id, each in markers.items()}
    assert list(hits.empty(gone)) == [(("hits",), "no marker of the soft pile leaves its unit alive")]
    cases = scenarios().cases
    assert list(lobby.uncited("hits", hits.hits().markers, cases)) == []
    strange = {HitId("pinned"): replace(markers["pinned"], case="COH-9.9z")}
    assert list(lobby.uncited("hits", strange, cases)) == [
        (("hits", "pinned", "case"), "there is no case COH-9.9z")
    ]


def test_all_terrain_has_a_toll_and_nothing_else() -> None:
    tolls = movement.tolls().terrain
    assert list(movement.unknown(tolls)) == []
    typo = {("plowd" if key == "plowed" else key): toll for key, toll in tolls.items()}
    known = "open, light woods, heavy woods, wood building, stone building, plowed, water and wall"
    assert list(movement.unknown(typo)) == [
        (("terrain", "plowd"), f"there is no such terrain; known are {known}"),
        (("terrain",), "plowed is missing"),
    ]


def test_every_action_card_does_something() -> None:
    assert {*CARDS, *ELSEWHERE} == DEEDS
    assert list(idle(cards())) == []
    strange = replace(cards(), actions={CardId("99"): cards().actions[CardId("02")]})
    ((keys, why),) = idle(strange)
    assert keys == ("cards", "99")
    assert why.startswith("no action card has this number; there are 02, 03, ")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**shipped("cards/actions.toml", "cards")["02"], "copies": -8}, ActionRecord)


def first(change: Callable[[Ready], Ready]) -> ScenarioRecord:
    record = scenarios().found["first"]
    assert record.ready is not None
    return replace(record, ready=change(record.ready))


def player(ready: Ready, **fields: Any) -> Ready:
    """Change the first player."""
    return replace(ready, players=(replace(ready.players[0], **fields), *ready.players[1:]))


def placed(hex: str) -> Callable[[Ready], Ready]:
    return lambda ready: player(ready, placed=(Placed(unit=21, hex=hex, facing="N"),), waiting=(5, 18))


def mistakes() -> Iterator[Any]:
    """Yield faulty changes of the learning battle, each with its field and error."""
    at = ("ready", "players", "0")
    yield placed("1-M01"), (*at, "placed", "0", "hex"), "1-M01 is but half a hex"
    yield placed("1-E19"), (*at, "placed", "0", "hex"), "1-E19 is but half a hex"
    yield placed("3-D11"), (*at, "placed", "0", "hex"), "there is no hex 3-D11"
    yield placed("1-Z99"), (*at, "placed", "0", "hex"), "there is no hex 1-Z99"
    yield lambda it: player(it, waiting=(3, 4, 6, 20, 21)), at, "unit 21 is there twice"
    yield lambda it: player(it, waiting=(3, 4, 6, 20, 88)), at, "there is no soviet counter with the number 88"
    yield lambda it: player(it, later={"9": (7, 8)}), (*at, "later", "9"), "expected a round from 2 to 4"
    yield lambda it: replace(it, initiative=7), ("ready", "initiative"), "there is no player 7"
    yield lambda it: replace(it, maps=("1", "1")), ("ready", "maps"), "a map lies there twice"
    yield (
        lambda it: player(it, side="german"), ("ready", "players"),
        "the guideline has 2 players: german and soviet",
    )  # fmt: skip
    yield (
        lambda it: replace(it, control=(replace(it.control[0], hex="1-E99"),)), ("ready", "control", "0", "hex"),
        "there is no hex 1-E99",
    )  # fmt: skip
    for field, value, why in (
        ("card", GeneratorId("s93"), "there is no card s93"),
        ("chosen", GeneratorId("s93"), "there is no card s93"),
        ("seat", 5, "there is no player 5"),
        ("units", (5, 22), "player 1 has no unit 22"),
        ("units", (5, 6, 18), "the bottom half of card s03 brings 5, 6, 18 and 21"),
    ):
        change = {field: value}
        yield (
            lambda it, change=change: replace(it, record=(replace(it.record[0], **change),)),
            ("ready", "record", "0", field), why,
        )  # fmt: skip


@pytest.mark.parametrize(("change", "keys", "why"), list(mistakes()))
def test_a_ready_battle_names_only_existing_things(
    change: Callable[[Ready], Ready], keys: tuple[str, ...], why: str
) -> None:
    assert (keys, why) in list(misnamed(first(change)))


def test_the_shipped_battles_are_sound() -> None:
    assert [list(misnamed(each)) for each in scenarios().found.values() if any(misnamed(each))] == []


@pytest.mark.parametrize("key", ["first", "solo-defense", "solo-offense"])
def test_a_battle_that_is_ready_has_the_units_and_caps_of_its_record_board(key: str) -> None:
    record = scenarios().found[key]
    ready = record.ready
    assert ready is not None
    forces = {force.side: force for force in guidelines().found[record.guideline].players}
    for n, each in enumerate(ready.players, 1):
        halves = [(played, getattr(cards().generator[played.card], played.half)) for played in ready.record]
        own = [half for played, half in halves if played.seat == n]
        assert sorted(numbers(each)) == sorted(unit for half in own for unit in half.units)
        if ready.sheet is None or n == 1:
            assert each.base == forces[each.side].cap + sum(half.cap for half in own)
