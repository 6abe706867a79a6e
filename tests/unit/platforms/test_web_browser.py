"""The page is opened in a browser only where somebody sits before a screen."""

from __future__ import annotations

import webbrowser

import pytest

from bot.platforms.web import browser


@pytest.mark.parametrize(
    ("environment", "system", "viewer"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":0", "CI": "true"}, "linux", False),
        ({}, "darwin", True),
        ({"CI": "1"}, "darwin", False),
        ({"SSH_CONNECTION": "1.2.3.4"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_who_has_a_screen(environment: dict[str, str], system: str, viewer: bool) -> None:
    assert browser.has_viewer(environment, system) is viewer


def test_a_browser_that_fails_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def fail(address: str) -> bool:
        opened.append(address)
        raise webbrowser.Error

    monkeypatch.setattr(browser, "has_viewer", lambda: True)
    monkeypatch.setattr(webbrowser, "open", fail)
    assert browser.show("http://127.0.0.1:1/") is False
    monkeypatch.setattr(browser, "has_viewer", lambda: False)
    assert browser.show("http://127.0.0.1:2/") is False
    assert opened == ["http://127.0.0.1:1/"]
