"""Translate Telegram's errors for the core: gone, not allowed, try later. The texts matched are the Bot API's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, TelegramError

from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.observability.redaction import redacted

USUAL_WAIT = 5.0
"""Seconds to wait if Telegram gives no number."""


class BadToken(Exception):
    """Telegram rejects the bot's token."""


class Failed(Exception):
    """The call failed for another reason, perhaps temporarily."""


class Moved(Exception):
    """The group became a supergroup with a new id."""

    def __init__(self, chat: int) -> None:
        super().__init__(f"the group goes on as {chat}")
        self.chat = chat


class Unchanged(Exception):
    """The message already has this content, so the edit counts as done."""


class NoText(Exception):
    """The message is a picture: its text is a caption."""


class NoCaption(Exception):
    """The message has no picture: its text is not a caption."""


class NoMoments(Exception):
    """The server cannot show times in each reader's zone."""


class TooOld(Exception):
    """A press that can no longer be answered."""


class NoPictures(NotAllowed):
    """The bot may send text in this chat, but no pictures."""


class FloodWait(TelegramError):
    """429, with the exact seconds from Telegram."""

    def __init__(self, payload: bytes) -> None:
        self.seconds = _seconds(payload)
        super().__init__(f"too many requests, try again in {self.seconds:g} s")


_MEANINGS: tuple[tuple[type[Exception], tuple[str, ...]], ...] = (
    (Unchanged, ("message is not modified",)),
    (NoText, ("there is no text in the message to edit",)),
    (NoCaption, ("there is no caption in the message to edit",)),
    (NoMoments, ('unsupported start tag "tg-time"',)),
    (TooOld, ("query is too old", "query id is invalid")),
    (
        NoPictures,
        (
            *("not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden"),
            *("not enough rights to send animations", "chat_send_gifs_forbidden"),
        ),
    ),
    (
        NotAllowed,
        ("reaction_invalid", "reactions_too_many", "message to react not found", "can't be reacted"),
    ),
    (
        NotAllowed,
        ("not enough rights", "no rights to send", "chat_write_forbidden", "chat_restricted", "topic_closed"),
    ),
    (
        MessageGone,
        (
            "message to edit not found",
            "message can't be edited",
            "message to delete not found",
            "message can't be deleted",
            "message_id_invalid",
            "message identifier is not specified",
            "message thread not found",
            "topic_deleted",
            "chat not found",
            "peer_id_invalid",
            "group chat was deleted",
            "group chat was deactivated",
            "user is deactivated",
        ),
    ),
)


@contextmanager
def translated() -> Iterator[None]:
    """Raise Telegram's errors as ours; none of them contains the token, nor chains to one that does."""
    try:
        yield
    except TelegramError as error:
        raise meaning(error) from None


def meaning(error: TelegramError) -> Exception:
    words = redacted(str(error))
    if isinstance(error, FloodWait):
        return TryLater(error.seconds)
    if _is_strange(error):
        return Failed(f"something else than the Bot API answered: {type(error).__name__}")
    if isinstance(error, ChatMigrated):
        return Moved(error.new_chat_id)
    if isinstance(error, InvalidToken):
        return BadToken("Telegram does not know this token: copy it again from @BotFather")
    if isinstance(error, BadRequest | Forbidden):
        said = words.lower()
        for kind, signs in _MEANINGS:
            if any(sign in said for sign in signs):
                return kind(words)
        if isinstance(error, Forbidden):
            return NotAllowed(words)
    return Failed(f"{type(error).__name__}: {words}")


def _is_strange(error: BaseException) -> bool:
    """Return whether the answer comes from something else than the Bot API, such as a proxy or a hotel's login page.

    The library goes by the status alone: it takes any 404 for a wrong token, and any 403 for a chat's refusal.
    """
    cause = error.__cause__
    return cause is not None and (type(cause) is TelegramError or _is_strange(cause))


def _seconds(payload: bytes) -> float:
    try:
        seconds = float(json.loads(payload)["parameters"]["retry_after"])
    except (ValueError, LookupError, TypeError):
        return USUAL_WAIT
    return max(0.0, seconds)
