"""Urgent work comes first, and unwanted work is left out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event

from bot.chat.desk.work import FILMS, MAPS, POSTS, TYPING, WAITING, Crew
from tests.chat.evening import until


async def held_up(crew: Crew) -> tuple[asyncio.Task[bool], Callable[[], None]]:
    """Occupy the only thread of a crew; the function that it returns frees it."""
    begun, freed = Event(), Event()

    def wait() -> bool:
        begun.set()
        return freed.wait()

    task = asyncio.create_task(crew.do(wait, WAITING))
    await until(begun.is_set)
    return task, freed.set


async def test_an_answer_is_never_behind_the_pictures_of_posts() -> None:
    crew, done = Crew("test", 1), list[float]()
    first, free = await held_up(crew)
    kinds = (FILMS, MAPS, POSTS, WAITING, TYPING)
    tasks = [asyncio.create_task(crew.do(lambda kind=kind: done.append(kind), kind)) for kind in kinds]  # type: ignore[misc]
    await until(lambda: len(crew._waiting) == len(kinds))
    free()
    await asyncio.gather(first, *tasks)
    assert done == sorted(kinds)


async def test_equally_urgent_work_is_done_in_order() -> None:
    crew, done = Crew("test", 1), list[int]()
    first, free = await held_up(crew)
    tasks = [asyncio.create_task(crew.do(lambda n=n: done.append(n), POSTS)) for n in range(5)]  # type: ignore[misc]
    await until(lambda: len(crew._waiting) == len(tasks))
    free()
    await asyncio.gather(first, *tasks)
    assert done == [0, 1, 2, 3, 4]


async def test_work_of_a_caller_that_is_gone_is_left_out() -> None:
    crew, done = Crew("test", 1), list[str]()
    first, free = await held_up(crew)
    gone = asyncio.create_task(crew.do(lambda: done.append("gone"), WAITING))
    await until(lambda: len(crew._waiting) == 1)
    gone.cancel()
    await asyncio.wait([gone])
    free()
    await asyncio.gather(first, crew.do(lambda: done.append("next"), FILMS))
    assert done == ["next"]


async def test_an_error_reaches_its_caller_and_stops_no_other_work() -> None:
    crew = Crew("test", 1)
    failed, done = await asyncio.gather(
        crew.do(lambda: 1 // 0, WAITING), crew.do(lambda: "done", WAITING), return_exceptions=True
    )
    assert isinstance(failed, ZeroDivisionError)
    assert done == "done"
