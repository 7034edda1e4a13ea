"""Odds are those of the dice that would fall: all 36 throws are made and counted."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Odds, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, private, see
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.field import combat, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Orders, UnitId
from tests.strike.board import set_up
from tests.strike.test_lines import QUIET, positions

GAME = TITLE
STANDS = Orders(supply="never", reserves="none", withdrawal="hold", press="never", air="never", ties="first")


class Fixed:
    """Dice with chosen combat values only."""

    def __init__(self, faces: tuple[int, int]) -> None:
        self.faces = faces
        self.drawn = 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Return the chosen faces for a combat, ones for all else."""
        self.drawn += 1
        return Roll(purpose, sides, self.faces if purpose == "combat" else (1,) * dice, self.drawn)


def fight(state: State, seat: Seat) -> State:
    """Let the combat phase of a side begin, with nothing for anybody to decide."""
    orders = {each: private(STANDS, each) for each in (GERMAN, RUSSIAN)}
    step = steps.Combat(seat, counters.shared(state))
    return replace(state, steps=(step,), seat=seat, phase="combat", stage=8, orders=orders)


def thrown(state: State, seat: Seat, action: do.Attack) -> Counter[str]:
    """Count the results of all throws of two dice."""
    found: Counter[str] = Counter()
    for faces in product(range(1, 7), range(1, 7)):
        now, events, dice = state, decide(GAME, state, seat, action, Fixed(faces)), Fixed(faces)
        while True:
            assert not isinstance(events, Refusal), events
            fought = next((event for event in events if isinstance(event, ev.Fought)), None)
            if fought is not None:
                break
            for event in events:
                now = GAME.evolve(now, event)
            answer = GAME.answer(see(now, counters.other(seat)))
            assert isinstance(answer, do.Defend)
            events = decide(GAME, now, counters.other(seat), answer, dice)
        found[fought.result] += 1
    return found


def shown(odds: Odds) -> dict[str, float]:
    return {name.partition(":")[0]: chance for name, chance in odds.chances}


@QUIET
@given(positions(), st.sampled_from((GERMAN, RUSSIAN)), st.sampled_from(("differential", "odds")))
def test_a_battle_has_the_chances_that_were_shown(state: State, seat: Seat, method: str) -> None:
    state = fight(state, seat)
    for area in counters.shared(state)[:2]:
        action = do.Attack(area, method)  # type: ignore[arg-type]
        sides = combat.sides(state, area, seat)
        if combat.column(method, sides.attack, sides.defence) is None:  # type: ignore[arg-type]
            continue
        odds = GAME.odds(see(state, seat), action)
        assert odds is not None
        counted = {result: n / 36 for result, n in thrown(state, seat, action).items()}
        assert shown(odds) == pytest.approx(counted)


@pytest.fixture
def river() -> State:
    return fight(
        set_up(
            [
                "G8: German 6th Army, XIV Panzer Corps, Luftflotte 1",
                "G8: Soviet 5th Army",
                "G7: Guderian",
                "I8: Zhukov, 36th Rifle Corps",
                "German: 20 points",
                "Russian: 5 points",
            ]
        ),
        GERMAN,
    )


@pytest.mark.case("11.2.1", "11.3.3", "11.4.1", "11.5.4", "9.2.3")
def test_both_methods_stand_side_by_side_and_supply_has_its_price(river: State) -> None:
    bare, supplied, helped = (
        GAME.odds(see(river, GERMAN), action)
        for action in (
            do.Attack(AreaId("G8")),
            do.Attack(AreaId("G8"), supply=True),
            do.Attack(AreaId("G8"), supply=True, air=UnitId("g-luft1")),
        )
    )
    assert bare is not None
    assert supplied is not None
    assert helped is not None
    for words in (
        "By differential: +6 (3:1) becomes",
        "By odds: +6 (3:1) becomes",
        "your supply, for 5",
        "Zhukov",
    ):
        assert any(words in note for note in bare.notes), words
    assert {(m.cite, m.n) for m in bare.modifiers} - {(m.cite, m.n) for m in supplied.modifiers} == {("11.5", -2)}
    assert {(m.cite, m.n) for m in helped.modifiers} - {(m.cite, m.n) for m in supplied.modifiers} == {
        ("9.2.3", 1)
    }


