"""Check what Telegram takes and what it refuses: markup, lengths, pictures, buttons, commands."""

from __future__ import annotations

import re
import struct
from typing import Any

TEXT, CAPTION, ANSWER, DATA, LABEL = 4096, 1024, 200, 64, 64
PHOTO_BYTES, PHOTO_SIDES, PHOTO_RATIO = 10 << 20, 10_000, 20
DOCUMENT_BYTES = 50 << 20
DELETED = 100
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)

_TOKEN = re.compile(r'<(?P<end>/?)(?P<tag>[a-z-]+)(?P<rest>(?:\s+[a-z-]+="[^"<>]*")*)>|&(?P<char>[a-z]+|#\d+);|[<>&]')
_CHARS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "tg-spoiler": "spoiler", "tg-time": "date_time", "blockquote": "blockquote",
}  # fmt: skip
_ALONE = {"code", "pre", "text_link", "text_mention"}


class Refused(Exception):
    """400, with Telegram's words."""


def units(text: str) -> int:
    """Measure a text's length as Telegram counts it: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def parse_html(markup: str) -> tuple[str, list[dict[str, Any]]]:
    """Read words and entities; raises Refused for anything but well-formed markup of known tags."""
    words, at = "", 0
    entities: list[dict[str, Any]] = []
    opened: list[tuple[str, dict[str, Any]]] = []
    for match in _TOKEN.finditer(markup):
        words += markup[at : match.start()]
        at = match.end()
        if match["char"]:
            words += _char(match["char"])
        elif not match["tag"]:
            raise Refused(f"can't parse entities: stray {match[0]!r} at byte {match.start()}")
        elif match["end"]:
            if not opened or opened[-1][0] != match["tag"]:
                raise Refused(f"can't parse entities: unexpected end tag {match[0]!r}")
            entity = opened.pop()[1]
            entity["length"] = units(words) - entity["offset"]
            entities.append(entity)
        else:
            opened.append((match["tag"], _entity(match, units(words), [kind for _, kind in opened])))
    if opened:
        raise Refused(f"can't parse entities: can't find end tag corresponding to start tag {opened[-1][0]!r}")
    return words + markup[at:], [entity for entity in entities if entity["length"]]


def _char(name: str) -> str:
    if name.startswith("#"):
        return chr(int(name[1:]))
    if name not in _CHARS:
        raise Refused(f"can't parse entities: unknown entity &{name};")
    return _CHARS[name]


def _entity(match: re.Match[str], offset: int, around: list[dict[str, Any]]) -> dict[str, Any]:
    kind = _KINDS.get(match["tag"])
    if kind is None:
        raise Refused(f"can't parse entities: unsupported start tag {match['tag']!r}")
    entity: dict[str, Any] = {"type": kind, "offset": offset}
    if kind == "text_link":
        address = re.fullmatch(r'\s+href="([^"]+)"', match["rest"])
        if address is None:
            raise Refused("can't parse entities: a link without its address")
        user = re.fullmatch(r"tg://user\?id=(\d+)", address[1])
        entity |= {"type": "text_mention", "user": int(user[1])} if user else {"url": address[1]}
    elif kind == "date_time":
        time = re.fullmatch(r'\s+unix="(\d+)"\s+format="(r|w?[dD]?[tT]?)"', match["rest"])
        if time is None:
            raise Refused("can't parse entities: a time without its moment")
        entity |= {"unix_time": int(time[1]), "date_time_format": time[2]}
    elif match["rest"]:
        raise Refused(f"can't parse entities: attributes in {match[0]!r}")
    if any(outer["type"] in ("code", "pre") for outer in around):
        raise Refused("can't parse entities: an entity inside code")
    if entity["type"] in _ALONE and any(outer["type"] in _ALONE for outer in around):
        raise Refused("can't parse entities: such entities can't contain each other")
    return entity


def words(params: dict[str, Any], name: str, limit: int, *, needed: bool) -> tuple[str, list[dict[str, Any]]]:
    """Return a call's text or caption as its readers see it."""
    given = str(params.get(name, ""))
    if params.get("parse_mode") not in (None, "HTML"):
        raise Refused("unsupported parse_mode")
    plain, entities = parse_html(given) if params.get("parse_mode") else (given, [])
    plain = plain.strip()
    if needed and not plain:
        raise Refused("message text is empty")
    if units(plain) > limit:
        raise Refused("message caption is too long" if name == "caption" else "message is too long")
    return plain, entities


