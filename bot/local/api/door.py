"""Request handling common to all routes of the HTTP API.

The steps are: apply a fault, check the token, read the body, check the rate limit, run the handler, save. No body
is read before the token is accepted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
from aiohttp import web

from bot.local.api import commands, messages, users, webhooks
from bot.local.bodies import Body, read_body
from bot.local.faults import Exchange, Fault
from bot.local.limits import Refused
from bot.local.rates import Limited
from bot.local.site import Call, Handler, Route, Site

PREFIX = "/api/v10"
ROUTES: list[Route] = [
    *users.ROUTES,
    *messages.ROUTES,
    *commands.ROUTES,
    *webhooks.ROUTES,
]
_UPLOADS = frozenset(
    {
        "/channels/{channel}/messages",
        "/channels/{channel}/messages/{message}",
        "/interactions/{interaction}/{token}/callback",
        "/webhooks/{application}/{token}",
        "/webhooks/{application}/{token}/messages/{message}",
    }
)
"""The routes that accept files."""
_BODILESS = ("GET", "DELETE", "HEAD")
_MAJORS = ("channel", "guild", "token")
_log = logging.getLogger(__name__)


class Door:
    """Serves the API of a site.

    `accepts` validates the token of an "Authorization: Bot …" header. `trust` is called with each connection over
    which a valid token has come.
    """

    def __init__(
        self, site: Site, accepts: Callable[[str], bool], trust: Callable[[asyncio.BaseTransport | None], None]
    ) -> None:
        self.site = site
        self.accepts = accepts
        self.trust = trust

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all routes below `PREFIX`, with a response for unknown ones."""
        for method, path, handler in ROUTES:
            router.add_route(method, PREFIX + path, self._serve(path, handler))
        router.add_route("*", "/api/{rest:.*}", self._serve("/", _unknown))

    def _serve(self, route: str, handler: Handler) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(PREFIX)
            exchange = Exchange(method=request.method, path=path, query=dict(request.query), body=None, files=[])
            if self.site.faults.recording:
                self.site.faults.requests.append(exchange)
            fault = self.site.faults.take(request.method, path)
            if fault is not None and not fault.after:
                if (struck := await self._strike(fault, request)) is not None:
                    exchange.status = struck.status
                    return struck
                fault = None
            response = await self._answer(request, route, handler, exchange)
            if fault is not None and (struck := await self._strike(fault, request)) is not None:
                exchange.status = struck.status
                return struck
            return response

        return serve

    async def _strike(self, fault: Fault, request: web.Request) -> web.Response | None:
        """Apply a fault; `None` if the request continues after it."""
        if fault.mishap == "hang":
            await self.site.faults.released()
            return None
        if fault.mishap == "drop":
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=502)
        return _json(fault.status, fault.body, fault.headers)

    async def _answer(
        self, request: web.Request, route: str, handler: Handler, exchange: Exchange
    ) -> web.Response:
        headers: dict[str, str] = {}
        try:
            self._authorise(request, route)
            body = Body()
            if request.method not in _BODILESS:
                body = await read_body(request, uploads=route in _UPLOADS)
            exchange.body = body.json
            exchange.files = [upload.filename for upload in body.files.values()]
            major = next((request.match_info[key] for key in _MAJORS if key in request.match_info), "")
            enforced = self.site.faults.rate_limits
            headers = self.site.rates.count(request.method, route, major, enforced=enforced)
            call = Call(self.site, request.match_info, request.query, body)
            answer = handler(call)
            status = 204 if answer is None else 200
            await self.site.history.save()
        except Refused as refused:
            status, answer = refused.status, refused.body
        except Limited as limited:
            status, answer, headers = 429, limited.body, limited.headers
        except Exception:
            # The path itself may hold a token.
            _log.exception("%s %s could not be answered", request.method, route)
            status, answer = 500, {"message": "500: Internal Server Error", "code": 0}
        exchange.status, exchange.answer = status, answer
        return _json(status, answer, headers)

    def _authorise(self, request: web.Request, route: str) -> None:
        """Check the token of a request: the bot's, or that of an interaction in its path."""
        if route.startswith("/interactions/"):
            self.site.interactions.awaiting(request.match_info["interaction"], request.match_info["token"])
        elif route.startswith("/webhooks/"):
            self.site.interactions.of_token(request.match_info["token"])
        else:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            if scheme != "Bot" or not self.accepts(token):
                raise Refused(0, status=401, message="401: Unauthorized")
        self.trust(request.transport)


def _json(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Return a response in Discord's form.

    The content type has no charset; discord.py relies on that.
    """
    if body is None:
        return web.Response(status=status, headers=headers)
    raw = msgspec.json.encode(body)
    return web.Response(status=status, body=raw, headers=headers | {"Content-Type": "application/json"})


def _unknown(call: Call) -> NoReturn:
    raise Refused(0)
