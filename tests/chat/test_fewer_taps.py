"""Fewer taps: companions by a press, options as buttons, units that can continue."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from discord import ButtonStyle
from msgspec.structs import replace

from bot.chat.desk.order_text import spoken
from bot.chat.panel import hint, in_words
from bot.chat.panel.changes import says_all
from bot.chat.panel.in_words import Told
from bot.chat.panel.order_page import LAST, go_on
from bot.chat.panel.page import A_ROW, Choice, Page, goal_of, tinted
from bot.chat.panel.page import button as button_of
from bot.chat.panel.panel import begin
from bot.chat.panel.piece_page import page as unit_page
from bot.chat.panel.pieces import at_once, names, same, standing, subjects, value_called
from bot.chat.panel.values import possible
from bot.chat.panel.walk import led, way_to
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import fields
from bot.kernel.game import Sketch, legal, open_kinds, verb
from bot.kit.advice import Remark, of_odds
from bot.kit.english import short
from bot.kit.plans import goes_on
from bot.titles import titles
from bot.titles.firefight.model.actions import Enter, Pivot
from bot.titles.firefight.model.steps import Turn
from bot.titles.strike.model.actions import Attack, Convert, Fly
from bot.titles.strike.model.table import AreaId, UnitId
from bot.titles.tide.model.actions import Join, Spend
from tests.chat.fingertips import Button, Leaf, first, followed, leaf
from tests.chat.positions import LONE, positions
from tests.chat.thumbs import Control, alike, next_step
from tests.match import AnyGame, AnySeen, Match, step

LONG = 60
ON_BUTTONS = {
    r"(?:It takes|They take) (\S+) of (?:its |the )?\S+ movement points?(?: that it has left)?\.": r"\1 point",
    r"He takes (\S+) of \S+ movement points\.": r"\1 point",
    r"It takes (\d+) of (?:its|their|the group's) \d+ action points\.": r"\1 AP",
    r"The way ends among the enemies there: (\d+) against (\d+)\.": r"battle \1 : \2",
    r"Nothing would supply a battle there now\.": "no supply",
}
"""How buttons say in brief what sentences say of an order before it is given."""


def on_button(said: str) -> str:
    """Return the button text for a sentence."""
    return next(found.expand(brief) for told, brief in ON_BUTTONS.items() if (found := re.fullmatch(told, said)))


def opened(title: str, scenario: str) -> Match:
    """Return a game that the computer is to play, as its options are at first."""
    game = titles()[title]
    return Match(
        game, scenario, {each.name: each.values[0] for each in game.scenarios[scenario].options}, bytes(32)
    )


def pressed(game: AnyGame, seen: AnySeen, wanted: Any) -> list[str]:
    """Return the labels pressed for an order."""
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
    """The orders of the first German movement and two attacks, each with its view."""
    match = opened("strike", "campaign")
    found: list[tuple[AnySeen, Any]] = []
    while sum(verb(type(wanted)) == "attack" for _, wanted in found) < 2:
        seat = match.asked[0]
        seen = match.seen(seat)
        found.append((seen, match.game.play(seen)))
        match.act(seat, found[-1][1])
    return found


def test_units_of_several_places_go_together_by_four_presses(german: list[tuple[AnySeen, Any]]) -> None:
    """A unit, its move, its goal, and the order with companions.

    A stack needs two presses.
    """
    game, found = titles()["strike"], set[str]()
    for seen, wanted in german:
        if verb(type(wanted)) == "move" and len(wanted.units) == 2:
            labels = pressed(game, seen, wanted)
            stack = len({standing(game, seen)[unit] for unit in wanted.units}) == 1
            assert labels[-1].startswith("Move: " if stack else "Do it with "), labels
            assert len(labels) <= (2 if stack else 4), labels
            found.add(labels[-1][:4])
    assert found == {"Move", "Do i"}


@pytest.mark.parametrize("course", [("strike", "campaign"), ("firefight", "first"), ("tide", "first")])
def test_the_order_of_a_green_button_is_described_before(course: tuple[str, str]) -> None:
    """Every immediate order of a unit's page is described, with chance and dangers.

    Its button's facts are not repeated, and facts common to all orders come first.
    """
    match, goals = opened(*course), 0
    game = match.game
    for _ in range(LONG):
        if not match.asked:
            break
        seen = match.seen(match.asked[0])
        for subject in subjects(game, seen, possible(game, seen))[:2]:
            shown = leaf(unit_page(game, seen, Way(1, 1), subject))
            greens = [each for each in shown.buttons if each.custom_id.startswith("fp:act:")]
            told = [line for line in shown.content.split("\n") if line.startswith("- ")]
            assert len(set(told)) == len(told), "no order is told twice"
            for each in greens:
                action = led(game, seen, followed(Control(each.custom_id, (), 0, 1))).action
                assert game.judge(seen, action) is None
                assert not game.undone(seen, action)
                text = shown.content.casefold()
                untold = [said for said in game.beforehand(seen, action) if said.casefold() not in text]
                assert all(on_button(said) in each.label for said in untold), (untold, each.label)
                chance = of_odds(game.odds(seen, action))
                assert chance.words in shown.content or chance.mark in each.label
                *_, last = [field for field in fields(type(action)) if field.required]
                goal = value_called(game, seen, last, getattr(action, last.name))
                assert (
                    at_once(game, seen, action)
                    or game.spoken(seen, action) in shown.content
                    or goal in each.label
                    or each.label.startswith((f"{spoken(type(action))} with ", f"{spoken(type(action))}, "))
                ), each.label
                assert "- Whichever you choose: " not in shown.content.partition("- ")[2]
            goals += any(": " in each.label for each in greens)
        match.act(match.asked[0], game.play(seen))
    assert goals


def test_with_options_each_order_is_shown_before_it_is_given(german: list[tuple[AnySeen, Any]]) -> None:
    """The page of a unit leads to a page without immediate buttons.

    Orders can be queued there.
    """
    game = titles()["strike"]
    seen = next(seen for seen, wanted in german if verb(type(wanted)) == "move" and len(wanted.units) > 1)
    subject = next(each for each in subjects(game, seen, possible(game, seen)) if len(each.pieces) > 1)
    shown = leaf(unit_page(game, seen, Way(1, 1), subject))
    (options,) = [each for each in shown.buttons if each.label == "With options …"]
    way = Way.read(options.custom_id.split(":")[2:])
    assert way is not None
    page = go_on(game, seen, way)
    assert page is not None
    careful = leaf(page)
    assert not [each for each in careful.buttons if each.custom_id.startswith("fp:act:")], careful
    goal = next(each for each in careful.buttons if each.label.startswith("Move: "))
    page = go_on(game, seen, followed(Control(goal.custom_id, (), 0, 1)))
    assert page is not None
    assert {"Do it", "Add to the list"} <= {each.label for each in leaf(page).buttons}


def test_units_of_a_stack_that_stay_behind_are_named(german: list[tuple[AnySeen, Any]]) -> None:
    """A green button moves the others without them: air units do not march."""
    game, seen = titles()["strike"], next(seen for seen, wanted in german if verb(type(wanted)) == "fly")
    fliers, found = {action.unit for action in legal(game, seen, Fly)}, 0
    for subject in subjects(game, seen, possible(game, seen)):
        lines = unit_page(game, seen, Way(1, 1), subject).text.split("\n")
        alone = [each for each in subject.pieces if each in fliers and len(subject.pieces) > 1]
        told = (
            [f"The orders below are not for {names(game, seen, alone)}: press a name for its own."]
            if alone
            else []
        )
        assert [line for line in lines if line.startswith("The orders below")] == told
        found += len(told)
    assert found


def test_a_tap_on_the_map_shows_an_order_before_it_is_given(german: list[tuple[AnySeen, Any]]) -> None:
    """A finger may miss: map goals lead to the order in words, unlike their buttons."""
    game, seen = titles()["strike"], next(seen for seen, wanted in german if verb(type(wanted)) == "move")
    greens = 0
    for subject in subjects(game, seen, possible(game, seen)):
        shown = unit_page(game, seen, Way(1, 1), subject)
        greens += any(each.custom_id.startswith("fp:act:") for each in leaf(shown).buttons)
        assert shown.shown is not None
        assert not [
            pick for picks in shown.shown.picks.values() for pick in picks if pick.custom_id.startswith("fp:act:")
        ]
    assert greens


def test_a_player_who_ends_a_part_of_the_turn_reads_about_undone_work_without_a_question(
    german: list[tuple[AnySeen, Any]],
) -> None:
    """They continue themselves and can undo it; before the turn passes they are asked."""
    game, asked = titles()["strike"], set[bool]()
    for seen, wanted in german:
        if verb(type(wanted)) == "done" and (left := game.undone(seen, wanted)):
            page = leaf(first(game, seen))
            (done,) = [each for each in page.buttons if each.label == "Done"]
            assert done.custom_id.startswith("fp:act:") == goes_on(game, seen, wanted)
            assert (left in page.content) == goes_on(game, seen, wanted)
            asked.add(goes_on(game, seen, wanted))
    assert True in asked


def test_an_area_is_attacked_where_one_taps_and_air_support_is_a_button(
    german: list[tuple[AnySeen, Any]],
) -> None:
    seen, wanted = next(each for each in german if verb(type(each[1])) == "attack")
    game = titles()["strike"]
    shown = first(game, seen).shown
    assert shown is not None
    assert {"Attack"} == {pick.label.split(":")[0] for pick in shown.picks[wanted.area]}
    labels = pressed(game, seen, wanted)
    assert wanted.air
    assert [" ".join(label.split(":")[0].split()[:4]) for label in labels] == ["Attack", "Do it with Luftflotte"]


def test_an_attack_with_options_is_one_press_if_the_chance_says_all() -> None:
    """A battle in progress: better changes are given at once, the best first.

    A green button without improvement would look like advice, so other options are behind one button.
    """
    found = 0
    for game, seen, page in begun("strike", "first"):
        battles = [each for each in page.buttons if each.label.startswith("Attack: ")]
        if len(battles) != 1:
            continue
        stands = of_odds(game.odds(seen, given(game, seen, battles[0]))).order
        options = [each for each in page.buttons if re.match(r"Attack(,| with) ", each.label)]
        chances = [of_odds(game.odds(seen, given(game, seen, each))).order for each in options]
        assert chances == sorted(chances)
        assert all(chance < stands for chance in chances), page.buttons
        assert "Attack …" in [each.label for each in page.buttons]
        found += len(options)
    assert found


def test_a_tap_on_the_goal_of_a_listed_order_shows_it() -> None:
    """Its button gives the order, the map shows it, and a second tap there gives it."""
    game, found = titles()["strike"], set[str]()
    for _, seen, page in begun("strike", "first"):
        shown = first(game, seen).shown
        looks = [each for each in page.selects if each["placeholder"] == "Preview an order"]
        for place, (tap, *_) in shown.picks.items() if shown is not None and looks else ():
            assert tap.custom_id == looks[0]["custom_id"]
            assert tap.value in [option["value"] for option in looks[0]["options"]]
            one = go_on(game, seen, followed(Control(tap.custom_id, (tap.value,), 0, 1)))
            assert one is not None
            assert "Do it" in [each.label for each in leaf(one).buttons]
            if (goals := one.shown.picks if one.shown is not None else {}) and place in goals:
                found.add(goals[place][0].label)
    assert "Do it" in found


def test_a_way_leads_to_its_end_or_to_what_is_stormed_from_there() -> None:
    way = Sketch(("C7", "D7"), path=("C7", "D7"), mark="C7")
    assert goal_of(way) == "D7"
    assert goal_of(replace(way, mark="E6")) == "E6"
    assert goal_of(Sketch((), line=("B4", "E6"))) == "E6"
    assert goal_of(Sketch(("C3",), mark="C3")) == "", "who taps their own unit may want something else"


def test_the_end_of_a_drawn_way_gives_the_order() -> None:
    """That also holds without a choice of place, as for a railhead on its railway."""
    game, found = titles()["strike"], 0
    for _, seen, _ in begun("strike", "first"):
        for action in legal(game, seen, Convert) if Convert in open_kinds(game, seen) else ():
            page = go_on(game, seen, way_to(game, seen, Way(1, 1), Convert, {"railhead": action.railhead}))
            assert page is not None
            assert page.shown is not None
            (tap,) = page.shown.picks[action.to]
            assert (tap.custom_id.split(":")[1], tap.label) == ("act", "Do it")
            found += 1
    assert found


@cache
def begun(title: str, scenario: str) -> tuple[tuple[AnyGame, AnySeen, Leaf], ...]:
    """Return the first page of each order of a game, with its view."""
    match, found = opened(title, scenario), list[tuple[AnyGame, AnySeen, Leaf]]()
    for _ in range(LONG):
        if match.asked:
            seen = match.seen(match.asked[0])
            found.append((match.game, seen, leaf(first(match.game, seen))))
            match.act(match.asked[0], match.game.play(seen))
    return tuple(found)


@cache
def of_units() -> tuple[tuple[AnyGame, AnySeen, Page], ...]:
    """Return each unit's page at each order of the first firefight, with its view."""
    return tuple(
        (game, seen, unit_page(game, seen, Way(1, 1), subject))
        for game, seen, _ in begun("firefight", "first")
        for subject in subjects(game, seen, possible(game, seen))
    )


