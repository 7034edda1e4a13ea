"""Odds against every way in which the dice of an attack can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from statistics import mean
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Course
from bot.kernel.secret import private, redact
from bot.kit.events import evolve
from bot.titles.firefight.field.rolls import at_least, reaches
from bot.titles.firefight.field.shots import CRITICAL
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, HexId, HitId, UnitId
from bot.titles.firefight.model.table import DESTROYED
from bot.titles.firefight.printed.hits import hits
from tests.firefight.fights import GERMAN, Fight


class More(Exception):
    """The dice must fall once more."""


class Path:
    """Dice that fall as written down, and ask for more at the end."""

    def __init__(self, falls: tuple[tuple[int, ...], ...]) -> None:
        self.falls, self.drawn = falls, 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        if self.drawn == len(self.falls):
            raise More(dice, sides)
        self.drawn += 1
        return Roll(purpose, sides, self.falls[self.drawn - 1], self.drawn)


def fallen(dice: int, sides: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield falls of dice with their chances; a fall stands for all of its sum."""
    each = list(product(range(1, sides + 1), repeat=dice))
    number = Counter(map(sum, each))
    yield from ((faces, Fraction(number[total], len(each))) for total, faces in {sum(f): f for f in each}.items())


def ways(fight: Fight, action: do.Fire) -> Iterator[tuple[Fraction, Any]]:
    """Yield how an attack can end, with its chance."""
    open_: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(Fraction(1), ())]
    while open_:
        chance, falls = open_.pop()
        play: Course[Any, Any] = Course(evolve, fight.state, Path(falls), fight.seat)
        try:
            fight.verb(action).resolve(play, fight.state.steps[-1], action)
        except More as more:
            open_ += [(chance * share, (*falls, faces)) for faces, share in fallen(*more.args)]
        else:
            yield chance, play.state


def exact(fight: Fight, action: do.Fire, target: str) -> dict[str, float]:
    """Return the chances of a target: destroyed, or hit, and with which marker."""
    found: dict[str, Fraction] = {}
    before = fight[target].hit
    for chance, state in ways(fight, action):
        unit = state.units[UnitId(target)]
        if unit.hex == DESTROYED:
            found["destroyed"] = found.get("destroyed", Fraction()) + chance
        elif unit.hit is not None and before is None:
            marker = unit.hit.marker.open()
            found["hit"] = found.get("hit", Fraction()) + chance
            found[marker] = found.get(marker, Fraction()) + chance
    return {key: float(chance) for key, chance in found.items()}


def fire(at: str, *units: str, aim: tuple[int, ...] = ()) -> do.Fire:
    return do.Fire(tuple(map(UnitId, units)), HexId(f"1-{at}"), aim=aim)


@pytest.mark.case("COH-3.1a", "COH-3.1b", "COH-3.5a", "COH-3.5i", "COH-3.6d")
@pytest.mark.parametrize("aim", [(), (2,)])
def test_a_shot_at_one_target_is_worth_what_all_its_dice_say(aim: tuple[int, ...]) -> None:
    fight = Fight()
    fight.put("g09", "I02", "N")
    fight.put("s05", "E02", "S")
    fight.put("g04", "L02", "N", hit="pinned")
    fight.put("s06", "A02", "S", hit="berserk!")
    action = fire("E02", "g09", aim=aim)
    odds, real = fight.odds(action), exact(fight, action, "s05")
    assert odds["Rifle 05 is destroyed"] == pytest.approx(real["destroyed"])
    assert odds["Rifle 05 is hit and survives"] == pytest.approx(real["hit"])
    for marker in ("pinned", "suppressed", "stunned", "unnerved", "panicked", "cowering"):
        assert odds[marker] == pytest.approx(real[marker])
    assert "berserk" not in odds


PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]


@pytest.mark.case("COH-7.2a")
@pytest.mark.parametrize("over", [0, CRITICAL])
@pytest.mark.parametrize("number", range(2, 15))
def test_a_card_that_mends_a_roll_is_counted(number: int, over: int) -> None:
    """Against all dice: a short roll is rolled again, or gets 2 more by luck.

    On a 1 luck takes 3 off.
    """
    again = mean(
        first >= number + over if first >= number else second >= number + over
        for first in PAIRS
        for second in PAIRS
    )
    assert float(reaches(number, over, "again")) == pytest.approx(again)
    lucky = mean(
        first + (0 if first >= number or number - first > 2 else -3 if die == 1 else 2) >= number + over
        for first in PAIRS
        for die in range(1, 7)
    )
    assert float(reaches(number, over, "luck")) == pytest.approx(lucky)


@pytest.mark.case("COH-7.2a")
def test_an_attack_with_a_card_is_worth_more() -> None:
    fight = Fight()
    fight.put("g09", "I02", "N")
    fight.put("s05", "E02", "S", hit="pinned!")
    action = fire("E02", "g09")
    hit = at_least(8)
    assert fight.odds(action)["Rifle 05 is destroyed"] == pytest.approx(hit)
    named = fight.odds(replace(action, card=CardId("07")))
    assert named["Rifle 05 is destroyed"] == pytest.approx(hit + (1 - hit) * hit)


