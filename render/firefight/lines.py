"""Lines of fire, paths and tints on the battlefield, and arrows for entry edges."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from bot.kernel.game import Sketch
from bot.titles.firefight.field.ground import EDGES, outermost
from bot.titles.firefight.model.ids import SIDES, Edge, HexId, Side
from bot.titles.firefight.model.state import State
from render import markers
from render import tints as tints_
from render.canvas import Point
from render.chart import TALL, centre, corners
from render.firefight import signs
from render.firefight.pieces import Pile, Setting, kept
from render.firefight.views import FRAME, WIDE, Paper, papers

LEADS: dict[Edge, int] = {"south": 0, "west": 1, "north": 2, "east": 3}
"""The way into the map from each edge, in quarters of a turn."""
GATES = (0.2, 0.5, 0.8)
"""Where along an edge its arrows stand, or beside the next letter or number."""


def tints(setting: Setting, sketch: Sketch, taken: Container[str]) -> None:
    """Tint the places of a sketch that have notes, and frame the place in question.

    If there are many notes, those of empty places are written here, below signs and counters.
    """
    places = setting.ground.places
    notes = [(places[HexId(name)], text) for name, text in sketch.notes]
    tints_.lay(setting.frame, setting.window, {at: tints_.tile(at) for at, _ in notes}, notes, setting.look)
    for name, text in tints_.bared(sketch.notes, taken):
        tints_.bare(setting.frame, setting.window, centre(places[HexId(name)]), text, setting.look)
    if sketch.mark is not None:
        rim = corners(setting.ground.places[HexId(sketch.mark)])
        markers.ring(setting.frame, setting.window, rim, setting.look.aim, setting.look)


def notes(setting: Setting, sketch: Sketch, found: Mapping[HexId, Sequence[Pile]]) -> None:
    """Write the notes of a sketch in the middle of hexes, or beside their counters."""
    for name, text in tints_.plated(sketch.notes, found):
        hex = HexId(name)
        at, taken = tints_.tile(setting.ground.places[hex]), kept(setting, found.get(hex, ()))
        tints_.note(setting.frame, setting.window, at, text, setting.look, taken)


def drawn(setting: Setting, sketch: Sketch) -> None:
    """Draw the way and the line of a sketch."""
    places = setting.ground.places
    markers.sketched(
        setting.frame,
        setting.window,
        Sketch(sketch.places, sketch.line, sketch.path),
        lambda name: corners(places[HexId(name)]),
        lambda name: centre(places[HexId(name)]),
        setting.look,
        lambda end, towards: 78.0,
    )


def gates(setting: Setting, state: State) -> None:
    """Draw arrows in the margin where the units of each side enter."""
    for edge in EDGES:
        sides = [side for side in SIDES if edge in entries(state, side)]
        for paper in papers(outermost(state.field, edge)) if sides else ():
            for n, side in enumerate(sides):
                for at in _gates(paper, edge, n):
                    sign = signs.gate(side, setting.look, setting.window.scale, LEADS[edge])
                    sign.stamp(setting.frame, setting.window.pixel(at))


def _gates(paper: Paper, edge: Edge, n: int) -> Iterator[Point]:
    """Yield the positions of the first or second side's arrows at an edge of a map."""
    for part in GATES:
        x = paper.left + (round((paper.right - paper.left) * part / WIDE) + n + 0.5) * WIDE
        y = paper.top + (round((paper.bottom - paper.top) * part / TALL) + n) * TALL
        yield {
            "north": (x, paper.top - FRAME / 2), "south": (x, paper.bottom + FRAME / 2),
            "west": (paper.left - FRAME / 2, y), "east": (paper.right + FRAME / 2, y),
        }[edge]  # fmt: skip


def entries(state: State, side: Side) -> set[Edge]:
    """Return the edges by which units of a side enter."""
    return {edge for player in state.players.values() if player.side == side for edge in player.edges}
