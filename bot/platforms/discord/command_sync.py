"""Send Discord the commands if they differ from those sent last, which the store remembers.

It stores the ids that Discord assigns too, since commands in texts link by id.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.core.commands.definition import Registry
from bot.platforms.discord.command_tree import digest, tree
from bot.platforms.discord.markdown import PLATFORM
from data.records import ChatKey, ChatRecord
from data.store import Store

_log = logging.getLogger(__name__)

EVERYWHERE = "everywhere"
ENTRY_POINT = 4
"""The type of the command that launches an Activity; Discord makes one when it is enabled."""
KEEPS_ENTRY = 50240
"""Discord's error code for a list of commands without the entry point."""
_SENT = ("id", "type", "name", "name_localizations", "description", "handler", "contexts", "integration_types")


async def sync(client: discord.Client, registry: Registry, store: Store, guild: int | None) -> dict[str, str]:
    """Update Discord's commands: everywhere, or in one server at once. Return their ids by name.

    If the setting no longer names a server, its commands are deleted: they would appear twice.
    """
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after logging in")
    key = ChatKey(PLATFORM, f"application {application}", "commands")
    record = await store.chat(key) or ChatRecord(key)
    sent: dict[str, str] = json.loads(record.settings)
    ids_key = ChatKey(PLATFORM, key.chat, "command ids")
    ids_record = await store.chat(ids_key) or ChatRecord(ids_key)
    ids: dict[str, dict[str, str]] = json.loads(ids_record.settings)
    commands, place = tree(registry, everywhere=guild is None), str(guild or EVERYWHERE)
    former = [other for other in sent if other not in (EVERYWHERE, place)]
    if sent.get(place) == digest(commands) and place in ids and not former:
        return ids[place]
    for other in former:
        with suppress(discord.HTTPException):  # the bot may have been removed
            await client.http.bulk_upsert_guild_commands(application, int(other), payload=[])
    if guild is None:
        taken = await _overwrite(client, application, commands)
    else:
        taken = await client.http.bulk_upsert_guild_commands(application, guild, payload=commands)
    named = {command["name"]: str(command["id"]) for command in taken}
    kept = {name: sent_digest for name, sent_digest in sent.items() if name not in former} | {place: digest(commands)}
    await store.save_chat(replace(ids_record, settings=json.dumps({place: named}, sort_keys=True)))
    await store.save_chat(replace(record, settings=json.dumps(kept, sort_keys=True)))
    _log.info("%d commands were sent to Discord, for %s", len(commands), f"server {guild}" if guild else EVERYWHERE)
    return named


async def _overwrite(client: discord.Client, application: int, commands: list[dict[str, Any]]) -> list[Any]:
    """Replace the global commands, apart from the entry point of an Activity, which Discord lets nobody remove so."""
    try:
        return list(await client.http.bulk_upsert_global_commands(application, payload=commands))
    except discord.HTTPException as error:
        if error.code != KEEPS_ENTRY:
            raise
    known: list[Any] = list(await client.http.get_global_commands(application))
    entry = [_as_sent(one) for one in known if one.get("type") == ENTRY_POINT]
    return list(await client.http.bulk_upsert_global_commands(application, payload=[*commands, *entry]))


def _as_sent(command: dict[str, Any]) -> dict[str, Any]:
    """Return a command without what Discord adds."""
    return {name: command[name] for name in _SENT if name in command}
