"""The strip of dice."""

from __future__ import annotations

import itertools

import pytest

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from bot.kit.english import percent
from render.dice import die, strip
from render.look import LOOKS, STANDARD, Look
from tests.render.likeness import apart, on, opened

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)


def fight(*rolls: Roll, hits: tuple[int, ...] = (), chance: float | None = None) -> Scene:
    return Scene("fight", "Squad 7 fires at squad 5", rolls=rolls, hits=hits, chance=chance)


@looks
def test_faces_differ(look: Look) -> None:
    for sides, counts, dark in itertools.product((6, 8), (True, False), (True, False)):
        faces = [on(die(face, sides, counts, dark, look), look.panel) for face in range(1, 7)]
        assert min(apart(a, b) for a, b in itertools.combinations(faces, 2)) > 3


@looks
def test_a_die_that_counts_differs_from_one_that_does_not(look: Look) -> None:
    for face, dark in itertools.product(range(1, 7), (True, False)):
        hit, miss = (on(die(face, 6, counts, dark, look), look.panel) for counts in (True, False))
        assert apart(hit, miss) > 20


@looks
def test_the_dice_of_one_roll_differ_from_those_of_the_next(look: Look) -> None:
    for face, counts in itertools.product(range(1, 7), (True, False)):
        attack, defence = (on(die(face, 6, counts, dark, look), look.panel) for dark in (True, False))
        assert apart(attack, defence) > 20


def test_the_words_say_what_the_dice_show() -> None:
    attack, defence = Roll("attack", 6, (6, 5, 3, 1), 12), Roll("defence", 6, (5, 2), 13)
    picture = strip(fight(attack, defence, hits=(5, 5), chance=0.31), STANDARD)
    assert picture.alt == (
        "Squad 7 fires at squad 5. Attack 6, 5, 3, 1: 2 of 4 at 5+. Defence 5, 2: 1 of 2 at 5+. "
        "At least this good: 31 %."
    )


def test_a_scene_names_its_rolls_better_than_their_purpose() -> None:
    rolls = (Roll("attack", 6, (6, 1), 12), Roll("attack", 6, (5,), 13))
    scene = Scene("fight", "Fire", rolls=rolls, hits=(5, 5), titles=("attack", "once more"))
    assert strip(scene, STANDARD).alt == "Fire. Attack 6, 1: 1 of 2 at 5+. Once more 5: 1 of 1 at 5+."


def test_a_roll_without_a_least_face_has_no_hits() -> None:
    picture = strip(fight(Roll("drift", 8, (7, 2), 3)), STANDARD)
    assert picture.alt == "Squad 7 fires at squad 5. Drift 7, 2."


@pytest.mark.parametrize("dice", [0, 1, 9, 10, 40])
def test_any_number_of_dice_fits(dice: int) -> None:
    faces = tuple(1 + i % 6 for i in range(dice))
    picture = strip(fight(Roll("attack", 6, faces, 0), hits=(4,), chance=0.5), STANDARD)
    image = opened(picture.png)
    assert image.size == (picture.width, picture.height) == (800, image.height)
    assert len(picture.alt) <= 1024


def test_more_dice_need_more_rows() -> None:
    heights = [strip(fight(Roll("attack", 6, (3,) * n, 0), hits=(4,)), STANDARD).height for n in (9, 10)]
    assert heights[1] - heights[0] == 84


def test_a_scene_without_dice_still_has_its_title() -> None:
    assert strip(fight(), STANDARD).alt == "Squad 7 fires at squad 5."


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0, "0 %"), (0.001, "under 1 %"), (0.01, "1 %"), (0.314, "31 %"), (0.995, "over 99 %"), (1, "100 %")],
)
def test_a_possible_result_never_reads_as_impossible_or_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_the_same_dice_give_the_same_bytes() -> None:
    scene = fight(Roll("attack", 6, (6, 5, 3, 1), 12), hits=(5,), chance=0.31)
    assert strip(scene, STANDARD) == strip(scene, STANDARD)
