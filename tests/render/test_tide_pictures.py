"""The pictures of Tide of Iron: their parts, and the secrets that they keep."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from bot.kernel.game import Outcome, Sketch
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.titles.tide.field.board import map_of
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Base, HexId, SabotageId, Squad, UnitId, Work, WorkId
from bot.titles.tide.printed.tables import as_printed, deck_list, tables
from render import LOOKS, Look, Picture, hexmap, kept, png
from render.counters import Counter
from render.look import STANDARD
from render.picture import ALT_LIMIT
from render.tide import cards, closeups, pieces, views
from render.tide.palette_samples import palette, samples
from render.titles import PICTURES
from render.vignettes import SCENES, vignette
from tests.render.likeness import apart, on, opened
from tests.render.scenes import GERMAN, SOVIET, armed, battle, worn

TIDE = PICTURES["tide"]
MEBIBYTE = 1 << 20
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
LOOKED_AT = ("first", "korsun")
"""The scenarios that the check draws in every look, with a winter scenario.

`pytest -m length` draws the others.
"""
every_map = pytest.mark.parametrize(
    ("scenario", "look"),
    [
        pytest.param(
            scenario,
            look,
            marks=() if look is STANDARD or scenario in LOOKED_AT else pytest.mark.length,
            id=f"{scenario}-{look.key}",
        )
        for scenario in sorted(tables().scenarios)
        for look in LOOKS.values()
    ],
)
Draw = Callable[[Seen[State]], Picture | None]
DRAWS: dict[str, Draw] = {
    "board": lambda seen: TIDE.board(seen, STANDARD),
    "crop": lambda seen: TIDE.crop(seen, Sketch(("G3", "G7")), STANDARD),
    "hand": lambda seen: TIDE.hand(seen, STANDARD),
}
draws = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


def dealt_anew(state: State, hidden_from: Seat) -> State:
    """Return a state that differs in every secret that a seat may not read."""
    units = {
        id: replace(unit, base=replace(unit.base, value=Base("elsewhere", ("mortar",), "")))
        if isinstance(unit, Squad) and not unit.base.readable(hidden_from)
        else unit
        for id, unit in state.units.items()
    }
    sabotage = {
        id: laid
        if laid.card.readable(hidden_from)
        else replace(laid, card=replace(laid.card, value="false-orders"))
        for id, laid in state.sabotage.items()
    }
    munitions = {
        id: laid
        if laid.kind.readable(hidden_from)
        else replace(laid, kind=replace(laid.kind, value="smoke" if laid.kind.open() == "he" else "he"))
        for id, laid in state.munitions.items()
    }
    works = {
        id: replace(
            work,
            covers=tuple(
                cover if cover.readable(hidden_from) else replace(cover, value=not cover.open())
                for cover in work.covers
            ),
        )
        for id, work in state.works.items()
    }
    return replace(state, units=units, sabotage=sabotage, munitions=munitions, works=works)


@every_map
def test_pictures_are_what_they_say_and_small_enough(scenario: str, look: Look) -> None:
    seen = see(armed(worn(battle(scenario))), SOVIET)
    place = next(unit.hex for unit in seen.state.units.values())
    for picture in (
        TIDE.board(seen, look),
        TIDE.crop(seen, Sketch((place,)), look, "Here"),
        TIDE.hand(seen, look),
    ):
        assert picture is not None
        assert opened(picture.png).size == (picture.width, picture.height)
        assert len(picture.png) < 2 * MEBIBYTE
        assert picture.width * picture.height < 6_000_000
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert picture.alt.endswith(".")


def test_boards_are_as_broad_as_they_should_be() -> None:
    assert 1600 <= TIDE.board(see(battle("kalach"), PUBLIC), STANDARD).width <= 2100
    assert 1100 <= TIDE.board(see(battle("first"), PUBLIC), STANDARD).width <= 1300


@every_map
def test_the_palette_does_the_map_and_all_its_pieces_justice(scenario: str, look: Look) -> None:
    ground = map_of(battle(scenario))
    colours = palette(ground, look)
    assert colours is not None
    assert png.likeness(hexmap.ground(views.chart(ground), look, views.board(ground)), colours) >= png.GOOD
    assert png.likeness(samples(look), colours) >= png.GOOD
    values = iter(colours.getpalette() or ())
    assert look.colours() <= set(zip(values, values, values, strict=True))


@draws
@pytest.mark.parametrize("seat", [PUBLIC, GERMAN])
def test_secrets_of_others_leave_no_trace(draw: Draw, seat: Seat) -> None:
    state = armed(worn(battle()))
    other = dealt_anew(state, seat)
    assert other != state
    assert draw(see(other, seat)) == draw(see(state, seat))


@draws
def test_the_open_pieces_and_own_secrets_of_a_seat_are_shown(draw: Draw) -> None:
    state = armed(worn(battle()))
    assert draw(see(dealt_anew(state, GERMAN), SOVIET)) != draw(see(state, SOVIET))


def test_only_the_owner_sees_a_special_round() -> None:
    """Face down it looks like any shell.

    Its owner reads it, and everybody once it has been turned over.
    """
    state = armed(battle())
    (open_,) = (id for id, round in state.munitions.items() if round.kind.out)
    for seat in (PUBLIC, GERMAN, SOVIET):
        seen = see(state, seat).state
        for id, round in state.munitions.items():
            shown = pieces.counter(seen.units[id], seen)
            known = seat == round.seat or id == open_
            assert (shown.round == "?") == (not known)
            assert shown.fired == (id == open_)


def test_shelters_lie_under_snow_where_their_hex_does() -> None:
    summer, winter = battle("kalach"), battle("kryukovo")
    white = next(name for name, spot in map_of(winter).spots.items() if spot.snow)
    assert pieces.form(Work(WorkId("x"), "trench", white), winter) == "winter trench"
    assert pieces.form(Work(WorkId("x"), "wire", white), winter) == "wire"
    assert pieces.form(Work(WorkId("x"), "trench", HexId("G3")), summer) == "trench"


def test_every_map_has_the_breadth_of_its_picture_and_the_panel_below() -> None:
    for state in map(battle, tables().scenarios):
        picture = TIDE.board(see(state, PUBLIC), STANDARD)
        width, height = views.board(map_of(state)).size
        assert picture.width == width
        assert picture.height > height


@looks
def test_the_names_of_hexes_stand_above_what_stands_there(look: Look) -> None:
    """Where a name stands, the picture of a crowded hex is that of an empty one."""
    state = battle()
    where = map_of(state)
    crowded = HexId("E3")
    units = {id: replace(unit, hex=crowded) for id, unit in list(state.units.items())[:4]}
    shown = []
    for each in (replace(state, units={}), replace(state, units=units)):
        window = views.crop(where, [crowded])
        setting = pieces.Setting(hexmap.ground(views.chart(where), look, window), window, where, look)
        standing = pieces.stands(each)
        pieces.lay_counters(setting, each, standing, standing)
        if units is each.units:
            x, y = setting.pixel(crowded, (0, 14 - 173 / 2))
            pieces.lay_names(setting, standing)
        shown.append(setting.frame)
    high = round(hexmap.NAME * window.scale * 0.3)
    box = (round(x) - high, round(y) - high, round(x) + high, round(y) + high)
    assert apart(shown[0].crop(box), shown[1].crop(box)) < 12


def test_a_gun_shows_whether_somebody_serves_it() -> None:
    state = armed(battle())
    served = {id: pieces.counter(state.units[id], state).served for id in map(UnitId, ("gun91", "gun92"))}
    assert served == {"gun91": True, "gun92": False}


def test_where_a_fougasse_throws_is_drawn_and_told_for_its_owner_alone() -> None:
    state = armed(battle())
    work = state.works[WorkId("f1")]
    owner, enemy = (TIDE.crop(see(state, seat), Sketch((work.hex,)), STANDARD) for seat in (SOVIET, GERMAN))
    assert owner.png != enemy.png
    assert "flame fougasse that throws to" in owner.alt
    assert "throws" not in enemy.alt
    hand = TIDE.hand(see(state, SOVIET), STANDARD)
    assert hand is not None
    assert f"At {work.hex} lies a flame fougasse that throws to" in hand.alt


def test_the_board_shows_fires_and_names_the_pieces_on_the_map() -> None:
    alt = TIDE.board(see(armed(battle()), PUBLIC), STANDARD).alt
    assert "strong fire at I6" in alt
    assert (
        TIDE.board(see(armed(battle()), PUBLIC), STANDARD).png != TIDE.board(see(battle(), PUBLIC), STANDARD).png
    )


def test_nobody_watching_holds_a_hand() -> None:
    assert TIDE.hand(see(battle(), PUBLIC), STANDARD) is None


def test_a_player_without_secrets_holds_no_hand() -> None:
    state = battle()
    squads = {
        id: replace(unit, base=unit.base.reveal()) if isinstance(unit, Squad) else unit
        for id, unit in state.units.items()
    }
    assert TIDE.hand(see(replace(state, units=squads), GERMAN), STANDARD) is None


def test_a_hand_names_what_lies_hidden() -> None:
    picture = TIDE.hand(see(battle(), SOVIET), STANDARD)
    assert picture is not None
    for word in ("concealed", "saboteur", "Partisan Raid, in hand", "Leaked Plans, on Command I"):
        assert word in picture.alt


@pytest.mark.parametrize("seat", [PUBLIC, GERMAN])
def test_the_words_do_not_tell_what_is_hidden(seat: Seat) -> None:
    seen = see(battle(), seat)
    texts = TIDE.board(seen, STANDARD).alt + TIDE.crop(seen, Sketch(("G3", "G7", "H11")), STANDARD).alt
    assert "concealed" in texts
    assert "anti-tank" not in texts
    assert "saboteur" not in texts


def test_threads_do_not_disturb_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.SHELF, "folder", None)  # They draw the ground as well.
    seen, fought = see(battle("first"), GERMAN), see(worn(battle("first")), SOVIET)
    jobs: list[Callable[[], Picture]] = [
        lambda: TIDE.board(seen, STANDARD),
        lambda: TIDE.board(fought, STANDARD),
        lambda: TIDE.crop(seen, Sketch(("E5",)), STANDARD),
        lambda: TIDE.crop(fought, Sketch(("E5",)), LOOKS["dark"]),
    ]
    alone = [job() for job in jobs]
    kept.SHELF.forget()
    with ThreadPoolExecutor(4) as threads:
        together = [thread.result() for thread in [threads.submit(job) for job in jobs * 4]]
    assert together == alone * 4


def test_a_crop_is_drawn_large_enough_for_a_phone() -> None:
    """At 400 pixels' breadth a hex of a fight is still 60 pixels high."""
    ground = map_of(battle())
    for places in (["G3"], ["G3", "I4"], ["A1"], ["S15"]):
        window = views.crop(ground, [HexId(name) for name in places])
        width, height = window.size
        assert width <= 1000
        assert height <= 1100
        assert 173 * window.scale * 400 / width >= 60


