"""/block on the page: by the name of somebody who wrote or sits here, told on one's own line only."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.web_site import real_site, visitor


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
