"""Sentences about works, fires, fougasses and munitions."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.titles.tide.field import board, names
from bot.titles.tide.field.marches import marching
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.words.tell.phrases import article, called, on


@on(ev.WorkPlaced)
def _work_placed(seen: Seen[State], e: ev.WorkPlaced) -> str:
    noun = tables().works[e.work.kind].name
    if e.work.covers and (covered := [way for way, secret in enumerate(e.work.covers, 1) if secret.value is True]):
        return f"A flame fougasse is now at {e.work.hex}; it throws in direction {covered[0]}."
    what = noun if e.work.kind in ("smoke", "wire") else article(noun)
    return f"{what.capitalize()} is now at {e.work.hex}."


@on(ev.WorkRemoved)
def _work_removed(seen: Seen[State], e: ev.WorkRemoved) -> str:
    work = seen.state.works[e.work]
    verbs = {
        "shelled": "is torn apart", "cleared": "is cleared", "drifted away": "drifts away",
        "quenched": "is put out", "spent": "is spent", "used up": "are used up",
    }  # fmt: skip
    verb = verbs.get(e.why, "is gone")
    return f"The {tables().works[work.kind].name} at {work.hex} {verb}."


@on(ev.WorkTurned)
def _work_turned(seen: Seen[State], e: ev.WorkTurned) -> str:
    hex = seen.state.works[e.work].hex
    return (
        f"The fire at {hex} is brought down: it is weak now." if e.why else f"The fire at {hex} is **strong** now."
    )


@on(ev.FougasseTried)
def _fougasse_tried(seen: Seen[State], e: ev.FougasseTried) -> str:
    work = seen.state.works[e.work]
    toward = board.map_of(seen.state).beyond(work.hex, e.direction, 1) or "off the map"
    entering = _entering(seen)
    if e.sprung:
        return (
            f"{entering}**The {names.nation(work.owner)} flame fougasse at {work.hex} goes off towards {toward}.**"
        )
    return f"{entering}The flame fougasse at {work.hex} does not cover {toward}."


def _entering(seen: Seen[State]) -> str:
    """Name the moving unit and its hex; its march is not reported before its end."""
    march = marching(seen.state)
    unit = seen.state.units.get(march.unit) if march is not None else None
    return f"{names.full(unit)} comes to {unit.hex}. " if unit is not None else ""


@on(ev.MunitionLaid)
def _munition_laid(seen: Seen[State], e: ev.MunitionLaid) -> str:
    kind = e.munition.kind
    known = f" (**{names.ROUNDS[kind.open()]}**)" if kind.known else ""
    return f"{called(seen, e.unit)} gets a special round{known}, face down."


@on(ev.MunitionShown)
def _munition_shown(seen: Seen[State], e: ev.MunitionShown) -> str:
    return f"{called(seen, e.unit)} turns its special round over: **{names.ROUNDS[e.kind]}**."


@on(ev.MunitionGone)
def _munition_gone(seen: Seen[State], e: ev.MunitionGone) -> str:
    if e.why == "misfired":
        return "The smoke round misfires."
    return (
        f"The unused round of {called(seen, e.unit)} is discarded." if e.why in ("discarded", "captured") else ""
    )
