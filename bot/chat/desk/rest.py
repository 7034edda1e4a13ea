"""The times when a person is not called: daily quiet hours and absences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from bot.chat.desk.order_text import Malformed
from bot.chat.desk.spelling import key, plain
from bot.kernel.rule import case
from bot.store.games import PersonRecord

DAY = 24 * 60
"""Minutes of a day."""
QUARTER = 15
"""Clocks on earth differ by whole quarters of an hour."""
OFF = ("off", "none", "no", "never")
USUAL = ("22:00-08:00", "23:00-07:00", "00:00-08:00", "21:00-09:00", OFF[0])
"""Quiet hours that are suggested."""
HOURS = re.compile(r"(?:from |between )?(.+?) ?(?:-+>?|~|\u2192| to | till | until | and | bis | a ) ?(.+)")
"""Two times of day, as in "22:00-08:00", "from 10 pm to 8 am" or "22h -> 8h"."""
TIME = re.compile(r"(\d{1,2})(?:[:.,h ]?([0-5]\d))? ?(?:h|hrs?|o'?clock|uhr)?\.? ?(?:([ap])\.? ?m\.?)?")
"""A time of day, such as "21:40", "9.40 pm", "22h", "2140" or "10 p.m."."""
WORDS = {"midnight": "0:00", "noon": "12 pm", "midday": "12 pm"}
TWICE = 60 * 60
"""Seconds by which the same absence may end later without a new message."""
HALF = 12
"""Hours of half a day, which clocks with am and pm show."""


@case("FP-call")
def rests_until(person: PersonRecord, now: datetime) -> datetime | None:
    """Return the time when a person may be called again, or None if it is now."""
    until = max(now, datetime.fromtimestamp(person.away, UTC))
    gone = (_of_day(until) - person.quiet_from) % DAY
    lasts = (person.quiet_to - person.quiet_from) % DAY
    if gone < lasts:
        until = until.replace(second=0, microsecond=0) + timedelta(minutes=lasts - gone)
    return until if until > now else None


def _of_day(time: datetime) -> int:
    return time.hour * 60 + time.minute


# Setting it.


def with_quiet(person: PersonRecord, hours: str, clock: str, now: datetime) -> PersonRecord | Malformed:
    """Give a person quiet hours such as "22:00-08:00", or none with "off".

    The person's clock shows `clock` now.
    """
    if key(hours) in OFF:
        return replace(person, quiet_from=0, quiet_to=0)
    if not hours.strip():
        return Malformed("clock: needs quiet hours: add them, such as quiet:22:00-08:00", USUAL)
    if not clock.strip():
        return Malformed(
            "the bot does not know your time zone: add the time on your clock now, such as clock:21:40"
        )
    shown = _minute(clock)
    if shown is None:
        return Malformed(f"{clock!r} is no time of day, such as 21:40")
    said = HOURS.fullmatch(plain(hours))
    if said is not None and _half_said(said[1], said[2]):
        return Malformed(f"{hours!r} could be two things: write am or pm after both times, or neither")
    start, end = (_minute(said[1]), _minute(said[2])) if said is not None else (None, None)
    if start is None or end is None or start == end:
        return Malformed(f"{hours!r} are no quiet hours", USUAL)
    ahead = round((shown - _of_day(now)) / QUARTER) * QUARTER
    return replace(person, quiet_from=(start - ahead) % DAY, quiet_to=(end - ahead) % DAY)


def with_absence(person: PersonRecord, days: int, now: datetime) -> PersonRecord:
    """Let a person be away for a number of days; 0 means that they are back.

    Repeating the same absence changes nothing.
    """
    until = int((now + timedelta(days=days)).timestamp()) if days else 0
    return person if 0 <= until - person.away < TWICE and days else replace(person, away=until)


def _minute(text: str) -> int | None:
    """Return the minute of the day for a time such as "21:40", "9.40 pm" or "22"."""
    read = _read(text)
    if read is None:
        return None
    hour, minute, half = int(read[1]), int(read[2] or 0), read[3]
    if half and not 1 <= hour <= HALF:
        return None
    hour = hour % HALF + (HALF if half == "p" else 0) if half else hour
    return (hour * 60 + minute) % DAY if hour * 60 + minute <= DAY else None


def _read(text: str) -> re.Match[str] | None:
    said = plain(text)
    return TIME.fullmatch(WORDS.get(said, said))


def _half_said(start: str, end: str) -> bool:
    """Return whether one time has am or pm, and the other time needs it."""
    read = [_read(each) for each in (start, end)]
    halves = [bool(each[3]) for each in read if each is not None]
    return any(halves) and any(each and not each[3] and 1 <= int(each[1]) <= HALF for each in read)


# Telling it.


def clocks(now: datetime) -> Iterator[str]:
    """Yield the current times of all time zones, those with whole hours first."""
    for ahead in sorted(range(-DAY // 2, DAY // 2, QUARTER), key=lambda ahead: ahead % 60):
        yield f"{now + timedelta(minutes=ahead):%H:%M}"


def told(person: PersonRecord, now: datetime) -> list[str]:
    """Describe when a person is not called. Discord converts times to their time zone."""
    lines = []
    if (away := away_until(person, now)) is not None:
        lines.append(f"🪑 You are away until {away}, and nothing calls you. Back? `/game mine away:0`")
    if person.quiet_from != person.quiet_to:
        start, end = (_today(now, minute) for minute in (person.quiet_from, person.quiet_to))
        hours = f"from <t:{start}:t> to <t:{end}:t>"
        lines.append(f"🌙 Nothing calls you {hours}; games that wait for you call you after that.")
    return lines


def away_until(person: PersonRecord, now: datetime) -> str | None:
    """Return the end of a person's absence, or None if they are not away."""
    return f"<t:{person.away}:D>" if person.away > now.timestamp() else None


def _today(now: datetime, minute: int) -> int:
    return int(now.replace(hour=minute // 60, minute=minute % 60, second=0).timestamp())
