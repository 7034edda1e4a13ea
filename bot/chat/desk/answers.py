"""Refusals and other answers in words, and texts cut to Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.chat.desk.desk import Reply, Stranger
from bot.chat.desk.draft import Stale, Unchanged
from bot.chat.desk.order_text import AnyGame, Malformed, Unclear, clip
from bot.kernel.game import kind_of
from bot.kernel.rule import Refusal
from bot.kit.commands import command
from bot.kit.lessons import ASKED

LIMIT = 2000
"""Characters of a message (Discord)."""
NEWS = 1400
"""Maximum length of the result shown above the next orders."""
LEAST_NEWS = 500
"""Length that is kept for the result, even if the next orders are long."""

OPEN_NOW = "open now: "
"""The words before the list of open orders in a title's refusal."""
COMMAND = re.compile(r"(?<![\w`/])/[a-z]+ (?:(?:me|table|show|ask) )?[a-z-]+(?: [a-z]+:)?")
"""An unmarked command, with the option that a player types with it."""


def sentence(text: str) -> str:
    """Write a clause as a sentence, unless it already ends like a sentence."""
    end = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}" if text else ""


def question(text: str) -> str:
    """Write what is said of an option, such as "which unit", as what is asked."""
    bare = re.sub("^(against|at|by|for|from|instead of|into|of|on|to|towards|up to|with) ", "", text)
    asks = bare.split(" ", 1)[0].rstrip(":,") in ("which", "who", "whom", "what", "where", "how")
    if not asks:
        return sentence(text)
    what, apart, more = text.partition(": " if ": " in text else "; ")
    return f"{sentence(what)[:-1]}?{f' {sentence(more)}' if apart else ''}"


def to_confirm(button: str, command: str) -> str:
    """Say how to answer a question whether an order is meant."""
    return f"-# To confirm, press **{button}** or type `/{command}`."


def no(reply: Reply, game: AnyGame | None = None) -> str:
    """Explain why an order had no effect.

    Malformed, refused and unclear orders get three different answers. With the `game`, the open orders are named
    by their commands.
    """
    match reply:
        case Refusal(cite, why, mend) if cite == ASKED:
            return f"📖 **Not this order yet.**\n{_as_typed(sentence(why))}\n➜ {_as_typed(sentence(mend))}"
        case Refusal(cite, why, mend):
            mend = _as_commands(game, mend) if game is not None else mend
            told = f"🚫 **Refused** · {cite}\n{_as_typed(sentence(why))}\n➜ {_as_typed(sentence(mend))}"
            return f"{told}\n-# `/game rule case:{cite}` tells more."
        case Malformed(what, meant):
            perhaps = f"\n➜ Did you mean {_or(meant)}?" if meant else ""
            return f"❔ **Not understood**\n{sentence(what)}{perhaps}"
        case Unclear(what, which):
            listed = "\n".join(f"- {each}" for each in which)
            return f"❔ **Which one?** {sentence(f'{what} could be any of these')}\n{listed}"
        case Stale():
            return "⏩ **The game has moved on.** That button is out of date; nothing was done. (FP-moved)"
        case Unchanged(said):
            return f"☑️ {said}"
        case Stranger():
            return "👀 **You have no seat in this game.** Take one with `/game join`, while one is free. (FP-seat)"
        case _:
            return ""


def _as_commands(game: AnyGame, mend: str) -> str:
    """Name the open orders in a refusal as commands: "open now: `/tide stop`"."""
    head, listed, verbs = mend.partition(OPEN_NOW)
    kinds = [kind_of(game, name) for name in verbs.split(", ")] if listed and not head else []
    commands = [f"`/{game.key} {command(game.groups, kind)}`" for kind in kinds if kind is not None]
    return listed + ", ".join(commands) if commands and None not in kinds else mend


def _as_typed(text: str) -> str:
    """Mark the commands in a text, such as `/game undo to:`, as typed text."""
    return COMMAND.sub(r"`\g<0>`", text)


def _or(words: Iterable[str]) -> str:
    return " or ".join(f"**{word}**" for word in words)


def fit(text: str, limit: int = LIMIT) -> str:
    """Cut a text at a line's end so that it fits, and say that it was cut."""
    return clip(chunks(text, limit - 20)[0] + "\n…", limit) if len(text) > limit else text


def with_news(news: str, orders: str) -> str:
    """Put the result of an order above the open orders, in one message.

    The next order replaces this message. A second message would stay below it.
    """
    room = min(NEWS, max(LIMIT - len(orders) - 2, LEAST_NEWS))
    return fit(f"{fit(news, room)}\n\n{orders}")


def chunks(text: str, limit: int = LIMIT) -> list[str]:
    """Split a text into parts that fit, at the ends of lines if possible.

    Each part has at least one character.
    """
    limit = max(limit, 1)
    parts: list[str] = []
    now = ""
    for line in text.split("\n"):
        while len(line) > limit:
            parts += [now] if now else []
            now, parts, line = "", [*parts, line[:limit]], line[limit:]
        if len(now) + len(line) + bool(now) > limit:
            parts.append(now)
            now = line
        else:
            now = f"{now}\n{line}" if now else line
    return [*parts, now] if now or not parts else parts
