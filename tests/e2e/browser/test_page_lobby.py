"""Before its game a table has switches that are on or off, and choices of which one is pressed."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def test_switches_are_on_or_off_and_one_variant_is_chosen(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await offered(page, "Options").click()
    rated = page.get_by_role("switch", name="Rated", exact=True)
    await expect(rated).to_have_attribute("aria-checked", "true")
    await rated.click()
    await expect(rated).to_have_attribute("aria-checked", "false")
    await expect(rated).to_have_text("Rated")  # whether it is on is shown, not written
    await offered(page, "Game and rules").click()
    chosen = page.locator(".live button[aria-pressed=true]")
    await expect(chosen).to_have_text(["Parchís", "Spanish rules"])
    await offered(page, "Italian rules").click()
    await expect(chosen).to_have_text(["Parchís", "Italian rules"])
