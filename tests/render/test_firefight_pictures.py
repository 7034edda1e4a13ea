"""Firefights: pictures are readable and complete, and equal views look equal."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC, Seat, Secret, Seen, see
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model.ids import (
    FACINGS,
    CardId,
    Field,
    GeneratorId,
    HexId,
    HitId,
    MapId,
    Sheet,
    UnitId,
)
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseMap
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.hits import hits
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.units import units
from render import LOOKS, Look, Picture, hexmap, png
from render.chart import TALL, Window
from render.finished import Pick
from render.firefight import FirefightPictures, land, palette_samples, pieces, prints, sheet, views
from render.firefight.counters import FIGURES, HITS, far_span, span
from render.look import STANDARD
from render.picture import ALT_LIMIT
from render.places import read
from tests.render.clearing import AMBUSH, CROWD, FIGHT, GERMAN, RUMOUR, SOVIET, battle, generation, mission
from tests.render.likeness import apart, opened

FIREFIGHT = FirefightPictures()
MEBIBYTE, MEGAPIXEL = 1 << 20, 1_000_000
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
Draw = Callable[[Seen[State]], Picture]
DRAWS: dict[str, Draw] = {
    "board": lambda seen: FIREFIGHT.board(seen, STANDARD),
    "crop": lambda seen: FIREFIGHT.crop(seen, Sketch((FIGHT, AMBUSH, CROWD)), STANDARD),
}
draws = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


def dealt_anew(state: State, seat: Seat) -> State:
    """Return a moment that differs in everything that a seat may not read."""

    def hidden(secret: Secret[Any]) -> bool:
        return not secret.readable(seat)

    others = {}
    for id, unit in state.units.items():
        if unit.hit is not None and hidden(unit.hit.marker):
            unit = replace(unit, hit=replace(unit.hit, marker=replace(unit.hit.marker, value=HitId("berserk"))))
        if unit.hiding is not None and hidden(unit.hiding):
            unit = replace(unit, hiding=replace(unit.hiding, value=HexId("1-B02")))
        others[id] = unit
    works = {
        id: replace(work, hiding=replace(work.hiding, value=HexId("1-B03")))
        if work.hiding is not None and hidden(work.hiding)
        else work
        for id, work in state.works.items()
    }
    strikes = tuple(
        replace(each, hex=replace(each.hex, value=HexId("1-B04"))) if hidden(each.hex) else each
        for each in state.strikes
    )
    players = {
        id: player
        if id == seat
        else replace(
            player,
            cards=replace(player.cards, value=(CardId("02"), CardId("02"))),
            hand=replace(player.hand, value=tuple(GeneratorId("g25") for _ in player.hand.open())),
        )
        for id, player in state.players.items()
    }
    return replace(state, units=others, works=works, strikes=strikes, players=players)


@looks
@pytest.mark.parametrize("state", [battle(), generation(), State()], ids=["battle", "generation", "nothing"])
def test_pictures_are_sound(state: State, look: Look) -> None:
    seen = see(state, GERMAN)
    for picture in (FIREFIGHT.board(seen, look), FIREFIGHT.crop(seen, Sketch((FIGHT,)), look, "Here")):
        assert opened(picture.png).size == (picture.width, picture.height)
        assert len(picture.png) < 2 * MEBIBYTE
        assert picture.width * picture.height < 8 * MEGAPIXEL
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert picture.alt.endswith(".")


@looks
def test_the_palette_does_the_ground_and_all_pieces_justice(look: Look) -> None:
    colours = palette_samples.palette(look)
    for key in maps().maps:
        field = (Sheet(key),)
        assert png.likeness(land.ground(field, look, views.board(field)), colours) >= png.GOOD
    assert png.likeness(palette_samples.samples(look), colours) >= png.GOOD


@draws
@pytest.mark.parametrize("seat", [PUBLIC, GERMAN, SOVIET])
def test_secrets_of_others_leave_no_trace(draw: Draw, seat: Seat) -> None:
    for state in (battle(), generation()):
        other = dealt_anew(state, seat)
        assert other != state
        assert draw(see(other, seat)) == draw(see(state, seat))


def test_the_solo_sheet_shows_its_track_tiles_orders_and_cups_and_the_map_shows_rumours() -> None:
    seen = see(mission(), GERMAN)
    picture = FIREFIGHT.board(seen, STANDARD)
    assert "the marker is on space 5" in picture.alt
    assert picture.width * picture.height < 8 * MEGAPIXEL
    assert "a Rumored Enemy" in "".join(FIREFIGHT.standing(seen, (RUMOUR,)))
    made = seen.state.solo
    assert made is not None
    (shown,) = sheet.below(seen.state, STANDARD, 1840)
    for change in ({"marker": 6, "end": 20}, {"tiles": made.tiles[:1]}, {"order": "19"}, {"rumour_cup": ()}):
        (other,) = sheet.below(replace(seen.state, solo=replace(made, **change)), STANDARD, 1840)
        assert other.tobytes() != shown.tobytes()
    assert not sheet.below(battle(), STANDARD, 1840)


@draws
def test_hidden_units_are_shown_to_their_owner(draw: Draw) -> None:
    state = battle()
    assert draw(see(state, SOVIET)).png != draw(see(dealt_anew(state, GERMAN), SOVIET)).png


def test_the_owner_of_a_hidden_unit_sees_its_facing() -> None:
    state = battle()
    hidden = next(id for id, unit in state.units.items() if unit.hiding is not None)
    mine, theirs = (see(state, seat).state for seat in (SOVIET, GERMAN))
    assert pieces.chit(mine.units[hidden], mine).facing == FACINGS.index("S")
    assert pieces.chit(theirs.units[hidden], theirs).facing == -1


def test_hit_markers_are_read_by_their_owner_alone() -> None:
    state = battle()
    assert "suppressed" in FIREFIGHT.crop(see(state, SOVIET), Sketch((FIGHT,)), STANDARD).alt
    german = FIREFIGHT.crop(see(state, GERMAN), Sketch((FIGHT,)), STANDARD).alt
    assert "with a hit marker" in german
    assert "suppressed" not in german


def test_places_are_called_as_players_call_them() -> None:
    picture = FIREFIGHT.crop(see(battle(), PUBLIC), Sketch((FIGHT,), line=("1-E13", FIGHT)), STANDARD)
    assert "from E13 to F11" in picture.alt


@pytest.mark.parametrize(
    "field",
    [
        *[(Sheet(key),) for key in maps().maps],
        (Sheet(MapId("1")), Sheet(MapId("4"), 1)),
        (Sheet(MapId("1")), Sheet(MapId("4"), 0, 1), Sheet(MapId("5"), 1, 0, True)),
    ],
)
def test_every_map_is_drawn_broad_enough_to_be_read(field: Field) -> None:
    window = views.board(field)
    assert window.size[0] <= 1840
    assert window.size[0] >= 1200
    assert land.ground(field, STANDARD, window).size == window.size


# Cards.


@looks
def test_every_card_has_a_face(look: Look) -> None:
    for keys in (cards().generator, cards().conditions, cards().actions):
        some = list(map(str, keys))
        for first in range(0, len(some), 8):
            picture = FIREFIGHT.cards(some[first : first + 8], look)
            assert opened(picture.png).size == (picture.width, picture.height)
            assert picture.width <= 1120, "two abreast can be read on a phone"


def test_a_card_says_both_its_halves() -> None:
    alt = FIREFIGHT.cards(["s16"], STANDARD).alt
    assert "Soviet 16" in alt
    assert "Victory Points: Survive" in alt
    assert "ZiS-30 40 and BT-7 46" in alt


def test_the_faces_to_choose_from_are_places() -> None:
    """They lie side by side in the given order.

    Other pictures of cards have no places.
    """
    keys = ["s16", "g04", "c1"]
    picks = {key: (Pick(f"fp:act:{key}", "", key),) for key in keys}
    picture = FIREFIGHT.cards(keys, STANDARD, picks)
    places = read(picture.png)
    assert {place.name: place.picks for place in places} == picks
    assert [(place.x, place.y) for place in places] == [
        (picture.width * x // 4, picture.height * y // 4) for x, y in ((1, 1), (3, 1), (1, 3))
    ]
    assert all(place.shape == places[0].shape for place in places)
    assert not read(FIREFIGHT.cards(keys, STANDARD).png)


def test_there_is_no_face_of_a_card_that_does_not_exist() -> None:
    with pytest.raises(KeyError):
        FIREFIGHT.cards(["g99"], STANDARD)


def test_a_hand_is_that_of_its_player() -> None:
    state = generation()
    shown = FIREFIGHT.hand(see(state, GERMAN), STANDARD)
    assert shown is not None
    assert shown.alt.startswith("German 03.")
    assert FIREFIGHT.hand(see(state, PUBLIC), STANDARD) is None


# Counters.


def test_every_counter_has_a_figure_of_its_kind() -> None:
    assert {prints.figure(counter) for counter in units().counters} <= set(FIGURES)
    assert set(units().kinds) <= set(prints.FIGURES)


@pytest.mark.parametrize("window", [views.crop(ground(battle().field), [CROWD], views.CLOSE)])
def test_no_tab_and_no_prow_lies_on_another_counter_or_on_the_name_of_a_hex(window: Window) -> None:
    found = pieces.piles(see(battle(), GERMAN).state)
    assert {len(pile.chits) for here in found.values() for pile in here} == {1, 4}
    top = hexmap.room(window)
    for here in found.values():
        for pile, room in zip(here, pieces.rooms(len(here), top), strict=True):
            alone = len(pile.chits) == 1
            laid = pieces.near(pile.chits, room)
            reach = [
                (each.x, each.y - up * each.size, each.y + down * each.size)
                for each, (up, down) in zip(laid, (span(chit, alone) for chit in pile.chits), strict=True)
            ]
            assert min(up for _, up, _ in reach) >= top - 0.1
            assert max(down for _, _, down in reach) <= TALL / 2 + 2
            for (ax, _, a), (bx, b, _) in itertools.permutations(reach, 2):
                assert ax != bx or a <= b + 0.1 or a > b + 50, "one below the other"


@pytest.mark.parametrize("facing", range(6))
def test_from_far_a_facing_shows_between_the_names_of_hexes(facing: int) -> None:
    state = battle()
    tank = pieces.chit(state.units[UnitId("g17")], state)
    (room,) = pieces.rooms(1, -68)
    up, down = far_span(replace(tank, facing=facing))
    assert (up > down) == (facing == 0)
    assert (down > up) == (facing == 3)
    assert (up + down) * pieces.FAR <= room.bottom - room.top


def test_a_price_leaves_the_values_of_a_lone_counter_to_be_read() -> None:
    """It is beside it: nothing of the counter is covered."""
    seen, hex = see(battle(), GERMAN), HexId("1-I10")
    drawn = [FIREFIGHT.crop(seen, Sketch((hex,), notes=((hex, text),)), STANDARD) for text in ("", "4")]
    bare, told = (opened(picture.png).convert("RGB") for picture in drawn)
    window = views.crop(ground(seen.state.field), [hex])
    (pile,) = pieces.piles(seen.state)[hex]
    (room,) = pieces.rooms(1, hexmap.room(window))
    (laid,) = pieces.near(pile.chits, room)
    (at,) = (each for each in read(drawn[0].png) if each.name == hex)
    size, middle = laid.size * window.scale, at.y + laid.y * window.scale
    box = at.x - 48 * size, middle - 48 * size, at.x + 48 * size, middle + 90 * size
    part = round(box[0]), round(box[1]), round(box[2]), round(box[3])
    assert apart(bare.crop(part), told.crop(part)) < 1
    assert apart(bare, told) > 1


def test_many_numbers_leave_counters_alone() -> None:
    """With many counters only the chances are shown."""
    seen = see(battle(), PUBLIC)
    places = [each.name for each in read(FIREFIGHT.board(seen, STANDARD).png)]
    notes = {text: tuple((name, text) for name in places) for text in ("4", "58 %", "")}
    drawn = {
        text: opened(FIREFIGHT.board(seen, STANDARD, Sketch((), notes=some)).png).convert("RGB")
        for text, some in notes.items()
    }
    (at,) = (each for each in read(FIREFIGHT.board(seen, STANDARD).png) if each.name == "1-E13")
    box = at.x - 30, at.y - 20, at.x + 30, at.y + 55
    assert apart(drawn["4"].crop(box), drawn[""].crop(box)) < 1
    assert apart(drawn["58 %"].crop(box), drawn[""].crop(box)) > 5


def test_a_rider_is_shown_with_its_vehicle() -> None:
    state = battle()
    vehicle = next(unit for unit in state.units.values() if unit.counter == "g39")
    assert pieces.chit(vehicle, state).carries == "Rifle 05"
    here = [chit.name for pile in pieces.piles(state)[CROWD] for chit in pile.chits]
    assert "Rifle 05" not in here


def test_every_hit_marker_has_a_letter() -> None:
    assert {marker.name.lower() for marker in hits().markers.values()} <= set(HITS)


def test_a_player_who_chooses_a_map_sees_them_all_until_it_is_placed() -> None:
    state = replace(State(), scenario="infantry", phase="generation", steps=(ChooseMap(GERMAN),))
    bare, shown = (FIREFIGHT.board(see(each, GERMAN), STANDARD) for each in (replace(state, steps=()), state))
    assert shown.height > 2 * bare.height
    assert "To choose from: map 1 (Birch fields), map 2 (Church village)" in shown.alt
    another = replace(state, field=(Sheet(MapId("2")),), steps=(ChooseMap(GERMAN, "add"),))
    assert "map 1 (Birch fields), map 3 (Two hills)" in FIREFIGHT.board(see(another, GERMAN), STANDARD).alt
