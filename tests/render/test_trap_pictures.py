"""The city: readable, complete, and equal pictures for equal views."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace
from PIL import ImageStat

from bot.kernel.game import Outcome, Sketch
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, Award, CounterId, HexId, Status
from bot.titles.trap.printed.units import counters as printed
from render import LOOKS, Look, Picture, kept, png, stacks
from render.canvas import contrast, cut, sheet
from render.chart import ENOUGH, LEGIBLE, PHONE, TALL, centre
from render.look import STANDARD
from render.picture import ALT_LIMIT
from render.places import Place, read
from render.tints import MANY
from render.titles import PICTURES
from render.trap import captions, city, counters, labels, panel, pieces, plates, scenery, views
from render.trap.counters import Chit, counter
from render.trap.inks import inks
from render.trap.palette_samples import palette, samples
from tests.render.grozny import FIGHT, HIDDEN, battle, crowd, without_units
from tests.render.likeness import apart, on, opened

TRAP = PICTURES["trap"]
MEBIBYTE, MEGAPIXEL = 1 << 20, 1_000_000
DAY, NIGHT = 3, 6
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
Draw = Callable[[Seen[State]], Picture]
DRAWS: dict[str, Draw] = {
    "board": lambda seen: TRAP.board(seen, STANDARD),
    "crop": lambda seen: TRAP.crop(seen, Sketch((HIDDEN,)), STANDARD),
}
draws = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


def dealt_anew(state: State, seat: Seat) -> State:
    """Return a moment that differs in every counter that a seat may not read."""
    units = {
        id: unit
        if unit.counter.readable(seat)
        else replace(unit, counter=replace(unit.counter, value=CounterId("c-rpg9")))
        for id, unit in state.units.items()
    }
    return replace(state, units=units)


@looks
@pytest.mark.parametrize("turn", [DAY, NIGHT])
def test_pictures_are_sound(turn: int, look: Look) -> None:
    seen = see(battle(turn), RUSSIAN)
    for picture in (TRAP.board(seen, look), TRAP.crop(seen, Sketch((FIGHT,)), look, "Here")):
        assert opened(picture.png).size == (picture.width, picture.height)
        assert len(picture.png) < 2 * MEBIBYTE
        assert picture.width * picture.height < 6 * MEGAPIXEL
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert picture.alt.endswith(".")


@looks
@pytest.mark.parametrize("night", [False, True])
def test_the_palette_does_the_city_and_all_its_pieces_justice(night: bool, look: Look) -> None:
    where = views.city(ground())
    colours = palette(where, look, night)
    assert colours is not None
    assert png.likeness(scenery.scenery(where, look, night, city.whole(where)), colours) >= png.GOOD
    assert png.likeness(samples(look, night), colours) >= png.GOOD


def test_the_whole_map_is_broad_enough_to_be_read() -> None:
    board = TRAP.board(see(battle(), PUBLIC), STANDARD)
    assert board.width == city.whole(views.city(ground())).size[0] >= 1800, "the panel lies below"
    assert board.height < 1.6 * board.width
    assert panel.LINE * PHONE / board.width >= ENOUGH * LEGIBLE, "so is the panel"


@draws
@pytest.mark.parametrize("seat", [PUBLIC, RUSSIAN])
def test_covered_units_of_a_stack_leave_no_trace(draw: Draw, seat: Seat) -> None:
    state = battle()
    other = dealt_anew(state, seat)
    assert other != state
    assert draw(see(other, seat)) == draw(see(state, seat))


def test_inspected_units_are_shown() -> None:
    state = battle()
    shown = [
        TRAP.crop(see(each, CHECHEN), Sketch((HIDDEN,)), STANDARD) for each in (state, dealt_anew(state, PUBLIC))
    ]
    assert shown[0].png != shown[1].png
    assert "unknown unit" in TRAP.crop(see(state, RUSSIAN), Sketch((HIDDEN,)), STANDARD).alt
    assert "unknown unit" not in TRAP.crop(see(state, CHECHEN), Sketch((HIDDEN,)), STANDARD).alt


def test_a_covered_counter_tells_only_its_side() -> None:
    state = see(battle(), RUSSIAN).state
    covered = [unit for unit in state.units.values() if not unit.counter.known]
    assert covered
    for unit in covered:
        shown = pieces.chit(unit, state)
        assert (shown.kind, shown.model, shown.number, shown.formation, shown.aboard) == ("", "", "", "", ())


# Counters.


@looks
def test_a_facing_shows_in_the_outline(look: Look) -> None:
    faces = [Chit("russian", "1/81", "infantry", facing=facing) for facing in range(6)]
    pictures = [on(counter(face, look, 0.4), inks(look).yard) for face in faces]
    assert min(apart(a, b) for a, b in itertools.combinations(pictures, 2)) > 9


@looks
def test_a_vehicle_heads_where_it_faces(look: Look) -> None:
    north, south = (
        on(counter(Chit("russian", "3/131", "tank", "T-80", facing=way), look, 1), (0, 0, 0)) for way in (0, 3)
    )
    middle = (60, 60, 130, 130)
    assert apart(north.crop(middle), south.crop(middle)) > 20


def test_a_vehicle_is_as_large_on_its_counter_at_every_scale() -> None:
    chit = Chit("russian", "3/131", "tank", "T-80", facing=1)

    def light(scale: float) -> float:
        drawn = counter(chit, STANDARD, scale)
        half = 45 * scale
        middle = (
            on(drawn, (0, 0, 0))
            .convert("L")
            .crop((round(drawn.x - half), round(drawn.y - half), round(drawn.x + half), round(drawn.y + half)))
        )
        return ImageStat.Stat(middle).mean[0]

    assert all(abs(light(scale) - light(2.0)) < 6 for scale in (0.3, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5))


@looks
def test_a_status_shows_without_colour(look: Look) -> None:
    statuses: tuple[Status, ...] = ("normal", "suppressed", "pinned", "disrupted", "inactive")
    signs = [
        on(counter(Chit("chechen", "chechen", "infantry", status=each), look, 0.5), (90, 90, 90))
        for each in statuses
    ]
    assert min(apart(a, b) for a, b in itertools.combinations(signs, 2)) > 6
    acted = on(counter(Chit("chechen", "chechen", "infantry", activated=True), look, 0.5), (90, 90, 90))
    assert apart(acted, signs[0]) > 6


@looks
def test_formations_differ_by_colour_and_by_mark(look: Look) -> None:
    keys = ("1/81", "2/81", "3/81", "81", "1/131", "2/131", "3/131", "131", "schmel", "chechen")
    livery = inks(look).livery("russian")
    bases = [inks(look).livery(key).base for key in keys]
    assert len(set(bases)) == len(keys)
    marks = []
    for key in keys:
        pen = sheet(20, 20, 2)
        counters.mark(pen, (0, 0), key, livery)
        marks.append(on(cut(pen), livery.base))
    assert min(apart(a, b) for a, b in itertools.combinations(marks, 2)) > 12


@looks
@pytest.mark.parametrize("night", [False, True])
def test_streets_stand_out_from_houses(night: bool, look: Look) -> None:
    ink = inks(look, night)
    assert min(contrast(ink.street, other) for other in (ink.yard, *(roof for roof, _ in ink.roofs))) > 1.9


def test_night_looks_like_night() -> None:
    where = views.city(ground())
    for look in LOOKS.values():
        window = city.crop(where, [ground().map.places[FIGHT]])
        day, night = (
            ImageStat.Stat(scenery.scenery(where, look, dark, window).convert("L")).mean[0]
            for dark in (False, True)
        )
        assert night < 0.85 * day
        windows = scenery.scenery(where, look, True, window).getcolors(1 << 20) or []
        assert any(colour == inks(look, True).window for _, colour in windows), "lights burn in the houses"


# Where they lie.


def test_the_two_levels_of_a_hex_lie_side_by_side() -> None:
    here = pieces.piles(see(crowd(), PUBLIC).state)[FIGHT]
    assert [pile.level for pile in here] == ["ground", "upper"]
    left, right = pieces.places(here, low=False)
    assert left.right <= right.left


@pytest.mark.parametrize("low", [False, True])
def test_the_counters_of_a_full_hex_do_not_cover_one_another(low: bool) -> None:
    laid = pieces.reach(pieces.piles(see(crowd(), PUBLIC).state)[FIGHT], low)
    assert len(laid) == 9
    for a, b in itertools.combinations(laid, 2):
        assert max(abs(a.x - b.x), abs(a.y - b.y)) >= 108 * min(a.size, b.size)


def test_counters_do_not_reach_into_the_next_hex_where_its_counters_are() -> None:
    left, right = stacks.rooms(1, 1, low=False)
    ((a,), (b,)) = (stacks.spread(1, room) for room in (left, right))
    for down in (-TALL / 2, TALL / 2):
        beside = a.x + 150, a.y + down
        gap = max(abs(beside[0] - b.x), abs(beside[1] - b.y)) - 54 * (a.size + b.size)
        assert gap > 0


def test_counters_can_be_read_on_a_phone() -> None:
    """At a width of 400 pixels a lone counter has 60 pixels.

    A counter of nine in a full hex still has 25.
    """
    where = views.city(ground())
    window = city.crop(where, [ground().map.places[FIGHT]], city.CLOSE)
    pixels = window.scale * 400 / window.size[0]
    alone = stacks.spread(1, stacks.rooms(1, 0, low=False)[0])[0].size
    assert 100 * alone * pixels >= 60
    full = pieces.reach(pieces.piles(see(crowd(), PUBLIC).state)[FIGHT], low=False)
    assert min(each.size for each in full) * 100 * pixels >= 25


def test_from_far_a_stack_is_a_pile_with_its_number() -> None:
    state = crowd()
    fewer = replace(state, units={id: unit for id, unit in state.units.items() if id != "r1"})
    assert TRAP.board(see(state, PUBLIC), STANDARD).png != TRAP.board(see(fewer, PUBLIC), STANDARD).png


def test_the_plates_of_landmarks_lie_clear_of_counters() -> None:
    """The station and the palace are full of units.

    Their plates make way, and no sign covers them.
    """
    state = see(battle(), PUBLIC).state
    where, window = views.city(ground()), views.board(battle())
    blank = opened(TRAP.board(see(without_units(battle()), PUBLIC), STANDARD).png).convert("RGB")
    setting = pieces.Setting(blank, window, where, ground(), STANDARD, night=False)
    taken = pieces.boxes(setting, state, pieces.piles(state))
    laid = plates.placed(STANDARD, False, where, window, taken)
    assert [each.mark for each in laid] == list(where.landmarks)
    crowded = [window.pixel(labels.foot(each.mark)) != each.box.middle for each in laid]
    assert any(crowded)
    assert not all(crowded)
    drawn = opened(TRAP.board(see(battle(), PUBLIC), STANDARD).png).convert("RGB")
    for _, plate, box in laid:
        assert sum(box.shared(each) for each in taken) < 0.1 * box.area
        assert not any(box.shared(other.box) for other in laid if other.box != box)
        inner = round(box.left) + 8, round(box.top) + 8, round(box.right) - 8, round(box.bottom) - 8
        shown = on(plate, (0, 0, 0)).crop((8, 8, plate.image.width - 8, plate.image.height - 8))
        assert apart(drawn.crop(inner).resize(shown.size), shown) < 12


# Lines.


def test_a_line_of_sight_runs_along_its_street_and_ends_at_the_block() -> None:
    seen = see(battle(), PUBLIC)
    bent, blocked = ("1912", "2112"), ("1811", "1514")
    assert len(sight().line(HexId(bent[0]), HexId(bent[1])).course) == 3
    assert sight().line(HexId(blocked[0]), HexId(blocked[1])).blocked is not None
    for line in (bent, blocked):
        plain = opened(TRAP.crop(seen, Sketch((*line,)), STANDARD).png).convert("RGB")
        drawn = opened(TRAP.crop(seen, Sketch((*line,), line=line), STANDARD).png).convert("RGB")
        assert plain.size == drawn.size
        assert apart(plain, drawn) > 1
    window = city.crop(views.city(ground()), [ground().map.places[HexId(end)] for end in bent], city.CLOSE)
    gate = centre(ground().map.places[HexId("1912")]), centre(ground().map.places[HexId("2011")])
    x, y = window.pixel(((gate[0][0] + gate[1][0]) / 2 + 20, (gate[0][1] + gate[1][1]) / 2))
    image = opened(TRAP.crop(see(without_units(battle()), PUBLIC), Sketch((*bent,), line=bent), STANDARD).png)
    assert image.convert("RGB").getpixel((round(x), round(y))) == STANDARD.aim


def test_lines_ways_marks_and_notes_are_drawn_and_told() -> None:
    seen, places = see(battle(), PUBLIC), ("1519", "1618", "1718")
    plain = TRAP.crop(seen, Sketch(places), STANDARD)
    line = TRAP.crop(seen, Sketch(places, line=("1519", "1718")), STANDARD)
    path = TRAP.crop(seen, Sketch(places, path=places), STANDARD)
    mark = TRAP.crop(seen, Sketch(places, mark="1618"), STANDARD)
    words = [
        TRAP.crop(seen, Sketch(places, notes=(("1718", word),)), STANDARD) for word in ("front", "flank", "rear")
    ]
    assert len({picture.png for picture in (plain, line, path, mark, *words)}) == 7
    assert "A line is drawn from 1519 to 1718." in line.alt
    assert "A way is drawn along 1519, 1618, 1718." in path.alt
    assert "1618 is framed." in mark.alt
    assert "Tinted: 1718 front." in words[0].alt


def test_many_prices_leave_counters_alone() -> None:
    """A few names have plates each, over the counters of their hexes.

    Many are bare numbers.
    """
    seen = see(battle(), PUBLIC)
    places = read(TRAP.board(seen, STANDARD).png)
    taken, empty = ([place for place in places if bool(place.pieces) is so] for so in (True, False))

    def priced(*told: Place) -> list[str]:
        picture = opened(
            TRAP.board(seen, STANDARD, Sketch((), notes=tuple((each.name, "4") for each in told))).png
        )
        image = picture.convert("RGB")
        inner = {each.name: image.crop((each.x - 15, each.y - 22, each.x + 15, each.y + 22)) for each in told}
        return [name for name, part in inner.items() if STANDARD.way in {c for _, c in part.getcolors(4000) or []}]

    few, many = empty[: MANY - len(taken) - 1], empty[:MANY]
    assert priced(*taken, *few) == [each.name for each in (*taken, *few)]
    assert priced(*taken, *many) == [each.name for each in many]


@pytest.mark.parametrize("places", [(), ("9999",), ("", "nowhere", "eliminated")])
def test_places_off_the_map_are_left_out(places: tuple[str, ...]) -> None:
    sketch = Sketch(places, line=("0000", "1912"), path=("0000",), mark="0000", notes=(("0000", "1"),))
    assert TRAP.crop(see(battle(), PUBLIC), sketch, STANDARD).alt == "Part of the map."


def test_a_crop_shows_every_place_that_it_was_asked_for() -> None:
    where = views.city(ground())
    for names in (["0101", "4026"], ["0117", "2412"], ["4001"], ["1519", "1520"]):
        spots = [ground().map.places[HexId(name)] for name in names]
        window = city.crop(where, spots)
        assert all(window.holds(centre(at)) for at in spots)
        width, height = window.size
        assert max(width, height) <= 1101
        assert min(width, height) * 2.1 >= max(width, height)


# The pieces there, and the text.


@pytest.mark.parametrize("kind", ["roadblocked", "wrecks", "rubble", "control", "batteries"])
def test_the_markers_on_the_map_are_drawn(kind: str) -> None:
    state = battle()
    bare = replace(state, **{kind: type(getattr(state, kind))()})
    seen, places = see(state, PUBLIC), Sketch(("1811", "2011", "2010", "2412", "2313"))
    assert TRAP.crop(seen, places, STANDARD).png != TRAP.crop(see(bare, PUBLIC), places, STANDARD).png


@pytest.mark.parametrize("kind", ["cup", "gone", "outside", "awards", "undrawn", "turn"])
def test_the_panel_shows_the_cup_the_clock_and_the_points(kind: str) -> None:
    state = battle()
    value = getattr(state, kind)
    bare = replace(state, **{kind: value - 1 if isinstance(value, int) else ()})
    assert TRAP.board(see(state, PUBLIC), STANDARD).png != TRAP.board(see(bare, PUBLIC), STANDARD).png


def test_the_order_in_the_cup_is_not_shown() -> None:
    state = battle()
    other = replace(state, cup=state.cup[::-1])
    assert TRAP.board(see(state, PUBLIC), STANDARD) == TRAP.board(see(other, PUBLIC), STANDARD)


def test_the_board_says_what_a_commander_wants_to_know() -> None:
    state = battle()
    alt = TRAP.board(see(state, PUBLIC), STANDARD).alt
    for said in (
        "turn 3 of 11",
        "31 December",
        "If the game ended now",
        "In the cup",
        "Presidential Palace",
        "Rubble",
    ):
        assert said in alt
    over = replace(state, phase="over", steps=(), outcome=Outcome((CHECHEN,), "The city holds"))
    assert "Chechen won" in TRAP.board(see(over, PUBLIC), STANDARD).alt
    assert "night" in TRAP.board(see(battle(NIGHT), PUBLIC), STANDARD).alt


def test_a_crop_names_the_units_on_each_level() -> None:
    alt = TRAP.crop(see(crowd(), PUBLIC), Sketch((FIGHT,)), STANDARD, "Ambush").alt
    assert alt.startswith("Ambush. 1912, built-up: Russian ")
    assert "Chechen upstairs Commander 1" in alt
    assert "1st Platoon of 2/81 (aboard)" in alt


def test_there_are_no_cards_and_no_hand() -> None:
    assert TRAP.hand(see(battle(), CHECHEN), STANDARD) is None
    with pytest.raises(KeyError):
        TRAP.cards(("any",), STANDARD)


def test_a_city_without_units_can_be_drawn() -> None:
    assert "nobody on the map" in TRAP.board(see(without_units(battle()), PUBLIC), STANDARD).alt


def test_threads_do_not_disturb_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.SHELF, "folder", None)  # They draw the ground as well.
    seen, night = see(battle(), PUBLIC), see(battle(NIGHT), RUSSIAN)
    jobs: list[Callable[[], Picture]] = [
        lambda: TRAP.board(seen, STANDARD),
        lambda: TRAP.crop(seen, Sketch((FIGHT,)), LOOKS["dark"]),
        lambda: TRAP.crop(night, Sketch((FIGHT,)), STANDARD),
    ]
    alone = [job() for job in jobs]
    kept.SHELF.forget()
    with ThreadPoolExecutor(4) as threads:
        together = [thread.result() for thread in [threads.submit(job) for job in jobs * 3]]
    assert together == alone * 3


def test_the_board_says_what_the_russians_must_reach() -> None:
    for scenario in ("relief", "historical"):
        state = replace(battle(), scenario=scenario)
        alt = TRAP.board(see(state, PUBLIC), STANDARD).alt
        assert f"need a lead of {captions.record(state).margin}." in alt
    state = replace(battle(), scenario="first")
    assert "level points are enough for the Russians." in TRAP.board(see(state, PUBLIC), STANDARD).alt


def test_losses_are_counted_in_plain_words() -> None:
    keys = ("c-i1", "c-i2", "c-h1", "c-h2", "c-rpg1", "c-t1", "c-t2")
    assert captions.counted(printed().units[CounterId(key)] for key in keys) == (
        "1 RPG, 2 T-62s, 2 heavy weapons and 2 infantry"
    )


def test_the_side_that_would_win_by_a_lead_is_named_once() -> None:
    assert captions.verdict(battle()) == "Chechens win: they lead by 12"
    ahead = replace(battle(), awards=(Award(RUSSIAN, 40, "9.0-4", "returned Chechen units", 2),))
    assert captions.verdict(ahead) == "Chechens win: Russians lead by 5"
