"""Leaderboards in words, with buttons to other ones."""

from __future__ import annotations

from dataclasses import replace

from bot.core.games.ladder import Ladder
from bot.core.i18n.text_format import capital, clip, strong, text_of, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Part, Screen, Text
from bot.core.rankings.insight_figures import Measure
from bot.core.rankings.ladders import ladders
from bot.core.rankings.leaderboard import LeaderboardView, Period, Row, Scope, Wish
from bot.core.rankings.ratings import Skill, Sureness, bot_skill
from bot.core.views.buttons import grid, side
from bot.core.views.game_over import MEDALS
from bot.core.views.players import level
from data.result_records import GAMES, PEOPLE
from engine import players
from render.content.card_content import RankRow

NAME = 24
TABLE = "ranks"
"""A token's placeholder for the table."""
RANKS = ButtonVerb("ranks", 4)
"""Ladder, scope, period, page."""
INSIGHT = ButtonVerb("insight", 2)
"""Ladder, measure."""
_MEASURES = {
    Measure.ACCURACY: N_("By accuracy"),
    Measure.LUCK: N_("By luck"),
    Measure.ADJUSTED: N_("Without luck"),
}
_SCOPES = {Scope.CHAT: N_("this chat"), Scope.ALL: N_("all chats")}
_PERIODS = {Period.WEEK: N_("the last 7 days"), Period.MONTH: N_("the last 30 days"), Period.EVER: N_("all time")}
_SURE = {
    Sureness.GUESS: N_("provisional"),
    Sureness.FAIR: N_("fairly reliable"),
    Sureness.SURE: N_("reliable"),
}


def sureness(skill: Skill, t: Translator) -> str:
    return t(_SURE[skill.sureness])


def marked(skill: Skill) -> str:
    """Return a rating's points, with a question mark for a guess."""
    return f"{skill.points}?" if skill.sureness is Sureness.GUESS else str(skill.points)


def leaderboard_screen(view: LeaderboardView, t: Translator) -> Screen:
    """Show a page, the reader's place, and buttons to other pages."""
    return Screen(_text(view, t), rows=_buttons(view, t))


def card_rows(view: LeaderboardView, t: Translator) -> tuple[RankRow, ...]:
    after_gap = _after_gap(view)
    return tuple(_card_row(row, view.wish, t, gap=row == after_gap) for row in (*view.rows, *view.neighbours))


def _card_row(row: Row, wish: Wish, t: Translator, *, gap: bool) -> RankRow:
    detail = " · ".join(part for part in (_moved(row, wish), _won(row, t)) if part)
    return RankRow(row.rank, player_name(row, t), marked(row.skill), detail, row.mine, gap)


def _after_gap(view: LeaderboardView) -> Row | None:
    """Return the first of the reader's neighbours, if some places are left out above it."""
    if not view.neighbours or view.neighbours[0].number == view.rows[-1].number + 1:
        return None
    return view.neighbours[0]


def heading(wish: Wish, t: Translator) -> tuple[str, str]:
    return t(wish.ladder.title), f"{t(_SCOPES[wish.scope])} · {t(_PERIODS[wish.period])}"


def _text(view: LeaderboardView, t: Translator) -> Text:
    title, below = heading(view.wish, t)
    first: Line = (strong(title), Part(f" · {below}"))
    known = words(known_players(t)) if view.wish.scope is Scope.ALL else ()
    if not view.rows:
        nobody = t.text("No rated games here yet.") if not known else ()
        return text_of(first, nobody, known, words(rated_games(t)))
    lines = [first, *(_line(row, view.wish, t) for row in view.rows)]
    if view.neighbours:
        lines += [words("…")] if _after_gap(view) else []
        lines += [*(_line(row, view.wish, t) for row in view.neighbours)]
    if any(row.skill.sureness is Sureness.GUESS for row in (*view.rows, *view.neighbours)):
        lines.append(t.text("? = provisional: few games so far."))
    return text_of(*lines, *_own(view, t), _bots(view.wish.ladder, t), known)


def _bots(ladder: Ladder, t: Translator) -> Line:
    told = [f"{level(t, name)} {bot_skill(ladder.game, ladder.family, name).points}" for name in players.levels()]
    return words(t("For comparison: {bots}.", bots=", ".join(told)))


def rated_games(t: Translator) -> str:
    return t("A game is rated if at least two people play against each other.")


def known_players(t: Translator) -> str:
    return t(
        "Everyone with {games} rated games against {people} different people is listed here. If "
        "you only play in private chats, opt in with {command}",
        games=GAMES,
        people=PEOPLE,
        command=t.command("/profile global=yes"),
    )


def player_name(row: Row, t: Translator) -> str:
    return clip(row.name or "", NAME) or t("someone")


def _line(row: Row, wish: Wish, t: Translator) -> Line:
    name = player_name(row, t)
    place = MEDALS.get(row.rank, f"{row.rank}.")
    won = _won(row, t)
    who = strong(f"{name} ◂") if row.mine else Part(name)
    points = " ".join(part for part in (marked(row.skill), _moved(row, wish)) if part)
    return (Part(f"{place} "), who, Part(f" {points} ({won})"))


def _moved(row: Row, wish: Wish) -> str:
    return f"{row.change:+d}" if wish.period is not Period.EVER else ""


def _won(row: Row, t: Translator) -> str:
    return t("{won} of {games} won", won=row.wins, games=row.games)


def _own(view: LeaderboardView, t: Translator) -> list[Line]:
    mine = view.mine
    if mine is None:
        return []
    place = t.text(
        "{player}: number {rank} of {total}, with {points} rating points ({sure}).",
        player=strong(player_name(mine, t)),
        rank=mine.rank,
        total=view.total,
        points=mine.skill.points,
        sure=sureness(mine.skill, t),
    )
    return [place]


def _buttons(view: LeaderboardView, t: Translator) -> tuple[tuple[Button, ...], ...]:
    """Return buttons to the other pages, periods, scope and ladders, without the present page."""
    wish = view.wish
    pages = [
        side(sign, _token(replace(wish, page=page)))
        for sign, page in (("◀", wish.page - 1), ("▶", wish.page + 1))
        if 0 <= page < view.pages
    ]
    first = replace(wish, page=0)
    others = [
        *(
            side(capital(t(_SCOPES[scope])), _token(replace(first, scope=scope)))
            for scope in Scope
            if scope != wish.scope
        ),
        *(
            side(capital(t(_PERIODS[period])), _token(replace(first, period=period)))
            for period in Period
            if period != wish.period
        ),
    ]
    games = [side(t(one.title), _token(replace(first, ladder=one))) for one in ladders() if one != wish.ladder]
    measures = [measure_button(wish.ladder, measure, t) for measure in Measure]
    return tuple(row for row in ((*pages, *measures), tuple(others), *grid(games, 2)) if row)


def measure_button(ladder: Ladder, measure: Measure, t: Translator, label: str | None = None) -> Button:
    """Return the button that leads to a ladder by a measure."""
    return side(label or t(_MEASURES[measure]), encode(TABLE, 0, INSIGHT, ladder.name, measure.value))


def rating_button(ladder: Ladder, t: Translator) -> Button:
    """Return the button that leads to a ladder by rating."""
    return side(t("By rating"), _token(Wish(ladder)))


def _token(wish: Wish) -> str:
    return encode(TABLE, 0, RANKS, wish.ladder.name, wish.scope.value, wish.period.value, wish.page)
