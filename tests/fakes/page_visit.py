"""How a test visits the page, and what a browser may say meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


UNWANTED = (
    # a process kept ready for the next page: most tests have one page, and each such process costs a start
    "SpareRendererForSitePerProcess",
    # suggestions below the address bar: two pages for each of ours, which cost more than ours does
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # the last such switch counts, so what Playwright's own one turns off is named again
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that no test wants; one that a version does not know is passed over."""


QUIET = (
    "--no-sandbox",
    f"--disable-features={','.join(UNWANTED)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


PATIENCE = 60_000
"""Milliseconds in which a busy machine shows what was done."""


MODEST = 300_000
"""Milliseconds in which it shows what a process has found that gives way to all others."""


HARMLESS = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_SOCKET_NOT_CONNECTED",  # reset after the connection was made, before a request went out on it
    "WebSocket connection to",
)
"""What a browser says of a server that is away: expected where a test takes it away."""


Visit = Callable[..., Awaitable[Page]]
