"""Decide whether a table gets its own thread, by the command or the chat's setting, and furnish it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.i18n.lists import listed
from bot.core.i18n.refusal import InWords, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.requests import Press, Request, ThreadOffer
from bot.core.services.table_repository import TableRepository
from data.records import ChatKey, ChatRecord
from data.store import Store

NO_THREADS = N_("I can't open a thread here, so the table is right here.")
NO_THREAD_NOW = N_("The thread didn't open, so the table is right here.")
NOT_ALLOWED = N_("To open threads here I need these permissions: {permissions}. Ask whoever runs this channel.")
_IN_PLACE = N_("I don't have permission to open a thread here, so the table is right here.")


@dataclass(frozen=True, slots=True)
class ThreadWish:
    """The decision: how to open a thread, if at all, and a note for the asker."""

    offer: ThreadOffer | None = None
    note: str | None = None


def thread_wish(asked: str | None, offer: ThreadOffer | None, *, usual: bool) -> ThreadWish:
    """Return the decision on `thread:yes`, `no` or nothing, which means the chat's `usual`.

    Raises Refusal if a thread is asked for and the bot lacks a permission.
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
    """Raise Refusal if the bot lacks a permission to open threads."""
    if offer.lacks:
        raise Refusal(NOT_ALLOWED, permissions=_named(offer.lacks))


async def settle_in(store: Store, above: ChatKey, thread: ChatKey) -> None:
    """Let a new thread take over the settings and the language of its chat; raises StoreError."""
    record = await store.chat(above) or ChatRecord(above)
    await store.save_chat(replace(record, key=thread))


async def asked_above(tables: TableRepository, asked: Request | Press) -> Request | Press:
    """Return what was asked in a thread that was opened for a table as if it came from the chat above.

    Raises StoreError.
    """
    above = await tables.above(asked.chat)
    return asked if above is None else replace(asked, chat=above, within=asked.chat)


def _named(permissions: tuple[str, ...]) -> InWords:
    def told(t: Translator) -> str:
        return listed(t, [t(permission) for permission in permissions])

    return told
