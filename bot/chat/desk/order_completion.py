"""Suggestions for a person who is typing: legal values and possible lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.chat.desk.naming import fits
from bot.chat.desk.order_offers import needed, offers
from bot.chat.desk.order_reading import (
    cut,
    kind_called,
    known_fields,
    names,
    read_field,
    split,
    ungrouped,
    unpacked,
    without_side,
)
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
from bot.chat.desk.spelling import key, plain, tidy
from bot.kernel.fields import Field, fields
from bot.kernel.game import open_kinds, verb
from bot.kit.english import short


def suggest(
    game: AnyGame, seen: AnySeen, kind: type[Any], name: str, typed: str, texts: Mapping[str, str]
) -> list[Choice]:
    """Suggest values for a field that are legal with the other fields.

    The typed text filters them.
    """
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
        # A player leaves the option out to choose nothing. Discord cannot send an empty value.
        return value != "" and fits(_label(game, seen, field, value), typed)

    for action in offers(game, seen, kind, field, known, wanted):
        value = getattr(action, field.name)
        brings = _brought(game, seen, action, field, known)
        if not (brings.value and is_number(field)):
            found.append(
                Choice(
                    _with(_label(game, seen, field, value), brings.name),
                    exact(game, seen, field, value) + brings.value,
                )
            )
        if len(found) == MOST:
            break
    return found


def _suggest_many(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, typed: str, known: Mapping[str, Any]
) -> list[Choice]:
    """Suggest additions to a list. All parts but the last stay as typed."""
    head, _, last = typed.rpartition(",")
    chosen = read_field(game, seen, kind, field, head, known) if head.strip() else ()
    if isinstance(chosen, Misread):
        return []
    found = []
    for action in _longer(game, seen, kind, field, chosen, known):
        value = getattr(action, field.name)
        labels = [game.label(seen, field, each) for each in value]
        label = labels[0] if len(labels) == 1 else ", ".join(map(short, labels))
        rest = ", ".join(map(short, labels[len(chosen) :]))
        if fits(f"{label} {rest}", last):
            brings = _brought(game, seen, action, field, known)
            sent = exact(game, seen, field, value) + brings.value
            found += [Choice(_with(label, brings.name), sent)] if len(sent) <= LONGEST else []
        if len(found) == MOST:
            break
    return found


def _longer(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, chosen: tuple[Any, ...], known: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield a legal action for each list with one more value than chosen.

    Without chosen values, yields a legal action for each list.
    """
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
    """Return the other options that a value needs to be legal."""
    free = {each.name for each in fields(type(action))} - known.keys() - {field.name}
    action = needed(game, seen, action, free)
    others = [each for each in fields(type(action)) if each.name in free and not each.required]
    brought = [(each, value) for each in others if (value := getattr(action, each.name)) != each.default]
    return Choice(
        "".join(f" · {each.name}: {called(game, seen, each, value)}" for each, value in brought),
        "".join(f" {each.name}:{exact(game, seen, each, value)}" for each, value in brought),
    )


def _with(label: str, brought: str) -> str:
    """Put the options that a value needs after its label, and clip the label first."""
    return clip(clip(label, max(20, LONGEST - len(brought))) + brought)


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    if field.type is bool:
        return "yes" if value else "no"
    return game.label(seen, field, value)


def is_number(field: Field) -> bool:
    """Return whether Discord itself asks for a number, which needs no other option."""
    return field.type is int and not field.required and not field.many


