"""Own records and scenarios: errors are found before any game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.kit.data_names import dangling
from bot.titles.firefight.model.ids import GeneratorId, HexId, HitId
from bot.titles.firefight.play.action_cards import CARDS, ELSEWHERE
from bot.titles.firefight.play.sequence import SEQUENCE
from bot.titles.firefight.printed import hits, lobby, maps, movement, solo, units
from bot.titles.firefight.printed.agreed import agreed
from bot.titles.firefight.printed.cards import DEEDS, ActionRecord, cards
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.scenarios import (
    STAGES,
    Placed,
    Ready,
    ScenarioRecord,
    misnamed,
    numbers,
    scenarios,
)

SHIPPED = Path(__file__).parents[2] / "data" / "firefight"


GENERATORS = f"expected one of {', '.join(f'{side}{number:02}' for side in 'gs' for number in range(1, 26))}"
Read = Callable[[dict[str, str]], list[Problem]]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Read]:
    """Lay files of the user's own over the data, and read everything again."""

    def forget() -> None:
        for each in (
            units.units, maps.maps, movement.tolls, cards, guidelines, solo.solo, hits.hits, scenarios, agreed,
        ):  # fmt: skip
            each.cache_clear()

    def reads(files: dict[str, str]) -> list[Problem]:
        for name, text in files.items():
            file = tmp_path / "firefight" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        forget()
        return [each for each in lobby.printed().problems if isinstance(each, Problem)]

    monkeypatch.setattr(data_files, "FOLDERS", [*data_files.FOLDERS, tmp_path])
    yield reads
    monkeypatch.undo()
    forget()


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
    assert list(dangling(hits.hits().markers, hits.Markers, {"case": cases})) == []
    strange = {HitId("pinned"): replace(markers["pinned"], case="COH-9.9z")}
    [(keys, why)] = dangling(strange, hits.Markers, {"case": cases})
    assert (keys, why.partition(";")[0]) == (("pinned", "case"), "there is no case 'COH-9.9z'")


def test_all_terrain_has_a_toll_and_nothing_else() -> None:
    tolls = movement.tolls().terrain
    assert list(movement.unknown(tolls)) == []
    typo = {("plowd" if key == "plowed" else key): toll for key, toll in tolls.items()}
    assert list(movement.unknown(typo)) == [
        (("terrain", "plowd"), "there is no terrain 'plowd'; did you mean 'plowed'?"),
        (("terrain",), "plowed is missing"),
    ]


def test_every_action_card_does_something() -> None:
    assert {*CARDS, *ELSEWHERE} == DEEDS
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
    return lambda ready: player(ready, placed=(Placed(unit=21, hex=HexId(hex), facing="N"),), waiting=(5, 18))


