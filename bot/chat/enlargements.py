"""Parts of the map in more detail, for a page at home that enlarges its map."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Any, NamedTuple

from discord import Interaction

from bot.chat.desk.recent import remember
from bot.chat.panel.page import Shown

KEPT = 32
"""The people whose last page of orders is remembered."""
ASKED = re.compile(r"near:(\d{0,20}):([\w+.\-]{1,20}(?:,[\w+.\-]{1,20}){0,3})")


class Asked(NamedTuple):
    """The part that a page asks for.

    `over` is the interaction whose page of orders lies over the map, 0 for none. The part shows all of the places.
    """

    over: int
    places: tuple[str, ...]


def asked(text: str) -> Asked | None:
    """Read the request of a page; `None` if it asks for something else."""
    found = ASKED.fullmatch(text)
    return Asked(int(found[1] or 0), tuple(found[2].split(","))) if found is not None else None


class Enlargements:
    """The last page of orders of each person.

    Its tints and chances also belong on an enlarged map.
    """

    def __init__(self) -> None:
        self._shown: OrderedDict[int, tuple[int, Shown]] = OrderedDict()

    def note(self, interaction: Interaction[Any], shown: Shown) -> None:
        """Remember the page that answers an interaction.

        A press in a private message changes that message, so it counts as the interaction that began it.
        """
        message = interaction.message
        private = message is not None and message.flags.ephemeral
        begun = message.interaction_metadata if message is not None and private else None
        noted = (begun.id if begun is not None else interaction.id, shown)
        remember(self._shown, interaction.user.id, noted, KEPT)

    def found(self, person: int, begun: int) -> Shown | None:
        """Return a person's last page, if it is in the message that an interaction began."""
        known, shown = self._shown.get(person, (0, None))
        return shown if known == begun else None
