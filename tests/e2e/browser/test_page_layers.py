"""Boards that the browser puts together look as their pictures do, and move to where they rest."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, Page, Route, expect

from bot.platforms.web.boards import packed
from bot.platforms.web.platform import PAGE
from render.content.layered import LAYERED
from render.films.moving import draw_motion
from render.picture import describe, draw
from render.themes.catalog import NAMES as THEMES
from tests.fakes.layered_boards import APART, BOARDS, FEW, KINDS
from tests.fakes.long_run import pairs
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import hurry, offered, open_table, play
from tests.fakes.page_visit import Visit
from tests.fakes.random_games import random_game
from tests.fakes.unseen_plies import unseen
from tools.gallery.views import named, scene

pytestmark = pytest.mark.browser

ORIGIN = "http://boards.test"
GONE = b"\0\0\0\0" * 300
"""What a server answers that has none of the sprites asked for."""

# The pixels of a board at rest by their greatest difference in a channel from its picture.
COMPARE = """async (name) => {
  const [{ loaded }, { Stage }] = await Promise.all(["/layers.js", "/stage.js"].map((name) => import(name)));
  const canvas = document.createElement("canvas");
  new Stage(canvas).show(await loaded(`/${name}.board`), []);
  const image = new Image();
  image.src = `/${name}.png`;
  await image.decode();
  if (image.width !== canvas.width || image.height !== canvas.height) return [];
  const other = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  other.getContext("2d").drawImage(image, 0, 0);
  const pixels = (one) => one.getContext("2d").getImageData(0, 0, image.width, image.height).data;
  const [here, there] = [canvas, other].map(pixels);
  const counted = new Array(256).fill(0);
  for (let at = 0; at < here.length; at += 4) {
    const apart = [0, 1, 2].map((channel) => Math.abs(here[at + channel] - there[at + channel]));
    counted[Math.max(...apart)] += 1;
  }
  return counted;
}"""

# Plays a film, and compares what is left on the canvas with the board at rest; `again` comes in its midst.
PLAY = """async (again) => {
  const [{ loaded }, { Stage }] = await Promise.all(["/layers.js", "/stage.js"].map((name) => import(name)));
  const [board, next] = await Promise.all(["/moving.board", "/next.board"].map(loaded));
  const shown = document.body.appendChild(document.createElement("canvas"));
  const still = document.createElement("canvas");
  const stage = new Stage(shown);
  const until = (time) => new Promise((done) => setTimeout(done, time));
  const states = [];
  new MutationObserver(() => states.push(shown.dataset.at)).observe(shown, { attributes: true });
  const began = performance.now();
  stage.show(board);
  const first = shown.toDataURL();
  await until(board.moves / 2);
  const midst = shown.toDataURL();
  if (again) stage.show(next, []);
  else while (shown.dataset.at !== "rest") await until(20);
  const took = performance.now() - began;
  new Stage(still).show(again ? next : board, []);
  return { states, took, moves: board.moves, moved: first !== midst, same: shown.toDataURL() === still.toDataURL() };
}"""

# Leaves a board in the midst of its film, and shows the next one on the canvas that it had.
TURNS = """async () => {
  const [{ loaded }, { Stage, vacant }] = await Promise.all(["/layers.js", "/stage.js"].map((name) => import(name)));
  const [board, next] = await Promise.all(["/moving.board", "/next.board"].map(loaded));
  const [width, height] = next.size;
  const [left, fresh] = [0, 1].map(() => new Stage(document.createElement("canvas")));
  left.show(board);
  await new Promise((done) => setTimeout(done, board.moves / 2));
  left.leave();
  const other = vacant({ width, height: height + 1 });
  const again = vacant({ width, height });
  again.show(next, []);
  fresh.show(next, []);
  const [here, there] = [again, fresh].map(({ canvas }) => canvas.toDataURL());
  const more = vacant({ width, height });
  return { other: Boolean(other), kept: again === left, more: Boolean(more), same: here === there };
}"""


async def opened(browser: Browser, files: dict[str, tuple[str, bytes]]) -> Page:
    """Open an empty page of a site that has these files, the page's modules, and sprites."""
    page = await browser.new_page()

    async def answer(route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.path == "/art":
            await route.fulfill(body=packed(parse_qs(url.query)["of"][0].split(","))[0])
            return
        kind, data = files.get(url.path, ("text/html", b"<!doctype html><title>Boards</title>"))
        await route.fulfill(body=data, content_type=kind)

    for path in PAGE.glob("*.js"):
        files[f"/{path.name}"] = ("text/javascript", path.read_bytes())
    await page.route("**/*", answer)
    await page.goto(ORIGIN)
    return page


@pytest.mark.parametrize("theme", THEMES)
async def test_every_board_of_the_gallery_is_as_its_picture(browser: Browser, theme: str) -> None:
    files: dict[str, tuple[str, bytes]] = {}
    page = await opened(browser, files)
    views = [*KINDS, *(view for view, its_theme in pairs(BOARDS, THEMES) if its_theme == theme)]
    for view in {view.name: view for view in views}.values():
        shown = replace(scene(view), theme=theme)
        files[f"/{view.name}.board"] = (LAYERED, describe(shown))
        files[f"/{view.name}.png"] = ("image/png", draw(shown))
        counted = await page.evaluate(COMPARE, view.name)
        assert sum(counted) > 100_000, view.name
        assert sum(counted[APART + 1 :]) == 0, view.name
        assert sum(counted[APART // 2 + 1 :]) <= FEW * sum(counted), view.name
    await page.close()


@pytest.mark.parametrize("name", ["parchis-spanish", "palma-choice"])
async def test_a_board_of_density_two_is_as_its_picture_of_that_size(browser: Browser, name: str) -> None:
    shown = replace(scene(named(name)), density=2)
    files = {"/dense.board": (LAYERED, describe(shown)), "/dense.png": ("image/png", draw(shown))}
    page = await opened(browser, files)
    counted = await page.evaluate(COMPARE, "dense")
    assert sum(counted) > 1_000_000
    assert sum(counted[APART + 1 :]) == 0
    assert sum(counted[APART // 2 + 1 :]) <= FEW * sum(counted)
    await page.close()


async def test_a_piece_two_pixels_off_would_be_noticed(browser: Browser) -> None:
    shown = scene(named("parchis-spanish"))
    document = json.loads(describe(shown))
    document["things"][20][1] += 2
    files = {
        "/off.board": (LAYERED, json.dumps(document).encode()),
        "/off.png": ("image/png", draw(shown)),
    }
    page = await opened(browser, files)
    counted = await page.evaluate(COMPARE, "off")
    assert sum(counted[APART + 1 :]) > 0
    await page.close()


def moving_and_next(kind: str) -> dict[str, tuple[str, bytes]]:
    """Return a board that moves, and the one after it."""
    match = random_game(kind, 1)
    document = draw_motion(unseen(match, 60, 3), LAYERED)
    assert document is not None
    return {"/moving.board": (LAYERED, document), "/next.board": (LAYERED, describe(unseen(match, 63, 2).end))}


@pytest.mark.parametrize("again", [False, True], ids=["to-its-end", "until-news"])
@pytest.mark.parametrize("kind", ["four", "palma"])
async def test_a_board_moves_and_rests_and_gives_way_to_what_is_new(browser: Browser, kind: str, again: bool) -> None:
    page = await opened(browser, moving_and_next(kind))
    found = await page.evaluate(PLAY, again)
    assert found["states"][:2] == ["begins", "film"]
    assert found["states"][-1] == "rest"
    assert found["moved"]
    assert found["same"]  # nothing is left of what has moved
    assert found["took"] >= found["moves"] * (0.5 if again else 1) - 20  # frames have times from before
    await page.close()


async def test_the_next_board_takes_the_canvas_of_one_that_left(browser: Browser) -> None:
    page = await opened(browser, moving_and_next("four"))
    found = await page.evaluate(TURNS)
    assert found == {"other": False, "kept": True, "more": False, "same": True}
    await page.close()


async def test_a_dense_screen_shows_twice_as_many_pixels_once_a_board_rests(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, device_scale_factor=2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await hurry(page)
    await open_table(page, "/play palma auto=yes")
    sharp = page.locator("#table canvas.sharp")
    await expect(sharp).to_be_visible()
    await offered(page, "Start with bots").click()
    for _ in range(3):
        await play(page, 1)
        await expect(page.locator("#table canvas.picture")).to_have_attribute("data-at", "rest")
        await expect(sharp).to_be_visible()
    await expect(sharp).to_have_js_property("width", 1600)
    assert any("board?dense" in url for url in asked)
    asked.clear()
    await page.set_viewport_size({"width": 390, "height": 430})  # too small for more pixels
    await play(page, 3)
    await expect(sharp).to_be_hidden()
    assert not any("dense" in url for url in asked)


async def test_less_motion_shows_states_only(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, reduced_motion="reduce")
    await hurry(page)
    await open_table(page, "/play palma")
    await offered(page, "Start with bots").click()
    await page.evaluate(
        """() => {
          window.states = new Set();
          const note = () => window.states.add(document.querySelector("#table canvas")?.dataset.at);
          new MutationObserver(note).observe(document.getElementById("table"), { subtree: true, attributes: true });
        }"""
    )
    await play(page, 4)
    states = await page.evaluate("[...window.states]")
    assert "rest" in states
    assert "film" not in states


async def test_a_browser_without_the_means_and_lost_sprites_show_the_picture(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await page.add_init_script("delete globalThis.createImageBitmap")
    await page.reload()
    await open_table(page, "/play palma")
    await page.wait_for_function("document.querySelector('#table img.picture')?.naturalWidth === 800")
    other = await visit(shared_bot, chat="lost-sprites")
    for address in ("**/art?**", "**/*.board?whole"):
        await other.route(address, lambda route: route.fulfill(body=GONE))
    await open_table(other, "/play palma")
    await other.wait_for_function("document.querySelector('#table img.picture')?.naturalWidth === 800")


async def test_sprites_that_another_process_has_come_with_the_board(visit: Visit, shared_bot: Bot) -> None:
    """Behind a balancer the process that is asked for sprites may not be the one that told of the board."""
    page = await visit(shared_bot, chat="elsewhere")
    await page.route("**/art?**", lambda route: route.fulfill(body=GONE))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await open_table(page, "/play palma")
    await expect(page.locator("#table canvas.picture")).to_have_attribute("data-at", "rest")
    whole = [url for url in asked if "whole" in url]
    assert len(whole) == 1, whole
    assert not any(".png" in url for url in asked)
