"""With standing orders no side waits in the other's combat phase."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.game import answer, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, see
from bot.titles.strike import TITLE
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.steps import Battle, Losses, Tie, Withdrawal
from bot.titles.strike.model.table import GERMAN, REMOVED, RUSSIAN, AreaId, UnitId
from tests.match import Match
from tests.strike.board import set_up

GAME = TITLE
ALL = (
    do.Order(
        supply="buy",
        reserves="best",
        withdrawal="hold",
        press="never",
        losses="cheapest",
        air="always",
        ties="first",
    ),
    do.Order(
        supply="never",
        reserves="none",
        withdrawal="withdraw",
        press="always",
        losses="cheapest",
        air="never",
        ties="first",
    ),
)


@pytest.mark.parametrize("orders", ALL, ids=["holds", "goes back"])
@pytest.mark.parametrize(("scenario", "moves"), [("first", 300), ("autumn", 300)])
def test_a_side_with_orders_is_not_asked_in_the_battles_of_the_other(
    orders: do.Order, scenario: str, moves: int
) -> None:
    """No side is asked about losses, withdrawals or ties, only about another attack."""
    match = Match(GAME, scenario, {}, b"orders")
    for seat in match.seats:
        assert match.act(seat, orders) is None
    battles = 0
    for _ in range(moves):
        if match.over:
            break
        top = match.state.steps[-1]
        battles += isinstance(top, Battle)
        automatic = answer(GAME, match.state, ())
        if automatic is None:
            [seat] = match.asked
            again = isinstance(top, Battle) and top.attacker == seat and top.moment == "again"
            assert again or not isinstance(top, Battle | Losses | Withdrawal | Tie), f"{seat} is asked at {top}"
        seat, by, action = automatic or (seat, "computer", GAME.play(match.seen(seat)))
        assert match.act(seat, action, by) is None
    assert battles >= 3


@pytest.mark.case("11.8.2")
def test_orders_do_not_name_a_leader_who_is_lost() -> None:
    state = set_up(["G8: Konev, 36th Rifle Corps", "A5: German 4th Army"])
    assert state.units[UnitId("s-zhukov")].place == REMOVED
    order = do.Order(leader=UnitId("s-zhukov"))
    refusal = decide(GAME, state, RUSSIAN, order, Match(GAME, "first", {}, b"").dice)
    assert isinstance(refusal, Refusal)
    assert (refusal.cite, refusal.why) == ("11.8.2", "Zhukov is out of the game")


def test_orders_for_a_leader_who_was_lost_since_call_nobody() -> None:
    """He was the only one who should call; the units are not called by another."""
    match = Match(GAME, "first", {}, b"")
    match.state = set_up(
        [
            "G8: 1st Panzer Group, Guderian", "G8: Soviet 5th Army", "I8: Konev, 36th Rifle Corps, Zhukov",
            "Russian: 20 points", "German: 20 points",
        ]
    )  # fmt: skip
    order = do.Order(
        leader=UnitId("s-zhukov"), supply="never", air="never", withdrawal="hold", press="never", reserves="best"
    )
    assert match.act(RUSSIAN, order) is None
    zhukov = match.state.units[UnitId("s-zhukov")]
    state = replace(
        match.state,
        units={**match.state.units, zhukov.id: replace(zhukov, place=REMOVED)},
        steps=(Battle(AreaId("G8"), GERMAN, "odds"),),
    )
    assert GAME.prompts(see(state, RUSSIAN)).keys() == {RUSSIAN}
    said = GAME.answer(see(state, RUSSIAN))
    assert isinstance(said, do.Defend)
    assert said.reserves == ()


def test_orders_left_out_are_unchanged() -> None:
    match = Match(GAME, "first", {}, b"")
    seat = Seat("russian")
    assert match.act(seat, do.Order(supply="buy", points=6)) is None
    assert match.act(seat, do.Order(withdrawal="hold")) is None
    given = counters.orders(match.state, seat)
    assert (given.supply, given.points, given.withdrawal, given.press) == ("buy", 6, "hold", "ask")
    assert match.act(seat, do.Order(leader=UnitId("s-konev"))) is None
    assert counters.orders(match.state, seat).reserves == "best"
    assert match.act(seat, do.Order(reserves="best")) is None
    assert counters.orders(match.state, seat).leader == ""
