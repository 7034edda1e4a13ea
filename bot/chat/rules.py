"""The rules to read: contents, chapters, cases, terms, and a search.

The paths of buttons are `rule:<title>:<what>:<key>:<page>`. A title "" stands for the game of the channel.
Discord has no links inside a text that a bot could answer. So a message that names cases has a button, which reads
them from the message itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from discord import Interaction, SelectOption
from discord.ui import Modal, TextInput, View

from bot.chat.client import BotClient
from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.answers import no
from bot.chat.desk.guard import painted
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, Malformed, clip
from bot.chat.desk.spelling import key as spelled
from bot.chat.desk.work import draw
from bot.chat.panel.page import laid
from bot.kit.english import count
from bot.kit.handbook import Found, Handbook
from bot.titles import handbooks, house_rules
from render import Picture, draws
from render.drawings import Illustration

ROOM = 1850
"""Characters of the text of a page; the rest is for its heading."""
FOUND = "🔎 **{found}** for “{words}”"
CONTENTS = "Choose a chapter, search by any word, or have a word of the game explained."


class Leaf(NamedTuple):
    """A page of the rules: its text, its buttons, and the chapter of its drawing."""

    text: str
    view: View
    drawing: str = ""


def book_of(titles: Mapping[str, AnyGame], key: str) -> Handbook:
    """Return the rules of a title; of all titles for an unknown one."""
    if key in handbooks() and key in titles:
        return handbooks()[key]
    known = [handbooks().get(each, Handbook(cases=game.cases)) for each, game in titles.items()]
    cases = {id: case for book in known for id, case in book.cases.items()}
    return Handbook(cases=cases | house_rules(), terms=known[0].terms if len(known) == 1 else {})


async def answer(client: BotClient, interaction: Interaction[Any], asked: str) -> None:
    """Answer `/game rule`: the contents, a case, a term, or the results of a search."""
    table = await client.table_to_complete(interaction)
    key = table.game.key if table is not None else ""
    leaf = contents(client.tables.titles, key) if not asked.strip() else meant(client.tables.titles, key, asked)
    await show(client, interaction, key, leaf)


async def show(client: BotClient, interaction: Interaction[Any], key: str, leaf: Leaf) -> None:
    """Show a page of the rules, with its drawing if there is one."""
    pictures: tuple[Picture | None, ...] = ()
    drawing = book_of(client.tables.titles, key).chapters[leaf.drawing].drawing if leaf.drawing else None
    if drawing is not None and draws(key):
        look = await client.look_of(interaction.user.id)
        pictures = (await draw(painted, Illustration(key, drawing, look)),)
    await client.say(interaction, leaf.text, pictures, leaf.view)


async def turn(client: BotClient, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
    """Turn to the page of a button or a list."""
    key, what, entry, number = (*parts, "", "", "", "")[:4]
    if what == "pick" and values:
        what, _, entry = values[0].partition(":")
    if what == "search":
        await interaction.response.send_modal(Search(client, key))
    elif await client.acknowledge(interaction):
        if what in ("here", "title"):
            table = await client.table_to_complete(interaction) if what == "here" else None
            key = table.game.key if table is not None else entry
        text = interaction.message.content if interaction.message is not None else ""
        await show(client, interaction, key, _leaf(client.tables.titles, key, what, entry, _number(number), text))


def _leaf(known: Mapping[str, AnyGame], key: str, what: str, entry: str, number: int, text: str) -> Leaf:
    """Return the page that a path means; `text` is the message of its button."""
    book = book_of(known, key)
    if what == "here":
        return named_in(known, key, text)
    if what == "chapter" and entry in book.chapters:
        return chapter(book, known, key, entry, number)
    if what == "case" and entry in book.cases:
        return case_page(book, key, entry)
    if what == "term" and entry in book.terms:
        return term_page(book, key, entry)
    return glossary(book, key, _number(entry)) if what == "terms" else contents(known, key)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def contents(known: Mapping[str, AnyGame], key: str) -> Leaf:
    """Return the contents of a title's rules, or the list of titles."""
    book = handbooks().get(key)
    if key not in known or book is None:
        options = [SelectOption(label=game.name, value=f"title:{each}") for each, game in known.items()]
        return Leaf(
            "📖 **Rules.** Which game do you mean?", laid([Pick("rule::pick", options[:MOST], "Choose a game")])
        )
    lines = [f"📖 **{known[key].name}: the rules**", CONTENTS, ""]
    lines += (f"{n}. {each.name}" for n, each in enumerate(book.chapters.values(), start=1))
    options = [
        SelectOption(label=clip(each.name, LONGEST), value=f"chapter:{name}", description=_brief(each.text))
        for name, each in list(book.chapters.items())[:MOST]
    ]
    return Leaf("\n".join(lines), laid([Pick(f"rule:{key}:pick", options, "Open a chapter")], _ways(key)))


