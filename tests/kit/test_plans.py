"""Plans: the events that stop them, and the table after they are carried out.

The table is known only in part.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.plan import Happened, Intent, Plan
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.plans import goes_on
from tests.match import Match
from tests.toys.ford import SCOUT, SENTRY, Shoot, State, Wade, Waded, evolve, title
from tests.toys.muster import MUSTER, Choose, March, Pass, Show, cards, place
from tests.toys.muster import Order as StandingOrder


def chosen(scenario: str = "two") -> Match:
    match = Match(MUSTER, scenario, {}, b"plans")
    assert match.act(match.asked[0], Choose("red")) is None
    return match


def stops(match: Match, owner: Seat, seat: Seat, action: Any, *intents: Intent[Any]) -> str:
    """Let something happen, and return why the plan of its owner stops."""
    before = match.state
    assert match.act(seat, action) is None
    events = tuple(redact(event, owner) for event in match.log[-1].events)
    happened = Happened(seat, see(before, owner), events, see(match.state, owner))
    return match.game.stops(happened, Plan(intents or (Intent(Pass()),)))


def test_visible_actions_of_others_do_not_stop_a_plan() -> None:
    match = chosen()
    red, blue = match.state.order
    assert stops(match, blue, red, March(1)) == ""
    assert stops(match, blue, blue, Pass()) == ""
    assert stops(match, blue, red, StandingOrder("hold")) == ""


def test_a_die_stops_a_plan_of_any_title() -> None:
    match = Match(title(), "first", {}, b"")
    assert stops(match, SENTRY, SCOUT, Wade(1)) == ""
    assert stops(match, SCOUT, SENTRY, Shoot()) == "a die has fallen"


def test_a_hidden_thing_that_is_revealed_stops_a_plan() -> None:
    match = chosen()
    red, blue = match.state.order
    mine = match.state.mines[blue].open()
    while place(match.state, red) + 1 < 12 - (12 - mine):
        assert match.act(red, March(1)) is None
        assert match.act(match.asked[0], Pass()) is None
    why = stops(match, red, red, March(1))
    assert why == "something hidden has been revealed"
    assert match.state.at[red] == 0


@pytest.mark.parametrize(
    ("until", "stopped"),
    [
        ((), ""),
        (("near 1",), ""),
        (("near 1", "acts"), "until another player acts"),
        (("stage",), "until the next phase begins"),
    ],
)
def test_a_stop_that_its_owner_has_named_stops_a_plan(until: tuple[str, ...], stopped: str) -> None:
    match = chosen()
    red, blue = match.state.order
    why = stops(match, blue, red, March(2), Intent(March(1)), Intent(Pass(), until))
    assert why == (f"it was set to run {stopped}, which has now happened" if stopped else "")


def test_a_named_stop_may_have_a_number() -> None:
    match = chosen()
    red, blue = match.state.order
    assert match.act(red, Pass()) is None
    assert match.act(blue, March(2)) is None
    known = MUSTER.conditions(match.seen(blue))
    assert known["near 3"] == "until an enemy is within 3"
    assert list(known)[-2:] == ["acts", "stage"]
    far = Intent(Pass(), ("near 5",))
    for _ in range(3):
        why = stops(match, blue, red, March(2), far)
        near = 10 - place(match.state, red) <= 5 and match.state.at[red]
        assert bool(why) == bool(near)
        if why:
            break
        assert match.act(match.asked[0], Pass()) is None


def test_a_forecast_has_the_players_own_orders_and_passes_for_the_others() -> None:
    match = chosen("three")
    first, second, _ = match.state.order
    seen = match.seen(second)
    ahead = MUSTER.foresee(seen, [March(2), March(1)])
    assert MUSTER.asked(ahead.state) == (second,)
    assert ahead.state.at == {**seen.state.at, second: 3}
    assert match.state.at[second] == 0, "nothing has happened"
    assert match.asked == (first,)


def test_nobody_foresees_a_die_or_what_is_hidden() -> None:
    match = chosen()
    red, blue = match.state.order
    for _ in range(4):
        ahead = MUSTER.foresee(match.seen(blue), [March(2)] * 9)
        assert ahead.state.at[blue] <= 12
        assert not ahead.state.hands[red].known
        assert match.act(match.asked[0], Pass()) is None if match.asked else True
        if match.over:
            break
    scout = Match(title(), "first", {}, b"")
    assert title().foresee(scout.seen(SCOUT), [Wade(1)]).state.waded == 1
    assert title().foresee(scout.seen(SENTRY), [Shoot()]).state.waded == 0


def test_a_mistake_of_a_title_ends_what_is_foreseen_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def evolves(state: State, event: Any) -> State:
        if isinstance(event, Waded):
            raise KeyError("a bank that is not there")
        return evolve(state, event)

    broken = title(evolve=evolves)
    seen = Match(broken, "first", {}, b"").seen(SCOUT)
    title().foresee(Match(title(), "first", {}, b"").seen(SENTRY), [Shoot()])
    assert not caplog.records, "nobody knows what others do, which is no mistake"
    assert broken.foresee(seen, [Wade(1)]) == seen
    assert not goes_on(broken, seen, Wade(1))
    assert [record.exc_text is not None for record in caplog.records] == [True, True]


def test_an_order_that_would_not_be_allowed_ends_what_is_foreseen() -> None:
    match = chosen()
    red, _ = match.state.order
    held = cards(match.seen(red))
    ahead = MUSTER.foresee(match.seen(red), [Show(held[0]), Show(held[0]), March(2)])
    assert ahead.state.points["red"] == 1
    assert ahead.state.at[red] == 0
    assert MUSTER.foresee(match.seen(PUBLIC), [Pass()]).state == match.seen(PUBLIC).state


def test_a_plan_of_several_times_is_taken_one_time_after_another() -> None:
    plan: Plan[Any] = Plan((Intent(Pass(), times=2), Intent(March(1))))
    assert plan.taken.intents == (Intent(Pass()), Intent(March(1)))
    last: Plan[Any] = plan.taken.taken
    assert last == Plan((Intent(March(1)),))
    assert last.taken.intents == ()
    assert replace(plan, stopped="a die has fallen").next is None
