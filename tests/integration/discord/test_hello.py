"""First contact on Discord: one greeting, in a channel where the bot may write, with buttons that work."""

from __future__ import annotations

from bot.core.domain.chat_settings import change_settings
from tests.fakes.discord_place import Place, ids_of, key_of
from tests.fakes.discord_state import Channel, Message, guild_payload


async def greeted(place: Place, *channels: Channel, system: Channel | None = None) -> None:
    """Add the bot to a server of these channels."""
    guild = str(channels[0].guild)
    wishes = {"system_channel_id": system.id if system is not None else None, "unavailable": None}
    joined = guild_payload(guild, list(channels), **wishes)
    await place.server.gateway.dispatch("GUILD_CREATE", joined, guild)
    await place.server.until(lambda: any(place.server.of(channel) for channel in channels))
    await place.idle()


async def hello(place: Place) -> tuple[Channel, Message]:
    """Add the bot to a server; return where it said hello, and how."""
    channel = place.channel()
    await greeted(place, channel, system=channel)
    (message,) = place.server.of(channel)
    return channel, message


async def test_the_first_channel_that_is_open_is_greeted_once(place: Place) -> None:
    closed = place.channel(writes=False)
    opened, other = place.channel(closed.guild), place.channel(closed.guild)
    await greeted(place, closed, opened, other, system=closed)
    assert [len(place.server.of(channel)) for channel in (closed, opened, other)] == [0, 1, 0]


async def test_play_opens_a_table_and_the_greeting_stays(place: Place) -> None:
    channel, message = await hello(place)
    ana = place.user("Ana")
    place.server.calls.clear()
    await place.pressed(ana, message, ids_of(message)[0])
    assert place.server.counted() == {"callback 4": 1}
    table = await place.table(channel)
    assert (table.game, table.seats[0].name) == ("parchis", "Ana")
    assert message.edits == 0
    assert message.components


async def test_learn_begins_a_lesson_below(place: Place) -> None:
    channel, message = await hello(place)
    ana = place.user("Ana")
    place.server.calls.clear()
    await place.pressed(ana, message, ids_of(message)[1])
    assert place.server.counted() == {"callback 4": 1}
    lesson = place.server.of(channel)[-1]
    assert lesson is not message
    assert lesson.attachments
    await place.pressed(ana, lesson, ids_of(lesson)[0])
    assert lesson.edits == 1


async def test_how_it_works_is_told_to_whoever_asks(place: Place) -> None:
    channel, message = await hello(place)
    said = await place.pressed(place.user("Ana", "es-ES"), message, ids_of(message)[2])
    assert "/ayuda" in str(said.notice)
    assert len(place.server.of(channel)) == 1


async def test_a_chat_of_threads_opens_one_at_the_press(place: Place) -> None:
    channel, message = await hello(place)
    await change_settings(place.store, key_of(channel), threads=True)
    await place.pressed(place.user("Ana"), message, ids_of(message)[0])
    thread = place.thread_of(place.server.of(channel)[-1])
    assert (await place.table(thread)).chat == key_of(thread)


# /share ----------------------------------------------------------------------------------------------------------


async def test_share_leads_to_the_newest_board_here(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="palma")
    code = (await place.table(channel)).id
    said = await place.gave(ana, channel, "share")
    board = place.board(channel)
    assert f"<https://discord.com/channels/{channel.guild}/{channel.id}/{board.id}>" in str(said.notice)
    assert f"/join table:{code}" in str(said.notice)


async def test_share_above_a_thread_leads_into_it(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", thread=True)
    thread = place.thread_of(place.server.of(channel)[-1])
    said = await place.gave(ana, channel, "share")
    assert f"/{thread.id}/{place.board(thread).id}>" in str(said.notice)


async def test_a_private_tables_secret_is_told_to_its_host_alone(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    await place.gave(ana, channel, "play", game="palma")
    table = await place.table(channel)
    await place.gave(bea, channel, "join")
    board = place.board(channel)
    board.components[0]["components"][0]["custom_id"] = f"palmares:{table.id}.{table.version}.private:on"
    await place.pressed(ana, board, f"palmares:{table.id}.{table.version}.private:on")
    assert f"{table.id}-" in str((await place.gave(ana, channel, "share")).notice)
    assert f"{table.id}-" not in str((await place.gave(bea, channel, "share")).notice)


async def test_elsewhere_there_is_the_invite_link(place: Place) -> None:
    channel, elsewhere, ana = place.channel(), place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="palma")
    said = await place.gave(ana, elsewhere, "share", table=(await place.table(channel)).id)
    assert "oauth2/authorize" in str(said.notice)