def test_a_crop_shows_every_place_that_it_was_asked_for() -> None:
    ground = map_of(battle())
    for places in (["A1", "S18"[:2] + "8"], ["A1"], ["R1", "B18"]):
        names = [HexId(name) for name in places if name in ground]
        window = views.crop(ground, names)
        assert all(window.shows(ground[name].at, margin=0) for name in names)


def test_a_long_shot_is_shown_in_close_ups_of_both_ends() -> None:
    seen, where = see(battle(), PUBLIC), map_of(battle())
    assert where.distance(HexId("B3"), HexId("P5")) > closeups.FAR
    shot = TIDE.crop(seen, Sketch(("B3", "P5"), line=("B3", "P5")), STANDARD)
    assert shot.width <= 1000
    assert shot.width * shot.height < 3_000_000
    groups = closeups.groups(where, [HexId("B3"), HexId("P5"), HexId("O6")], ("B3", "P5"), None)
    assert groups == [[HexId("P5"), HexId("P5"), HexId("O6")], [HexId("B3"), HexId("B3")]]
    windows = views.crops(where, groups)
    for window, names in zip(windows, groups, strict=True):
        assert all(window.shows(where[name].at, margin=0) for name in names)
        assert 173 * window.scale * 400 / window.size[0] >= 60
    assert len({window.size[0] for window in windows}) == 1
    asked = closeups.groups(where, [HexId("H9")], ("B3", "P5"), "H9")
    assert [group[0] for group in asked] == ["P5", "H9", "B3"]


