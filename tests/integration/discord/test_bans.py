"""On Discord a banned person alone reads the refusal; a hidden name is not called."""

from __future__ import annotations

from bot.core.application import Application
from bot.core.domain.hidden_names import hidden_name
from data.records import PersonKey, RestrictionRecord
from tests.fakes.discord_place import Place


async def looked(core: Application) -> None:
    for work in core.everywhere:
        await work.look()


async def test_on_discord_they_alone_are_told(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    await place.gave(ana, channel, "play", game="palma")
    await place.gave(bea, channel, "join")
    await place.store.restrict(RestrictionRecord(PersonKey("discord", str(bea.id)), banned=True))
    await looked(place.core)
    await place.idle()
    assert [seat.name for seat in (await place.table(channel)).seats] == ["Ana", ""]
    for name in ("play", "help", "stats"):
        said = await place.gave(bea, channel, name)
        assert said.notice is not None
        assert "banned you from it" in said.notice
    assert "banned you from it" in str((await place.clicked(bea, channel, "Jackals")).notice)
    invited = await place.gave(ana, channel, "invite", person=bea)
    assert "can't play with this bot" in str(invited.notice)


async def test_a_hidden_name_on_discord_is_not_called(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    bea_key = PersonKey("discord", str(bea.id))
    await place.store.restrict(RestrictionRecord(bea_key, hidden=True))
    await looked(place.core)
    await place.gave(ana, channel, "play", game="palma")
    said = await place.gave(ana, channel, "invite", person=bea)
    assert said.original is not None
    assert hidden_name(bea_key).split()[1] in said.original.content
    assert said.original.calls == []
    await place.gave(bea, channel, "join")
    assert [seat.name for seat in (await place.table(channel)).seats] == ["Ana", hidden_name(bea_key)]
