"""Standing orders: their offers, changes and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.fields import Field, fields
from bot.kit.decisions import Fixed

O = TypeVar("O", bound=Struct)  # noqa: E741
A = TypeVar("A", bound=Struct)

LEFT_OUT = ("", 0)
"""The value of a field that leaves an order unchanged."""


def offers(action: type[A], fixed: Fixed, useful: Callable[[Field], Iterable[Any]]) -> Iterator[A]:
    """Yield the orders with one more change.

    `useful` gives the values of fields without choices.
    """
    yield action(**fixed)
    for field in fields(action):
        if field.name not in fixed:
            for value in field.choices or useful(field):
                if value not in LEFT_OUT:
                    yield action(**{**fixed, field.name: value})


def given(orders: type[O], action: Struct) -> dict[str, Any]:
    """Return the orders that an action changes, by name."""
    said = {name: getattr(action, name) for name in orders.__struct_fields__}
    return {name: value for name, value in said.items() if value not in LEFT_OUT}


def changed(before: O, action: Struct) -> O:
    """Return the orders after an action; it leaves those that it omits unchanged."""
    return replace(before, **given(type(before), action))


class Report(Generic[O]):
    """The texts of standing orders: a sentence for each choice of each order."""

    def __init__(self, orders: type[O], says: Mapping[str, Mapping[str, str]]) -> None:
        """Raise `ValueError` if a choice has no sentence, or a sentence no choice."""
        hints = get_type_hints(orders)
        for name, sentences in says.items():
            if astray := set(get_args(hints[name])) ^ set(sentences):
                raise ValueError(f"{name}: {', '.join(map(repr, sorted(astray)))}")
        self._says = says

    def tell(self, orders: O, **words: object) -> str:
        """Return a line for each order; sentences may hold the `{words}` given here."""
        said = (sentences[getattr(orders, name)] for name, sentences in self._says.items())
        return "\n".join(f"- {sentence.format(**words)}" for sentence in said)
