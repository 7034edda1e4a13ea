"""Joint sentences for the units of a group that acted by the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from bot.kit.english import join

TOGETHER = {"moves": "move", "enters": "enter"}
"""The singular verb of each action, with its plural."""
DEED = re.compile(rf"(?P<side>[A-Z]\w+) (?P<unit>[^,]+?) (?P<does>{'|'.join(TOGETHER)}) (?P<rest>.+)\.")


class Deed(NamedTuple):
    """The action of a unit, as parsed from its line."""

    side: str
    unit: str
    does: str
    rest: str


def gather(lines: list[str]) -> list[str]:
    """Join adjacent lines of units of one side that do the same into one line."""
    told = [(line, _deed(line)) for line in lines]
    found: list[str] = []
    for what, run in groupby(told, key=lambda each: each[1] and (each[1].side, each[1].does)):
        some = [*run]
        deeds = [deed for _, deed in some if deed is not None]
        several = what is not None and len({deed.unit for deed in deeds}) == len(deeds) > 1
        found += _told(deeds) if several else [line for line, _ in some]
    return found


def _deed(line: str) -> Deed | None:
    found = DEED.fullmatch(line)
    return Deed(*found.groups()) if found else None


def _told(deeds: list[Deed]) -> Iterator[str]:
    """Describe the actions of several units, in one sentence if their paths allow it."""
    side, does = deeds[0].side, deeds[0].does
    where: dict[str, list[str]] = {}
    for deed in deeds:
        where.setdefault(deed.rest, []).append(deed.unit)
    last = {rest.rpartition(", ")[2] for rest in where}
    same = f", {last.pop()}" if len(last) == 1 and len(where) > 1 and all(", " in rest for rest in where) else ""
    ways = {rest.removesuffix(same): units for rest, units in where.items()}
    if len(ways) > 1 and any("," in rest or " and " in rest for rest in ways):
        yield from (_of_some(side, units, does, rest) for rest, units in where.items())
        return
    (way, first), *others = ways.items()
    begins = _of_some(side, first, does, way).removesuffix(".")
    all_of = (", both" if len(deeds) == 2 else ", all") + same.removeprefix(",") if same else ""
    yield f"{join([begins, *(f'{join(units)} {rest}' for rest, units in others)])}{all_of}."


def _of_some(side: str, units: list[str], does: str, rest: str) -> str:
    """Describe a shared action of some units."""
    if len(units) == 1:
        return f"{side} {units[0]} {does} {rest}."
    rest = rest.replace(" and faces ", " and face ")
    return f"{side} {join(units)} {TOGETHER[does]} {rest}."