@pytest.mark.parametrize("places", [[], ["Z99"], ["", "nowhere"]])
def test_places_off_the_map_are_left_out(places: list[str]) -> None:
    picture = TIDE.crop(
        see(battle(), PUBLIC), Sketch(tuple(places), line=("Z1", "A1"), path=("Z1",), mark="Z1"), STANDARD
    )
    assert picture.alt == "Part of the map."


def test_lines_ways_and_marks_are_drawn_and_told() -> None:
    seen = see(battle(), PUBLIC)
    plain = TIDE.crop(seen, Sketch(("H2", "I2", "J2")), STANDARD)
    line = TIDE.crop(seen, Sketch(("H2", "I2", "J2"), line=("H2", "J2")), STANDARD)
    path = TIDE.crop(seen, Sketch(("H2", "I2", "J2"), path=("H2", "I2", "J2")), STANDARD)
    mark = TIDE.crop(seen, Sketch(("H2", "I2", "J2"), mark="I2"), STANDARD)
    assert len({picture.png for picture in (plain, line, path, mark)}) == 4
    assert "A line is drawn from H2 to J2." in line.alt
    assert "A way is drawn along H2, I2, J2." in path.alt
    assert "I2 is framed." in mark.alt


@pytest.mark.parametrize("hex", ["H2", "I2"])
def test_a_line_to_its_own_hex_is_no_trouble(hex: str) -> None:
    TIDE.crop(see(battle(), PUBLIC), Sketch((hex,), line=(hex, hex), path=(hex, hex)), STANDARD)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_an_arrow_ends_before_the_counters_that_it_points_at(count: int) -> None:
    stand = pieces.Stand([Counter("soviet", str(n)) for n in range(count)], [], [])
    size, spots = pieces.places(count, plate=False)
    for degrees in range(0, 360, 10):
        x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        reach = pieces.clearance(stand, (3 * x, 3 * y)) + 1
        assert all(max(abs(reach * x - cx), abs(reach * y - cy)) > size * 50 for cx, cy in spots)