def given(game: AnyGame, seen: AnySeen, button: Button) -> Any:
    """Return the order that a button gives at once."""
    assert button.custom_id.startswith("fp:act:"), button
    action = led(game, seen, followed(Control(button.custom_id, (), 0, 1))).action
    assert game.judge(seen, action) is None
    return action


def test_among_many_options_those_with_a_better_chance_are_one_press() -> None:
    """Several battles with many options each; the others are behind a button."""
    found = 0
    for game, seen, page in begun("strike", "campaign"):
        battles = [each for each in page.buttons if re.fullmatch(r"Attack: (?!.* with )[^,]* · .*", each.label)]
        others = [each for each in page.buttons if re.match(r"Attack: [^,·]*(, | with )", each.label)]
        for each in others if len(battles) > 2 else ():
            action = given(game, seen, each)
            plain = next(
                known for known in (given(game, seen, each) for each in battles) if known.area == action.area
            )
            assert of_odds(game.odds(seen, action)).order < of_odds(game.odds(seen, plain)).order
            assert "Attack …" in [each.label for each in page.buttons]
            found += 1
    assert found


def test_where_one_of_a_stack_can_advance_alone_is_one_press() -> None:
    """After a battle; where all of them can go is not said again."""
    found = 0
    for game, seen, page in begun("strike", "campaign"):
        advances = [each for each in page.buttons if each.label.startswith("Advance: ")]
        alone = [each for each in advances if re.match(r"Advance: [^,]*, [A-Z]\d", each.label)]
        together = {each.label.split()[1] for each in advances if each not in alone}
        for each in alone if "All orders" in [each.label for each in page.buttons] else ():
            action = given(game, seen, each)
            assert len(action.units) == 1
            assert f", {action.to}" in each.label
            assert action.to not in together
            found += 1
    assert found


