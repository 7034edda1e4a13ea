"""Request bodies: JSON, or multipart with `payload_json` and `files[n]`."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web
from PIL import Image, UnidentifiedImageError

from bot.local.limits import FILE_BYTES, JSON, REQUEST_BYTES, Refused
from bot.local.objects import Attachment

mimetypes.add_type("image/webp", ".webp")  # Older versions of Python know it only from files of the system.

BODY_SECONDS = 20.0
"""Seconds in which the body of a request must arrive."""
JSON_BYTES = 2 * 1024 * 1024
_PART_BYTES = 4096
"""Bytes counted for each part of an upload beside its content.

They bound the number of empty parts.
"""
_UNSAFE_IN_NAMES = re.compile(r"[^\w.\-()\[\] ]")
_FILE_FIELD = re.compile(r"^files?\[(\d+)\]$")


class Upload(msgspec.Struct, frozen=True):
    """A file of a request."""

    filename: str
    content: bytes

    @property
    def content_type(self) -> str:
        """The content type, guessed from the file name."""
        return mimetypes.guess_type(self.filename)[0] or "application/octet-stream"

    @property
    def measures(self) -> tuple[int, int] | None:
        """Width and height in pixels; `None` if it is not a picture."""
        if not self.content_type.startswith("image/"):
            return None
        try:
            with Image.open(BytesIO(self.content)) as picture:
                return picture.size
        except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
            return None


def file_name(name: str) -> str:
    """Return Discord's name for a file: without spaces or path characters."""
    return _UNSAFE_IN_NAMES.sub("", name).strip().replace(" ", "_") or "file"


def describe(upload: Upload, attachment_id: str, description: str | None = None) -> Attachment:
    """The attachment that an upload becomes."""
    width, height = upload.measures or (None, None)
    return Attachment(
        id=attachment_id,
        filename=upload.filename,
        size=len(upload.content),
        content_type=upload.content_type,
        description=description,
        width=width,
        height=height,
    )


class Body(msgspec.Struct, frozen=True):
    """The body of a request: its JSON and its files by number."""

    json: Any = None
    files: dict[int, Upload] = {}

    @property
    def object(self) -> JSON:
        """The JSON as an object. Raises `Refused` 50035 for anything else."""
        if not isinstance(self.json, dict):
            fault = {"code": "MODEL_TYPE_CONVERT", "message": "Only dictionaries may be used in a ModelType"}
            raise Refused(50035, errors={"_errors": [fault]})
        return self.json


async def read_body(request: web.Request, *, uploads: bool = True) -> Body:
    """Read the body of a request; without `uploads` it must be small JSON.

    Raises `Refused` 40005 (too large), 50109 (not JSON, or broken off), or 408 for a body that does not end.
    """
    try:
        async with asyncio.timeout(BODY_SECONDS):
            if request.content_type.startswith("multipart/"):
                return await _read_multipart(request) if uploads else Body(json={})
            raw = await _read(request.content.iter_any(), JSON_BYTES, request.content_length)
    except TimeoutError:
        raise Refused(0, status=408, message="408: Request Timeout") from None
    except ConnectionResetError:  # The client died while sending.
        raise Refused(50109) from None
    return Body(json=_decode(raw)) if raw else Body(json={})


async def _read(chunks: AsyncIterator[bytes], most: int, announced: int | None = None) -> bytes:
    """Read a stream to its end.

    Raises `Refused` 40005 as soon as it exceeds `most` bytes.
    """
    if (announced or 0) > most:
        raise Refused(40005)
    content = bytearray()
    async for chunk in chunks:
        content += chunk
        if len(content) > most:
            raise Refused(40005)
    return bytes(content)


def _decode(raw: bytes | bytearray) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(50109) from None


async def _read_multipart(request: web.Request) -> Body:
    if (request.content_length or 0) > REQUEST_BYTES:
        raise Refused(40005)
    json: Any = {}
    files: dict[int, Upload] = {}
    room = REQUEST_BYTES
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            match = _FILE_FIELD.match(part.name or "")
            content = await _read(_chunks(part), min(room, FILE_BYTES if match else JSON_BYTES))
            room -= len(content) + _PART_BYTES
            if match:
                files[int(match[1])] = Upload(part.filename or "file", content)
            elif part.name == "payload_json":
                json = _decode(content)
    except (ValueError, AssertionError):
        raise Refused(50109) from None
    return Body(json=json, files=files)


async def _chunks(part: BodyPartReader) -> AsyncIterator[bytes]:
    while chunk := await part.read_chunk(1 << 16):
        yield chunk
