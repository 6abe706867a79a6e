"""The card of a finished game in words: the winner, the game retold, each player's deeds, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.table import StartedTable
from bot.core.games.game_words import preset, title
from bot.core.games.profiles import profile_of
from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import plain, unsigned
from bot.core.i18n.translator import Translator
from bot.core.views.game_over import places_of
from bot.core.views.match_score import short_score
from bot.core.views.past_games import day
from bot.core.views.players import human, name
from bot.core.views.retelling import retold
from bot.core.views.rules import rules_of
from data.records import Status
from engine.summary import summary
from render.content.card_content import ResultCard, ResultRow

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_TAIL = 30
"""The divisor of a race's length that gives the part in which its lines rest at their places."""


def result_card(table: StartedTable, t: Translator) -> ResultCard | None:
    """Return the card of a decided game; None for one under way or called off."""
    places = places_of(table)
    if not places or table.status is not Status.OVER:
        return None
    figures, profile = summary(table.match), profile_of(table.game)
    columns = profile.columns(table.match.opening)
    names = [name(table, seat, t) for seat in range(len(table.seats))]
    rows = tuple(
        ResultRow(
            names[seat],
            places[seat],
            tuple(map(profile.letters.index, table.seats[seat].colours)),
            tuple(str(column.value(summed)) for column in columns),
        )
        for seat, summed in enumerate(figures.seats)
    )
    winners = [names[seat] for seat, place in enumerate(places) if place == 1]
    subtitle = [
        title(t, table.game),
        preset(t, rules_of(table)["preset"]),
        t.plural("{n} turn", "{n} turns", figures.turns),
    ]
    winning = listed(t, winners)
    seconds = table.log[-1].at - table.log[0].at if table.log else 0.0
    length = duration(seconds, t) if seconds else ""  # unknown for an imported game
    labels = tuple(t(column.label) for column in columns)
    return ResultCard(
        title=t.plural("{winners} wins!", "{winners} win!", len(winners), winners=winning),
        subtitle=" · ".join((*subtitle, *filter(None, [length, short_score(table, t)]))),
        columns=labels,
        rows=rows,
        race_title=t("The race, turn by turn"),
        race=settled(figures.race, places),
        cheers=any(place == 1 and human(table, seat) for seat, place in enumerate(places)),
        fame=_fame(rows, labels),
        story=tuple(unsigned(plain(line)).replace("….", "…") for line in retold(table, t)),
        footer=origin(table, t),
    )


def settled(race: Sequence[Sequence[float]], places: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    """Let the lines of a race end in the order of the places, which count pieces in the goal before steps (P81).

    Each line ends at a height that one had at the last turn, so where steps and places agree it goes straight on.
    """
    *_, last = race
    order = sorted(range(len(last)), key=lambda seat: (places[seat], -last[seat]))
    heights = dict(zip(order, sorted(last, reverse=True), strict=True))
    end = tuple(heights[seat] for seat in range(len(last)))
    return (*map(tuple, race), *[end] * max(1, len(race) // _TAIL))


def _fame(rows: tuple[ResultRow, ...], labels: tuple[str, ...]) -> str:
    """Name what the winners have more of than anybody else; empty if they lead in nothing."""
    found = []
    for index, label in enumerate(labels):
        best = max(rows, key=lambda row: _number(row.cells[index]))
        rivals = [_number(row.cells[index]) for row in rows if row.place != 1]
        if best.place == 1 and all(_number(best.cells[index]) > other for other in rivals):
            found.append(f"{label} {best.cells[index]}")
    return " · ".join(found)


def _number(cell: str) -> float:
    return float(cell) if cell.isdecimal() else 0.0


def origin(table: StartedTable, t: Translator) -> str:
    """Return a card's origin: the bot's name, the game's code, and its day."""
    return " · ".join(("Palmarés", table.id, *_day(table, t)))


def _day(table: StartedTable, t: Translator) -> tuple[str, ...]:
    """Return the day on which the game ended, in UTC, if known."""
    if not table.log:
        return ()
    return (day(table.log[-1].at, t),)


def told(card: ResultCard, t: Translator) -> str:
    """Return the card's part of the board's alt text."""
    rows = (
        f"{row.name}{t.marks.colon}"
        + ", ".join(f"{label} {cell}" for label, cell in zip(card.columns, row.cells, strict=True))
        for row in card.rows
    )
    story = "".join(f" {sentence}" for sentence in card.story)
    return unsigned(f"{card.title} {card.subtitle}.{story} " + t.marks.semicolon.join(rows) + ".")


def duration(seconds: float, t: Translator) -> str:
    """Return a duration in the largest unit that fits; `seconds` may have a fraction."""
    if seconds < _HOUR:
        return t.plural("{n} minute", "{n} minutes", max(1, round(seconds / _MINUTE)))
    if seconds < 2 * _DAY:
        return t.plural("{n} hour", "{n} hours", round(seconds / _HOUR))
    return t.plural("{n} day", "{n} days", round(seconds / _DAY))
