"""Painters give the same bytes as the bot; a lost painter costs an attempt."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import render
from bot.chat.desk.guard import painted
from bot.chat.desk.work import FILMS, MAPS, WAITING, Crew
from bot.json_log import JsonFormatter
from bot.kit import data_files
from bot.titles import titles
from render import LOOKS, kept
from render.drawings import Board, Drawing
from render.pool import InPainter, Pool, Stopped, Studio, Unpainted
from render.titles import PICTURES
from tests.chat.evening import PATIENCE, until
from tests.program import ROOT, lives
from tests.render.test_drawings import others, pixels, samples
from tests.render.test_every_process import drawn
from tests.render.trials import Endless, Ground, Held, Hung, Killed, TooLarge, Trial, attempts


def studio() -> Studio:
    """Return the folders that painters need."""
    ground = kept.SHELF.folder.path if kept.SHELF.folder is not None else None
    return Studio(ground, tuple(data_files.FOLDERS))


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Two painters."""
    found = Pool(2, studio())
    yield found
    found.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The notes of a drawing."""
    return tmp_path / "notes"


def wait(condition: Callable[[], object]) -> None:
    """Wait until something that tells nobody has happened."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def begun(pool: Pool, *drawings: Drawing[Any]) -> list[Future[Any]]:
    """Begin some drawings at once."""
    threads = ThreadPoolExecutor(len(drawings))
    return [threads.submit(pool.paint, drawing) for drawing in drawings]


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_painters_give_the_same_bytes(pool: Pool, title: str) -> None:
    for drawing in samples(title):
        assert pixels(pool.paint(drawing)) == pixels(drawing.draw()), type(drawing)


def test_painters_give_the_same_bytes_for_drawings_of_no_title(pool: Pool) -> None:
    for drawing in others():
        assert pool.paint(drawing) == drawing.draw(), type(drawing)


@pytest.mark.parametrize("kind", [Killed, TooLarge, Endless])
def test_a_drawing_is_tried_again_when_its_painter_is_lost(pool: Pool, notes: Path, kind: type[Trial]) -> None:
    lost = pool.lost
    assert pool.paint(kind(notes, 1)) == "done"
    first, second = attempts(notes)
    assert first != second
    assert not lives(first)
    assert pool.lost == lost + 1
    assert pool.busy == 0


