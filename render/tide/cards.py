"""The faces of cards, and the private holdings of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from bot.kernel.secret import PUBLIC, Seat, Seen
from bot.titles.tide.field import names
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import SabotageCard, Squad, Vehicle
from bot.titles.tide.printed.effects import CardRecord
from bot.titles.tide.printed.record import LooseCardRecord
from bot.titles.tide.printed.sabotage import SabotageRecord
from bot.titles.tide.printed.tables import as_printed, tables
from bot.titles.tide.words import vocabulary
from render import fires, png
from render.counters import sprite
from render.faces import side_by_side
from render.finished import Picks, Picture
from render.lettering import write
from render.look import Look
from render.panels import Column, coin, mask_sign, plus_sign
from render.picture import NO_PICKS, sentences
from render.tide.captions import named
from render.tide.pieces import counter, covered
from render.vignettes import vignette

SCENES = {
    "artillery-1": "artillery",
    "command-1": "map",
    "morale-1": "assault",
    "supply-1": "supply",
    "soviet-reinforcements-1": "column",
    "winter-tactics-1": "winter",
    "flames-1": "flames",
    "combined-air-support-1": "air",
}
"""The scene on the cards of a deck, by its key; a user's own deck shows a map."""
WIDTH, HEIGHT = 560, 760
"""A card's face in pixels."""


def faces(cards: Sequence[str], look: Look, picks: Picks = NO_PICKS) -> Picture:
    """Return the faces of cards side by side. Raises `KeyError` for an unknown card."""
    records = [as_printed(card) for card in cards]
    drawn = [_face(record, look) for record in records]
    return side_by_side(cards, drawn, [part for record in records for part in _says(record)], look, picks)


def _says(record: CardRecord | LooseCardRecord) -> Iterator[str]:
    yield f"{vocabulary.kind_of_card(record)}: {record.name}."
    if isinstance(record, CardRecord):
        yield f"It costs {record.cost} command in the {record.phase.title()} Phase."
        if record.plus:
            yield "After drawing it you may draw another."
        if record.subversion:
            yield "It can be subverted."
    yield record.text


def _scene(record: CardRecord | LooseCardRecord) -> str:
    if isinstance(record, CardRecord):
        return SCENES.get(record.deck, "")
    return "sabotage" if isinstance(record, SabotageRecord) else "map"


def _face(record: CardRecord | LooseCardRecord, look: Look) -> Image.Image:
    """Draw a card: deck, nation, scene, name, time of play and text.

    Cost and signs are at the bottom.
    """
    strategy = record if isinstance(record, CardRecord) else None
    nation, heading, scene = record.nation, vocabulary.kind_of_card(record), _scene(record)
    if strategy is not None:
        nation = nation or tables().decks[strategy.deck].nation
    column = Column(WIDTH, look)
    column.banner(nation, heading, 30)
    column.gap(4)
    column.scene(vignette(scene, look))
    column.gap(8)
    column.text(record.name, 46, weight="Bold")
    if strategy is not None:
        column.text(f"Played in the {strategy.phase.title()} Phase", 28, look.muted)
    column.rule()
    column.gap(8)
    column.text(record.text, 34)
    image = column.done(HEIGHT)
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH - 1, image.height - 1), outline=look.ink, width=4)
    if strategy is not None:
        y = image.height - 60
        coin(str(strategy.cost), 34, look).stamp(image, (58, y))
        write(image, (104, y), "command", 28, look.muted, "Medium")
        x = WIDTH - 58
        for wanted, sign in ((strategy.plus, plus_sign), (strategy.subversion, mask_sign)):
            if wanted:
                sign(28, look).stamp(image, (x, y))
                x -= 84
    return image


def hand(seen: Seen[State], look: Look) -> Picture | None:
    """Return the private holdings of a seat, `None` if there are none."""
    if seen.seat == PUBLIC:
        return None
    column = Column(800, look)
    column.banner(seen.seat, f"{names.nation(seen.seat)}: for your eyes only", 30)
    alt = [line for draw in (_squads, _rounds, _fougasses, _laid) for line in draw(seen, column)]
    if not alt:
        return None
    image = column.done()
    return Picture(png.encode(image), image.width, image.height, sentences(alt), "hand.png")


def _squads(seen: Seen[State], column: Column) -> Iterator[str]:
    """Draw the squads whose bases others cannot read, and name them."""
    if squads := list(_unread(seen.state, seen.seat)):
        _heading(column, "Squads that others cannot read")
        yield from _counters(seen, column, squads)


def _rounds(seen: Seen[State], column: Column) -> Iterator[str]:
    """Draw the guns that have a special round face down, and name them."""
    state = seen.state
    loaded = [
        state.units[id] for id, round in state.munitions.items() if round.seat == seen.seat and not round.kind.out
    ]
    if loaded:
        _heading(column, "Special rounds that lie face down")
        yield from _counters(seen, column, loaded)


def _counters(seen: Seen[State], column: Column, units: Sequence[Squad | Vehicle]) -> Iterator[str]:
    drawn = [(sprite(counter(unit, seen.state), column.look, 1.3), unit.hex or "off the map") for unit in units]
    column.sprites(drawn, 190)
    for unit in units:
        yield f"{names.label_unit(seen, unit.id)}."


def _fougasses(seen: Seen[State], column: Column) -> Iterator[str]:
    """Draw the seat's flame fougasses, and say where they throw."""
    seat, look = seen.seat, column.look
    barrels = [work for work in seen.state.works.values() if work.owner == seat and work.covers]
    if barrels:
        _heading(column, "Flame fougasses")
        column.sprites([(fires.aimed(seat, covered(work), look, 0.8), work.hex) for work in barrels], 190)
    for work in barrels:
        told = f"At {work.hex} lies a {named(seen.state, work)}."
        column.text(told, 24, look.muted)
        yield told


def _laid(seen: Seen[State], column: Column) -> Iterator[str]:
    """Draw the seat's sabotage cards, and say where each is."""
    sabotage = list(_sabotage(seen.state, seen.seat))
    if sabotage:
        _heading(column, "Sabotage cards")
    for laid in sabotage:
        record = tables().sabotage[laid.card.open()]
        place = "in hand" if laid.place == "hand" else f"on {names.deck(laid.place)}"
        column.line(record.name, 26, weight="Bold", right=place)
        column.text(record.text, 24, column.look.muted)
        column.gap(8)
        yield f"Sabotage card {record.name}, {place}: {record.text}"


def _heading(column: Column, text: str) -> None:
    column.gap()
    column.line(text, 26, weight="Bold")


def _unread(state: State, seat: Seat) -> Iterator[Squad]:
    """Yield the seat's squads whose bases not everyone may read."""
    for unit in state.units.values():
        if isinstance(unit, Squad) and unit.side == seat and unit.base.known and not unit.base.out:
            yield unit


def _sabotage(state: State, seat: Seat) -> Iterator[SabotageCard]:
    """Yield the seat's sabotage cards that are not spent."""
    for laid in state.sabotage.values():
        if laid.owner == seat and laid.place != "spent" and laid.card.known:
            yield laid