def chapter(book: Handbook, known: Mapping[str, AnyGame], key: str, name: str, number: int = 0) -> Leaf:
    """Return a page of a chapter: its summary, and its cases in full."""
    names, each = list(book.chapters), book.chapters[name]
    pages = _pages([f"**{case.id} · {case.title}.** {case.text}" for case in book.pages[name]], len(each.text))
    number = min(number, len(pages) - 1)
    at = names.index(name)
    head = f"📖 **{known[key].name}: {each.name}** · chapter {at + 1} of {len(names)}"
    head += f", page {number + 1} of {len(pages)}" if len(pages) > 1 else ""
    text = "\n".join([head, *([each.text, ""] if number == 0 else [""]), *pages[number]])
    presses = []
    if number > 0:
        presses.append(Press(f"rule:{key}:chapter:{name}:{number - 1}", "Page before"))
    if number + 1 < len(pages):
        presses.append(Press(f"rule:{key}:chapter:{name}:{number + 1}", "Next page"))
    elif at + 1 < len(names):
        presses.append(Press(f"rule:{key}:chapter:{names[at + 1]}", "Next chapter"))
    used = book.terms_in(text)[:MOST]
    lists = [Pick(f"rule:{key}:pick", _terms(book, used), "Words explained")] if used else []
    return Leaf(text, laid(lists, presses, _ways(key)), name if number == 0 and each.drawing else "")


def case_page(book: Handbook, key: str, id: str) -> Leaf:
    """Return a case, with its chapter and the entries that it uses."""
    case = book.cases[id]
    return _entry(book, key, f"📖 **{case.id}: {case.title}**\n{case.text}", case.text, book.chapter_of(id), (id,))


def term_page(book: Handbook, key: str, name: str) -> Leaf:
    """Return a term, with the cases that it stands for."""
    term = book.terms[name]
    text = f"📖 **{term.name[:1].upper()}{term.name[1:]}**\n{term.text}"
    at = book.chapter_of(term.cases[0]) if term.cases else ""
    return _entry(book, key, text, " ".join((term.text, *(f"({each})" for each in term.cases))), at, (name,))


def glossary(book: Handbook, key: str, number: int = 0) -> Leaf:
    """Return a page of all terms with their explanations."""
    names = sorted(book.terms, key=lambda name: book.terms[name].name.casefold())
    pages = _pages([f"**{book.terms[name].name}:** {book.terms[name].text}" for name in names])
    number = min(number, len(pages) - 1)
    of = f" · page {number + 1} of {len(pages)}" if len(pages) > 1 else ""
    before = [Press(f"rule:{key}:terms:{number - 1}", "Page before")] if number else []
    further = [Press(f"rule:{key}:terms:{number + 1}", "Next page")] if number + 1 < len(pages) else []
    return Leaf("\n".join([f"📖 **Words of the game**{of}", *pages[number]]), laid(before + further, _ways(key)))


def meant(known: Mapping[str, AnyGame], key: str, asked: str) -> Leaf:
    """Return the case or term that somebody means, or the results of a search."""
    book = book_of(known, key)
    exact = [id for id in book.cases if spelled(id) == spelled(asked)]
    if exact:
        return case_page(book, key, exact[0])
    if name := book.term(asked):
        return term_page(book, key, name)
    found = book.search(asked)
    if not found:
        wrong = Malformed(f"there is no rule {asked!r}; name one by its number, or by any words of it")
        return Leaf(no(wrong), laid(_ways(key)))
    if len(found) == 1:
        [only] = found
        return term_page(book, key, only.key) if only.kind == "term" else case_page(book, key, only.key)
    return results(book, key, asked, found)


