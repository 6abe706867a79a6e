"""Classify Discord's errors.

The library would wait and retry when Discord is busy or failing. For messages a trace in its HTTP session raises
first, since by then the publisher has newer boards and other chats to serve.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.core.messages.ports import MessageGone, TryLater
from bot.platforms.discord import timeouts

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10003, 10008, 10015, 10062
ACKNOWLEDGED, BAD_WEBHOOK_TOKEN, MISSING_ACCESS, MISSING_PERMISSIONS = 40060, 50027, 50001, 50013
CANNOT_SEND_HERE, THREAD_ARCHIVED, CANNOT_DM = 50008, 50083, 50007
THREAD_EXISTS = 160004

DEAD = {UNKNOWN_INTERACTION, ACKNOWLEDGED, BAD_WEBHOOK_TOKEN, UNKNOWN_WEBHOOK}
"""The interaction or its token is no longer valid."""
GONE = {UNKNOWN_MESSAGE, UNKNOWN_CHANNEL}
"""The message can never be edited again; a new one may be posted."""

_MESSAGES = re.compile(r"/channels/\d+(?:/messages|$)|/interactions/|/webhooks/")
_USUAL_WAIT = 5.0


class Archived(MessageGone):
    """The message's thread is archived: it must be unarchived before any change."""


class Troubled(Exception):
    """Discord failed for now with a server error."""

    def __init__(self, status: int) -> None:
        super().__init__(f"Discord answered with status {status}")
        self.status = status


PASSING = (Troubled, TimeoutError, aiohttp.ClientError, OSError)
"""Failures that leave open whether Discord did the call."""


def is_dead(error: Exception) -> bool:
    """Return whether an interaction is no longer valid."""
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and (
        error.code in DEAD or error.status == HTTPStatus.UNAUTHORIZED
    )


def is_answered(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED


def is_gone(error: Exception) -> bool:
    """Return whether the message or its channel is gone."""
    return isinstance(error, discord.HTTPException) and error.code in GONE


def is_archived(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == THREAD_ARCHIVED


def is_barred(error: Exception) -> bool:
    """Return whether the bot lacks a permission."""
    return isinstance(error, discord.Forbidden)


def watchful() -> aiohttp.TraceConfig:
    """Return a trace that raises TryLater at 429 and Troubled at 5xx, for all calls about messages."""
    trace = aiohttp.TraceConfig()
    timeouts.watch(trace)
    trace.on_request_end.append(_look)
    return trace


async def _look(_: aiohttp.ClientSession, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
    status = done.response.status
    if status != HTTPStatus.TOO_MANY_REQUESTS and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return
    if not _MESSAGES.search(done.url.path):
        return
    body = await _body(done.response)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        everywhere = isinstance(body, dict) and body.get("global") is True
        raise TryLater(_wait(body, done.response.headers.get("Retry-After")), everywhere=everywhere)
    raise Troubled(status)


async def _body(response: aiohttp.ClientResponse) -> Any:
    """Return the answer's body, read to its end so that the connection can be reused."""
    try:
        return await response.json(content_type=None)
    except (ValueError, aiohttp.ClientError):
        return None
    finally:
        response.release()


def _wait(body: Any, header: str | None) -> float:
    seconds = body.get("retry_after") if isinstance(body, dict) else header
    try:
        return max(0.0, float(seconds)) if seconds is not None else _USUAL_WAIT
    except (TypeError, ValueError):
        return _USUAL_WAIT
