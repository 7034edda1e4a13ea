"""The titles. This is the only list of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.kernel.codec import prepare
from bot.kernel.game import Case, Game
from bot.kit import records
from bot.titles.strike import Strike
from bot.titles.tide import Tide

TITLES = (Tide, Strike)


@cache
def house_rules() -> dict[str, Case]:
    """Return the table's own rules, which hold in every title."""
    return {case.id: case for case in records.rows("table/cases.tsv", Case, [])}


@cache
def titles() -> dict[str, Game[Any, Any, Any]]:
    """Read every title's data, once. Raises `records.Unreadable` where a title could not be played at all."""
    found: dict[str, Game[Any, Any, Any]] = {title.key: title for title in (kind() for kind in TITLES)}
    for title in found.values():
        prepare(title)
    return found
