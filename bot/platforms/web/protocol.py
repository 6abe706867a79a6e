"""Parse the frames of a page's WebSocket strictly: anything unknown is a BadFrame."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.domain.chat_settings import Pause
from bot.platforms.web.identity import NAME_LENGTH, PEOPLE
from data.records import APP_ROOM

TEXT_LENGTH = 2_000
COMMAND_LENGTH = 4_000
"""Maximum characters of a message or command: a short game's text fits."""
FRAME_BYTES = 512 * 1024
FILE_LENGTH = 250_000
"""Maximum characters of a file with a command; the page cuts it there."""
CHAT_LENGTH = 40
LIMITS: Mapping[str, int] = {
    "text": TEXT_LENGTH,
    "command": COMMAND_LENGTH,
    "file": FILE_LENGTH,
    "name": NAME_LENGTH,
    "chat": CHAT_LENGTH,
    "people": PEOPLE,
}
"""The limits as sent to the page, so that people cannot type more."""
ROUNDS = 100_000
"""More rounds than any tournament has; an arena has one for each game."""
HISTORY = 200
"""How many messages a chat keeps and a page shows, besides those of open tables."""

_CHAT = re.compile(rf"[\w-]{{1,{CHAT_LENGTH}}}")
_CODE = re.compile(r"[a-z0-9]{4,12}")
_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_LOCALE = re.compile(r"[A-Za-z0-9-]{2,35}")


class BadFrame(Exception):
    """A frame that our page never sends."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame on every connection: the chat, and which messages the page has of it.

    These are message ids with their revisions; then the browser's language and time zone. `cups`: the page shows the
    chat's tournaments and no messages.
    """

    chat: str
    locale: str | None
    zone: str | None
    have: Mapping[int, int]
    cups: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """A message or, beginning with a slash, a command, perhaps with a file."""

    id: str
    person: int
    text: str
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """A pressed button."""

    id: str
    person: int
    message: str
    token: str


@dataclass(frozen=True, slots=True)
class Rename:
    """A person of this browser, new or changed; `language` is None for the browser's."""

    id: str
    person: int
    name: str
    language: str | None


@dataclass(frozen=True, slots=True)
class Tune:
    """The pace of bots in this chat; None only asks for it."""

    id: str
    person: int
    pause: Pause | None


@dataclass(frozen=True, slots=True)
class Hold:
    """A piece of a board is held: the page wants to know where pieces may go with each value."""

    id: str
    person: int
    message: str


@dataclass(frozen=True, slots=True)
class Cups:
    """The chat's tournaments are wanted, and one of them in whole: the open one, or the last, without a code.

    `round`: whose tables are wanted, from 0; None for the last one. `table`: an app wants to go on with this one.
    """

    id: str
    person: int
    cup: str
    round: int | None
    table: str = ""


Frame = Hello | Say | Tap | Rename | Tune | Hold | Cups


def read(text: str) -> Frame:
    """Return the frame in a text; raises BadFrame."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("not JSON") from error
    if not isinstance(value, dict):
        raise BadFrame("not an object")
    wish = value.get("do")
    reader = _READERS.get(wish) if isinstance(wish, str) else None
    if reader is None:
        raise BadFrame("nothing known to do")
    return reader(value)


def chat_named(name: str) -> str | None:
    """Return the chat in an address; None for an invalid name."""
    return name.casefold() if _CHAT.fullmatch(name) else None


def clean_text(text: str) -> str:
    """Return a text without control characters (except newlines and tabs) and surrounding white space."""
    return "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs")).strip()


def _hello(value: Mapping[str, Any]) -> Hello:
    have = value.get("have", {})
    if not isinstance(have, dict) or len(have) > 2 * HISTORY:
        raise BadFrame("have: not a list of messages")
    return Hello(
        chat=_open_chat(value),
        locale=None if value.get("locale") is None else _match(value, "locale", _LOCALE),
        zone=None if value.get("zone") is None else _match(value, "zone", _ZONE),
        have={_number(name): revision for name, revision in have.items() if isinstance(revision, int)},
        cups=value.get("cups") is True,
    )


def _open_chat(value: Mapping[str, Any]) -> str:
    chat = _match(value, "chat", _CHAT).casefold()
    if chat.startswith(APP_ROOM):
        raise BadFrame("chat: a Mini App's")
    return chat


def _say(value: Mapping[str, Any]) -> Say:
    return Say(
        id=_match(value, "id", _ID),
        person=_person(value),
        text=_text(value, "text", 4 * TEXT_LENGTH),
        file=None if value.get("file") is None else _text(value, "file", FILE_LENGTH),
    )


def _tap(value: Mapping[str, Any]) -> Tap:
    return Tap(
        id=_match(value, "id", _ID),
        person=_person(value),
        message=_text(value, "message", 20),
        token=_text(value, "token", 100),
    )


def _rename(value: Mapping[str, Any]) -> Rename:
    language = value.get("language")
    return Rename(
        id=_match(value, "id", _ID),
        person=_person(value),
        name=_text(value, "name", 200),
        language=None if language is None else _match(value, "language", _LOCALE),
    )


def _tune(value: Mapping[str, Any]) -> Tune:
    pause = value.get("pause")
    if pause is not None and pause not in tuple(Pause):
        raise BadFrame("pause: not one of them")
    return Tune(_match(value, "id", _ID), _person(value), None if pause is None else Pause(pause))


def _hold(value: Mapping[str, Any]) -> Hold:
    return Hold(_match(value, "id", _ID), _person(value), _text(value, "message", 20))


def _cups(value: Mapping[str, Any]) -> Cups:
    round_ = value.get("at")
    if round_ is not None and (type(round_) is not int or not 0 <= round_ < ROUNDS):
        raise BadFrame("at: not a round")
    cup = "" if not value.get("cup") else _match(value, "cup", _CODE)
    table = "" if not value.get("table") else _match(value, "table", _CODE)
    return Cups(_match(value, "id", _ID), _person(value), cup, round_, table)


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Frame]] = {
    "hello": _hello,
    "say": _say,
    "press": _tap,
    "person": _rename,
    "pause": _tune,
    "hold": _hold,
    "cups": _cups,
}


def _text(value: Mapping[str, Any], name: str, longest: int) -> str:
    text = value.get(name)
    if not isinstance(text, str) or len(text) > longest:
        raise BadFrame(f"{name}: not a text of at most {longest} characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:  # half a surrogate pair: JSON can express it, but nothing can store it
        raise BadFrame(f"{name}: not Unicode") from error
    return text


def _match(value: Mapping[str, Any], name: str, form: re.Pattern[str]) -> str:
    text = _text(value, name, 100)
    if form.fullmatch(text) is None:
        raise BadFrame(f"{name}: not of the form {form.pattern}")
    return text


def _person(value: Mapping[str, Any]) -> int:
    number = value.get("as")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= PEOPLE:
        raise BadFrame(f"as: not a person from 1 to {PEOPLE}")
    return number


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise BadFrame("have: not a message's number")
    return int(text)
