from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.dice import Roll, commitment, faces, key
from bot.kernel.game import Game
from bot.kernel.log import fold
from bot.kernel.secret import PUBLIC, Seat, secrets
from bot.kit.codec import UNREADABLE, decode, encode
from bot.kit.fingerprint import ADDED, fingerprint
from bot.kit.lots import rolls
from bot.store.exports import export, verify
from tests.match import Match, play
from tests.toys.bluff import BLUE, RED, Bluff, CardName, Lay

GAME = Bluff()
SEED = b"a seed of the table"
Lines = list[dict[str, Any]]


def find(title: str) -> Game[Any, Any, Any] | None:
    return GAME if title == "bluff" else None


@pytest.fixture(scope="module")
def match() -> Match:
    """A finished game in which an action was taken back, and a round with its dice."""
    new = Match(GAME, "two", {}, SEED, {RED: "first", BLUE: "luck"})
    play(new, Random(1), moves=1)
    assert new.undo(new.log[-1].seat) is None
    play(new, Random(2), moves=3)
    new.rewind(len(new.log) - 2)
    return play(new, Random(3), moves=20)


def written(match: Match, reader: Seat | None = None) -> bytes:
    return export(
        GAME, "1.0", match.scenario, match.options, SEED, match.words, match.log, match.instructions, reader
    )


def lines_of(file: bytes) -> Lines:
    return [json.loads(line) for line in file.splitlines()]


def joined(lines: Lines) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines)


def complaints(file: bytes) -> str:
    return "\n".join(verify(find, file))


def events(lines: Lines, kind: str) -> Lines:
    return [event for line in lines[1:] for event in line.get("events", ()) if event["is"] == kind]


def test_an_entry_is_one_line_and_reads_as_it_was_written(match: Match) -> None:
    for entry in match.log:
        line = encode(entry)
        assert b"\n" not in line
        assert decode(GAME, line) == entry


def test_default_values_are_left_out(match: Match) -> None:
    assert not {"action", "back_to"} & json.loads(encode(match.log[0])).keys()


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"seat":"red"}', b'{"seat":"red","by":"nobody"}', b"\xff"])
def test_a_line_that_is_no_entry_is_refused(line: bytes) -> None:
    with pytest.raises(UNREADABLE):
        decode(GAME, line)


def test_a_fingerprint_tells_states_apart(match: Match) -> None:
    prints = [fingerprint(state) for state in match.states]
    assert prints[0] != prints[-1]
    assert fingerprint(match.state) == fingerprint(match.cut(len(match.log)).state)


def test_a_finished_game_is_in_order(match: Match) -> None:
    assert match.over
    assert verify(find, written(match)) == []


def test_the_file_says_what_it_needs_to_be_checked(match: Match) -> None:
    heading = lines_of(written(match))[0]
    assert bytes.fromhex(heading["seed"]) == SEED
    assert heading["commitment"] == commitment(SEED)
    assert heading["words"] == {"red": "first", "blue": "luck"}
    assert (heading["fieldpost"], heading["title"], heading["scenario"]) == ("1.0", "bluff", "two")


def test_a_wrong_die_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    shown = events(lines, "shown")[-1]
    shown["roll"]["faces"][0] = shown["roll"]["faces"][0] % 6 + 1
    assert f"fortune: draw {shown['roll']['draw']} is" in complaints(joined(lines))


def test_a_wrong_die_in_a_hidden_roll_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    events(lines, "dealt")[0]["deals"][0]["value"]["faces"][0] += 1
    assert "deal: draw 0 is" in complaints(joined(lines))


def test_a_die_that_was_left_out_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    taken_back = next(n for n, line in enumerate(lines[1:]) if line.get("back_to") and line["drawn"] > 2)
    (lost,) = [e for line in lines[taken_back - 2 : taken_back + 1] for e in events([{}, line], "shown")]
    for line in lines[1:]:
        line["events"] = [event for event in line.get("events", ()) if event != lost]
    assert f"the first is draw {lost['roll']['draw']}" in complaints(joined(lines))


def test_a_die_that_counts_twice_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    first, *_, last = events(lines, "shown")
    last["roll"] = first["roll"]
    assert f"draw {first['roll']['draw']} stands there 2 times" in complaints(joined(lines))


def test_a_changed_event_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    scored = events(lines, "scored")[-1]
    scored["seat"] = "red" if scored["seat"] == "blue" else "blue"
    assert "the log folds to" in complaints(joined(lines))


