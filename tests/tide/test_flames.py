"""Fire: exact odds of Molotovs, knowledge of a fougasse, and offers to each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import itemgetter

import pytest
from msgspec.structs import replace

from bot.kernel.game import legal
from bot.kernel.rule import Wrong
from bot.kernel.secret import PUBLIC, Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide import events as ev
from bot.titles.tide.cards import burning
from bot.titles.tide.computer import fires
from bot.titles.tide.field import board, molotovs
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId
from bot.titles.tide.printed.check import check
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.words import situation
from tests.scripted import ScriptedDice
from tests.tide.conftest import Field, Lay
from tests.tide.test_check import first_with

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def thrown(state: State, unit: str, hex: str) -> molotovs.Throw:
    found = molotovs.throw(state, state.units[UnitId(unit)], HexId(hex))
    assert not isinstance(found, Wrong)
    return found


def brute(dice: int, again: int, cover: int) -> tuple[Fraction, Fraction]:
    """Count every way in which the dice can fall."""
    ways: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=dice + again + cover):
        first, more, saves = faces[:dice], faces[dice : dice + again], faces[dice + again :]
        fallen = (*first, *more[: sum(face < 4 for face in first)])
        net = sum(face >= 4 for face in fallen) - sum(face >= 5 for face in saves)
        ways["none" if net < 1 else "strong" if 6 in fallen else "weak"] += 1
    total = ways.total()
    return Fraction(ways["weak"], total), Fraction(ways["strong"], total)


@pytest.mark.case("FI-molotov-1", "FI-molotov-3")
@pytest.mark.parametrize(
    ("unit", "hex", "dice", "again", "cover"),
    [("g1", "D6", 2, 0, 0), ("g1", "D5", 2, 0, 1), ("g2", "D5", 2, 2, 1), ("g3", "D5", 1, 0, 1)],
)
def test_the_chances_of_fires_are_exact(
    field: Field, unit: str, hex: str, dice: int, again: int, cover: int
) -> None:
    state = field("""
        building at D5
        razor wire at E5
        German throws of Molotov cocktails: 1
        German 1st Squad (4 regulars), C5
        German 2nd Squad (2 elites; expert), C5
        German 3rd Squad (4 regulars), E5
        Soviet 1st Squad (4 regulars), I4
    """)
    throw = thrown(state, unit, hex)
    assert (throw.dice, throw.rerolls, throw.cover) == (dice, again, cover)
    assert molotovs.fires(throw) == brute(dice, again, cover)
    odds = TITLE.odds(see(state, GERMAN), do.Special(UnitId(unit), "molotov", hex=HexId(hex)))
    assert odds is not None
    weak, strong = molotovs.fires(throw)
    assert dict(odds.chances) == pytest.approx(
        {"no fire": float(1 - weak - strong), "a weak fire": float(weak), "a strong fire": float(strong)}
    )


def special(state: State) -> Iterator[do.Special]:
    """Yield every imaginable special action with fire."""
    ids, hexes = list(state.units), [HexId(""), *board.map_of(state).spots]
    for unit, hex in product(ids, hexes):
        yield do.Special(unit, "molotov", hex=hex)
        yield do.Special(unit, "quench", hex=hex)
        yield from (do.Special(unit, "quench", hex=hex, helper=helper) for helper in ids)


@pytest.mark.case("FI-quench-1", "FI-quench-2", "FI-molotov-1")
def test_possible_special_actions_with_fire_are_offered(field: Field) -> None:
    state = field("""
        weak fire at C4, D4
        strong fire at C6
        German throws of Molotov cocktails: 2
        German 1st Squad (4 regulars), C4
        German 2nd Squad (4 regulars), C5
        German 3rd Squad (4 regulars), C6
        German 4th Squad (4 regulars), B7, fatigued
        German 5th Squad (4 regulars), D6, pinned
        German Panzer IV 1, C4
        Soviet 1st Squad (4 regulars), D5
    """)
    seen = see(state, GERMAN)
    allowed = {a for a in special(state) if TITLE.judge(seen, a) is None}
    offered = set(legal(TITLE, seen, do.Special))
    assert {a for a in allowed if a.hex} == offered
    at_home = {a for a in allowed if not a.hex}
    assert {replace(a, hex=state.units[a.unit].hex) for a in at_home} <= offered
    assert do.Special(UnitId("g1"), "quench") in at_home
    fights = {a.helper for a in offered if isinstance(a, do.Special) and a.helper}
    assert fights == {UnitId("g2"), UnitId("g3")}


FOUGASSE = """
    Soviet flame fougasse at D4 towards D5
    German 1st Squad (4 regulars), B4
    Soviet 1st Squad (4 regulars), I4
