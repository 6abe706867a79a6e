"""The example commands of docs/developing.md work as they stand there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.features.registry import GROUPS
from data.records import PersonKey
from tests.fakes.room import ANA, BEA, CHAT, person, room

PAGE = (Path(__file__).parents[4] / "docs" / "developing.md").read_text("utf-8")
PACKAGE = "bot.core.features.coin"


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the page's modules as a package of the features; return the one with the handlers."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    modules = {name: ModuleType(PACKAGE + name) for name in ("", ".view", ".commands")}
    for name, code in zip(("", ".view", ".commands", ".commands"), ("", *blocks), strict=False):
        monkeypatch.setitem(sys.modules, PACKAGE + name, modules[name])
        exec(compile(code, f"developing.md{name}", "exec"), modules[name].__dict__)  # noqa: S102
    return modules[".commands"]


async def test_its_command_and_its_button_are_answered(coin: ModuleType) -> None:
    async with room(seed="coin", groups=(*GROUPS, coin.GROUP)) as place:
        await place.say(ANA, "/moneda")
        await place.click(ANA, "Toss again")
        (message,) = place.messenger.of(CHAT)
        assert "Toss 2" in message.screen.text.plain
        refused = await place.press(ANA, "coin.0.toss:100", message.id)
        assert refused.notice is not None
        assert "rest" in refused.notice.plain


@pytest.mark.parametrize(("typed", "key"), [("Bea", BEA.key), ("@Bea", BEA.key), ("Zoe", None)])
async def test_its_option_takes_people_that_the_platform_knows_and_others(
    coin: ModuleType, typed: str, key: PersonKey | None
) -> None:
    async with room(groups=(*GROUPS, coin.HELLO_GROUP)) as place:
        outcome = await place.say(person("Ana", "es"), f"/hello {typed}")
        assert outcome.screen is not None
        (line,) = outcome.screen.text.lines
        assert outcome.screen.text.plain == f"👋 Hello, {typed.removeprefix('@')}!"
        assert [part.named for part in line if part.text == typed.removeprefix("@")] == [key]


async def test_its_required_option_may_not_be_missing(coin: ModuleType) -> None:
    async with room(groups=(*GROUPS, coin.HELLO_GROUP)) as place:
        with pytest.raises(BadLine):
            await place.say(ANA, "/hello")
