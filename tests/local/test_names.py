"""Valid names of people and tables, and refusals."""

from __future__ import annotations

import pytest

from bot.local import NotPossible, Person
from bot.local.home import LocalDiscord
from bot.local.names import free_name, read_name
from tests.local.test_requests import Connect, connect

__all__ = ["connect"]

UNSEEN = [
    "An\x00na", "Anna\x1b[31m", "Anna\u200b", "An\u200dna", "\u202eannA", "Anna\u2066", "An\u00adna", "Anna\ufeff",
    "Anna\u3164", "\u115f\u1160", "Anna\u2800", "A\u034fnna", "Anna\ufe0f", "Anna\U000e0041", "Anna\ud800",
    "Anna\ue000", "Anna\u180e", "Anna\u0600", "An\u206ana",
]  # fmt: skip
"""Controls, joiners, direction marks, fillers, tags, surrogates, private use."""
FORMATTED = [
    "@everyone", "@here", "an@here", "<@1234567890123456>", "<#1>", "#headquarters", "**Anna**", "_Anna_",
    "~~Anna~~", "||Anna||", "`Anna`", "[Anna](x)", ":skull:", "http://evil.example", "-# Anna", "> Anna", "An\\na",
]  # fmt: skip
ANNA = [
    "anna", " Anna  ", "Аnna", "Αnna", "Ａｎｎａ", "𝐀𝐧𝐧𝐚", "Ànna", "Anna.", "An na", "An-na", "Ꭺnna", "ꓮnna",
    "ᴀɴɴᴀ", "Annа", "a\u0301nna",
]  # fmt: skip
"""Names that look like Anna's."""
TAKEN = {
    "Viktor": ["Vіktor", "V1ktor", "Viktоr", "Vlktor", "VIKTOR", "vıktor"],
    "Олег": ["Oлег", "Олег.", "ОЛЕГ", "олeг"],
    "Bernd": ["Bemd", "BERND"],
    "Fieldpost": ["Fie1dpost", "Fieldp0st", "Field post", "FieIdpost", "Fieldроst"],
}
GOOD = [
    "Anna", "Анна K.", "Олег", "José", "Ö", "李雷", "Anna-Lena", "O'Neill", "Major Tom", "Anna 2", "panzer_fan",
    "🦊", "\U0001f469\u200d\U0001f680 Anna", "\u2764\ufe0f Olga", "محمد", "דוד", "हिन्दी", "Nguyễn", "x" * 32,
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_names_of_people(name: str) -> None:
    assert free_name(name, ["Viktor", "Fieldpost"])


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_with_something_that_cannot_be_seen(name: str) -> None:
    with pytest.raises(NotPossible, match="visible characters only"):
        free_name(name, [])


@pytest.mark.parametrize("name", FORMATTED)
def test_a_name_that_would_mean_something_in_a_message(name: str) -> None:
    with pytest.raises(NotPossible, match=r"would be read as|visible characters only"):
        free_name(name, [])


@pytest.mark.parametrize("name", ANNA)
def test_a_name_that_looks_like_one_at_the_table(name: str) -> None:
    with pytest.raises(NotPossible, match=r"already called Anna|looks like Anna|would be read as"):
        free_name(name, ["Viktor", "Anna"])


@pytest.mark.parametrize(("taken", "name"), [(taken, name) for taken, names in TAKEN.items() for name in names])
def test_a_name_that_looks_like_another(taken: str, name: str) -> None:
    with pytest.raises(NotPossible, match=f"already called {taken}|looks like {taken}|would be read as"):
        free_name(name, [taken])


@pytest.mark.parametrize("name", ["everyone", "Here", "еveryone", "every one"])
def test_no_name_calls_everybody(name: str) -> None:
    with pytest.raises(NotPossible, match="would call everybody"):
        free_name(name, [])


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "1 to 32"), ("x" * 33, "1 to 32"), ("...", "letter or digit"), ("à\u0300\u0301\u0302", "accents")],
)
def test_other_names_that_are_none(name: str, why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        free_name(name, [])


def test_ones_own_name_may_be_written_otherwise(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    local.people.rename(anna, "ANNA")
    assert anna.name == "ANNA"
    with pytest.raises(NotPossible, match="looks like Viktor"):
        local.people.rename(anna, "Vіktor")


def test_a_name_is_found_however_its_letters_are_put_together(local: LocalDiscord) -> None:
    person = local.person("Jose\u0301")
    assert person.name == "José"
    assert local.people.find("  JOSÉ ") is person


async def test_every_way_to_a_name_is_closed(local: LocalDiscord, anna: Person, connect: Connect) -> None:
    window = await connect(local)
    for name in ("Anna\u200b", "@everyone", "Аnna", "\u202eanna"):
        for what in ("rename", "invite", "new_table"):
            answer = await window.ask(what, name=name)
            fine = what == "new_table" and name == "Аnna"
            assert ("ok" in answer) == (fine or (what == "rename" and name == "Аnna")), (what, name, answer)


def test_tables_have_longer_names() -> None:
    assert read_name("The long road to Prokhorovka, part two", longest=90)
    with pytest.raises(NotPossible, match="A table's name"):
        read_name("x" * 91, longest=90, what="A table's name")
