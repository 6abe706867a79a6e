"""Games without a pointer: by the keyboard alone to the end, and by only what a screen reader reads."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_reader import Reader, Thing
from tests.fakes.page_steps import GAP, LIVE, hurry, offered, open_table, write
from tests.fakes.page_visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]  # a whole game on a busy machine

MOST = 1500
"""Presses of the longest game: of one that goes on longer something is wrong."""
ENOUGH = 16
"""After how many presses a game is given up."""
GAME = ("region", "The game")
BOARD = ("group", "The board")

# Waits until somebody of this page is to act at a board that was not there before, or the game is over; gives what
# the focus is on, and what there is to choose from. A new board takes no digit for a moment: it was for another one.
TURN = """async ([before, digit]) => {
  const buttons = () => [...document.querySelectorAll(".live .rows button")];
  const tokens = () => buttons().map((button) => button.dataset.token).join();
  const over = () => buttons().some((button) => button.dataset.token.endsWith(".again"));
  const busy = () => document.querySelector(".live.busy");
  const ready = () => document.querySelector(".turn.mine") && buttons().length && !busy();
  const settled = () => !digit || buttons().every(({ dataset }) => performance.now() - dataset.since > 160);
  const late = performance.now() + 60_000;
  while (tokens() === before || !(over() || ready()) || !settled()) {
    if (performance.now() > late) throw new Error("the board did not change: " + document.body.innerText);
    await new Promise((done) => setTimeout(done, 20));
  }
  const focused = () => buttons().indexOf(document.activeElement);
  for (const soon = performance.now() + 1000; focused() < 0 && performance.now() < soon; )
    await new Promise((done) => setTimeout(done, 20)); // the focus follows in a task after the board
  const at = focused();
  const keys = buttons().map((button) => button.getAttribute("aria-keyshortcuts"));
  return { over: over(), at, keys, tokens: tokens(), says: document.activeElement.textContent };
}"""


async def tab_to(page: Page, name: str) -> None:
    """Go there by the Tab key."""
    wanted = page.locator(".live .rows button", has_text=name)
    for _ in range(60):
        if await wanted.evaluate("(button) => button === document.activeElement"):
            return
        await page.keyboard.press("Shift+Tab")
    raise AssertionError(f"{name} cannot be reached")


async def test_a_whole_game_with_the_keyboard_alone(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    for line in ("/settings pause=none", "/play palma auto=yes rolls=each"):
        await page.keyboard.press("/")
        await page.keyboard.type(line[1:])
        await page.keyboard.press("Escape")
        await page.keyboard.press("Enter")
    await expect(page.locator(".live .rows button", has_text="Start with bots")).to_be_visible()
    await page.keyboard.press("1")  # in the line a digit is a digit
    await expect(page.get_by_role("combobox")).to_have_value("1")
    await page.keyboard.press("Backspace")
    await tab_to(page, "Start with bots")
    await page.keyboard.press("1")  # and in a lobby it does nothing
    await page.keyboard.press("Enter")
    before, used = "", set()
    for count in range(MOST):
        digit = count % 3 == 0
        turn = await page.evaluate(TURN, [before, digit])
        assert turn["at"] >= 0, turn  # the focus is where the next step is
        if turn["over"]:
            break
        before = turn["tokens"]
        keys = [key for key in turn["keys"] if key]  # ⏩ has none: what it does lasts
        assert keys == [str(number + 1) for number in range(len(keys))]
        wanted = count % len(keys)
        if digit:
            await page.keyboard.press(str(wanted + 1))
            used.add("digit")
        else:
            for _ in range(abs(wanted - turn["at"])):
                await page.keyboard.press("Tab" if wanted > turn["at"] else "Shift+Tab")
            await page.keyboard.press(key := ("Enter", "Space")[count % 2])
            used.add(key)
        await page.wait_for_timeout(GAP)
    assert turn["over"]
    assert used == {"digit", "Enter", "Space"}
    assert "Rematch" in turn["says"]
    await expect(page.locator(".notice")).to_have_count(0)


def well_named(things: list[Thing]) -> None:
    """Whatever can be pressed or seen has a name, and the page its landmarks."""
    roles = {"button", "switch", "radio", "combobox", "link", "image", "img", "region", "slider"}
    assert [thing for thing in things if thing.role in roles and not thing.name] == []
    assert {"banner", "main", "region", "log", "heading"} <= {thing.role for thing in things}


def plain(name: str) -> str:
    """Return a name without the spaces in it: a separate sign stands apart from what follows."""
    return name.replace(" ", "")


async def read_offer(page: Page, reader: Reader, name: str) -> Thing:
    """Read until a button of this name comes."""
    for _ in range(600):
        for thing in await reader.things():
            if thing.role == "button" and name in thing.name:
                return thing
        await page.wait_for_timeout(50)
    raise AssertionError(f"no button {name}")


async def test_a_game_by_what_a_screen_reader_is_told(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await hurry(page)
    await write(page, "/play palma auto=yes first=D rolls=each")
    reader = await Reader.of(page)
    name = await page.locator(".who").inner_text()
    await reader.activate(await read_offer(page, reader, "Start with bots"))
    before, news, heard, on_board = "", "", 0, False
    for count in range(MOST):
        turn = await page.evaluate(TURN, [before, False])
        before, things, said = turn["tokens"], await reader.things(), await reader.heard()
        game = [thing for thing in things if thing.lies_in(*GAME)]
        if (shown := await page.locator("#table .text").inner_text()) != news:
            assert len(said) > heard, f"nobody was told: {shown}"
        fresh, news, heard = said[heard:], shown, len(said)
        if turn["over"]:
            break
        well_named(things)
        assert f"Your turn, {name}" in " ".join(thing.name for thing in game if thing.role == "StaticText")
        assert [thing for thing in game if thing.role == "image" and thing.name.startswith("Palma board.")]
        spots = [thing for thing in game if thing.role == "button" and thing.lies_in(*BOARD)]
        names = {plain(name) for spot in spots for name in spot.name.split(" / ")}
        buttons = [
            thing
            for thing in game
            if thing.role == "button" and not thing.lies_in(*BOARD) and "keyshortcuts" in thing.states
            if "⏩" not in thing.name  # the board has no place for what is no move
        ]
        assert {plain(thing.name) for thing in buttons} == names
        assert [thing.states.get("keyshortcuts") for thing in buttons] == [str(n + 1) for n in range(len(buttons))]
        assert next(thing for thing in reversed(things) if thing.states.get("focused")) in (
            spots if on_board else buttons
        )
        if count == ENOUGH:
            await write(page, "/resign")
            await reader.activate(await read_offer(page, reader, "Yes, resign"))
            continue
        on_board = count % 2 == 0
        choices = spots if on_board else buttons
        await reader.activate(choices[count * 7 % len(choices)])
        await page.wait_for_timeout(GAP)
    assert turn["over"]
    assert [words for words in fresh if "🥇" in words]
    assert [words for words in said if re.fullmatch(r"[\d:]+|Today", words)] == []  # nothing that is not new
    assert [thing for thing in game if thing.role == "image" and re.search("won|wins", thing.name)]
    assert [thing for thing in game if thing.role == "button" and thing.name == "Rematch"]


class Staged:
    """The page's socket: it shows boards that the test makes up, and presses go no further than here."""

    def __init__(self) -> None:
        self.pressed: list[str] = []
        self._page: WebSocketRoute | None = None
        self._board: dict[str, Any] = {}

    def stand_between(self, route: WebSocketRoute) -> None:
        """Pass on what goes to and fro, but for presses of a game."""
        server, self._page = route.connect_to_server(), route

        def say(sent: str | bytes) -> None:
            frame = json.loads(sent)
            if frame["do"] != "press" or frame["token"].endswith(".fill"):
                server.send(sent)
                return
            self.pressed.append(frame["token"].split(".")[2])
            route.send(json.dumps({"is": "done", "id": frame["id"], "as": 1, "notice": None}))

        def hear(told: str | bytes) -> None:
            for message in json.loads(told).get("messages", ()):
                if message["body"]["rows"] and message["body"].get("details"):
                    self._board = message | {"revision": message["revision"] + 1000}  # nothing else changes it
            route.send(told)

        route.on_message(say)
        server.on_message(hear)

    def show(self, chat: str, *verbs: str, turn: str | None = None) -> None:
        """Change the board: what its buttons do, and whose turn it is."""
        assert self._page is not None
        body = self._board["body"]
        _, token, *rest = body["rows"][0][0]
        code, version, _ = token.split(".")
        body["rows"] = [[[verb, f"{code}.{int(version) + 1}.{verb}", *rest] for verb in verbs]]
        body["turn"] = turn or body["turn"]
        self._board["revision"] += 1
        frame = {"is": "messages", "chat": chat, "messages": [self._board], "gone": [], "caught_up": False}
        self._page.send(json.dumps(frame))