def test_another_seed_is_found(match: Match) -> None:
    lines = lines_of(written(match))
    lines[0]["seed"] = b"another seed".hex()
    assert complaints(joined(lines)) == "the seed is not the one that was committed to"


def test_another_seed_with_its_own_commitment_gives_other_dice(match: Match) -> None:
    lines = lines_of(written(match))
    lines[0] |= {"seed": b"another seed".hex(), "commitment": commitment(b"another seed")}
    assert "the seed gives" in complaints(joined(lines))


def test_another_word_of_luck_gives_other_dice(match: Match) -> None:
    lines = lines_of(written(match))
    lines[0]["words"]["red"] = "no luck"
    assert "the seed gives" in complaints(joined(lines))


def test_a_file_from_the_middle_of_a_game_keeps_the_seed_back(match: Match) -> None:
    file = written(match.cut(4), RED)
    assert SEED.hex().encode() not in file
    assert complaints(file) == "the seed is not in this file: its dice can be checked when the game is over"


@pytest.mark.parametrize("reader", [RED, BLUE, PUBLIC])
def test_a_reader_gets_nobody_elses_actions_and_secrets(reader: Seat) -> None:
    new = Match(GAME, "two", {}, SEED)
    for seat in (RED, BLUE, RED):
        assert new.act(seat, Lay(CardName(new.state.hands[seat].open()[0]))) is None
    file = export(GAME, "1.0", "two", {}, SEED, {}, new.log, new.instructions, reader)
    for line in file.splitlines()[1:]:
        entry = decode(GAME, line)
        assert entry.action is None or entry.seat == reader
        assert not [path for path, secret in secrets(entry.events) if secret.known and not secret.readable(reader)]
    assert [entry["seat"] for entry in lines_of(file)[1:] if "action" in entry] == [reader] * (
        {RED: 2, BLUE: 1, PUBLIC: 0}[reader]
    )


@pytest.mark.parametrize("reader", [RED, BLUE, PUBLIC])
@pytest.mark.parametrize("entries", [1, 3, 6, 99])
def test_a_readers_file_is_in_order_except_for_the_seed(match: Match, reader: Seat, entries: int) -> None:
    assert len(verify(find, written(match.cut(min(entries, len(match.log))), reader))) == 1


def test_rolls_are_found_in_secrets_too(match: Match) -> None:
    assert [roll.draw for roll in rolls(match.log[0].events)] == [0, 1]
    assert list(rolls((1, {"a": Roll("x", 6, (1,), 4)}, None))) == [Roll("x", 6, (1,), 4)]


def spoil(**heading: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(heading)


def fold_badly(lines: Lines) -> None:
    events(lines, "scored")[-1]["seat"] = "nobody"


def claim_many_dice(lines: Lines) -> None:
    lines[-1]["drawn"] = 10**15


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (spoil(title="chess"), "line 1: this version knows no title 'chess'"),
        (spoil(words=[]), "line 1: not the heading"),
        (spoil(seed="not hexadecimal"), "does not hold together"),
        (spoil(seat="purple"), "the log folds to"),
        (lambda lines: lines[0].pop("state"), "line 1: not the heading"),
        (lambda lines: lines.insert(2, {"a": "b"}), "line 3: not an entry of bluff"),
        (lambda lines: lines.pop(), "the log folds to"),
        (fold_badly, "does not hold together"),
        (claim_many_dice, "draws are missing"),
        (lambda lines: events(lines, "shown")[0]["roll"].update(sides=0), "does not hold together"),
        (lambda lines: events(lines, "shown")[0]["roll"].update(draw=-1), "does not hold together"),
    ],
)
def test_a_spoiled_file_is_answered(match: Match, change: Callable[[Lines], Any], said: str) -> None:
    lines = lines_of(written(match))
    change(lines)
    assert said in complaints(joined(lines))


@pytest.mark.parametrize(
    "file", [b"", b"\n", b"\n\n{}", b"\x00\xff", b"null", b"PK\x03\x04", b'{"title": "bluff"}']
)
def test_garbage_is_answered(file: bytes) -> None:
    assert complaints(file).startswith("line 1: not the heading of a Fieldpost game")


