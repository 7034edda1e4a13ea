"""The common base of all records of `data/trap`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from bot.kit.data_names import ref

ON_MAP = ref("hex")
Source = Literal["printed", "ours"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file. `case` is the case that fixes something of it."""

    source: Source
    case: str = ""
