"""Calls to a full table in words, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bot.core.domain.finding import BAND, CONFIRM, PATIENCE, PENALTY, players, read
from bot.core.domain.time_control import TimeControl
from bot.core.games.game_words import in_sentence, preset
from bot.core.i18n.text_format import code, named, text_of, words
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Screen
from bot.core.views.buttons import main, side
from bot.core.views.time_control import pace_brief
from data.event_records import SeekerRecord

FOUND = ButtonVerb("found", 3)
"""The table that somebody is called to, the answer, and who is called."""
HERE, NO = "here", "no"


class Came(Enum):
    """What became of a call."""

    HERE = "here"
    BEGUN = "begun"
    STAYS = "stays"
    MISSED = "missed"
    REFUSED = "refused"
    FULL = "full"


_CAME: Mapping[Came, str] = {
    Came.HERE: N_("🔔 {player} is here. One moment: I'm waiting for the others."),
    Came.BEGUN: N_("🔔 {player}'s game has begun: {code}."),
    Came.STAYS: N_("🔔 {player}, someone didn't answer. You keep your place in the queue."),
    Came.MISSED: N_("🔔 {player} didn't answer in time. In {n} minutes {command} works again."),
    Came.REFUSED: N_("🔔 {player} isn't looking for a game any more."),
    Came.FULL: N_("🔔 {player}, none of your chats has room for another table. Finish one, then type {command}."),
}


def call_screen(seeker: SeekerRecord, t: Translator, *, called: bool) -> Screen:
    """Call a person to a full table; `called`: with a mention."""
    line = t.text(
        "🔔 {player}, your table is full! Press within {n} seconds.",
        player=named(seeker.name, seeker.person, called=called),
        n=int(CONFIRM),
    )

    def token(word: str) -> str:
        return encode("found", 0, FOUND, seeker.table, word, seeker.person.user)

    buttons = (main(t("I'm here"), token(HERE)), side(t("Not now"), token(NO)))
    return Screen(text_of(line, words(told(seeker, t))), rows=(buttons,))


def run_out_screen(seeker: SeekerRecord, t: Translator) -> Screen:
    """Tell somebody that nobody joined their search."""
    return Screen(
        text_of(
            t.text("🔔 {player}, nobody turned up in {n} minutes for {wish}. To look again: {command}",
                   player=named(seeker.name, seeker.person), n=int(PATIENCE // 60), wish=told(seeker, t),
                   command=t.command("/find"))
        )
    )  # fmt: skip


def told(seeker: SeekerRecord, t: Translator) -> str:
    """Return what somebody looks for: `Palma · 2 players · 60 seconds per move`."""
    wish = read(seeker)
    return " · ".join(
        (
            in_sentence(t, wish["game"]),
            *([preset(t, wish["variant"])] if "variant" in wish else []),
            t.plural("{n} player", "{n} players", players(wish)),
            pace_brief(TimeControl.parse(wish["pace"]), t),
            *([t("rating {band}", band=wish[BAND])] if BAND in wish else []),
        )
    )


def came_screen(seeker: SeekerRecord, came: Came, t: Translator) -> Screen:
    """Show what became of a call, without buttons."""
    return Screen(
        text_of(
            t.text(
                _CAME[came],
                player=named(seeker.name, seeker.person),
                code=t.command(f"/join {seeker.table}") if seeker.private_chat else code(seeker.table),
                n=int(PENALTY // 60),
                command=t.command("/find"),
            )
        )
    )
