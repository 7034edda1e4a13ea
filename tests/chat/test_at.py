"""The known facts about a place, and the orders that begin or end there."""

from __future__ import annotations

import pytest

from bot.chat.panel import at
from bot.chat.panel.at import ends, here
from bot.chat.panel.panel import walk
from bot.chat.panel.piece_page import page
from bot.chat.panel.pieces import begun, same, subjects
from bot.chat.panel.values import possible
from bot.chat.panel.walk import walked, way_to
from bot.chat.panel.way import Way
from bot.kernel.fields import fields, given
from bot.kernel.game import legal, open_kinds, verb
from bot.kernel.secret import see
from bot.local import Channel, Message
from bot.titles import titles
from bot.titles.tide.model.actions import Advance, Fire
from bot.titles.trap import TITLE
from bot.titles.trap.model.actions import Approach, Dismount, Engage, March
from bot.titles.trap.model.table import RUSSIAN, HexId
from render.places import Place, read
from tests.chat.evening import DONE, Evening
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated
from tests.kernel.test_laws import played
from tests.match import Match
from tests.trap.fights import Fight


def test_every_order_that_names_a_place_is_found_there() -> None:
    """No illegal order is found, and the pieces of a place are those in it."""
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
        own = here(match.game, seen, place)
        assert own is None or all(seen.state.units[piece].hex == place for piece in own.pieces)


def test_each_class_of_orders_that_lead_to_a_place_comes_before_a_second_of_any() -> None:
    """Five vehicles could drive to the station.

    An approach to it keeps its place on the page.
    """
    match = at_the_station()
    kinds = [type(action) for action in ends(match.game, match.seen(RUSSIAN), "1519")]
    first = kinds[: len(set(kinds))]
    assert len(first) > 1
    assert len(set(first)) == len(first)


def test_an_order_that_leads_to_a_place_does_no_more_than_its_button_says() -> None:
    """Its options are default: an approach to the station names no other building."""
    match = at_the_station()
    found = list(ends(match.game, match.seen(RUSSIAN), "1519"))
    assert Approach(HexId("1519")) in found
    assert all(
        given(action).keys() <= ({f.name for f in fields(type(action)) if f.required} or {"at"})
        for action in found
    )


def test_fire_of_all_able_units_is_found_at_the_enemys_hex() -> None:
    """Fire needs no hex.

    At a hex with enemies it names it, and empty streets have none.
    """
    fight = Fight(RUSSIAN, "1/81")
    fight.put("81-1-i1", "1316", facing="N")
    fight.put("c-i1", "1314", facing="S")
    seen = see(fight.state, RUSSIAN)
    assert Engage(HexId("1314")) in ends(TITLE, seen, "1314")
    assert Engage not in map(type, ends(TITLE, seen, "1315"))


def test_after_an_order_for_vehicles_in_several_places_none_of_them_comes_first() -> None:
    fight = Fight(RUSSIAN, "1/81")
    lead, other = fight.put("81-btr1", "0813"), fight.put("81-btr2", "0515")
    seen = see(fight.state, RUSSIAN)
    kinds = open_kinds(TITLE, seen)
    assert same(TITLE, seen, kinds, Dismount(lead)) is not None
    assert same(TITLE, seen, kinds, Dismount(lead, others=(other,))) is None


def at_the_station() -> Match:
    """Return a game in which a column can drive to the station."""
    match = Match(titles()["trap"], "first", {}, b"station")
    while March not in open_kinds(match.game, match.seen(RUSSIAN)):
        (seat, *_) = match.asked
        assert match.act(seat, match.game.play(match.seen(seat)), "computer") is None
    return match


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
def test_a_way_to_an_action_leads_to_that_action(title: str) -> None:
    tried = 0
    for match in (played(title, "first", number) for number in (1, 2)):
        seen = match.seen(match.asked[0])
        for kind in open_kinds(match.game, seen):
            for action in list(legal(match.game, seen, kind))[:12]:
                known = {field.name: getattr(action, field.name) for field in fields(kind)}
                to = walked(match.game, seen, way_to(match.game, seen, Way(1, 1), kind, known))
                assert to.action == action
                tried += 1
    assert tried > 3


@pytest.mark.parametrize("title", titles())
def test_titles_name_the_pieces_in_a_place(title: str) -> None:
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


@pytest.mark.parametrize("title", titles())
def test_a_tap_on_a_piece_shows_its_goals(title: str) -> None:
    """Each place is tinted and can be tapped, whether or not others could go along."""
    match = played(title, "first", 0)
    game, shown = match.game, 0
    while not shown:
        seen, way = match.seen(match.asked[-1]), Way(1, 1)
        for kind in (kind for kind in possible(game, seen) if verb(kind) in ("move", "advance")):
            for subject in subjects(game, seen, [kind])[:3]:
                asks = next(begun(game, seen, way, [kind], subject)).to.asks
                if len(subject.pieces) == 1 and asks is not None and asks.field.type is game.place:
                    on_map = page(game, seen, way, subject).shown
                    assert on_map is not None
                    assert on_map.picks.keys() >= {place for _, place in asks.shown}
                    shown += 1
        match.act(match.asked[-1], game.play(seen))


