"""Several units get into their vehicles, or out of them, by one order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap.field import names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import of, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN, Unit
from bot.titles.trap.play.acting import Here
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.series import ORDERS, carry_out, here


def gets_in(at: Here, unit: Unit) -> Sequence[do.Action]:
    """Return how a unit gets into an APC in its hex."""
    beside = (each for each in units_at(at.state, unit.hex, "ground", at.seat) if record(each).kind == "apc")
    orders = (do.Load((unit.id,), vehicle.id) for vehicle in beside)
    return next(((order,) for order in orders if ORDERS.allowed(at, [order])), ())


def passengers(at: Here, action: do.Mount) -> list[Unit]:
    """Return the units that mount: the named units, or else all that can."""
    told = (unit for unit in of(at.state, at.seat) if unit.id in (action.units or (unit.id,)))
    return [unit for unit in told if unit.counter.known and gets_in(at, unit)]


@rule("TRAP-8.2")
def somebody_gets_in(at: Here, action: do.Mount) -> Wrong | None:
    """A unit that mounts is in the hex of an acting APC with room."""
    getting_in = {unit.id for unit in passengers(at, action)}
    if all(id in getting_in for id in action.units) and getting_in:
        return None
    return Wrong("no acting APC there has room", "choose units in the hex of such an APC")


def to_mount(at: Here, fixed: Fixed) -> Iterator[do.Mount]:
    """Offer mounting for all units that can, and for each of them."""
    yield do.Mount(fixed.get("units", ()))
    if "units" not in fixed:
        yield from (do.Mount((unit.id,)) for unit in passengers(at, do.Mount()))


def mount(play: Play, step: Any, action: do.Mount) -> None:
    """Let them get in one after another; where an APC is full the rest stay."""
    carry_out(play, step, passengers(here(play, step), action), gets_in)


def tells(at: Here, action: do.Mount) -> Iterator[str]:
    """Name everybody who gets in, if the order does not."""
    if not action.units and (found := passengers(at, action)):
        yield f"These are {names.units(found)}."


def have_none(at: Here, action: do.Mount) -> Wrong | None:
    """The Chechens have no APCs."""
    return None if at.seat == RUSSIAN else Wrong("the Chechens have no APCs", "move on foot")


def says_mount(seen: Seen[State], action: do.Mount) -> str:
    """Name the units that get in, or say that all do."""
    all_get = "all units beside an APC get"
    return f"{say.they(seen, action.units, 'gets', 'get') if action.units else all_get} in."


MOUNT = Verb(
    do.Mount,
    when="units get into vehicles when these are activated",
    says=says_mount,
    why=lambda seen, action: "passengers get farther",
    cite="TRAP-8.2",
    rules=(somebody_gets_in,),
    candidates=to_mount,
    resolve=mount,
    tells=tells,
    open=lambda at: at.seat == RUSSIAN,
    closed=have_none,
)
"""The rules of `LOAD` judge each unit when its turn comes."""
