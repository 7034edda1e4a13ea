"""The counters of units, kind by kind, from `data/firefight/units.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.titles.firefight.model.ids import CounterId, Side

FILE = "firefight/units.toml"
Class = Literal["infantry", "machine gun", "mortar", "gun", "transport", "vehicle"]
Mode = Literal["foot", "wheels", "tracks"]
Colour = Literal["red", "blue"]
Aspect = Literal["flank", "front"]


Cost = Annotated[int, Meta(ge=0, le=9)]
Icons = Annotated[int, Meta(ge=0, le=3)]
Firepower = Annotated[int, Meta(ge=-9, le=20)]
Far = Annotated[int, Meta(ge=0, le=40)]
Defence = Annotated[int, Meta(ge=2, le=30)]
Counter = Annotated[int, Meta(ge=1, le=99)]


class Kind(
    Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, kw_only=True, rename={"kind": "class"}
):
    """The printed values of a kind of counter."""

    source: Literal["printed", "ours"]
    side: Side
    name: str
    numbers: Annotated[tuple[Counter, ...], Meta(min_length=1)]
    kind: Class
    attack: Cost
    """The cost of an attack; 0 if the unit cannot attack."""
    indirect: Cost = 0
    """The cost of indirect fire; 0 if the unit has none."""
    move: Annotated[int, Meta(ge=1, le=9)]
    mode: Mode
    wheels: Icons = 0
    tracks: Icons = 0
    """Bonus moves by the icons under the movement cost."""
    red: Firepower
    blue: Firepower
    range: Far
    """0 if the unit fights only in its own hex."""
    minimum: Far = 0
    flank: Defence
    front: Defence
    armour: tuple[Aspect, ...] = ()
    """Its blue sides; the others are soft."""
    crewed: tuple[Colour, ...] = ()
    """The firepower on a white field."""
    turret: bool = False
    open: bool = False
    """An open top: its flank is soft against high explosive, flames and grenades."""
    shield: bool = False
    """Its passenger is better protected."""
    flamethrower: bool = False
    smoke: Far = 0
    """The range of its smoke."""
    engineer: bool = False
    """It crosses mines unharmed."""

    @property
    def foot(self) -> bool:
        """True if it walks."""
        return self.mode == "foot"

    @property
    def gun(self) -> bool:
        """True if it is a gun, which is pushed or towed."""
        return self.kind == "gun"

    @property
    def vehicle(self) -> bool:
        """True if it is a vehicle or a wagon."""
        return self.kind in ("vehicle", "transport")

    @property
    def mortar(self) -> bool:
        """True if it is a mortar."""
        return self.kind == "mortar"

    # FF-R70
    @property
    @case("COH-2.0b")
    def has_crew(self) -> bool:
        """True if any of its firepower is on a white field."""
        return bool(self.crewed)

    @property
    @case("COH-2.0c")
    def counts(self) -> bool:
        """True if it takes control and its loss costs a CAP; trucks and wagons do not."""
        return self.kind != "transport"

    @property
    def unburdened(self) -> bool:
        """True if it can wade, and hide on the move."""
        return self.foot and self.move <= 2

    def firepower(self, colour: Colour) -> int:
        """Return its firepower against a colour of defence."""
        return self.red if colour == "red" else self.blue

    def defence(self, aspect: Aspect) -> int:
        """Return its defence on a side."""
        return self.front if aspect == "front" else self.flank

    @case("COH-2.0a")
    def colour(self, aspect: Aspect) -> Colour:
        """Return the firepower that counts against a side of it: blue against armour."""
        return "blue" if aspect in self.armour else "red"


class Units(Struct, frozen=True):
    """All kinds and counters, and the problems of their file."""

    kinds: dict[str, Kind]
    counters: dict[CounterId, Kind]
    problems: tuple[Problem, ...] = ()


@case("COH-2.1a")
def counter_id(side: Side, number: int) -> CounterId:
    """Return the id of a counter by its side and number."""
    return CounterId(f"{side[0]}{number:02}")


def number(counter: CounterId) -> int:
    """Return the number that is printed on a counter."""
    return int(counter[1:])


def named(counter: CounterId) -> str:
    """Return the players' name of a counter: "NKVD 21"."""
    return f"{units().counters[counter].name} {counter[1:]}"


@cache
def units() -> Units:
    """Read `data/firefight/units.toml` and its overlays."""
    problems: list[Problem] = []
    kinds = data_files.tables(FILE, {"kinds": Kind}, problems)["kinds"]
    problems.extend(data_files.told(FILE, (*twice(kinds), *absurd(kinds))))
    counters = {counter_id(kind.side, number): kind for kind in kinds.values() for number in kind.numbers}
    return Units(kinds, counters, tuple(problems))


def absurd(kinds: dict[str, Kind]) -> Iterator[Finding]:
    """Yield the values of kinds that do not fit together."""
    for key, kind in kinds.items():
        if kind.minimum > kind.range:
            yield ("kinds", key, "minimum"), f"the shortest range is beyond the range of {kind.range}"
        if kind.range and not kind.attack:
            yield ("kinds", key, "attack"), "it has a range, and an attack of it costs nothing"


def twice(kinds: dict[str, Kind]) -> Iterator[Finding]:
    """Yield numbers that a side uses twice."""
    taken: dict[CounterId, str] = {}
    for key, kind in kinds.items():
        if len(set(kind.numbers)) < len(kind.numbers):
            yield ("kinds", key, "numbers"), "a number stands twice"
        for each in kind.numbers:
            if (other := taken.setdefault(counter_id(kind.side, each), key)) != key:
                yield ("kinds", key, "numbers"), f"{each} is a {kinds[other].name} already"