def test_a_card_with_a_single_use_is_described_and_one_press() -> None:
    found = 0
    for game, seen, page in begun("firefight", "first"):
        for each in page.buttons:
            if each.label.startswith("Card: ") and each.custom_id.startswith("fp:act:"):
                action = given(game, seen, each)
                assert each.label.endswith(short(game.label(seen, fields(type(action))[0], action.card)))
                assert game.spoken(seen, action) in page.content
                found += 1
    assert found


def test_an_option_without_dice_is_one_press_where_its_button_says_all() -> None:
    found = 0
    for game, seen, page in begun("tide", "first"):
        for each in page.buttons:
            if each.label.startswith("Remove, a"):
                assert given(game, seen, each).figure == each.label.split()[-1].lower()
                found += 1
    assert found


def test_the_best_change_of_a_fight_is_beside_it() -> None:
    """It adds support, or helps the roll."""
    found = 0
    for game, seen, whole in of_units():
        page = leaf(whole)
        fires = [each for each in page.buttons if each.label.startswith("Fire: ")]
        for change in [each for each in fires if ", " in each.label.partition(" ·")[0]]:
            at_whom = change.label.partition(", ")[0]
            plain = given(game, seen, next(each for each in fires if each.label.startswith(f"{at_whom} ·")))
            better = given(game, seen, change)
            assert of_odds(game.odds(seen, better)).order < of_odds(game.odds(seen, plain)).order
            known = game.beforehand(seen, plain)
            assert all(said in page.content or said in known for said in game.beforehand(seen, better))
            found += 1
    assert found


