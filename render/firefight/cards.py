"""The faces of generator cards (both halves), condition cards and action cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from bot.kit.english import join
from bot.titles.firefight.model.ids import CardId, ConditionId, CounterId, GeneratorId
from bot.titles.firefight.printed.cards import (
    HEADING,
    ActionRecord,
    ConditionRecord,
    GeneratorRecord,
    Option,
    cards,
    counters_of,
    named,
    side_of,
)
from bot.titles.firefight.printed.units import named as unit_named
from render.faces import side_by_side
from render.finished import Picks, Picture
from render.firefight import signs
from render.firefight.counters import counter
from render.firefight.prints import printed
from render.firefight.weather import weather
from render.look import Look
from render.panels import Column
from render.picture import NO_PICKS
from render.vignettes import vignette

WIDTH = 560
"""The breadth of a card's face in pixels; all in a picture have the same height."""
SIZE, TITLE = 31, 44
"""The size of the letters of text and titles."""
SCENES = {"action": "assault", "bonus": "map", "weapon": "flames"}


def faces(keys: Sequence[str], look: Look, picks: Picks = NO_PICKS) -> Picture:
    """Return the faces of cards side by side. Raises `KeyError` for an unknown card."""
    columns = [_column(key, look) for key in keys]
    highest = max(column.done().height for column in columns)
    drawn = [_framed(column.done(highest), look) for column in columns]
    return side_by_side(keys, drawn, [part for key in keys for part in says(key)], look, picks)


def _column(key: str, look: Look) -> Column:
    """Write a card. Raises `KeyError` for an unknown card."""
    column = Column(WIDTH, look)
    if (generator := cards().generator.get(GeneratorId(key))) is not None:
        _generator(column, GeneratorId(key), generator)
    elif (condition := cards().conditions.get(ConditionId(key))) is not None:
        _condition(column, condition)
    else:
        _action(column, CardId(key), cards().actions[CardId(key)])
    return column


def _framed(image: Image.Image, look: Look) -> Image.Image:
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH - 1, image.height - 1), outline=look.ink, width=4)
    return image


def _generator(column: Column, key: GeneratorId, record: GeneratorRecord) -> None:
    look = column.look
    column.banner(side_of(key), named(key), 32)
    column.gap(6)
    column.line(HEADING[record.top.kind], 28, look.muted, "Bold")
    column.headline(record.top.title, TITLE)
    column.text(record.top.text, SIZE)
    _line_up(column, counters_of(key, "top"), 0.86)
    _caps(column, record.top)
    column.gap(8)
    _divided(column)
    column.line("Units", 28, look.muted, "Bold")
    _line_up(column, counters_of(key, "bottom"), 1.06)
    _caps(column, record.bottom)


def _divided(column: Column) -> None:
    """Part the two halves: a player chooses one of them."""
    column.rule()
    column.line("or", 26, column.look.muted)


def _line_up(column: Column, units: Sequence[CounterId], scale: float) -> None:
    """Draw counters side by side as they are printed."""
    if units:
        size = min(column.room // len(units), 152)
        scale = min(scale, size / 118)
        column.sprites([(counter(printed(unit), column.look, scale), "") for unit in units], size)
        column.gap(14)


def _caps(column: Column, option: Option) -> None:
    """Draw what an option changes of the CAPs of its player and of the enemy."""
    for by, whose in ((option.cap, ""), (option.enemy_cap, " enemy")):
        if by:
            column.gap(6)
            column.scene(signs.caps(f"{by:+}{whose} CAP{'' if abs(by) == 1 else 's'}", column.look, 1.2))


def _condition(column: Column, record: ConditionRecord) -> None:
    look = column.look
    column.banner("", "Condition card", 32)
    column.gap(6)
    column.scene(weather(record.weather, look))
    column.gap(8)
    column.headline(record.name, TITLE)
    column.line("Top: for both sides", 28, look.muted, "Bold")
    column.text(record.text, SIZE)
    column.gap(8)
    _divided(column)
    column.line("Bottom: for its player alone", 28, look.muted, "Bold")
    column.text(record.benefit.text, SIZE)


def _action(column: Column, key: CardId, record: ActionRecord) -> None:
    look = column.look
    column.banner("", f"{record.kind.title()} card{f' {key}' if key.isdigit() else ''}", 32)
    column.gap(6)
    column.scene(vignette(SCENES[record.kind], look))
    column.gap(8)
    column.headline(record.name, TITLE)
    if price := cost(record):
        column.line(price, 28, look.muted, "Bold")
    column.rule()
    column.gap(6)
    column.text(record.text, 34)


def cost(record: ActionRecord) -> str:
    """Return the cost of an action card; "" if it is free."""
    parts = [f"{record.ap} AP"] * bool(record.ap) + [f"{record.cap} CAP{'s' * (record.cap > 1)}"] * bool(
        record.cap
    )
    return f"Costs {join(parts)}" if parts else ""


# In words.


def says(key: str) -> Iterator[str]:
    """Say what stands on a card."""
    if (generator := cards().generator.get(GeneratorId(key))) is not None:
        yield f"{named(GeneratorId(key))}."
        yield f"Top: {generator.top.heading}. {generator.top.text}"
        yield from _changes(generator.top)
        yield f"Bottom: {join(map(unit_named, counters_of(GeneratorId(key), 'bottom'))) or 'no units'}."
        yield from _changes(generator.bottom)
    elif (condition := cards().conditions.get(ConditionId(key))) is not None:
        yield f"Condition card: {condition.name}. {condition.text}"
        yield f"Bottom: {condition.benefit.text}"
    else:
        action = cards().actions[CardId(key)]
        price = cost(action)
        yield f"{action.kind.title()} card: {action.name}. {f'{price}. ' if price else ''}{action.text}"


def _changes(option: Option) -> Iterator[str]:
    for by, whose in ((option.cap, "your"), (option.enemy_cap, "the enemy's")):
        if by:
            yield f"It changes {whose} CAPs by {by:+}."
