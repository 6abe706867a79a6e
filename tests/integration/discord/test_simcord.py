"""The same platform on somebody else's imitation of Discord, which knows nothing of ours: `simcord`."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import simcord

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.common.clock import SystemClock
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.features.registry import registry
from bot.platforms.discord.config import DiscordConfig, Shards
from bot.platforms.discord.platform import DiscordPlatform
from data.records import Status
from data.store import Store
from tests.fakes.discord_place import PICTURES
from tests.fakes.discord_state import TOKEN


@asynccontextmanager
async def simulated(store: Store) -> AsyncIterator[tuple[Any, Application]]:
    """Their Discord with our bot in it."""
    clock = SystemClock()
    platform = DiscordPlatform(DiscordConfig(TOKEN, None, Shards(0, 0, 1)), store, clock, registry())
    async with application(store, {"discord": platform.messenger}, clock, PICTURES, entropy=seeded("1")) as core:
        platform.listen(core)
        async with simcord.run(platform.client) as env:
            yield env, core
            await core.publisher.idle()
        await platform.messenger.pending.stop()


def buttons(message: Any) -> list[str]:
    return [child.custom_id for row in message.components for child in row.children]


PARCHIS = {"game": "parchis", "variant": "diceless", "seats": "Y,R"}


@pytest.mark.parametrize(("options", "presses"), [({"game": "palma"}, 1000), (PARCHIS, 60)], ids=["palma", "parchis"])
async def test_it_is_played_there(store: Store, options: dict[str, str], presses: int) -> None:
    async with simulated(store) as (env, core):
        channel = env.create_guild().create_text_channel("table")
        ana, bea = (env.guild.add_member(env.create_user(name)) for name in ("ana", "bea"))
        await ana.slash(channel, "play", **options)
        code = (await store.all_tables())[0].id
        await bea.slash(channel, "join")
        await ana.slash(channel, "start")
        rng = random.Random(1)
        for _ in range(presses):
            table = await core.service.tables.get(code)
            assert table is not None
            seat = to_act(table)
            if seat is None or seat.person is None:
                break
            who = ana if seat.person.user == str(ana.id) else bea
            shown = [message for message in channel.history() if buttons(message)]
            board = [message for message in shown if ".offer:" not in buttons(message)[0]][-1]
            await who.click(board, custom_id=rng.choice(buttons(board)))
            after = await core.service.tables.get(code)
            assert after is not None
            assert after.version > table.version
        (record,) = await store.all_tables(Status)
        assert record.status is (Status.OVER if presses == 1000 else Status.PLAYING)
        assert await store.dirty_boards(9) == []
