"""The decks, the cup and the guidelines: printed, and completed by us."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.titles.firefight.model.ids import SIDES, CardId, GeneratorId, Half, Side
from bot.titles.firefight.printed.cards import (
    action_deck,
    cards,
    counters_of,
    deck_of,
    defence_cup,
    named,
    side_of,
)
from bot.titles.firefight.printed.guidelines import Force, guidelines
from bot.titles.firefight.printed.units import named as counter_name
from bot.titles.firefight.printed.units import units

PRINTED = {
    ("g02", "bottom"): (["Rifle 03", "LMG 11", "Pioneer 16"], 1),
    ("g04", "bottom"): (["Pioneer 17", "Pioneer 18"], 1),
    ("s02", "bottom"): (["Rifle 03", "Rifle 04", "NKVD 20"], 1),
    ("s03", "bottom"): (["Rifle 05", "Rifle 06", "MMG 18", "NKVD 21"], 0),
    ("s04", "top"): (["Rifle 07", "Rifle 08"], 1),
    ("s16", "bottom"): (["ZiS-30 40", "BT-7 46"], 1),
}
TITLES = {
    "g01": "Special Event: Veteran",
    "g03": "Victory Points: Secure",
    "s01": "Special Rule: Well Prepared",
    "s02": "Victory Points: Defend",
    "s03": "Victory Points: Attrition",
    "s04": "Special Event: Partisans",
    "s07": "Special Rule: Disrupt",
    "s16": "Victory Points: Survive",
}


def test_nothing_is_wrong_with_the_cards() -> None:
    assert cards().problems == ()
    assert guidelines().problems == ()


@pytest.mark.parametrize("side", SIDES)
def test_a_deck_has_25_cards_with_two_halves(side: Side) -> None:
    deck = deck_of(side, 1, 25)
    assert len(deck) == 25
    for card in deck:
        record = cards().generator[card]
        assert record.bottom.units
        assert record.top.text
        assert len(record.top.heading) < 45


@pytest.mark.case("G-3.1b")
@pytest.mark.parametrize("side", SIDES)
def test_a_unit_stands_on_one_card_only(side: Side) -> None:
    halves: tuple[Half, ...] = ("top", "bottom")
    given = Counter(each for card in deck_of(side, 1, 25) for half in halves for each in counters_of(card, half))
    assert set(given.values()) == {1}
    assert all(units().counters[each].side == side for each in given)


@pytest.mark.case("G-1.0a")
@pytest.mark.parametrize(("card", "half"), PRINTED)
def test_cards_have_the_values_that_the_rules_quote(card: GeneratorId, half: Half) -> None:
    names, cap = PRINTED[card, half]
    option = cards().generator[card].option(half)
    assert [counter_name(each) for each in counters_of(card, half)] == names
    assert (option.cap, option.source) == (cap, "printed")


@pytest.mark.case("G-3.3a", "G-3.3b")
@pytest.mark.parametrize("card", TITLES)
def test_titles_that_the_rules_quote(card: GeneratorId) -> None:
    top = cards().generator[card].top
    assert (top.heading, top.source) == (TITLES[card], "printed")


@pytest.mark.parametrize("side", SIDES)
def test_infantry_comes_first_and_heavy_armour_last(side: Side) -> None:
    kinds = units().counters
    for card in deck_of(side, 1, 9):
        assert all(kinds[each].kind != "vehicle" for each in counters_of(card, "bottom")), named(card)
    for card in deck_of(side, 10, 16):
        assert all(kinds[each].front <= 16 for each in counters_of(card, "bottom")), named(card)
    heavy = [each for card in deck_of(side, 17, 25) for each in counters_of(card, "bottom")]
    assert sum(kinds[each].kind == "vehicle" and max(kinds[each].red, kinds[each].blue) >= 5 for each in heavy) > 5


def test_five_condition_cards_with_a_rule_and_a_benefit() -> None:
    conditions = cards().conditions
    assert [each.name for each in conditions.values()][:3] == ["Fog", "Rain", "Nightfall"]
    assert len(conditions) == 5
    assert all(each.benefit.text and each.text for each in conditions.values())


@pytest.mark.case("G-2.1.12", "G-3.7.3d")
def test_six_kinds_of_defence_counters_and_smoke_if_wanted() -> None:
    plain, smoky = defence_cup(smoke=False), defence_cup(smoke=True)
    kinds = {side for counter in plain for side in cards().defences[counter].sides}
    assert kinds == {"hasty", "trench", "bunker", "wire", "road block", "mines"}
    assert len(smoky) - len(plain) == 4


@pytest.mark.case("COH-7.1a", "G-2.1.3")
def test_the_action_deck_holds_every_copy_of_the_numbers_of_the_guideline() -> None:
    deck = Counter(action_deck(guidelines().found["intro"].actions))
    assert deck == {"02": 8, "03": 2, "04": 2, "05": 2, "06": 2, "07": 3}
    assert CardId("20") not in action_deck(guidelines().found["full-deck"].actions)
    assert CardId("40") not in action_deck(guidelines().found["light-armour"].actions)


@pytest.mark.case("G-2.1.8")
def test_a_generator_deck_holds_the_numbers_of_the_guideline() -> None:
    assert deck_of("soviet", 10, 16) == ("s10", "s11", "s12", "s13", "s14", "s15", "s16")
    assert side_of(GeneratorId("g10")) == "german"


def both(*force: object) -> tuple[Force, ...]:
    """Return the same force for either side."""
    first, last, hand, cap, draws = force
    return tuple(
        Force(side=side, cards=(first, last), hand=hand, cap=cap, draws=draws)  # type: ignore[arg-type]
        for side in SIDES
    )


@pytest.mark.parametrize(
    ("key", "rounds", "maps", "edges", "force"),
    [
        pytest.param("intro", 4, 1, "long", (1, 4, 4, 4, 1), marks=pytest.mark.case("G-guide-1")),
        pytest.param("infantry", 5, 1, "any", (1, 9, 5, 5, 1), marks=pytest.mark.case("G-guide-2")),
        pytest.param("light-armour", 5, 1, "any", (10, 16, 5, 4, 1), marks=pytest.mark.case("G-guide-3")),
        pytest.param("armour", 5, 2, "any", (10, 25, 7, 6, 1), marks=pytest.mark.case("G-guide-4")),
        pytest.param("full-deck", 5, 1, "any", (1, 25, 5, 4, 1), marks=pytest.mark.case("G-guide-5")),
        pytest.param("combined", 5, 1, "any", (1, 16, 5, 4, 1), marks=pytest.mark.case("G-guide-6")),
    ],
)
def test_guidelines_for_two(key: str, rounds: int, maps: int, edges: str, force: tuple[int, ...]) -> None:
    record = guidelines().found[key]
    assert (record.rounds, record.maps, record.edges, record.players) == (rounds, maps, edges, both(*force))


@pytest.mark.case("G-guide-7")
def test_the_guideline_for_three() -> None:
    record = guidelines().found["three-players"]
    german, soviet, other = record.players
    assert german == other == Force(side="german", cards=(1, 16), hand=4, cap=3, draws=1)
    assert soviet == Force(side="soviet", cards=(1, 25), hand=8, cap=6, draws=2)
    assert (record.order, record.edges) == ((0, 1, 2, 1), "three")


@pytest.mark.case("G-guide-8")
def test_the_guideline_for_four() -> None:
    record = guidelines().found["four-players"]
    assert [(each.side, each.cards) for each in record.players] == [
        ("german", (1, 12)), ("soviet", (1, 12)), ("german", (13, 25)), ("soviet", (13, 25)),
    ]  # fmt: skip
    assert all((each.hand, each.cap, each.draws) == (4, 5, 1) for each in record.players)


@pytest.mark.case("G-guide-2", "G-guide-3")
def test_variants() -> None:
    found = guidelines().found
    variants = {
        key: (each.variant.hands, each.variant.cap, each.variant.maps)
        for key, each in found.items()
        if each.variant and not each.variant.reverse
    }
    assert variants == {
        "infantry": ((3, 8), 0, 0),
        "light-armour": ((6, 6), None, 2),
        "armour": ((4, 10), -1, 1),
        "full-deck": ((3, 10), -1, 0),
        "combined": ((3, 10), -1, 0),
    }
    three = found["three-players"].variant
    assert three is not None
    assert three.reverse


SPELLED = {"one": 1, "a": 1, "another": 1, "two": 2, "three": 3, "four": 4}
COUNTED = ("vp", "rank", "within", "rounds", "cards", "number", "round")


@pytest.mark.case("G-1.0a", "G-3.2", "G-3.4")
@pytest.mark.parametrize("card", list(cards().generator))
def test_the_numbers_on_a_cards_face_match_its_effects(card: GeneratorId) -> None:
    top = cards().generator[card].top
    words = re.findall(r"\w+", top.text.lower())
    said = {int(word) if word.isdigit() else SPELLED[word] for word in words if word.isdigit() or word in SPELLED}
    done = {
        value
        for part in (*top.effects, *top.scores, *top.rules)
        for name in COUNTED
        if isinstance(value := getattr(part, name, 0), int) and value
    }
    own = re.search(r"You have (\d+) CAP", top.text)
    assert done - {1} <= said, "1 need not be said"
    assert -top.enemy_cap in {0, *said}
    assert own is None or int(own[1]) == top.cap
