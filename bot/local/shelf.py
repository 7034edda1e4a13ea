"""Uploaded files, and their signed addresses.

A file can be fetched only with the signature in its address. So guessing a number reveals no picture of another
person's private message.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import quote

from bot.local.objects import Attachment

_RECENT = 64
"""The number of files that are kept both in memory and in the history."""
_PRIVATE_BYTES = 24 << 20
"""Bytes of the files kept for a single person; the oldest make room for new files."""


class Shelf:
    """Files by attachment id; without a history (`lost` is `None`), all in memory.

    `unsaved` holds the files that the history still has to write, `None` for a dropped file. Private files are
    never written, so they vanish with the session.
    """

    def __init__(self, *, key: bytes | None = None) -> None:
        self.key = key or secrets.token_bytes(32)
        self.origin = ""
        self.unsaved: dict[str, bytes | None] = {}
        self.lost: Callable[[str], Awaitable[bytes | None]] | None = None
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._private: dict[str, dict[str, bytes]] = {}

    def put(self, attachment_id: str, content: bytes, *, only_for: str | None = None) -> None:
        """Keep a file; private files stay in memory while they are among the newest."""
        if only_for is None:
            self._held[attachment_id] = content
            self.unsaved[attachment_id] = content
            return
        own = self._private.setdefault(only_for, {})
        own[attachment_id] = content
        spare = sum(map(len, own.values())) - _PRIVATE_BYTES
        for oldest in list(own):
            if spare <= 0 or oldest == attachment_id:
                break
            spare -= len(own.pop(oldest))

    def drop(self, attachment_id: str) -> None:
        """Forget a file."""
        for own in self._private.values():
            if own.pop(attachment_id, None) is not None:
                return
        self._held.pop(attachment_id, None)
        self.unsaved[attachment_id] = None

    def forget(self, person: str) -> None:
        """Drop all private files of a person."""
        self._private.pop(person, None)

    async def get(self, attachment_id: str) -> bytes | None:
        """Return a file's content, or `None` if it is unknown."""
        for own in self._private.values():
            if attachment_id in own:
                return own[attachment_id]
        content = self._held.get(attachment_id)
        if content is None and self.lost is not None:
            content = await self.lost(attachment_id)
            if content is not None:
                self._held[attachment_id] = content
                self.thin()
        return content

    def thin(self) -> None:
        """Drop files from memory that the history holds and no request used lately."""
        if self.lost is None:
            return
        for attachment_id in list(self._held)[: max(0, len(self._held) - _RECENT)]:
            if attachment_id not in self.unsaved:
                del self._held[attachment_id]

    def path(self, channel_id: str, attachment: Attachment) -> str:
        """Return the signed address of an attachment below the origin."""
        plain = f"/attachments/{channel_id}/{attachment.id}/{quote(attachment.filename)}"
        return f"{plain}?hm={self._sign(channel_id, attachment.id)}"

    def url(self, channel_id: str, attachment: Attachment) -> str:
        """Return the full address of an attachment."""
        return self.origin + self.path(channel_id, attachment)

    def signed(self, channel_id: str, attachment_id: str, signature: str) -> bool:
        """Return whether an address carries the right signature."""
        expected = self._sign(channel_id, attachment_id)
        return hmac.compare_digest(expected.encode(), signature.encode())

    def _sign(self, channel_id: str, attachment_id: str) -> str:
        text = f"{channel_id}/{attachment_id}".encode()
        return hmac.new(self.key, text, hashlib.sha256).hexdigest()
