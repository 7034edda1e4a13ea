"""Odds are those of the dice that would fall, with everything that would count."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from bot.kernel.game import Odds, Scene
from bot.kernel.secret import Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Boon, CardId, HexId, TargetId, UnitId
from tests.scripted import ScriptedDice
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def odds(state: State, action: do.Action, seat: Seat = GERMAN) -> Odds:
    found = TITLE.odds(see(state, seat), action)
    assert found is not None
    assert all(0 <= chance <= 1.0000001 for _, chance in found.chances)
    return found


def chance(found: Odds, name: str) -> float:
    return dict(found.chances)[name]


@pytest.mark.case("TOI-5.2a", "TOI-5.3b", "TOI-5.4a", "TOI-5.4b", "TOI-5.4c")
def test_fire_at_a_squad(field: Field) -> None:
    state = field("""
        woods at D4
        German 1st Squad (2 regulars), B4
        Soviet 1st Squad (2 regulars), D4
        Soviet 2nd Squad (4 regulars), C4, disrupted
    """)
    kill = odds(state, do.Fire(UnitId("g1"), TargetId("s1")))
    third = Fraction(1, 3)
    both, one = third**2, 2 * third * (1 - third)
    unsaved, one_saved = (1 - third) ** 2, 2 * third * (1 - third)
    assert chance(kill, "wiped out") == pytest.approx(float(both * unsaved))
    assert chance(kill, "1 figure lost") == pytest.approx(float(both * one_saved + one * unsaved))
    assert sum(p for _, p in kill.chances) == pytest.approx(1)
    assert [m.cite for m in kill.modifiers] == ["TOI-2.2a", "TOI-8.1"]
    rout = odds(state, do.Fire(UnitId("g1"), TargetId("s2"), "suppressive"))
    assert chance(rout, "routed") == pytest.approx(1 - 0.5**2)


@pytest.mark.case("TOI-4.4a", "TOI-3.5a", "TOI-3.2f")
def test_fire_after_a_move_is_judged_from_where_it_falls(field: Field) -> None:
    state = field("""
        German SdKfz 251 1, A4
        Soviet GMC truck 1, E4
    """)
    near = odds(state, do.FireAndMove(UnitId("gv1"), TargetId("sv2"), HexId("D4"), "move"))
    assert near.title == "German SdKfz 251 1 at Soviet GMC truck 1: 1 die at close range, 4 or better to hit"
    assert chance(near, "light damage") == pytest.approx(0.5)


@pytest.mark.case("TOI-6.2d", "TOI-6.2e", "TOI-6.2h")
def test_odds_of_assaults_include_possible_hidden_squads(field: Field) -> None:
    state = field("""
        German 1st Squad (regular), C4
        Soviet 1st Squad (regular), D4
        Soviet 2nd Squad, concealed (4 elites), D4
        Soviet 3rd Squad, concealed (4 elites), B3
    """)
    found = odds(state, do.Assault(UnitId("g1"), HexId("D4")))
    assert chance(found, "the hex falls") == pytest.approx(0.25)
    assert chance(found, "you lose 1 or more") == pytest.approx(0.5)
    assert found.notes == ("Concealed squads there may join the defence.",)
    hidden = odds(state, do.Assault(UnitId("g1"), HexId("B3")))
    assert chance(hidden, "the hex falls") == pytest.approx(0.5)
    state = replace(state, steps=(*state.steps, steps.Melee(UnitId("g1"), HexId("B3"), ())))
    alone, joined = odds(state, do.Join(), SOVIET), odds(state, do.Join((UnitId("s3"),)), SOVIET)
    assert alone.hope == ("to hold", 0.5)
    assert joined.title == "Assault on B3: 1 die against 8, 0 for cover, 4 or better to hit"
    assert chance(joined, "B3 holds") == pytest.approx(1 - 0.5 * 0.5**8)
    assert chance(joined, "the attacker loses 1 or more") == pytest.approx(1 - 0.5**8)


@pytest.mark.case("TOI-6.1a", "TOI-2.3g")
def test_op_fire_asks_about_the_unit_that_moved(field: Field) -> None:
    state = field("""
        German 1st Squad (2 regulars, MG), C4, on Op Fire
        Soviet 1st Squad (4 regulars), E4
    """)
    state = replace(state, steps=(steps.OpFireChance(GERMAN, UnitId("s1")),))
    found = odds(state, do.Shoot(UnitId("g1"), using=("mg",)))
    assert chance(found, "no effect") == pytest.approx((2 / 3) ** 4)


@pytest.mark.case("TOI-5.7", "TOI-10.3c", "TOI-5.5a")
def test_odds_of_shells_and_bombs_include_hindrances(field: Field) -> None:
    lines = """
        | shared_decks = ["combined-air-support-1"]
        German: 9 command
        German cards: Stuka Strike, Preliminary Barrage
        German 1st Squad (2 regulars, mortar), C4
        Soviet 1st Squad (4 regulars), F4
        Soviet M3A1 half-track 1, F4
    """
    clear = field(lines)
    bombs = do.PlayCard(CardId("stuka.1"), hex=HexId("F4"))
    squad = "Soviet 1st Squad: no effect"
    assert chance(odds(clear, bombs), squad) == pytest.approx((2 / 3) ** 7)
    guarded = field(lines + "Soviet in play: Fighter Cover")
    assert chance(odds(guarded, bombs), squad) == pytest.approx((2 / 3) ** 5)
    assert [m.why for m in odds(guarded, bombs).modifiers] == ["Stuka Strike", "Fighter Cover"]
    shells = do.PlayCard(CardId("preliminary-barrage.1"), hex=HexId("F4"))
    contact = odds(clear, shells)
    assert chance(contact, squad) == pytest.approx(2 / 3 * (2 / 3) ** 6)
    assert contact.notes[0].startswith("Contact: 67%")
    registered = field(lines + "German in play: Registered Targets")
    assert odds(registered, shells).notes[0].startswith("Contact: 83%")
    jammed = replace(clear, boons=(Boon("contact", GERMAN, -2, 1),))
    assert odds(jammed, shells).notes[0].startswith("Contact: 33%")
    mortar = odds(clear, do.Fire(UnitId("g1"), TargetId("F4"), "suppressive"))
    assert chance(mortar, squad) == pytest.approx((2 / 3) ** 4)
    assert not any("half-track" in name for name, _ in mortar.chances)


@pytest.mark.case("TOI-9.4", "TOI-2.4b")
def test_a_walk_into_mines(field: Field) -> None:
    state = field("""
        minefield at C4
        German 1st Squad (4 regulars), B4
        German 2nd Squad (4 regulars; engineer), B5
        Soviet 1st Squad (4 regulars), I4
    """)
    assert chance(odds(state, do.Advance(UnitId("g1"), HexId("C4"))), "wiped out") == pytest.approx(1 / 16)
    assert chance(odds(state, do.Advance(UnitId("g2"), HexId("C4"))), "no effect") == 1
    assert TITLE.odds(see(state, GERMAN), do.Advance(UnitId("g1"), HexId("C5"))) is None


def test_hazards_on_the_way_of_an_attack_are_named(field: Field) -> None:
    state = field("""
        instant mines at B4
        minefield at D6
        German 1st Squad (4 regulars), A4
        German 2nd Squad (4 regulars), C6
        German 3rd Squad (4 regulars; engineer), C7
        Soviet 1st Squad (4 regulars), D4
        Soviet 2nd Squad (4 regulars), E6
    """)
    mined = "On the way: harmed by instant mines at B4,"
    by = (HexId("B4"),)
    fire = odds(state, do.FireAndMove(UnitId("g1"), TargetId("s1"), HexId("C4"), "move", via=by))
    storm = odds(state, do.Assault(UnitId("g1"), HexId("D4"), HexId("C4"), via=by))
    assert storm.notes == fire.notes
    [(_, share)] = odds(state, do.Advance(UnitId("g1"), HexId("C4"), via=by)).chances
    assert fire.notes == (f"{mined} {share:.1%}.",)
    assert odds(state, do.FireAndMove(UnitId("g2"), TargetId("s2"), HexId("D6"))).notes == (
        "The minefield at D6 attacks it with 4 dice.",
    )
    assert not odds(state, do.FireAndMove(UnitId("g3"), TargetId("s2"), HexId("D6"))).notes
    assert not odds(state, do.FireAndMove(UnitId("g2"), TargetId("s2"), HexId("C5"))).notes


def test_orders_without_dice_and_impossible_orders_have_no_odds(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), A4
        German Opel Blitz 1, A5
        Soviet 1st Squad (4 regulars), I4
    """)
    seen = see(state, GERMAN)
    for action in (
        do.Done(),
        do.Fire(UnitId("gv1"), TargetId("s1")),
        do.Fire(UnitId("nobody"), TargetId("s1")),
        do.Fire(UnitId("g1"), TargetId("Z9")),
        do.FireAndMove(UnitId("g1"), TargetId("Z9"), HexId("A5")),
        do.Assault(UnitId("g1"), HexId("Z9")),
        do.Assault(UnitId("g1"), HexId("I4"), HexId("Z9")),
        do.FireAndMove(UnitId("g1"), TargetId("s1"), HexId("Z9"), "move"),
        do.PlayCard(CardId("no-such-card.1"), hex=HexId("A4")),
        do.Shoot(UnitId("g1")),
    ):
        assert TITLE.odds(seen, action) is None


def pictured(state: State, action: do.Action, *dice: tuple[int, ...]) -> Scene:
    """Return the picture of an attack whose dice fall like this."""
    for event in TITLE.resolve(state, GERMAN, action, ScriptedDice(dice)):
        if (scene := TITLE.scene(see(state, GERMAN), event)) is not None:
            return scene
        state = TITLE.evolve(state, event)
    raise AssertionError("nothing is drawn")


def test_a_throw_is_described_by_its_rarer_end(field: Field) -> None:
    """The odds say that little is worse, not that the worst throw is nearly certain."""
    state = field("""
        German Panzer IV 1, C4
        Soviet T-34/76 1, D4
    """)
    shot = do.Fire(UnitId("gv1"), TargetId("sv2"))
    ones = ((1,) * 9, (1,) * 4)
    missed, weak, strong = (pictured(state, shot, throw, ones[1]) for throw in (ones[0], (4, *(1,) * 8), (6,) * 9))
    told = [(each.likely, (each.chance or 0) < 0.5) for each in (missed, weak, strong)]
    assert told == [("No better than this", True), ("Worse than this", True), ("At least this good", True)]
