"""Translate an interaction's person, chat and options into the core's terms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.core.i18n.spelling import plain_digits
from bot.core.messages.requests import File, Person
from bot.platforms.discord.markdown import PLATFORM
from data.records import ChatKey, PersonKey

USER, ATTACHMENT = 6, 11
"""The types of options for a user and a file."""
PATIENCE = 15.0
"""Seconds until a download of a file fails."""


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return the person who acts, with the name that the chat shows."""
    user = interaction.user
    return Person(PersonKey(PLATFORM, str(user.id)), user.display_name, interaction.locale.value)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from a private chat of one person with the bot."""
    return interaction.guild_id is None and isinstance(interaction.channel, discord.DMChannel)


def chat_of(interaction: discord.Interaction[Any]) -> ChatKey | None:
    """Return the channel, the thread (a channel to Discord), or the private chat."""
    channel = interaction.channel_id
    return None if channel is None else ChatKey(PLATFORM, str(channel))


def whispers(interaction: discord.Interaction[Any]) -> bool:
    """Return whether Discord shows all answers to this person alone.

    It does so for people who installed the app for themselves and may not use external apps in this server.
    """
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return interaction.is_user_integration() and not interaction.permissions.use_external_apps


def options_of(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """Return the options of a command for the registry: texts by their English names."""
    return {
        option["name"]: plain_digits(_text(option["value"])) for option in _given(interaction) if "value" in option
    }


def people_of(interaction: discord.Interaction[Any]) -> dict[str, Person]:
    """Return the people in a command's options, by the options' names."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved", {})
    users, members = resolved.get("users", {}), resolved.get("members", {})
    people = {}
    for option in _given(interaction):
        user = users.get(str(option.get("value"))) if option.get("type") == USER else None
        if user is not None:
            nick = members.get(user["id"], {}).get("nick")
            name = nick or user.get("global_name") or user["username"]
            people[option["name"]] = Person(PersonKey(PLATFORM, str(user["id"])), name, bot=bool(user.get("bot")))
    return people


def attached(interaction: discord.Interaction[Any]) -> File | None:
    data: Any = interaction.data or {}
    given = next((str(option["value"]) for option in _given(interaction) if option.get("type") == ATTACHMENT), None)
    attachment = data.get("resolved", {}).get("attachments", {}).get(given)
    if attachment is None:
        return None

    async def fetch() -> bytes:
        async with asyncio.timeout(PATIENCE):
            data: bytes = await interaction.client.http.get_from_cdn(attachment["url"])
            return data

    return File(int(attachment["size"]), fetch)


def focused(interaction: discord.Interaction[Any]) -> str | None:
    return next((option["name"] for option in _given(interaction) if option.get("focused")), None)


def _given(interaction: discord.Interaction[Any]) -> Sequence[Mapping[str, Any]]:
    data: Any = interaction.data or {}
    options: Sequence[Mapping[str, Any]] = data.get("options", ())
    return options


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
