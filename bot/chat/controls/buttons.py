"""Buttons and selects, which still work after a restart.

Their custom id contains everything that they mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

import discord
from discord import ButtonStyle, Interaction, SelectOption
from discord.ui import Button, DynamicItem, Select, View

LONGEST_ID = 100
"""Characters of a custom id (Discord)."""
PATH = r"(?P<path>[\w:+.\- ]+)"


def is_ours(custom_id: str) -> bool:
    """Say whether a custom id looks like one of a `Press` or a `Pick`."""
    return re.fullmatch(f"f[ps]:{PATH}", custom_id) is not None


class Press(DynamicItem[Button[View]], template=f"fp:{PATH}"):
    """A button, with a path that describes its effect.

    A press is a request like any other, and is validated again.
    """

    def __init__(
        self,
        path: str,
        label: str = "?",
        style: ButtonStyle = ButtonStyle.secondary,
        *,
        emoji: str | None = None,
        row: int | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            Button(label=label[:80], style=style, custom_id=f"fp:{path}", emoji=emoji, row=row, disabled=disabled)
        )
        self.path = path

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        """Make the item again from a press, after a restart as well."""
        return cls(match["path"])

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Pass the press on."""
        await interaction.client.route(interaction, self.path, [])


class Pick(DynamicItem[Select[View]], template=f"fs:{PATH}"):
    """A select, which passes its path and the picked values on."""

    def __init__(
        self,
        path: str,
        options: Sequence[SelectOption] = (),
        placeholder: str = "",
        *,
        least: int = 1,
        most: int = 1,
        row: int | None = None,
    ) -> None:
        super().__init__(
            Select(
                custom_id=f"fs:{path}",
                placeholder=placeholder[:150] or None,
                min_values=least,
                max_values=most,
                options=list(options),
                row=row,
            )
        )
        self.path = path

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        """Make the item again from a choice, after a restart as well."""
        return cls(match["path"])

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Pass the choice on. The handler validates the values, which may be anything."""
        values = cast(dict[str, Any], interaction.data or {}).get("values", [])
        await interaction.client.route(interaction, self.path, [str(value) for value in values])


def view(*items: DynamicItem[Any]) -> View:
    """Put items into a view that never times out."""
    made = View(timeout=None)
    for item in items:
        made.add_item(item)
    return made
