"""Every figure of a unit or a place has a case with a meaning."""

from __future__ import annotations

import pytest

from bot.chat.panel import figures
from bot.kernel.secret import see
from bot.titles import titles
from bot.titles.firefight.field.ground import ground
from bot.titles.tide.field import names
from bot.titles.tide.model.table import Squad
from render.titles import PICTURES
from tests.firefight.fights import GERMAN, Fight
from tests.match import Match

LIMIT = 2000
"""The most letters of a message in Discord."""
SCENARIOS = [
    ("tide", "korsun", 12), ("strike", "campaign", 12), ("trap", "historical", 24), ("firefight", "first", 14),
]  # fmt: skip


def position(title: str, scenario: str, orders: int) -> Match:
    match = Match(titles()[title], scenario, {}, b"figures")
    for _ in range(orders):
        seen = match.seen(match.asked[0])
        assert match.act(seen.seat, match.game.play(seen), "computer") is None
    return match


@pytest.mark.parametrize(("title", "scenario", "orders"), SCENARIOS)
def test_every_figure_is_explained_by_a_case(title: str, scenario: str, orders: int) -> None:
    match = position(title, scenario, orders)
    game, seen = match.game, match.seen(match.asked[0])
    taken = set(PICTURES[title].standings(seen.state).values())
    places = [place for place in taken if place in PICTURES[title].places(seen.state)]
    assert places
    for place in places:
        found = list(game.profiles(seen, place))
        assert len(found) > 1, "units and the ground"
        for n, profile in enumerate(found):
            assert profile.figures, profile.name
            assert {figure.cite for figure in profile.figures} <= game.cases.keys()
            page = figures.page(game, seen, 1, place, n)
            assert all(f"({figure.cite})" in page.text for figure in profile.figures)
            assert len(page.text) <= LIMIT


def test_a_squad_that_a_seat_cannot_read_has_no_figures() -> None:
    match, hidden = position("tide", "first", 0), 0
    for viewer in match.viewers:
        seen = match.seen(viewer)
        for unit in seen.state.units.values():
            if isinstance(unit, Squad) and unit.hex and not unit.base.known:
                hidden += 1
                named = [each for each in match.game.profiles(seen, unit.hex) if each.name == names.full(unit)]
                assert [[figure.name for figure in each.figures] for each in named] == [["Concealed"]]
    assert hidden


def test_water_gives_its_change_of_a_defence() -> None:
    state = Fight(maps="5").state
    land = ground(state.field)
    wet = next(hex for hex in land.places if land[hex].terrain == "water")
    *_, profile = titles()["firefight"].profiles(see(state, GERMAN), wet)
    assert ("Defence", "-1 for foot units") in [(each.name, each.value) for each in profile.figures]
