"""The command line lists what the platforms say of themselves."""

from __future__ import annotations

import pytest

from bot.bootstrap import DESCRIPTIONS
from bot.cli import main as command_line
from bot.platforms.base import PlatformDescription


def test_a_new_platform_is_listed_by_its_own_label(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix = PlatformDescription("matrix", "rooms of Matrix")
    monkeypatch.setattr(command_line, "DESCRIPTIONS", (*DESCRIPTIONS, matrix))
    with pytest.raises(SystemExit) as end:
        command_line.main(["--help"])
    assert end.value.code == 0
    told = capsys.readouterr().out
    for platform in (*DESCRIPTIONS, matrix):
        assert f"{platform.name} " in told
        assert platform.label in told
