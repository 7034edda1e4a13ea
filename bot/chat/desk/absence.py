"""The time that a game has waited for a person, without quiet hours and absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import count

from bot.kernel.rule import case
from bot.store.games import PersonRecord
from bot.store.waits import Absence, Wait

HOUR = 3600
DAY = 24 * HOUR
WARNINGS = (7 * DAY, 12 * DAY, 14 * DAY)
"""Seconds of waiting before the first warning, the second, and the lost seat."""
APART = DAY
"""Least time between a warning and the next step, if the bot was stopped before."""
QUIETEST = 16 * HOUR
"""The most quiet time of a day that does not count as waiting.

Otherwise a player could stop a game by being quiet all day.
"""


class Rests:
    """The times when a person is not called: their absences and current quiet hours."""

    def __init__(self, person: PersonRecord, absences: Iterable[Absence]) -> None:
        self.absences = sorted((absence.since, absence.until) for absence in absences)
        self.quiet_from = person.quiet_from * 60
        self.quiet = min((person.quiet_to - person.quiet_from) % (24 * 60) * 60, QUIETEST)

    @case("FP-absent")
    def awake_for(self, seconds: float, since: float) -> float:
        """Return the time when a person has been available for `seconds` since a moment."""
        time, left = since, seconds
        for start, end in merge(self.absences, self._nights(since)):
            if start - time >= left:
                break
            left -= max(0, start - time)
            time = max(time, end)
        return time + left

    def _nights(self, since: float) -> Iterator[tuple[float, float]]:
        """Yield the quiet hours of each day, from the day before on."""
        first = since // DAY * DAY - DAY + self.quiet_from
        for day in count() if self.quiet else ():
            yield first + day * DAY, first + day * DAY + self.quiet


@case("FP-absent")
def due_at(wait: Wait, rests: Rests) -> float:
    """Return when the next warning of a wait is due."""
    due = rests.awake_for(WARNINGS[min(wait.warned, len(WARNINGS) - 1)], wait.since)
    return max(due, rests.awake_for(APART, wait.warned_at)) if wait.warned else due


@case("FP-absent")
def vacant_at(wait: Wait, rests: Rests, now: float) -> float:
    """Return the time when an absent person's seat may be given away.

    Assumes that the remaining warnings are sent on time.
    """
    if wait.warned >= len(WARNINGS):
        return wait.warned_at
    due = due_at(wait, rests)
    for warned in range(wait.warned + 1, len(WARNINGS)):
        at = int(max(now, due))
        due = due_at(Wait(wait.game, wait.seat, wait.person, wait.since, warned, at), rests)
    return due