def told_of_luck(file: bytes) -> list[Any]:
    """Return the dice data of a file.

    These are the seed, words, commitment and final state, and then each roll.
    """
    heading, *lines = lines_of(file.decode("utf-8", "replace").encode())
    seed = bytes.fromhex(heading["seed"])
    return [seed, *(heading[name] for name in ("words", "commitment", "state")), *faces_in(lines)]


def faces_in(tree: Any) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    if isinstance(tree, dict) and "faces" in tree:
        yield tree["draw"], tree["sides"], tuple(tree["faces"])
    elif isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from faces_in(part)


@given(st.data())
def test_a_file_with_a_spoiled_byte_is_in_order_only_if_its_dice_are_the_same(data: st.DataObject) -> None:
    true = written(play(Match(GAME, "two", {}, SEED), Random(0), moves=20))
    at = data.draw(st.integers(0, len(true) - 1))
    spoiled = true[:at] + bytes([data.draw(st.integers(0, 255))]) + true[at + 1 :]
    if not complaints(spoiled):
        assert told_of_luck(spoiled) == told_of_luck(true)


def test_a_file_with_a_spoiled_byte_in_its_dice_is_never_in_order() -> None:
    true = written(play(Match(GAME, "two", {}, SEED), Random(0), moves=20))
    digits = [at for found in re.finditer(rb'"faces":\[([\d,]+)\]', true) for at in range(*found.span(1))]
    assert digits
    for at in digits:
        spoiled = true[:at] + (b"1" if true[at : at + 1] != b"1" else b"2") + true[at + 1 :]
        assert complaints(spoiled), f"byte {at}"


def test_old_entries_keep_their_events(match: Match) -> None:
    """Actions are kept for audit alone: a log without them folds to the same state."""
    bare = [replace(entry, action=None) for entry in match.log]
    assert verify(find, export(GAME, "1.0", "two", {}, SEED, match.words, bare)) == []


def test_a_log_that_was_read_folds_to_the_same_order_of_keys(match: Match) -> None:
    read = [decode(GAME, encode(entry)) for entry in match.log]
    assert encode(fold(GAME, read)) == encode(match.state)
    assert list(fold(GAME, read).points) == [RED, BLUE]


def test_equal_states_have_one_fingerprint_whatever_their_order() -> None:
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


class Then(Struct, frozen=True):
    """A piece as it was when games were exported, and below as it is now."""

    name: str
    worn: bool = False


class Now(Struct, frozen=True):
    name: str
    worn: bool = False
    tired: Annotated[int, ADDED] = 0
    seen: Annotated[dict[str, int], ADDED] = {}


def test_a_field_that_was_added_later_leaves_old_fingerprints_as_they_were() -> None:
    then, now = ((kind("a"), {"b": kind("b", True)}) for kind in (Then, Now))
    assert fingerprint(now) == fingerprint(then)
    prints = {
        fingerprint(piece) for piece in (Now("a"), Now("a", True), Now("a", tired=1), Now("a", seen={"x": 0}))
    }
    assert len(prints) == 4, "and it counts when it says something"


def with_a_start(match: Match, start: int) -> bytes:
    """The game as if its dice had begun with this number. Each draw is made again."""
    secret = key(SEED, match.words, start)
    lines = lines_of(export(GAME, "1.0", match.scenario, match.options, SEED, match.words, match.log, start=start))

    def rerolled(value: Any) -> Any:
        if isinstance(value, list):
            return [rerolled(each) for each in value]
        if isinstance(value, dict) and "faces" in value:
            return value | {"faces": list(faces(secret, value["draw"], len(value["faces"]), value["sides"]))}
        return {name: rerolled(each) for name, each in value.items()} if isinstance(value, dict) else value

    return joined([lines[0], *map(rerolled, lines[1:])])


@pytest.mark.case("FP-dice")
def test_the_dice_of_both_kinds_of_games_are_checked(match: Match) -> None:
    """A file of an older release names no start.

    A file that names another start than its own is wrong.
    """
    heading, *entries = lines_of(written(match))
    del heading["start"]
    assert verify(find, joined([heading, *entries])) == []
    assert "the seed gives" in complaints(joined([heading | {"start": 7}, *entries]))
    fresh = with_a_start(match, 7)
    assert "the seed gives" not in complaints(fresh)
    heading, *entries = lines_of(fresh)
    for other in (0, 8):
        assert "the seed gives" in complaints(joined([heading | {"start": other}, *entries]))
