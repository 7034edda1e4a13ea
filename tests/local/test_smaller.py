"""Smaller copies and patches of pictures for slow networks."""

from __future__ import annotations

import io

import pytest
from multidict import CIMultiDictProxy
from PIL import Image, ImageChops, ImageStat

from bot.kernel.secret import PUBLIC, see
from bot.local.home import LocalDiscord, smaller
from bot.local.home.smaller import Patch, Smaller, copied, digest, patch
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.local.conftest import Api
from tests.match import Match


def board(orders: int = 0, title: str = "tide") -> bytes:
    """Draw the learning game after some orders of the computer."""
    game = titles()[title]
    match = Match(game, "first", game.scenarios["first"].usual, bytes(32))
    for _ in range(orders):
        seat = match.asked[0]
        assert match.act(seat, game.play(match.seen(seat)), "computer") is None
    return PICTURES[title].board(see(match.state, PUBLIC), STANDARD).png


def painted(base: bytes, made: Patch) -> Image.Image:
    """Draw a patch over a picture, as the page does."""
    whole = Image.new("RGB", (made.width, made.height))
    with Image.open(io.BytesIO(base)) as before, Image.open(io.BytesIO(made.file)) as part:
        whole.paste(before.convert("RGB"))
        whole.paste(part.convert("RGB"), (made.x, made.y), part.convert("RGBA").getchannel("A"))
    return whole


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures are apart in their worst channel."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("title", ["tide", "trap"])
def test_a_patch_makes_the_new_map_of_the_old_one(title: str) -> None:
    """Also if the new map has another height, and with the places of the new one."""
    base = board(8, title)
    with Image.open(io.BytesIO(base)) as opened:
        old, taller = opened.convert("RGB"), (opened.width, opened.height + 40)
    grown = Image.new("RGB", taller)
    grown.paste(old)
    higher = io.BytesIO()
    grown.save(higher, "PNG")
    new = board(10, title)
    for png, most in ((new, 0.5), (higher.getvalue(), 0.1)):
        made = patch(base, png)
        assert made is not None
        assert len(made.file) < most * len(png)
        with Image.open(io.BytesIO(png)) as right:
            assert (made.width, made.height) == right.size
            assert distance(painted(base, made), right.convert("RGB")) < 1
    made = patch(base, new)
    assert made is not None
    with Image.open(io.BytesIO(made.file)) as part, Image.open(io.BytesIO(new)) as right:
        text = right.text["fieldpost-places"]  # type: ignore[attr-defined]
        assert part.info["xmp"].endswith(str(text).encode())


def test_a_map_that_looks_the_same_has_a_patch_with_its_places() -> None:
    png = board()
    made = patch(png, png)
    assert made is not None
    assert len(made.file) < 0.05 * len(png)
    with Image.open(io.BytesIO(png)) as right:
        assert distance(painted(png, made), right.convert("RGB")) == 0


def test_a_patch_that_is_no_gain_is_not_made() -> None:
    assert patch(board(title="trap"), board()) is None
    assert patch(b"no picture", board()) is None
    assert patch(board(), b"no picture") is None


async def test_a_patch_is_for_the_reader_of_both_maps_and_for_no_other_base(api: Api, local: LocalDiscord) -> None:
    channel, elsewhere = local.channel("tide"), local.channel("other")
    files = {"old": board(8), "new": board(10)}
    urls = {}
    for where in (channel, elsewhere):
        for name, file in files.items():
            path = f"/channels/{where.id}/messages"
            _, sent = await api.call("POST", path, {"content": name}, files={"map.png": file})
            urls[name, where.id] = sent["attachments"][0]["url"]

    def named(url: str, hashed: str) -> str:
        return f"{url.split('/')[5]}.{url.partition('hm=')[2]}.{hashed}"

    async def answer(since: str) -> tuple[CIMultiDictProxy[str], int]:
        async with api.session.get(f"{urls['new', channel.id]}&format=webp{since}") as response:
            return response.headers, len(await response.read())

    old, right = urls["old", channel.id], digest(files["old"])
    headers, small = await answer(f"&since={named(old, right)}")
    assert len(headers["Fieldpost-Patch"].split()) == 4
    assert headers["Fieldpost-File"] == digest(files["new"])
    forged = old[:-1] + ("0" if old[-1] != "0" else "1")
    for wrong in (
        "", "&since=", "&since=1.2.3", f"&since={named(old, digest(files['new']))}", f"&since={named(old, '')}",
        f"&since={named(forged, right)}", f"&since={named(urls['old', elsewhere.id], right)}",
    ):  # fmt: skip
        headers, size = await answer(wrong)
        assert "Fieldpost-Patch" not in headers, wrong
        assert headers["Fieldpost-File"] == digest(files["new"])
        assert size > 2 * small


def test_a_copy_looks_alike_and_keeps_the_text_of_the_file() -> None:
    png = board()
    copy = copied(png)
    assert len(copy) < 0.6 * len(png)
    with Image.open(io.BytesIO(png)) as before, Image.open(io.BytesIO(copy)) as after:
        assert (after.format, after.size) == ("WEBP", before.size)
        assert distance(before.convert("RGB"), after.convert("RGB")) < 8
        text = before.text["fieldpost-places"]  # type: ignore[attr-defined]
        assert after.info["xmp"] == b"fieldpost-places" + bytes(5) + str(text).encode()


def test_a_file_that_cannot_become_smaller_stays_as_it_is() -> None:
    blank = io.BytesIO()
    Image.new("1", (400, 400)).save(blank, "PNG")
    for file in (blank.getvalue(), b"no picture"):
        assert copied(file) == file


async def test_the_last_copies_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def copy(png: bytes) -> bytes:
        made.append(png)
        return b"w"

    monkeypatch.setattr(smaller, "_MOST", 2)
    monkeypatch.setattr(smaller, "copied", copy)
    copies = Smaller()
    for name in ("1", "2", "1", "3", "1", "2"):
        assert await copies.of(name, b"file " + name.encode()) == (b"w", "image/webp")
    assert made == [b"file 1", b"file 2", b"file 3", b"file 2"]
