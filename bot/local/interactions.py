"""The life of an interaction, from a person's action to its last answer.

A bot acknowledges it within three seconds and answers within fifteen minutes. The module offers all that Discord
lets a bot do with an interaction's token.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from bot.local import wire, wire_messages
from bot.local.bodies import Body
from bot.local.commands import GROUP, SUBCOMMAND, read_choices
from bot.local.components import read_modal
from bot.local.events import Event
from bot.local.interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED,
    DEFERRED_UPDATE,
    FAILED,
    MESSAGE,
    MODAL,
    MODAL_SUBMIT,
    NO_OPTIONS,
    TIMED_OUT,
    UPDATE,
    Interaction,
)
from bot.local.limits import CHOICES as MOST_CHOICES
from bot.local.limits import JSON, Form, Refused
from bot.local.messages import Messages, Origin
from bot.local.objects import Channel, Flags, Message, Metadata, User
from bot.local.permissions import in_channel
from bot.local.times import now
from bot.local.world import World


class Interactions:
    """All interactions of the last fifteen minutes.

    The defaults of `ack_seconds` and `token_seconds` are Discord's.
    """

    def __init__(
        self, world: World, messages: Messages, *, ack_seconds: float = 3.0, token_seconds: float = 900.0
    ) -> None:
        self.world = world
        self.messages = messages
        self.ack_seconds = ack_seconds
        self.token_seconds = token_seconds
        self.by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._timers: set[asyncio.TimerHandle] = set()

    def close(self) -> None:
        """Stop all clocks."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # Interactions that a person starts.

    def begin(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: JSON,
        *,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Start an interaction: send it to the bot and start its timers."""
        new_id = self.world.new_id()
        metadata = Metadata(
            id=new_id,
            type=kind,
            user_id=user.id,
            name=full_name(data),
            interacted_id=message.id if message is not None and kind == COMPONENT else None,
            triggered_by=parent.metadata if parent is not None else None,
        )
        interaction = Interaction(self.world, kind, user, channel, data, id=new_id, metadata=metadata)
        interaction.message_id = message.id if message is not None else None
        self.by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self._later(self.ack_seconds, lambda: self._too_late(interaction))
        if kind != AUTOCOMPLETE:
            self._later(self.token_seconds, lambda: self._expire(interaction))
        payload = self._payload(interaction, message)
        self.world.tell(Event("INTERACTION_CREATE", lambda: payload, channel=channel))
        return interaction

    def stillborn(self, kind: int, user: User, channel: Channel, message: Message) -> Interaction:
        """Return a failed interaction: the component is no longer on the message."""
        new_id = self.world.new_id()
        metadata = Metadata(id=new_id, type=kind, user_id=user.id)
        interaction = Interaction(self.world, kind, user, channel, {}, id=new_id, metadata=metadata)
        interaction.message_id = message.id
        interaction.failed = FAILED
        interaction.changed()
        return interaction

    def _later(self, seconds: float, action: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.discard(timer)
            action()

        timer = asyncio.get_running_loop().call_later(seconds, run)
        self._timers.add(timer)

    def _too_late(self, interaction: Interaction) -> None:
        if not interaction.acknowledged:
            texts = {COMMAND: TIMED_OUT, AUTOCOMPLETE: NO_OPTIONS}
            interaction.failed = texts.get(interaction.kind, FAILED)
            interaction.changed()
        if interaction.kind == AUTOCOMPLETE:
            self._forget(interaction)

    def _expire(self, interaction: Interaction) -> None:
        interaction.expired = True
        self._later(self.token_seconds, lambda: self._forget(interaction))
        original = self._original(interaction)
        if original is not None and original.loading:
            self.world.remove(original)
            interaction.failed = interaction.failed or TIMED_OUT
            interaction.changed()

    def _forget(self, interaction: Interaction) -> None:
        self.by_id.pop(interaction.id, None)
        self._by_token.pop(interaction.token, None)

    def _payload(self, interaction: Interaction, message: Message | None) -> JSON:
        channel, user = interaction.channel, interaction.user
        body: JSON = {
            "id": interaction.id,
            "application_id": self.world.bot.id,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": wire.interaction_channel(self.world, channel, user.id),
            "app_permissions": str(int(in_channel(self.world, channel, self.world.bot.id))),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": channel.guild_id or "0"},
            "context": 0 if channel.guild_id else 1,
            "attachment_size_limit": self.world.file_bytes,
        }
        if channel.guild_id:
            guild = self.world.guilds[channel.guild_id]
            member = wire.member(self.world, guild, user.id)
            member["permissions"] = str(int(in_channel(self.world, channel, user.id)))
            body |= {
                "guild_id": guild.id,
                "guild": {"id": guild.id, "features": [], "locale": "en-US"},
                "guild_locale": "en-US",
                "member": member,
            }
        else:
            body["user"] = wire.user(user)
        if message is not None:
            body["message"] = wire_messages.message(self.world, message)
        return body

    # The bot's answers.

    def awaiting(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that a first answer is for.

        Raises `Refused` 10062 (unknown or too late), 40060 (already answered).
        """
        interaction = self.by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token.encode(), token.encode()):
            raise Refused(10062)
        if interaction.acknowledged:
            raise Refused(40060)
        if interaction.failed or interaction.expired:
            raise Refused(10062)
        return interaction

    def answer(self, interaction_id: str, token: str, body: Body) -> JSON:
        """Apply the first answer; returns Discord's response to `with_response`.

        Raises `Refused` as `awaiting` does, and 50035.
        """
        interaction = self.awaiting(interaction_id, token)
        self.world.channel(interaction.channel.id)
        form = Form(body.object)
        callback = form.one_of("type", self._possible(interaction), required=True)
        form.finish()
        data = body.object.get("data") or {}
        inner = Form(data, path=("data",), faults=form.faults)
        form.finish()
        shown: Message | None = None
        if callback == CHOICES:
            interaction.choices = _read_autocomplete(interaction, inner)
        elif callback == MODAL:
            interaction.modal = read_modal(inner)
        elif callback in (MESSAGE, DEFERRED):
            shown = self._first_reply(interaction, Body(data, body.files), loading=callback == DEFERRED)
        elif callback == UPDATE:
            shown = self._updated(interaction, Body(data, body.files))
        else:
            shown = interaction.message
        interaction.callback = callback
        interaction.owes = interaction.deferred
        interaction.changed()
        return self._response(interaction, shown)

    def _possible(self, interaction: Interaction) -> tuple[int, ...]:
        if interaction.kind == AUTOCOMPLETE:
            return (CHOICES,)
        possible = [MESSAGE, DEFERRED]
        if interaction.message_id is not None:
            possible += [DEFERRED_UPDATE, UPDATE]
        if interaction.kind != MODAL_SUBMIT:
            possible.append(MODAL)
        return tuple(possible)

    def _first_reply(self, interaction: Interaction, body: Body, *, loading: bool) -> Message:
        flags = Form(body.object).integer("flags", high=2**31 - 1)
        origin = self._origin(interaction, ephemeral=bool(flags & Flags.EPHEMERAL))
        if loading:
            message = Message(
                id=self.world.new_id(),
                channel_id=interaction.channel.id,
                author_id=self.world.bot.id,
                timestamp=now(),
                type=origin.type,
                reference_id=origin.reference_id,
                flags=Flags.LOADING | (flags & Flags.EPHEMERAL),
                interaction=origin.interaction,
                only_for=origin.only_for,
            )
            self.world.post(message)
        else:
            message = self.messages.post(interaction.channel, self.world.bot, body, origin)
        interaction.original_id = message.id
        interaction.reply_ids.append(message.id)
        return message

    def _origin(self, interaction: Interaction, *, ephemeral: bool, follows: str | None = None) -> Origin:
        reference = follows or interaction.message_id
        metadata = interaction.metadata
        if follows is not None:
            metadata = msgspec.structs.replace(metadata, original_id=follows)
        return Origin(
            interaction=metadata,
            only_for=interaction.user.id if ephemeral else None,
            type=19 if reference else 20 if interaction.kind == COMMAND else 0,
            reference_id=reference,
        )

    def _updated(self, interaction: Interaction, body: Body) -> Message:
        message = interaction.message
        if message is None:
            raise Refused(10008)
        return self.messages.edit(message, body)

    def _response(self, interaction: Interaction, shown: Message | None) -> JSON:
        response: JSON = {
            "interaction": {
                "id": interaction.id,
                "type": interaction.kind,
                "channel_id": interaction.channel.id,
            }
        }
        if interaction.channel.guild_id:
            response["interaction"]["guild_id"] = interaction.channel.guild_id
        if shown is not None:
            response["interaction"] |= {
                "response_message_id": shown.id,
                "response_message_loading": shown.loading,
                "response_message_ephemeral": shown.ephemeral,
            }
            kind = interaction.callback
            response["resource"] = {"type": kind, "message": wire_messages.message(self.world, shown)}
        return response

    # Later requests with the token.

    def of_token(self, token: str) -> Interaction:
        """Return the interaction of a token.

        Raises `Refused` 10015 (unknown, or not yet answered), 50027 (expired).
        """
        interaction = self._by_token.get(token)
        if interaction is not None and interaction.expired:
            raise Refused(50027)
        if interaction is None or not interaction.acknowledged:
            raise Refused(10015)
        return interaction

    def follow_up(self, token: str, body: Body) -> Message:
        """Post a further message; the first after a deferral replaces "is thinking"."""
        interaction = self.of_token(token)
        self.world.channel(interaction.channel.id)
        original = self._original(interaction)
        if original is not None and original.loading and interaction.callback == DEFERRED:
            message = self.messages.edit(original, body)
        else:
            flags = Form(body.object).integer("flags", high=2**31 - 1)
            origin = self._origin(
                interaction, ephemeral=bool(flags & Flags.EPHEMERAL), follows=interaction.original_id
            )
            message = self.messages.post(interaction.channel, self.world.bot, body, origin)
            interaction.reply_ids.append(message.id)
        self._settled(interaction)
        return message

    def shown(self, token: str, message_id: str) -> Message:
        """Return "@original", or a follow-up by its id. Raises `Refused` 10008."""
        interaction = self.of_token(token)
        if message_id == "@original":
            message = self._original(interaction)
        elif message_id in (*interaction.reply_ids, interaction.original_id, interaction.message_id):
            message = self.world.messages.get(interaction.channel.id, {}).get(message_id)
        else:
            message = None
        if message is None:
            raise Refused(10008)
        return message

    def edit(self, token: str, message_id: str, body: Body) -> Message:
        """Change "@original" or a follow-up."""
        message = self.messages.edit(self.shown(token, message_id), body)
        self._settled(self.of_token(token))
        return message

    def _settled(self, interaction: Interaction) -> None:
        interaction.owes = False
        interaction.changed()

    def _original(self, interaction: Interaction) -> Message | None:
        if interaction.callback in (DEFERRED_UPDATE, UPDATE):
            return interaction.message
        return self.world.messages.get(interaction.channel.id, {}).get(interaction.original_id or "")


def _read_autocomplete(interaction: Interaction, form: Form) -> list[JSON]:
    """Validate the choices of an autocomplete answer. Raises `Refused` 50035."""
    kind = next((o["type"] for o in leaves(interaction.data.get("options", ())) if o.get("focused")), 3)
    choices = read_choices(form.objects("choices", high=MOST_CHOICES, required=True) or [], kind)
    form.finish()
    return choices


def full_name(data: JSON) -> str | None:
    """Return a command's name with its subcommands, as "game new".

    Returns `None` if the data belongs to something else.
    """
    words = [data["name"]] if "name" in data else []
    below = data.get("options") or ()
    while below and below[0]["type"] in (SUBCOMMAND, GROUP):
        words.append(below[0]["name"])
        below = below[0].get("options") or ()
    return " ".join(words) or None


def leaves(options: Any) -> Any:
    """The options of a command that carry values, below subcommands and groups."""
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            yield from leaves(option.get("options", ()))
        else:
            yield option
