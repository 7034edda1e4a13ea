"""A legal action for each value of an option, with defaults for other options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.kernel.fields import Field, fields
from bot.kit.decisions import Once


def legal_values(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the legal values of a field, given the known fields, each once."""
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
    """Yield a legal action for each value of a field, given the known fields.

    Actions with defaults for all other options come first. Actions that need another option follow.
    """
    options = [each for each in fields(kind) if not each.required and each.name not in {field.name, *known}]
    once = Once(known, field.name)
    done, later = once.found, []

    def is_new(action: Any) -> bool:
        return getattr(action, field.name) not in done and game.judge(seen, action) is None

    for action in game.candidates(seen, kind, once):
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
    """Return a legal action with as many free options as possible at their defaults."""
    for field in fields(type(action)):
        if field.name in free and not field.required and getattr(action, field.name) != field.default:
            plainer = msgspec.structs.replace(action, **{field.name: field.default})
            action = plainer if game.judge(seen, plainer) is None else action
    return action
