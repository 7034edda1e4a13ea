"""Every unit and state differs from every other without colour, even on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from PIL import Image

from bot.titles.tide.printed.tables import tables
from render import counters, markers
from render.counters import SIGNALS, Counter
from render.figures import FIGURES
from render.look import LOOKS, Look
from render.shelters import SHELTERS, WINTER
from render.tide.pieces import SILHOUETTES
from render.vehicles import SILHOUETTES as DRAWN
from tests.render.likeness import apart, on

PHONE = 0.34
"""Pixels of the smallest counter in a crop that is shown 400 pixels wide."""
SIDES = ("german", "soviet", "american")

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
sides = pytest.mark.parametrize("side", SIDES)


def drawn(counter: Counter, look: Look) -> Image.Image:
    return on(counters.sprite(counter, look, PHONE), look.clear)


def closest(pictures: Mapping[str, Image.Image]) -> tuple[float, str, str]:
    return min((apart(pictures[a], pictures[b]), a, b) for a, b in itertools.combinations(pictures, 2))


@looks
@sides
def test_states_differ(look: Look, side: str) -> None:
    figures = ("regular",) * 4
    states = {signal: drawn(Counter(side, "3", figures, signals=(signal,)), look) for signal in SIGNALS}
    states["fresh"] = drawn(Counter(side, "3", figures), look)
    alike = {
        ("light", "pinned"),
        ("disrupted", "heavy"),
    }  # A squad has one, a vehicle the other: the letter differs.
    for a, b in itertools.combinations(sorted(states), 2):
        assert apart(states[a], states[b]) > (3 if (a, b) in alike else 15), (a, b)


@looks
@sides
def test_a_tired_squad_that_is_pinned_shows_both(look: Look, side: str) -> None:
    figures = ("mg", "regular", "officer")
    both = drawn(Counter(side, "3", figures, signals=("spent", "pinned")), look)
    for signals in ((), ("spent",), ("pinned",)):
        assert apart(both, drawn(Counter(side, "3", figures, signals=signals), look)) > 15


@looks
@sides
def test_figures_differ(look: Look, side: str) -> None:
    assert closest({kind: drawn(Counter(side, "3", (kind,)), look) for kind in FIGURES})[0] > 9


@looks
@sides
def test_silhouettes_differ_even_without_their_names(look: Look, side: str) -> None:
    assert closest({kind: drawn(Counter(side, "3", vehicle=kind), look) for kind in DRAWN})[0] > 12


@looks
@sides
@pytest.mark.parametrize("signals", [(), ("spent",), ("ready",), ("hidden",), ("spent", "disrupted")])
def test_a_lost_figure_leaves_an_empty_space(look: Look, side: str, signals: tuple[str, ...]) -> None:
    """So figures can be counted on a unit that is fatigued, too."""
    counted = [drawn(Counter(side, "3", ("regular",) * n, signals=signals), look) for n in (4, 3, 2)]
    fresh = [drawn(Counter(side, "3", ("regular",) * n), look) for n in (4, 3, 2)]
    for n in (0, 1):
        assert apart(*counted[n : n + 2]) > max(6, 0.84 * apart(*fresh[n : n + 2]))


@looks
def test_sides_differ(look: Look) -> None:
    assert closest({side: drawn(Counter(side, "3", ("regular",) * 4), look) for side in SIDES})[0] > 12


@looks
@sides
def test_specialists_differ(look: Look, side: str) -> None:
    badges = {letter: drawn(Counter(side, "3", ("regular",) * 4, badge=letter), look) for letter in "E+FAXS"}
    assert closest(badges)[0] > 2.5
    assert all(apart(each, drawn(Counter(side, "3", ("regular",) * 4), look)) > 9 for each in badges.values())


@looks
@sides
def test_a_concealed_unit_is_a_question_mark(look: Look, side: str) -> None:
    assert apart(drawn(Counter(side, "3"), look), drawn(Counter(side, "3", ("regular",) * 4), look)) > 25


@looks
@sides
def test_shelters_and_passengers_show(look: Look, side: str) -> None:
    loads = {str(n): drawn(Counter(side, "3", vehicle="truck", aboard=n), look) for n in (0, 1, 2)}
    assert closest(loads)[0] > 5
    kinds = {kind: drawn(Counter(side, "3", ("regular",), shelter=kind), look) for kind in ("", *SHELTERS)}
    assert closest(kinds)[0] > 15


@looks
def test_markers_differ_from_the_ground_and_from_one_another(look: Look) -> None:
    on_map = {kind: on(markers.marker(kind, look, 0.5), look.clear) for kind in markers.MARKERS}
    on_map["nothing"] = Image.new("RGB", on_map["wire"].size, look.clear)
    assert closest(on_map)[0] > 10


@looks
def test_plates_of_objectives_tell_kind_value_nation_and_holder(look: Look) -> None:
    plates = {
        f"{points} {value} {nation} {holder}": on(
            markers.objective(points, value, nation, holder, look, 0.5), look.clear
        )
        for points in (False, True)
        for value in (1, 2)
        for nation in ("", "german", "soviet")
        for holder in ("", "german", "soviet")
    }
    assert closest(plates)[0] > 4


def test_all_that_the_title_prints_is_drawn() -> None:
    printed = tables()
    assert {key.partition(".")[0] for key in printed.figures} == set(FIGURES)
    assert {FIGURES[key.partition(".")[0]][0] for key in printed.figures} == {1, 2}
    assert all(FIGURES[key.partition(".")[0]][0] == figure.spaces for key, figure in printed.figures.items())
    assert set(printed.vehicles) <= set(SILHOUETTES)
    assert {vehicle.type for vehicle in printed.vehicles.values()} <= {*SILHOUETTES, *DRAWN}
    assert set(SILHOUETTES.values()) <= set(DRAWN)
    forts = {kind for kind in SHELTERS if not kind.startswith(WINTER)}
    assert set(printed.works) == {*forts, *markers.MARKERS, "fougasse"}
    assert {WINTER + kind for kind in forts} <= set(SHELTERS)
