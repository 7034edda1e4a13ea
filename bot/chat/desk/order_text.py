"""Actions as people type them: `advance unit:2nd Squad to:C6`, read, written, and completed.

Three things can be wrong with what was typed. Malformed: a word names nothing. Unclear: it names several things.
Refused is for the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from bot.kernel.fields import Field, fields, given, ruled_out
from bot.kernel.game import kind_of, legal, verb
from bot.kernel.secret import Seen
from bot.kit.advice import Adviser
from bot.kit.english import short

AnyGame = Adviser[Any, Any, Any]
AnySeen = Seen[Any]
MOST = 25
"""Discord shows at most 25 suggestions, of at most 100 characters."""
LONGEST = 100


OPTION = re.compile(r"(?:^|\s)([a-z_]+):(?=\S)")
"""How an option begins in what is typed."""


class Malformed(Struct, frozen=True):
    """What was typed names nothing; perhaps one of these was meant."""

    what: str
    meant: tuple[str, ...] = ()


class Unclear(Struct, frozen=True):
    """What was typed names several things."""

    what: str
    which: tuple[str, ...]


def spoken(kind: type[Any]) -> str:
    """Return the name of an action as it is read: "Op Fire" for `op-fire`, unless it has one of its own."""
    if name := getattr(kind, "SPOKEN", ""):
        return str(name)
    return " ".join(word if word == "and" else word.capitalize() for word in verb(kind).split("-"))


def called(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Return what people call a value of a field; several are joined by commas."""
    if field.many:
        return ", ".join(short(game.label(seen, field, each)) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return short(game.label(seen, field, value)) if field.is_name else str(value)


def write(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Write an action as it could be typed."""
    named = given(action)
    told = [field for field in fields(type(action)) if field.name in named]
    parts = [f"{field.name}:{called(game, seen, field, named[field.name])}" for field in told]
    return " ".join([verb(type(action)), *parts])


def typed(kind: type[Any], values: Mapping[str, Any]) -> str:
    """Write so much of an action that it is read again as this very one."""
    return " ".join([verb(kind), *(f"{name}:{exact(value)}" for name, value in values.items())])


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
    texts = {}
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


def parse(game: AnyGame, seen: AnySeen, line: str) -> Any | Malformed | Unclear:
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


def _why_not(game: AnyGame, kind: type[Any], name: str) -> str:
    """Return the case that keeps an order from saying something, "" where it is just not understood."""
    cite = ruled_out(kind).get(name, "")
    return f" ({cite}: {game.cases[cite].text})" if cite in game.cases else ""


def read(game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str]) -> Any | Malformed | Unclear:
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
        if isinstance(value, Malformed | Unclear):
            return value
        values[field.name] = value
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        return Malformed(str(error))


def read_field(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, known: Mapping[str, Any]
) -> Any | Malformed | Unclear:
    """Read the text of one field, given what other fields are known to be."""
    if not field.many:
        return _read_one(game, seen, kind, field, text, known)
    values: list[Any] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        count, _, noun = part.partition(" ")
        times = int(count) if count.isdecimal() and field.choices and 0 < int(count) < 10 else 1
        noun = noun.removesuffix("s") if times > 1 else noun
        value = _read_one(game, seen, kind, field, noun if count.isdecimal() and noun else part, known)
        if isinstance(value, Malformed | Unclear):
            return value
        values += [value] * times
    return tuple(values)


def _read_one(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, text: str, known: Mapping[str, Any]
) -> Any | Malformed | Unclear:
    if field.type is bool:
        return _read_bool(field, text)
    if field.type is int:
        return _read_number(field, text)
    named = {value: game.label(seen, field, value) for value in game.values(seen, field)}
    found = _matches(named, text) or _matches(named, _without_side(game, seen, text))
    if len(found) > 1:
        others = {name: value for name, value in known.items() if name != field.name}
        found = [v for v in found if _is_legal(game, seen, kind, field, v, others)] or found
    if len({named[value] for value in found}) == 1:
        return found[0]
    if found:
        return Unclear(f"{field.name}: {text!r}", tuple(_clip(named[value]) for value in found[:MOST]))
    close = get_close_matches(text.casefold(), [short(label).casefold() for label in named.values()], 3, 0.5)
    meant = [short(label) for label in named.values() if short(label).casefold() in close]
    why = _why_not(game, kind, field.name)
    return Malformed(f"{field.name}: nothing is called {text!r}{why}", tuple(dict.fromkeys(meant)))


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


def _without_side(game: AnyGame, seen: AnySeen, text: str) -> str:
    """Return what is left of a name before which somebody has put their own side's, as the others read it."""
    side, _, rest = text.partition(" ")
    own = game.fights(seen.state, seen.seat).casefold()
    return rest.strip() if side.casefold() == own and rest.strip() else text


def fits(label: str, typed: str) -> bool:
    """Say whether each word that was typed begins a word of the label."""
    words = re.findall(r"[\w/-]+", label.casefold())
    return all(any(word.startswith(part) for word in words) for part in re.findall(r"[\w/-]+", typed.casefold()))


def _is_legal(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, value: Any, known: Mapping[str, Any]
) -> bool:
    if kind in game.questions:
        return False
    fixed = known if field.many else {**known, field.name: value}
    return any(not field.many or value in getattr(action, field.name) for action in legal(game, seen, kind, fixed))


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
            if not isinstance(value, Malformed | Unclear):
                known[field.name] = value
    return known


class Choice(Struct, frozen=True):
    """A suggestion: what people read, and what is sent back."""

    name: str
    value: str


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


def suggest(
    game: AnyGame, seen: AnySeen, kind: type[Any], name: str, typed: str, texts: Mapping[str, str]
) -> list[Choice]:
    """Suggest values for a field: those that are legal now with what is filled in, filtered by what is typed."""
    field = next(each for each in fields(kind) if each.name == name)
    known = known_fields(game, seen, kind, texts, but=name)
    if kind in game.questions:
        named = (
            (value, _label(game, seen, field, value)) for value in game.topics(seen, kind, field) if value != ""
        )
        return [Choice(_clip(label), str(value)) for value, label in named if fits(label, typed)][:MOST]
    if field.many:
        return _suggest_many(game, seen, kind, field, typed, known)
    typed = _without_side(game, seen, typed)
    found: list[Choice] = []

    def wanted(value: Any) -> bool:
        # Nothing at all is chosen by leaving the option out; Discord could not send it.
        return value != "" and fits(_label(game, seen, field, value), typed)

    for action in offers(game, seen, kind, field, known, wanted):
        value = getattr(action, field.name)
        brings = _brought(game, seen, action, field, known)
        if not (brings.value and is_number(field)):
            found.append(Choice(_with(_label(game, seen, field, value), brings.name), exact(value) + brings.value))
        if len(found) == MOST:
            break
    return found


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    if field.type is bool:
        return "yes" if value else "no"
    return game.label(seen, field, value)


def is_number(field: Field) -> bool:
    """Say whether Discord itself asks for a number here, which then brings no other option along."""
    return field.type is int and not field.required


def exact(value: Any) -> str:
    """Write a value so that it is read again as this very one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def legal_values(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the values of a field that occur in legal actions which agree with the known fields, none twice."""
    for action in offers(game, seen, kind, field, known):
        yield getattr(action, field.name)


def offers(
    game: AnyGame,
    seen: AnySeen,
    kind: type[Any],
    field: Field,
    known: Mapping[str, Any],
    wanted: Callable[[Any], bool] = lambda value: True,
) -> Iterator[Any]:
    """Yield a legal action for each value of a field which agrees with the known fields.

    First those that leave all other options as they are; then those that need another option as well.
    """
    options = [each for each in fields(kind) if not each.required and each.name not in {field.name, *known}]
    done = set()
    later = []

    def is_new(action: Any) -> bool:
        return getattr(action, field.name) not in done and game.judge(seen, action) is None

    for action in game.candidates(seen, kind, known):
        if getattr(action, field.name) in done or not wanted(getattr(action, field.name)):
            continue
        if any(getattr(action, each.name) != each.default for each in options):
            later.append(action)
        elif is_new(action):
            done.add(getattr(action, field.name))
            yield action
    for action in later:
        if is_new(action):
            done.add(getattr(action, field.name))
            yield action


def needed(game: AnyGame, seen: AnySeen, action: Any, free: Iterable[str]) -> Any:
    """Return a legal action with as many of the free options as possible left as they usually are."""
    for field in fields(type(action)):
        if field.name in free and not field.required and getattr(action, field.name) != field.default:
            plainer = msgspec.structs.replace(action, **{field.name: field.default})
            action = plainer if game.judge(seen, plainer) is None else action
    return action


def _brought(game: AnyGame, seen: AnySeen, action: Any, field: Field, known: Mapping[str, Any]) -> Choice:
    """Return the options that a value brings along, since with them as usual nothing would be legal."""
    free = {each.name for each in fields(type(action))} - known.keys() - {field.name}
    action = needed(game, seen, action, free)
    others = [each for each in fields(type(action)) if each.name in free and not each.required]
    brought = [(each, value) for each in others if (value := getattr(action, each.name)) != each.default]
    return Choice(
        "".join(f" · {each.name}: {called(game, seen, each, value)}" for each, value in brought),
        "".join(f" {each.name}:{exact(value)}" for each, value in brought),
    )


def _with(label: str, brought: str) -> str:
    """Put what a value brings along after its label, which gives way where both are too long."""
    return _clip(_clip(label, max(20, LONGEST - len(brought))) + brought)


def _suggest_many(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, typed: str, known: Mapping[str, Any]
) -> list[Choice]:
    """Suggest what could be added to a list of which all but the last part is taken as typed."""
    head, _, last = typed.rpartition(",")
    chosen = read_field(game, seen, kind, field, head, known) if head.strip() else ()
    if isinstance(chosen, Malformed | Unclear):
        return []
    found = []
    for action in _longer(game, seen, kind, field, chosen, known):
        value = getattr(action, field.name)
        names = [game.label(seen, field, each) for each in value]
        label = names[0] if len(names) == 1 else ", ".join(map(short, names))
        rest = ", ".join(map(short, names[len(chosen) :]))
        if fits(f"{label} {rest}", last):
            brings = _brought(game, seen, action, field, known)
            sent = exact(value) + brings.value
            found += [Choice(_with(label, brings.name), sent)] if len(sent) <= LONGEST else []
        if len(found) == MOST:
            break
    return found


def _longer(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, chosen: tuple[Any, ...], known: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield a legal action for each list that goes on from what was chosen by one, or for each one at all."""
    lists = (action for action in offers(game, seen, kind, field, known) if getattr(action, field.name))
    if not chosen:
        yield from lists
        return
    singles = dict.fromkeys(each for action in lists for each in getattr(action, field.name))
    for each in singles:
        fixed = {**known, field.name: (*chosen, each)}
        action = next(offers(game, seen, kind, field, fixed), None)
        if action is not None:
            yield action


def complete(game: AnyGame, seen: AnySeen, line: str) -> list[Choice]:
    """Complete a line for `why-not` and `odds`: first the verb, then the option that is being typed."""
    name, space, rest = line.partition(" ")
    kind = kind_of(game, name)
    if kind is None or not space:
        verbs = [verb(each) for each in game.actions if verb(each).startswith(name.casefold())]
        return [Choice(each, f"{each} ") for each in verbs[:MOST]]
    texts = split(kind, rest)
    if isinstance(texts, Malformed):
        texts = {}
    open_field = next(reversed(texts), None)
    if open_field is None or (line.endswith(" ") and texts[open_field]):
        missing = [field.name for field in fields(kind) if field.name not in texts]
        return [Choice(f"{line.rstrip()} {each}:", f"{line.rstrip()} {each}:") for each in missing[:MOST]]
    typed = texts.pop(open_field)
    head = line[: line.rindex(f"{open_field}:") + len(open_field) + 1]
    field = next(each for each in fields(kind) if each.name == open_field)
    named = [(value, game.label(seen, field, value)) for value in _imaginable(game, seen, field)]
    chosen = [short(label) for value, label in named if fits(label, typed)]
    lines = [f"{head}{each}" for each in dict.fromkeys(chosen)]
    return [Choice(each, each) for each in lines if len(each) <= LONGEST][:MOST]


def _imaginable(game: AnyGame, seen: AnySeen, field: Field) -> Sequence[Any]:
    return [value for value in game.values(seen, field) if value != ""]


def _clip(text: str, most: int = LONGEST) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
