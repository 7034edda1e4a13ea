"""Rows of computer games kept in a file, and the error of a share."""

from __future__ import annotations

import csv
from math import sqrt
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, convert
from msgspec.structs import asdict

R = TypeVar("R", bound=Struct)


def kept(file: Path, kind: type[R]) -> list[R]:
    """Read the rows of a file."""
    if not file.exists():
        return []
    with file.open(newline="") as lines:
        return [convert(each, kind, strict=False) for each in csv.DictReader(lines, delimiter="\t")]


def keep(file: Path, row: Struct) -> None:
    """Add a row to a file."""
    new = not file.exists()
    with file.open("a", newline="") as lines:
        writer = csv.DictWriter(lines, row.__struct_fields__, delimiter="\t", lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(asdict(row))


def interval(won: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, won / of
    middle, half = share + z * z / of / 2, z * sqrt(share * (1 - share) / of + (z / of / 2) ** 2)
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
