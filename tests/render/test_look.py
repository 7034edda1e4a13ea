"""Letters must be readable in every look, for every eye."""

from __future__ import annotations

import pytest

from render.canvas import CHALK, INK, contrast, ink_on, luminance
from render.counters import tired
from render.look import LOOKS, Look
from render.winter import dressed

pytestmark = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)

LETTERS = 4.5
"""The least contrast that the WCAG asks of text."""
SIGNS = 3.0
"""The least contrast that it asks of signs and large letters."""


def test_panels_are_readable(look: Look) -> None:
    for ground in (look.panel, look.page):
        assert contrast(look.ink, ground) >= 7
        assert contrast(look.muted, ground) >= LETTERS
    assert contrast(INK, look.gold) >= LETTERS


def test_hex_names_stand_off_their_halo(look: Look) -> None:
    for snow in (False, True):
        dress = dressed(look, snow)
        assert contrast(dress.label, dress.halo) >= LETTERS


def test_lines_and_counters_stand_off_the_snow(look: Look) -> None:
    snow = dressed(look, snow=True).clear
    for livery in look.liveries:
        assert max(contrast(livery.rim, snow), contrast(livery.base, snow)) >= SIGNS, livery.side
    for line in (look.aim, look.way):
        assert contrast(line, look.halo) >= SIGNS


def test_counters_are_readable_fresh_and_spent(look: Look) -> None:
    for livery in look.liveries:
        assert contrast(livery.ink, livery.base) >= LETTERS, livery.side
        assert contrast(livery.ink, tired(livery, look).base) >= LETTERS, livery.side


def test_signals_carry_readable_letters(look: Look) -> None:
    for signal in (look.ready, look.spent, look.caution, look.alarm):
        assert contrast(ink_on(signal), signal) >= LETTERS


def test_lines_of_fire_and_ways_stand_off_their_edge(look: Look) -> None:
    assert contrast(look.aim, look.halo) >= SIGNS
    assert contrast(look.way, look.halo) >= SIGNS


def test_enemies_differ_in_lightness(look: Look) -> None:
    german, soviet = look.livery("german").base, look.livery("soviet").base
    assert contrast(german, soviet) >= SIGNS


def test_caution_and_alarm_differ_in_lightness(look: Look) -> None:
    assert contrast(look.caution, look.alarm) >= SIGNS


def test_a_side_without_a_livery_gets_the_last(look: Look) -> None:
    assert look.livery("martian") == look.liveries[-1]


def test_every_colour_is_one(look: Look) -> None:
    colours = look.colours()
    assert len(colours) > 50
    assert all(0 <= value <= 255 for colour in colours for value in colour)
    assert luminance(INK) < 0.05 < luminance(CHALK)
