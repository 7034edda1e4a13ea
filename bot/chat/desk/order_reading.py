"""Reads typed actions.

Options may be in any order, with abbreviated names, and with additional options that a suggestion contained.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from bot.chat.desk.naming import FEW, Names
from bot.chat.desk.order_text import MOST, AnyGame, AnySeen, Malformed, Misread, Unclear, clip
from bot.chat.desk.spelling import key, plain, tidy
from bot.kernel.fields import Field, fields, ruled_out
from bot.kernel.game import legal, verb
from bot.kit.english import short
from bot.kit.memo import Memo

OPTION = re.compile(r"(?<!\S)([^\W\d][\w-]*):(?=\S)")
"""The start of an option in a typed text."""
MARK = re.compile(r"(?<!\w)([^\W\d][\w-]*) ?:")
"""The start of an option of an action."""
YES, NO = ("yes", "true", "y", "on", "1"), ("no", "false", "n", "off", "0")
MOST_OF_A_KIND = 9
"""Most copies of a kind in one count, as in "2 regulars"."""
NAMES: Memo[Any] = Memo()
"""The names in a position, by seat and field."""


def parse(game: AnyGame, seen: AnySeen, line: str) -> Any | Misread:
    """Read a whole line, such as `advance unit:2nd Squad to:C6`.

    It may begin with `/tide`.
    """
    name, rest = cut(game, line)
    kind = kind_called(game, name)
    if kind is None:
        from difflib import get_close_matches  # Large, and rarely needed.

        verbs = [verb(each) for each in game.actions]
        return Malformed(f"there is no command {name!r}", tuple(get_close_matches(plain(name), verbs, cutoff=0.4)))
    for option in ruled_out(kind).keys() - {field.name for field in fields(kind)}:
        if re.search(rf"\b{option}:", plain(rest)):
            return Malformed(f"{verb(kind)} knows no {option}{_why_not(game, kind, option)}")
    texts = split(kind, rest)
    return texts if isinstance(texts, Malformed) else read(game, seen, kind, texts)


def cut(game: AnyGame, line: str) -> tuple[str, str]:
    """Return the name of the action that a line begins with, and the rest."""
    line = tidy(line).removeprefix("/")
    first, _, rest = line.partition(" ")
    if plain(first) == game.key and kind_called(game, first) is None:
        line = rest.strip()
    line = ungrouped(game, line)
    option = MARK.search(line)
    name = line[: option.start()] if option is not None else line
    name = name if kind_called(game, name) is not None else line.partition(" ")[0]
    return name.strip(), line[len(name) :].strip()


def kind_called(game: AnyGame, name: str) -> type[Any] | None:
    """Return the action class of a typed name, such as "op-fire" or "Op Fire"."""
    return next((kind for kind in game.actions if key(name) == key(verb(kind))), None)


def ungrouped(game: AnyGame, words: str) -> str:
    """Return a typed order without its optional group: "setup build" is "build"."""
    first, space, rest = words.partition(" ")
    return rest.lstrip() if space and any(group.name == plain(first) for group in game.groups) else words


def read(game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str]) -> Any | Misread:
    """Read an action from a text for each field. Other fields keep their defaults."""
    values: dict[str, Any] = {}
    texts = unpacked(kind, texts)
    for text in texts.values():
        if strange := _strange(kind, text):
            return strange
    for field in fields(kind):
        text = texts.get(field.name, "").strip()
        if not text:
            if field.required:
                return Malformed(f"{verb(kind)} needs {field.name}: {field.text}")
            continue
        value = read_field(game, seen, kind, field, text, values)
        if isinstance(value, Misread):
            return value
        values[field.name] = value
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        return Malformed(str(error))


def unpacked(kind: type[Any], texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by field, with the options that a suggestion contained.

    A field's own text wins over a text from a suggestion.
    `{"unit": "g3 first:move"}` is `{"unit": "g3", "first": "move"}`.
    """
    own, brought = {}, {}
    for name, text in texts.items():
        parts = split(kind, f"{name}:{text}")
        if isinstance(parts, Malformed) or next(iter(parts)) != name:
            own[name] = text
            continue
        own[name] = parts.pop(name)
        brought.update(parts)
    return {**brought, **{name: text for name, text in own.items() if text.strip() or name not in brought}}


