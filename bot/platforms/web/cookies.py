"""The page's cookies: kept for a year from now, out of reach of scripts, and over TLS alone where the page is."""

from __future__ import annotations

from typing import Literal

from aiohttp import web

YEAR = 365 * 24 * 3600
"""Seconds."""


def keep_cookie(
    request: web.Request, response: web.Response, name: str, value: str, samesite: Literal["Strict", "Lax"]
) -> None:
    """Have the browser that made a request, which names its Origin, keep a cookie."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite=samesite,
        secure=request.headers["Origin"].startswith("https:"),
    )
