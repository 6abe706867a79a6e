"""/block on the page: by the name of somebody who wrote or sits here, told on one's own line only.

Nobody takes over a seat at a table of somebody who has blocked them.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from tests.fakes.web_site import Page, real_site, visitor


async def test_who_is_blocked_invites_in_words_alone_and_nobody_is_told(tmp_path: Path) -> None:
    async with real_site(tmp_path / "blocks.db") as (url, _, _), visitor(url) as ana, visitor(url) as bea:
        for page, name in ((ana, "Ana"), (bea, "Bea")):
            await page.do("person", name=name, language="en")
            await page.say("hello")
        await ana.say("/play")
        assert "Ana is blocked" in (await bea.say("/block Ana") or "")
        assert "1. Ana" in (await bea.say("/block") or "")
        await ana.say("/invite Bea")
        await bea.hello()
        shown = [message["body"] for message in bea.messages.values()]
        assert not [body for body in shown if "block" in str(body["lines"])]
        ((invitation,),) = [body["lines"] for body in shown if "invites you" in str(body["lines"])]
        assert invitation[0] == ["Bea", "strong", None]
        assert "Ana can ping you again" in (await bea.say("/unblock Ana") or "")
        assert "haven't blocked" in (await bea.say("/block") or "")


def button(page: Page, label: str) -> dict[str, str]:
    """Return how to press the newest button with these words."""
    for message in reversed(page.messages.values()):
        for row in message["body"]["rows"]:
            for shown, token, *_ in row:
                if label in shown:
                    return {"message": str(message["id"]), "token": token}
    raise AssertionError(f"no button {label!r}")


async def test_a_newcomer_takes_over_unless_somebody_at_the_table_blocked_them(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        url, store, _ = await stack.enter_async_context(real_site(tmp_path / "taken.db"))
        pages = [await stack.enter_async_context(visitor(url)) for _ in range(5)]
        for page, name in zip(pages, ("Ana", "Bea", "Cai", "Dan", "Eva"), strict=True):
            await page.do("person", name=name, language="en")
            await page.say("hello")
        ana, bea, cai, dan, eva = pages
        await ana.say("/play parchis seats=Y,B,R")
        for page in (bea, cai):
            await page.say("/join")
        await ana.say("/start")
        await bea.say("/block Dan")
        await cai.say("/resign")
        await cai.hello()
        await cai.press(**button(cai, "Yes, resign"))
        await dan.hello()
        assert "can't take over" in (await dan.press(**button(dan, "Take over from Cai")) or "")
        await eva.hello()
        assert "The seat is yours now." in (await eva.press(**button(eva, "Take over from Cai")) or "")
        (table,) = await store.all_tables()
        assert [seat.name for seat in table.seats] == ["Ana", "Bea", "Eva"]