def test_the_only_target_is_named_and_tinted() -> None:
    """As if there were several: a button that says "Fire" alone would not say at whom."""
    found = 0
    for _, _, page in of_units():
        fires = [each.label for each in leaf(page).buttons if re.match(r"Fire\b[^…]*$", each.label)]
        targets = {each.removeprefix("Fire: ").partition(" ·")[0].partition(",")[0] for each in fires}
        assert "Fire" not in targets
        if len(targets) == 1:
            assert page.shown is not None
            (whom,) = targets
            assert f"1-{whom}" in page.shown.sketch.places
            assert f"1-{whom}" in page.shown.picks
            found += 1
    assert found


def test_other_units_come_before_goals_without_description() -> None:
    """They are buttons if not all have room; other goals need a second look anyway."""
    match, last, found = opened("firefight", "first"), dict[Any, Any](), 0
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen = match.seen(seat)
        page = leaf(begin(game, seen, Way(1, 1), possible(game, seen), "Your orders", done=last.get(seat)))
        goals = [each for each in page.buttons if re.match(r"(Move|Fire): ", each.label)]
        units = [each for each in page.buttons if re.match(r"fp:more:1:1::\d+:0$", each.custom_id)]
        listed = [option["value"] for part in page.selects for option in part["options"]]
        if goals and any(value.startswith(":") for value in listed):
            assert all(each.custom_id.startswith("fp:act:") for each in goals)
            found += len(units) > 0
        last[seat] = game.play(seen)
        match.act(seat, last[seat])
    assert found


