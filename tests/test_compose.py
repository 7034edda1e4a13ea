"""The compose file starts what the README starts by hand."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import yaml

from bot.settings import settings
from bot.signals import LONGEST
from tests.program import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS = 2
SECRET = re.compile(r"…|\$\{(\w+):\?\}")
"""A value that the host fills in."""


class Container(NamedTuple):
    """A container: its image, its variables and volumes, and when it starts again."""

    image: str
    environment: dict[str, str]
    volumes: list[str]
    restart: str


def by_hand() -> Iterator[tuple[str, Container]]:
    """Yield the containers of the README's chapter, by name."""
    chapter = README.partition("### Host it for many")[2]
    commands = chapter.partition("```sh\n")[2].partition("```")[0].replace("\\\n", " ")
    each = re.sub(r"for bot in ([\w ]+); do (.*); done", _each, commands)
    for line in each.splitlines():
        if line.startswith("docker run "):
            yield _run(shlex.split(line)[2:])


def _each(loop: re.Match[str]) -> str:
    """Write a loop of the shell out."""
    return "\n".join(loop[2].replace("$bot", bot) for bot in loop[1].split())


def _run(words: list[str]) -> tuple[str, Container]:
    """Read a command that runs a container."""
    known = argparse.ArgumentParser()
    known.add_argument("-d", action="store_true", required=True)
    for option in ("--name", "--network", "--restart"):
        known.add_argument(option, default="")
    for option in ("-e", "-v"):
        known.add_argument(option, action="append", default=[])
    known.add_argument("image")
    found = known.parse_args(words)
    variables = dict(each.split("=", 1) for each in found.e)
    return found.name, Container(found.image, variables, found.v, found.restart)


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((ROOT / ".github" / "compose.yaml").read_text(encoding="utf-8"))


def filled_in(value: str) -> str:
    """Return a value as all hosts have it, without their secrets."""
    return SECRET.sub("…", value)


def test_compose_starts_the_containers_of_the_readme(compose: Any) -> None:
    hand = dict(by_hand())
    assert set(compose["services"]) == set(hand)
    for name, service in compose["services"].items():
        assert service["image"] == hand[name].image
        environment = {key: filled_in(value) for key, value in service["environment"].items()}
        assert environment == {key: filled_in(value) for key, value in hand[name].environment.items()}
        assert service.get("volumes", []) == hand[name].volumes
        assert hand[name].restart in ("", service["restart"])


def test_several_bots_of_one_image_share_one_server(compose: Any) -> None:
    bots = [service for service in compose["services"].values() if "build" in service]
    assert len(bots) == BOTS
    for bot in bots:
        assert bot == bots[0]
        assert bot["depends_on"] == {"db": {"condition": "service_healthy"}}
        found = settings({key: SECRET.sub("secret", value) for key, value in bot["environment"].items()})
        assert str(found.database) == "postgresql://fieldpost@db/fieldpost"
        assert found.token
        assert (ROOT / ".github" / bot["build"]).resolve() == ROOT
    volumes = {each.partition(":")[0] for each in compose["services"]["db"]["volumes"]}
    assert set(compose["volumes"]) == volumes


def test_a_stopped_bot_has_the_time_that_it_needs(compose: Any) -> None:
    for service in compose["services"].values():
        if "build" in service:
            assert int(service["stop_grace_period"].removesuffix("s")) > LONGEST


def test_the_readme_names_the_compose_file() -> None:
    assert "docker compose -f .github/compose.yaml up -d" in README
