"""The pieces on the map: counters as a seat sees them, and other signs of an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from msgspec import Struct
from PIL import Image

from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.ground import Ground
from bot.titles.strike.printed.records import UnitRecord
from render.canvas import Sprite, cut, sheet
from render.chart import Window
from render.formations import PLATE, Formation, commander, crossed_swords, formation, plate_width, total
from render.look import Livery, Look
from render.places import Place, outlined, with_pieces
from render.stacks import Room
from render.strike.inks import inks
from render.strike.lattice import PITCH, centre, corners, is_diamond
from render.strike.stacks import Piece, arrange, room
from render.strike.tokens import HIGH, WIDE, Token, flag, token
from render.strike.views import Sheet

COUNTER = 106.0
"""The breadth of a counter with its edge."""
NATIONS = {"rumanian": "Ru", "finnish": "Fi", "hungarian": "Hu"}
"""The prefix for the number of an ally's formation."""
SEATS = (GERMAN, RUSSIAN)
NATION = {GERMAN: "german", RUSSIAN: "soviet"}
"""The colours of a side's own signs."""


def number(record: UnitRecord) -> str:
    """Return a formation's short name on its counter: 18, XXIV, Fi 6, SS, Len."""
    called = [word for word in record.name.split() if word[0].isdigit() or word.isupper()]
    digits = "".join(char for char in "".join(called[:1]) if char.isdigit())
    text = f"{NATIONS.get(record.nation, '')} {digits or ''.join(called[:1])}".strip()
    return text or record.name[:3]


def counter(unit: Unit, look: Look) -> Formation:
    """Return the counter of a formation."""
    record = counters.record(unit)
    strength, price, allowance = counters.ratings(unit)
    size = "XX" if record.trait == "parachute" else "XXXX" if counters.size(unit) == 2 else "XXX"
    return Formation(
        number(record),
        size,
        record.kind if record.kind in ("militia", "garrison") else record.arm,
        strength,
        f"({price}){allowance}",
        inks(look).livery("ss" if record.trait == "ss" else record.nation),
        unit.down,
        record.trait == "parachute",
    )


def small(unit: Unit, look: Look) -> Token:
    """Return the token of a unit that is no formation and no leader."""
    record = counters.record(unit)
    livery = inks(look).livery(record.nation)
    last = record.name.split()[-1]
    if record.kind == "luftwaffe":
        badge = "S" if unit.mission == "supply" else ""
        return Token(record.kind, livery, last[:1], str(counters.rating(unit)), badge=badge)
    if record.kind == "partisans":
        return Token("rail partisans" if record.trait == "rail" else "truck partisans", livery)
    if record.kind == "commissar":
        return Token(record.kind, livery)
    return Token(record.kind, livery, last[:1], down=unit.down)


def piece(unit: Unit, look: Look) -> Piece:
    """Return a unit as something that can be laid on a map or in a box."""
    record = counters.record(unit)
    if counters.fights(unit):
        return Piece(COUNTER, COUNTER, partial(formation, counter(unit, look), look))
    if record.kind == "leader":
        name = record.name.split()[-1]
        draw = partial(commander, name, counters.rating(unit), unit.down, inks(look).livery(record.nation), look)
        return Piece(plate_width(name) + 4, PLATE + 4, draw)
    return Piece(WIDE + 4, HIGH + 4, partial(token, small(unit, look), look))


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """Return units in stacking order: leaders, formations by strength, the rest."""
    return sorted(units, key=_rank)


def _rank(unit: Unit) -> tuple[int, int, int, str]:
    kind = 0 if counters.is_kind(unit, "leader") else 1 if counters.fights(unit) else 2
    return kind, -counters.size(unit), -counters.strength(unit), unit.id


