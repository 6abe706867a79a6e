"""Deep links: `t.me/bot?start=join_<code>` opens a private chat about a table.

With `startgroup` people choose a group first. Other links lead to an answer: `help_mix`, `rules_<code>`, `mydata`,
`block`, or `stats_<person>_<mark>`, where the mark proves that the bot made the link, so that nobody can look up
strangers by their number.
"""

from __future__ import annotations

import hmac
import re
from enum import StrEnum
from typing import NamedTuple

from bot.core.messages.requests import LongAnswer


class LinkAction(StrEnum):
    """What a link is for."""

    JOIN = "join"
    WATCH = "watch"


class DeepLink(NamedTuple):
    """A link that was followed."""

    action: LinkAction
    code: str

    @property
    def table(self) -> str:
        """Return the table's code without the secret of its invitation."""
        return self.code.partition("-")[0]


class LinkedCommand(NamedTuple):
    """The command in a link that somebody followed: its line, and the user it is about."""

    line: str
    user: str = ""


ADDED = "new"
"""Payload of the link that adds the bot to a group, which is greeted anyway."""

_PAYLOAD = re.compile(r"(join|watch)_([a-z0-9]{1,16}(?:-[a-z0-9]{1,16})?)")
_QUESTION = re.compile(r"mydata|block|(?:help|rules)(?:_[A-Za-z0-9]{1,16}){0,3}")
_ABOUT = re.compile(r"(stats)_([1-9][0-9]{0,19})_([0-9a-f]{16})")
_MARK, _MOST = 16, 64


def link_to(username: str, action: LinkAction, code: str, *, group: bool = False) -> str:
    """Return the address that leads a person to a table, or adds the table to a group they choose."""
    return f"https://t.me/{username}?{'startgroup' if group else 'start'}={action}_{code}"


def link_to_add(username: str) -> str:
    return f"https://t.me/{username}?startgroup={ADDED}"


def link_to_chat(username: str) -> str:
    return f"https://t.me/{username}"


def link_to_answer(username: str, secret: str, answer: LongAnswer) -> str | None:
    """Return the address where a person reads a long answer in private; None if there is none."""
    words = [answer.command, *answer.options.values()]
    if answer.person is not None:
        user = answer.person.key.user
        words = [answer.command, user, _mark(secret, answer.command, user)]
    payload = "_".join(words)
    if len(payload) > _MOST or read_linked_command(payload, secret) is None:
        return None
    return f"https://t.me/{username}?start={payload}"


def read_payload(text: str) -> DeepLink | None:
    """Return the link behind a `/start` payload; None if it is not ours."""
    match = _PAYLOAD.fullmatch(text)
    return DeepLink(LinkAction(match[1]), match[2]) if match else None


def read_linked_command(text: str, secret: str) -> LinkedCommand | None:
    """Return the command in a `/start` payload, if any; one about a person only if the bot made the link."""
    if _QUESTION.fullmatch(text):
        return LinkedCommand(f"/{text.replace('_', ' ')}")
    match = _ABOUT.fullmatch(text)
    if match and hmac.compare_digest(match[3], _mark(secret, match[1], match[2])):
        return LinkedCommand(f"/{match[1]}", match[2])
    return None


def _mark(secret: str, command: str, user: str) -> str:
    return hmac.digest(secret.encode(), f"palmares link {command} {user}".encode(), "sha256").hex()[:_MARK]
