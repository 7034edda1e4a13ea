"""Actions as people type them, read: in any order, with names cut short, and what a suggestion brought along."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from bot.chat.desk.order_text import MOST, AnyGame, AnySeen, Malformed, Misread, Unclear, clip
from bot.kernel.fields import Field, fields, ruled_out
from bot.kernel.game import kind_of, legal, verb
from bot.kit.english import short

OPTION = re.compile(r"(?:^|\s)([a-z_]+):(?=\S)")
"""How an option begins in what is typed."""


def parse(game: AnyGame, seen: AnySeen, line: str) -> Any | Misread:
    """Read a whole line, such as `advance unit:2nd Squad to:C6`, with or without `/tide` before it."""
    words = line.strip().removeprefix("/").removeprefix(game.key).strip()
    name, _, rest = words.partition(" ")
    kind = kind_of(game, name)
    if kind is None:
        verbs = [verb(each) for each in game.actions]
        return Malformed(f"there is no command {name!r}", tuple(get_close_matches(name, verbs, cutoff=0.4)))
    for option in ruled_out(kind).keys() - {field.name for field in fields(kind)}:
        if re.search(rf"\b{option}:", rest):
            return Malformed(f"{name} knows no {option}{_why_not(game, kind, option)}")
    texts = split(kind, rest)
    return texts if isinstance(texts, Malformed) else read(game, seen, kind, texts)


def read(game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str]) -> Any | Misread:
    """Read an action from a text for each field; fields without a text keep their defaults."""
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
    """Return texts by field, with what a suggestion brought along for other fields; a text of their own counts.

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
    marks = list(re.finditer(rf"\b({'|'.join(names)}):", text)) if names else []
    before = text[: marks[0].start()] if marks else text
    if strange := _strange(kind, before):
        return strange
    if before.strip():
        known = ", ".join(f"{name}:" for name in names) or "no options"
        return Malformed(f"{before.strip()!r} belongs to no option; {verb(kind)} knows {known}")
    texts: dict[str, str] = {}
    if twice := next((name for name in names if [mark[1] for mark in marks].count(name) > 1), None):
        return Malformed(f"the option {twice}: is there twice; type one order a line, or part orders by ;")
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        texts[mark[1]] = text[mark.end() : following.start() if following else None].strip().strip('"').strip()
    return texts


def _strange(kind: type[Any], text: str) -> Malformed | None:
    """Return what is wrong with a text in which an option stands that an action does not have."""
    known = [field.name for field in fields(kind)]
    found = next((name for name in OPTION.findall(text) if name not in known), None)
    if found is None:
        return None
    names = ", ".join(f"{name}:" for name in known) or "no options"
    return Malformed(f"no such option: {found}; {verb(kind)} knows {names}")


def _why_not(game: AnyGame, kind: type[Any], name: str) -> str:
    """Return the case that keeps an order from saying something, "" where it is just not understood."""
    return _quoted(game, ruled_out(kind).get(name, ""))


def _quoted(game: AnyGame, cite: str) -> str:
    """Quote a case, "" where there is none."""
    return f" ({cite}: {game.cases[cite].text})" if cite in game.cases else ""


def known_fields(
    game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str], but: str
) -> dict[str, Any]:
    """Return the fields that can be read from what has been filled in so far, in any order, but for one."""
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
    for part in filter(None, (part.strip(' "') for part in text.split(","))):
        count, _, noun = part.partition(" ")
        times = int(count) if count.isdecimal() and field.choices and 0 < int(count) < 10 else 1
        noun = noun.removesuffix("s") if times > 1 else noun
        value = _read_one(game, seen, kind, field, noun if count.isdecimal() and noun else part, known)
        if isinstance(value, Misread):
            return value
        values += [value] * times
    return tuple(values)


