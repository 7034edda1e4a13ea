"""What the units of a group do by one order, told as one: who goes where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from bot.kit.english import join

TOGETHER = {"moves": "move", "enters": "enter"}
"""What units do one by one, and what several do."""
DEED = re.compile(rf"(?P<side>[A-Z]\w+) (?P<unit>[^,]+?) (?P<does>{'|'.join(TOGETHER)}) (?P<rest>.+)\.")


class Deed(NamedTuple):
    """What one unit did, as its line says."""

    side: str
    unit: str
    does: str
    rest: str


def gather(lines: list[str]) -> list[str]:
    """Tell neighbouring lines of units of one side that do the same as one line."""
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
    """Tell what several units do: in one sentence, unless more is said of their ways than where they lead."""
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
    """Tell what some units do alike."""
    if len(units) == 1:
        return f"{side} {units[0]} {does} {rest}."
    rest = rest.replace(" and faces ", " and face ")
    return f"{side} {join(units)} {TOGETHER[does]} {rest}."
