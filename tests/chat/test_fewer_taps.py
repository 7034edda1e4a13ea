"""What spares taps: others go along by a press each, options are buttons, and a unit that can go on is shown."""

from __future__ import annotations

from typing import Any

import pytest

from bot.chat.order_page import go_on
from bot.chat.page import Page
from bot.chat.panel import begin
from bot.chat.pieces import same
from bot.chat.way import Way, led, possible
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
    """The orders of the first German movement and combat of the campaign, each with what is seen then."""
    match = opened("strike", "campaign")
    found: list[tuple[AnySeen, Any]] = []
    while not any(verb(type(wanted)) == "attack" for _, wanted in found):
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
    seen, wanted = german[-1]
    game = titles()["strike"]
    shown = first(game, seen).shown
    assert shown is not None
    assert {"Attack"} == {pick.label.split(":")[0] for pick in shown.picks[wanted.area]}
    labels = pressed(game, seen, wanted)
    assert [label.split(":")[0] for label in labels] == ["Attack", *(["air"] if wanted.air else []), "Do it"]


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
    assert "Another of your units" in [part["placeholder"] for part in told.selects]
    assert any(button.label.startswith("Move") for button in told.buttons), told
    assert page.shown is not None
    assert any(pick.custom_id.startswith("fs:goal") for picks in page.shown.picks.values() for pick in picks)