def test_cards_that_are_held_and_not_named_are_said() -> None:
    fight = Fight()
    fight.put("g09", "I02", "N", hit="pinned")
    fight.put("s05", "E02", "S")
    held = private((CardId("07"), CardId("11")), GERMAN)
    fight.set(
        players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], cards=held, card_count=2)}
    )
    for action, said in (
        (fire("E02", "g09"), "not counted: Veteran NCO or Careful Aiming, which you hold and can name with it"),
        (do.Rally((UnitId("g09"),)), "not counted: Veteran NCO, which you hold and can name with it"),
        (
            replace(fire("E02", "g09"), card=CardId("07")),
            "Veteran NCO counts for the first roll that falls short, and is kept if none does",
        ),
    ):
        found = fight.verb(action).odds(fight.at(), action)
        assert found is not None
        assert said in found.notes


@pytest.mark.case("COH-3.1b", "COH-3.5f")
def test_a_shot_at_a_unit_that_is_hit_already() -> None:
    fight = Fight()
    fight.put("g09", "I02", "N")
    fight.put("s05", "E02", "S", hit="panicked!")
    action = fire("E02", "g09")
    assert fight.odds(action)["Rifle 05 is destroyed"] == pytest.approx(exact(fight, action, "s05")["destroyed"])


@pytest.mark.case("COH-3.1d", "COH-3.6d")
def test_a_tank_in_close_range_of_a_gun() -> None:
    fight = Fight()
    fight.put("g28", "G02", "N")
    fight.put("s45", "F02", "S")
    action = fire("F02", "g28")
    odds, real = fight.odds(action), exact(fight, action, "s45")
    assert odds["BT-7 45 is destroyed"] == pytest.approx(real["destroyed"])
    assert odds["immobilised"] == pytest.approx(real["immobilised"])


@pytest.mark.case("COH-3.5a")
def test_unknown_markers_are_averaged_over_the_possible_markers() -> None:
    """The odds are the mean over every marker that may be face down on the target."""
    fight = Fight()
    fight.put("g09", "I02", "N")
    lasting = [marker for marker in hits().pile("soft") if not hits().markers[marker].fatal]
    average = 0.0
    for marker, copies in Counter(lasting).items():
        fight.put("s05", "E02", "S", hit=marker)
        average += copies / len(lasting) * exact(fight, fire("E02", "g09"), "s05")["destroyed"]
        seen = redact(fight.state, fight.seat)
        assert seen.units[UnitId("s05")].hit is not None
        fight.set(piles={**fight.state.piles, "soft": Fight().state.piles["soft"]})
    fight.put("s05", "E02", "S", hit="pinned")
    assert fight.odds(fire("E02", "g09"))["Rifle 05 is destroyed"] == pytest.approx(average)


def few_markers(fight: Fight) -> None:
    """Leave three soft markers in the pile: a fatal one and two others."""
    bearers = iter([*(f"s{n:02}" for n in range(7, 16)), *(f"g{n:02}" for n in range(1, 9))])
    left = Counter(hits().pile("soft")) - Counter(map(HitId, ("destroyed", "pinned", "unnerved")))
    for marker in left.elements():
        fight.put(next(bearers), "A18", hit=f"{marker}!")


@pytest.mark.case("COH-3.1d", "COH-3.5a", "COH-3.5i")
def test_a_marker_that_one_target_takes_the_next_one_does_not_draw() -> None:
    fight = Fight()
    few_markers(fight)
    fight.put("g09", "I02", "N")
    for target in ("s01", "s02"):
        fight.put(target, "E02", "S")
    action = fire("E02", "g09", aim=(2, 2))
    odds = fight.odds(action)
    for target, name in (("s01", "Rifle 01"), ("s02", "Rifle 02")):
        real = exact(fight, action, target)
        assert odds[f"{name} is destroyed"] == pytest.approx(real["destroyed"])
        assert odds[f"{name} is hit and survives"] == pytest.approx(real["hit"])


@pytest.mark.case("COH-3.1d", "COH-7.2a")
@pytest.mark.parametrize("cards", [("07",), ("13",), ("07", "13")])
def test_a_card_that_the_first_roll_does_not_need_mends_the_next_one(cards: tuple[str, ...]) -> None:
    fight = Fight()
    fight.put("g09", "I02", "N")
    for target in ("s01", "s02"):
        fight.put(target, "E02", "S", hit="unnerved!")
    held = private(tuple(map(CardId, cards)), GERMAN)
    mine = replace(fight.state.players[GERMAN], cards=held, card_count=len(cards))
    fight.set(players={**fight.state.players, GERMAN: mine})
    action = replace(fire("E02", "g09"), card=CardId(cards[0]), also=tuple(map(CardId, cards[1:])))
    odds = fight.odds(action)
    for target, name in (("s01", "Rifle 01"), ("s02", "Rifle 02")):
        assert odds[f"{name} is destroyed"] == pytest.approx(exact(fight, action, target)["destroyed"])
