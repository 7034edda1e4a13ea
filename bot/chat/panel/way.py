"""The progress of an order: a verb, and the picks of its fields.

The whole way is in a custom id: `<game>:<moment>:<verb>:<picks>:<page>`, each pick an index into the legal values
at that moment. Another moment is answered "the game has moved on".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bot.kernel.game import verb

OWN = 100
"""From a page of this times n on, the way pages through the n-th field's values."""
CAREFUL = 50
"""From a page of this number on, choices are shown with options before they act."""
EACH = "x"
"""Prefix of the picks of a field with a value for each piece."""
PLANNED = "+"
"""Prefix of a verb, with the plan's number: the order is added to the plan."""
LISTED = "-"
"""Prefix of a verb, with the list's length: the order is queued with others."""


class Way(Struct, frozen=True):
    """The progress of an order: a verb, and the index of each field's value.

    "" is the default.

    A way without a verb has reached pieces on the map: its only pick names them.
    """

    game: int
    moment: int
    verb: str = ""
    picks: tuple[str, ...] = ()
    page: int = 0

    @property
    def planned(self) -> bool:
        """Whether the order is for a plan."""
        return self.verb.startswith(PLANNED)

    @property
    def listed(self) -> bool:
        """Whether the order is laid aside."""
        return self.verb.startswith(LISTED)

    @property
    def purpose(self) -> str:
        """The purpose of an order that is not given now."""
        found = re.match(rf"[{PLANNED}{LISTED}]\d*", self.verb)
        return found[0] if found else ""

    @property
    def number(self) -> str:
        """The number of the plan, or the length of the list, for which the order is."""
        return self.purpose[1:]

    @property
    def careful(self) -> Way:
        """The same way, on which an order is shown with its options before it is given."""
        return msgspec.structs.replace(self, page=CAREFUL)

    @property
    def name(self) -> str:
        """The verb alone."""
        return self.verb.removeprefix(self.purpose)

    def path(self, what: str) -> str:
        """Write the way into a custom id."""
        return f"{what}:{self.game}:{self.moment}:{self.verb}:{'.'.join(self.picks)}:{self.page}"

    def to(self, kind: type[Any], picks: Sequence[str]) -> Way:
        """Return the way to other picks of another verb, for the same purpose."""
        return Way(self.game, self.moment, f"{self.purpose}{verb(kind)}", tuple(picks))

    @classmethod
    def read(cls, parts: Sequence[str]) -> Way | None:
        """Read a way back; `None` for other texts."""
        if len(parts) != 5 or not (parts[0].isdecimal() and parts[1].isdecimal() and parts[4].isdecimal()):
            return None
        picks = tuple(parts[3].split(".")) if parts[3] else ()
        return cls(int(parts[0]), int(parts[1]), parts[2], picks, int(parts[4]))


def picked(way: Way, at: int, values: Sequence[str]) -> Way:
    """Return the way after something was picked in a select."""
    if "more" in values or "earlier" in values:
        asked = at >= len(way.picks) or way.picks[at].startswith(EACH)
        page = way.page if asked or way.page >= OWN else OWN * (at + 1)
        return msgspec.structs.replace(way, page=max(0, page + (1 if "more" in values else -1)))
    numbers = "+".join(value for value in values if value.isdecimal())
    picks = [*padded(way.picks, max(at + 1, len(way.picks)))]
    if EACH in values:
        picks[at] = EACH
    elif picks[at].startswith(EACH) and numbers:  # It is picked for the next piece.
        picks[at] = EACH + "+".join(filter(None, [picks[at].removeprefix(EACH), numbers]))
    else:
        picks[at] = numbers
    return msgspec.structs.replace(way, picks=tuple(picks), page=0)


def padded(picks: Sequence[str], length: int) -> tuple[str, ...]:
    """Return as many picks as there are fields; the missing ones are default."""
    return tuple([*picks, *[""] * length][:length])