@pytest.mark.case("7.2.1a", "7.2.1b-1")
def test_under_the_commissar_a_withdrawal_is_no_success() -> None:
    lines = ["G8: 1st Panzer Group, Guderian", "G8: Soviet 5th Army", "O5: Commissar"]
    free = fight(set_up(lines), GERMAN)
    watched = fight(set_up([*lines[:2], "G8: Commissar"]), GERMAN)
    free_odds, odds = (GAME.odds(see(state, GERMAN), do.Attack(AreaId("G8"))) for state in (free, watched))
    assert free_odds is not None
    assert odds is not None
    assert dict(free_odds.chances)["DW: the defenders withdraw"] > 0
    named = [name for name, _ in odds.chances if name.startswith("DW")]
    assert named == ["DW: nothing, since the Commissar forbids the defenders to withdraw"]
    assert any("counter-attack" in note for note in odds.notes)
    assert not any("A withdrawal is" in note for note in odds.notes)
    withdraws = dict(odds.chances)[named[0]]
    suffers = [each for each in odds.notes if each.startswith("By odds")]
    without = [each for each in free_odds.notes if each.startswith("By odds")]
    assert percent(without[0]) - percent(suffers[0]) == pytest.approx(100 * withdraws, abs=1)


@pytest.mark.case("7.2.2a", "11.3.4")
def test_a_side_under_the_commissar_must_attack_on_the_lowest_column() -> None:
    lines = ["G8: German 4th Army, German 6th Army", "G8: 36th Rifle Corps reduced", "G8: Commissar"]
    odds = GAME.odds(see(fight(set_up(lines), RUSSIAN), RUSSIAN), do.Attack(AreaId("G8")))
    assert odds is not None
    assert not any("below the lowest column" in note for note in odds.notes)


def percent(note: str) -> int:
    """Read how often the defender suffers."""
    return int(note.split("suffers in ")[1].split(" ")[0].strip("%\u202f\u00a0"))


def test_actions_without_dice_have_no_odds(river: State) -> None:
    for action in (do.Done(), do.Attack(AreaId("E5")), do.Attack(AreaId("X1")), do.Recover(UnitId("g-a6"))):
        assert GAME.odds(see(river, GERMAN), action) is None


@pytest.mark.case("12.1.1")
def test_guderian_recovers_on_four_or_less() -> None:
    state = set_up(["E5: Guderian disrupted", "German: 10 points"])
    odds = GAME.odds(see(state, GERMAN), do.Recover(UnitId("g-guderian")))
    assert odds is not None
    assert dict(odds.chances)["recovers"] == pytest.approx(4 / 6)


def test_a_defender_is_warned_that_reserves_need_supply_as_well() -> None:
    state = set_up(
        [
            "G2: German 4th Army, Guderian",
            "G2: Soviet 5th Army",
            "I2: German 9th Army",
            "H3: XIV Panzer Corps",
            "F3: Konev, 36th Rifle Corps",
            "Russian: 9 points",
        ]
    )
    state = replace(state, steps=(steps.Battle(AreaId("G2"), GERMAN, "odds"),), seat=GERMAN, phase="combat")
    called = (UnitId("s-rc36"),)
    for points, warned in ((9, True), (11, False)):
        seen = see(replace(state, points={**state.points, RUSSIAN: points}), RUSSIAN)
        odds = GAME.odds(seen, do.Defend(called, UnitId("s-konev"), supply=True))
        assert odds is not None
        assert any("nobody gets any" in note for note in odds.notes) == warned
