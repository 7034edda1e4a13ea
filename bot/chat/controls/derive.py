"""Slash commands from action classes: a subcommand a class, an option a field.

The desk validates everything that arrives. This module asks the title for legal values, and knows no rules.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Optional, cast

from discord import Interaction, app_commands
from discord.app_commands import Choice as Suggestion

from bot.chat.controls import game_option
from bot.chat.controls.completion import distinct
from bot.chat.desk.order_completion import is_number
from bot.chat.desk.order_text import MOST, AnyGame, Choice
from bot.kernel.fields import Field, fields
from bot.kernel.game import verb

Act = Callable[["Interaction[Any]", str, type[Any], dict[str, str]], Awaitable[None]]
Suggest = Callable[["Interaction[Any]", str, type[Any], str, str, dict[str, str]], Awaitable[list[Choice]]]


BY_HAND = ("resign",)
"""Actions for which there is a `/game` command, because they are asked for twice."""


def typed(game: AnyGame) -> tuple[type[Any], ...]:
    """Return the actions with a command of the title, without the `/game` commands."""
    return tuple(kind for kind in game.actions if verb(kind) not in BY_HAND)


def group(game: AnyGame, act: Act, suggest: Suggest, games: game_option.Complete) -> app_commands.Group:
    """Return the command group of a title.

    Each action has a subcommand, which may be in a group. The questions are in the group `ask`. `games` suggests
    the games of the person who is typing.
    """
    made = app_commands.Group(name=game.key, description=f"Orders in {game.name}", guild_only=False)
    below = {kind: each for each in game.groups for kind in each.actions}
    parents = {
        each: app_commands.Group(name=each.name, description=each.text, parent=made) for each in game.groups
    }
    for kind in typed(game):
        parent = parents[below[kind]] if kind in below else made
        parent.add_command(_command(game, kind, act, suggest, games))
    if game.questions:
        ask = app_commands.Group(
            name="ask", description="A question about the game; it changes nothing", parent=made
        )
        for kind in game.questions:
            ask.add_command(_command(game, kind, act, suggest, games))
    return made


def _command(
    game: AnyGame, kind: type[Any], act: Act, suggest: Suggest, games: game_option.Complete
) -> app_commands.Command[Any, Any, Any]:
    async def callback(interaction: Interaction[Any], **options: Any) -> None:
        texts = {name: _text(value) for name, value in options.items() if value is not None}
        await act(interaction, game.key, kind, texts)

    ordered = sorted(fields(kind), key=lambda field: not field.required)
    types = {field.name: _option_type(field, judged=kind in game.actions) for field in ordered}
    callback.__name__ = verb(kind).replace("-", "_")
    _sign(callback, ordered, types)
    app_commands.describe(**{field.name: field.text[:100] or field.name for field in ordered})(callback)
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=verb(kind),
        description=(kind.__doc__ or verb(kind)).split("\n")[0].rstrip(".")[:100],
        callback=cast(Any, game_option.of_game(games)(callback)),
    )
    for field in ordered:
        if types[field.name] is str or is_number(field):
            command.autocomplete(field.name)(_autocomplete(game.key, kind, field.name, suggest))
    return command


def _sign(callback: Any, ordered: list[Field], types: dict[str, Any]) -> None:
    """Give a callback the signature from which discord.py reads its options."""
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    ]
    for field in ordered:
        kind = types[field.name]
        parameters.append(
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if field.required else None,
                annotation=kind if field.required else Optional[kind],  # noqa: UP045
            )
        )
    callback.__signature__ = inspect.Signature(parameters)
    callback.__annotations__ = {p.name: p.annotation for p in parameters}


def _option_type(field: Field, *, judged: bool) -> Any:
    """Return the type of an option that Discord enforces.

    The option of a `judged` action offers only legal values, so it has no fixed choices.
    """
    if field.type is bool:
        return bool
    if is_number(field):
        return app_commands.Range[int, field.least, field.most] if field.most else int
    choices = tuple(choice for choice in field.choices if choice)
    if choices and not judged and not field.many and len(choices) <= MOST:
        return Literal[choices]
    return str


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _autocomplete(key: str, kind: type[Any], name: str, suggest: Suggest) -> Any:
    async def complete(interaction: Interaction[Any], current: Any) -> list[Suggestion[Any]]:
        given = {
            key: _text(value)
            for key, value in interaction.namespace
            if value is not None and key not in (name, game_option.NAME)
        }
        found = await suggest(interaction, key, kind, name, str(current), given)
        number = is_number(next(field for field in fields(kind) if field.name == name))
        return distinct((c.name, int(c.value) if number else c.value) for c in found)

    return complete