def test_other_units_are_buttons_beside_a_unit_that_can_continue(german: list[tuple[AnySeen, Any]]) -> None:
    """They are one tap away while there is room; the rest is in a list."""
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


def test_a_unit_with_a_single_order_gives_it_by_one_press() -> None:
    """A fight with one target is described on the unit's page.

    Its options are a press away.
    """
    match, found = opened("firefight", "first"), ""
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen, wanted = match.seen(seat), None
        for subject in subjects(game, seen, possible(game, seen)):
            if found or len(subject.pieces) > 1:
                continue
            shown = unit_page(game, seen, Way(1, 1), subject)
            labels = [each.label for each in leaf(shown).buttons]
            wanted = next((each for each in leaf(shown).buttons if each.label.startswith("Fire: ")), None)
            if wanted is not None and "Fire …" in labels:
                action = led(game, seen, followed(Control(wanted.custom_id, (), 0, 1))).action
                assert wanted.custom_id.startswith("fp:act:")
                assert game.judge(seen, action) is None
                assert game.spoken(seen, action) in shown.text
                found = wanted.label
        if found:
            break
        match.act(seat, game.play(seen))
    assert "% to hit" in found


def test_a_number_without_options_is_one_press() -> None:
    """The learning game sells no munitions, so only the card's command is chosen."""
    match, seat = positions()["spend"]
    game, seen = match.game, match.seen(seat)
    assert match.scenario == "first"
    page = go_on(game, seen, Way(1, 1).to(Spend, ()))
    assert page is not None
    assert page.text.startswith("**Spend**\nHow much goes on your initiative card?")
    amounts = [button for button in leaf(page).buttons if button.label.isdecimal()]
    assert [given(game, seen, button).command for button in amounts] == [int(each.label) for each in amounts]


def test_answers_without_names_are_a_press_each_in_words() -> None:
    """If a concealed squad may join a defence, both answers show their chances."""
    match, seat = positions()["join"]
    game, seen = match.game, match.seen(seat)
    answers = [*legal(game, seen, Join)]
    page = begin(game, seen, Way(1, 1), possible(game, seen), "")
    green = [button for button in leaf(page).buttons if (button.custom_id or "").startswith("fp:act:")]
    assert [given(game, seen, button) for button in green] == answers
    for answer, button in zip(answers, green, strict=True):
        said = game.spoken(seen, answer).removesuffix(".")
        assert re.fullmatch(rf"{re.escape(said)} · \d+ % to hold", button.label)
        assert said not in page.text, "its button says it"


