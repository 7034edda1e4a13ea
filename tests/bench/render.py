"""Time and size of a picture, beside the fastest encoder on PyPI.

Each row returns its name, what was measured and the floor that it is held against. Everything is warm, as in a bot
that runs: the ground and the sprites are drawn, a frame is what has changed on them. Value and floor are medians
of rounds that take turns, so that a busy machine slows both.
"""

from __future__ import annotations

import asyncio
import gc
import io
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module

from isal import isal_zlib
from PIL import Image

from bot.kernel.secret import PUBLIC, Seen, see
from bot.kit import data_files
from bot.running import attend_to_people
from bot.titles.tide.field.board import map_of
from bot.titles.tide.model.state import State
from bot.titles.tide.printed.tables import tables
from render import png
from render.drawings import Board
from render.look import STANDARD
from render.pool import Pool, Studio
from render.tide import TidePictures
from render.tide.palette_samples import palette
from render.titles import PICTURES
from tests.render.fronts import campaign
from tests.render.scenes import SOVIET, armed, battle, worn


def fastest() -> tuple[str, Callable[[Image.Image], bytes]]:
    """Return the floor's name and encoder: fpng if installed, else a dependency."""
    try:
        return "fpng", import_module("fpng").from_pil
    except ImportError:
        return "ISA-L level 0 of the raw pixels", lambda image: isal_zlib.compress(image.tobytes(), 0)


FLOOR, encode = fastest()
Row = tuple[str, float, float]
ROUNDS = 25


def palette_frame() -> Row:
    """Seconds to draw and encode a board with its palette; target: twice the floor."""
    seen, drawn = _frame()
    value, floor = _race(lambda: PICTURES["tide"].board(seen, STANDARD), lambda: encode(drawn))
    return f"palette frame, render + encode (s; floor {FLOOR})", value, floor


def lossless_frame() -> Row:
    """Seconds to draw and encode a board in full colour.

    Target: three times the floor.
    """
    seen, drawn = _frame()
    value, floor = _race(lambda: png.encode(TidePictures().whole(seen, STANDARD).image), lambda: encode(drawn))
    return f"lossless frame, render + encode (s; floor {FLOOR})", value, floor


def palette_bytes() -> Row:
    """Bytes of a board with its palette, at 38 dB or better; target: half of Pillow's."""
    seen, drawn = _frame()
    colours = palette(map_of(seen.state), STANDARD)
    assert colours is not None
    assert png.likeness(drawn, colours) >= png.GOOD
    usual = io.BytesIO()
    drawn.save(usual, "PNG")
    return "palette bytes at 38 dB (floor Pillow PNG)", len(png.encode(drawn, colours)), len(usual.getvalue())


def loop_lag() -> Row:
    """Seconds of event loop delay, 99th percentile, while one painter draws.

    The floor is the target. One painter is the default on two cores, and two threads wait for it.

    Threads give way as in the bot; by Python's default the loop would wait five milliseconds for each. Wall clock
    time is used, so a busy machine counts.
    """
    drawing = Board("tide", _frame()[0], STANDARD)
    pool = Pool(1, Studio(None, tuple(data_files.FOLDERS)))
    try:
        pool.paint(drawing)
        return "event loop lag while a painter draws, p99 (s)", _attending(lambda: pool.paint(drawing)), 0.010
    finally:
        pool.close()


def loop_lag_of_threads() -> Row:
    """The same while two threads draw, as without painters."""
    seen, _ = _frame()
    drawn = partial(PICTURES["tide"].board, seen, STANDARD)
    return "event loop lag while two threads draw, p99 (s)", _attending(drawn), 0.010


def _attending(draw: Callable[[], object]) -> float:
    usual = sys.getswitchinterval()
    attend_to_people()
    try:
        return asyncio.run(_lag(draw))
    finally:
        sys.setswitchinterval(usual)
        gc.unfreeze()


def staff_map() -> Row:
    """Seconds to draw and encode a campaign map, 95th percentile.

    The floor is the target.
    """
    sights = [see(campaign(moves=moves), PUBLIC) for moves in (40, 50, 60)]
    draw = PICTURES["strike"].board
    times = []
    for n in range(len(sights) * (1 + ROUNDS)):
        start = time.perf_counter()
        draw(sights[n % len(sights)], STANDARD)
        times.append(time.perf_counter() - start)
    late = statistics.quantiles(times[len(sights) :], n=20)[18]
    return "map of a campaign, render + encode, p95 (s)", late, 0.250


async def _lag(drawn: Callable[[], object]) -> float:
    loop = asyncio.get_running_loop()
    end = loop.time() + 2.0
    late = []

    async def draw() -> None:
        while loop.time() < end:
            await asyncio.to_thread(drawn)

    drawing = asyncio.gather(draw(), draw())
    while loop.time() < end:
        due = loop.time() + 0.002
        await asyncio.sleep(0.002)
        late.append(loop.time() - due)
    await drawing
    return statistics.quantiles(late, n=100)[98]


def _frame() -> tuple[Seen[State], Image.Image]:
    """Return the largest scenario with warm caches, and its lossless frame."""
    state = max(map(battle, tables().scenarios), key=lambda state: len(map_of(state).spots))
    seen = see(armed(worn(state)), SOVIET)
    PICTURES["tide"].board(seen, STANDARD)
    return seen, TidePictures().whole(seen, STANDARD).image


def _race(value: Callable[[], object], floor: Callable[[], object]) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for run, taken in zip((value, floor), times, strict=True):
            start = time.perf_counter()
            run()
            taken.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


ROWS = (palette_frame, lossless_frame, palette_bytes, loop_lag, loop_lag_of_threads, staff_map)
