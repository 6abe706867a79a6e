"""Games with a finger on the board, on phones and a wide screen, in two browsers of different makers."""

from __future__ import annotations

import re

import pytest

from tests.fakes import firefox
from tests.fakes.long_run import some
from tests.fakes.mini_app import app_house
from tests.fakes.page_hand import CARD, Hand, PlaywrightHand, play_by_taps, start_by_taps
from tests.fakes.page_process import Bot
from tests.fakes.page_visit import Visit
from tests.fakes.telegram_world import ANA, BEA

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]  # a whole game on a busy machine

SIZES = [(390, 844), (844, 390), (1280, 800)]
ENOUGH = 10
"""After how many taps a game is given up; to their end games are played by clicks and by keys."""
GAME = "/play palma auto=yes first=D rolls=each"
DRAWN = "() => document.querySelector('#table canvas.picture') !== null"
"""Whether the board is put together here, and no picture stands in for it."""
PRESSED = """async (token) => {
  const until = async (done) => {
    while (!done()) await new Promise((next) => setTimeout(next, 50));
    return done();
  };
  const button = () => document.querySelector(`#table [data-token="${token}"]`);
  (await until(button)).click();
  await until(() => !button());
  return token;
}"""
"""Presses a button once it is there, and waits until it is gone."""
GAMES = 3
"""Games at most: a short one may offer no choice, and its dice depend on the tables that the bot opened before."""


async def to_the_card(hand: Hand) -> None:
    """Plays a game from its lobby to its card."""
    for _ in range(GAMES):
        await start_by_taps(hand, GAME)
        assert await hand.evaluate(DRAWN)
        taps = await play_by_taps(hand, ENOUGH)
        if taps[".piece"] > 0:  # in Palma a piece has one way, which goes by itself
            break
    card = await hand.evaluate(CARD)
    assert taps[".deed"] > 0
    assert taps[".piece"] > 0
    assert card["whole"]
    assert card["wide"] >= 600
    assert re.search(r"won|wins", card["alt"])


@pytest.mark.parametrize("size", some(SIZES, 2))
async def test_a_game_is_tapped_to_its_card_in_chromium(visit: Visit, shared_bot: Bot, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = await visit(shared_bot, viewport=viewport, has_touch=True, is_mobile=size[0] < 1000)
    await to_the_card(PlaywrightHand(page))


@pytest.mark.parametrize("size", some(SIZES, 3))
async def test_a_game_is_tapped_to_its_card_in_firefox(
    second_browser: firefox.Firefox, shared_bot: Bot, size: tuple[int, int]
) -> None:
    async with second_browser.tab(f"{shared_bot.url}#/c/firefox-{size[0]}", size) as tab:
        await to_the_card(tab)


async def test_the_mini_app_is_played_in_firefox(second_browser: firefox.Firefox) -> None:
    async with app_house() as house:
        code = await house.room.begun()
        for user in (ANA, BEA):
            assert (await house.room.acting(code, (ANA, BEA))).id == user.id
            version = (await house.room.table(code)).version
            async with second_browser.tab(house.address(user, code), SIZES[0]) as tab:
                token = f"{code}.{version}.throw"
                assert await tab.evaluate(PRESSED, token) == token
            await house.room.settle()
            assert (await house.room.table(code)).version > version
