"""Typed text is read as exactly the thing it names, in any spelling, or refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.chat.desk.naming import Names, fits
from bot.chat.desk.order_reading import parse, read_field
from bot.chat.desk.order_text import Malformed, Misread, Unclear
from bot.chat.desk.spelling import bare, key, plain, tidy
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, verb
from bot.kernel.secret import Seat
from bot.kit.english import short
from bot.titles import titles
from tests.match import AnyGame, AnySeen, Match, moment, sample

POSITIONS = (
    ("tide", "first", 30), ("tide", "kryukovo", 60), ("strike", "first", 40), ("strike", "campaign", 90),
    ("trap", "first", 60), ("firefight", "first", 60),
)  # fmt: skip
FOREIGN = str.maketrans("abcehikmopstxABCEHKMOPTX", "аЬсеһікмор\u0455тхАВСЕНКМОРТХ".replace("Ь", "b"))
"""Cyrillic letters for the Latin ones that they look like."""
FULL = {n: n + 0xFEE0 for n in range(0x21, 0x7F)}
"""Letters, digits and signs as wide as Chinese ones."""


@cache
def seen_at(title: str, scenario: str, moves: int) -> tuple[AnyGame, AnySeen]:
    game = titles()[title]
    match = moment(Match(game, scenario, {}, bytes(32)), Random(scenario), (), moves)
    return game, match.seen(match.asked[0] if match.asked else match.seats[0])


def asked_for(game: AnyGame, seen: AnySeen) -> Iterator[tuple[type[Any], Field, dict[Any, str]]]:
    """Yield each naming field, once a type and set of choices, with its labels."""
    known = set()
    for kind in (*game.actions, *game.questions):
        for field in fields(kind):
            labels = {v: game.label(seen, field, v) for v in game.values(seen, field) if v != ""}
            if labels and (field.type, *labels.items()) not in known:
                known.add((field.type, *labels.items()))
                yield kind, field, labels


def as_typed(name: str) -> Iterator[str]:
    """Yield a name as phones and people write it: nothing of it is missing."""
    yield from (name.lower(), name.upper(), name.title(), name.swapcase())
    yield from (f" {name} ", f"{name}.", f"({name})", f"“{name}”", f"`{name}`", f"{name}…"[:-1] + "!")
    yield from (name.replace(" ", "\u00a0"), name.replace(" ", "\u2009"), name.replace(" ", "  "))
    yield from (name.replace("-", "–"), name.replace("-", "\u2011"), name.replace("'", "’"))
    yield name.translate(FULL)
    yield name.translate(FOREIGN)
    yield "\u200b".join(name)
    yield unicodedata.normalize("NFD", name)
    yield "".join(each for each in unicodedata.normalize("NFD", name) if not unicodedata.combining(each))
    yield re.sub(r"(?<=[A-Za-z])(?=\d)", " ", name)
    yield re.sub(r"(?<=[A-Za-z])(?=\d)", "-", name)
    yield re.sub(r"(?<=[A-Za-z]) (?=[A-Za-z])", "", name)


def beginnings(name: str) -> Iterator[str]:
    yield from (name[:n] for n in range(1, len(name)))


def cut_short(name: str) -> Iterator[str]:
    """Yield shortened forms of a name."""
    yield from beginnings(name)
    yield from (name[word.start() :] for word in re.finditer(r"\w+", name))
    parts = name.split(" ")
    yield from (" ".join([*parts[:n], *parts[n + 1 :]]) for n in range(len(parts)))
    yield re.sub(r"(?<=\d)(?=\d)", " ", name)
    yield re.sub(r"[^A-Za-z0-9]", "", name)
    yield re.sub(r"\d", "", name)


def is_called(game: AnyGame, seen: AnySeen, field: Field, value: Any, text: str) -> bool:
    """Return whether a text is a value's id, name or beginning, apart from zeros."""
    named = (str(value), short(game.label(seen, field, value)))
    return any(each(name).startswith(each(text)) for name in named for each in (key, bare))