def test_a_unit_that_can_continue_is_shown_after_its_order() -> None:
    """Its orders are open at once, and other units are a tap away, on map or list."""
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
    assert labels[0] == f"Enter: All {len(wanted.units)}, each to its own place"
    assert len(labels) == len(wanted.units) + 1, labels


def test_the_last_place_of_a_group_names_its_effect_and_the_loss() -> None:
    """The page says that the last pick gives the order, and which points are lost."""
    match = opened("firefight", "first")
    game = match.game
    while Turn not in {type(each) for each in match.state.steps}:
        match.act(match.asked[0], game.play(match.seen(match.asked[0])))
    for _ in range(2):  # Each side has an active unit then, with points left.
        seat = match.asked[0]
        match.act(seat, next(legal(game, match.seen(seat), Pivot)))
    seen = match.seen(match.asked[0])
    units = max((each.units for each in legal(game, seen, Enter)), key=len)
    way = Way(1, 1).to(Enter, ("+".join(map(str, range(len(units)))), "x"))
    for asked in units:
        page = go_on(game, seen, way)
        assert page is not None
        last = asked == units[-1]
        assert (LAST in page.text) == last, page.text
        assert ("spent by it, with 6 action points unused" in page.text) == last, page.text
        acts = [(button.custom_id or "").startswith("fp:act:") for button in leaf(page).buttons]
        assert any(acts) == last
        read = Way.read((leaf(page).buttons[0].custom_id or "").split(":")[2:])
        assert read is not None
        way = read


def test_a_list_of_goals_asks_without_the_typed_form() -> None:
    """The hint about an order of several hexes is only for typed commands."""
    match = opened("firefight", "first")
    while Turn not in {type(each) for each in match.state.steps}:
        match.act(match.asked[0], match.game.play(match.seen(match.asked[0])))
    page = go_on(match.game, match.seen(match.asked[0]), Way(1, 1).to(Enter, ("0+1",)))
    assert page is not None
    assert page.text.endswith("Where?")
    assert [part["placeholder"] for part in leaf(page).selects] == ["Where"]


def test_a_list_names_no_terrain_twice() -> None:
    """Words in the name of a goal are not repeated beside it."""
    match = opened("tide", "first")
    (kind,) = [each for each in match.game.actions if verb(each) == "advance"]
    shown = go_on(match.game, match.seen(match.asked[0]), Way(1, 1).to(kind, ("0",)))
    assert shown is not None
    told = [option for part in leaf(shown).selects for option in part["options"]]
    assert any("clear" in option["label"] for option in told)
    for option in told:
        assert not [part for part in option["description"].split(", ") if part in option["label"]], option


def test_each_unit_of_an_entered_group_joins_with_its_own_goal() -> None:
    """A move of a unit offers the others as buttons.

    Each asks its goal, and the order has all.
    """
    match = opened("firefight", "first")
    for _ in range(LONG):
        seat = match.asked[0]
        wanted = match.game.play(match.seen(seat))
        match.act(seat, wanted)
        if verb(type(wanted)) == "enter" and len(wanted.units) > 1:
            break
    while seat not in match.asked:
        match.act(match.asked[0], match.game.play(match.seen(match.asked[0])))
    game, seen = match.game, match.seen(seat)
    (move,) = [kind for kind in possible(game, seen) if verb(kind) == "move"]
    of_one = next(
        each
        for unit in wanted.units
        for each in legal(game, seen, move, {"units": (unit,)})
        if _goes_along(game, seen, each)
    )
    label, further = _goes_along(game, seen, of_one)[0]
    assert re.fullmatch(r"\+ .+ …", label)
    asked = led(game, seen, further).asks
    assert asked is not None
    assert asked.own == of_one.to, "the place of the first one is kept"
    way = picked(further, asked.at, [str(asked.shown[0][0])])
    action = led(game, seen, way).action
    assert len(action.units) == len(action.to) == 2
    assert game.judge(seen, action) is None
    last = go_on(game, seen, further)
    assert last is not None
    assert last.shown is not None
    taps = [pick.custom_id for picks in last.shown.picks.values() for pick in picks]
    assert taps
    assert not any(each.startswith("fp:act:") for each in taps), "a tap on the map shows the order"
    green = [each for each in leaf(last).buttons if each.custom_id.startswith("fp:act:")]
    assert bool(green) is not bool(_goes_along(game, seen, action)), "who is the last one goes by a green button"
    while more := _goes_along(game, seen, action):
        further = more[0][1]
        asked = led(game, seen, further).asks
        assert asked is not None
        action = led(game, seen, picked(further, asked.at, [str(asked.shown[0][0])])).action
    last = go_on(game, seen, further)
    assert last is not None
    assert any(each.custom_id.startswith("fp:act:") for each in leaf(last).buttons), "a green button gives it"


