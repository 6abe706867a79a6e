"""Blocks in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.text_format import clip, named, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Part, Style, Text
from bot.core.messages.requests import Person
from data.records import BlockRecord

_SHORT = 20
"""Characters of a name on the list; a hundred such names fit into one message."""


def blocked_text(other: Person, t: Translator) -> Text:
    undo = t.command(f"/unblock {clip(other.name)}")
    return text_of(
        t.text(
            "{name} is blocked: their invitations, tables, rematches and questions won't ping you. "
            "I won't tell them.",
            name=named(other.name, other.key),
        ),
        words(t("You can still meet at an open table. If you play there, I ping you when it's your turn.")),
        t.text("Changed your mind? {command}", command=undo),
    )


def unblocked_text(block: BlockRecord, t: Translator) -> Text:
    return t.note("{name} can ping you again.", name=named(_name(block, t), block.other))


def list_text(blocks: Sequence[BlockRecord], t: Translator) -> Text:
    """List a person's blocks with numbers, and how to undo one."""
    if not blocks:
        return t.note("You haven't blocked anyone. To stop someone's pings: {command}", command=t.command("/block"))
    rows = [
        (Part(f"{number}. "), Part(clip(_name(block, t), _SHORT), Style.STRONG, named=block.other))
        for number, block in enumerate(blocks, 1)
    ]
    undo = t.text("To undo, add a name or number: {command}", command=t.command("/unblock 1"))
    return text_of(words(t("You've blocked:")), *rows, undo)


def elsewhere_text(t: Translator) -> Text:
    """Confirm a change where others read the answer, without a name."""
    return t.note("Done. To see your list, ask me in a private chat: {command}", command=t.command("/block"))


def list_elsewhere_text(t: Translator) -> Text:
    """Say where to ask for the list, if others read the answer."""
    return t.note("That's for your eyes only: ask me in a private chat with {command}.", command=t.command("/block"))


def _name(block: BlockRecord, t: Translator) -> str:
    return block.name or t("someone")