async def test_the_same_key_twice_does_not_make_later_rolls_automatic(visit: Visit, shared_bot: Bot) -> None:
    page, staged = await visit(shared_bot), Staged()
    await page.route_web_socket("**/socket", staged.stand_between)
    await page.reload()
    await open_table(page, "/play palma first=D rolls=each")
    await offered(page, "Start with bots").click()
    chat = await page.locator("#chat-name").inner_text()
    buttons, focused = page.locator(LIVE), page.locator(f"{LIVE}:focus")
    await expect(page.locator(f"{LIVE}[data-token$='.throw']")).to_be_visible()

    async def shows(*verbs: str, turn: str | None = None) -> None:
        staged.show(chat, *verbs, turn=turn)
        await expect(buttons).to_have_count(0 if turn else len(verbs))
        if not turn:
            await expect(buttons.last).to_have_attribute("data-token", re.compile(rf"\.{verbs[-1]}$"))
            await page.evaluate(TURN, ["", True])  # a new board takes no digit for a moment

    await shows("move:a", "move:b")
    await buttons.last.focus()
    await page.keyboard.press("Enter")
    await shows("throw", "rollon")
    await expect(focused).to_have_attribute("data-token", re.compile(r"\.throw$"))
    await page.keyboard.press("Enter")
    await shows("move:a", "move:b")
    await page.keyboard.press("2")
    await shows("throw", "rollon")
    await page.keyboard.press("2")
    await page.keyboard.press("1")
    assert staged.pressed == ["move:b", "throw", "move:b", "throw"]
    await buttons.last.focus()  # where somebody means it, it stays, though the board has changed
    await shows("throw", "rollon")
    await expect(focused).to_have_attribute("data-token", re.compile(r"\.rollon$"))
    await shows("move:a", "move:b")
    await buttons.last.focus()
    await shows("again", "rotate")  # nor does it open another game than the first button does
    await expect(focused).to_have_attribute("data-token", re.compile(r"\.again$"))
    await shows("throw", "rollon", turn="web:another")
