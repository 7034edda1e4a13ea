"""The result of a measurement, for machines and for people."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """A measure.

    Its target binds the ratio to the floor, or without a floor the value.
    """

    measure: str
    value: float
    unit: str
    floor: float | None = None
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the floor."""
        return self.value / self.floor if self.floor else None

    @property
    def ok(self) -> bool | None:
        """Whether the target is met, `None` without one."""
        held = self.value if self.ratio is None else self.ratio
        if self.most is not None:
            return held <= self.most
        return held >= self.least if self.least is not None else None

    @property
    def target(self) -> str:
        """The target in words."""
        unit = "x" if self.ratio is not None else f" {self.unit}"
        if self.most is not None:
            return f"<= {self.most:g}{unit}"
        return f">= {self.least:g}{unit}" if self.least is not None else ""

    @property
    def line(self) -> str:
        """One line of JSON."""
        return json.dumps(
            {
                "measure": self.measure, "value": self.value, "unit": self.unit, "floor": self.floor,
                "ratio": self.ratio, "target": self.target, "ok": self.ok,
            }
        )  # fmt: skip


def table(rows: Sequence[Row]) -> str:
    """Write rows under one another for people."""
    cells = [("measure", "value", "floor", "ratio", "target", "")]
    for row in rows:
        verdict = {None: "", True: "ok", False: "MISSED"}[row.ok]
        floor = "" if row.floor is None else f"{row.floor:,.4g}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}x"
        cells.append((row.measure, f"{row.value:,.4g} {row.unit}", floor, ratio, row.target, verdict))
    widths = [max(len(line[n]) for line in cells) for n in range(len(cells[0]))]
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in cells)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value above this percentage of all."""
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


def race(value: Callable[[], object], floor: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median seconds of two runs in alternation, so that load slows both.

    Seconds are processor time.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for run, taken in zip((value, floor), times, strict=True):
            start = time.process_time()
            run()
            taken.append(time.process_time() - start)
    return statistics.median(times[0]), statistics.median(times[1])
