"""Decide whether a table gets its own thread, by the command or the chat's setting, and furnish it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from bot.core.i18n.lists import listed
from bot.core.i18n.refusal import InWords, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.requests import Press, Request, ThreadOffer
from bot.core.services.table_repository import TableRepository
from data.records import ChatKey, ChatRecord
from data.store import Store

A = TypeVar("A", Press, Request)

NO_THREADS = N_("I can't open a thread here, so the table is right here.")
NO_THREAD_NOW = N_("The thread didn't open, so the table is right here.")
NOT_ALLOWED = N_("To open threads here I need these permissions: {permissions}. Ask whoever runs this channel.")
_IN_PLACE = N_("I lack the permissions to open a thread here, so the table is right here.")


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


async def asked_above(tables: TableRepository, asked: A) -> A:
    """Return a command or press as if it were made in the chat above its table's thread; raises StoreError."""
    return replace(asked, chat=await chat_above(tables, asked.chat))


async def chat_above(tables: TableRepository, chat: ChatKey) -> ChatKey:
    """Return the chat above a thread that was opened for a table, else the same chat; raises StoreError."""
    newest = await tables.games(chat, limit=1, skip=0)
    return (newest[0].links.announcement or chat) if newest and newest[0].chat == chat else chat


def _named(permissions: tuple[str, ...]) -> InWords:
    def told(t: Translator) -> str:
        return listed(t, [t(permission) for permission in permissions])

    return told
