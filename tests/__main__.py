"""All checks: `python -m tests`.

Further arguments go to pytest, such as `-k sight`.

`python -m tests trap` tests one title or folder alone, and `python -m tests --fast` what has changed since `main`.
Both leave the laws, the games at length and the browser to the whole check. A title or folder alone is
read by Ruff only, so that its tests have both cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
RUFF: tuple[tuple[str, ...], ...] = (("ruff", "check", "."), ("ruff", "format", "--check", "."))
STATIC: tuple[tuple[str, ...], ...] = (
    *RUFF,
    ("mypy",),
    ("lint-imports",),
    ("python", "-m", "tests.house"),
)
"""Checks that read the code; they are made while its tests run."""
PAGE = ("python", "-m", "tests.page")
"""The check of the page's JavaScript; `--fast` needs a changed file of the page."""
PAGE_FILES = ("bot/local/page/", "tests/page/")
PYTEST = ("pytest", "-n", "2", "--dist", "worksteal", "--durations", "50", "--durations-min", "3")
"""The tests on two cores; the slowest are named at the end."""
LONG = ("kernel/test_laws.py", "kernel/test_soak.py", "browser")
ALWAYS = ("kernel", "kit")
"""Folders that any change may break, and that take seconds to test."""


def folders(name: str) -> list[Path]:
    """Return the tests of a title or another folder, with those of its pictures."""
    own = [TESTS / name] if any((TESTS / name).glob("test_*.py")) else []
    return [*own, *(TESTS / "render").glob(f"test_{name}_*.py")]


def concerned(file: str) -> Iterator[Path]:
    """Yield the tests that a changed file concerns.

    A file outside these folders concerns every test.
    """
    room, *inner = Path(file).parts
    if room not in ("bot", "render", "data", "tests") or file.endswith(".md"):
        return
    if room == "tests" and inner[0].startswith("test_"):
        yield from (each for each in [ROOT / file] if each.exists())
        return
    names = inner[1:2] if inner[0] == "titles" else [inner[0], room] if room == "render" else inner[:1]
    found = [each for name in names for each in folders(name)]
    yield from found or [TESTS]


def changed() -> list[str]:
    """Return the files that differ from `main`, with those that git does not know yet."""
    asked = (("diff", "--name-only", "--merge-base", "main"), ("ls-files", "--others", "--exclude-standard"))
    said = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True) for words in asked
    ]
    return [line for each in said for line in each.stdout.splitlines()]


def alone(words: Sequence[str]) -> list[Path]:
    """Return the tests of a single title or folder; empty for other arguments."""
    return folders(words[0]) if words and words[0].isidentifier() else []


def chosen(words: Sequence[str]) -> list[str]:
    """Return the arguments of pytest: everything, a folder, or the changed parts."""
    first, *rest = words or [""]
    if first == "--fast":
        tests = {each for name in ALWAYS for each in folders(name)}
        tests.update(each for file in changed() for each in concerned(file))
    elif own := alone(words):
        tests = set(own)
    else:
        return list(words)
    return [*map(str, sorted(tests)), *(f"--ignore={TESTS / name}" for name in LONG), *rest]


def static(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the checks that read the code."""
    if alone(words):
        return [*RUFF]
    fast = words[:1] == ["--fast"]
    return [*STATIC, PAGE] if not fast or any(file.startswith(PAGE_FILES) for file in changed()) else [*STATIC]


def run(check: Sequence[str], *, shown: bool = False) -> tuple[str, bool, str]:
    """Run a check; returns its name, its success, and its output if that was hidden."""
    command = [str(Path(sys.executable).parent / check[0]), *check[1:]]
    done = subprocess.run(
        command, stdout=None if shown else subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return " ".join(check[:3]), not done.returncode, (done.stdout or b"").decode()


def main(words: Sequence[str]) -> int:
    """Run every check, even after one has failed; returns how many did."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # Without its compiled tests pytest starts slowly.
    with ThreadPoolExecutor(1) as beside:
        read = beside.map(run, static(words))
        print(f"== {' '.join(PYTEST)}", flush=True)
        results = [run((*PYTEST, *chosen(words)), shown=True), *read]
    for name, _, said in results[1:]:
        print(f"\n== {name}\n{said}", end="", flush=True)
    failed = [name for name, passed, _ in results if not passed]
    print(f"\n{'FAILED: ' + ', '.join(failed) if failed else 'All checks passed.'}", flush=True)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
