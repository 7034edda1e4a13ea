"""Cards are chosen by their faces, which are those of the buttons."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.chat.panel.order_page import go_on
from bot.chat.panel.page import Choice, Page, faces
from bot.chat.panel.way import Way
from bot.kernel.game import kind_of, legal, verb
from bot.kernel.secret import Seat
from bot.local import Channel
from bot.titles import titles
from render.places import read
from tests.chat.evening import Evening
from tests.chat.fingertips import first, leaf
from tests.match import Match

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARDS = (
    ("firefight", "combined", "top"),
    ("firefight", "combined", "bottom"),
    ("tide", "kalach", "subvert"),
    ("tide", "kalach", "sabotage"),
)


@cache
def asked(title: str, scenario: str, name: str) -> tuple[Match, Seat]:
    """Let computers play until a seat can choose among several cards."""
    game = titles()[title]
    kind = kind_of(game, name)
    match = Match(game, scenario, game.scenarios[scenario].usual, bytes(32))
    assert kind is not None
    for _ in range(400):
        seat = match.asked[0]
        if len({action.card for action in legal(game, match.seen(seat), kind)}) > 1:
            return match, seat
        assert match.act(seat, game.play(match.seen(seat)), "computer") is None
    raise AssertionError(f"nobody can choose a card for {name}")


def question(match: Match, seat: Seat, name: str) -> Page:
    kind = kind_of(match.game, name)
    assert kind is not None
    page = go_on(match.game, match.seen(seat), Way(1, 1).to(kind, ()))
    assert page is not None
    return page


def face_of(match: Match, seat: Seat, action: Any) -> str:
    """Return the key of the card that an order names."""
    state, card = match.seen(seat).state, action.card
    if verb(type(action)) == "sabotage":
        return str(state.sabotage[card].card.open())
    return str(card.rpartition(".")[0] or card)


@pytest.mark.parametrize(("title", "scenario", "name"), CARDS)
async def test_each_button_has_its_face(title: str, scenario: str, name: str) -> None:
    match, seat = asked(title, scenario, name)
    page, kind = question(match, seat, name), kind_of(match.game, name)
    assert kind is not None
    offered = [face_of(match, seat, action) for action in legal(match.game, match.seen(seat), kind)]
    assert sorted(page.faces) == sorted(set(offered))
    buttons = [each.custom_id for each in leaf(page).buttons]
    taps = [tap.custom_id for some in page.faces.values() for tap in some]
    assert taps == [each for each in buttons if each in taps], "in the order of the buttons"
    assert all(f":{name}:" in tap for tap in taps)
    assert page.shown is None, "no map stands beside the faces"


async def test_a_generator_card_begins_with_its_face() -> None:
    """Its half is asked next. The list has the same orders."""
    match, seat = asked("firefight", "combined", "top")
    page = first(match.game, match.seen(seat))
    (listed,) = leaf(page).selects
    values = {option["value"]: option["label"] for option in listed["options"]}
    hand = match.seen(seat).state.players[seat].hand.open()
    assert tuple(page.faces) == hand
    for some in page.faces.values():
        assert [tap.label.partition(":")[0] for tap in some] == ["Top", "Bottom"]
        assert {tap.custom_id for tap in some} == {listed["custom_id"]}
        assert all(values[tap.value] in tap.label for tap in some)


@pytest.mark.parametrize(("title", "scenario", "name"), [CARDS[0], CARDS[3]])
async def test_the_faces_are_for_one_seat_alone(
    tonight: Evening, place: Channel, title: str, scenario: str, name: str
) -> None:
    match, seat = asked(title, scenario, name)
    names = ["Anna" if each == seat else "Boris" for each in match.seats]
    _, players = await tonight.plant(place, match, *names)
    anna, boris = sorted(players, key=lambda player: names[players.index(player)])
    said = await anna.types("game play")
    if title == "tide":
        said = await anna.clicks(said, "Sabotage")
    assert said.ephemeral
    (picture,) = said.attachments
    assert picture.filename == "cards.png"
    file = await tonight.local.world.shelf.get(picture.id)
    assert file is not None
    wanted = first(match.game, match.seen(seat)) if title == "firefight" else question(match, seat, name)
    assert [each.name for each in read(file)] == list(wanted.faces)
    ids = {*(button.custom_id for button in said.buttons), *(part["custom_id"] for part in said.selects)}
    assert {tap.custom_id for each in read(file) for tap in each.picks} <= ids
    (other,) = {*match.seats} - {seat}
    assert not first(match.game, match.seen(other)).faces
    assert [each.filename for each in (await boris.types("game play")).attachments] == []
    assert all(each.filename != "cards.png" for post in boris.posts() for each in post.attachments)


async def test_copies_of_a_card_share_a_face() -> None:
    """Choices that differ both remain."""
    one, copy = (Choice(f"more:{n}", str(n), "Forced March", face="forced-march") for n in range(2))
    theirs = Choice("more:2", "2", "Forced March (theirs)", face="forced-march")
    stuka = Choice("more:3", "3", "Stuka", face="stuka")
    found = faces([one, copy, theirs, stuka], as_buttons=[one, copy, theirs, stuka])
    assert {face: [tap.custom_id for tap in some] for face, some in found.items()} == {
        "forced-march": ["fp:more:0", "fp:more:2"], "stuka": ["fp:more:3"],
    }  # fmt: skip
