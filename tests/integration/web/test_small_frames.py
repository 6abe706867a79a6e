"""No frame after a move is large, in any kind of game, up to its end; what is too large comes in parts."""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.web.frames import MOST, parted
from bot.platforms.web.outbox import Outbox
from data.records import ChatKey, PersonKey
from render import picture
from render.films.moving import draw_motion
from tests.fakes.last_moves import KINDS, nearly_won
from tests.fakes.lobby_page import offered
from tests.fakes.told_messages import taken
from tests.fakes.web_site import real_site, visitor

LEFT = 2
"""How many choices of the winner are played: the bots' moves between them come in the same frames."""


def sent(frame: Mapping[str, Any]) -> int:
    """Return how many bytes of a frame aiohttp sends."""
    packer = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=-15)
    text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    return len(packer.compress(text.encode()) + packer.flush())


@pytest.mark.parametrize("kind", KINDS)
async def test_no_frame_after_a_move_is_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    for name in ("PATIENCE", "BRIEF", "LAST"):  # however busy the machine is
        monkeypatch.setattr(f"bot.core.board_messages.board_motion.{name}", 10.0)
    put, frames = Outbox.put, list[Mapping[str, Any]]()

    def noted(self: Outbox, frame: Mapping[str, Any]) -> None:
        frames.append(json.loads(json.dumps(frame)))
        put(self, frame)

    site = real_site(tmp_path / "game.db", picture, draw_motion=draw_motion)
    async with site as (url, store, _), visitor(url) as ana:
        person = PersonKey("web", f"{ana.welcome['prefix']}-1")
        await nearly_won(store, ChatKey("web", "salon"), "abc234", person, kind, LEFT)
        await ana.say("/settings pause=none")
        await ana.say("/board")
        await ana.until(lambda _: bool(offered(ana, ".move:")))
        monkeypatch.setattr(Outbox, "put", noted)
        while not offered(ana, ".again"):
            if tokens := offered(ana, ".throw", ".move:"):
                await ana.press(token=tokens[-1])
            else:
                await ana.frame()
    assert any("film" in message for frame in frames for message in frame.get("messages", ()))
    assert max(map(sent, frames)) <= MOST


def test_a_large_board_comes_in_parts() -> None:
    chance = random.Random(1)
    sprites = {f"{number:012x}": b64encode(chance.randbytes(600)).decode() for number in range(9)}
    document = json.dumps({"things": [[chance.randrange(900) for _ in range(3)] for _ in range(1500)]})
    body = {"picture": {"digest": "0" * 16}, "rows": []}
    board = {"document": document, "sprites": sprites}
    frame = {"is": "messages", "messages": [{"id": 5, "revision": 1, "body": body, "layers": board}], "gone": []}
    parts, early = [json.loads(json.dumps(part)) for part in parted(frame)], dict[str, Any]()
    assert max(map(sent, parts)) <= MOST
    assert [part["is"] for part in parts] == ["board"] * (len(parts) - 1) + ["messages"]
    messages = dict[int, Any]()
    for part in parts:
        taken(messages, part, early)
    assert messages[5]["layers"] == board
