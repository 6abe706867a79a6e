"""The player of these tests behaves as a person does."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import WebSocketRoute, expect

from bot.core.dispatch.middleware import TOO_FAST
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table, play
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def test_whoever_is_too_fast_waits_and_presses_again(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    refused: list[str] = []

    def guard(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(sent: str | bytes) -> None:
            frame = json.loads(sent)
            if frame["do"] != "press" or len(refused) >= 2 or ".fill" in frame["token"]:
                server.send(sent)
                return
            refused.append(frame["token"])
            told = {"is": "done", "id": frame["id"], "as": 1, "notice": [[[TOO_FAST, "plain", None]]]}
            route.send(json.dumps(told))

        route.on_message(hear)

    await page.route_web_socket("**/socket", guard)
    await page.reload()
    await open_table(page)
    await offered(page, "Start with bots").click()
    assert (await play(page, 1))["presses"] == 1
    assert len(refused) == 2
    assert refused[0] == refused[1]
    await expect(page.locator(".notice")).to_have_count(0)
