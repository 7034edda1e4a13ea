"""Grouped commands at the page: listed, typed, and typed without their group."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import seated

pytestmark = pytest.mark.browser


async def test_a_command_of_a_group_is_typed_and_chosen(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        _, (player, _) = await seated(tonight, "tide", "first", "Anna", "Viktor")
        anna = await opened(f"{tonight.local.url}/?as=Anna#{player.place.id}")
        told = await anna.answered("/game me note text:Guard the church")
        await expect(told.get_by_text("Guard the church").first).to_be_attached()
        told = await anna.answered("/game note text:And the bridge")
        await expect(told.get_by_text("And the bridge").first).to_be_attached()
        told = await anna.answered("/tide retreat unit:1st Squad to:C4")
        await expect(told.get_by_text("Open now: /tide advance")).to_be_attached()
        await anna.answered("/game orders")
        field = anna.page.get_by_role("textbox", name="Write a message")
        await field.fill("/game no")
        await expect(anna.page.get_by_role("option", name="/game me note")).to_be_visible()
        await field.fill("/game me lo")
        await anna.page.get_by_role("option", name="/game me look").click()
        await expect(anna.page.get_by_role("group", name="Command game me look")).to_be_visible()
        await anna.page.keyboard.press("Escape")
        await anna.order("/game lok")
        await expect(anna.page.locator(".hint")).to_contain_text("There is no command /game lok.")
