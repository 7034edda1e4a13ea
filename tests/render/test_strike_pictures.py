"""The staff map: its parts, its texts, and equal pictures for equal views."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.kernel.game import Outcome, Sketch
from bot.kernel.secret import PUBLIC, private, see
from bot.titles.strike.field import counters
from bot.titles.strike.field.counters import map_of
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Orders
from bot.titles.strike.printed.tables import tables
from render import LOOKS, Look, Picture, kept, png
from render.look import STANDARD
from render.picture import ALT_LIMIT
from render.places import Place, read
from render.strike import ground, labels, layers, pieces, stacks, views
from render.strike.lattice import centre, is_diamond
from render.strike.palette_samples import palette, samples
from render.titles import PICTURES
from tests.render.fronts import ALONE, DIAMOND, OX, campaign, crowd
from tests.render.likeness import opened

STRIKE = PICTURES["strike"]
MEBIBYTE, MEGAPIXEL = 1 << 20, 1_000_000
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
scenarios = pytest.mark.parametrize("scenario", sorted(tables().scenarios))


@looks
@scenarios
def test_pictures_are_sound(scenario: str, look: Look) -> None:
    state = campaign(scenario)
    seen = see(state, GERMAN)
    place = next(unit.place for unit in state.units.values() if counters.on_map(unit))
    for picture in (STRIKE.board(seen, look), STRIKE.crop(seen, Sketch((place,)), look, "Here")):
        assert opened(picture.png).size == (picture.width, picture.height)
        assert len(picture.png) < 2 * MEBIBYTE
        assert picture.width * picture.height < 6 * MEGAPIXEL
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert picture.alt.endswith(".")


def test_the_whole_map_is_broad_enough_to_be_read() -> None:
    board = STRIKE.board(see(campaign(), PUBLIC), STANDARD)
    assert board.width == views.board(map_of(campaign())).size[0] >= 1500, "the panel lies below"
    assert board.height < 2 * board.width


def test_the_name_of_a_city_stands_by_its_dot_or_just_below_its_counters() -> None:
    where = map_of(campaign())
    window = views.board(where)
    bare = Image.new("RGB", window.size, STANDARD.clear)
    minsk = next(area for area in where.areas.values() if area.record.city == "Minsk")
    for depths, below in (({}, labels.DOT), ({minsk.id: 40.0}, 40.0), ({minsk.id: 99.0}, labels.BOTTOM - 12)):
        image = bare.copy()
        labels.cities(image, STANDARD, views.sheet(where), window, depths)
        x, y = window.pixel(centre(minsk.at))
        room = 80 * window.scale
        box = (round(x - room / 2), round(y - room), round(x + room / 2), round(y + 1.2 * room))
        written = ImageChops.difference(image.crop(box), bare.crop(box)).getbbox()
        assert written is not None
        middle = (written[1] + written[3]) / 2 - room
        assert abs(middle / window.scale - below - labels.BELOW) < 5


@looks
@scenarios
def test_the_palette_does_the_map_and_all_its_pieces_justice(scenario: str, look: Look) -> None:
    where = map_of(campaign(scenario))
    colours = palette(where, look)
    assert colours is not None
    assert png.likeness(ground.ground(views.sheet(where), look, views.board(where)), colours) >= png.GOOD
    assert png.likeness(samples(look), colours) >= png.GOOD


def test_another_seats_orders_leave_no_trace() -> None:
    plain = campaign()
    other = replace(plain, orders={RUSSIAN: private(Orders(press="always", points=7), RUSSIAN)})
    for seat in (PUBLIC, GERMAN):
        for draw in (STRIKE.board, lambda seen, look: STRIKE.crop(seen, Sketch(("C5",)), look)):
            assert draw(see(other, seat), STANDARD) == draw(see(plain, seat), STANDARD)


def test_nothing_is_held_in_secret_and_there_are_no_cards() -> None:
    assert STRIKE.hand(see(campaign(), GERMAN), STANDARD) is None
    with pytest.raises(KeyError):
        STRIKE.cards(("any",), STANDARD)


def test_threads_do_not_disturb_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.SHELF, "folder", None)  # They draw the ground as well.
    seen, full = see(campaign("first"), PUBLIC), see(crowd(), GERMAN)
    jobs: list[Callable[[], Picture]] = [
        lambda: STRIKE.board(seen, STANDARD),
        lambda: STRIKE.crop(seen, Sketch(("E3",)), LOOKS["dark"]),
        lambda: STRIKE.crop(full, Sketch((OX,)), STANDARD),
        lambda: STRIKE.crop(full, Sketch((DIAMOND,)), STANDARD),
    ]
    alone = [job() for job in jobs]
    kept.SHELF.forget()
    with ThreadPoolExecutor(4) as threads:
        together = [thread.result() for thread in [threads.submit(job) for job in jobs * 3]]
    assert together == alone * 3


@pytest.mark.parametrize("area", [OX, DIAMOND, ALONE])
def test_the_counters_of_a_full_area_do_not_cover_one_another(area: AreaId) -> None:
    state = crowd()
    diamond = is_diamond(map_of(state)[area].at)
    sides = [seat for seat in (GERMAN, RUSSIAN) if counters.at(state, area, seat)]
    laid = []
    for seat in sides:
        units = pieces.in_order(counters.at(state, area, seat))
        plates = [pieces.piece(unit, STANDARD) for unit in units if counters.is_kind(unit, "leader")]
        fighting = [pieces.piece(unit, STANDARD) for unit in units if counters.fights(unit)]
        others = [
            pieces.piece(unit, STANDARD)
            for unit in units
            if not counters.fights(unit) and not counters.is_kind(unit, "leader")
        ]
        placed = stacks.arrange(plates, fighting, others, stacks.room(diamond, seat, len(sides) > 1))
        assert len(placed) == len(units)
        laid += placed
    for a, b in itertools.combinations(laid, 2):
        beside = abs(a.x - b.x) >= (a.piece.wide * a.size + b.piece.wide * b.size) / 2
        below = abs(a.y - b.y) >= (a.piece.high * a.size + b.piece.high * b.size) / 2
        assert beside or below


@pytest.mark.parametrize(("area", "pixels"), [(OX, 26), (DIAMOND, 26), (ALONE, 32)])
def test_ratings_can_be_read_on_a_phone(area: AreaId, pixels: int) -> None:
    """At 400 pixels' breadth the counters of a full area are still so broad."""
    state = crowd()
    where = map_of(state)
    alone = area == ALONE
    close = views.LEAST if alone else views.CLOSEST if is_diamond(where[area].at) else views.CLOSE
    window = views.crop(where, [area], close)
    for seat in (GERMAN, RUSSIAN):
        units = [unit for unit in pieces.in_order(counters.at(state, area, seat)) if counters.fights(unit)]
        others = [unit for unit in counters.at(state, area, seat) if not counters.fights(unit)]
        if units:
            space = stacks.room(is_diamond(where[area].at), seat, not alone)
            drawn = [[pieces.piece(unit, STANDARD) for unit in group] for group in (units, others)]
            size = stacks.arrange([], drawn[0], drawn[1], space)[0].size
            assert pieces.COUNTER * size * window.scale * 400 / window.size[0] >= pixels


