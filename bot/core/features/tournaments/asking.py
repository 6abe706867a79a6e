"""Read the terms of a new tournament from the options of /tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, tzinfo

from bot.core.commands.options import NEXT_PERSON
from bot.core.common.entropy import Entropy
from bot.core.domain import new_table
from bot.core.domain.rating_band import band_of
from bot.core.domain.tempo import SETTINGS, tempo_named
from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.features.tournaments.announcement_view import table_of
from bot.core.features.tournaments.command import FIRST, RULES, TOURNAMENT
from bot.core.i18n.moments import moment_named
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.requests import Person, Request
from bot.core.tournaments.terms import POINTS, Admits, Format, Terms
from data.records import ChatKey

LIVE_PACE, DAILY_PACE = "live:60", "daily:24"
ROUND, DAYS = 3600.0, 7 * 86400.0
"""Seconds of a round that nobody names: an hour live, a week otherwise."""
ARENA = 3600.0
SOON = 900.0
"""Seconds until a tournament starts if nobody says when."""
LATEST = 60 * 86400.0
LEAST = 120.0
_MINUTES = re.compile(r"(\d{1,4})(m|min)?")
_DIGITS = 2
DUEL = 2


def terms_of(
    options: Mapping[str, str], chat: ChatKey, person: Person, entropy: Entropy, zone: tzinfo, now: float
) -> Terms:
    """Return the terms that a command asks for; raises Refusal."""
    form = Format(options.get("format", Format.SWISS))
    pace = _pace(options.get("pace", LIVE_PACE))
    live = pace.kind is not TimeControlKind.DAILY
    if pace.kind is TimeControlKind.NONE or (form is Format.ARENA and not live):
        raise Refusal(N_("A tournament needs a clock, such as 60s or 24h; an arena needs seconds."))
    starts, again = _start(options.get("start", ""), zone, now)
    pairs = options.get("pairs") == "yes"
    play = _play(options, pace, pairs=pairs)
    table = new_table.new_table(chat, person, play, entropy, now)
    divisions = int(options.get("divisions", "1"))
    if divisions > 1 and form not in (Format.SWISS, Format.ALL):
        raise Refusal(N_("A league is either a Swiss system or a round robin."))
    every = {"day": 1, "week": 7}.get(options.get("every", ""), again or (7 if divisions > 1 else 0))
    return Terms(
        form,
        starts,
        _span(options, form, live=live),
        len(table.sides),
        play,
        int(options.get("rounds", "0")),
        live,
        int(options.get("most", "64")),
        Admits(options.get("who", Admits.ALL)),
        band_of(options.get("band", "")),
        every,
        divisions,
        pairs=pairs,
        score=_score(options.get("score", ""), len(table.sides)),
        single=options.get("through") == FIRST,
    )


def left_out_lines(request: Request, terms: Terms, t: Translator) -> list[Line]:
    """Return the line that names the options without effect; none if all have one."""
    known, typed = request.named(NEXT_PERSON.name)
    words = []
    for name in _without_effect(request.options, terms):
        value = request.options[name]
        if name == NEXT_PERSON.name:
            words.append(f"@{known.name}" if known is not None else typed)
        elif name == "code":
            words.append(value)
        else:
            shown = t.quoting.choice(TOURNAMENT.name, name, value)
            words.append(t.quoting.assignment(TOURNAMENT.name, name, shown))
    words += new_table.left_out(request.options, table_of(terms))
    told = ", ".join(words)[:80]
    return [t.text("This has no effect on the tournament, so I left it out: {words}.", words=told)] if words else []


def _without_effect(options: Mapping[str, str], terms: Terms) -> list[str]:
    """Return the given options that have no effect on a tournament with these terms."""
    idle = {"code", "show", "replace", "person"}
    if terms.format is not Format.SWISS:
        idle.add("rounds")
    if terms.format is not Format.KNOCKOUT or terms.sides == DUEL:
        idle.add("through")
    if options.get("colours") != terms.play.get("colours"):  # pairs have a board of their number
        idle.add("colours")
    return [name for name in options if name in idle]


def _score(word: str, sides: int) -> tuple[int, ...]:
    """Return the points of each place; nothing for the usual ones. Raises Refusal."""
    if not word.strip():
        return ()
    given = [part.strip() for part in word.split("-")]
    points = tuple(int(part) for part in given if part.isascii() and part.isdecimal() and len(part) <= _DIGITS)
    if not len(given) == len(points) == sides or list(points) != sorted(points, reverse=True) or not points[0]:
        refusal = N_("Write the tournament points of each place, best first, like this: {example}.")
        raise Refusal(refusal, example="-".join(map(str, POINTS[sides])))
    return points


def _pace(word: str) -> TimeControl:
    tempo = tempo_named(word)
    return TimeControl.parse(word) if tempo is None else SETTINGS[tempo].pace


def _span(options: Mapping[str, str], form: Format, *, live: bool) -> float:
    """Return the seconds of a round, or of an arena: minutes if it is live, else days."""
    given = int(options.get("length", "0"))
    if not given:
        return ARENA if form is Format.ARENA else ROUND if live else DAYS
    return max(LEAST, given * (60.0 if live else 86400.0))


def _start(word: str, zone: tzinfo, now: float) -> tuple[float, int]:
    """Return when it starts, and the days to the next, from minutes, a moment or a date; raises Refusal."""
    word, every = word.strip().lower(), 0
    if not word:
        return now + SOON, 0
    if found := _MINUTES.fullmatch(word):
        at = now + 60.0 * int(found[1])
    elif moment := moment_named(word, datetime.fromtimestamp(now, zone)):
        at, every = moment.at.timestamp(), moment.every
    else:
        raise _no_time(word)
    if not now <= at <= now + LATEST:
        raise Refusal(N_("A tournament has to start within sixty days."))
    return at, every


def _no_time(word: str) -> Refusal:
    return Refusal(
        N_("I can't read “{word}” as a time. Write 21:00, Friday 21:00, 30 (minutes) or 2027-01-31 21:00."),
        word=word[:32],
    )


def _play(options: Mapping[str, str], pace: TimeControl, *, pairs: bool) -> dict[str, str]:
    """Return the options of /play for each table; raises Refusal if the game isn't for that many."""
    game, rules = new_table.rules_of(options)
    play = {name: options[name] for name in ("variant", *RULES) if name in options}
    play |= {"game": game, "pace": str(pace), "rated": "yes"}
    wanted = int(options.get("players", "0"))
    if pairs:
        return play | new_table.pairs_for(game, wanted or 4)
    return play | (new_table.seats_for(game, rules, wanted) if wanted else {})
