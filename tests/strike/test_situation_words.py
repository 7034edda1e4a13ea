"""The situation in words, standing orders, and the sketches of actions and events."""

from __future__ import annotations

import re

import pytest

from bot.kernel.dice import SeededDice
from bot.kernel.game import decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, see
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, UnitId
from bot.titles.strike.printed.tables import tables
from tests.strike.board import begin, set_up

GAME = TITLE
FIELD = (
    "turn 2",
    "weather mud",
    "railways of the German gauge: C5",
    "A5: German 9th Army, XIV Panzer Corps, Railhead Centre, Luftflotte 1, Guderian disrupted",
    "G7: German 6th Army",
    "G7: Soviet 5th Army",
    "M5: Zhukov, 36th Rifle Corps reduced",
    "waiting: 25th Mechanized Corps, German Garrison",
    "Breakdown Box: VIII Corps",
    "Eliminated Box: Soviet 3rd Army",
    "German objectives: Kiev, Moscow",
    "G7, K5 are German",
    "German: 12 points",
)


def at(stage: str) -> State:
    state, events = begin(set_up(FIELD), stage, SeededDice(b"report"))
    for event in events:
        state = GAME.evolve(state, event)
    return state


@pytest.mark.parametrize(
    "words",
    [
        "turn 2 of 14 (13 July 1941)",
        "Weather: mud: 1 movement point less for troops, 1 column to the left in combat and "
        "+1 on the bombing roll.",
        "To act: German, who reads: “Move your units; 3 trains left.",
        "12 operations points",
        "holds Kiev; needs Moscow.",
        "Objectives (by default): holds Leningrad, Odessa and Sevastopol; needs Moscow and Kiev.",
        "Due in turn 3: 25th Mechanized Corps.",
        "Breakdown Box: VIII Corps (3-2-2).",
        "Eliminated Box: 3rd Army (2-5-2).",
        "Without supply in combat: G7 Kiev.",
        "Disrupted: Guderian.",
        "Railheads: A5 Warsaw.",
        "- G7 Kiev: German 6th Army (8-3-2); Russian 5th Army (3-5-2)",
        "36th Rifle Corps (0-2-2, reduced)",
    ],
)
def test_a_general_reads_it_all(words: str) -> None:
    assert words in GAME.status(see(at("german movement"), PUBLIC))


def test_an_empty_table_says_so() -> None:
    assert GAME.status(see(State(), PUBLIC)) == "The table is empty."


def test_a_player_reads_the_holdings_beside_the_map() -> None:
    held = GAME.held(see(at("german movement"), GERMAN)).splitlines()
    assert held[0].startswith("**German: ")
    assert any(line.startswith("- Objectives: ") for line in held)
    assert "- Breakdown Box: VIII Corps (3-2-2)." in held
    assert GAME.held(see(at("german movement"), PUBLIC)) == ""


def test_orders_are_shown_to_their_owner() -> None:
    state = at("german movement")
    assert GAME.orders(see(state, GERMAN)).count("You are asked") == 7
    action = do.Order(supply="buy", points=6, leader=UnitId("g-guderian"), withdrawal="hold")
    given = decide(GAME, state, GERMAN, action, SeededDice(b""))
    assert not isinstance(given, Refusal)
    for event in given:
        state = GAME.evolve(state, event)
    told = GAME.orders(see(state, GERMAN))
    assert "without it, for up to 6 points in one battle." in told
    assert "Guderian calls the strongest reserves that can join a defence." in told
    assert "Units that should withdraw hold if they can." in told


@pytest.mark.parametrize(
    ("action", "path"),
    [
        (do.Move((UnitId("g-xiv"),), AreaId("A6")), ("A5", "A6")),
        (do.Move((UnitId("g-xiv"),), AreaId("A6"), (AreaId("B6"),)), ("A5", "B6", "A6")),
        (do.Rail(UnitId("g-xiv"), AreaId("C5")), ("A5", "C5")),
        (do.Fly(UnitId("g-luft1"), AreaId("E5")), ("A5", "E5")),
        (do.Move((UnitId("g-a9"),), AreaId("O5")), ("A5", "O5")),
        (do.Attack(AreaId("G7")), ()),
    ],
)
def test_an_action_is_drawn_on_the_map(action: do.Action, path: tuple[str, ...]) -> None:
    sketch = GAME.sketch(see(at("german movement"), GERMAN), action)
    assert sketch is not None
    assert sketch.mark == (path[-1] if path else "G7")
    assert sketch.path == path


def test_a_battle_is_drawn_with_its_dice_and_its_chance() -> None:
    state = at("german combat")
    events = decide(GAME, state, GERMAN, do.Attack(AreaId("G7"), supply=True), SeededDice(b"battle"))
    assert not isinstance(events, Refusal)
    scenes = []
    for event in events:
        scenes.append((event, GAME.scene(see(state, PUBLIC), event)))
        state = GAME.evolve(state, event)
    [(fought, scene)] = [(event, scene) for event, scene in scenes if isinstance(event, ev.Fought)]
    assert scene is not None
    assert (scene.kind, scene.places) == ("fight", ("G7",))
    assert scene.rolls[0] == fought.roll
    worse = fought.chance > 0.5
    assert scene.chance == pytest.approx(1 - fought.chance if worse else fought.chance)
    assert scene.likely == ("Chance of a worse result" if worse else "Chance of this result or a better one")
    assert f"{fought.attack} to {fought.defence}" in scene.title


def test_phases_are_drawn_when_a_side_has_moved() -> None:
    state = at("german movement")
    ended = ev.StageBegan(8, "combat", "german combat", GERMAN)
    scene = GAME.scene(see(state, RUSSIAN), ended)
    assert scene is not None
    assert scene.title == "After the German movement of turn 2"


@pytest.mark.parametrize("scenario", sorted(GAME.scenarios))
def test_every_scenario_opens_with_its_map(scenario: str) -> None:
    state, scenes = GAME.blank(), []
    for event in GAME.open(scenario, {}, SeededDice(b"opening")):
        scenes.append(GAME.scene(see(state, PUBLIC), event))
        state = GAME.evolve(state, event)
    assert ("phase", tables().scenarios[scenario].name) in [(each.kind, each.title) for each in scenes if each]


def test_an_ox_is_explained_where_a_scenario_first_names_one() -> None:
    for record in tables().scenarios.values():
        texts = (record.text, *(tip.text for tip in record.tips))
        first = next((text for text in texts if re.search(r"\box(es)?\b", text)), "")
        assert not first or "(an octagon of the map)" in first, record.name
