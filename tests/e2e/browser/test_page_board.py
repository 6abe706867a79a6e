"""A game is played on the board: by taps, by the keyboard and by dragging pieces; the buttons stay."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import GAP, hurry, offered, open_table
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

SPOTS = ".live .spots .spot"
MINE = f"{SPOTS}, .live [data-token*='.again']"
# Whether a tap has done something: its click comes only after the tap, and what that brings later still.
FELT = f"""(token) => !document.querySelector(`.live [data-token="${{token}}"]`)
  || document.querySelector("{SPOTS}.piece[aria-pressed=true]") !== null"""


async def begin(page: Page, line: str) -> None:
    """Open a table against bots, and wait for the first turn."""
    await open_table(page, line)
    await offered(page, "Start with bots").click()
    await expect(page.locator(SPOTS)).not_to_have_count(0)


async def middle(spot: Locator) -> tuple[float, float]:
    """Say where on the screen a spot is."""
    box = await spot.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def tokens(page: Page) -> list[str]:
    """What the buttons of the live board do."""
    return [
        await button.get_attribute("data-token") or "" for button in await page.locator(".live .rows button").all()
    ]


async def tap_once(page: Page, place: int) -> str:
    """Do something on the board with taps alone: throw, or a piece and where it goes; return what was done."""
    before = await tokens(page)
    piece = page.locator(f"{SPOTS}.piece")
    count = await piece.count()
    if not count:
        await page.touchscreen.tap(*await middle(page.locator(SPOTS).first))
        done = "throw"
    else:
        await page.touchscreen.tap(*await middle(piece.nth(place % count)))
        await page.wait_for_function(FELT, arg=before[0])
        chosen = page.locator(f"{SPOTS}.piece[aria-pressed=true]")
        done = "move"
        if await chosen.count():
            done = "choice"
            await page.touchscreen.tap(*await middle(page.locator(f"{SPOTS}.landing:not(.out)").first))
    await expect(page.locator(f'.live [data-token="{before[0]}"]')).to_have_count(0)
    return done


@pytest.mark.parametrize(("game", "size"), [("parchis", (390, 844)), ("palma first=D", (844, 390))])
async def test_turns_are_played_with_taps_alone(
    visit: Visit, shared_bot: Bot, game: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = await visit(shared_bot, viewport=viewport, has_touch=True, is_mobile=True)
    await hurry(page)
    await begin(page, f"/play {game}")
    done: list[str] = []
    chosen = (
        {"move", "choice"} if game == "parchis" else {"throw"}
    )  # in Palma there may be nothing to choose for long
    while len(done) < 8 or not ("throw" in done and chosen & set(done)):
        assert len(done) < 80, "a piece has waited for its 5 all the time"
        done.append(await tap_once(page, len(done)))
        await expect(page.locator(MINE)).not_to_have_count(0)
        await page.wait_for_timeout(GAP)
    await expect(page.locator(".notice")).to_have_count(0)
    await expect(page.get_by_role("dialog")).to_have_count(0)  # a tap on a piece enlarges nothing


async def until_a_piece_may_move(page: Page) -> None:
    """Throw until there is something to choose."""
    while not await page.locator(f"{SPOTS}.piece").count():
        before = (await tokens(page))[0]
        await page.locator(SPOTS).first.click()
        await expect(page.locator(f'.live [data-token="{before}"]')).to_have_count(0)
        await expect(page.locator(SPOTS)).not_to_have_count(0)
        await page.wait_for_timeout(GAP)


async def test_a_piece_is_dragged_to_where_it_goes_and_nowhere_else(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await hurry(page)
    await begin(page, "/play parchis")
    await until_a_piece_may_move(page)
    piece, landing = page.locator(f"{SPOTS}.piece").first, page.locator(f"{SPOTS}.landing").first
    await expect(piece).to_be_visible()
    before = await tokens(page)
    await piece.hover()
    await page.mouse.down()
    await page.mouse.move(5, 300, steps=4)
    await expect(page.locator(".dragged")).to_be_visible()
    await page.mouse.up()
    await expect(page.locator(".dragged")).to_have_count(0)
    assert await tokens(page) == before
    await piece.hover()
    await page.mouse.down()
    await page.mouse.move(*await middle(landing), steps=4)
    await page.mouse.up()
    await expect(page.locator(f'[data-token="{before[0]}"]')).to_have_count(0)


async def test_a_piece_that_is_held_shows_where_it_may_go_and_plays_nothing(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await hurry(page)
    await begin(page, "/play parchis")
    await until_a_piece_may_move(page)
    piece, ways = page.locator(f"{SPOTS}.piece").first, page.locator(f"{SPOTS}.landing.way")
    before = await tokens(page)
    await expect(ways).to_have_count(0)
    await piece.hover()
    await page.mouse.down()
    await expect(ways).not_to_have_count(0)
    await page.mouse.up()
    await page.wait_for_timeout(GAP)
    assert await tokens(page) == before
    await expect(page.locator(".notice")).to_have_count(0)
    await page.mouse.click(*await middle(ways.first))
    await expect(page.locator(f'[data-token="{before[0]}"]')).to_have_count(0)


async def test_the_board_is_played_by_keyboard_and_names_what_it_does(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await hurry(page)
    await begin(page, "/play parchis")
    await expect(page.get_by_role("group", name="The board").get_by_role("button", name="Roll")).to_be_visible()
    await until_a_piece_may_move(page)
    piece = page.locator(f"{SPOTS}.piece").first
    label = await piece.get_attribute("aria-label") or ""
    assert label.split(" / ")[0] in await page.locator(".live .rows").inner_text()
    before = (await tokens(page))[0]
    await page.locator(f"{SPOTS}.landing").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f'[data-token="{before}"]')).to_have_count(0)
    await expect(page.locator(SPOTS)).not_to_have_count(0)
    await expect(page.locator(".live button:focus")).to_have_count(1)  # where the next step is


async def test_nobody_else_can_touch_the_board(visit: Visit, shared_bot: Bot) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot)
    await begin(ana, "/play parchis")
    await expect(bea.locator(".live .waiting")).to_be_visible()
    await expect(bea.locator(SPOTS)).to_have_count(0)
