"""All measures: `python -m tests.bench [word ...]`; words select by name.

Prints a line of JSON for each measure as soon as it is taken, and a table for people at the end. Times depend on
the machine and on what else it does; ratios are taken side by side.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from tests.bench import (
    absence,
    attacks,
    films,
    firefight,
    growth,
    idle,
    kept,
    painters,
    play,
    render,
    scale,
    start,
    storing,
    strike,
    tables,
    touch,
    trap,
    wire,
)
from tests.bench.rows import Row, table
from tests.bench.scale import Scale
from tests.bench.tables import Load

PICTURES = {
    "palette_frame": 1.4, "lossless_frame": 3.0, "palette_bytes": 0.5, "loop_lag": 0.5, "loop_lag_of_threads": 1.0,
    "staff_map": 1.0,
}  # fmt: skip
"""How many times the floor each row of `tests.bench.render` may take."""
Measure = Callable[[], Iterator[Row]]


def picture(row: Callable[[], render.Row]) -> Measure:
    """Wrap a row of the pictures."""

    def measure() -> Iterator[Row]:
        name, value, floor = row()
        yield Row(name, value, "", floor, most=PICTURES[row.__name__])

    measure.__name__ = row.__name__
    return measure


MEASURES: tuple[Measure, ...] = (
    *map(picture, render.ROWS), *play.MEASURES, *strike.MEASURES, *trap.MEASURES,
    *firefight.MEASURES, *touch.MEASURES, *kept.MEASURES, *absence.MEASURES, *films.MEASURES,
    *painters.MEASURES, *start.MEASURES, *storing.MEASURES, *wire.MEASURES, *attacks.MEASURES, *growth.MEASURES,
    *idle.MEASURES, *scale.MEASURES, *tables.MEASURES,
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Measure, print; returns how many targets were missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("words", nargs="*", help="parts of the names of measures")
    parser.add_argument("--tables", type=int, default=Load.tables, help="number of busy tables")
    parser.add_argument("--seconds", type=float, default=Load.seconds, help="how long they play")
    parser.add_argument(
        "--games", type=int, nargs="+", default=Scale.games, help="open games of several processes"
    )
    chosen = parser.parse_args(arguments)
    Load.tables, Load.seconds, words = chosen.tables, chosen.seconds, chosen.words
    Scale.games = chosen.games
    rows = []
    for measure in MEASURES:
        if not words or any(word in measure.__name__ for word in words):
            for row in measure():
                print(row.line, flush=True)
                rows.append(row)
    print(f"\n{table(rows)}")
    return sum(row.ok is False for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
