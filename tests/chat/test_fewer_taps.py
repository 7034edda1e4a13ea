"""What spares taps: others go along by a press each, options are buttons, and a unit that can go on is shown."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from bot.chat.panel.order_page import go_on
from bot.chat.panel.page import A_ROW, Page
from bot.chat.panel.panel import begin
from bot.chat.panel.pieces import page as unit_page
from bot.chat.panel.pieces import same, subjects
from bot.chat.panel.way import Way, led, possible
from bot.kernel.game import verb
from bot.titles import titles
from tests.chat.fingertips import first, followed, leaf
from tests.chat.thumbs import Control, alike, next_step
from tests.match import AnyGame, AnySeen, Match

LONG = 60


def opened(title: str, scenario: str) -> Match:
    """Return a game that the computer is to play, as its options are at first."""
    game = titles()[title]
    return Match(
        game, scenario, {each.name: each.values[0] for each in game.scenarios[scenario].options}, bytes(32)
    )


def pressed(game: AnyGame, seen: AnySeen, wanted: Any) -> list[str]:
    """Return the labels of what is pressed for an order."""
    page, gone, labels = first(game, seen), set[Any](), list[str]()
    for _ in range(LONG):
        shown: Any = leaf(page)
        best = next_step(game, seen, wanted, shown, gone)
        assert best is not None, shown
        gone.add((best.custom_id, best.values))
        labels.append(_label(shown, best))
        if best.acts:
            assert alike(led(game, seen, followed(best)).action, wanted)
            return labels
        found = go_on(game, seen, followed(best))
        assert found is not None
        page = found
    raise AssertionError(labels)


def _label(page: Any, control: Control) -> str:
    named: dict[str, str] = {button.custom_id: button.label for button in page.buttons}
    return named.get(control.custom_id, f"from a list: {control.values}")


@pytest.fixture(scope="module")
def german() -> list[tuple[AnySeen, Any]]:
    """The orders of the first German movement and two attacks of the campaign, each with what is seen then."""
    match = opened("strike", "campaign")
    found: list[tuple[AnySeen, Any]] = []
    while sum(verb(type(wanted)) == "attack" for _, wanted in found) < 2:
        seat = match.asked[0]
        seen = match.seen(seat)
        found.append((seen, match.game.play(seen)))
        match.act(seat, found[-1][1])
    return found


def test_units_of_several_places_go_together_by_four_presses(german: list[tuple[AnySeen, Any]]) -> None:
    """One of them, its goal, who goes along, and the order; in no list."""
    moves = [(seen, wanted) for seen, wanted in german if verb(type(wanted)) == "move" and len(wanted.units) == 2]
    assert moves
    for seen, wanted in moves:
        labels = pressed(titles()["strike"], seen, wanted)
        assert labels[-1] == "Do it"
        assert len(labels) <= 4, labels
        assert not any(label.startswith("from a list") for label in labels[1:])


def test_an_area_is_attacked_where_one_taps_and_air_support_is_a_button(
    german: list[tuple[AnySeen, Any]],
) -> None:
    seen, wanted = next(each for each in german if verb(type(each[1])) == "attack")
    game = titles()["strike"]
    shown = first(game, seen).shown
    assert shown is not None
    assert {"Attack"} == {pick.label.split(":")[0] for pick in shown.picks[wanted.area]}
    labels = pressed(game, seen, wanted)
    assert [label.split(":")[0] for label in labels] == ["Attack", *(["air"] if wanted.air else []), "Do it"]


def test_an_attack_with_its_options_is_one_press_where_the_chance_says_all(
    german: list[tuple[AnySeen, Any]],
) -> None:
    """A battle that goes on: each option with its chance is given at once, and several lie behind a button.

    The best chance comes first.
    """
    seen, game = german[-1][0], titles()["strike"]
    options = [each for each in leaf(first(game, seen)).buttons if each.label.startswith("Attack, ")]
    assert any(each.label.startswith("Attack, bomb: ") for each in options)
    chances = [int(each.label.split()[-2]) for each in options]
    assert chances == sorted(chances, reverse=True)
    for each in options:
        assert each.custom_id.startswith("fp:act:")
        assert each.label.endswith(" %")
        action = led(game, seen, followed(Control(each.custom_id, (), 0, 1))).action
        assert game.judge(seen, action) is None
    assert "Attack …" in [each.label for each in leaf(first(game, seen)).buttons]


def test_other_units_are_buttons_beside_one_that_can_go_on(german: list[tuple[AnySeen, Any]]) -> None:
    """They are one tap away as far as there is room; those left over are in a list."""
    game, shown = titles()["strike"], 0
    for (_, done), (seen, _) in pairwise(german):
        kinds = possible(game, seen)
        if same(game, seen, kinds, done) is None:
            continue
        told = leaf(begin(game, seen, Way(1, 1), kinds, "Your orders", done=done))
        others = [each for each in told.buttons if re.match(r"fp:more:1:1::[\d+]+:0$", each.custom_id)]
        listed = [option["value"] for part in told.selects for option in part["options"]]
        there = {f":{each.custom_id.split(':')[5]}" for each in others}
        assert len(others) >= A_ROW
        assert not there & set(listed)
        assert {"Done", "All orders"} <= {each.label for each in told.buttons}
        goals = [each for each in told.buttons if each.label.startswith("Move: ")]
        assert not goals or "Move" not in [each.label for each in told.buttons], "its goals say all of it"
        shown += 1
    assert shown


def test_who_can_do_nothing_but_one_thing_does_it_by_one_press() -> None:
    """A fight with one target is told on the page of the unit, with its chance; its options are one press away."""
    match, found = opened("firefight", "first"), ""
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen, wanted = match.seen(seat), None
        for subject in subjects(game, seen, possible(game, seen)):
            if found or len(subject.pieces) > 1:
                continue
            shown = unit_page(game, seen, Way(1, 1), subject)
            wanted = next((each for each in leaf(shown).buttons if each.label.startswith("Fire · ")), None)
            if wanted is not None:
                action = led(game, seen, followed(Control(wanted.custom_id, (), 0, 1))).action
                assert wanted.custom_id.startswith("fp:act:")
                assert game.judge(seen, action) is None
                assert game.spoken(seen, action) in shown.text
                assert "Fire …" in [each.label for each in leaf(shown).buttons]
                found = wanted.label
        if found:
            break
        match.act(seat, game.play(seen))
    assert "% to hit" in found


def test_a_unit_that_can_go_on_is_shown_after_its_order() -> None:
    """Its orders are open at once, and another unit is one tap away, on the map or in a list."""
    match, page, last = opened("firefight", "first"), None, dict[Any, Any]()
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen = match.seen(seat)
        kinds = possible(game, seen)
        if seat in last and verb(type(last[seat])) == "move" and same(game, seen, kinds, last[seat]) is not None:
            page = begin(game, seen, Way(1, 1), kinds, "Your orders", done=last[seat])
            break
        last[seat] = game.play(seen)
        match.act(seat, last[seat])
    assert isinstance(page, Page)
    told = leaf(page)
    assert "Another goal, or another of your units" in [part["placeholder"] for part in told.selects]
    assert any(button.label.startswith("Move: ") for button in told.buttons), told
    assert page.shown is not None
    assert any(pick.custom_id.startswith("fs:goal") for picks in page.shown.picks.values() for pick in picks)


def test_all_go_each_to_its_own_place_by_a_press_for_each() -> None:
    match = opened("firefight", "first")
    for _ in range(LONG):
        seat = match.asked[0]
        wanted = match.game.play(match.seen(seat))
        if verb(type(wanted)) == "enter" and len(set(wanted.at)) > 1:
            break
        match.act(seat, wanted)
    labels = pressed(match.game, match.seen(seat), wanted)
    assert labels[1] == f"All {len(wanted.units)}, each to its own"
    assert len(labels) == len(wanted.units) + 3, labels


def test_a_list_says_no_ground_twice() -> None:
    """What stands in the name of a goal is not told again beside it."""
    match = opened("tide", "first")
    (kind,) = [each for each in match.game.actions if verb(each) == "advance"]
    shown = go_on(match.game, match.seen(match.asked[0]), Way(1, 1).to(kind, ("0",)))
    assert shown is not None
    told = [option for part in leaf(shown).selects for option in part["options"]]
    assert any("clear" in option["label"] for option in told)
    for option in told:
        assert not [part for part in option["description"].split(", ") if part in option["label"]], option
