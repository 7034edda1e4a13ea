"""Every counter and sign of the staff map differs without colour and is readable."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from PIL import Image

from bot.titles.strike.model.table import GERMAN, RUSSIAN
from render.canvas import contrast, luminance
from render.formations import ARMS, Formation, commander, formation
from render.look import LOOKS, Look
from render.strike import layers, rails, weather
from render.strike.inks import inks
from render.strike.key import GROUND, swatch
from render.strike.tokens import SIGNS, Token, flag, token
from tests.render.likeness import apart, on

PHONE = 0.3
"""Pixels of a counter in the crop of a crowded battle, shown 400 pixels wide."""
LETTERS, LARGE = 4.5, 3.0
"""The least contrast that the WCAG asks of text, and of signs and large letters."""

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)


def army(look: Look, arm: str = "infantry", reduced: bool = False, nation: str = "german") -> Formation:
    return Formation("18", "XXXX", arm, 4, "(4)2", inks(look).livery(nation), reduced)


def all_apart(pictures: Mapping[str, Image.Image], least: float) -> None:
    for a, b in itertools.combinations(pictures, 2):
        assert apart(pictures[a], pictures[b]) > least, (a, b)


@looks
def test_arms_differ(look: Look) -> None:
    all_apart({arm: on(formation(army(look, arm), look, PHONE), inks(look).land) for arm in ARMS}, 6)


@looks
def test_a_reduced_formation_differs_from_a_whole_one(look: Look) -> None:
    for livery, arm in itertools.product(inks(look).liveries, ARMS):
        whole, reduced = (
            on(formation(army(look, arm, down, livery.side), look, PHONE), inks(look).land)
            for down in (False, True)
        )
        assert apart(whole, reduced) > 12, (livery.side, arm)


@looks
def test_leaders_in_command_differ_from_leaders_out_of_command(look: Look) -> None:
    for nation in ("german", "soviet"):
        livery = inks(look).livery(nation)
        well, out = (
            on(commander("Konev", 3, down, livery, look, PHONE), inks(look).land) for down in (False, True)
        )
        assert apart(well, out) > 12


@looks
def test_the_supports_of_armies_differ(look: Look) -> None:
    livery = inks(look).livery("soviet")
    tokens = {kind: on(token(Token(kind, livery), look, PHONE), inks(look).land) for kind in SIGNS}
    tokens["disrupted trucks"] = on(token(Token("trucks", livery, down=True), look, PHONE), inks(look).land)
    tokens["supply by air"] = on(token(Token("luftwaffe", livery, badge="S"), look, PHONE), inks(look).land)
    all_apart(tokens, 9)


@looks
def test_a_flag_tells_whether_its_objective_is_held(look: Look) -> None:
    for nation in ("german", "soviet"):
        held, wanted = (
            on(flag(inks(look).livery(nation), is_, look, 0.5), inks(look).land) for is_ in (True, False)
        )
        assert apart(held, wanted) > 40


@looks
def test_lines_of_both_sides_differ(look: Look) -> None:
    land = inks(look).land
    all_apart({str(seat): on(layers.strand(seat, 0, look, 0.5), land) for seat in (GERMAN, RUSSIAN)}, 8)
    way = ((0.0, 0.0), (160.0, 0.0))
    marches = {str(seat): on(layers.march(way, seat, look, 0.5), land) for seat in (GERMAN, RUSSIAN)}
    all_apart(marches, 8)


@looks
def test_a_converted_railway_differs(look: Look) -> None:
    russian, german = (on(rails.half((1, 0), False, done, look, 0.8), inks(look).land) for done in (False, True))
    assert apart(russian, german) > 12


@looks
def test_kinds_of_weather_and_of_ground_differ(look: Look) -> None:
    all_apart({kind: on(weather.weather(kind, look), look.panel) for kind in weather.SIGNS}, 20)
    all_apart({kind: on(swatch(kind, look), look.panel) for kind in GROUND}, 12)


@looks
def test_letters_are_readable(look: Look) -> None:
    ink = inks(look)
    for livery in ink.liveries:
        assert contrast(livery.ink, livery.base) >= LETTERS, livery.side
    for letters in (ink.name, ink.grid_name, ink.water_name):
        assert contrast(letters, ink.halo) >= LETTERS
    for ground in (ink.land, ink.woods, ink.marsh, ink.upland):
        assert contrast(ink.rail, ground) >= LARGE


@looks
def test_enemies_differ_in_lightness(look: Look) -> None:
    german, soviet = (inks(look).livery(nation).base for nation in ("german", "soviet"))
    assert contrast(german, soviet) >= LARGE
    assert luminance(german) != luminance(soviet)
