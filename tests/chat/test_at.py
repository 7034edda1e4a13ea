"""What one may know of a place, and the orders that begin or end there."""

from __future__ import annotations

import pytest

from bot.chat.at import ends, go_on, starts
from bot.chat.panel import Way, walked, way_to
from bot.kernel.fields import fields
from bot.kernel.game import legal, open_kinds, verb
from bot.local import Channel
from bot.titles import titles
from bot.titles.tide.model.actions import Advance, Fire
from tests.chat.evening import DONE, Evening
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated
from tests.kernel.test_laws import played


def test_every_order_that_names_a_place_is_found_there() -> None:
    """And none that the rules refuse; the pieces of a place are those that stand there."""
    match, seat = positions()["advance"].match, positions()["advance"].seat
    seen = match.seen(seat)
    for place in ("B4", "C4", "H5"):
        found = list(ends(match.game, seen, place))
        assert all(match.game.judge(seen, action) is None for action in found)
        pieces = [unit.id for unit in seen.state.units.values() if unit.hex == place]
        assert {(verb(type(action)), action.unit) for action in found if isinstance(action, Advance | Fire)} == {
            (verb(type(action)), action.unit)
            for kind in (Advance, Fire)
            for action in legal(match.game, seen, kind)
            if (action.to == place if isinstance(action, Advance) else action.target in pieces)
        }
        assert all(seen.state.units[start.piece].hex == place for start in starts(match.game, seen, place))


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
def test_a_way_to_an_action_leads_to_that_action(title: str) -> None:
    match = played(title, "first", 2)
    seat = match.asked[0]
    seen = match.seen(seat)
    tried = 0
    for kind in open_kinds(match.game, seen):
        for action in list(legal(match.game, seen, kind))[:12]:
            known = {field.name: getattr(action, field.name) for field in fields(kind)}
            to = walked(match.game, seen, way_to(match.game, seen, Way(1, 1), kind, known))
            assert to.action == action
            tried += 1
    assert tried > 3


@pytest.mark.parametrize("title", titles())
def test_titles_name_what_stands_in_a_place(title: str) -> None:
    match = played(title, next(iter(titles()[title].scenarios)), 1)
    seen = match.seen(match.seats[0])
    field = next(
        field
        for kind in (*match.game.actions, *match.game.questions)
        for field in fields(kind)
        if field.type is match.game.place
    )
    places = list(match.game.values(seen, field))
    assert any(list(match.game.here(seen, place)) for place in places)


@pytest.mark.asyncio(loop_scope="module")
async def test_two_picks_from_a_place_to_an_order(tonight: Evening, place: Channel) -> None:
    table, player, other = await seated(tonight, place, "advance")
    said = await player.types("game at", place="B4")
    assert said.content.startswith("🗺️ **B4**")
    assert said.attachments[0].description
    (mine, to) = said.selects
    assert mine["placeholder"] == "An order of what stands here"
    assert to["placeholder"] == "An order that leads here"
    label = next(option["label"] for option in mine["options"] if option["label"].startswith("Advance: 4th Squad"))
    page = await player.picks(said, mine["custom_id"], label)
    assert page.content.startswith("**Advance** unit: 4th Squad")
    towards = await player.types("game at", place="C4")
    order = next(option for option in towards.selects[-1]["options"] if "2nd Squad" in option["label"])
    page = await player.picks(towards, towards.selects[-1]["custom_id"], order["label"])
    done = await player.clicks(page, "Do it")
    assert done.content.startswith(DONE)
    seat = table.seat_of(player.id)
    assert seat is not None
    assert any(unit.hex == "C4" and unit.side == seat for unit in table.state.units.values())
    idle = await other.types("game at", place="C4")
    assert idle.selects == [], "who is not asked has nothing to order"
    assert "2nd Squad" in idle.content


@pytest.mark.asyncio(loop_scope="module")
async def test_a_pick_of_a_moment_that_is_gone_and_nonsense_lead_on(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    said = await player.types("game at", place="B4")
    option = said.selects[0]["options"][0]
    seat = table.seat_of(player.id)
    assert seat is not None
    for text in ("", "nonsense", "advance nothing", "advance unit:Z99", "advance unit:", "advance to:C4"):
        assert go_on(table, seat, Way(table.record.id, len(table.log)), text).text.startswith("**")
    await do_some(player, table, "advance")
    late = await player.picks(said, said.selects[0]["custom_id"], option["label"])
    assert "moved on" in late.content
    wrong = await player.types("game at", place="Z99")
    assert wrong.content.startswith("❔ **Not understood**")
