"""A chat's season in words: the standing, its end, and that it runs on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from bot.core.domain.season_time import days_left
from bot.core.i18n.dates import written_skeleton
from bot.core.i18n.text_format import joined, named, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.rankings.season_points import BEST, GAMES, PEOPLE, SHOWN, SeasonRow
from bot.core.services.seasons import SeasonNow, detail_of
from bot.core.views.game_over import MEDALS, medal_of
from bot.core.views.points import given_away
from bot.core.views.season_names import shown_name
from data.records import PersonKey
from data.season_records import HonourRecord
from render.content.card_content import RankRow

LISTED = 10
"""The number of people in a standing."""
SHARED = 4
"""The most people who are named at one place."""
ON_CARD = 5
"""The number of people on the card of a season that is over."""
_POINTS = 100


def season_text(season: SeasonNow, name: str, reader: PersonKey, now: float, t: Translator) -> Text:
    """Return who stands where, how long it lasts, and how points are counted."""
    rows = season.rows[:LISTED]
    own = next((row for row in season.rows if row.player == reader), None)
    lines = [_row(row, season, reader, t) for row in rows]
    if own is not None and own not in rows:
        lines += [words("…"), _row(own, season, reader, t)]
    short = t(
        "A season ends with at least {people} people and {games} games. With fewer, it goes on.",
        people=PEOPLE,
        games=GAMES,
    )
    return text_of(
        (strong(t("Season: {when}", when=name)), Part(f" · {left(season.until, now, t)}")),
        *lines,
        () if season.is_enough else words(short),
        words(rule(t)),
    )


def rule(t: Translator) -> str:
    """Return how a game gives points."""
    return t(
        "A rated game gives up to 100 season points: the more opponents you finish ahead of, the more points. "
        "Your best {n} games count.",
        n=BEST,
    )


def early_text(games: int, t: Translator) -> Text:
    """Return what is said before there is a standing."""
    missing = t.plural(
        "The season's leaderboard appears after {n} more rated game.",
        "The season's leaderboard appears after {n} more rated games.",
        max(1, SHOWN - games),
    )
    return text_of(words(missing), words(rule(t)))


def left(until: float, now: float, t: Translator) -> str:
    return t.plural("{n} day left", "{n} days left", days_left(until, now))


def standing_rows(season: SeasonNow, reader: PersonKey, t: Translator) -> tuple[RankRow, ...]:
    """Return the lines of the picture."""
    rows = season.rows[:LISTED]
    names = [shown_name(row.player, season.names.get(row.player), t) for row in rows]
    return tuple(
        RankRow(row.place, name, str(row.shown), _games(row.games, t), mine=row.player == reader)
        for row, name in zip(rows, names, strict=True)
    )


def runs_on_text(until: float, zone: tzinfo, t: Translator) -> Text:
    """Tell that a season goes on after its end, because too little was played."""
    day = written_skeleton("MMMMd", datetime.fromtimestamp(until - 1, zone), t)
    return text_of(
        words(
            t(
                "The season goes on until {day}, because it needs {people} people and {games} games.",
                day=day,
                people=PEOPLE,
                games=GAMES,
            )
        )
    )


@dataclass(frozen=True, slots=True)
class Award:
    """Who did something most in a season, and how much, in words."""

    title: str
    honour: HonourRecord
    figure: str


def over_text(name: str, honours: Sequence[HonourRecord], t: Translator) -> Text:
    """Return the card of a season that is over: the podium, and who stood out."""
    podium = [one for one in honours if one.place in MEDALS]
    groups = []
    for place in sorted({one.place for one in podium}):
        people = [one for one in podium if one.place == place]
        own = joined([(named(shown_name(one.player, one.name, t), one.player),) for one in people[:SHARED]], ", ")
        groups.append((*words(f"{medal_of(place, t)} "), *own, *words(f" {_points(people[0])}")))
    return text_of(
        (strong(t("🏁 The season is over: {when}", when=name)),),
        joined(groups, "   "),
        *(_award(award, t) for award in awards(honours, t)),
    )


def over_rows(honours: Sequence[HonourRecord], t: Translator) -> tuple[RankRow, ...]:
    """Return the lines of the picture of a season that is over."""
    return tuple(
        RankRow(
            one.place, shown_name(one.player, one.name, t), str(_points(one)), _games(_number(one, "games") or 0, t)
        )
        for one in honours[:ON_CARD]
    )


def awards(honours: Sequence[HonourRecord], t: Translator) -> list[Award]:
    """Return who stood out, by figures that somebody has; the first of equals by place."""
    told: dict[str, tuple[str, Callable[[int], str]]] = {
        "climb": (t("Biggest climb"), lambda n: t.plural("+{n} rating point", "+{n} rating points", n)),
        "captures": (t("Most captures"), str),
        "luck": (
            t("Luckiest"),
            lambda n: t.plural("{n} point of win chance a game", "{n} points of win chance a game", n, n=f"+{n}"),
        ),
        "streak": (t("Longest puzzle streak"), lambda n: t.plural("{n} day", "{n} days", n)),
    }
    found = []
    for figure, (title, says) in told.items():
        best = _most(honours, figure)
        if best is not None:
            found.append(Award(title, best[0], says(best[1])))
    exact = [(one, number) for one in honours if (number := _number(one, "error")) is not None]
    if exact:
        one, error = min(exact, key=lambda pair: pair[1])
        given = given_away(error, t)
        found.insert(min(2, len(found)), Award(t("Best accuracy"), one, given))
    return found


def _most(honours: Sequence[HonourRecord], figure: str) -> tuple[HonourRecord, int] | None:
    numbers = [(one, number) for one in honours if (number := _number(one, figure)) is not None and number > 0]
    return max(numbers, key=lambda pair: pair[1]) if numbers else None


def _number(honour: HonourRecord, figure: str) -> int | None:
    """Return a figure of somebody; None without it, or if what is stored is no number."""
    value = detail_of(honour).get(figure)
    return value if type(value) is int else None


def _points(honour: HonourRecord) -> int:
    return round((_number(honour, "points") or 0) / _POINTS)


def _award(award: Award, t: Translator) -> Line:
    name = named(shown_name(award.honour.player, award.honour.name, t), award.honour.player)
    return (Part(f"{award.title}{t.marks.colon}"), name, Part(f", {award.figure}"))


def _row(row: SeasonRow, season: SeasonNow, reader: PersonKey, t: Translator) -> Line:
    name = shown_name(row.player, season.names.get(row.player), t)
    who = strong(f"{name} ◂") if row.player == reader else Part(name)
    return (Part(f"{MEDALS.get(row.place, f'{row.place}.')} "), who, Part(f" {row.shown} ({_games(row.games, t)})"))


def _games(games: int, t: Translator) -> str:
    return t.plural("{n} game", "{n} games", games)
