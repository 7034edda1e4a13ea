"""The page has an icon for every emoji of the bot.

Some machines lack a font for them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.local.home.page import _PAGE

ROOT = Path(__file__).parents[2]
EMOJI = re.compile("[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
WRITTEN = sorted({
    found
    for folder, kinds in (("bot/chat", "*.py"), ("bot/kernel", "*.py"), ("bot/titles", "*.py"), ("data", "*.toml"))
    for path in (ROOT / folder).rglob(kinds)
    for found in EMOJI.findall(path.read_text(encoding="utf-8"))
})  # fmt: skip


@pytest.mark.parametrize("emoji", WRITTEN)
def test_every_emoji_that_the_bot_writes_has_an_icon(emoji: str) -> None:
    icons = dict(re.findall(r'"(.)": "(\w+)"', (_PAGE / "emoji.js").read_text(encoding="utf-8")))
    assert emoji in icons, f"{emoji} has no icon in emoji.js"
    assert re.search(rf"^  {icons[emoji]}:", (_PAGE / "dom.js").read_text(encoding="utf-8"), re.MULTILINE)
