"""The installed wheel runs in an empty folder, with its data and its page."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from tests.program import ROOT, free_port, line

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked wheel of this checkout, without dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    built, place = folder / "built", folder / "place"
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", built, ROOT], check=True)
    (wheel,) = built.glob("*.whl")
    subprocess.run([*PIP, "install", "--no-deps", "--target", place, wheel], check=True)
    return place


def fieldpost(installed: Path) -> tuple[list[str], dict[str, str]]:
    """Return the installed command, and an environment that hides the checkout."""
    return [sys.executable, str(installed / "bin" / "fieldpost")], os.environ | {"PYTHONPATH": str(installed)}


def test_all_that_is_printed_comes_with_the_wheel(installed: Path, tmp_path: Path) -> None:
    command, environment = fieldpost(installed)
    said = subprocess.run(
        [*command, "check-data"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.endswith(" can be played, 0 problems.\n"), said.stdout
    shipped = {file.relative_to(ROOT / "data") for file in (ROOT / "data").rglob("*") if file.is_file()}
    there = installed / "bot" / "data"
    assert {file.relative_to(there) for file in there.rglob("*") if file.is_file()} == shipped


async def test_the_installed_command_opens_a_table_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    command, environment = fieldpost(installed)
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, env=environment | {"FIELDPOST_PORT": port},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        await line(process, "is open at")
        async with aiohttp.ClientSession() as browser, browser.get(f"http://127.0.0.1:{port}") as page:
            assert page.status == 200
    finally:
        process.kill()
        await process.wait()
