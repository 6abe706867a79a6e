"""The Mini App in a browser: framed as Telegram's web client frames it, played by taps and by the big button."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, FrameLocator, Page, expect

from bot.core.services.ownership import Ownership
from bot.platforms.web.apps.bearer import Bearers, Visit
from bot.platforms.web.apps.session import served_room
from tests.fakes.mini_app import app_house, telegram_client
from tests.fakes.telegram_world import ANA, BEA, CAI

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


async def opened(browser: Browser, address: str, name: str) -> tuple[Page, FrameLocator]:
    page = await browser.new_page(viewport=PHONE)
    await page.goto(f"{address}/{name}")
    app = page.frame_locator("#app")
    await expect(app.locator(".table .panel")).to_be_visible()
    return page, app


async def replayed(page: Page, app: FrameLocator) -> None:
    """Replay the game in the app, try a position, and go back to the table by the host's back button."""
    await app.locator(".button.steps").click()
    replay = app.frame_locator(".within")
    await replay.locator("#forward").click()
    await expect(replay.locator("#picture")).to_have_attribute("data-ply", "1")
    await replay.locator("#try").click()
    choice = replay.locator("#choices button").first
    await expect(choice).to_be_visible()
    await choice.click()
    await expect(replay.locator("#tried-turns li")).not_to_have_count(0)
    await page.evaluate("post('back_button_pressed')")
    await expect(app.locator(".within")).to_have_count(0)
    await expect(app.locator(".button.steps")).to_be_focused()


async def test_two_people_play_in_their_apps_and_the_group_follows(browser: Browser) -> None:
    pages: dict[str, str] = {}
    async with telegram_client(pages) as address, app_house(hosts=(address,)) as house:
        code = await house.room.begun()
        pages |= {"ana": house.address(ANA, code), "bea": house.address(BEA, code), "cai": house.address(CAI, code)}
        watcher, watching = await opened(browser, address, "cai")
        await expect(watching.locator(".turn")).to_have_text("It's Ana's turn.")  # as for people who play
        await expect(watching.locator("#table .rows")).to_be_hidden()  # they have no buttons, and no gap for them
        apps = {ANA.id: await opened(browser, address, "ana"), BEA.id: await opened(browser, address, "bea")}
        for _ in range(6):
            who = await house.room.acting(code, (ANA, BEA))
            version = (await house.room.table(code)).version
            page, app = apps[who.id]
            await expect(app.locator(f"[data-token^='{code}.{version}.']").first).to_be_visible()
            await expect(app.locator(".turn")).to_have_text(f"Your turn, {who.first_name}")
            main = page.locator("#main")
            roll = app.locator(f"[data-token='{code}.{version}.throw']")
            if await roll.count():
                await expect(main).to_be_enabled()
                await main.click()  # Telegram's big button rolls
                await expect(main).to_be_disabled()  # it keeps its place: a hidden one would resize the app
                await expect(main).to_be_visible()
            else:
                await app.locator(f"[data-token^='{code}.{version}.move']").first.click()
            await expect(app.locator(f"[data-token^='{code}.{version}.']")).to_have_count(0)
            await house.room.settle()
            assert (await house.room.table(code)).version > version
            assert await page.evaluate("asks")  # before it is closed
            assert not await watcher.evaluate("asks")
            now = (await house.room.table(code)).version
            assert any(token.startswith(f"{code}.{now}.") for token in house.room.board(code).tokens)
        await house.room.say(ANA, "/resign")
        await house.room.click(ANA, "Yes, resign")
        page, app = apps[ANA.id]
        await expect(page.locator("#main")).to_be_hidden()  # the game is over
        assert await page.evaluate("asks") is False
        for area, insets in (("safe_area", "{ top: 30, left: 20 }"), ("content_safe_area", "{ top: 12 }")):
            await page.evaluate(f"post('{area}_changed', {insets})")
        await expect(app.locator("body")).to_have_css("padding", "42px 0px 0px 20px")
        await replayed(page, app)
        told = await apps[ANA.id][0].evaluate("told")
        assert {"web_app_ready", "web_app_expand", "web_app_setup_closing_behavior"} <= set(told)
        assert "web_app_trigger_haptic_feedback" in told
        await expect(watching.locator("#table [data-token]")).to_have_count(0)
        await watcher.close()
        for page, _ in apps.values():
            assert "tgWebApp" not in await page.frames[1].evaluate("location.href")
            await page.close()


async def test_the_tournaments_of_the_chat_lie_over_the_table(browser: Browser) -> None:
    pages: dict[str, str] = {}
    async with telegram_client(pages) as address, app_house(hosts=(address,)) as house:
        code = await house.room.begun()
        await house.room.say(ANA, "/tournament swiss palma start=30 name=Copa")
        pages["ana"] = house.address(ANA, code)
        _, app = await opened(browser, address, "ana")
        await app.locator("#app-cups").click()
        within = app.frame_locator(".within")
        await expect(within.locator("#cup-title")).to_contain_text("Copa")
        await expect(within.locator("#list a")).to_have_count(1)
        await within.locator("#list a").click()
        await expect(within.locator("#cup-title")).to_contain_text("Copa")
        await within.locator("#to-chat").click()
        await expect(app.locator(".within")).to_have_count(0)
        await expect(app.locator("#app-cups")).to_be_focused()


async def test_an_app_whose_first_process_has_no_room_comes_in_at_the_next(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its introduction counts once, so it comes with its bearer."""
    answers: list[None] = [None, None]

    def served(bearers: Bearers, visit: Visit, ownership: Ownership) -> str | None:
        return answers.pop() if answers else served_room(bearers, visit, ownership)

    monkeypatch.setattr("bot.platforms.web.apps.door.served_room", served)
    pages: dict[str, str] = {}
    async with telegram_client(pages) as address, app_house(hosts=(address,)) as house:
        code = await house.room.begun()
        pages["ana"] = house.address(ANA, code)
        page, app = await opened(browser, address, "ana")
        await expect(app.locator(f"[data-token^='{code}.']").first).to_be_visible()
        assert not answers
        await page.close()


async def test_a_foreign_site_cannot_frame_the_app(browser: Browser) -> None:
    pages: dict[str, str] = {}
    async with telegram_client(pages) as address, app_house() as house:
        code = await house.room.begun()
        pages["ana"] = house.address(ANA, code)
        page = await browser.new_page(viewport=PHONE)
        refused: list[str] = []
        page.on("console", lambda said: refused.append(said.text))
        await page.goto(f"{address}/ana")
        async with page.expect_event("console", lambda said: "frame-ancestors" in said.text):
            await page.reload()
        await page.close()


async def test_an_old_introduction_says_what_to_do(browser: Browser) -> None:
    pages: dict[str, str] = {}
    async with telegram_client(pages) as address, app_house(hosts=(address,)) as house:
        code = await house.room.begun()
        pages["ana"] = house.address(ANA, code)
        house.room.server.clock.time += 7200
        page = await browser.new_page(viewport=PHONE, locale="es-ES")
        await page.goto(f"{address}/ana")
        said = page.frame_locator("#app").locator("#state")
        await expect(said).to_contain_text("vuelve a abrirlo desde el chat")
        await expect(said).to_be_visible()
        await page.close()