def _goes_along(game: AnyGame, seen: AnySeen, order: Any) -> list[tuple[str, Way]]:
    """Return the companions with a goal of their own, and their ways."""
    way = way_to(game, seen, Way(1, 1), type(order), {"units": order.units, "to": order.to})
    page = go_on(game, seen, way)
    assert page is not None
    found = [each for each in leaf(page).buttons if each.label.startswith("+ ") and each.label.endswith("…")]
    return [(each.label, followed(Control(each.custom_id, (), 0, 1))) for each in found]


def test_facts_common_to_all_orders_come_before_them() -> None:
    found = 0
    for _, _, page in of_units():
        told = [line for line in page.text.split("\n") if line[:2] == "- "]
        common = [n for n, line in enumerate(told) if line.startswith("- Whichever you choose: ")]
        assert common in ([], [0]), told
        found += len(common)
    assert found


def test_the_chance_is_on_the_map_if_a_unit_can_move_there_and_fire() -> None:
    choices = [
        Choice("a", "", "Move: C12", "2 AP", "2", "C12"),
        Choice("b", "", "Assault: C12", "under 1 %", "under 1 %", "C12"),
        Choice("c", "", "Fire: C12", "42 %", "42 %", "C12"),
    ]
    assert dict(tinted(choices).notes) == {"C12": "42 %"}
    assert dict(tinted(choices[:2]).notes) == {"C12": "under 1 %"}


def test_a_hint_is_given_unit_by_unit_only_if_it_names_several() -> None:
    """The computer gives standing orders first, and a player is advised to answer."""
    game = titles()["firefight"]
    match = Match(game, "first", {}, b"hint")
    seen = match.seen(match.asked[0])
    assert game.advise(seen) != game.play(seen)
    assert hint.page(game, seen, Way(1, 0)).text.startswith("💡 **The computer would do this.**")


