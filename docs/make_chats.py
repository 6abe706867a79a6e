"""Make the README's picture of two chats, `docs/pictures/chats.png`: `python -m docs.make_chats`.

It plays a game on each of the tests' imitations of Discord and Telegram. Then Chromium draws the newest messages of
both chats with the style sheets of the local page.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright

from benchmarks.chat_discord import on_discord
from benchmarks.chat_room import Chat, version_of
from benchmarks.chat_telegram import on_telegram
from data.sqlite.store import open_sqlite
from render.drawing.emoji import coloured, emoji
from tests.fakes.page_visit import NAMES, QUIET
from tests.fakes.telegram_world import ANA, BEA

FOLDER = Path(__file__).parent / "pictures"
STATIC = Path(__file__).parents[1] / "bot" / "platforms" / "web" / "static"
SHEETS = ("base.css", "message.css")
OWN = """
body { display: flex; gap: 20px; height: auto; padding: 16px; overflow: visible; }
section { display: flex; flex: 1; flex-direction: column; justify-content: flex-end; height: 768px; overflow: hidden;
  padding: 0 14px 14px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
h2 { z-index: 1; padding: 10px 0; background: var(--card); font-size: 1rem; }
.messages { display: flex; flex: 1; flex-direction: column; justify-content: flex-end; min-height: 0; }
.message { flex: none; }
.card > img { width: 100%; border-radius: 10px; }
.sign { width: 1.15em; height: 1.15em; margin: 0 1px; vertical-align: -0.2em; }
.disc { display: inline-block; border-radius: 50%; }
"""
DISCS = {"🟡": "#fdcb58", "🔵": "#3f8ae0", "🔴": "#dd2e44", "🟢": "#5aa845"}
WIDTH, HEIGHT, COLOURS, SIGN = 1000, 800, 256, 36
NEWEST = 2
MOST_PRESSES = 400
Site = Callable[[Any], AbstractAsyncContextManager[Any]]


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the bot: its text as HTML, its picture if it has one, and the labels of its buttons."""

    html: str
    picture: bytes | None
    labels: tuple[str, ...]
    text_first: bool
    """Whether the text is above the picture, as on Discord, or below it, as on Telegram."""


async def played(platform: Site, wish: str) -> list[Said]:
    """Play until the newest board has the words wished for; return the newest messages, the latest last."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_sqlite(str(Path(folder) / "chats.sqlite3"))
        try:
            async with platform(store) as site:
                room, discord = site._room, platform is on_discord  # noqa: SLF001
                known = (
                    Chat(room.channel(), [room.user("Ana"), room.user("Bea")])
                    if discord
                    else Chat(room.server.chat(-100), [ANA, BEA])
                )
                chat = await site.open(0, known)
                read = _on_discord if discord else _on_telegram
                luck = random.Random(3)
                for _ in range(MOST_PRESSES):
                    await site.idle()
                    message, tokens, _ = site.newest(chat)
                    if wish in read(message, chat).html:
                        known_messages = room.server.of(known.place)
                        return [read(each, chat) for each in known_messages[-NEWEST:]]
                    who = await room.actor(tokens[0].split(".")[0], chat.people)
                    await _press(site, chat, who, message, luck.choice(tokens))
        finally:
            await store.close()
    raise LookupError(f"no {wish!r} in {MOST_PRESSES} presses")


async def _press(site: Any, chat: Chat, who: Any, message: Any, token: str) -> None:
    """Press a button and wait until its answer is shown."""
    chat.version = version_of(site.newest(chat)[1])
    chat.changed.clear()
    chat.pressed = time.perf_counter()
    await site.press(who, message, token)
    async with asyncio.timeout(20):
        await chat.changed.wait()


def _on_discord(message: Any, chat: Chat) -> Said:
    """Read a message of Discord, whose text is Markdown."""
    names = {who.id: who.name for who in chat.people}
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(message.content))
    html = re.sub(r"`(.+?)`", r"<code>\1</code>", html)
    html = re.sub(r"&lt;@(\d+)&gt;", lambda found: f'<span class="mention">@{names[found[1]]}</span>', html)
    data = next((each["data"] for each in message.attachments), None)
    return Said(html, data, tuple(part["label"] for part in message.pressable), text_first=True)


def _on_telegram(message: Any, _: Chat) -> Said:
    """Read a message of Telegram, whose entities count in UTF-16."""
    units = message.text.encode("utf-16-le")
    tags = {"bold": ("<strong>", "</strong>"), "text_mention": ('<span class="mention">', "</span>")}
    marked = {each["offset"]: each for each in message.entities if each["type"] in tags}  # a mention is bold too
    html, at = "", 0
    for start, entity in sorted(marked.items()):
        end = start + entity["length"]
        opened, closed = tags[entity["type"]]
        before, inside = (
            units[2 * one : 2 * other].decode("utf-16-le") for one, other in ((at, start), (start, end))
        )
        html, at = html + escape(before) + opened + escape(inside) + closed, end
    html += escape(units[2 * at :].decode("utf-16-le"))
    return Said(html, message.photo, tuple(message.labels), text_first=False)


def _with_signs(html: str) -> str:
    """Return HTML with the project's pictures of emoji, since the browser may have no font for them."""
    return "".join(map(_sign, html))


def _sign(letter: str) -> str:
    if letter in DISCS:
        return f'<span class="sign disc" style="background: {DISCS[letter]}"></span>'
    if not coloured(letter):
        return letter
    out = BytesIO()
    emoji(letter, SIGN).save(out, "PNG")
    return f'<img class="sign" src="data:image/png;base64,{b64encode(out.getvalue()).decode()}">'


def _shown(said: Said) -> str:
    """Return a message as the page lays it out."""
    picture = "" if said.picture is None else f'<img src="data:image/png;base64,{b64encode(said.picture).decode()}">'
    text = "".join(f"<p>{_with_signs(line)}</p>" for line in said.html.split("\n"))
    labels = (f"<span>{_with_signs(escape(label))}</span>" for label in said.labels)
    buttons = "".join(f'<span class="button">{label}</span>' for label in labels)
    icon = (STATIC / "icon.svg").read_text("utf-8")
    face = f'<img class="face" src="data:image/svg+xml;base64,{b64encode(icon.encode()).decode()}">'
    header = '<header><strong>Palmarés</strong> <span class="tag">BOT</span></header>'
    rows = f'<div class="rows"><div class="row">{buttons}</div></div>' if buttons else ""
    words = f'<div class="text">{text}</div>'
    card = f'<div class="card">{words + picture if said.text_first else picture + words}{rows}</div>'
    return f'<article class="message bot">{face}{header}{card}</article>'


async def main() -> None:
    """Play both games and write the picture."""
    chats = {"Discord": await played(on_discord, "💥"), "Telegram": await played(on_telegram, "Which piece")}
    styles = "".join((STATIC / sheet).read_text("utf-8") for sheet in SHEETS) + OWN
    parts = (
        f'<section><h2>{name}</h2><div class="messages">{"".join(map(_shown, messages))}</div></section>'
        for name, messages in chats.items()
    )
    async with async_playwright() as playwright:
        executable = next(filter(None, map(shutil.which, NAMES)))
        browser = await playwright.chromium.launch(executable_path=executable, args=list(QUIET))
        page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        await page.set_content(f'<!doctype html><meta charset="utf-8"><style>{styles}</style>{"".join(parts)}')
        drawn = await page.screenshot()
        await browser.close()
    with Image.open(BytesIO(drawn)) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / "chats.png", optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
