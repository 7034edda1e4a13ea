"""Ranges, the best choice of figures, and defence dice, for arbitrary numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.rule import Modifier, Wrong
from bot.kernel.secret import Seat
from bot.kit import odds
from bot.titles.tide.field import arms, defence, fire, halving, harm, units
from bot.titles.tide.field.attack import BANDS
from bot.titles.tide.model.table import Figure, Mode, UnitId, Vehicle
from bot.titles.tide.printed.tables import figure, tables
from tests.tide.conftest import Field

GERMAN = Seat("german")
KINDS: tuple[Figure, ...] = ("regular", "elite", "officer", "mg")


@pytest.mark.case("TOI-5.1a", "TOI-5.1b", "FB-hill-6")
@given(st.integers(0, 40), st.integers(1, 12), st.sampled_from([0, 1]))
def test_bands_follow_one_another_and_height_never_hurts(distance: int, reach: int, up: int) -> None:
    band = arms.band_at(distance, reach, up)
    below = arms.band_at(distance, reach, 0)
    order = [*BANDS, None]
    assert order.index(band) <= order.index(below)
    assert (band == "close") == (distance <= 1)
    assert (band is None) == (distance > 2 * (reach + up))
    if distance > 1:
        assert (band == "normal") == (distance <= reach + up)
    added = arms.band_at(distance, reach, up, "added")
    assert (added is None) == (distance > 2 * reach + up)


@pytest.mark.case("TOI-2.2a", "TOI-2.2b", "TOI-2.4e")
@given(
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=4).map(tuple),
    st.booleans(),
    st.integers(1, 11),
    st.sampled_from(["", "anti-tank"]),
)
def test_the_figures_chosen_expect_most_hits(
    squad: tuple[Figure, ...], armoured: bool, distance: int, special: str
) -> None:
    kinds = tuple(dict.fromkeys(squad))
    best = arms._best(kinds, squad, special, GERMAN, armoured, distance, 0, BANDS, False, "doubled")
    worths = [
        worth
        for size in range(1, len(kinds) + 1)
        for some in combinations(kinds, size)
        if (worth := expected(some, squad, special, armoured, distance)) is not None
    ]
    if best is None:
        assert not worths
    else:
        assert expected(best[0], squad, special, armoured, distance) == max(worths)


def expected(
    some: tuple[Figure, ...], squad: tuple[Figure, ...], special: str, armoured: bool, distance: int
) -> Fraction | None:
    """Work out how many hits these figures expect, from the words of the rules alone."""
    weapons = [
        (w.vehicles if armoured else w.infantry, squad.count(k)) for k in some for w in (figure(k, GERMAN),)
    ]
    reach = min(weapon[0] for weapon, _ in weapons)
    power = sum(weapon[1] * n for weapon, n in weapons)
    if armoured and special == "anti-tank":
        reach, power = max(reach, 3), power + 3
    if distance > 2 * reach:
        return None
    least = 4 if distance <= 1 else 5 if distance <= reach else 6
    return power * Fraction(7 - least, 6)


@pytest.mark.case("TOI-5.3a")
@given(st.integers(0, 60))
def test_halves_are_rounded_up(n: int) -> None:
    assert halving.halved(n) == -(-n // 2)


@pytest.mark.case("TOI-5.3b", "TOI-2.4d")
@given(st.lists(st.integers(-6, 6).map(lambda n: Modifier("TOI-5.3b", "cover", n))))
def test_nobody_rolls_fewer_than_no_dice(parts: list[Modifier]) -> None:
    assert defence.dice(parts) == max(0, sum(part.n for part in parts))


@pytest.mark.case("TOI-2.4d", "TOI-3.1b", "TOI-3.5b")
def test_flames_take_cover_but_never_armour(field: Field) -> None:
    state = field("""
        | [sides.soviet]
        | operations = ["shaken-defenders"]
        woods at C4
        Soviet T-34/76 1, C4, lightly damaged
        Soviet T-34/76 2, D4
        Soviet 1st Squad (4 regulars), D4
        Soviet 2nd Squad (elite), C4
    """)
    cases = {"sv1": 3, "sv2": 4, "s1": 0, "s2": 0}
    for id, left in cases.items():
        mode: Mode = "normal" if isinstance(state.units[UnitId(id)], Vehicle) else "suppressive"
        burnt = defence.of(state, state.units[UnitId(id)], mode, flame=True)
        assert defence.dice(burnt) == left
        assert all(part.n <= 0 for part in burnt if part.why == "flamethrower")


@pytest.mark.case("TOI-3.2e", "TOI-5.3b")
@pytest.mark.parametrize("dice", range(6))
def test_the_chances_of_thick_armour_are_those_of_its_dice(field: Field, dice: int) -> None:
    state = field("German Tiger I 1, C4")
    tiger = state.units[UnitId("gv1")]
    counted = [Fraction(0)] * (dice + 1)
    for faces in product(range(1, 7), repeat=dice):
        saved = sum(face >= tables().numbers.defence.face for face in faces)
        counted[saved + (saved < dice)] += Fraction(1, 6**dice)
    assert harm.defence_distribution(tiger, dice) == tuple(counted)


@pytest.mark.case("FB-expert-1", "TOI-5.6b")
def test_experts_in_support_roll_again_too(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), C4
        German 2nd Squad (3 elites; expert), C5
        Soviet 1st Squad (4 regulars), D5
    """)
    lead, friend, target = (state.units[UnitId(id)] for id in ("g1", "g2", "s1"))
    plan = fire.plan(state, lead, target, "normal", (friend,))
    assert not isinstance(plan, Wrong)
    assert (plan.dice, plan.rerolls) == (4 + 3, 3)
    some = fire.plan(state, friend, target, "normal", using=("elite",))
    assert not isinstance(some, Wrong)
    assert some.rerolls == 3
    alone = odds.successes(7, odds.face(4))
    assert odds.mean(harm.net_distribution(target, plan, plan.hit, 0)) > odds.mean(alone)
    assert units.is_special(friend, "expert")