def test_a_long_title_is_wrapped_above_the_map() -> None:
    seen = see(battle(), PUBLIC)
    short, long = (TIDE.crop(seen, Sketch(("H2",)), STANDARD, "A shot " * n) for n in (1, 30))
    assert short.width == long.width
    assert short.height < long.height


def test_the_board_names_the_side_to_act_and_the_end_of_the_game() -> None:
    state = battle()
    assert "Soviet to act with 2 actions left" in TIDE.board(see(state, PUBLIC), STANDARD).alt
    over = replace(state, phase="over", steps=(), outcome=Outcome((GERMAN,), "they hold the bridge"))
    assert "German won" in TIDE.board(see(over, PUBLIC), STANDARD).alt


def test_an_empty_map_in_the_set_up_can_be_drawn() -> None:
    state = battle()
    units = {id: replace(unit, hex=HexId("")) for id, unit in state.units.items()}
    empty = replace(state, phase="set-up", round=0, units=units, works={}, control={}, sabotage={}, steps=())
    assert "no squads" in TIDE.board(see(empty, PUBLIC), STANDARD).alt


@pytest.mark.parametrize("plate", [False, True])
@pytest.mark.parametrize("count", range(1, 10))
def test_the_pieces_of_a_hex_do_not_cover_one_another(count: int, plate: bool) -> None:
    size, spots = pieces.places(count, plate)
    assert len(spots) == count
    half = size * 50
    for (ax, ay), (bx, by) in itertools.combinations(spots, 2):
        assert max(abs(ax - bx), abs(ay - by)) >= 2 * half * 0.99
    for x, y in spots:
        assert abs(x) + half <= 90
        assert abs(y) + half <= 86
        assert not plate or y + half <= 65, "the plate lies below"