@pytest.mark.asyncio(loop_scope="session")
async def test_a_piece_shows_its_orders_and_moves_by_a_tap(tonight: Evening, place: Channel) -> None:
    """The page of a place is that of its piece: verbs, goals as taps, then "Do it"."""
    table, player, other = await seated(tonight, place, "advance")
    said = await player.types("game at", place="B4")
    assert said.content.startswith("🗺️ **B4**")
    assert {"Advance", "Op Fire", "Fatigue", "With options …"} <= set(said.labels)
    places = await picture(tonight, said)
    (goal,) = [pick for pick in places["C4"].picks if pick.label.startswith("Advance")]
    page = await player.taps(said, goal)
    assert "C4" in page.content.split("\n")[0]
    assert "`/tide" not in page.content, "an order is said in words"
    places = await picture(tonight, page)
    elsewhere = next(pick for name, each in places.items() for pick in each.picks if name not in ("B4", "C4"))
    again = await player.taps(page, elsewhere)
    assert "Do it" in again.labels, "a tap elsewhere chooses again"
    (back,) = (await picture(tonight, again))["C4"].picks
    page = await player.taps(again, back)
    (do_it,) = (await picture(tonight, page))["C4"].picks
    done = await player.taps(page, do_it)
    assert done.content.startswith(DONE)
    seat = table.seat_of(player.id)
    assert any(unit.hex == "C4" and unit.side == seat for unit in table.state.units.values())
    idle = await other.types("game at", place="C4")
    assert not [*idle.selects, *idle.buttons], "who is not asked has nothing to order"
    assert not any(each.picks for each in (await picture(tonight, idle)).values())


def test_a_place_is_called_by_its_name_and_verbs_stand_before_what_is_spelled_out() -> None:
    match = played("firefight", "first", 0)
    game, seen = match.game, match.seen(match.asked[-1])
    while not (fires := list(legal(game, seen, next(kind for kind in game.actions if verb(kind) == "fire")))):
        match.act(seen.seat, game.play(seen))
        seen = match.seen(match.asked[-1])
    hex = seen.state.units[fires[0].units[0]].hex
    said = at.page(game, seen, Way(1, 1), hex)
    labels = [getattr(getattr(part, "item", part), "label", "") or "" for part in said.view.children]
    name = hex.removeprefix("1-")
    assert said.text.startswith(f"🗺️ **{name}**"), "it is named once, and what stands there is told beside it"
    assert f"{name}: " not in said.text.split("\n")[1]
    turns = [n for n, label in enumerate(labels) if label.startswith("Turn: ")]
    assert turns
    assert max(n for n, label in enumerate(labels) if label in ("Fire", "Dig")) < min(turns)


def test_a_verb_whose_goals_are_all_in_a_list_is_a_button() -> None:
    """Pieces, verbs and orders that end here leave no row for goals."""
    fight = Fight(RUSSIAN, "1/131")
    fight.put("131-bmp2", "1121", facing="NE")
    bmp = fight.put("131-bmp3", "1020", facing="SE")
    fight.put("131-1-i3", "1020", aboard=bmp)
    fight.put("c-i1", "1420", facing="N")
    said = at.page(TITLE, see(fight.state, RUSSIAN), Way(1, 1), "1020")
    parts = [getattr(part, "item", part) for part in said.view.children]
    listed = [option.label for part in parts for option in getattr(part, "options", ())]
    assert any(label.startswith("Fire: ") for label in listed), "its goals are in a list"
    assert "Fire" in [getattr(part, "label", None) for part in parts]


@pytest.mark.asyncio(loop_scope="session")
async def test_orders_that_lead_to_a_place_are_offered_there(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    said = await player.types("game at", place="C4")
    label = next(label for label in said.labels if label.startswith("Advance: 2nd Squad"))
    done = await player.clicks(await player.clicks(said, label), "Do it")
    assert done.content.startswith(DONE)
    assert any(unit.hex == "C4" for unit in table.state.units.values())


@pytest.mark.asyncio(loop_scope="session")
async def test_a_pick_of_a_moment_that_is_gone_and_nonsense_lead_on(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    said = await player.types("game at", place="B4")
    seat = table.seat_of(player.id)
    assert seat is not None
    now = Way(table.record.id, len(table.log))
    for picks in ("", "999", "0+999", "x", "0+1+2+3+4+5"):
        for name in ("", "advance", "nonsense"):
            assert walk(table, seat, Way(now.game, now.moment, name, (picks,))).text.startswith("**")
    await do_some(player, table, "advance")
    late = await player.clicks(said, "Advance")
    assert "moved on" in late.content
    wrong = await player.types("game at", place="Z99")
    assert wrong.content.startswith("❔ **Not understood**")


async def picture(tonight: Evening, message: Message) -> dict[str, Place]:
    """Return the places of the picture of a message, as its file tells them."""
    file = await tonight.local.world.shelf.get(message.attachments[0].id)
    assert file is not None
    return {each.name: each for each in read(file)}