class Setting(Struct, frozen=True):
    """A frame to be drawn on, and its window."""

    frame: Image.Image
    window: Window
    sheet: Sheet
    look: Look

    def shown(self) -> Iterator[AreaId]:
        """Yield the visible areas in play.

        Diamonds come last, because their counters reach over their edges.
        """
        for area in sorted(
            self.sheet.ground.areas.values(), key=lambda area: (area.at[0] % 2, area.at[1], area.at[0])
        ):
            if self.window.holds(centre(area.at), PITCH * 0.6):
                yield area.id

    def pixel(self, area: AreaId, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
        """Return the pixel of an area's middle, or of a point at an offset."""
        cx, cy = centre(self.sheet.ground[area].at)
        return self.window.pixel((cx + x, cy + y))


def lying(setting: Setting, state: State) -> tuple[Place, ...]:
    """Return the visible areas and their drawn units."""
    places = _areas(setting.window, setting.sheet.ground)
    stacks = {each.name: [unit.id for unit in counters.at(state, AreaId(each.name))] for each in places}
    return with_pieces(places, stacks)


@lru_cache(maxsize=16)
def _areas(window: Window, ground: Ground) -> tuple[Place, ...]:
    """Return the visible areas; they are the same in all pictures of that part."""
    return outlined(window, ((area.id, centre(area.at), corners(area.at)) for area in ground.areas.values()))


def lay(setting: Setting, state: State) -> dict[AreaId, list[Room]]:
    """Draw all units and strengths; return the parts of areas that they take.

    These are about the middle of the area.
    """
    taken: dict[AreaId, list[Room]] = {}
    for area in setting.shown():
        sides = [(seat, counters.at(state, area, seat)) for seat in SEATS]
        sides = [(seat, units) for seat, units in sides if units]
        for seat, units in sides:
            taken.setdefault(area, []).extend(_stack(setting, area, seat, units, shared=len(sides) > 1))
        if all(counters.troops(state, area, seat) for seat in SEATS):
            strengths = _strengths(state, area)
            diamond = is_diamond(setting.sheet.ground[area].at)
            y, size, bottom = (52, 0.66, 60.0) if diamond else (65, 1.0, 77.0)
            sign = balance(strengths[0], strengths[1], setting.look, setting.window.scale * size)
            sign.stamp(setting.frame, setting.pixel(area, 0, y))
            taken[area].append(Room(-48 * size, 2 * y - bottom, 48 * size, bottom))
    return taken


def _strengths(state: State, area: AreaId) -> tuple[int, int]:
    """Return the strengths of the Germans and of the Russians in an area."""
    german, russian = (sum(map(counters.strength, counters.troops(state, area, seat))) for seat in SEATS)
    return german, russian


def odds(state: State, area: AreaId) -> tuple[str, str]:
    """Return the odds of either side's attack as the sign of the battle shows them."""
    german, russian = _strengths(state, area)
    return f"{german} : {russian}", f"{russian} : {german}"


def depths(taken: Mapping[AreaId, Sequence[Room]]) -> dict[AreaId, float]:
    """Return the reach of the counters of areas below the middle."""
    return {area: max(room.bottom for room in rooms) for area, rooms in taken.items()}


def _stack(setting: Setting, area: AreaId, seat: Seat, units: Iterable[Unit], shared: bool) -> Iterator[Room]:
    """Draw the units of a side in an area, and yield the parts that they take."""
    look, scale = setting.look, setting.window.scale
    ordered = in_order(units)
    plates = [piece(unit, look) for unit in ordered if counters.is_kind(unit, "leader")]
    fighting = [unit for unit in ordered if counters.fights(unit)]
    others = [
        piece(unit, look) for unit in ordered if not counters.fights(unit) and not counters.is_kind(unit, "leader")
    ]
    space = room(is_diamond(setting.sheet.ground[area].at), seat, shared)
    laid = arrange(plates, [piece(unit, look) for unit in fighting], others, space)
    for each in laid:
        each.piece.draw(scale * each.size).stamp(setting.frame, setting.pixel(area, each.x, each.y))
        x, y = each.piece.wide * each.size / 2, each.piece.high * each.size / 2
        yield Room(each.x - x, each.y - y, each.x + x, each.y + y)
    if len(fighting) > 1 and not shared:
        last = laid[len(plates) + len(fighting) - 1]
        x, y, r = last.x + 54 * last.size, last.y - 58 * last.size, 22 * last.size
        number = sum(map(counters.strength, fighting))
        sum_of(number, inks(look).livery(NATION[seat]), look, scale * last.size * 0.86).stamp(
            setting.frame, setting.pixel(area, x, y)
        )
        yield Room(x - r, y - r, x + r, y + r)


@lru_cache(maxsize=256)
def sum_of(number: int, livery: Livery, look: Look, scale: float) -> Sprite:
    """Return the strength of a stack on a disc."""
    pen = sheet(26, 26, scale)
    total(pen, (0, 0), number, livery)
    return cut(pen, shade=(2, 3, look.shade, 100))


@lru_cache(maxsize=256)
def balance(german: int, russian: int, look: Look, scale: float) -> Sprite:
    """Return the strengths of both sides of a battle on either side of crossed swords."""
    ink = inks(look)
    pen = sheet(52, 16, scale)
    for left, right, number, livery in (
        (-47.0, 0.0, german, ink.livery("german")),
        (0.0, 47.0, russian, ink.livery("soviet")),
    ):
        pen.box((left, -12), (right, 12), livery.base, livery.rim, 2, 5)
        pen.text(((left + right) / 2 + (left + right) * 0.12, 0), str(number), 20, livery.ink)
    pen.disc((0, 0), 12.5, look.panel, look.ink, 2)
    crossed_swords(pen, (0, -0.5), 6.4, look.ink)
    return cut(pen, shade=(2, 3, look.shade, 100))


def flags(setting: Setting, state: State) -> None:
    """Draw the flags of objectives beside an area's name.

    The Germans' are at the left, the Russians' at the right.
    """
    ground = setting.sheet.ground
    shown = set(setting.shown())
    for seat, x in ((GERMAN, -34.0), (RUSSIAN, 38.0)):
        livery = inks(setting.look).livery(NATION[seat])
        for name in state.objectives.get(seat, ()):
            for area in ground.objective(name):
                if area in shown:
                    held = state.control.get(area) == seat
                    sign = flag(livery, held, setting.look, setting.window.scale)
                    sign.stamp(setting.frame, setting.pixel(area, x, -84))
