"""The example command of docs/developing.md works as it stands there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.core.features.registry import GROUPS
from tests.fakes.room import ANA, CHAT, room

PAGE = (Path(__file__).parents[4] / "docs" / "developing.md").read_text("utf-8")
PACKAGE = "bot.core.features.coin"


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the page's modules as a package of the features; return the one with the handlers."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for name, code in zip(("", ".view", ".commands"), ("", *blocks), strict=False):
        module = ModuleType(PACKAGE + name)
        monkeypatch.setitem(sys.modules, PACKAGE + name, module)
        exec(compile(code, f"developing.md{name}", "exec"), module.__dict__)  # noqa: S102
    return module


async def test_its_command_and_its_button_are_answered(coin: ModuleType) -> None:
    async with room(seed="coin", groups=(*GROUPS, coin.GROUP)) as place:
        await place.say(ANA, "/moneda")
        await place.click(ANA, "Toss again")
        (message,) = place.messenger.of(CHAT)
        assert "Toss 2" in message.screen.text.plain
        refused = await place.press(ANA, "coin.0.toss:100", message.id)
        assert refused.notice is not None
        assert "rest" in refused.notice.plain
