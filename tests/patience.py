"""Pages that wait as long as the tests do."""

from __future__ import annotations

import gzip
import operator
import re
from collections.abc import Callable

from bot.local.home import page

LIMITS = "patience.js"
"""The file with the time limits of the page."""


def be_patient(seconds: float, put: Callable[[dict[str, bytes], str, bytes], None] = operator.setitem) -> None:
    """Let the pages that this process serves wait as long as the tests do.

    `put` places a file among those served. A browser that replaced the file would ask its driver about every file.
    """
    plain, packed = page._page_files(), page._packed_files()
    patient = re.sub(rb"\d+_000;", b"%d;" % (1000 * seconds), plain[LIMITS])
    put(plain, LIMITS, patient)
    put(packed, LIMITS, gzip.compress(patient))
