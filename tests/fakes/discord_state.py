"""Remember what Discord does: users, servers, channels, messages and interactions, and how it writes them down."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

EPOCH = 1_420_070_400
EPHEMERAL = 64
APPLICATION = "900000000000000001"
BOT = "900000000000000001"
TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0MzI.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
THREADS = NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
TEXT, VOICE, NEWS = 0, 2, 5
CREATE_THREADS, SEND_IN_THREADS, ATTACH_FILES = 1 << 35, 1 << 38, 1 << 15
SEND_MESSAGES = 1 << 11
INVITED = (1 << 10) | SEND_MESSAGES | 1 << 14 | ATTACH_FILES | 1 << 16 | CREATE_THREADS | SEND_IN_THREADS
"""What the bot asks for in its invite link: to see channels, write, embed links, attach files, read the history, open
threads and write in them."""


@dataclass(frozen=True)
class User:
    """Somebody on Discord."""

    id: str
    name: str
    locale: str = "en-US"
    permissions: str = "0"
    bot: bool = False

    def payload(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
        } | ({"bot": True} if self.bot else {})


@dataclass
class Channel:
    """A channel of a server, a thread, or a private chat. `member`: the bot is in it; `writes`: it may write.

    `external`: apps that people bring along may answer for all; else whatever they answer is private. `denied`: which
    of the permissions that the bot was invited with it has not here. A thread is `archived` after some silence, and
    `locked` by moderators.
    """

    id: str
    guild: str | None = None
    kind: int = 0
    parent: str | None = None
    member: bool = True
    writes: bool = True
    context: int = 0
    external: bool = True
    denied: int = 0
    name: str = "table"
    archived: bool = False
    locked: bool = False

    @property
    def app_permissions(self) -> int:
        """What the bot may do here."""
        denied = self.denied if self.writes else self.denied | SEND_MESSAGES
        return INVITED & ~denied if self.guild is not None and self.member else 0

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread, which has a parent."""
        return self.kind in THREADS

    @property
    def whispers(self) -> bool:
        """Whether whatever the bot answers is private."""
        return self.guild is not None and not self.member and not self.external

    def payload(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "id": self.id,
            "type": self.kind,
            "name": self.name,
            "flags": 0,
            "last_message_id": None,
        }
        if self.is_thread:
            made |= {
                "parent_id": self.parent,
                "owner_id": BOT,
                "guild_id": self.guild,
                "message_count": 0,
                "member_count": 1,
                "rate_limit_per_user": 0,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 60,
                    "archive_timestamp": stamp(EPOCH),
                    "locked": self.locked,
                },
            }
        elif self.guild is not None:
            made |= {"guild_id": self.guild, "position": 0, "permission_overwrites": [], "parent_id": None}
            made |= {"bitrate": 64000, "user_limit": 0} if self.kind == VOICE else {}
        else:
            made |= {"recipients": []}
        return made


@dataclass
class Message:
    """A message of the bot, or of the `author`."""

    id: str
    channel: str
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    nonce: str | None = None
    flags: int = 0
    calls: list[str] = field(default_factory=list)
    """Whom it notified when it was posted."""
    edits: int = 0
    gone: bool = False
    author: User | None = None

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def pressable(self) -> list[dict[str, Any]]:
        return [part for row in self.components for part in row["components"]]

    def payload(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "channel_id": self.channel,
            "author": bot_payload() if self.author is None else self.author.payload(),
            "content": self.content,
            "timestamp": stamp(EPOCH),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [
                {key: value for key, value in each.items() if key != "data"} for each in self.attachments
            ],
            "embeds": self.embeds,
            "pinned": False,
            "type": 0,
            "components": self.components,
            "flags": self.flags,
            "nonce": self.nonce,
        }


@dataclass
class Interaction:
    """Something that somebody did, and what became of it."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    at: float
    message: Message | None = None
    answer: int | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    owners: dict[str, str] = field(default_factory=dict)

    @property
    def notice(self) -> str | None:
        """What only the one who acted sees."""
        private = [
            message for message in (self.original, *self.followups) if message is not None and message.ephemeral
        ]
        if not private:
            return None
        return "\n".join([private[-1].content, *(embed["description"] for embed in private[-1].embeds)]).strip()


def bot_payload() -> dict[str, Any]:
    """Write the bot itself."""
    return {"id": BOT, "username": "palmares", "discriminator": "0", "avatar": None, "bot": True, "flags": 0}


def stamp(seconds: float) -> str:
    """Write a time as Discord does."""
    return "2024-01-01T00:00:00.000000+00:00" if seconds else ""


def guild_payload(guild: str, channels: list[Channel], **wishes: Any) -> dict[str, Any]:
    """Write a server as GUILD_CREATE brings it."""
    everyone = {
        "id": guild, "name": "@everyone", "color": 0, "hoist": False, "position": 0, "permissions": "0",
        "managed": False, "mentionable": False, "flags": 0, "colors": {"primary_color": 0},
    }  # fmt: skip
    own = [channel.payload() for channel in channels if channel.guild == guild and channel.kind == 0]
    return {
        "id": guild, "name": "Server", "owner_id": "1", "icon": None, "splash": None, "banner": None,
        "channels": own, "threads": [], "roles": [everyone], "emojis": [], "stickers": [], "features": [],
        "members": [], "voice_states": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [],
        "soundboard_sounds": [], "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0, "nsfw": False,
        "preferred_locale": "en-US", "system_channel_flags": 0, "member_count": 1, "large": False,
        "unavailable": False, "joined_at": stamp(EPOCH), "afk_timeout": 60, "afk_channel_id": None,
        "premium_subscription_count": 0, "max_members": 1000, "vanity_url_code": None, "description": None,
        "system_channel_id": None, "rules_channel_id": None, "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False, "application_id": None, "region": "", "discovery_splash": None,
        **wishes,
    }  # fmt: skip