def _read_one(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, known: Mapping[str, Any]
) -> Any | Misread:
    if field.type is bool:
        return _read_bool(field, text)
    if field.type is int:
        return _read_number(field, text)
    named = {value: game.label(seen, field, value) for value in game.values(seen, field)}
    found = _matches(named, text) or _matches(named, without_side(game, seen, text))
    if len(found) > 1:
        others = {name: value for name, value in known.items() if name != field.name}
        found = [v for v in found if _is_legal(game, seen, kind, field, v, others)] or found
    if len(found) > 1:
        found = _there(game, seen, kind, {value: named[value] for value in found}, known) or found
    if len({named[value] for value in found}) == 1:
        return found[0]
    if found:
        return Unclear(f"{field.name}: {text!r}", tuple(clip(named[value]) for value in found[:MOST]))
    close = get_close_matches(text.casefold(), [short(label).casefold() for label in named.values()], 3, 0.5)
    meant = [short(label) for label in named.values() if short(label).casefold() in close]
    cite = game.unplayed(seen, text) if field.type is game.place else ""
    why = _quoted(game, cite) or _why_not(game, kind, field.name)
    return Malformed(f"{field.name}: nothing is called {text!r}{why}", tuple(dict.fromkeys(meant)))


def _there(
    game: AnyGame, seen: AnySeen, kind: type[Any], named: Mapping[Any, str], known: Mapping[str, Any]
) -> list[Any]:
    """Return those of several things of which the name tells a place that the order has named already."""
    places = set()
    for field in fields(kind):
        if field.type is game.place and field.name in known:
            value = known[field.name]
            places |= {
                short(game.label(seen, field, each)) for each in (value if isinstance(value, tuple) else (value,))
            }
    return [value for value, label in named.items() if places & set(re.findall(r"[\w/-]+", label))]


def _read_bool(field: Field, text: str) -> bool | Malformed:
    if text.casefold() in ("yes", "true", "y", "1"):
        return True
    if text.casefold() in ("no", "false", "n", "0"):
        return False
    return Malformed(f"{field.name}: {text!r} is neither yes nor no")


def _read_number(field: Field, text: str) -> int | Malformed:
    if not re.fullmatch(r"-?\d{1,6}", text):
        return Malformed(f"{field.name}: {text!r} is not a number")
    number = int(text)
    if field.most and not field.least <= number <= field.most:
        return Malformed(f"{field.name}: {number} is not from {field.least} to {field.most}")
    return number


def _matches(named: Mapping[Any, str], text: str) -> list[Any]:
    """Return what a text names: by id, by name, by the beginnings of words of its name, or else of its label."""
    typed = text.casefold()
    if not re.search(r"\w", typed):
        return []
    tests = (
        lambda value, label: str(value) == text,
        lambda value, label: str(value).casefold() == typed,
        lambda value, label: label.casefold() == typed,
        lambda value, label: short(label).casefold() == typed,
        lambda value, label: short(label).casefold().startswith(typed),
        lambda value, label: fits(short(label), typed),
        lambda value, label: fits(label, typed),
    )
    for test in tests:
        found = [value for value, label in named.items() if test(value, label)]
        if found:
            return found
    return []


def fits(label: str, typed: str) -> bool:
    """Say whether each word that was typed begins a word of the label."""
    words = re.findall(r"[\w/-]+", label.casefold())
    return all(any(word.startswith(part) for word in words) for part in re.findall(r"[\w/-]+", typed.casefold()))


def without_side(game: AnyGame, seen: AnySeen, text: str) -> str:
    """Return what is left of a name before which somebody has put their own side's, as the others read it."""
    side, _, rest = text.partition(" ")
    own = game.fights(seen.state, seen.seat).casefold()
    return rest.strip() if side.casefold() == own and rest.strip() else text


def _is_legal(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, value: Any, known: Mapping[str, Any]
) -> bool:
    if kind in game.questions:
        return False
    fixed = known if field.many else {**known, field.name: value}
    return any(not field.many or value in getattr(action, field.name) for action in legal(game, seen, kind, fixed))
