"""How a page calls: sounds, the tab's title and icon, notifications, paper at a win; each only for who wants it."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, hurry, join, offered, open_table, play, resign, whose_turn
from tests.fakes.page_visit import PATIENCE, Visit

pytestmark = pytest.mark.browser

# Before the page begins: what it plays and notes is written down, and the test says whether its tab is hidden.
SPY = """(() => {
  window.sounds = [];
  window.notes = [];
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = prototype;
    prototype.start = function (...times) {
      window.sounds.push(this.constructor.name);
      return start.apply(this, times);
    };
  }
  // a browser without windows says "denied" here, and the truth only when it is asked
  let allowed = Notification.permission;
  navigator.permissions.query({ name: "notifications" }).then(({ state }) => (allowed = state));
  window.Notification = new Proxy(Notification, {
    construct: (_, [title, options]) => (window.notes.push([title, options.tag]), {}),
    get: (it, name) => (name === "permission" ? allowed : Reflect.get(it, name)),
  });
  let away = false;
  Object.defineProperty(document, "hidden", { get: () => away });
  window.hide = (on) => {
    away = on;
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""
NOISE, TONE = "AudioBufferSourceNode", "OscillatorNode"
WIN = 4
"""How many tones a win has."""
ENOUGH = 300
"""Presses in which somebody has captured something, whatever the dice are."""


async def spied(browser: Browser, **options: object) -> BrowserContext:
    """A profile in which a page is overheard."""
    context = await browser.new_context(locale="en-GB", viewport={"width": 1000, "height": 760}, **options)  # type: ignore[arg-type]
    await context.add_init_script(SPY)
    return context


async def sounds(page: Page) -> list[str]:
    """What it has played since it was last asked."""
    played: list[str] = await page.evaluate("window.sounds.splice(0)")
    return played


async def switch(page: Page, name: str) -> Locator:
    """Press a switch of this browser's notifications."""
    await page.locator("#habits").click()
    button = page.get_by_role("switch", name=name)
    await button.click()
    return button


async def begin(page: Page, line: str) -> None:
    """Open a table against bots that play at once."""
    await hurry(page)
    await open_table(page, line)
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()


async def test_nothing_sounds_until_somebody_wants_it_then_die_and_capture_and_no_bot_s_win(
    visit: Visit, shared_bot: Bot, browser: Browser
) -> None:
    page = await visit(shared_bot, await spied(browser), chat="sounds")
    await begin(page, "/play parchis auto=yes")
    await play(page, 3)
    assert await sounds(page) == []
    await switch(page, "Sounds")
    assert await sounds(page) == [NOISE] * 5  # a die, to hear that it is on
    await page.keyboard.press("Escape")
    heard: set[str] = set()
    for presses in range(ENOUGH):
        await play(page, 1)
        heard |= set(await sounds(page))
        if {NOISE, TONE} <= heard:  # only a capture has a tone
            break
        assert presses < ENOUGH - 1, heard
    await sounds(page)
    await resign(page)
    assert (await sounds(page)).count(TONE) < WIN
    await page.reload()
    await expect(page.locator("#table")).to_be_visible()
    assert await sounds(page) == []  # what was before the reader came is not heard
    await page.locator("#habits").click()
    await expect(page.get_by_role("switch", name="Sounds")).to_be_checked()


async def begin_for_two(page: Page) -> None:
    """Open a table at which two people of the page play each other, and start."""
    await hurry(page)
    await open_table(page, "/play palma rolls=each")
    await add_person(page, "Bea")
    await page.locator("[data-token*='.sit:']").first.click()
    await page.locator(".table [data-token$='.start']").click()
    await expect(page.locator(".turn.mine")).to_be_visible()


async def test_a_person_s_win_sounds(visit: Visit, shared_bot: Bot, browser: Browser) -> None:
    page = await visit(shared_bot, await spied(browser), chat="win")
    await switch(page, "Sounds")
    await page.keyboard.press("Escape")
    await begin_for_two(page)
    await sounds(page)
    await resign(page)
    async with asyncio.timeout(PATIENCE / 1000):
        played = await sounds(page)
        while played.count(TONE) < WIN:
            played += await sounds(page)


async def until_the_others_turn(mine: Page, other: Page) -> None:
    """Plays until somebody else is to act."""
    for _ in range(60):
        if (await whose_turn(mine, other))[0] is other:
            return
        await play_once(mine)
    raise AssertionError("the other never came to play")


async def play_once(page: Page) -> None:
    """Press once for the player to act."""
    button = page.locator("#table .rows button").first
    token = await button.get_attribute("data-token")
    await button.click()
    await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)


async def test_a_hidden_tab_says_whose_turn_it_is_and_notes_it_where_that_is_wanted(
    visit: Visit, shared_bot: Bot, browser: Browser
) -> None:
    ana = await visit(shared_bot, await spied(browser, permissions=["notifications"]), chat="alerts")
    bea = await visit(shared_bot, await spied(browser, permissions=["notifications"]), chat="alerts")
    name = await ana.locator(".who").inner_text()
    await expect(await switch(ana, "Tell me when it's my turn")).to_be_checked()
    await ana.keyboard.press("Escape")
    await open_table(ana, "/play palma rolls=each")
    await join(bea, ana, "jackals")
    await offered(ana, "Start").click()
    await until_the_others_turn(ana, bea)
    await expect(ana).to_have_title("#alerts · Palmarés")
    await expect(ana.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    for page in (ana, bea):
        await page.evaluate("window.notes.splice(0), window.hide(true)")
    await until_the_others_turn(bea, ana)
    await expect(ana).to_have_title(f"● Your turn, {name} · Palmarés")
    await expect(ana.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    assert await ana.evaluate("window.notes") == [[f"Your turn, {name}", "palmares"]]
    await ana.evaluate("window.hide(false), window.notes.splice(0)")
    await until_the_others_turn(ana, bea)
    await expect(bea).to_have_title("● Your turn, " + await bea.locator(".who").inner_text() + " · Palmarés")
    assert await bea.evaluate("window.notes") == []  # allowed, but not wanted
    await until_the_others_turn(bea, ana)
    await expect(ana.locator(".turn.mine")).to_be_visible()
    assert await ana.evaluate("window.notes") == []  # a person who looks at the page sees it


async def test_a_browser_that_allows_no_notifications_leaves_the_switch_off(
    visit: Visit, shared_bot: Bot, browser: Browser
) -> None:
    page = await visit(shared_bot, await spied(browser), chat="refused")
    button = await switch(page, "Tell me when it's my turn")
    await expect(button).not_to_be_checked()
    assert await page.evaluate("window.notes") == []


# Notes what the board on the table does.
STATES = """() => {
  window.states = [];
  const note = () => window.states.push(document.querySelector("#table canvas.picture")?.dataset.at);
  new MutationObserver(note).observe(document.getElementById("table"), { subtree: true, attributes: true });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_paper_falls_at_a_win_unless_less_motion_is_wanted(
    visit: Visit, shared_bot: Bot, browser: Browser, motion: str
) -> None:
    page = await visit(shared_bot, await spied(browser, reduced_motion=motion), chat=f"paper-{motion}")
    await begin_for_two(page)
    await page.evaluate(STATES)
    await play(page, 4)
    states = await page.evaluate("window.states")
    assert "rest" in states
    assert "film" not in states or motion == "no-preference"  # on a busy machine boards rest for a while
    await page.evaluate(
        """() => {
          window.paper = 0;
          const watch = new MutationObserver(() => {
            window.paper = Math.max(window.paper, document.querySelectorAll(".confetti i").length);
          });
          watch.observe(document.getElementById("table"), { subtree: true, childList: true });
        }"""
    )
    await resign(page)
    if motion == "no-preference":
        await expect(page.locator(".confetti i")).to_have_count(36)
    await expect(page.locator(".confetti")).to_have_count(0)
    assert await page.evaluate("window.paper") == (36 if motion == "no-preference" else 0)


async def test_no_paper_falls_for_a_bot(visit: Visit, shared_bot: Bot, browser: Browser) -> None:
    page = await visit(shared_bot, await spied(browser), chat="paper-bot")
    await begin(page, "/play palma")
    await resign(page)
    assert await page.evaluate("document.querySelectorAll('.confetti').length") == 0
