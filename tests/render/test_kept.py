"""The ground of maps is drawn once and cached.

No picture shows that it came from the cache.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from bot.kit.hexes import Hex
from render import LOOKS, blocks, kept
from render.chart import Cell, Chart, Window, aligned
from render.kept import Folder, Latest, Shelf, digest
from render.look import STANDARD
from render.titles import PICTURES
from tests.render.test_every_process import drawn

TITLES = ["tide", "strike", "trap", "firefight"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A cache folder for drawn ground, with no ground in memory before and after."""
    before = kept.SHELF.folder
    kept.settle(tmp_path / "ground")
    kept.SHELF.forget()
    yield tmp_path / "ground"
    kept.SHELF.folder = before
    kept.SHELF.forget()


def pictures(title: str) -> list[bytes]:
    """Return the files of a crop, of one from near and of the whole map."""
    seen, sketch = drawn(title)
    near = type(sketch)(sketch.places[:1])
    draw = PICTURES[title]
    return [
        draw.crop(seen, sketch, STANDARD).png,
        draw.crop(seen, near, STANDARD).png,
        draw.board(seen, STANDARD).png,
    ]


@pytest.mark.parametrize("title", TITLES)
def test_pictures_from_the_cache_equal_fresh_ones(folder: Path, title: str) -> None:
    kept.SHELF.folder = None
    fresh = pictures(title)
    assert pictures(title) == fresh
    kept.SHELF.forget()
    kept.settle(folder)
    assert pictures(title) == fresh
    kept.SHELF.forget()
    made = kept.SHELF.made
    assert pictures(title) == fresh
    assert kept.SHELF.made == made


@pytest.mark.parametrize("title", ["tide", "strike"])
def test_files_may_be_lost_or_damaged_at_any_time(folder: Path, title: str) -> None:
    fresh, luck = pictures(title), Random(title)
    for _ in range(3):
        kept.SHELF.forget()
        for file in sorted(each for each in folder.iterdir() if each.name != kept.LOCKS):
            body = file.read_bytes()
            spot = luck.randrange(len(body))
            flipped = body[:spot] + bytes([body[spot] ^ 1]) + body[spot + 1 :]
            luck.choice((
                file.unlink,
                lambda file=file, body=body, spot=spot: file.write_bytes(body[:spot]),
                lambda file=file, flipped=flipped: file.write_bytes(flipped),
                lambda: None,
            ))()  # fmt: skip
        assert pictures(title) == fresh


@pytest.mark.parametrize("title", TITLES)
def test_the_cached_ground_is_never_drawn_upon(folder: Path, title: str) -> None:
    pictures(title)
    shared = kept.SHELF.ready()
    before = {key: image.tobytes() for key, image in shared.items()}
    pictures(title)
    assert shared
    assert {key: image.tobytes() for key, image in shared.items()} == before


def test_blocks_join_without_a_seam() -> None:
    def paint(window: Window) -> Image.Image:
        image = Image.new("RGB", window.size)
        pixels = image.load()
        assert pixels is not None
        for x in range(0, image.width, 3):
            for y in range(0, image.height, 5):
                at = x + round(window.left * window.scale), y + round(window.top * window.scale)
                pixels[x, y] = (at[0] % 251, at[1] % 241, (at[0] * at[1]) % 239)
        return image

    place = Window(-40.0, 500.0, 380.0, 530.0, 2.0)
    joined = blocks.cut(blocks.Land("joined", 2.0, (0, 0, 1, 1), paint), place)
    assert joined.size == (840, 60)
    for x, y in ((0, 0), (79, 23), (80, 24), (81, 25), (700, 59)):
        at = x - 80, y + 1000
        i, j = at[0] // blocks.SIDE, at[1] // blocks.SIDE
        inside = at[0] - i * blocks.SIDE, at[1] - j * blocks.SIDE
        expected = (at[0] % 251, at[1] % 241, (at[0] * at[1]) % 239)
        assert joined.getpixel((x, y)) == (expected if inside[0] % 3 == inside[1] % 5 == 0 else (0, 0, 0))


