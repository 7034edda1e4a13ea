from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.dice import Roll, SeededDice, commitment, faces, key
from bot.kernel.secret import Seat
from tests.scripted import ScriptedDice, Unscripted

KEY = b"fieldpost"
FIRST_BLOCK = bytes.fromhex("2641a0e6652f7c4678da23d931dd558173dab57ecbf6862279532489a14bbbc4")
"""HMAC-SHA-256 of draw 0 (8 bytes) and block 0 (4 bytes), as OpenSSL computes it."""
SECOND_BLOCK = bytes.fromhex("1865bb5c4687e637ff2f772026cdd78ce0bd2876a01b0864f3874249f2796936")
"""The same for draw 0 and block 1."""


def words(block: bytes) -> list[int]:
    return [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]


@pytest.mark.case("FP-dice")
def test_faces_are_the_words_of_the_stream() -> None:
    stream = words(FIRST_BLOCK) + words(SECOND_BLOCK)
    assert faces(KEY, 0, 12, 6) == tuple(word % 6 + 1 for word in stream[:12])
    assert faces(KEY, 0, 16, 1 << 32) == tuple(word + 1 for word in stream)


def test_another_draw_has_another_stream() -> None:
    assert faces(KEY, 7, 3, 1 << 32) == (0xF0AB2E66 + 1, 0xDE8C62FF + 1, 0xECE0089E + 1)


def test_words_past_the_last_whole_multiple_are_thrown_away() -> None:
    sides = 3 << 30
    taken = [word for word in words(FIRST_BLOCK) if word < sides]
    assert len(taken) == 7, "one word of this block is too large, and so nobody can expect the sixth face of it"
    assert faces(KEY, 0, 7, sides) == tuple(word + 1 for word in taken)


@pytest.mark.parametrize("sides", [0, -1, (1 << 32) + 1])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        faces(KEY, 0, 1, sides)


@given(st.binary(), st.integers(0, 1 << 40), st.integers(0, 20), st.integers(1, 1 << 32))
def test_every_face_is_on_the_die(secret: bytes, draw: int, dice: int, sides: int) -> None:
    rolled = faces(secret, draw, dice, sides)
    assert len(rolled) == dice
    assert all(1 <= face <= sides for face in rolled)


def test_no_face_is_favoured() -> None:
    rolled = [face for draw in range(600) for face in faces(KEY, draw, 100, 6)]
    expected = len(rolled) / 6
    chi_square = sum((rolled.count(face) - expected) ** 2 / expected for face in range(1, 7))
    assert chi_square < 20.5, "with 5 degrees of freedom, one honest die in a thousand exceeds this"


@pytest.mark.case("FP-dice")
def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(b"\x01" * 32) == "72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793"


@pytest.mark.case("FP-dice")
def test_the_key_is_made_of_seed_and_words() -> None:
    made = key(b"\x01" * 32, {Seat("soviet"): "да", Seat("german"): "victory"})
    assert made.hex() == "47b3801c95be220553f59d24595a3e5e53b3e37141b6a5d8948a21b318e525c3"


@pytest.mark.case("FP-dice")
def test_the_beginning_goes_into_the_key() -> None:
    words = {Seat("soviet"): "да", Seat("german"): "victory"}
    keys = {key(b"seed", words), *(key(b"seed", words, start) for start in (1, 2, 1 << 62))}
    assert len(keys) == 4


def test_no_two_games_share_a_key_whatever_their_words_hold() -> None:
    german, soviet = Seat("german"), Seat("soviet")
    told = [
        {german: "a\nsoviet=b", soviet: ""}, {german: "a", soviet: "b"}, {german: "a", soviet: "b\nsoviet="},
        {german: "a6:soviet1:b"}, {german: "", soviet: "ab"}, {german: "ab", soviet: ""},
        {german: "1:a", soviet: ""}, {german: "a", soviet: "bat 1"}, {Seat("german\nsoviet"): "ab"},
    ]  # fmt: skip
    assert len({key(b"seed", words, start) for words in told for start in (1, 11)}) == 2 * len(told)


def test_each_word_of_luck_changes_the_key() -> None:
    seats = {Seat("german"): "victory", Seat("soviet"): "мир"}
    keys = {
        key(b"seed", seats),
        key(b"seed", {}),
        key(b"seed", {**seats, Seat("soviet"): "Мир"}),
        key(b"seal", seats),
    }
    assert len(keys) == 4


def test_seats_may_be_named_in_any_order() -> None:
    assert key(b"", {Seat("a"): "1", Seat("b"): "2"}) == key(b"", {Seat("b"): "2", Seat("a"): "1"})


def test_draws_are_counted_and_never_made_twice() -> None:
    dice = SeededDice(KEY)
    rolls = [dice.roll("attack", 3), dice.roll("defence", 0), dice.roll("card", 1, 40)]
    assert [roll.draw for roll in rolls] == [0, 1, 2]
    assert rolls[0] == Roll("attack", 6, faces(KEY, 0, 3, 6), 0)
    assert SeededDice(KEY, drawn=2).roll("card", 1, 40) == rolls[2]


def test_a_roll_counts_what_is_high_enough() -> None:
    assert Roll("attack", 6, (1, 4, 5, 6, 6), 0).count(5) == 3


def test_scripted_dice_fall_as_written() -> None:
    dice = ScriptedDice([(6, 1), (3,)])
    assert dice.roll("attack", 2).faces == (6, 1)
    assert dice.roll("direction", 1) == Roll("direction", 6, (3,), 1)


@pytest.mark.parametrize(("script", "asked"), [([], 1), ([(6, 1)], 3), ([(7,)], 1), ([(0,)], 1)])
def test_an_unscripted_draw_fails(script: list[tuple[int, ...]], asked: int) -> None:
    with pytest.raises(Unscripted, match="attack"):
        ScriptedDice(script).roll("attack", asked)