def results(book: Handbook, key: str, asked: str, found: tuple[Found, ...]) -> Leaf:
    """Return the entries that a search has found, as a list to choose from."""
    lines = [FOUND.format(found=count(len(found), "place"), words=clip(asked, 60))]
    lines += (f"- {_named(each)}" for each in found[:MOST])
    if len(found) > MOST:
        lines.append(f"-# And {len(found) - MOST} more: add a word to find fewer.")
    options = [
        SelectOption(label=clip(_named(each), LONGEST), value=f"{each.kind}:{each.key}") for each in found[:MOST]
    ]
    return Leaf("\n".join(lines), laid([Pick(f"rule:{key}:pick", options, "Read")], _ways(key)))


def named_in(known: Mapping[str, AnyGame], key: str, text: str) -> Leaf:
    """Return the cases and terms that a message names: one in full, several as a list."""
    book = book_of(known, key)
    found = [
        *(Found("case", id, book.cases[id].title) for id in book.cases_in(text)),
        *(Found("term", name, book.terms[name].name) for name in book.terms_in(text)),
    ]
    if not found:
        return contents(known, key)
    first = found[0]
    leaf = term_page(book, key, first.key) if first.kind == "term" else case_page(book, key, first.key)
    options = [
        SelectOption(label=clip(_named(each), LONGEST), value=f"{each.kind}:{each.key}") for each in found[:MOST]
    ]
    named = [Pick(f"rule:{key}:pick", options, "Named in that message")] if len(found) > 1 else []
    return Leaf(leaf.text, laid(named, _ways(key)))


class Search(Modal, title="Search the rules"):
    """A dialog for the words to search for."""

    words: TextInput[Search] = TextInput(label="Any words, or a number", max_length=60)

    def __init__(self, client: BotClient, key: str) -> None:
        super().__init__()
        self.client, self.key = client, key

    async def on_submit(self, interaction: Interaction[Any]) -> None:
        """Show what the rules say about the words."""
        if await self.client.acknowledge(interaction):
            leaf = meant(self.client.tables.titles, self.key, self.words.value)
            await show(self.client, interaction, self.key, leaf)


def _entry(book: Handbook, key: str, text: str, said: str, at: str, own: tuple[str, ...]) -> Leaf:
    """Return an entry with a list of the entries that it uses."""
    others = [
        *(Found("case", id, book.cases[id].title) for id in book.cases_in(said) if id not in own),
        *(Found("term", name, book.terms[name].name) for name in book.terms_in(said) if name not in own),
    ][:MOST]
    options = [SelectOption(label=clip(_named(each), LONGEST), value=f"{each.kind}:{each.key}") for each in others]
    lists = [Pick(f"rule:{key}:pick", options, "Named here")] if others else []
    whole = [Press(f"rule:{key}:chapter:{at}", clip(f"Chapter: {book.chapters[at].name}", 80))] if at else []
    return Leaf(text, laid(lists, whole, _ways(key)))


def _named(found: Found) -> str:
    return f"{found.key}: {found.name}" if found.kind == "case" else f"{found.name} (explained)"


def _terms(book: Handbook, names: tuple[str, ...]) -> list[SelectOption]:
    return [
        SelectOption(label=book.terms[name].name, value=f"term:{name}", description=_brief(book.terms[name].text))
        for name in names
    ]


def _ways(key: str) -> list[Press]:
    """Return the ways that lead from every page."""
    words = [Press(f"rule:{key}:terms", "Words explained")] if key in handbooks() else []
    return [Press(f"rule:{key}:contents", "Contents"), *words, Press(f"rule:{key}:search", "Search", emoji="🔎")]


def _brief(text: str) -> str:
    return clip(text, LONGEST)


def _pages(lines: list[str], before: int = 0) -> list[list[str]]:
    """Divide lines into pages that fit into a message.

    The first page holds `before` characters of another text.
    """
    pages: list[list[str]] = [[]]
    for line in lines:
        taken = sum(len(each) + 1 for each in pages[-1]) + (before + 1) * (len(pages) == 1)
        if pages[-1] and taken + len(line) > ROOM:
            pages.append([])
        pages[-1].append(line)
    return pages
