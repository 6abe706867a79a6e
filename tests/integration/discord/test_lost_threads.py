"""A table whose thread is archived, locked or deleted."""

from __future__ import annotations

import pytest

from data.records import Status
from tests.fakes.discord_place import Place, key_of
from tests.fakes.discord_state import guild_payload
from tests.fakes.threaded_tables import begun, given_up, threaded


async def test_an_archived_thread_is_woken_when_its_board_changes(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    _, thread = await threaded(place, channel, ana, game="palma")
    board = place.board(thread)
    thread.archived = True
    place.server.calls.clear()
    await place.gave(bea, channel, "join")
    assert not thread.archived
    assert place.board(thread) is board
    assert "Bea" in str(board.content)
    assert place.server.counted() == {"callback 4": 1, "edit": 2, "wake": 1}


async def test_a_new_board_wakes_its_thread_by_itself(place: Place) -> None:
    channel = place.channel()
    ana, _, thread, code = await begun(place, channel)
    thread.archived = True
    await place.gave(ana, channel, "board", table=code)
    assert not thread.archived
    assert place.board(thread) is place.server.of(thread)[-1]
    assert "wake" not in place.server.counted()


async def test_a_locked_thread_keeps_its_table_until_it_is_opened_again(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    _, thread = await threaded(place, channel, ana, game="palma")
    thread.archived = thread.locked = True
    await place.gave(bea, channel, "join")
    assert (await place.table(thread)).chat == key_of(thread)
    thread.archived = thread.locked = False
    await place.gave(ana, thread, "board")
    assert "Bea" in place.board(thread).content


@pytest.mark.parametrize("heard", [True, False], ids=["told", "found out"])
@pytest.mark.parametrize("started", [True, False], ids=["game", "lobby"])
async def test_when_its_thread_is_deleted_a_table_goes_on_in_the_channel(
    place: Place, heard: bool, started: bool
) -> None:
    channel = place.channel()
    ana, bea = place.user("Ana"), place.user("Bea")
    server = guild_payload(str(channel.guild), [channel], unavailable=False)
    await place.server.gateway.dispatch("GUILD_CREATE", server, channel.guild)
    _, thread = await threaded(place, channel, ana, game="palma", rules="first=D")
    code = (await place.table(thread)).id
    if started:
        await place.gave(bea, thread, "join")
        await place.gave(ana, thread, "start")
    await place.delete_thread(thread, told=heard)
    if not heard and started:
        await place.gave(ana, channel, "board", table=code)
    elif not heard:
        await place.gave(bea, channel, "join")
    await place.server.until(lambda: any(one.components for one in place.server.of(channel)))
    await place.idle()
    assert (await place.known(code)).chat == key_of(channel)
    assert "thread is gone" in place.board(channel).content
    if not started:
        if heard:
            await place.gave(bea, channel, "join")
        await place.gave(ana, channel, "start")
    await given_up(place, code, channel, ana, bea)
    assert (await place.known(code)).status is Status.OVER
    assert place.server.of(channel)[-1].attachments