def test_windows_of_a_scale_without_blocks_share_their_ground_up_to_the_edges() -> None:
    def paint(window: Window) -> Image.Image:
        shades = Image.linear_gradient("L").resize(window.size)
        return Image.merge("RGB", (shades, shades.rotate(180), Image.new("L", window.size, 200)))

    land = blocks.Land("shared", 2.0, (0.5, 0.5, 700, 600), paint)
    whole = aligned(0.5, 0.5, 700, 600, 1.6)
    part = aligned(300.2, 200.7, 700, 600, 1.6)
    left, top = (round((a - b) * 1.6) for a, b in ((part.left, whole.left), (part.top, whole.top)))
    joined, again = blocks.cut(land, whole), blocks.cut(land, part)
    assert joined.crop((left, top, *joined.size)).tobytes() == again.tobytes()
    assert joined.getchannel("B").getextrema() == (200, 200), "no edge is darker"


def test_two_threads_that_want_the_same_map_draw_it_once() -> None:
    shelf, drawings, found = Shelf(), list[int](), list[Image.Image]()
    other = threading.Thread(target=lambda: found.append(shelf.picture("map", draw)))

    def draw() -> Image.Image:
        drawings.append(1)
        if not other.ident:
            other.start()
        while shelf.awaited("map") < 2:
            pass
        return Image.new("RGB", (3, 2), (1, 2, 3))

    found.append(shelf.picture("map", draw))
    other.join()
    assert len(drawings) == 1
    assert [image.tobytes() for image in found] == [bytes((1, 2, 3)) * 6] * 2


def test_a_drawing_that_fails_lets_the_next_one_try() -> None:
    shelf = Shelf()

    def fail() -> Image.Image:
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        shelf.picture("map", fail)
    assert shelf.picture("map", lambda: Image.new("RGB", (1, 1))).size == (1, 1)
    assert shelf.awaited("map") == 0


def test_memory_is_bounded_and_the_latest_stay() -> None:
    latest: Latest[str, bytes] = Latest(10, len)
    for key in "abc":
        latest.put(key, bytes(4))
    assert (latest.get("a"), latest.bytes) == (None, 8)
    latest.get("b")
    latest.put("d", bytes(4))
    assert latest.get("b") is not None
    assert latest.get("c") is None
    latest.put("huge", bytes(11))
    assert latest.get("huge") is None


def test_a_folder_is_bounded_and_the_latest_files_stay(tmp_path: Path) -> None:
    here = Folder(tmp_path, 40)
    for n in range(30):
        here.put(f"{n:02}", bytes(4))
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 40
    assert here.get("29") == bytes(4)
    assert here.get("00") is None
    assert all(file.name.isdigit() for file in tmp_path.iterdir())


def test_without_a_writable_folder_the_map_is_drawn_anyway(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    shelf = Shelf(Folder(tmp_path / "file"))
    assert shelf.picture("map", lambda: Image.new("RGB", (1, 1))).size == (1, 1)


def test_another_look_map_or_drawing_code_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = {digest(look) for look in LOOKS.values()}
    assert len(looks) == len(LOOKS)
    assert digest(STANDARD) in looks
    monkeypatch.setattr(kept, "code", lambda: "another release")
    assert digest(STANDARD) not in looks


def test_equal_maps_have_equal_keys_and_others_do_not() -> None:
    def chart(*cells: Cell, walls: Sequence[tuple[Hex, Hex]] = ()) -> Chart:
        return Chart(cells, 0, 0, 500, 500, walls)

    one, other = Cell(Hex(1, 1), "A1", roads=frozenset({Hex(1, 2), Hex(2, 1)})), Cell(Hex(1, 2), "A2")
    wooded = Cell(Hex(1, 2), "A2", "woods")
    assert chart(one, other).key == chart(other, one).key
    walled = chart(one, other, walls=[(Hex(1, 1), Hex(1, 2))])
    assert len({each.key for each in (chart(one, other), chart(one, wooded), chart(one), walled)}) == 4