@pytest.mark.parametrize(("title", "scenario", "moves"), POSITIONS)
def test_a_name_is_read_however_it_is_spelled(title: str, scenario: str, moves: int) -> None:
    game, seen = seen_at(title, scenario, moves)
    for kind, field, labels in asked_for(game, seen):
        for value, label in sample(Random(field.name), labels.items(), 25):
            name = short(label)
            same = {v for v, other in labels.items() if key(short(other)) == key(name) or key(str(v)) == key(name)}
            for text in (name, *as_typed(name)):
                said = read_field(game, seen, kind, field, text, {})
                said = said[0] if isinstance(said, tuple) and len(said) == 1 else said
                assert said == value or (len(same) > 1 and (said in same or isinstance(said, Unclear))), (
                    f"{field.name} of {kind.__name__}: {text!r} for {label!r} is read as {said!r}"
                )


@pytest.mark.parametrize(("title", "scenario", "moves"), POSITIONS)
def test_a_text_that_is_cut_short_is_never_read_as_another_thing(title: str, scenario: str, moves: int) -> None:
    """The beginning of another name may mean that.

    Other gaps never mean another thing.
    """
    (game, seen), rnd = seen_at(title, scenario, moves), Random(moves)
    for kind, field, labels in asked_for(game, seen):
        for value, label in sample(rnd, labels.items(), 8):
            texts = sample(rnd, (*cut_short(short(label)), *cut_short(str(value)), *beginnings(label)), 30)
            for text in texts if not field.many else [text for text in texts if "," not in text]:
                said = read_field(game, seen, kind, field, text, {})
                for each in said if isinstance(said, tuple) else (said,):
                    wrong = not isinstance(each, Misread) and labels[each] != label
                    assert not wrong or is_called(game, seen, field, each, text), (
                        f"{field.name} of {kind.__name__}: {text!r} of {label!r} is read as {each!r}"
                    )


TIDE = titles()["tide"]


@cache
def first() -> AnySeen:
    """Return the learning game at the German start; its 9th Squad and B9 do not exist."""
    return Match(TIDE, "first", {}, bytes(32)).seen(Seat("german"))


def read(line: str) -> Any:
    return parse(TIDE, first(), line)


PLAIN = "advance unit:1st Squad to:B2 after_fire:go on"


@pytest.mark.parametrize(
    "line",
    [
        "Advance Unit:1st squad To:B2 After_Fire:Go on",
        "/Tide Advance Unit: 1st Squad To: B2 After_fire: go on",
        "advance\u00a0unit:1st\u00a0Squad\u00a0to:B2\u202fafter_fire:go\u00a0on",
        "advance unit：１ｓｔ　Ｓｑｕａｄ to：Ｂ２ after_fire：go on",
        "`advance unit:1st Squad to:B2 after_fire:go on`",
        "advance unit:“1st Squad” to:’B2’ after_fire:«go on»",
        "advance unit :1st Squad to : B2 after_fire : go on",
        "advance unit:1\u200bst Squad to:B\u00ad2 after_fire:go on",
        "ADVANCE UNIT:1ST SQUAD TO:В2 AFTER_FIRE:GO ON",
        "advance unit:1st Squad to:B 2 after fire:go on",
        "advance unit:1st-Squad to:b-2 after–fire:go on",
        "advance to:(B2). unit:German 1st Squad after_fire:go-on",
        "advance unit:unit 1st to:hex B2 after_fire:go on",
        "аdvance unit:1st Squаd to:В2 after_fire:gо оn",
    ],
)  # fmt: skip
def test_a_line_is_read_as_phones_write_it(line: str) -> None:
    assert read(line) == read(PLAIN) != None  # noqa: E711
    assert not isinstance(read(line), Misread)


@pytest.mark.parametrize(
    ("text", "to"), [("B 2", "B2"), ("C 6", "C6"), ("A 5", "A5"), ("b-4", "B4"), ("B2.", "B2"), ("(B2)", "B2")]
)
def test_a_place_is_read_by_its_whole_name(text: str, to: str) -> None:
    assert read(f"advance unit:1st Squad to:{text}").to == to


