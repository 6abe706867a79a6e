"""On the page everybody administers the chat, but nobody a table that a person of their browser plays at."""

from __future__ import annotations

from pathlib import Path

from data.records import Status
from tests.fakes.web_site import real_site, visitor


async def test_a_second_person_of_a_players_browser_removes_nobody_and_another_browser_may(tmp_path: Path) -> None:
    async with (
        real_site(tmp_path / "admin.db") as (url, store, _),
        visitor(url) as ana,
        visitor(url) as bea,
        visitor(url) as cai,
    ):
        for page, name in ((ana, "Ana"), (bea, "Bea"), (cai, "Cai")):
            await page.hello("den")
            await page.do("person", name=name, language="en")
        await ana.do("person", person=2, name="Second", language="en")
        await ana.say("/play palma")
        await bea.say("/join")
        await ana.say("/start")
        code = (await store.all_tables())[0].id
        for person in (1, 2):
            assert "Only admins" in (await ana.say("/remove Bea", person=person) or "")
        assert "Only the host" in (await ana.say("/close", person=2) or "")
        assert await cai.say("/remove Bea") is None
        table = await store.table(code)
        assert table is not None
        assert table.status is Status.PLAYING
        assert [seat.is_left for seat in table.seats] == [False, True]
