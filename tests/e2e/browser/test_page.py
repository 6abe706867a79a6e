"""The page itself: keyboard, screen readers, phones, several people, and nothing that is said taken for markup."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.games import exported
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import LIVE, add_person, last_text, offered, open_table, play, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

WIDER = "[document.documentElement, document.getElementById('scroller')].some((e) => e.scrollWidth > innerWidth)"
# A new board takes no number for a moment: a person who pressed it meant the board before.
SETTLED = """() => new Promise((done) => {
  const buttons = () => [...document.querySelectorAll("[data-since]")];
  const fresh = () => buttons().some(({ dataset }) => performance.now() - dataset.since < 160);
  const look = () => (fresh() ? requestAnimationFrame(look) : done());
  look();
})"""
FROM_END = """(() => {
  const scroller = document.getElementById("scroller");
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
})()"""


async def test_completion_by_keyboard(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    box, options = page.get_by_role("combobox"), page.get_by_role("option")
    await page.keyboard.press("/")
    await expect(box).to_be_focused()
    await expect(box).to_have_attribute("aria-expanded", "true")
    await page.keyboard.type("pl")
    await expect(options).to_have_count(1)
    await expect(options).to_contain_text("Open a table")
    await page.keyboard.press("Tab")
    await expect(box).to_have_value("/play ")
    await page.keyboard.type("pal")
    await page.keyboard.press("Enter")
    await expect(box).to_have_value("/play palma ")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    chosen = page.locator("[role=option][aria-selected=true]")
    await expect(chosen).to_have_count(1)
    await expect(box).to_have_attribute("aria-activedescendant", await chosen.get_attribute("id") or "")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("listbox")).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(offered(page, "Start with bots")).to_be_visible()
    await expect(box).to_have_value("")
    await page.keyboard.press("ArrowUp")
    await expect(box).to_have_value("/play palma")


async def test_number_keys_press_and_the_focus_stays_where_it_was(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await page.locator("#scroller").focus()
    await expect(page.locator("[data-key]")).to_have_count(0)  # digits act on a board in play, not on a lobby
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Roll")).to_have_attribute("aria-keyshortcuts", "1")
    await expect(page.locator("[data-key]")).to_have_count(await page.locator(".live .rows button").count())
    await page.locator("#habits").click()
    keys = page.get_by_role("switch", name="Number keys press buttons")
    await keys.click()
    await expect(keys).to_have_attribute("aria-checked", "false")
    await expect(page.locator("[data-key]")).to_have_count(0)
    await keys.click()
    await page.keyboard.press("Escape")

    await page.locator("#scroller").focus()
    token = await offered(page, "Roll").get_attribute("data-token")
    await page.evaluate(SETTLED)
    await page.keyboard.press("1")
    await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)
    await expect(page.locator(LIVE)).not_to_have_count(0)
    await page.locator(LIVE).first.focus()
    token = await page.locator(LIVE).first.get_attribute("data-token")
    await page.keyboard.press("Enter")
    await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)
    await expect(page.locator(".live .rows button").first).to_be_focused()

    await page.get_by_role("combobox").focus()
    await page.keyboard.press("1")
    await expect(page.get_by_role("combobox")).to_have_value("1")


async def test_what_one_person_is_told_nobody_else_sees(visit: Visit, shared_bot: Bot) -> None:
    ana, bruno = await visit(shared_bot), await visit(shared_bot)
    await write(ana, "/help all")
    notice = ana.get_by_role("status").locator(".notice")
    await expect(notice).to_contain_text("Only you can see this")
    await expect(notice).to_contain_text("/play")
    await write(bruno, "hello")
    await expect(ana.locator("#log .message")).to_have_count(1)
    await expect(bruno.locator("#log .message")).to_have_count(1)
    await expect(bruno.locator(".notice")).to_have_count(0)
    await ana.keyboard.press("Escape")
    await expect(notice).to_have_count(0)


async def test_a_proof_can_be_saved_as_a_file(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma rolls=each")
    await offered(page, "Start with bots").click()
    await expect(page.locator(".live .picture")).to_be_visible()
    await write(page, "/verify")
    notice = page.get_by_role("status").locator(".notice")
    async with page.expect_download() as started:
        await notice.get_by_role("button", name="Save the file").click()
    download = await started.value
    assert re.fullmatch(r"palmares-[a-z0-9]{6}\.txt", download.suggested_filename)
    assert "[Commitment" in (await download.path()).read_text("utf-8")


async def test_several_people_on_one_page_take_turns(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma rolls=each")
    first = await page.locator(".who").inner_text()
    await add_person(page, "Lucía", "es")
    await expect(page.get_by_role("combobox")).to_have_attribute("placeholder", re.compile("Escribe un mensaje"))
    await offered(page, "chacales").click()
    await expect(page.locator(".live .text")).to_contain_text("Lucía")
    await page.get_by_role("radio", name=first).click()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await offered(page, "Start").click()
    await expect(page.locator(".live [data-token$='.throw']")).to_be_visible()
    begins = await page.locator(".live .mention.mine").inner_text()  # by lot
    follows = "Lucía" if begins == first else first
    for name in (begins, follows, begins):
        await expect(page.locator(".live .mention.mine")).to_have_text(name)
        await expect(page.locator("#people [aria-checked=true] .who")).to_have_text(name)
        await play_until_other(page, name)
    await expect(page.locator(".notice")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("radio")).to_have_count(2)


async def play_until_other(page: Page, name: str) -> None:
    """Plays until the board calls somebody else."""
    while await page.locator(".live .mention.mine").inner_text() == name:
        await play(page, 1)
        await expect(page.locator(".live .rows button")).not_to_have_count(0)
        await expect(page.locator(".live .mention.mine")).to_have_count(1)


async def test_markup_is_only_text(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    evil = "<img src=x onerror=\"document.title='owned'\"><b>bold</b> &amp; {name} %(x)s"
    await add_person(page, "<i>Eve</i>")
    await write(page, evil)
    await expect(page.locator("#log .message .text")).to_have_text(evil)
    await expect(page.locator("#log header b").last).to_have_text("<i>Eve</i>")
    assert await page.locator("#log img:not(.face), #log .text b, header i").count() == 0
    await open_table(page)
    await expect(page.locator(".live .text")).to_contain_text("<i>Eve</i>")
    assert "owned" not in await page.title()


async def test_a_phone_needs_no_sideways_scrolling(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 320, "height": 740}, has_touch=True, is_mobile=True)

    async def is_not_wider() -> None:
        for width in (375, 420, 320):
            await page.set_viewport_size({"width": width, "height": 740})
            await page.wait_for_function(f"!({WIDER})")  # what a new size brings may take a frame

    await is_not_wider()
    for name in ("Maximiliano de las Mercedes", "W" * 32, "Lu", "Ma", "Jo"):
        await add_person(page, name, speaks=False)  # a phone has no room for the name
    await write(page, "x" * 400)
    await open_table(page, "/play parchis colours=6")
    await is_not_wider()
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Roll")).to_be_visible()
    await play(page, 3)
    await write(page, "/help all")
    await expect(page.locator(".notice")).to_be_visible()
    await is_not_wider()
    for button in await page.locator(".live .rows button:visible, .top button:visible").all():
        await button.scroll_into_view_if_needed()  # with this number of people the row scrolls
        box = await button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert box["height"] >= 44


async def test_a_tall_board_and_its_buttons_fit_into_the_window(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma first=D rolls=each")
    await offered(page, "Start with bots").click()
    for width, height in ((880, 1050), (1200, 960)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(offered(page, "Throw the sticks")).to_be_in_viewport(ratio=1)
        await expect(page.locator(".live .picture")).to_be_in_viewport(ratio=1)


async def test_screen_readers_find_their_way(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, locale="it-IT")
    await expect(page.locator("html")).to_have_attribute("lang", "it")
    await page.get_by_role("button", name="Gioca contro i bot").click()
    board = page.locator(".live canvas.picture")
    await expect(board).to_have_attribute("aria-label", re.compile(r"\S.{20,}", re.DOTALL))
    await expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
    unnamed = """[...document.querySelectorAll("button, input, [role=log], [role=listbox], [role=radiogroup]")]
      .filter((e) => !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.textContent.trim()
        || e.labels?.length)).map((e) => e.outerHTML)"""
    assert await page.evaluate(unnamed) == []


async def test_a_reader_of_the_past_is_left_there(visit: Visit, own_bot: Bot) -> None:
    # 30 lines are nearly all that one address may write in a minute, and the shared bot gets those of all tests
    reader, writer = await visit(own_bot), await visit(own_bot)
    for number in range(30):
        await write(writer, f"line {number}")
    await expect(reader.locator("#log .message")).to_have_count(30)
    await expect(reader.locator("#log .message").last).to_be_in_viewport()
    await reader.wait_for_function(f"{FROM_END} < 2")
    await expect(reader.locator("#newest")).to_be_hidden()
    await reader.evaluate("document.getElementById('scroller').scrollTop = 0")
    await expect(reader.locator("#newest")).to_be_visible()  # the page has noticed
    await write(writer, "something new")
    await expect(reader.locator("#log .message")).to_have_count(31)
    await expect(reader.locator("#newest")).to_be_visible()
    await expect(reader.locator("#log .message").first).to_be_in_viewport()
    assert await reader.evaluate("document.getElementById('scroller').scrollTop") == 0
    await reader.locator("#newest").click()
    await expect(reader.locator("#log .message").last).to_be_in_viewport()
    await expect(reader.locator("#newest")).to_be_hidden()
    assert await last_text(reader) == "something new"
    await reader.set_viewport_size({"width": 320, "height": 568})
    await reader.locator("#home").click()
    await expect(reader.locator("#front")).to_be_visible()
    await reader.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await expect(reader.locator("#newest")).to_be_hidden()  # it would lie on a button
    await reader.locator("#home").click()
    await expect(reader.locator("#log .message").last).to_be_in_viewport()


async def test_another_chat_by_its_name(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await write(page, "here")
    await expect(page.locator("#log .message")).to_have_count(1)
    await page.locator("#chat").click()
    await page.locator("#chat-other").fill("La Cocina!")
    await page.locator("#chat-form [type=submit]").click()
    await expect(page.locator("#chat-name")).to_have_text("la-cocina")
    await expect(page.locator("#log .message")).to_have_count(0)
    await page.go_back()
    await expect(page.locator("#log .message .text")).to_have_text("here")


async def test_a_double_click_presses_once(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play parchis lot=yes rolls=each")
    await offered(page, "Start with bots").dblclick()
    await expect(offered(page, "Roll")).to_be_visible()
    await offered(page, "Roll").dblclick()
    await expect(page.locator(".live .text")).to_contain_text(re.compile(r"Who starts\?"))
    await expect(page.locator(".notice")).to_have_count(0)


async def test_completion_offers_what_the_game_has(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    box, titles = page.get_by_role("combobox"), page.get_by_role("option").locator("b")

    async def after(line: str) -> list[str]:
        await box.fill(line)
        return await titles.all_inner_texts()

    palma, parchis = await after("/play palma "), await after("/play parchis ")
    assert palma[:3] == ["classic", "quick", "penalty"]
    assert not {"spanish", "colours=3", "turns_by_colour=", "play_on=", "seats=", "six_all_out="} & set(palma)
    assert {"auto=", "hole5="} <= set(palma)
    assert parchis[:3] == ["spanish", "italian", "diceless"]
    assert {"colours=6", "turns_by_colour=", "seats=", "six_all_out=", "own_pair="} <= set(parchis)
    assert not {"classic", "hole5="} & set(parchis)
    assert "hole5=" in await after("/play penalty ")
    assert await after("/play parchis six_all_out=") == ["none", "7", "12"]
    assert await after("/play parchis six_all") == ["six_all_out="]
    assert "six_all_out=" not in await after("/play parchis six_all_out=7 ")
    assert await after("/help mi") == ["mix"]
    assert await after("/export ") == ["table="]


async def test_enter_sends_a_line_that_is_whole_though_more_could_follow(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await page.keyboard.type("/play palma penalty")
    await expect(page.get_by_role("option")).to_contain_text("penalty=")  # a rule has the name of the preset
    await page.keyboard.press("Enter")
    await expect(offered(page, "Start with bots")).to_be_visible()
    await expect(page.get_by_role("combobox")).to_have_value("")


async def test_what_is_pressed_is_what_the_pointer_was_put_down_on(visit: Visit, shared_bot: Bot) -> None:
    ana, bruno = await visit(shared_bot), await visit(shared_bot)
    await open_table(ana)
    await offered(bruno, "blue").hover()
    await bruno.mouse.down()
    await offered(ana, "blue").click()
    await ana.get_by_role("button", name="Play this colour as well").click()
    await expect(offered(bruno, "blue")).to_have_count(0)
    await bruno.mouse.up()
    notice = bruno.locator(".notice", has_text="has that seat already")
    await expect(notice).to_be_visible()
    await offered(ana, "red").click()
    await ana.get_by_role("button", name="Play this colour as well").click()
    await expect(offered(bruno, "red")).to_have_count(0)
    await expect(notice).to_be_visible()  # the board has changed; what was said is still there to be read


async def test_a_game_comes_in_from_a_picked_file(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    async with page.expect_file_chooser() as chosen:
        await write(page, "/import")
    text = exported("zyx987").encode()
    await (await chosen.value).set_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text})
    board = page.locator("#log .message", has_text="Played elsewhere")
    await expect(board).to_contain_text("Zoe")
    await expect(board.locator("img.picture")).to_be_visible()
    await expect(page.get_by_role("combobox")).to_have_value("")


async def test_who_is_forgotten_is_told_so_and_loses_their_name(visit: Visit, shared_bot: Bot) -> None:
    page, other = await visit(shared_bot), await visit(shared_bot)
    await page.locator("#people [aria-checked=true]").click()
    await page.locator("#person-name").fill("Zenobia")
    await page.locator("#person-form [type=submit]").click()
    await expect(page.locator("#people")).to_contain_text("Zenobia")
    await write(page, "/deletemydata")
    await offered(page, "Yes, delete my data").click()
    for each in (page, other):
        await expect(each.get_by_text("someone's data was deleted at their request")).to_be_visible()
        await expect(each.locator(LIVE)).to_have_count(0)
    await expect(page.locator("#people")).not_to_contain_text("Zenobia")
    await expect(page.locator(".notice")).to_have_count(0)
