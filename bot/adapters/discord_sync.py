"""Tells Discord of the commands when they are not those it was told of last; the store remembers which those were."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import discord

from bot.adapters.discord_markup import PLATFORM
from bot.adapters.discord_tree import digest, tree
from bot.core.commands import Registry
from data.records import ChatKey, ChatRecord
from data.store import Store

_log = logging.getLogger(__name__)


async def sync(client: discord.Client, registry: Registry, store: Store, guild: int | None) -> bool:
    """Brings Discord's commands up to date: everywhere, or in one server at once. Whether there was need to."""
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after logging in")
    commands = tree(registry, everywhere=guild is None)
    now = digest(commands)
    key = ChatKey(PLATFORM, f"application {application}", f"commands {guild or 'everywhere'}")
    record = await store.chat(key) or ChatRecord(key)
    settings = json.loads(record.settings)
    if settings.get("tree") == now:
        return False
    if guild is None:
        await client.http.bulk_upsert_global_commands(application, payload=commands)
    else:
        await client.http.bulk_upsert_guild_commands(application, guild, payload=commands)
    await store.save_chat(replace(record, settings=json.dumps(settings | {"tree": now}, sort_keys=True)))
    _log.info("%d commands were sent to Discord, for %s", len(commands), f"server {guild}" if guild else "everywhere")
    return True