"""


@pytest.mark.case("FI-fougasse-1", "FI-fougasse-2")
def test_only_its_owner_knows_the_direction_of_a_fougasse(field: Field) -> None:
    state = field(FOUGASSE)
    assert "flame fougasse at D4 that throws to D5" in TITLE.status(see(state, SOVIET))
    assert "flame fougasse at D4 that throws to D5" in situation.hand(see(state, SOVIET))
    for seat in (GERMAN, PUBLIC):
        assert "Soviet flame fougasse at D4." in TITLE.status(see(state, seat))
    assert "fougasse" not in situation.hand(see(state, GERMAN))
    move = do.Advance(UnitId("g1"), HexId("C4"))
    for event in TITLE.resolve(state, GERMAN, move, ScriptedDice()):
        state = TITLE.evolve(state, event)
    assert "flame fougasse at D4 that spares C4" in TITLE.status(see(state, GERMAN))


@pytest.mark.case("FI-fougasse-1")
def test_at_the_end_everybody_sees_the_direction_of_a_fougasse(field: Field) -> None:
    state = field(FOUGASSE)
    *_, end = TITLE.resolve(state, GERMAN, do.Resign(), ScriptedDice())
    assert isinstance(end, ev.GameEnded)
    assert end.covers == {"w1": (False, False, False, True, False, False)}
    assert "that throws to D5" in TITLE.status(see(TITLE.evolve(state, end), GERMAN))


def test_a_scenario_cannot_lay_a_fougasse(lay: Lay) -> None:
    fougasse = 'works = [{ kind = "fougasse", hex = "D4" }]\ninitiative ='
    lay("scenarios/first.toml", first_with(**{"initiative =": fougasse}))
    [problem] = check(tables())
    assert problem.field == "works.0.kind"
    assert problem.reason.startswith("a flame fougasse is laid by its card alone")


def test_the_computer_places_a_fougasse_at_an_objective(field: Field) -> None:
    state = field("""
        | objectives = [{ hex = "D4", name = "Post", kind = "victory" }]
        German 1st Squad (4 regulars), A4
        Soviet 1st Squad (4 regulars), D4
    """)
    seen = see(state, SOVIET)
    here = board.map_of(state)
    wanted = {hex: burning.aim(seen, hex) for hex in here.spots}
    laid = {hex: here.beyond(hex, way, 1) for hex, way in wanted.items() if way}
    assert laid
    assert all(here.distance(hex, HexId("D4")) <= 2 for hex in laid)
    assert HexId("D4") not in {*laid, *laid.values()}


def test_the_computer_fears_what_it_knows_of_a_fougasse(field: Field) -> None:
    state = field(FOUGASSE)
    for event in TITLE.resolve(state, GERMAN, do.Advance(UnitId("g1"), HexId("C4")), ScriptedDice()):
        state = TITLE.evolve(state, event)
    known = see(state, GERMAN).state
    fear = {hex: fires.fear(known, GERMAN, HexId(hex)) for hex in ("D4", "D5", "D3", "C4", "A1")}
    assert fear["D4"] > fear["D5"] == fear["D3"] > fear["C4"] == fear["A1"] == 0
    assert fires.fear(state, SOVIET, HexId("D4")) == 0


def test_the_computer_throws_fire_and_fights_it(field: Field) -> None:
    state = field("""
        strong fire at C4
        German throws of Molotov cocktails: 1
        German 1st Squad (4 regulars), C4
        German 2nd Squad (4 regulars), C5
        Soviet 1st Squad (4 elites), D6
    """)
    seen = see(state, GERMAN)
    assert "Molotov cocktails of the German side: 1." in TITLE.status(seen)
    best = {
        unit: max(fires.with_fire(seen, state.units[UnitId(unit)]), key=itemgetter(0))[1] for unit in ("g1", "g2")
    }
    assert best["g1"] == do.Special(UnitId("g1"), "quench", hex=HexId("C4"), helper=UnitId("g2"))
    choices = [action for _, action in fires.with_fire(seen, state.units[UnitId("g2")])]
    assert do.Special(UnitId("g2"), "molotov", hex=HexId("D6")) in choices
    assert TITLE.play(seen) in list(legal(TITLE, seen, type(TITLE.play(seen))))
