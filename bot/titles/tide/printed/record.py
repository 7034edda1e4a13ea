"""What every record of `data/tide` has."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Source = Literal["printed", "ours"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file."""

    source: Source
