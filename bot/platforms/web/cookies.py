"""The page's cookies: valid for a year, hidden from scripts, and sent over TLS alone if the page uses it."""

from __future__ import annotations

from typing import Literal

from aiohttp import web

YEAR = 365 * 24 * 3600
"""Seconds."""


def keep_cookie(
    request: web.Request, response: web.Response, name: str, value: str, samesite: Literal["Strict", "Lax"]
) -> None:
    """Set a cookie for the browser of a request with an Origin."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite=samesite,
        secure=request.headers["Origin"].startswith("https:"),
    )
