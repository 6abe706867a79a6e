"""What was sent while the server was away, once it is back."""

from __future__ import annotations

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.process import Bot
from tests.browser.steps import open_table, write

pytestmark = pytest.mark.browser


async def test_a_command_that_did_not_get_through_is_told_though_other_lines_are_sent_again(
    visit: Visit, own_bot: Bot
) -> None:
    page = await visit(own_bot)
    await open_table(page)
    own_bot.kill()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await write(page, "/rules")
    await write(page, "are you there?")
    own_bot.start()
    await expect(page.locator("#log .message", has_text="are you there?")).to_have_count(1)
    await expect(page.get_by_role("combobox")).to_have_value("/rules")
    await expect(page.locator(".notice")).to_contain_text("did not get through")


async def test_a_command_that_did_get_through_is_not_told_of_though_the_word_that_it_has_was_lost(
    visit: Visit, own_bot: Bot
) -> None:
    page = await visit(own_bot)

    def deaf(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda told: None if '"is":"done"' in str(told) else route.send(told))

    await page.route_web_socket("**/socket", deaf)
    await page.reload()
    await open_table(page)
    own_bot.kill()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await write(page, "/rules")
    own_bot.start()
    await expect(page.locator(".notice")).to_contain_text("did not get through")
    await expect(page.get_by_role("combobox")).to_have_value("/rules")
    await expect(page.locator("#log .message", has_text="/play parchis")).to_have_count(1)