@pytest.mark.parametrize("kind", [Killed, Endless])
def test_a_drawing_that_costs_two_painters_fails_and_the_next_is_made(
    pool: Pool, notes: Path, kind: type[Trial], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(render, "_POOLS", [pool])
    assert painted(kind(notes, 9)) is None
    assert len(attempts(notes)) == 2
    assert f"a picture cannot be drawn: {kind.__name__}" in caplog.text
    assert painted(Trial(notes, 0)) == "done"


def test_an_error_of_a_drawing_costs_no_painter_and_names_its_place(pool: Pool, notes: Path) -> None:
    lost = pool.lost
    with pytest.raises(Unpainted, match="the notes of Anna") as caught:
        pool.paint(Trial(notes, 9))
    cause = caught.value.__cause__
    assert isinstance(cause, InPainter)
    assert "trials.py" in str(cause)
    assert str(cause).endswith("ValueError")
    assert pool.lost == lost
    record = logging.LogRecord("render", logging.ERROR, "", 0, "no picture", (), (Unpainted, caught.value, None))
    line = JsonFormatter().format(record)
    assert "trials.py" in line
    assert "the notes" not in line


def test_a_drawing_that_cannot_be_sent_is_an_error_and_costs_no_painter(pool: Pool, notes: Path) -> None:
    class Local(Trial, frozen=True):
        """A class that no other process can import."""

    with pytest.raises(Exception, match="Local"):
        pool.paint(Local(notes, 0))
    assert pool.busy == 0
    assert pool.paint(Trial(notes, 0)) == "done"


def test_two_drawings_are_made_at_once_and_a_third_waits(pool: Pool, tmp_path: Path) -> None:
    go = tmp_path / "go"
    drawings = [Held(tmp_path / f"{n}", 1, go) for n in range(3)]
    made = begun(pool, *drawings)
    wait(lambda: sum(bool(attempts(each.notes)) for each in drawings) == 2)
    assert pool.busy == pool.running == 2
    go.touch()
    assert [each.result() for each in made] == ["done"] * 3
    assert pool.busy == 0


def test_painters_do_not_draw_the_same_cold_ground(pool: Pool, notes: Path, tmp_path: Path) -> None:
    go, folder = tmp_path / "go", tmp_path / "ground"
    made = begun(pool, *(Ground(notes, 1, go, folder) for _ in range(2)))

    def is_waiting() -> bool:
        locks = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
        return any("->" in line and int(line[5]) in pool.pids for line in locks)

    wait(lambda: len(attempts(notes)) == 2 or is_waiting())
    go.touch()
    assert [each.result() for each in made] == ["ground"] * 2
    assert len(attempts(notes)) == 1


def test_a_painter_that_cannot_start_is_an_error_and_is_tried_again(
    notes: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pool = Pool(1, studio())
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", "/bin/false")
        with pytest.raises(Unpainted, match="no painter can be started"):
            pool.paint(Trial(notes, 0))
    assert "a painter cannot be started" in caplog.text
    assert pool.paint(Trial(notes, 0)) == "done"
    pool.close()


def test_a_painter_that_cannot_read_the_data_says_so(notes: Path, tmp_path: Path) -> None:
    pool = Pool(1, Studio(None, (tmp_path,)))
    with pytest.raises(Unpainted, match=r"no painter can be started: .+"):
        pool.paint(Trial(notes, 0))
    assert pool.running == 0


def test_a_closed_pool_ends_its_painters_and_their_drawings(notes: Path) -> None:
    pool = Pool(1, studio())
    first, second = begun(pool, Hung(notes, 9), Hung(notes, 9))
    wait(lambda: attempts(notes))
    (painter,) = pool.pids
    pool.close()
    for each in (first, second):
        with pytest.raises(Stopped):
            each.result(PATIENCE)
    assert not lives(painter)


BOT = """
import sys, threading
from pathlib import Path
from tests.render.test_pool import Hung, Pool, studio
pool = Pool(2, studio())
threads = [threading.Thread(target=pool.paint, args=(Hung(Path(name), 9),)) for name in sys.argv[1:]]
for each in threads:
    each.start()
"""


def test_painters_end_with_a_killed_bot_even_while_they_draw(tmp_path: Path) -> None:
    files = [tmp_path / "a", tmp_path / "b"]
    bot = subprocess.Popen([sys.executable, "-c", BOT, *map(str, files)], cwd=ROOT)
    wait(lambda: all(attempts(file) for file in files))
    painters = [*attempts(files[0]), *attempts(files[1])]
    assert all(map(lives, painters))
    bot.kill()
    bot.wait()
    wait(lambda: not any(map(lives, painters)))


def test_ctrl_c_and_sigterm_leave_a_painter_alone(pool: Pool, notes: Path) -> None:
    assert pool.paint(Trial(notes, 0)) == "done"
    for painter in pool.pids:
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(painter, number)
    before = pool.lost, set(pool.pids)
    assert [each.result() for each in begun(pool, *(Trial(notes, 0) for _ in range(4)))] == ["done"] * 4
    assert (pool.lost, before[1] <= set(pool.pids)) == (before[0], True)


async def test_urgent_drawings_come_first_and_unwanted_ones_are_left_out(pool: Pool, tmp_path: Path) -> None:
    """The threads of the bot that wait for painters keep the order of their work."""
    crew, go, notes = Crew("test", 1), tmp_path / "go", tmp_path / "notes"
    held = asyncio.create_task(crew.do(lambda: pool.paint(Held(tmp_path / "held", 1, go)), WAITING))
    await until(lambda: attempts(tmp_path / "held"))
    done: list[str] = []

    def paint(name: str) -> None:
        pool.paint(Trial(notes, 0))
        done.append(name)

    kinds = {"film": FILMS, "gone": WAITING, "map": MAPS, "answer": WAITING}
    tasks = {
        name: asyncio.create_task(crew.do(partial(paint, name), patience)) for name, patience in kinds.items()
    }
    await until(lambda: crew.waiting == len(kinds))
    tasks.pop("gone").cancel()
    await asyncio.sleep(0)
    go.touch()
    await asyncio.gather(held, *tasks.values())
    assert done == ["answer", "map", "film"]
    assert len(attempts(notes)) == 3


def test_a_warning_in_a_painter_reaches_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    titles()
    pool = Pool(1, studio()._replace(ground=tmp_path / "file"))
    pool.paint(Board("tide", drawn("tide")[0], LOOKS["standard"]))
    pool.close()
    assert "the ground of maps cannot be kept there" in caplog.text
