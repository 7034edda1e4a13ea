"""Standing orders: how they are offered, how new ones change what was ordered before, and what they say."""

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
"""What a field of an action holds when it says nothing of an order."""


def offers(action: type[A], fixed: Fixed, useful: Callable[[Field], Iterable[Any]]) -> Iterator[A]:
    """Yield the orders with one more of them changed; `useful` gives the values of fields without choices."""
    yield action(**fixed)
    for field in fields(action):
        if field.name not in fixed:
            for value in field.choices or useful(field):
                if value not in LEFT_OUT:
                    yield action(**{**fixed, field.name: value})


def given(orders: type[O], action: Struct) -> dict[str, Any]:
    """Return what an action says of the orders, by their names."""
    said = {name: getattr(action, name) for name in orders.__struct_fields__}
    return {name: value for name, value in said.items() if value not in LEFT_OUT}


def changed(before: O, action: Struct) -> O:
    """Return the orders after an action: what it leaves out stays as it was."""
    return replace(before, **given(type(before), action))


class Report(Generic[O]):
    """What standing orders say: for each of them, in their order on the page, a sentence for each choice."""

    def __init__(self, orders: type[O], says: Mapping[str, Mapping[str, str]]) -> None:
        """Raises `ValueError` where a choice has no sentence, or a sentence no choice."""
        hints = get_type_hints(orders)
        for name, sentences in says.items():
            if astray := set(get_args(hints[name])) ^ set(sentences):
                raise ValueError(f"{name}: {', '.join(map(repr, sorted(astray)))}")
        self._says = says

    def tell(self, orders: O, **words: object) -> str:
        """Return a line for each order; sentences may hold `{words}` that are given here."""
        said = (sentences[getattr(orders, name)] for name, sentences in self._says.items())
        return "\n".join(f"- {sentence.format(**words)}" for sentence in said)
