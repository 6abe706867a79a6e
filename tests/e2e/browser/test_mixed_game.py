"""One table, tapped by people in two Mini Apps, an Activity and on the page, next to a Telegram group."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import Any, Protocol

import pytest
from playwright.async_api import Browser, BrowserContext, Frame, Page, expect

from bot.core.domain import play
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import begun
from bot.core.messages.requests import Outcome, Person, Request
from data.records import ChatKey, PersonKey, Status
from engine.game import TurnKind
from render import picture
from render.content.layered import LAYERED
from render.content.unseen import Unseen
from render.films.moving import draw_motion
from tests.fakes import firefox
from tests.fakes.activity import CHANNEL, discord_side
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mini_app import AppHouse, app_house, telegram_client
from tests.fakes.page_steps import write
from tests.fakes.telegram_world import ANA, BEA, CAI

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

DORA, HERE = PersonKey("discord", "170000000000000001"), ChatKey("discord", CHANNEL)
PHONE = (390, 844)
ROUNDS = 3
"""How often each of the five acts, at least, until the game is hurried to its last roll."""
CHOSEN, LANDINGS = ".live .spots .piece[aria-pressed=true]", ".live .spots .landing:not(.out)"
# Where to tap next, once the board has a button of a version: the throw, a piece, or a square for the chosen piece.
SPOT = """async (version) => {
  const spots = (kind) => [...document.querySelectorAll(`.live .spots ${kind}`)];
  const wanted = () =>
    document.querySelector(`.live [data-token^="${version}"]`) &&
    [".piece[aria-pressed=true] ~ .landing:not(.out)", ".piece", ".deed"].flatMap(spots)[0];
  while (!wanted()) await new Promise((next) => setTimeout(next, 50));
  const box = wanted().getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
GONE = """async (version) => {
  const shown = () => document.querySelector(`.live [data-token^="${version}"]`);
  for (let tries = 0; shown() && tries < 40; tries += 1) await new Promise((next) => setTimeout(next, 50));
  return !shown();
}"""

# Notes what the table shows from now on, once a frame: the board's state, or the card of the result. The board rests.
WATCH = """async () => {
  window.seen = [];
  const state = () => {
    const shown = document.querySelector("#table .picture");
    return shown?.nodeName === "IMG" ? "card" : shown?.dataset.at;
  };
  while (state() !== "rest") await new Promise(requestAnimationFrame);
  const note = () => {
    if (window.seen.at(-1) !== state()) window.seen.push(state());
    requestAnimationFrame(note);
  };
  note();
}"""
# What was seen until the card was there, with a rematch below.
SEEN = """async () => {
  const over = () => window.seen.includes("card") && document.querySelector("#table [data-token$='.again']");
  for (let tries = 0; !over() && tries < 400; tries += 1) await new Promise((next) => setTimeout(next, 50));
  return over() ? window.seen : [];
}"""


class Hand(Protocol):
    """Somebody in front of a board."""

    async def act(self, version: str) -> None:
        """Act by taps on the board that shows this version."""

    async def evaluate(self, function: str) -> Any:
        """Call a function of JavaScript there."""


class Tapped:
    """A board in a frame of Chromium."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.evaluate = frame.evaluate

    async def act(self, version: str) -> None:
        """Tap until the version is gone: a piece with two ways needs a second tap."""
        await expect(self.frame.locator(f".live [data-token^='{version}']").first).to_be_visible()
        for _ in range(3):
            chosen = await self.frame.locator(CHOSEN).count()
            pieces = await self.frame.locator(".live .spots .piece").count()
            spots = LANDINGS if chosen else ".live .spots .piece" if pieces else ".live .spots .deed"
            await self.frame.locator(spots).first.tap(force=True)  # spots overlap: the page takes the nearest
            if await self.frame.evaluate(GONE, version):
                return
        raise AssertionError(f"{version} is still there")


class TappedInFirefox:
    """A board in a tab of Firefox."""

    def __init__(self, tab: firefox.Tab) -> None:
        self._tab = tab
        self.evaluate = tab.evaluate

    async def act(self, version: str) -> None:
        """Tap until the version is gone."""
        for _ in range(3):
            await self._tab.tap(*await self._tab.evaluate(SPOT, version))
            if await self._tab.evaluate(GONE, version):
                return
        raise AssertionError(f"{version} is still there")


async def framed(context: BrowserContext, address: str, *, popped: bool = False) -> Tapped:
    """Open the page of a client that frames an app, there or in a window that it opens."""
    page = await context.new_page()
    if popped:
        async with context.expect_page() as opened:
            await page.goto(address)
        page = await opened.value
    else:
        await page.goto(address)
    await expect(page.frame_locator("#app").locator(".table .panel")).to_be_visible()
    return Tapped(page.frames[1])


async def guest(context: BrowserContext, house: AppHouse, code: str) -> Page:
    """Open the plain page as an invited friend, who sits down."""
    invitation, address = house.site._invitation, house.site.address
    assert invitation is not None
    headers = {"Origin": address.rstrip("/")}
    await context.request.post(f"{address}invitation", data=await invitation.token(), headers=headers)
    page = await context.new_page()
    await page.goto(f"{address}#/c/hall")
    await page.locator("#person-name").fill("Eva")  # a friend is asked for a name
    await page.locator("#person-form [type=submit]").click()
    await expect(page.locator("#person-dialog")).to_be_hidden()
    await write(page, f"/join {code}")
    await expect(page.locator("#table canvas.picture")).to_be_visible()
    return page


def moving(unseen: Unseen, media_type: str, longest: float) -> bytes | None:
    """Make the motion of a board for the pages; the group has stills."""
    return draw_motion(unseen, media_type, longest) if media_type == LAYERED else None


async def deliver(outcome: Outcome) -> Outcome:
    return outcome


async def typed(house: AppHouse, command: str, **options: str) -> Outcome:
    """Let Dora give a command in her channel on Discord."""
    found = await house.room.core.dispatcher.command(Request(HERE, Person(DORA, "Dora"), command, options), deliver)
    await house.room.settle()
    return found


async def hurried(house: AppHouse, code: str) -> None:
    """Play for each person until the next roll wins, and show that board."""
    core, now = house.room.core, house.now
    table = begun(await house.room.table(code))
    for _ in range(2000):
        seat = to_act(table)
        assert seat is not None
        assert seat.person is not None
        act = play.throw
        if table.match.turn.kind is TurnKind.CHOOSE:
            act = partial(play.move, text=table.match.legal[-1])
        elif play.throw(table, seat.person, now).status is Status.OVER:
            break
        table = begun(await core.service.change(code, partial(act, person=seat.person, now=now)))
    await core.publisher.publish(code)
    await house.room.settle()


async def test_five_people_of_every_platform_tap_at_one_table(
    browser: Browser, second_browser: firefox.Firefox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.core.board_messages.board_motion.LAST", 10.0)  # however busy the machine is
    drawn: dict[str, Any] = {"pictures": picture, "draw_motion": moving}
    pages: dict[str, str] = {}
    async with (
        discord_side() as side,
        telegram_client(pages) as client,
        app_house(hosts=(client,), discord=side, beside={"discord": FakeMessenger()}, **drawn) as house,
        AsyncExitStack() as stack,
    ):
        context = await browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True)
        await side.show(context)
        code = await house.room.opened("/play game=parchis variant=quick pace=none colours=5 rolls=each", BEA)
        await house.room.say(CAI, f"/join {code}")
        await typed(house, "join", table=code)
        eva = await guest(context, house, code)
        await house.room.settle()
        await house.room.click(ANA, "Start")
        tab = await stack.enter_async_context(second_browser.tab(house.address(CAI, code), PHONE))
        pages["ana"] = house.address(ANA, code)
        there = side.client("dora", house.site.address, DORA.user, side.enter(DORA.user), popped=True)
        hands: dict[str, Hand] = {"": Tapped(eva.main_frame), str(CAI.id): TappedInFirefox(tab)}
        mini_app = await framed(context, f"{client}/ana")
        phone = mini_app.frame
        hands |= {
            str(ANA.id): mini_app,
            DORA.user: await framed(context, there, popped=True),
        }
        acted = dict[str, int]()

        async def act() -> None:
            """Let the person to act tap on their own board."""
            now = await house.room.table(code)
            seat = to_act(now)
            assert seat is not None
            assert seat.person is not None
            version = f"{code}.{now.version}."
            if (user := seat.person.user) == str(BEA.id):
                board = house.room.board(code)
                await house.room.press(BEA, board, next(token for token in board.tokens if token.startswith(version)))
            else:
                await hands.get(user, hands[""]).act(version)
            await house.room.settle()
            assert (await house.room.table(code)).version > now.version
            acted[user] = acted.get(user, 0) + 1

        while len(acted) < 5 or min(acted.values()) < ROUNDS:
            await act()
        await hurried(house, code)
        for hand in hands.values():
            await hand.evaluate(WATCH)
        await act()
        assert (await house.room.table(code)).status is Status.OVER
        for name, hand in hands.items():  # the winning move comes before the result, in both apps and on the page
            seen = await hand.evaluate(SEEN)
            assert "film" in seen, (name, seen)
        await phone.page.set_viewport_size({"width": 320, "height": 568})  # what comes next stays in sight
        await expect(phone.locator("#table [data-token$='.again']").first).to_be_in_viewport(ratio=1)
        await expect(phone.locator("#table .text code").first).to_be_attached()
        await expect(phone.locator(".typed")).to_have_count(0)  # an app takes no commands
        await context.close()
