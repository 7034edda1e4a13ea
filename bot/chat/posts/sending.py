"""Pictures and other files of messages, no larger than their place accepts."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Sequence

import discord
import msgspec
from discord import File
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES

from bot.chat.desk.guard import painted
from bot.chat.desk.work import WAITING, draw_later
from bot.chat.posts.posts import Post
from render import Picture
from render.drawings import Smaller

TOO_LARGE = "-# ⚠️ A file is too large for this place, and is left out."


class Upload(msgspec.Struct, frozen=True):
    """A file of a message with its alternative text.

    A remark says so if it had to be made smaller.
    """

    name: str
    body: bytes
    alt: str = ""
    remark: str = ""


def limit_of(client: discord.Client, guild: int) -> int:
    """Return the most bytes that a file may have in a server; 0 is a direct message."""
    found = client.get_guild(guild)
    return found.filesize_limit if found is not None else DEFAULT_FILE_SIZE_LIMIT_BYTES


async def fitting(
    pictures: Sequence[Picture | None], limit: int, patience: float = WAITING
) -> list[Picture | None]:
    """Return pictures, and smaller ones for those that are too large for a place.

    A picture is `None` if no smaller one shows anything.
    """
    return [
        each
        if each is None or len(each.png) <= limit
        else await draw_later(patience, painted, Smaller(each, limit))
        for each in pictures
    ]


async def within(post: Post, limit: int, patience: float) -> Post:
    """Return a post whose pictures fit a place. The post names a missing picture."""
    found = await fitting(post.pictures, limit, patience)
    kept = tuple(picture for picture in found if picture is not None)
    if kept == post.pictures:
        return post
    fitted = msgspec.structs.replace(post, pictures=kept)
    return fitted if len(kept) == len(found) or post.lacking else fitted.saying_so


def document(name: str, body: bytes, limit: int) -> Upload:
    """Return a text as a file, compressed if it is too large for a place."""
    if len(body) <= limit:
        return Upload(name, body)
    remark = "-# It is compressed, because files here have a limit. `python -m bot verify` reads it as it is."
    return Upload(f"{name}.gz", gzip.compress(body, mtime=0), remark=remark)


def files(attached: Iterable[Picture | Upload]) -> list[File]:
    """Wrap pictures and other files for Discord, each with its alternative text."""
    return [
        File(io.BytesIO(each.png), filename=each.name, description=each.alt[:1024])
        if isinstance(each, Picture)
        else File(io.BytesIO(each.body), filename=each.name, description=each.alt[:1024] or None)
        for each in attached
    ]
