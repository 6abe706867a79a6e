"""What was sent while the server was away, once it is back."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import away, offered, open_table, play, write
from tests.fakes.page_visit import PATIENCE, Visit

pytestmark = pytest.mark.browser


async def test_a_command_that_did_not_get_through_is_told_though_other_lines_are_sent_again(
    visit: Visit, mortal_bot: Bot
) -> None:
    page = await visit(mortal_bot)
    await open_table(page)
    mortal_bot.kill()
    await away(page)
    await write(page, "/rules")
    await write(page, "are you there?")
    mortal_bot.start()
    await expect(page.locator("#log .message", has_text="are you there?")).to_have_count(1)
    await expect(page.get_by_role("combobox")).to_have_value("/rules")
    await expect(page.locator(".notice")).to_contain_text("didn't get through")


async def test_a_command_that_did_get_through_is_not_told_of_though_the_word_that_it_has_was_lost(
    visit: Visit, mortal_bot: Bot
) -> None:
    page = await visit(mortal_bot)

    def deaf(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda told: None if '"is":"done"' in str(told) else route.send(told))

    await page.route_web_socket("**/socket", deaf)
    await page.reload()
    await open_table(page)
    mortal_bot.kill()
    await away(page)
    await write(page, "/rules")
    mortal_bot.start()
    await expect(page.locator(".notice")).to_contain_text("didn't get through")
    await expect(page.get_by_role("combobox")).to_have_value("/rules")
    await expect(page.locator("#log .message", has_text="/play parchis")).to_have_count(1)


async def test_a_command_that_is_written_before_the_first_welcome_goes_out_with_it(
    visit: Visit, shared_bot: Bot
) -> None:
    page = await visit(shared_bot)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    free = asyncio.Event()

    def slow(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda told: route.send(told) if free.is_set() else held.append((route, told)))

    await page.route_web_socket("**/socket", slow)
    await page.reload()
    await write(page, "/play parchis")
    free.set()
    for route, told in held:
        route.send(told)
    await expect(offered(page, "Start with bots")).to_be_visible()
    await expect(page.locator(".notice")).to_have_count(0)


async def test_a_command_that_is_written_while_the_history_comes_is_not_told_of_as_lost(
    visit: Visit, shared_bot: Bot
) -> None:
    page = await visit(shared_bot)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    answered = asyncio.Event()

    def slow(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(told: str | bytes) -> None:
            if '"is":"messages"' in str(told):
                held.append((route, told))
            elif '"is":"done"' in str(told):
                held.append((route, told))
                answered.set()
            else:
                route.send(told)

        server.on_message(hear)

    await page.route_web_socket("**/socket", slow)
    await page.reload()
    await expect(page.locator("#people > *")).not_to_have_count(0)
    await write(page, "/start")
    await asyncio.wait_for(answered.wait(), PATIENCE / 1000)
    for route, told in held:
        route.send(told)
    await expect(page.locator(".notice")).to_contain_text("There's no open table here")
    await expect(page.get_by_role("combobox")).to_have_value("")


async def test_a_page_that_missed_a_change_of_the_board_gets_the_whole_one_at_the_next(
    visit: Visit, shared_bot: Bot
) -> None:
    page, other = await visit(shared_bot), await visit(shared_bot)
    dropped: list[str | bytes] = []

    def lossy(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(told: str | bytes) -> None:
            if '"span"' in str(told) and not dropped:
                dropped.append(told)
            else:
                route.send(told)

        server.on_message(hear)

    await other.route_web_socket("**/socket", lossy)
    await other.reload()
    await open_table(page)
    await offered(page, "Start with bots").click()
    story = [shown.locator("#table .story li") for shown in (page, other)]
    while not dropped:
        assert (await play(page, 1))["presses"] == 1
    await play(page, 2)
    await expect(story[1]).to_have_count(await story[0].count())
    told = [[line.split("\n")[-1] for line in await one.all_inner_texts()] for one in story]
    assert told[1] == told[0]
