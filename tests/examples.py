"""The extent of the check.

`FIELDPOST_LAWS=long` looks at many times as many games and examples.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

LONG = os.environ.get("FIELDPOST_LAWS") == "long"


def examples(few: int, **others: Any) -> settings:
    """Return how many examples a property is tried with, at length ten times as many."""
    return settings(max_examples=few * (10 if LONG else 1), **others)
