"""Legal hexes for fortifications, obstacles and smoke."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.titles.tide.field import board
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.printed.tokens import short, token


@case("FB-winter-1")
def none_left(state: State, kind: str, hex: HexId) -> Wrong | None:
    """Return why no token of a work is left for a hex, or `None` if there is a token."""
    wanted = token(tables(), kind, board.snow_trait(state, hex))
    laid = [token(tables(), work.kind, board.snow_trait(state, work.hex)) for work in state.works.values()]
    if wanted not in short(tables(), (*laid, wanted)):
        return None
    name = tables().works[kind].name
    return Wrong(f"no token for another {name} is left", "do something else", "FB-winter-1")


@case("TOI-9.7")
def smoke_wrong(state: State, hex: HexId) -> Wrong | None:
    """Return why smoke cannot be placed in a hex, or `None` if it can."""
    if board.map_of(state)[hex].terrain == "building":
        return Wrong(f"smoke does not hold on the buildings of {hex}", "choose a hex without buildings", "TOI-9.7")
    if board.works_at(state, hex, "smoke"):
        return Wrong(f"smoke already lies on {hex}", "choose another hex", "TOI-9.7")
    return None


def dry(state: State, hex: HexId) -> Wrong | None:
    """Refuse works in streams, ponds and buildings (TOI-9.3)."""
    spot = board.map_of(state)[hex]
    if "stream" in spot.terrain or spot.terrain in ("pond", "building", "bridge"):
        return Wrong(f"nothing is dug in {tables().terrain[spot.terrain].name}", "choose other ground", "TOI-9.3")
    return None


@case("TOI-9.3", "FB-trench-2")
def fort_wrong(state: State, hex: HexId, kind: str = "entrenchment") -> Wrong | None:
    """Return why a fortification cannot be dug in a hex, or `None` if it can."""
    if kind == "trench":
        if board.works_at(state, hex, "trench"):
            return Wrong(f"{hex} already holds a trench", "dig in another hex", "FB-trench-2")
        return dry(state, hex) or none_left(state, kind, hex)
    forts = [work for work in board.works_at(state, hex) if work.kind in ("entrenchment", "pillbox")]
    if len(forts) >= tables().numbers.stacking.fortifications:
        return Wrong(
            f"{hex} already holds {len(forts)} entrenchments and pillboxes", "dig in another hex", "TOI-9.3"
        )
    return dry(state, hex) or none_left(state, kind, hex)