def test_a_hint_to_give_standing_orders_shows_no_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are sentences in their own dialog; here the whole of them is shown."""
    match = opened("firefight", "first")
    seen = match.seen(match.asked[0])
    wanted = match.game.play(seen)
    assert verb(type(wanted)) == "order"
    monkeypatch.setattr(match.game, "advise", lambda seen: wanted)
    page = leaf(hint.page(match.game, seen, Way(1, 1)))
    assert [each.label for each in page.buttons] == ["Do it", "Your orders"]
    assert not page.selects


def test_a_hint_is_beside_a_unit_that_continues_if_a_row_has_room() -> None:
    """In Grozny after an order to a whole column; else all orders lead to it."""
    match, last, found = opened("trap", "first"), dict[Any, Any](), 0
    game = match.game
    while match.asked:
        seat = match.asked[0]
        seen = match.seen(seat)
        page = leaf(begin(game, seen, Way(1, 1), possible(game, seen), "Your orders", done=last.get(seat)))
        labels = [each.label for each in page.buttons]
        listed = [option["value"] for part in page.selects for option in part["options"]]
        others = any(value.startswith(":") for value in listed)
        found += others and {"Hint", "All orders"} <= set(labels)
        last[seat] = game.play(seen)
        match.act(seat, last[seat])
    assert found


def test_orders_that_need_a_question_are_not_described_before() -> None:
    """An example is the end of an activation while units could enter: its button asks."""
    match, found = opened("trap", "historical"), 0
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen = match.seen(seat)
        page = leaf(first(game, seen))
        ends = [each for each in page.buttons if each.label == "Done" and each.custom_id.startswith("fp:more:")]
        if ends and any(each.custom_id.startswith("fp:act:") for each in page.buttons):
            assert "Finish here." not in page.content
            found += 1
        match.act(seat, game.play(seen))
    assert found


def test_a_named_option_is_removed_in_words() -> None:
    """As in "Not 0124", where a column would come in at that hex as well."""
    match = opened("trap", "historical")
    game = match.game
    for _ in range(LONG):
        seat = match.asked[0]
        seen = match.seen(seat)
        wanted = game.advise(seen)
        if verb(type(wanted)) == "enter" and wanted.also:
            break
        match.act(seat, game.play(seen))
    labels = [each.label for each in leaf(hint.page(game, seen, Way(1, 1))).buttons]
    assert f"Not {wanted.also[0]}" in labels


def test_a_change_names_its_side_effects_or_is_not_one_press() -> None:
    """An extra airlift of supply beside a paid supply is shown before it is done."""
    match = opened("strike", "first")
    game, seen = match.game, match.seen(match.asked[0])
    attack, paying = Attack(AreaId("C3")), "Paying for supply"
    paid = msgspec.structs.replace(attack, supply=True)
    flown = msgspec.structs.replace(paid, airlift=UnitId("g-luft2"))
    found = [says_all(game, seen, attack, *each) for each in ((paid, paying), (flown, paying))]
    assert found == [True, False]
    assert says_all(game, seen, attack, flown, f"{paying}, with Luftflotte 2")


def test_a_line_that_says_no_more_than_its_button_is_left_out() -> None:
    match = opened("strike", "first")
    game, seen = match.game, match.seen(match.asked[0])
    button = Choice("act", "", "Attack: C3 Memel", at_once=True)
    assert in_words.lines(game, seen, [Told(Attack(AreaId("C3")), Remark(), (), button)]) == []
    dangers = Told(Attack(AreaId("C3")), Remark(), ("It may rain.",), button)
    assert in_words.lines(game, seen, [dangers]) == ["- Attack at C3 Memel. It may rain."]


def test_an_order_without_alternatives_has_one_button() -> None:
    """A draw from the only deck or a discard of the only card asks no more."""
    for name, label in (("draw", "Draw: Morale I"), (LONE, "Subvert: Air Drop")):
        match, seat = positions()[name]
        labels = [button.label for button in leaf(first(match.game, match.seen(seat))).buttons]
        assert [each for each in labels if each.startswith(label.partition(":")[0])] == [label]


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_green_button_gives_an_order_and_no_way_back_is_green(title: str) -> None:
    match, rnd = opened(title, "first"), Random(1)
    for _ in range(5):
        step(match, rnd)
        seen = match.seen(match.asked[0])
        begun = first(match.game, seen)
        ways = (Way.read(button.custom_id.split(":")[2:]) for button in leaf(begun).buttons)
        led_to = (go_on(match.game, seen, way) for way in ways if way is not None and not way.planned)
        for page in (begun, *filter(None, led_to)):
            parts = [part for row in page.view.to_components() for part in row["components"]]
            green = [part for part in parts if part.get("style") == ButtonStyle.success.value]
            assert all(part["custom_id"].startswith("fp:act:") for part in green), green


def test_a_button_with_too_many_facts_leaves_out_the_last_ones_whole() -> None:
    facts = "83 % to hurt the enemy, 8 % to lose both units, 3 % some steps, battle 8:5"
    assert button_of(Choice("act", "", "Attack: C3 Memel", facts)).item.label == (
        "Attack: C3 Memel · 83 % to hurt the enemy, 8 % to lose both units"
    )
    assert button_of(Choice("act", "", "Attack: C3 Memel", "83 %, battle 8:5")).item.label == (
        "Attack: C3 Memel · 83 %, battle 8:5"
    )
