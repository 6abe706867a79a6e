"""Rights and mentions on Discord: both come with the interaction."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.chat_settings import BoardMode, settings_of
from data.records import Status
from tests.fakes.discord_place import MANAGE_SERVER, Place, key_of


async def test_rights_come_with_each_interaction(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    said = await place.gave(ana, channel, "settings", board="fixed")
    assert said.notice == "Only admins of this chat can do that."
    chief = replace(ana, permissions=MANAGE_SERVER)
    await place.gave(chief, channel, "settings", board="fixed")
    assert (await settings_of(place.store, key_of(channel))).board is BoardMode.FIXED
    assert (await place.clicked(bea, channel, "Board")).notice == "Only admins of this chat can do that."
    await place.clicked(chief, channel, "Board")
    assert (await settings_of(place.store, key_of(channel))).board is BoardMode.FOLLOW
    assert (await place.clicked(ana, channel, "Board")).notice == "Only admins of this chat can do that."


async def test_elsewhere_what_a_channel_said_of_a_person_is_good_for_a_minute(place: Place) -> None:
    home, away, ana, bea = place.channel(), place.channel(), place.user("Ana"), place.user("Bea")
    await place.gave(bea, home, "play", game="palma")
    code = (await place.table(home)).id
    await place.gave(ana, away, "watch", table=code)
    await place.gave(replace(ana, permissions=MANAGE_SERVER), home, "settings")
    await place.server.clock.advance(61.0)
    said = await place.gave(ana, away, "close", table=code)
    assert "Only the host" in str(said.notice)
    await place.gave(replace(ana, permissions=MANAGE_SERVER), home, "settings")
    await place.gave(ana, away, "close", table=code)
    assert (await place.known(code)).status is Status.CANCELLED


async def test_a_private_chat_belongs_to_all_who_are_in_it(place: Place) -> None:
    channel, ana = place.private(), place.user("Ana")
    await place.gave(ana, channel, "settings", board="fixed")
    assert (await settings_of(place.store, key_of(channel))).board is BoardMode.FIXED


async def test_an_invitation_calls_its_guest_alone(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    await place.gave(ana, channel, "play", game="palma")
    said = await place.gave(ana, channel, "invite", person=bea)
    assert said.original is not None
    assert said.original.calls == [bea.id]
    await place.clicked(bea, channel, "Join")
    assert [seat.name for seat in (await place.table(channel)).seats] == ["Ana", "Bea"]
    assert (await place.gave(ana, channel, "remove", person=bea)).original is not None
    assert [seat.name for seat in (await place.table(channel)).seats] == ["Ana", ""]
