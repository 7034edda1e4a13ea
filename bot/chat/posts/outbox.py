"""Divides the unsent rows of a game into public posts, letters and batches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, TypeVar

from bot.chat.desk.desk import Call, Letter, Notice, Personal, Recipe, Redraw, Reminder, Word
from bot.kernel.secret import PUBLIC, Seat
from bot.store.games import Owed

Bag = Literal["posts", "letters"]
R = TypeVar("R", bound=Recipe)
Row = tuple[Owed, R]
Batch = Sequence[Row[Any]]


def bag_of(recipe: Recipe) -> Bag:
    """Return whether a recipe is a post, or a letter that only its reader may see."""
    return "posts" if _reader(recipe) == PUBLIC else "letters"


def lines(owed: Batch) -> list[list[Row[Any]]]:
    """Divide a bag into lines. A failure in a line does not delay the other lines.

    Rows within a line keep their order. The story is the first line, and late calls are the next. The letters of
    each reader are a line, and so is each missing picture.
    """
    found: dict[tuple[Any, ...], list[Row[Any]]] = {}
    for row, recipe in owed:
        alone = (row.id,) if isinstance(recipe, Redraw) else ()
        found.setdefault((*alone, isinstance(recipe, Call), _reader(recipe)), []).append((row, recipe))
    return sorted(
        found.values(), key=lambda line: isinstance(line[0][1], Call) + 2 * isinstance(line[0][1], Redraw)
    )


def batches(line: Batch) -> list[Batch]:
    """Divide a line into batches that fit one message each."""
    same = (list(group) for _, group in groupby(line, key=lambda each: type(each[1])))
    return [batch for rows in same for batch in _divided(rows)]


def _divided(rows: Sequence[Row[Any]]) -> list[Batch]:
    """Divide rows of one kind into batches.

    Rows that were tried before must be sent as they were. The other rows can share a message.
    """
    kind = type(rows[0][1])
    if kind in (Word, Redraw, Personal):
        return [[row] for row in rows]
    if kind in (Notice, Reminder, Call):
        return [rows]
    tried = [each for each in rows if each[0].tries]
    fresh = [each for each in rows if not each[0].tries]
    return [batch for batch in (tried, fresh) if batch]


def ids(batch: Batch) -> list[int]:
    """Return the numbers of a batch's rows."""
    return [row.id for row, _ in batch]


def _reader(recipe: Recipe) -> Seat | int:
    """Return the only seat or person that may read a recipe, or `PUBLIC`."""
    if isinstance(recipe, Personal):
        return recipe.person
    return recipe.seat if isinstance(recipe, Letter | Redraw | Reminder) else PUBLIC
