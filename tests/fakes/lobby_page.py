"""Open a table on a page without a browser, and find what its newest board offers."""

from __future__ import annotations

from typing import Any

from tests.fakes.web_site import Page


async def lobby_of(page: Page) -> dict[str, Any]:
    """Open a table, and wait for its board."""
    await page.say("/play palma first=D rolls=each")  # else nine presses may end the game
    while not (shown := [message for message in page.messages.values() if message["body"].get("places")]):
        await page.frame()
    return shown[-1]


def offered(page: Page, *verbs: str) -> list[str]:
    """Return the tokens of the newest board's buttons that do one of these things."""
    found = [message for _, message in sorted(page.messages.items()) if message["body"]["rows"]]
    rows = found[-1]["body"]["rows"] if found else []
    return [button[1] for row in rows for button in row if any(verb in button[1] for verb in verbs)]


def token_of(page: Page, verb: str) -> str:
    """Return the token of the newest board's button that does something."""
    (token,) = offered(page, verb)
    return token
