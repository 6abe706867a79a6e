"""Whether a table gets a thread of its own: as asked, or as the chat has set it, where the platform can."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.i18n.conjunctions import listed
from bot.core.i18n.refusal import InWords, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.requests import ThreadOffer

NO_THREADS = N_("I can't open a thread here, so the table is right here.")
NO_THREAD_NOW = N_("The thread didn't open, so the table is right here.")
NOT_ALLOWED = N_("To open threads here I need these permissions: {permissions}. Ask whoever runs this channel.")
_IN_PLACE = N_("I lack the permissions to open a thread here, so the table is right here.")


@dataclass(frozen=True, slots=True)
class ThreadWish:
    """What comes of the wish for a thread: how one is opened, if one is to be, and what whoever asked is told."""

    offer: ThreadOffer | None = None
    note: str | None = None


def thread_wish(asked: str | None, offer: ThreadOffer | None, *, usual: bool) -> ThreadWish:
    """Return what comes of `thread:yes`, `no` or nothing, which means what is `usual` in the chat.

    Raises Refusal where somebody asks for a thread and the bot lacks a permission: before anything is opened.
    """
    if asked == "no" or (asked is None and not usual):
        return ThreadWish()
    if offer is None:
        return ThreadWish(note=NO_THREADS if asked is not None else None)
    if not offer.lacks:
        return ThreadWish(offer)
    if asked is not None:
        require(offer)
    return ThreadWish(note=_IN_PLACE)


def require(offer: ThreadOffer) -> None:
    """Raise Refusal where the bot lacks a permission to open threads."""
    if offer.lacks:
        raise Refusal(NOT_ALLOWED, permissions=_named(offer.lacks))


def _named(permissions: tuple[str, ...]) -> InWords:
    def told(t: Translator) -> str:
        return listed(t, [t(permission) for permission in permissions])

    return told
