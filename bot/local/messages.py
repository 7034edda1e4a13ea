"""Messages that requests post and edit, checked against Discord's limits."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec

from bot.local.bodies import Body, Upload, describe, file_name
from bot.local.components import read_components
from bot.local.limits import ATTACHMENTS, CONTENT, JSON, Form, Refused
from bot.local.objects import Attachment, Channel, ChannelType, Flags, Message, Metadata, User
from bot.local.permissions import Permission, in_channel, to_send
from bot.local.times import now
from bot.local.world import World

_NONCE_SECONDS = 300


class Origin(msgspec.Struct, kw_only=True, frozen=True):
    """The origin of a message that is not a plain message.

    It answers an interaction, and is visible to all or to a single user.
    """

    interaction: Metadata | None = None
    only_for: str | None = None
    type: int = 0
    reference_id: str | None = None


class Messages:
    """Posting and editing, for the bot and for people."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._nonces: dict[tuple[str, str, str], tuple[float, str]] = {}

    def send(self, channel: Channel, author: User, body: Body) -> Message:
        """Post a plain message.

        `author` needs the permissions; a closed direct message refuses it.
        """
        if channel.type == ChannelType.FORUM:
            raise Refused(50008)
        self._may_send(channel, author, body)
        if (first := self._same_nonce(channel, author, body.object)) is not None:
            return first
        if channel.thread is not None and channel.thread.locked:
            allowed = in_channel(self.world, channel, author.id)
            if not allowed & Permission.MANAGE_THREADS:
                raise Refused(50083)
        return self.post(channel, author, body)

    def post(self, channel: Channel, author: User, body: Body, origin: Origin | None = None) -> Message:
        """Post a message without a permission check, as answers to interactions are."""
        origin = origin or Origin()
        form = Form(body.object)
        flags = form.integer("flags", high=2**31 - 1) & Flags.SUPPRESS_NOTIFICATIONS
        if origin.only_for:
            flags |= Flags.EPHEMERAL
        message = Message(
            id=self.world.new_id(),
            channel_id=channel.id,
            author_id=author.id,
            timestamp=now(),
            nonce=_nonce(form),
            flags=flags,
            type=origin.type,
            reference_id=origin.reference_id,
            interaction=origin.interaction,
            only_for=origin.only_for,
            position=channel.thread.sent if channel.thread is not None else None,
        )
        message, files = self._fill(form, body.files, message)
        mentions = self._mentions(form, channel, author, message)
        pings = () if flags & Flags.SUPPRESS_NOTIFICATIONS else self._pinged(channel, author, mentions)
        message = msgspec.structs.replace(message, **mentions, pings=pings)
        for attachment_id, upload in files.items():
            self.world.shelf.put(attachment_id, upload.content, only_for=message.only_for)
        self.world.post(message)
        self._remember_nonce(author, message)
        return message

    def edit(self, message: Message, body: Body) -> Message:
        """Change a message; omitted fields keep their values. An edit never pings."""
        channel = self.world.channels[message.channel_id]
        form = Form(body.object)
        edited = None if message.loading else now()
        changed = msgspec.structs.replace(message, flags=message.flags & ~Flags.LOADING, edited_timestamp=edited)
        changed, files = self._fill(form, body.files, changed)
        author = self.world.users[message.author_id]
        mentions = self._mentions(form, channel, author, changed)
        changed = msgspec.structs.replace(changed, **mentions)
        for attachment_id, upload in files.items():
            self.world.shelf.put(attachment_id, upload.content, only_for=message.only_for)
        self.world.replace(changed)
        return changed

    # Reading a request

    def _may_send(self, channel: Channel, author: User, body: Body) -> None:
        allowed = in_channel(self.world, channel, author.id)
        if not allowed & Permission.VIEW_CHANNEL:
            raise Refused(50001)
        needed = [to_send(channel)]
        if body.files:
            needed.append(Permission.ATTACH_FILES)
        if any(not allowed & each for each in needed):
            raise Refused(50013)
        if any(self.world.users[each].dms_closed for each in channel.recipients if author.bot):
            raise Refused(50007)

    def _fill(self, form: Form, files: dict[int, Upload], message: Message) -> tuple[Message, dict[str, Upload]]:
        """Return `message` with the form's content, and its new files."""
        content = message.content
        if "content" in form:
            content = (form.text("content", high=CONTENT) or "").strip()
        parts = tuple(read_components(form)) if "components" in form else message.components
        attachments, uploads = self._attachments(form, files, message)
        for absent in ("embeds", "poll", "sticker_ids", "message_reference"):
            if form.body.get(absent):
                form.fault(absent, "BASE_TYPE_CHOICES", "There are no embeds, polls, stickers and replies here.")
        form.finish()
        if not content and not attachments:
            raise Refused(50006)
        filled = msgspec.structs.replace(message, content=content, components=parts, attachments=attachments)
        return filled, uploads

    def _attachments(
        self, form: Form, files: dict[int, Upload], message: Message
    ) -> tuple[tuple[Attachment, ...], dict[str, Upload]]:
        """Return the attachments of the message, and the new files by attachment id."""
        present = {each.id: each for each in message.attachments}
        kept: list[Attachment] = []
        uploads: dict[str, Upload] = {}
        listed = form.objects("attachments", high=ATTACHMENTS)
        if listed is None:
            kept = list(message.attachments)
            listed = [Form({"id": number}) for number in files]
        for each in listed:
            given = str(each.body.get("id"))
            description = each.text("description", high=1024)
            upload = files.get(int(given)) if given.isdecimal() else None
            if upload is not None and len(upload.content) > self.world.file_bytes:
                raise Refused(40005)
            if given in present:
                attachment = present[given]
                if "description" in each:
                    attachment = msgspec.structs.replace(attachment, description=description)
            elif upload is not None:
                name = each.text("filename", low=1, high=1024) or upload.filename
                upload = Upload(file_name(name), upload.content)
                attachment = describe(upload, self.world.new_id(), description)
                uploads[attachment.id] = upload
            else:
                each.fault("id", "ATTACHMENT_NOT_FOUND", f"The attachment {given} was not found")
                continue
            kept.append(attachment)
        if len(kept) > ATTACHMENTS:
            form.fault("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {ATTACHMENTS} or fewer in length.")
        return tuple(kept), uploads

    # Mentions

    def _mentions(self, form: Form, channel: Channel, author: User, message: Message) -> JSON:
        """Return the mentions in a message that `allowed_mentions` permits."""
        allowed = form.object("allowed_mentions")
        kinds = ["users", "everyone"]
        users: list[str] = []
        if allowed is not None:
            kinds = [str(kind) for kind in allowed.array("parse", high=3) or []]
            users = allowed.snowflakes("users", high=100)
            if "users" in kinds and users:
                words = 'parse:["users"] and users: [ids...] are mutually exclusive.'
                allowed.fault("users", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
            form.finish()
        named = dict.fromkeys(re.findall(r"<@!?(\d+)>", message.content))
        mentioned = [u for u in named if u in self.world.users and ("users" in kinds or u in users)]
        may_call_all = bool(in_channel(self.world, channel, author.id) & Permission.MENTION_EVERYONE)
        everyone = "everyone" in kinds and bool(re.search(r"@(everyone|here)\b", message.content))
        return {"mentions": tuple(mentioned), "mention_everyone": everyone and may_call_all}

    def _pinged(self, channel: Channel, author: User, mentions: JSON) -> tuple[str, ...]:
        """Return the users whom the mentions notify, without the author."""
        pinged = dict.fromkeys(mentions["mentions"])
        if channel.guild_id is not None and mentions["mention_everyone"]:
            pinged |= dict.fromkeys(self.world.guilds[channel.guild_id].members)
        pinged.pop(author.id, None)
        return tuple(pinged)

    # Nonces

    def _same_nonce(self, channel: Channel, author: User, body: JSON) -> Message | None:
        """Return the author's recent message with the same enforced nonce."""
        if not body.get("enforce_nonce"):
            return None
        oldest = time.monotonic() - _NONCE_SECONDS
        self._nonces = {key: value for key, value in self._nonces.items() if value[0] > oldest}
        found = self._nonces.get((channel.id, author.id, str(body.get("nonce"))))
        return self.world.messages[channel.id].get(found[1]) if found else None

    def _remember_nonce(self, author: User, message: Message) -> None:
        if message.nonce is not None:
            key = (message.channel_id, author.id, str(message.nonce))
            self._nonces[key] = (time.monotonic(), message.id)


def _nonce(form: Form) -> Any:
    value = form.body.get("nonce")
    if isinstance(value, str):
        return form.text("nonce", high=25)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        form.fault("nonce", "NONCE_TYPE_INVALID", "A nonce is a number or a string.")
    return value