def split(kind: type[Any], text: str) -> dict[str, str] | Malformed:
    """Split `unit:2nd Squad to:"C6"` into texts by field."""
    names = [field.name for field in fields(kind)]
    text = tidy(text)
    marks = list(_option_of(tuple(names)).finditer(plain(text))) if names else []
    before = text[: marks[0].start()] if marks else text
    if strange := _strange(kind, before):
        return strange
    if before.strip():
        known = ", ".join(f"{name}:" for name in names) or "no options"
        return Malformed(f"{before.strip()!r} belongs to no option; {verb(kind)} knows {known}")
    texts: dict[str, str] = {}
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        name = re.sub("[ -]", "_", mark[1])
        if name in texts:
            return Malformed(
                f"the option {name}: is given twice; type one order per line, or separate orders by ;"
            )
        texts[name] = text[mark.end() : following.start() if following else None].strip()
    return texts


@cache
def _option_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern for the start of an option with one of these names.

    Phones may replace "_" with a space or a dash.
    """
    spelled = (name.replace("_", "[ _-]") for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)({'|'.join(spelled)}) ?:")


def _strange(kind: type[Any], text: str) -> Malformed | None:
    """Return the error if a text contains an option that the action does not have."""
    known = [field.name for field in fields(kind)]
    found = next((name for name in OPTION.findall(plain(text)) if name.replace("-", "_") not in known), None)
    if found is None:
        return None
    names = ", ".join(f"{name}:" for name in known) or "no options"
    return Malformed(f"no such option: {found}; {verb(kind)} knows {names}")


def _why_not(game: AnyGame, kind: type[Any], name: str) -> str:
    """Return the case that rules an option out, or "" if there is no such case."""
    return _quoted(game, ruled_out(kind).get(name, ""))


def _quoted(game: AnyGame, cite: str) -> str:
    """Quote a case. Returns "" if there is none."""
    return f" ({cite}: {game.cases[cite].text})" if cite in game.cases else ""


def known_fields(
    game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str], but: str
) -> dict[str, Any]:
    """Return the fields that can be read from the filled-in texts, without one field."""
    known: dict[str, Any] = {}
    texts = unpacked(kind, {name: text for name, text in texts.items() if name != but})
    for field in fields(kind):
        text = texts.get(field.name, "")
        if text and field.name != but:
            value = read_field(game, seen, kind, field, text, known)
            if not isinstance(value, Misread):
                known[field.name] = value
    return known


def read_field(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, known: Mapping[str, Any]
) -> Any | Misread:
    """Read the text of one field, given what other fields are known to be."""
    if not field.many:
        return _read_one(game, seen, kind, field, text, known)
    values: list[Any] = []
    for part in _parts(game, seen, field, text):
        times, noun = _counted(field, part)
        if not 0 < times <= MOST_OF_A_KIND:
            return Malformed(f"{field.name}: {times} is not from 1 to {MOST_OF_A_KIND}")
        value = _read_one(game, seen, kind, field, noun, known)
        if isinstance(value, Misread):
            return value
        values += [value] * times
    return tuple(values)


def _parts(game: AnyGame, seen: AnySeen, field: Field, text: str) -> Iterator[str]:
    """Part a list at its commas, except at those within a label."""
    parts = [part for part in map(str.strip, tidy(text).split(",")) if part]
    while parts:
        whole = (n for n in range(len(parts), 1, -1) if names(game, seen, field).is_label(", ".join(parts[:n])))
        n = next(whole, 1)
        yield ", ".join(parts[:n])
        parts = parts[n:]


def _counted(field: Field, text: str) -> tuple[int, str]:
    """Return the count and the kind in a text such as "2 regulars" or "2x regular"."""
    counted = re.fullmatch(r"(\d{1,3}) ?[x×]? ([^\W\d].*)", text) if field.choices else None
    if counted is None:
        return 1, text
    times = int(plain(counted[1]))
    return times, counted[2].removesuffix("s") if times > 1 else counted[2]


def _read_one(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, known: Mapping[str, Any]
) -> Any | Misread:
    if field.type is bool:
        return _read_bool(field, text)
    if field.type is int:
        return _read_number(field, text)
    text, all_names = tidy(text), names(game, seen, field)
    tries = [text, without_side(game, seen, text), _without(noun(field), text), _without(field.name, text)]
    found = next(filter(None, map(all_names.named, tries)), [])
    if found:
        return found[0] if len(found) == 1 else _one_of(game, seen, kind, field, text, found, known)
    near = next(filter(None, map(all_names.nearly, tries)), [])
    if len(near) > FEW:
        return _unclear(field, text, all_names, near)
    meant = tuple(dict.fromkeys(short(all_names.labels[value]) for value in near))
    return Malformed(_nothing(game, seen, kind, field, text), meant)


def _one_of(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, found: list[Any],
    known: Mapping[str, Any],
) -> Any | Unclear:  # fmt: skip
    """Return the value that a text names, if it could name several.

    A value in a place that the order names comes first. Among indistinguishable copies, a legal copy is chosen.
    Otherwise, the question lists the legal values if there are several.
    """
    labels = names(game, seen, field).labels
    there = _there(game, seen, kind, field, found, known)
    among = there or found
    legal_now = [value for value in among[:MOST] if _is_legal(game, seen, kind, field, value, known)]
    if there or len({labels[value] for value in found}) == 1:
        return (legal_now or among)[0]
    return _unclear(field, text, names(game, seen, field), legal_now if len(legal_now) > 1 else found)


def _unclear(field: Field, text: str, among: Names[Any], which: list[Any]) -> Unclear:
    return Unclear(f"{field.name}: {text!r}", tuple(clip(among.labels[value]) for value in which[:MOST]))


def names(game: AnyGame, seen: AnySeen, field: Field) -> Names[Any]:
    """Return the names of all values that a field could name, legal now or not.

    Places have the same names in all fields.
    """
    label = game.label
    return NAMES.recall(
        seen.state,
        (seen.seat, game.place if field.type is game.place else field),
        lambda: Names({value: label(seen, field, value) for value in game.values(seen, field)}),
    )


def noun(field: Field) -> str:
    """Return the kind of thing that a field names, such as "hex", or ""."""
    return field.type.__name__.removesuffix("Id").lower() if field.is_name else ""


def _nothing(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str) -> str:
    """Write that a text names nothing, with the case that rules it out."""
    if field.type is not game.place:
        return f"{field.name}: nothing is called {text!r}{_why_not(game, kind, field.name)}"
    cite = game.unplayed(seen, re.sub(r"[^\w-]", "", plain(text)))
    return f"{text!r} is no {noun(field)} on this map{_quoted(game, cite) or _why_not(game, kind, field.name)}"


def _there(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, found: list[Any], known: Mapping[str, Any]
) -> list[Any]:
    """Return the things whose name contains a place that the order already names.

    The list is empty if they have different names.
    """
    places = set()
    for each in fields(kind):
        if each.type is game.place and each.name in known:
            value = known[each.name]
            places |= {short(game.label(seen, each, v)) for v in (value if each.many else (value,))}
    named = {value: short(game.label(seen, field, value)) for value in found}
    there = [value for value, name in named.items() if places & set(re.findall(r"[\w/-]+", name))]
    return there if len({named[value] for value in there}) == 1 else []


def _read_bool(field: Field, text: str) -> bool | Malformed:
    if key(text) in YES:
        return True
    return False if key(text) in NO else Malformed(f"{field.name}: {text!r} is neither yes nor no")


def _read_number(field: Field, text: str) -> int | Malformed:
    read = re.fullmatch(r"([+-]?\d{1,6}) ?[%.]?", plain(text))
    if read is None:
        return Malformed(f"{field.name}: {text!r} is not a number")
    number = int(read[1])
    if field.most and not field.least <= number <= field.most:
        return Malformed(f"{field.name}: {number} is not from {field.least} to {field.most}")
    return number


def without_side(game: AnyGame, seen: AnySeen, text: str) -> str:
    """Return a name without the player's own side before it.

    Names that other players see begin with the side.
    """
    return _without(game.fights(seen.state, seen.seat), text)


def _without(before: str, text: str) -> str:
    """Return a text without a word before it, such as the noun in "hex B2"."""
    first, _, rest = text.partition(" ")
    return rest.strip() if plain(first) == plain(before) and rest.strip() else text


def _is_legal(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, value: Any, known: Mapping[str, Any]
) -> bool:
    if kind in game.questions:
        return False
    others = {name: each for name, each in known.items() if name != field.name}
    fixed = others if field.many else {**others, field.name: value}
    return any(not field.many or value in getattr(action, field.name) for action in legal(game, seen, kind, fixed))