@pytest.mark.parametrize("text", ["2", "B", "2nd Squad", "B 2nd", "clear", "B woods", "6th Squad", "West Farm"])
def test_a_place_is_never_read_by_its_contents(text: str) -> None:
    assert isinstance(read(f"advance unit:1st Squad to:{text}"), Misread)


def test_a_place_off_the_map_is_refused_with_its_neighbours() -> None:
    said = read("advance unit:1st Squad to:I 9")
    assert said == Malformed("'I 9' is no hex on this map", ("I8", "I7", "I6"))


def test_legality_decides_no_ambiguity() -> None:
    """Even if only one squad can move, "squad" names all of them."""
    said = read("advance unit:squad to:B2")
    assert isinstance(said, Unclear)
    assert read("advance unit:2 to:B2") == read("advance unit:2nd Squad to:B2"), "the beginning of one name"
    assert isinstance(read("fire unit:1st Squad target:g1"), Unclear), "the hex G1, or the squad of that id"
    assert read("fire unit:1st Squad target:G1").target == "G1"


@pytest.mark.parametrize("line", ["Op Fire units:1st Squad", "op fire Units:1st", "OP-FIRE units: 1st Squad"])
def test_a_verb_may_be_written_as_it_is_shown(line: str) -> None:
    assert read(line) == read("op-fire units:1st Squad")


@pytest.mark.parametrize("typed", ["Konigs", "Koenigsberg", "KÖNIGSBERG", "Ko\u0308nigsberg", "А3", "a 3"])
def test_accents_may_be_left_out(typed: str) -> None:
    game, seen = seen_at("strike", "campaign", 90)
    said: Any = parse(game, seen, f"attack area:{typed}")
    assert said.area == "A3"


@pytest.mark.parametrize("typed", ["Konigs", "Koenigsb", "KÖNIG", "east koenigs"])
def test_umlauts_that_are_written_out_are_suggested(typed: str) -> None:
    assert fits("A3 (Königsberg, East Prussia)", typed)
    assert not fits("A3 (Königsberg, East Prussia)", f"{typed}x")


def test_numbers_are_never_cut_short() -> None:
    labels = ("10th Squad", "XLI Corps", "B4", "1/131", "T-34/76 12", "Rifle 03")
    some = Names({label: label for label in labels})
    for typed in ("1 1", "XL", "B", "11/31", "1131", "T-34/7", "T-34/76 1", "Rifle 0", "Soviet 10"):
        assert some.named(typed) == [], typed
    for n, typed in enumerate(("10", "xli", "b 4", "1 131", "T34", "Rifle 3")):
        assert some.named(typed) == [labels[n]], typed


@pytest.mark.parametrize(
    ("text", "figures"),
    [("2 regulars, elite", ("regular", "regular", "elite")), ("2x Regular", ("regular",) * 2), ("MG", ("mg",))],
)
def test_counts_are_read_before_kinds_alone(text: str, figures: tuple[str, ...]) -> None:
    kind = next(kind for kind in TIDE.actions if verb(kind) == "transfer")
    field = next(field for field in fields(kind) if field.name == "figures")
    assert read_field(TIDE, first(), kind, field, text, {}) == figures
    for wrong in ("0 regulars", "10 regulars", "regulars 2"):
        assert isinstance(read_field(TIDE, first(), kind, field, wrong, {}), Malformed), wrong
    units = next(field for kind in TIDE.actions if verb(kind) == "op-fire" for field in fields(kind))
    assert isinstance(read_field(TIDE, first(), kind, units, "7 1st Squad", {}), Malformed), "no count of units"


def test_labels_with_commas_work_in_lists() -> None:
    label = TIDE.label(first(), fields(kind_of(TIDE, "op-fire") or Any)[0], "g1")
    assert "," in label
    assert read(f"op-fire units:{label}, 2nd Squad").units == ("g1", "g2")


@pytest.mark.parametrize("text", ["", "…", "Ünïcödé", "ßÆœ", "İ", "\u202eabc", "１２", "a\tb\u2028c", "x" * 300])
def test_spellings_keep_their_length(text: str) -> None:
    assert len(plain(text)) == len(tidy(text))
    assert plain(plain(text)) == plain(text)
    assert tidy(tidy(text)) == tidy(text)
