"""Cached drawings: crops, the first map after a start, and films in little memory.

Each is measured in a process of its own, after another one has filled the folder that outlives both.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC
from bot.titles import titles
from render import heap, kept
from render.film import WEBP, Frames, film, side
from render.look import STANDARD
from render.titles import PICTURES
from tests.bench import touch
from tests.bench.rows import Row, percentile
from tests.match import Match

FRAMES = 40
ROOM = 10_000_000
"""The most bytes of a file."""


def crops(title: str, scenario: str) -> list[float]:
    """Return the milliseconds for crops around touched pieces."""
    with touch.attended():
        return touch.touched(title, scenario).crops


def first_map(title: str, scenario: str) -> float:
    """Return the milliseconds for the first map of this process."""
    seen = Match(titles()[title], scenario, {}, b"first").seen(PUBLIC)
    start = time.process_time()
    PICTURES[title].board(seen, STANDARD)
    return (time.process_time() - start) * 1000


def films(title: str, scenario: str) -> float:
    """Make two films at once, and return this process's peak memory, in MiB.

    The peak of `getrusage` would be that of the process that started this one, if it was larger.
    """
    match, seen = Match(titles()[title], scenario, {}, b"film"), list[Any]()
    while len(seen) < FRAMES:
        mine = match.seen(match.asked[0])
        assert match.act(match.asked[0], match.game.answer(mine) or match.game.play(mine), "computer") is None
        seen.append(match.seen(PUBLIC))

    def make() -> None:
        frames = Frames()
        for n, each in enumerate(seen):
            frames.append(PICTURES[title].frame(each, STANDARD, Sketch(()), f"Move {n}", side(FRAMES, WEBP)))
        film(frames, STANDARD, WEBP, ROOM)

    both = [threading.Thread(target=make) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert peak is not None
    return int(peak[1]) / 1024


def _apart(folder: str, what: str, title: str, scenario: str) -> Any:
    """Measure in a process of its own, which keeps what it draws in a folder."""
    command = (sys.executable, "-m", "tests.bench.kept", folder, what, title, scenario)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def kept_crops() -> Iterator[Row]:
    """Tinted crops of the largest scenarios, new and from the cached ground."""
    for title, scenario in touch.LARGEST.items():
        with tempfile.TemporaryDirectory() as folder:
            new, known = (_apart(folder, "crops", title, scenario) for _ in range(2))
        yield Row(f"{scenario}: tinted crop, ground new, p95 of {len(new)}", percentile(new, 95), "ms")
        yield Row(
            f"{scenario}: tinted crop, ground kept, p95 of {len(known)}", percentile(known, 95), "ms", most=120.0
        )


def first_maps() -> Iterator[Row]:
    """The first map of a scenario, ever and after a start."""
    for title, scenario in (("tide", "first"), *touch.LARGEST.items()):
        with tempfile.TemporaryDirectory() as folder:
            ever, started = (_apart(folder, "first_map", title, scenario) for _ in range(2))
        yield Row(f"{scenario}: first map ever", ever, "ms")
        yield Row(f"{scenario}: first map after a start", started, "ms", most=500.0)


def film_memory() -> Iterator[Row]:
    """The most memory of a process that makes two films of forty frames at once."""
    for title, scenario in (("tide", "korsun"), ("strike", "campaign"), ("trap", "historical")):
        with tempfile.TemporaryDirectory() as folder:
            _apart(folder, "first_map", title, scenario)
            peak = _apart(folder, "films", title, scenario)
        yield Row(f"{scenario}: two films of {FRAMES} frames at once", peak, "MiB", most=200.0)


MEASURES = (kept_crops, first_maps, film_memory)

if __name__ == "__main__":
    heap.share()
    kept.settle(Path(sys.argv[1]))
    measures = {measure.__name__: measure for measure in (crops, first_map, films)}
    print(json.dumps(measures[sys.argv[2]](*sys.argv[3:])))
