"""A person's honours and badges in words, and the certificate of an honour."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from bot.core.features.honours.view import event_name, year_of
from bot.core.i18n.dates import written_date
from bot.core.i18n.text_format import clip, code, strong, text_of, width, words
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.rankings.badges import Progress
from bot.core.services.certificates import CertificateText
from bot.core.services.honours import Person
from bot.core.views.game_over import medal_of
from bot.core.views.past_games import day
from data.season_records import HonourKind, HonourRecord
from render.content.honours_card import HonoursCard, RecordRow, RollRow, RollYear
from render.content.tournament_card import Certificate

LISTED = 8
"""The most honours of this chat in the list."""
ROOM = 1000
"""The most characters below a picture: of more, the badges are on the picture only."""
_DEEDS = {
    1: {
        HonourKind.SEASON: N_("won the season"),
        HonourKind.CUP: N_("won the cup"),
        HonourKind.LEAGUE: N_("won the league"),
    },
    2: {
        HonourKind.SEASON: N_("came second in the season"),
        HonourKind.CUP: N_("came second in the cup"),
        HonourKind.LEAGUE: N_("came second in the league"),
    },
    3: {
        HonourKind.SEASON: N_("came third in the season"),
        HonourKind.CUP: N_("came third in the cup"),
        HonourKind.LEAGUE: N_("came third in the league"),
    },
}


def person_text(person: Person, t: Translator) -> Text:
    """Return honours of this chat, how many there are elsewhere, and badges with progress."""
    lines: list[Line] = [(Part("🏆 "), strong(clip(person.name)))]
    lines += [words(f"{medal_of(one.place, t)} {event_name(one, person.zone, t)}") for one in person.here[:LISTED]]
    if len(person.here) > LISTED:
        lines.append(words("…"))
    if person.elsewhere:
        told = "  ".join(f"{medal_of(place, t)} {count}" for place, count in sorted(person.elsewhere.items()))
        lines.append(t.text("In other chats: {honours}", honours=told))
    if not person.here and not person.elsewhere:
        lines.append(t.text("No title yet."))
    badges = [_badge(one, t) for one in sorted(person.badges, key=lambda one: one.game is None)]
    own = t.text("You're hidden from the leaderboards, so only you can see this.")
    text = text_of(*lines, *badges, own if person.hidden else ())
    return text if width(text.plain) <= ROOM else text_of(*lines, own if person.hidden else ())


def person_card(person: Person, t: Translator) -> HonoursCard:
    """Return the content of a person's picture: the places in this chat by year, and the badges."""
    years = [
        RollYear(year, tuple(RollRow("", event_name(one, person.zone, t), place=one.place) for one in group))
        for year, group in groupby(person.here, key=lambda one: year_of(one, person.zone))
    ]
    earned = [one for one in person.badges if one.game is not None]
    begun = [one for one in person.badges if one.game is None and one.reached and _counts(one)]
    badges = [
        *(RecordRow(t(one.badge.name), day(one.game.at, t), "") for one in earned if one.game is not None),
        *(RecordRow(t(one.badge.name), _so_far(one, t), "") for one in begun),
    ]
    return HonoursCard(tuple(years), t("Badges") if badges else "", tuple(badges))


def _counts(one: Progress) -> bool:
    """Return whether people can follow how far a badge is."""
    return one.badge.needed > 1 and one.badge.tells


def _so_far(one: Progress, t: Translator) -> str:
    return t("{n} of {all}", n=one.reached, all=one.badge.needed)


def _badge(one: Progress, t: Translator) -> Line:
    """Return a badge with the game that earned it, or how far somebody is."""
    name, why = strong(t(one.badge.name)), f"{t.marks.colon}{t(one.badge.told)}"
    if one.game is not None:
        return (Part("★ "), name, Part(f"{why} · {day(one.game.at, t)} "), code(one.game.table))
    return (Part("☆ "), name, Part(f"{why} ({_so_far(one, t)})" if _counts(one) else why))


def certificate_text(file: str, key: str, t: Translator) -> Text:
    """Return what is sent with the file of a certificate."""
    return text_of(
        t.text("Here's your certificate. Check it with {command}", command=code(f"palmares verify {file}")),
        t.text("It's signed with this bot's key: {key}", key=code(key)),
    )


def certificate_card(
    honour: HonourRecord, name: str, written: CertificateText, zone: str, t: Translator
) -> Certificate:
    """Return the content of the picture."""
    people = t.plural("{n} player", "{n} players", int(written.fields.get("Of", "0")))
    ended = datetime.fromtimestamp(honour.at - 1, zone_of(zone))
    return Certificate(
        heading=t("Certificate"),
        intro=t("This is to certify that"),
        name=name,
        deed=t(_DEEDS[min(honour.place, 3)][honour.kind]),
        title=event_name(honour, zone, t),
        details=people,
        place=honour.place,
        date=written_date(ended, "long", t),
        code=written.fields.get("Chat", "")[:8],
        signature=written.signature,
        note=t("To check it, take its file: {command}", command=t.command("/certificate proof=yes")),
    )
