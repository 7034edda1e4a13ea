"""What is suggested to somebody who is typing: values that are legal now, and lines that could be meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.chat.desk.naming import fits
from bot.chat.desk.order_offers import needed, offers
from bot.chat.desk.order_reading import known_fields, read_field, split, ungrouped, without_side
from bot.chat.desk.order_text import (
    LONGEST,
    MOST,
    AnyGame,
    AnySeen,
    Choice,
    Malformed,
    Misread,
    called,
    clip,
)
from bot.chat.desk.spelling import plain
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, open_kinds, verb
from bot.kit.english import short


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
        return [Choice(clip(label), str(value)) for value, label in named if fits(label, typed)][:MOST]
    if field.many:
        return _suggest_many(game, seen, kind, field, typed, known)
    typed = without_side(game, seen, typed)
    found: list[Choice] = []

    def wanted(value: Any) -> bool:
        # Nothing at all is chosen by leaving the option out; Discord could not send it.
        return value != "" and fits(_label(game, seen, field, value), typed)

    for action in offers(game, seen, kind, field, known, wanted):
        value = getattr(action, field.name)
        brings = _brought(game, seen, action, field, known)
        if not (brings.value and is_number(field)):
            found.append(
                Choice(_with(_label(game, seen, field, value), brings.name), _exact(value) + brings.value)
            )
        if len(found) == MOST:
            break
    return found


def _suggest_many(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, typed: str, known: Mapping[str, Any]
) -> list[Choice]:
    """Suggest what could be added to a list of which all but the last part is taken as typed."""
    head, _, last = typed.rpartition(",")
    chosen = read_field(game, seen, kind, field, head, known) if head.strip() else ()
    if isinstance(chosen, Misread):
        return []
    found = []
    for action in _longer(game, seen, kind, field, chosen, known):
        value = getattr(action, field.name)
        names = [game.label(seen, field, each) for each in value]
        label = names[0] if len(names) == 1 else ", ".join(map(short, names))
        rest = ", ".join(map(short, names[len(chosen) :]))
        if fits(f"{label} {rest}", last):
            brings = _brought(game, seen, action, field, known)
            sent = _exact(value) + brings.value
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


def _brought(game: AnyGame, seen: AnySeen, action: Any, field: Field, known: Mapping[str, Any]) -> Choice:
    """Return the options that a value brings along, since with them as usual nothing would be legal."""
    free = {each.name for each in fields(type(action))} - known.keys() - {field.name}
    action = needed(game, seen, action, free)
    others = [each for each in fields(type(action)) if each.name in free and not each.required]
    brought = [(each, value) for each in others if (value := getattr(action, each.name)) != each.default]
    return Choice(
        "".join(f" · {each.name}: {called(game, seen, each, value)}" for each, value in brought),
        "".join(f" {each.name}:{_exact(value)}" for each, value in brought),
    )


def _with(label: str, brought: str) -> str:
    """Put what a value brings along after its label, which gives way where both are too long."""
    return clip(clip(label, max(20, LONGEST - len(brought))) + brought)


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    if field.type is bool:
        return "yes" if value else "no"
    return game.label(seen, field, value)


def is_number(field: Field) -> bool:
    """Say whether Discord itself asks for a number here, which then brings no other option along."""
    return field.type is int and not field.required and not field.many


def _exact(value: Any) -> str:
    """Write a value so that it is read again as this very one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def complete(game: AnyGame, seen: AnySeen, line: str) -> list[Choice]:
    """Complete a line of an order: first the verb, open ones before others, then the option being typed."""
    group = line[: len(line) - len(ungrouped(game, line))]
    if group:
        below = next(each.actions for each in game.groups if each.name == plain(group.strip()))
        found = _completed(game, seen, line.removeprefix(group), below)
        whole = [Choice(f"{group}{each.name}", f"{group}{each.value}") for each in found]
        return [each for each in whole if len(each.value) <= LONGEST]
    groups = [each.name for each in game.groups if line and each.name.startswith(plain(line))]
    found = _completed(game, seen, line, (*open_kinds(game, seen), *game.actions))
    return [*found, *(Choice(each, f"{each} ") for each in groups)][:MOST]


def _completed(game: AnyGame, seen: AnySeen, line: str, kinds: Sequence[type[Any]]) -> list[Choice]:
    """Complete a line without the group of its command; `kinds` are the actions that it can begin with."""
    name, space, rest = line.partition(" ")
    kind = kind_of(game, name)
    if kind is None or not space:
        verbs = [verb(each) for each in dict.fromkeys(kinds) if verb(each).startswith(name.casefold())]
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
