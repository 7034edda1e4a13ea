"""Operations points are spent."""

from __future__ import annotations

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.strike import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.play import Play


def pay(play: Play, seat: Seat, points: int, why: str) -> None:
    """Spend operations points; nothing is said of none."""
    if points:
        play.emit(ev.Paid(seat, points, why))  # type: ignore[arg-type]


def can_pay(seen: Seen[State], price: int, cite: str = "") -> Wrong | None:
    """Return the refusal if a side has too few points for a price."""
    has = seen.state.points[seen.seat]
    if price <= has:
        return None
    return Wrong(f"that costs {price} operations points, you have {has}", "choose something cheaper", cite)
