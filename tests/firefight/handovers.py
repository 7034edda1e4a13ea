"""Count how often a firefight waits for another player, with and without plans.

`python -m tests.firefight.handovers 10` plays ten `first` battles. The computer plays both sides. With plans each
player, when asked, leaves orders for this and later turns. They lapse when another enemy is seen or a unit is shot
at.
"""

from __future__ import annotations

import argparse
from typing import Any

from bot.chat.desk.draft import APART, AnyPlan, Draft, MakePlan, plan, taken
from bot.chat.desk.table import Table
from bot.kernel.game import verb
from bot.kernel.plan import Intent, Plan
from bot.kernel.secret import Seat
from bot.store.games import GameRecord, SeatRecord
from bot.titles import titles
from bot.titles.firefight.model.actions import Pass
from tests.match import Match

AHEAD = 6
"""How many actions somebody plans."""
UNTIL = ("seen", "shot")


def battle(number: int) -> Table:
    """Lay out a battle."""
    game = titles()["firefight"]
    match = Match(game, "first", {}, b"%d" % number)
    record = GameRecord(number, "firefight", "first", {}, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, n) for n, seat in enumerate(match.seats, start=1)]
    return Table(record, game, seats, match.history())


def foreseen(table: Table, seat: Seat) -> list[Any]:
    """Return a seat's expected next actions, as well as it can know them."""
    actions: list[Any] = []
    while len(actions) < AHEAD:
        seen = table.game.foresee(table.seen(seat), actions)
        if seat not in table.game.prompts(seen):
            break
        action = table.game.play(seen)
        if table.game.judge(seen, action) is not None or verb(type(action)) in APART:
            break
        actions.append(action)
        if isinstance(action, Pass):
            break
    return actions


def acts(table: Table, seat: Seat, *, plans: bool) -> None:
    """Let a seat act by hand, or leave a plan whose first action is taken at once."""
    actions = foreseen(table, seat) if plans else []
    if len(actions) > 1:
        made: AnyPlan = Plan(tuple(Intent(action, UNTIL) for action in actions))
        make: MakePlan = lambda seen, before: made  # noqa: E731
        draft: object = plan(table, seat, make)
    else:
        draft = taken(table, seat, table.game.play)
    assert isinstance(draft, Draft), draft
    table.log.extend(draft.entries, draft.state, draft.instructions)


def handovers(number: int, *, plans: bool) -> tuple[int, int]:
    """Play a battle; return the handovers and the number of actions."""
    table, last, changes = battle(number), Seat(""), 0
    while table.outcome() is None:
        seat = table.asked()[0]
        changes += seat != last
        last = seat
        acts(table, seat, plans=plans)
    return changes, sum(entry.action is not None for entry in table.log)


def main(battles: int) -> None:
    """Print what was measured."""
    for plans in (False, True):
        found = [handovers(number, plans=plans) for number in range(battles)]
        changes, actions = (sum(each) / battles for each in zip(*found, strict=True))
        print(
            f"{'with' if plans else 'without'} plans: {changes:.1f} hand-overs in {actions:.1f} actions a battle"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.firefight.handovers", description=__doc__)
    parser.add_argument("battles", nargs="?", type=int, default=10)
    main(parser.parse_args().battles)