def test_crowded_hexes_are_drawn_with_everything_in_them() -> None:
    """Three squads, three shelters, every obstacle, smoke and an objective in one hex."""
    state = battle()
    hex = HexId("P5")
    squads = [unit for unit in state.units.values() if isinstance(unit, Squad) and unit.side == SOVIET][:3]
    kinds = ("entrenchment", "pillbox", "entrenchment", "mines", "wire", "trap", "smoke")
    crowd = replace(
        state,
        units=state.units | {unit.id: replace(unit, hex=hex) for unit in squads},
        works={WorkId(f"x{i}"): Work(WorkId(f"x{i}"), kind, hex) for i, kind in enumerate(kinds)},
    )
    stand = pieces.stands(crowd)[hex]
    assert len(stand.counters) == 4
    assert sorted(stand.empty) == ["entrenchment", "entrenchment", "pillbox"]
    assert sorted(stand.obstacles) == ["mines", "smoke", "trap", "wire"]
    assert stand.objective is not None
    full, usual = (TIDE.crop(see(each, PUBLIC), Sketch((hex,)), STANDARD) for each in (crowd, state))
    assert full.png != usual.png


def test_concealed_squads_are_question_marks_to_others_and_themselves_to_their_owner() -> None:
    state = battle()
    squad = next(unit for unit in state.units.values() if isinstance(unit, Squad) and unit.concealed)
    enemy = GERMAN if squad.side == SOVIET else SOVIET
    for seat, figures, signals in ((squad.side, squad.base.open().figures, ("hidden",)), (enemy, (), ())):
        seen = see(state, seat).state
        shown = pieces.counter(seen.units[squad.id], seen)
        assert (shown.figures, shown.signals) == (figures, signals)


@looks
def test_every_card_has_a_face(look: Look) -> None:
    printed = tables()
    ids = [card for deck in printed.decks for card in deck_list(deck)]  # type: ignore[arg-type]
    assert {id.rpartition(".")[0] for id in ids} == set(printed.cards)
    initiative = (f"initiative.{nation}" for nation in printed.initiative)
    keys = (*printed.cards, *printed.sabotage, *printed.operations, *initiative)
    faces = {key: TIDE.cards((key,), look) for key in keys}
    for key, picture in faces.items():
        record = as_printed(key)
        assert record.name in picture.alt
        assert record.text in picture.alt
        assert len(picture.alt) <= ALT_LIMIT
        assert picture.height == 760, f"the text of {key} runs over its card"
    assert len({picture.png for picture in faces.values()}) == len(faces)


def test_the_cards_of_each_deck_have_a_scene_of_their_own() -> None:
    assert set(cards.SCENES) == set(tables().decks)
    assert set(cards.SCENES.values()) <= set(SCENES)
    for look in LOOKS.values():
        scenes = {kind: on(vignette(kind, look), look.panel) for kind in SCENES}
        for a, b in itertools.combinations(scenes, 2):
            assert apart(scenes[a], scenes[b]) > 15, (a, b)


@pytest.mark.parametrize(
    ("many", "size"), [(1, (560, 760)), (2, (1120, 760)), (3, (1120, 1520)), (4, (1120, 1520))]
)
def test_several_cards_lie_two_in_a_row(many: int, size: tuple[int, int]) -> None:
    some = tuple(tables().cards)[:many]
    picture = TIDE.cards(some, STANDARD)
    assert opened(picture.png).size == (picture.width, picture.height) == size
    assert all(as_printed(key).name in picture.alt for key in some)


def test_a_card_that_does_not_exist_has_no_face() -> None:
    with pytest.raises(KeyError):
        TIDE.cards(("forced-march", "no-such-card"), STANDARD)


def test_spent_sabotage_is_no_longer_in_the_hand() -> None:
    state = battle()
    spent = {SabotageId(id): replace(laid, place="spent") for id, laid in state.sabotage.items()}
    picture = TIDE.hand(see(replace(state, sabotage=spent), SOVIET), STANDARD)
    assert picture is not None
    assert "Sabotage" not in picture.alt