def exact(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Write a value so that reading it returns the same value.

    The text is its id, unless the id names something else too.
    """
    if isinstance(value, tuple):
        return ", ".join(exact(game, seen, field, each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not field.is_name or (name := short(game.label(seen, field, value))) == str(value):
        return str(value)
    return str(value) if names(game, seen, field).named(str(value)) == [value] else name


def complete(game: AnyGame, seen: AnySeen, line: str, among: Sequence[type[Any]] | None = None) -> list[Choice]:
    """Complete a line of an order within Discord's limits; `among` as for `continued`."""
    return [choice for choice in continued(game, seen, line, among) if len(choice.value) <= LONGEST][:MOST]


def continued(game: AnyGame, seen: AnySeen, line: str, among: Sequence[type[Any]] | None) -> list[Choice]:
    """Return the possible continuations of a line: its verb, then the typed option.

    Open verbs come first. With `among`, only these actions and their legal values are offered. Without it,
    everything that has a name is offered. The name of a choice uses names, and its value uses the shorter ids.
    """
    typed_line = tidy(line) + " " * line.endswith(" ")
    group = typed_line[: len(typed_line) - len(ungrouped(game, typed_line))]
    name, rest = cut(game, typed_line.removeprefix(group))
    kind = kind_called(game, name)
    if kind is None or not (rest or typed_line.endswith(" ")):
        begun = [
            f"{group}{each}" for each in _verbs(game, seen, group, among) if key(each).startswith(key(name + rest))
        ]
        groups = [each.name for each in game.groups if name and not group and each.name.startswith(plain(name))]
        return [Choice(each, f"{each} ") for each in (*begun, *groups)]
    texts = split(kind, rest)
    texts = {} if isinstance(texts, Malformed) else texts
    opened = next(reversed(texts), None)
    if opened is None or (typed_line.endswith(" ") and texts[opened] and not texts[opened].endswith(",")):
        whole = typed_line.rstrip()
        return [
            Choice(f"{whole} {each}:", f"{whole} {each}:") for each in _missing(game, seen, kind, texts, among)
        ]
    typed = texts.pop(opened)
    head = typed_line[: len(typed_line.rstrip()) - len(typed)].rstrip()
    if among is None:
        field = next(each for each in fields(kind) if each.name == opened)
        labels = [game.label(seen, field, value) for value in game.values(seen, field) if value != ""]
        chosen = dict.fromkeys(short(label) for label in labels if fits(label, typed))
        return [Choice(f"{head}{each}", f"{head}{each}") for each in chosen]
    found = suggest(game, seen, kind, opened, typed, texts)
    values = [Choice(f"{head}{_in_names(game, seen, kind, opened, c.value)}", f"{head}{c.value}") for c in found]
    field = next(each for each in fields(kind) if each.name == opened)
    if isinstance(read_field(game, seen, kind, field, typed, {}), Misread) or not typed:
        return values
    whole = typed_line.rstrip()
    missing = _missing(game, seen, kind, {**texts, opened: typed}, among)
    further = [choice for choice in values if whole not in (choice.name, choice.value)]
    return [*(Choice(f"{whole} {each}:", f"{whole} {each}:") for each in missing), *further]


def _verbs(game: AnyGame, seen: AnySeen, group: str, among: Sequence[type[Any]] | None) -> list[str]:
    """Return the verbs that a line may begin with, those of a group after its name."""
    below = next((each.actions for each in game.groups if each.name == plain(group.strip())), None)
    kinds = (*open_kinds(game, seen), *game.actions) if among is None else tuple(among)
    return [verb(each) for each in dict.fromkeys(below or kinds) if among is None or each in among]


def _missing(
    game: AnyGame, seen: AnySeen, kind: type[Any], texts: Mapping[str, str], among: Sequence[type[Any]] | None
) -> list[str]:
    """Return the options that a line lacks.

    If only legal values count, required options come before optional ones.
    """
    missing = [field for field in fields(kind) if field.name not in texts]
    if among is None:
        return [field.name for field in missing]
    if kind not in among:
        return []
    needs = [field.name for field in missing if field.required]
    return needs or [field.name for field in missing if suggest(game, seen, kind, field.name, "", texts)]


def _in_names(game: AnyGame, seen: AnySeen, kind: type[Any], opened: str, text: str) -> str:
    """Write an offered value and the options that it needs in names."""
    said: list[str] = []
    texts = unpacked(kind, {opened: text})
    for field in fields(kind):
        value = read_field(game, seen, kind, field, texts[field.name], {}) if field.name in texts else None
        if value is not None and not isinstance(value, Misread):
            told = called(game, seen, field, value)
            said.insert(0, told) if field.name == opened else said.append(f"{field.name}:{told}")
    return " ".join(said)
