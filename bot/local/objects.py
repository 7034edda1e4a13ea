"""The records of the local Discord: users, guilds, channels, messages, commands.

The history writes and reads these records; `wire` builds Discord's JSON from them. Ids are snowflakes as strings
of digits, times ISO 8601 in UTC.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, IntFlag
from typing import Any

import msgspec

EPOCH = 1_420_070_400_000
"""The start of 2015 in milliseconds, the epoch of Discord's snowflakes."""


class ChannelType(IntEnum):
    """Discord's numbers for the types of channel that exist here."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


def text_channel_name(name: str) -> str:
    """Return a text channel's name as Discord rewrites it."""
    return "-".join(name.strip().lower().split())


class Flags(IntFlag):
    """Flags of a message."""

    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12


class User(msgspec.Struct, kw_only=True):
    """A person or a bot.

    `read` is the newest message seen in each channel, by channel id. `secret` is the person's part of a secret
    link; no answer ever carries it.
    """

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    dms_closed: bool = False
    read: dict[str, str] = {}
    secret: str = ""

    @property
    def name(self) -> str:
        """The name that people see."""
        return self.global_name or self.username


class Role(msgspec.Struct, kw_only=True):
    """A guild's role; `permissions` is a bit set."""

    id: str
    name: str
    permissions: int = 0
    position: int = 0
    managed: bool = False
    bot_id: str | None = None


class Member(msgspec.Struct, kw_only=True):
    """A user in a guild."""

    user_id: str
    joined_at: str
    roles: list[str] = []


class Guild(msgspec.Struct, kw_only=True):
    """A Discord server: roles and members. Its channels are kept separately."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = {}
    members: dict[str, Member] = {}


class Overwrite(msgspec.Struct, kw_only=True):
    """The permissions that a channel allows and denies to a member."""

    id: str
    allow: int = 0
    deny: int = 0


class Thread(msgspec.Struct, kw_only=True):
    """The fields of a thread or forum post beyond a channel's.

    `members` gives the time of joining by user id.
    """

    owner_id: str
    created_at: str
    archived_at: str
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    members: dict[str, str] = {}
    sent: int = 0


class Channel(msgspec.Struct, kw_only=True):
    """A text channel, forum, thread, forum post or direct-message channel."""

    id: str
    type: ChannelType
    guild_id: str | None = None
    name: str = ""
    parent_id: str | None = None
    position: int = 0
    overwrites: dict[str, Overwrite] = {}
    recipients: list[str] = []
    last_message_id: str | None = None
    last_pin: str | None = None
    thread: Thread | None = None

    @property
    def is_thread(self) -> bool:
        """Whether it belongs to another channel."""
        return self.thread is not None


class Attachment(msgspec.Struct, kw_only=True, frozen=True):
    """A file of a message; `description` is its text alternative.

    Pictures have a width and a height.
    """

    id: str
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


class Metadata(msgspec.Struct, kw_only=True, frozen=True):
    """The interaction that led to a message."""

    id: str
    type: int
    user_id: str
    name: str | None = None
    original_id: str | None = None
    interacted_id: str | None = None
    triggered_by: "Metadata | None" = None


class Button(msgspec.Struct, kw_only=True, frozen=True):
    """A button as a person sees it."""

    label: str
    custom_id: str
    style: int
    disabled: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A choice that the bot offers for an option while it is being typed."""

    name: str
    value: str | int | float


class Message(msgspec.Struct, kw_only=True, frozen=True):
    """A message at one moment: an edit creates a new one.

    `only_for` is the only user who sees it (ephemeral). `pings` are the users whom it notified when it was posted.
    `components` are in Discord's JSON, validated and numbered.
    """

    id: str
    channel_id: str
    author_id: str
    timestamp: str
    content: str = ""
    edited_timestamp: str | None = None
    mentions: tuple[str, ...] = ()
    mention_everyone: bool = False
    pings: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    components: tuple[dict[str, Any], ...] = ()
    flags: int = 0
    pinned: str | None = None
    type: int = 0
    nonce: str | int | None = None
    reference_id: str | None = None
    interaction: Metadata | None = None
    position: int | None = None
    only_for: str | None = None

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.flags & Flags.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still shows that the bot is thinking."""
        return bool(self.flags & Flags.LOADING)

    @property
    def parts(self) -> list[dict[str, Any]]:
        """All components in reading order, nested ones after their parents."""
        return list(walk(self.components))

    @property
    def buttons(self) -> list[Button]:
        """All buttons in reading order."""
        return [
            Button(
                label=part.get("label") or (part.get("emoji") or {}).get("name") or "",
                custom_id=part["custom_id"],
                style=part["style"],
                disabled=part.get("disabled", False),
            )
            for part in self.parts
            if part["type"] == 2
        ]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be clicked."""
        return [button.label for button in self.buttons if not button.disabled]

    @property
    def selects(self) -> list[dict[str, Any]]:
        """All selects in reading order, in Discord's JSON."""
        return [part for part in self.parts if part["type"] == 3]


def walk(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each of `components` (Discord's JSON), followed by its nested components."""
    for part in components:
        yield part
        yield from walk(part.get("components", ()))
        if inner := part.get("component"):
            yield from walk((inner,))


class Command(msgspec.Struct, kw_only=True):
    """A registered slash command; `options` are validated, in Discord's JSON."""

    id: str
    version: str
    name: str
    description: str = ""
    options: list[dict[str, Any]] = []