def mistakes() -> Iterator[Any]:
    """Yield faulty changes of the learning battle, each with its field and error."""
    at = ("ready", "players", "0")
    yield placed("1-M01"), (*at, "placed", "0", "hex"), "1-M01 is but half a hex"
    yield placed("1-E19"), (*at, "placed", "0", "hex"), "1-E19 is but half a hex"
    yield placed("3-D11"), (*at, "placed", "0", "hex"), "there is no hex '3-D11'; did you mean '1-D11'?"
    yield placed("1-Z99"), (*at, "placed", "0", "hex"), "there is no hex '1-Z99'; expected one such as '1-A01'"
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
        "there is no hex '1-E99'; did you mean '1-E19'?",
    )  # fmt: skip
    for field, value, why in (
        ("card", GeneratorId("s93"), f"there is no generator card 's93'; {GENERATORS}"),
        ("chosen", GeneratorId("s93"), f"there is no generator card 's93'; {GENERATORS}"),
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


def wrong(file: str, *changes: tuple[str, str]) -> tuple[str, dict[str, int]]:
    """Change words of a shipped file; return its text, and the line of each new word."""
    text = (SHIPPED / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text, {new: text[: text.index(new)].count("\n") + 1 + new.startswith("\n") for _, new in changes}


NAMES = (
    ('guideline = "intro"', 'guideline = "intros"', "guideline", "guideline 'intros'; did you mean 'intro'?"),
    ("1-F11", "1-F99", "ready.players.0.placed.1.hex", "hex '1-F99'; did you mean '1-F19'?"),
    ('"g03"', '"g93"', "ready.control.0.card", f"generator card 'g93'; {GENERATORS}"),
    ('chosen = "g04"', 'chosen = "g84"', "ready.record.5.chosen", f"generator card 'g84'; {GENERATORS}"),
    ('at = "turns"', 'at = "turn"', "tips.1.at", "moment for a tip 'turn'; did you mean 'turns'?"),
)
"""Wrong names in a battle: the old and the new text, the field and the report."""


@pytest.mark.parametrize("broken", [False, True])
def test_a_scenario_reports_all_its_wrong_names_at_once(read: Read, tmp_path: Path, broken: bool) -> None:
    """The names are reported beside wrong types and limits too."""
    changes = [(old, new) for old, new, _, _ in NAMES]
    limits = [("rounds = 4", "rounds = 0"), ('text = """', 'text = 3\nwhy = """')] if broken else []
    text, lines = wrong("scenarios/first.toml", *changes, *limits)
    found = read({"scenarios/own.toml": text})
    file = str(tmp_path / "firefight/scenarios/own.toml")
    expected = [Problem(file, lines[new], field, f"there is no {why}") for _, new, field, why in NAMES]
    if broken:
        expected += [
            Problem(file, lines["rounds = 0"], "ready.rounds", "is 0; expected 1 to 20"),
            Problem(file, lines['text = 3\nwhy = """'], "text", "Expected `str`, got `int`"),
        ]
    assert [each for each in expected if each not in found] == []
    assert "own" not in scenarios().found
    assert "first" in scenarios().found


@pytest.mark.parametrize(
    ("file", "old", "new", "field", "why"),
    [
        ("cards/soviet.toml", 'card = "molotov"', 'card = "molotow"', "cards.s{}.top.effects.1.card",
         "action card 'molotow'; did you mean 'molotov'?"),
        ("cards/actions.toml", "[cards.molotov]", "[cards.41]", "cards.41",
         "action card with an effect '41'; expected one of"),
        ("guidelines.toml", '"02", "03"', '"02", "1"', "guidelines.intro.actions.1", "action card '1'; "),
        ("hits.toml", 'case = "COH-', 'case = "CHO-', "hits.", "case 'CHO-"),
        ("solo/tiles.toml", "\ng01 =", "\ng91 =", "tiles.g91", f"generator card 'g91'; {GENERATORS}"),
        ("solo/orders.toml", '"counteractions"]', '"counteraction"]', "cards.01.priority.1",
         "order 'counteraction'; did you mean 'counteractions'?"),
        ("solo/orders.toml", 'hexes = ["', 'hexes = ["M', "cards.01.hexes.0", "full hex 'M"),
    ],
)  # fmt: skip
def test_a_file_names_only_existing_things(
    read: Read, tmp_path: Path, file: str, old: str, new: str, field: str, why: str
) -> None:
    text, lines = wrong(file, (old, new))
    found = [each for each in read({file: text}) if each.reason.startswith(f"there is no {why}")]
    begin, _, end = field.partition("{}")
    assert [(each.file, each.line) for each in found] == [(str(tmp_path / "firefight" / file), lines[new])]
    assert found[0].field.startswith(begin)
    assert found[0].field.endswith(end)


def test_tips_come_at_stages_that_there_are() -> None:
    assert tuple(stage.name for stage in SEQUENCE.stages) == STAGES


@pytest.mark.parametrize(
    ("file", "table", "why"),
    [
        ("cards/german.toml", "g01", "a card is named by its side and number, such as g04"),
        ("solo/orders.toml", "01", "an order card is named by its number, such as 04"),
    ],
)
def test_a_card_without_a_number_is_reported_and_left_out(
    read: Read, tmp_path: Path, file: str, table: str, why: str
) -> None:
    text, _ = wrong(file, (f"[cards.{table}", "[cards.mine"))
    text = text.replace(f"[cards.{table}", "[cards.mine")
    found = read({file: text})
    assert [(each.file, each.field, each.reason) for each in found if each.field == "cards.mine"] == [
        (str(tmp_path / "firefight" / file), "cards.mine", why)
    ]
    assert "first" in scenarios().found
    assert solo.deck_for("offense")
