"""The pause between bots' turns, as it is stored: databases from when there were two speeds read on."""

from __future__ import annotations

import json

import pytest

from bot.core.domain.chat_settings import ChatSettings, Pause
from bot.core.features.registry import registry


@pytest.mark.parametrize(
    ("stored", "pause"),
    [("quick", Pause.NONE), ("calm", Pause.CALM), ("short", Pause.QUICK), ("none", None), (["quick"], None)],
)
def test_what_was_stored_as_quick_had_no_pause_and_has_none(stored: object, pause: Pause | None) -> None:
    assert ChatSettings.load(json.dumps({"pause": stored})).pause is pause


@pytest.mark.parametrize("pause", [*Pause, None])
def test_every_pause_is_stored_and_read_again(pause: Pause | None) -> None:
    assert ChatSettings.load(ChatSettings(pause=pause).dump()).pause is pause


@pytest.mark.parametrize(
    ("word", "pause"),
    [
        ("calm", "calm"),
        ("rápida", None),
        ("corta", "quick"),
        ("breve", "quick"),
        ("ninguna", "none"),
        ("at once", "none"),
    ],
)
def test_they_are_typed_in_every_language(word: str, pause: str | None) -> None:
    settings = registry().get("settings")
    assert settings is not None
    option = settings.option("pause")
    assert option is not None
    assert option.meant(word) == pause


def test_bots_pause_where_nothing_is_chosen_and_calls_cost_nothing() -> None:
    assert ChatSettings().pause_where(costless=True) is Pause.CALM
    assert ChatSettings().pause_where(costless=False) is Pause.NONE
    assert ChatSettings(pause=Pause.QUICK).pause_where(costless=False) is Pause.QUICK
