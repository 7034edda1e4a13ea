"""The real program and a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.program import Program
from tests.browser.window import Window
from tests.local.conftest import PATIENCE, browser, chromium
from tests.patience import be_patient

__all__ = ["browser", "chromium"]

Open = Callable[..., Awaitable[Window]]


@pytest.fixture
async def program(tmp_path: Path) -> AsyncIterator[Program]:
    running = Program(tmp_path / "fieldpost.db")
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
async def opened(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens windows, each a separate browser on the page.

    Afterwards no script has failed in any of them.
    """
    be_patient(PATIENCE, monkeypatch.setitem)
    windows: list[Window] = []

    async def open_window(url: str, person: str = "", width: int = 1000, **context: Any) -> Window:
        screen = {"viewport": {"width": width, "height": 850}, "locale": "en-GB", "reduced_motion": "reduce"}
        where = await browser.new_context(**screen | context)
        window = Window(await where.new_page())
        windows.append(window)
        await window.page.goto(url + (f"?as={person}" if person else ""))
        return window

    yield open_window
    assert [wrong for window in windows for wrong in window.wrong] == []
