"""The tournaments of a chat in an app: which of them a person sees there, and how they go on to another table."""

from __future__ import annotations

from typing import Any

from bot.core.features.tournaments.running import TournamentRunner
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import Tournament
from data.records import ChatKey
from tests.fakes.mini_app import App, AppHouse, app_house
from tests.fakes.telegram_room import GROUP
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN

HERE = ChatKey("telegram", str(GROUP))
PEOPLE = (ANA, BEA, CAI)


async def cups(app: App, **wanted: Any) -> dict[str, Any]:
    """Ask for the tournaments, as the app's page about them does."""
    await app.socket.send_json({"do": "cups", "id": "cups", "as": 1, **wanted})
    done = await app.until(lambda frame: frame["is"] == "done" and frame["id"] == "cups")
    told: dict[str, Any] = done["cups"]
    return told


async def drawn(house: AppHouse) -> Tournament:
    """Draw the first round of a tournament of three in the group, where another one is announced."""
    room = house.room
    await room.say(ANA, "/tournament roundrobin palma start=1 pace=24h name=Copa")
    for one in PEOPLE:
        await room.click(one, "Enter")
    room.server.clock.time += 61.0
    await room.say(ANA, "/tournament swiss palma start=30 name=Otra")
    for one in room.core.beside:
        if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
            await one.look()
    await room.settle()
    (code,) = [
        one
        for one in await room.store.tournaments_of(HERE, 5)
        if (found := await Tournaments(room.store).get(one)) is not None and found.title == "Copa"
    ]
    found = await Tournaments(room.store).get(code)
    assert found is not None
    return found


async def test_a_player_sees_the_tournaments_of_their_chat_and_goes_on_to_another_table() -> None:
    async with app_house() as house:
        cup = await drawn(house)
        (pairing,) = cup.pairings
        app = await house.opened(PEOPLE[pairing.people[0]], pairing.table)
        told = await cups(app)
        assert sorted(title for _, title, _ in told["list"]) == ["Copa", "Otra"]
        assert told["cup"]["code"] == cup.id  # that of the table
        assert told["table"] == pairing.table
        assert [table[0] for table in told["cup"]["tables"]] == [pairing.table]
        other = await house.room.started("/play palma", DAN)
        await app.socket.send_json({"do": "cups", "id": "go", "as": 1, "table": other})
        done = await app.until(lambda frame: frame["is"] in ("next", "done"))
        assert done["is"] == "done"  # it is no table of these tournaments


async def test_who_watches_sees_the_tournament_of_the_table_alone() -> None:
    async with app_house() as house:
        cup = await drawn(house)
        (pairing,) = cup.pairings
        app = await house.opened(DAN, pairing.table)
        assert [title for _, title, _ in (await cups(app))["list"]] == ["Copa"]
        assert (await cups(app, cup="zzzz99"))["cup"] is None
        await app.socket.send_json({"do": "cups", "id": "go", "as": 1, "table": pairing.table})
        following = await app.until(lambda frame: frame["is"] == "next")
        again = await house.join(following["bearer"])
        await again.reach(lambda: bool(again.boards()))
