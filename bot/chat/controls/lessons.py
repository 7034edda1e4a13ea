"""The places that a lesson points at, and the buttons to what follows it."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle
from discord.ui import View

from bot.chat.controls.buttons import Press
from bot.chat.desk.table import Table
from bot.kernel.game import Sketch
from bot.kernel.secret import Seat
from bot.kit.lessons import LESSON, Lesson, Step, requested
from bot.titles import lessons

GAME = "game"
"""Stands for the learning game, after all lessons."""
LATER = frozenset({"orders", "plan", "lay", "hint"})
"""First words of the paths to hints and later orders, which lessons do not offer."""


def called(lesson: Lesson) -> str:
    """Return the name of a lesson for players."""
    return f"Lesson {lesson.number}: {lesson.name}"


def pointing(step: Step) -> Sketch:
    """Return the sketch of a step: its places are tinted, and the first is framed."""
    return Sketch(step.at, mark=step.at[0], notes=tuple((place, "") for place in step.at))


def with_request(table: Table, text: str) -> str:
    """Return the text of a page that ends with the request of the lesson's step."""
    step = table.step()
    if step is None or table.outcome() is not None:
        return text
    request = requested(step)
    return f"{text.replace(request, '').rstrip()}\n\n{request}"


def in_order(table: Table, below: View) -> View:
    """Return the controls of a page, in a lesson without those for later orders."""
    if table.lesson is not None:
        for item in below.children:
            if isinstance(item, Press) and item.path.partition(":")[0] in LATER:
                below.remove_item(item)
    return below


def next_lesson(table: Table) -> list[Press]:
    """Return the buttons to what follows a lesson: the next one, or the learning game."""
    if table.lesson is None or table.outcome() is None:
        return []
    title = table.record.title
    known = [*lessons(title).items()]
    following = [key for key, _ in known].index(table.record.options[LESSON]) + table.learned
    if following == len(known):
        first = Press(learn(title, GAME), "Play the learning game", ButtonStyle.primary)
    else:
        key, lesson = known[following]
        first = Press(learn(title, key), called(lesson), ButtonStyle.primary)
    return [first, Press(learn(title), "All lessons")]


def taught(title: str, seats: Sequence[Seat]) -> Seat:
    """Return the seat of a scenario that the lessons teach, else the first."""
    sides = [Seat(lesson.side) for lesson in lessons(title).values()]
    return sides[0] if sides and sides[0] in seats else seats[0]


def learn(title: str, key: str = "") -> str:
    """Return the path of the button that begins a lesson, or shows all of them."""
    return f"learn:{title}:{key}" if key else f"learn:{title}"
