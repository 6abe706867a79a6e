"""/find and /schedule with the real client libraries: people of three platforms at one table, a plan in each chat."""

from __future__ import annotations

import pytest

from bot.core.domain import appointments
from bot.core.features.appointments.upkeep import AppointmentUpkeep
from bot.core.features.finding.upkeep import FindingUpkeep
from data.records import Status
from tests.fakes.discord_place import Place, pressable
from tests.fakes.discord_state import Channel
from tests.fakes.telegram_world import ANA, BEA
from tests.fakes.three_platforms import House, house
from tests.fakes.web_site import words


async def look(bot: House, kind: type) -> None:
    """Let a feature's recurring work run once."""
    for one in bot.core.beside:
        if isinstance(getattr(one.look, "__self__", None), kind):
            await one.look()
    await bot.settle()


async def press_page(bot: House, label: str) -> str:
    await bot.page.hello()
    for number, message in sorted(bot.page.messages.items(), reverse=True):
        for button in (button for row in message["body"]["rows"] for button in row):
            if label in button[0]:
                told = words(await bot.page.do("press", message=str(number), token=button[1]))
                await bot.settle()
                return told or ""
    raise AssertionError(f"no button {label!r} on the page")


def with_button(place: Place, channel: Channel, label: str) -> str:
    """Return what the newest message with such a button says."""
    found = [one for one in place.server.of(channel) if any(label in shown for shown, _ in pressable(one))]
    return found[-1].content


async def test_people_of_three_platforms_are_called_to_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        await bot.room.say(ANA, "/find parchis players=3")
        said = await bot.place.gave(bot.bea, bot.channel, "find", game="parchis", players=3)
        assert "3 players" in (said.notice or "")
        assert "3 players" in (await bot.page.say("/find parchis players=3") or "")
        await look(bot, FindingUpkeep)
        (call,) = [one for one in bot.room.server.of(bot.room.group) if "your table is full" in one.text]
        assert call.mentioned == [ANA.id]
        direct = bot.place.server.direct[
            bot.bea.id
        ]  # Ana hasn't written to the bot, and the page has no private chat
        assert f"<@{bot.bea.id}>" in with_button(bot.place, direct, "I'm here")
        await bot.room.click(ANA, "I'm here")
        await bot.place.clicked(bot.bea, direct, "I'm here")
        await press_page(bot, "I'm here")
        (table,) = await bot.store.all_tables((Status.PLAYING,))
        assert {seat.person.platform for seat in table.seats if seat.person} == {"telegram", "discord", "web"}
        assert any(table.id in one.text for one in bot.room.server.of(bot.room.group))
        assert any(table.id in one.content for one in bot.place.server.of(bot.channel))
        assert f"game has begun: `/join table:{table.id}`" in bot.place.server.of(direct)[-1].content
        assert bot.room.server.refused == ["sendMessage: chat not found"]  # in private
        assert {call.status for call in bot.place.server.calls} <= {200, 204}


@pytest.mark.parametrize("where", ["telegram", "discord", "web"])
async def test_a_plan_on_each_platform(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    async with house(monkeypatch) as bot:
        if where == "telegram":
            await bot.room.say(ANA, "/schedule tomorrow at 9pm palma")
            assert "remind you" in (await bot.room.click(BEA, "I'm in") or "")
        elif where == "discord":
            await bot.place.gave(bot.bea, bot.channel, "schedule", start="tomorrow at 9pm", game="palma")
            cai = bot.place.user("Cai")
            assert "remind you" in ((await bot.place.clicked(cai, bot.channel, "I'm in")).notice or "")
        else:
            assert "Planned" in (await bot.page.say("/schedule tomorrow at 9pm palma") or "")
            assert "remind you" in await press_page(bot, "I'm in")
        (plan,) = await bot.store.due_appointments(1e12, 9)
        bot.clock.time = plan.starts - appointments.REMINDED
        await look(bot, AppointmentUpkeep)
        bot.clock.time = plan.starts
        await look(bot, AppointmentUpkeep)
        (table,) = await bot.store.all_tables((Status.LOBBY,))
        assert table.chat == plan.chat
        assert sum(seat.person is not None for seat in table.seats) == (1 if where == "web" else 2)
        if where == "telegram":
            (reminder,) = [one for one in bot.room.server.of(bot.room.group) if "⏰" in one.text]
            assert sorted(reminder.mentioned) == [ANA.id, BEA.id]
            assert bot.room.server.refused == []
        elif where == "discord":
            (reminded,) = [one for one in bot.place.server.of(bot.channel) if "⏰" in one.content]
            assert f"<@{bot.bea.id}>" in reminded.content
            assert "<t:" in reminded.content  # each reader sees their own time
        else:
            await bot.page.hello()
            assert any("now has a table" in text for text in bot.page.texts())
