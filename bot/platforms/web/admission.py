"""Admit invited browsers to a page that is open to friends, and tell all others what is missing."""

from __future__ import annotations

from html import escape

from aiohttp import web

from bot.core.i18n.translator import N_, base, choose, translator
from bot.platforms.web.cookies import keep_cookie
from bot.platforms.web.icons import SIZES
from bot.platforms.web.invitation import COOKIE, Invitation
from bot.platforms.web.rate_limits import ClientLimiter, TooOften, Wish
from bot.platforms.web.texts import NO_SCRIPT

INVITATION_PATH = "/invitation"
"""Where a browser sends its invitation."""
_OUTSIDE = frozenset(
    (
        *(INVITATION_PATH, "/here", "/door.js", "/door.css", "/old.js"),
        *("/icon.svg", "/manifest.webmanifest", *(f"/icon-{size}.png" for size in SIZES)),
    )
)
"""Paths without an invitation: those of the admission page, and what a phone's home screen needs."""
_OF_APPS = frozenset(
    (
        "/app.js",
        "/style.css",
        "/replay.js",
        "/replay.css",
        "/cups.js",
        "/cups.css",
        "/signs.svg",
        "/icon-turn.svg",
    )
)
"""The files of the pages of apps."""
_NEEDED = {"WWW-Authenticate": "Invitation", "Cache-Control": "no-store", "Vary": "Accept-Language"}

WRONG = N_("This link doesn't work any more. Ask for the new one.")
TOO_OFTEN = N_("Too many tries. Wait a minute.")

_PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Palmarés</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/door.css">
    <script defer src="/old.js"></script>
    <script type="module" src="/door.js"></script>
  </head>
  <body>
    <main>
      <img class="logo" src="/icon.svg" alt="" width="64" height="64">
      <h1>{title}</h1>
      <p>{what}</p>
      <form id="door" autocomplete="off" data-none="{none}" data-away="{away}">
        <label for="link">{link}</label>
        <input id="link" type="text" required autocapitalize="none" spellcheck="false">
        <button class="button primary" type="submit">{enter}</button>
        <p id="said" role="alert"></p>
      </form>
      <noscript><p>{script}</p></noscript>
    </main>
  </body>
</html>
"""


def admission_page(wished: str) -> str:
    """Return the page in the first language of a browser's Accept-Language header that has a translation."""
    language = language_of(wished)
    t = translator(language)
    words = {
        "title": t("Fancy a game?"),
        "what": t("You need an invitation to get in. Ask whoever invited you for the whole link, and open it here."),
        "none": t("That isn't an invitation link."),
        "away": t("The page can't reach the bot. Try again in a moment."),
        "link": t("Invitation link"),
        "enter": t("Come in"),
        "script": t(NO_SCRIPT),
    }
    return _PAGE.format(language=language, **{name: escape(word) for name, word in words.items()})


def language_of(wished: str) -> str:
    """Return the first language of an Accept-Language header that has a translation."""
    return base(choose(wished.partition(",")[0].partition(";")[0].strip()))


class Admission:
    """Admit invited browsers; all browsers if the page has no invitations."""

    def __init__(
        self, invitation: Invitation | None, limiter: ClientLimiter, *, apps: frozenset[str] = frozenset()
    ) -> None:
        """Build it. `apps`: the paths of apps; their platforms introduce people, so these need no invitation."""
        self._outside = _OUTSIDE | _OF_APPS | apps if apps else _OUTSIDE
        self._boards = ("/picture/", "/art", *(f"{path}/" for path in apps)) if apps else ()
        self._invitation = invitation
        self._limiter = limiter

    async def lets_in(self, request: web.Request) -> bool:
        if self._invitation is None or request.path in self._outside:
            return True
        if self._boards and request.path.startswith(self._boards):  # by hashes that nobody guesses, or with a bearer
            return True
        return await self._invitation.knows(request.cookies.get(COOKIE))

    def refusal(self, request: web.Request) -> web.Response:
        """Return the answer to a request without an invitation: a page for people, a line for scripts."""
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            page = admission_page(request.headers.get("Accept-Language", ""))
            return web.Response(status=401, text=page, content_type="text/html", headers=_NEEDED)
        return web.Response(status=401, text="An invitation is needed.\n", headers=_NEEDED)

    async def enter(self, request: web.Request, client: str) -> web.Response:
        """Exchange an invitation for the cookie that admits the browser."""
        if self._invitation is None:
            raise web.HTTPNotFound
        t = translator(language_of(request.headers.get("Accept-Language", "")))
        try:
            self._limiter.count(client, Wish.INVITATION)
        except TooOften:
            return web.Response(status=429, text=t(TOO_OFTEN), headers={"Retry-After": "60"})
        if not await self._invitation.admits((await request.read()).decode("ascii", "replace")):
            return web.Response(status=403, text=t(WRONG))
        response = web.Response(status=204)
        await self.keep(request, response)
        return response

    async def keep(self, request: web.Request, response: web.Response) -> None:
        """Set the browser's cookie for another year."""
        if self._invitation is not None:
            keep_cookie(request, response, COOKIE, await self._invitation.cookie(), "Lax")
