"""Send the bot's profile and menus to Telegram at its start, only if they differ from those stored as sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable

from bot.core.common.clock import Clock
from bot.core.messages.ports import TryLater
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import translated
from bot.platforms.telegram.html import PLATFORM
from data.records import ChatKey, ChatRecord
from data.store import Store

Call = Callable[[], Awaitable[object]]


async def send_once(client: Client, store: Store, clock: Clock, name: str, contents: object, *calls: Call) -> bool:
    """Make these calls unless the same contents, JSON values, were sent under this name; return whether it did.

    Waits for as long as Telegram asks. The contents are stored as sent once all calls have succeeded.
    """
    digest = hashlib.sha256(json.dumps(contents).encode()).hexdigest()
    key = ChatKey(PLATFORM, f"bot {client.id}")
    known = await store.chat(key) or ChatRecord(key)
    sent = json.loads(known.settings)
    if sent.get(name) == digest:
        return False
    for call in calls:
        await _patiently(clock, call)
    await store.save_chat(ChatRecord(key, settings=json.dumps({**sent, name: digest})))
    return True


async def _patiently(clock: Clock, call: Call) -> None:
    while True:
        try:
            with translated():
                await call()
        except TryLater as later:
            await clock.sleep(later.seconds)
        else:
            return
