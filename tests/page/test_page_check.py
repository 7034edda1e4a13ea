"""When the check of the page's JavaScript is skipped, fails and is repeated."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests import page
from tests.page import __main__ as check


@pytest.mark.parametrize(("ci", "failed"), [("1", 1), ("true", 1), ("", 0), ("0", 0)])
def test_without_node_the_check_is_skipped_but_not_on_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, failed: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(check, "which", lambda _: None)
    assert check.main() == failed
    assert "Skipped: the page's JavaScript" in capsys.readouterr().out


def npm(folder: Path, failures: int) -> str:
    """Return an npm that fails some times, and counts its runs."""
    script = folder / "npm"
    script.write_text(
        f'#!/bin/sh\necho run >> "{folder}/runs"\n'
        f'test $(wc -l < "{folder}/runs") -gt {failures} || {{ echo no network; exit 1; }}\n'
    )
    script.chmod(0o755)
    return str(script)


@pytest.mark.parametrize(("failures", "installed", "runs"), [(0, True, 1), (2, True, 3), (9, False, 3)])
def test_an_install_is_repeated_when_the_network_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    failures: int,
    installed: bool,
    runs: int,
) -> None:
    monkeypatch.setattr(check, "INSTALLED", tmp_path / "installed")
    assert check.install(npm(tmp_path, failures)) is installed
    assert len((tmp_path / "runs").read_text().splitlines()) == runs
    assert ("no network" in capsys.readouterr().out) is not installed


def test_a_newer_lock_is_installed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(check, "INSTALLED", tmp_path / "installed")
    assert not check.is_installed()
    (tmp_path / "installed").touch()
    assert check.is_installed()
    os.utime(tmp_path / "installed", (0, 0))
    assert not check.is_installed()


def test_the_lock_names_no_address_of_a_machine() -> None:
    assert "resolved" not in check.LOCK.read_text(encoding="utf-8")


def test_no_file_of_npm_is_in_the_repository() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "node_modules"], cwd=Path(page.__file__).parent, capture_output=True, check=True
    )
    assert listed.stdout == b""
