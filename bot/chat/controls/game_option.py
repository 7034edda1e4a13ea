"""The option `game:`, which names a game if the channel does not determine it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar, cast

from discord import Interaction, app_commands
from discord.app_commands import Choice as Suggestion

Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])
Complete = Callable[[Interaction[Any], str], Coroutine[Any, Any, list[Suggestion[str]]]]
NAME = "game"
TEXT = "which of your games"


def of_game(complete: Complete) -> Callable[[Callback], Callback]:
    """Add the option to a command.

    The callback does not see it, because `WhichGame` reads it.
    """

    def given(callback: Callback) -> Callback:
        @wraps(callback)
        async def called(*arguments: Any, game: str | None = None, **options: Any) -> None:
            await callback(*arguments, **options)

        signature = inspect.signature(callback, eval_str=True)
        option = inspect.Parameter(NAME, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=str | None)
        parameters = [*signature.parameters.values(), option]
        called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        app_commands.describe(game=TEXT)(called)
        app_commands.autocomplete(game=complete)(called)
        return cast(Callback, called)

    return given
