"""The move that ends a game comes to every page that is there, before the result; nothing of it is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from data.records import ChatKey, PersonKey
from render import picture
from render.films.layered import CROWNED
from render.films.moving import draw_motion
from tests.fakes.last_moves import nearly_won
from tests.fakes.lobby_page import offered
from tests.fakes.web_site import Page, real_site, visitor

CODE = "abc234"


def film(frame: dict[str, Any]) -> dict[str, Any] | None:
    """Return the board that a frame's message shows before its picture."""
    return next((message["film"] for message in frame.get("messages", ()) if "film" in message), None)


@pytest.mark.parametrize("game", ["parchis", "palma"])
async def test_a_winning_move_comes_with_the_result_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("bot.core.board_messages.board_motion.LAST", 10.0)  # however busy the machine is
    site = real_site(tmp_path / "end.db", picture, draw_motion=draw_motion)
    async with site as (url, store, messenger), visitor(url) as ana, visitor(url) as bea:
        person = PersonKey("web", f"{ana.welcome['prefix']}-1")
        await nearly_won(store, ChatKey("web", "salon"), CODE, person, game)
        await ana.say("/board")
        await ana.until(lambda _: bool(offered(ana, ".move:")))
        await ana.press(token=offered(ana, ".move:")[0])

        async def last(page: Page) -> dict[str, Any]:
            found = film(await page.until(lambda frame: film(frame) is not None))
            assert found is not None
            return found

        shown = await last(ana)
        assert await last(bea) == shown
        message = max(number for number, one in ana.messages.items() if one["body"]["picture"])
        async with ana.session.get(f"{url}picture/{message}/{shown['digest']}.board") as answer:
            document = await answer.json(content_type=None)
        *moves, crowned = document["film"]
        assert any(tracks for _, _, tracks in moves)
        assert crowned == [CROWNED, document["rest"], []]
        assert not ana.messages[message]["body"]["picture"].get("layers")
        async with visitor(url) as late:  # who comes later sees the result
            assert "film" not in late.messages[message]
            assert late.messages[message]["body"]["picture"]["height"] > 900
        record = await messenger.stored(message)
        assert record is not None
        assert "film" not in json.loads(record.body)