def own_link(address: str) -> str:
    """Return the address that an answer to a press opens: only a link that starts the bot is allowed."""
    if not re.fullmatch(r"https://t\.me/\w+\?start=[A-Za-z0-9_-]{1,64}", address):
        raise Refused("URL_INVALID")
    return address


def markup(keyboard: dict[str, Any] | None, *, private: bool = False) -> list[list[dict[str, Any]]]:
    """Read the rows of buttons of a call; private chats alone take buttons of a Mini App."""
    rows: list[list[dict[str, Any]]] = (keyboard or {}).get("inline_keyboard", [])
    for button in (button for row in rows for button in row):
        if not str(button.get("text", "")).strip():
            raise Refused("text buttons are unallowed in the inline keyboard")
        if "url" in button:
            if "callback_data" in button or not re.fullmatch(
                r"https://t\.me/\w+(/\w+)?(\?start(app)?=[A-Za-z0-9_-]{1,64})?", button["url"]
            ):
                raise Refused("BUTTON_URL_INVALID")
        elif "web_app" in button:
            if not private or not button["web_app"]["url"].startswith("https://"):
                raise Refused("BUTTON_TYPE_INVALID")
        elif not 1 <= len(str(button.get("callback_data", "")).encode()) <= DATA:
            raise Refused("BUTTON_DATA_INVALID")
        if button.get("style", "primary") not in ("primary", "success", "danger"):
            raise Refused("invalid button style specified")
    if any(not row or len(row) > 8 for row in rows) or sum(map(len, rows)) > 100:
        raise Refused("reply markup is too long")
    return rows


def photo(data: bytes) -> bytes:
    """Read a picture that can be sent."""
    if not data:
        raise Refused("file must be non-empty")
    if len(data) > PHOTO_BYTES:
        raise Refused("file is too big")
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or data[12:16] != b"IHDR":
        raise Refused("IMAGE_PROCESS_FAILED")
    width, height = struct.unpack(">II", data[16:24])
    if width + height > PHOTO_SIDES or not 1 / PHOTO_RATIO <= width / height <= PHOTO_RATIO:
        raise Refused("PHOTO_INVALID_DIMENSIONS")
    return data


def animation(data: bytes) -> bytes:
    """Read a film without sound that can be sent: a GIF, or MPEG-4."""
    if not data:
        raise Refused("file must be non-empty")
    if len(data) > DOCUMENT_BYTES:
        raise Refused("file is too big")
    if not (data.startswith(b"GIF89a") or data[4:8] == b"ftyp"):
        raise Refused("wrong type of the animation")
    return data


def document(data: bytes) -> bytes:
    """Read a file that can be sent."""
    if not data:
        raise Refused("file must be non-empty")
    if len(data) > DOCUMENT_BYTES:
        raise Refused("file is too big")
    return data


REACTIONS = "❤👍👎🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡"
"""Most of those that a bot may set."""


def reaction(given: dict[str, str]) -> str:
    """Read a reaction that a bot may set."""
    if given.get("type") != "emoji" or given["emoji"] not in REACTIONS:
        raise Refused("REACTION_INVALID")
    return given["emoji"]


def commands(listed: list[dict[str, str]]) -> None:
    """Check a menu of commands."""
    if len(listed) > 100:
        raise Refused("BOT_COMMANDS_TOO_MUCH")
    for command in listed:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise Refused("BOT_COMMAND_INVALID")
        if not 1 <= units(command["description"]) <= 256:
            raise Refused("BOT_COMMAND_DESCRIPTION_INVALID")
    if len({command["command"] for command in listed}) != len(listed):
        raise Refused("BOT_COMMAND_INVALID")


PROFILE = {"description": 512, "short_description": 120}


def profile(name: str, text: str) -> None:
    """Check a text of the bot's profile."""
    if units(text) > PROFILE[name]:
        raise Refused(f"BOT_{name.upper()}_TOO_LONG")
