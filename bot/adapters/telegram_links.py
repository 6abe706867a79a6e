"""Deep links: `t.me/bot?start=join_<code>` opens a private chat with the bot and knocks at a table's door.

With `startgroup` instead of `start` people choose a group first, and the bot hears it there.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple


class Door(StrEnum):
    """What a link is for."""

    JOIN = "join"
    WATCH = "watch"


class Knock(NamedTuple):
    """A link that was followed."""

    door: Door
    code: str


ADDED = "new"
"""What the link that adds the bot to a group brings along: the group is greeted when it does, and needs no more."""

_PAYLOAD = re.compile(r"(join|watch)_([a-z0-9]{1,16})")


def link_to(username: str, door: Door, code: str) -> str:
    """The address that leads a person to a table."""
    return f"https://t.me/{username}?start={door}_{code}"


def link_to_add(username: str) -> str:
    """The address under which the bot is added to a group."""
    return f"https://t.me/{username}?startgroup={ADDED}"


def read_payload(text: str) -> Knock | None:
    """What a `/start` brings along, if it is one of our links."""
    match = _PAYLOAD.fullmatch(text)
    return Knock(Door(match[1]), match[2]) if match else None
