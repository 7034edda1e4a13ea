"""The health of a bot, as its `/health` reports it to other processes."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.kit.english import count
from bot.settings import Address

SECONDS = 10.0
"""Seconds to wait for an answer."""
LARGEST = 1 << 20
"""The most bytes of an answer that are read."""


class Health(Struct, frozen=True):
    """The answer of `/health`: status 200 if `reason` is empty, otherwise 503."""

    healthy: bool
    reason: str
    """The faults in words for the host; "" if there are none."""
    connected: bool
    owed: int
    """The messages that are due."""
    oldest: float
    """Seconds since the oldest of them is owed."""
    waits: tuple[str, ...]
    """The reasons why messages wait, a sentence for each game and kind of message."""
    shards_held: int = 0
    """The shards of Discord that the process serves."""
    shards_connected: int = 0
    """How many of them are connected."""
    shards_in_all: int = 0
    """How many there are in all processes; 0 before Discord has been asked."""

    def __str__(self) -> str:
        """Say the same in plain words, a line each."""
        state = "connected and healthy" if self.healthy else f"not healthy: {self.reason}"
        oldest = f", the oldest for {self.oldest:.0f} s" if self.owed else ""
        shards = []
        if self.shards_in_all > 1:
            held = count(self.shards_held, "shard")
            shards = [f"{self.shards_connected} of {held} connected, {self.shards_in_all} in all processes"]
        return "\n".join([state, *shards, f"{count(self.owed, 'message')} owed{oldest}", *self.waits])


class Silent(Exception):
    """No bot answers at an address. The message is one line for the host."""


def ask(address: Address) -> Health:
    """Ask the bot at an address for its health. Raises `Silent`."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(address.near, address.port, timeout=SECONDS)
    try:
        connection.request("GET", "/health")
        return msgspec.json.decode(connection.getresponse().read(LARGEST), type=Health)
    except OSError as error:
        why = error.strerror or error
        raise Silent(
            f"no bot answers at FIELDPOST_METRICS={address} ({why}); start it with the same setting"
        ) from error
    except (HTTPException, msgspec.MsgspecError) as error:
        raise Silent(f"what answers at FIELDPOST_METRICS={address} is no bot of Fieldpost") from error
    finally:
        connection.close()