def test_a_battle_shows_both_strengths_and_the_effect_of_the_ground() -> None:
    seen = see(crowd(), PUBLIC)
    picture = STRIKE.crop(seen, Sketch((OX,)), STANDARD, "Battle of Minsk")
    assert picture.alt.startswith("Battle of Minsk. E5 Minsk: ")
    assert "German in E5, strength" in picture.alt
    assert "Russian in E5, strength" in picture.alt
    assert "reduced" in picture.alt


def changed(before: Picture, after: Picture) -> tuple[int, int, int, int]:
    """Return the box in which two pictures differ visibly."""
    one, other = (opened(picture.png).convert("RGB") for picture in (before, after))
    box = ImageChops.difference(one, other).convert("L").point(lambda grey: 255 * (grey > 24)).getbbox()
    assert box is not None
    return box


def outline(place: Place) -> tuple[int, int, int, int]:
    across, down = place.shape[0::2], place.shape[1::2]
    return place.x + min(across), place.y + min(down), place.x + max(across), place.y + max(down)


def is_in(point: tuple[int, int], box: tuple[int, int, int, int]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def test_lines_ways_marks_and_notes_are_drawn_and_told() -> None:
    seen, places = see(campaign(), PUBLIC), ["C5", "E5", "E7"]
    plain = STRIKE.crop(seen, Sketch(tuple(places)), STANDARD)
    line = STRIKE.crop(seen, Sketch(tuple(places), line=("C5", "E7")), STANDARD)
    path = STRIKE.crop(seen, Sketch(tuple(places), path=("C5", "E5", "E7")), STANDARD)
    mark = STRIKE.crop(seen, Sketch(tuple(places), mark="E5"), STANDARD)
    notes = STRIKE.crop(seen, Sketch(tuple(places), notes=(("E5", "2"), ("E7", ""))), STANDARD)
    at = {place.name: place for place in read(plain.png)}
    begin, turn, end = (outline(at[name]) for name in places)
    for drawn in (line, path):
        left, top, right, bottom = changed(plain, drawn)
        assert is_in((left, top), begin)
        assert is_in((right, bottom), end) or is_in((left, bottom), end)
    assert changed(plain, path)[2] > turn[0], "the way goes by E5, and the line does not"
    assert is_in((at["E5"].x, at["E5"].y), changed(plain, path))
    assert changed(plain, line)[2] < at["E5"].x
    assert changed(plain, mark) == pytest.approx(turn, abs=12), "a frame around E5"
    assert changed(plain, notes) == pytest.approx((turn[0], turn[1], end[2], end[3]), abs=12), "both are tinted"
    assert "A line is drawn from C5 to E7." in line.alt
    assert "A way is drawn along C5, E5, E7." in path.alt
    assert "E5 is framed." in mark.alt
    assert "Tinted: E5 2, E7." in notes.alt


@pytest.mark.parametrize("places", [[], ["Z99"], ["", "nowhere"]])
def test_places_off_the_map_are_left_out(places: list[str]) -> None:
    picture = STRIKE.crop(
        see(campaign(), PUBLIC), Sketch(tuple(places), line=("Z1", "A5"), path=("Z1",), mark="Z1"), STANDARD
    )
    assert picture.alt == "Part of the map."


def test_a_crop_shows_every_place_that_it_was_asked_for() -> None:
    where = map_of(campaign())
    for places in (["A3", "O11"], ["A5", "O5"], ["I1"], ["F5"]):
        window = views.crop(where, [AreaId(name) for name in places])
        assert all(window.holds(centre(where[AreaId(name)].at)) for name in places)
        width, height = window.size
        assert max(width, height) <= 1150
        assert min(width, height) * 2.05 >= max(width, height)


def test_the_last_marches_are_drawn() -> None:
    state = campaign()
    assert any(len(unit.trail) > 1 for unit in state.units.values())
    still = replace(state, units={id: replace(unit, trail=()) for id, unit in state.units.items()})
    assert STRIKE.board(see(still, PUBLIC), STANDARD).png != STRIKE.board(see(state, PUBLIC), STANDARD).png


def test_the_board_says_what_a_general_wants_to_know() -> None:
    state = campaign()
    alt = STRIKE.board(see(state, PUBLIC), STANDARD).alt
    for words in (f"turn {state.turn} of 14", "weather", "Operations points", "strength"):
        assert words in alt
    over = replace(state, phase="over", steps=(), outcome=Outcome((GERMAN,), "Moscow has fallen"))
    assert "German won" in STRIKE.board(see(over, PUBLIC), STANDARD).alt


def test_a_map_without_units_can_be_drawn() -> None:
    empty: State = replace(campaign("first"), units={}, control={}, converted=(), by_rail=(), steps=())
    assert "no formations on the map" in STRIKE.board(see(empty, PUBLIC), STANDARD).alt


def test_odds_that_the_sign_of_a_battle_shows_are_not_written_over_units(monkeypatch: pytest.MonkeyPatch) -> None:
    state, written = campaign("first"), list[str]()
    monkeypatch.setattr(layers, "note", lambda setting, area, text, kept: written.append(text))
    area = next(iter(counters.shared(state)))
    for text in (*pieces.odds(state, area), "2 : 1"):
        STRIKE.crop(see(state, PUBLIC), Sketch((area,), notes=((area, text),)), STANDARD)
    assert written == ["2 : 1"]
