"""The report of an analysed game in words: who was lucky, who gave what away, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.game_analysis import GameAnalysis, Luck, Mark, SeatAnalysis, luck_of
from bot.core.domain.table import Table
from bot.core.features.analysis.balance_view import balance, has_luck, luckless, of_side
from bot.core.games.game_words import title
from bot.core.i18n.text_format import code, plain, strong, text_of, unsigned, width, words
from bot.core.i18n.translator import N_, NN_, Line, Translator
from bot.core.messages.content import Text
from bot.core.views.alt_text import ALT_LIMIT, clipped
from bot.core.views.chances import percent
from bot.core.views.moment_words import change, story, told
from bot.core.views.players import name, who
from bot.core.views.points import signed

LIMIT = 1000
LUCK = {
    Luck.VERY_LUCKY: N_("very lucky dice"),
    Luck.LUCKY: N_("lucky dice"),
    Luck.EVEN: N_("even dice"),
    Luck.UNLUCKY: N_("unlucky dice"),
    Luck.VERY_UNLUCKY: N_("very unlucky dice"),
}
MARKS = {
    Mark.DUBIOUS: NN_("{n} dubious move", "{n} dubious moves"),
    Mark.MISTAKE: NN_("{n} mistake", "{n} mistakes"),
    Mark.BLUNDER: NN_("{n} blunder", "{n} blunders"),
}


def progress_text(table: Table, percent: int, t: Translator) -> Text:
    """Return the progress in percent."""
    if not percent:
        return t.note("📊 I'm going through game {code} again, move by move…", code=code(table.id))
    return t.note("📊 I'm going through game {code} again: {n}% done.", code=code(table.id), n=percent)


def ordered_text(table: Table, t: Translator) -> Text:
    return t.note("📊 I'll post the analysis of game {code} here.", code=code(table.id))


def failed_text(table: Table, t: Translator) -> Text:
    return t.note("📊 I couldn't analyse game {code}. Try again later.", code=code(table.id))


def report_text(analysis: GameAnalysis, table: Table, t: Translator) -> Text:
    """Return the report; the least telling parts are left out if it is too long."""
    heading: Line = (*words("📊 "), strong(t("What decided the game")), *words(" · "), code(table.id))
    seats = [seat_line(analysis, table, seat, t) for seat in range(len(table.seats))]
    moments = [words(f"• {sentence}") for sentence in moment_sentences(analysis, table, t)]
    best = [words(sentence) for sentence in [best_move(analysis, table, t)] if sentence]
    made, *last = [words(sentence) for sentence in results(analysis, table, t)]
    note = words(t("One point is 1% of the chance to win."))
    lines = [heading, *seats, *moments, *best, made, *last, note]
    for spare in (*best, *last[:-1], *reversed(moments), note):
        if sum(width(plain(line)) + 1 for line in lines) <= LIMIT:
            break
        lines.remove(spare)
    return text_of(*lines)


def seat_line(analysis: GameAnalysis, table: Table, seat: int, t: Translator) -> Line:
    """Return a player's luck, and what their choices gave away."""
    summed = analysis.seat(seat)
    marks, lost = marks_in_words(summed, t), int(points(summed.given))
    given = t.plural("{n} point lost", "{n} points lost", lost) if lost else t("no points lost")
    parts = [*([luck(summed, t)] if has_luck(analysis) else []), f"{given} ({marks})" if marks else given]
    return (*who(table, seat, t), *words(t.marks.colon + ", ".join(parts)))


def luck(summed: SeatAnalysis, t: Translator) -> str:
    return t.plural(
        "{dice} (own rolls: {points} point)",
        "{dice} (own rolls: {points} points)",
        abs(round(100 * summed.luck)),
        dice=t(LUCK[luck_of(summed.luck)]),
        points=signed_points(summed.luck),
    )


def marks_in_words(summed: SeatAnalysis, t: Translator) -> str:
    """Count a player's marks: `2 dubious moves, 1 blunder`."""
    found = [(summed.marked(mark), MARKS[mark]) for mark in Mark]
    return ", ".join(t.plural(*words, count) for count, words in found if count)


def marks_of(summed: SeatAnalysis) -> str:
    """Count a player's marks: `2 !?, 1 ??`."""
    return ", ".join(f"{summed.marked(mark)} {mark}" for mark in Mark if summed.marked(mark))


def points(share: float) -> str:
    """Return win chances as points of a hundred."""
    return str(round(100 * share))


def signed_points(share: float) -> str:
    """Return win chances as points with their sign; none for what rounds to zero."""
    return signed(100 * share)


def moment_sentences(analysis: GameAnalysis, table: Table, t: Translator) -> list[str]:
    """Return the moments that decided the game, in the card's order."""
    return [
        f"{told(analysis, table, moment, at, t)} {change(analysis, table, moment, t)}"
        for at, moment in enumerate(analysis.moments)
    ]


def results(analysis: GameAnalysis, table: Table, t: Translator) -> list[str]:
    """Return what made the result, and what it would be without luck."""
    told = (balance(analysis, table, t), luckless(analysis, table, t), deserved(analysis, table, t))
    return [sentence for sentence in told if sentence]


def deserved(analysis: GameAnalysis, table: Table, t: Translator) -> str:
    """Return the win as shared out by the choices alone; empty without luck, where they alone made the result."""
    if not has_luck(analysis):
        return ""
    shares = enumerate(analysis.deserved)
    told = ", ".join(f"{of_side(analysis, table, side, t)} {percent(share, t)}" for side, share in shares)
    return t("With equal luck for everyone, the win chances: {shares}.", shares=told)


def legend(t: Translator) -> str:
    """Return what points and marks are, for the card."""
    return t(
        "One point is 1% of the chance to win. {dubious} dubious move, {mistake} mistake, {blunder} blunder.",
        dubious=Mark.DUBIOUS,
        mistake=Mark.MISTAKE,
        blunder=Mark.BLUNDER,
    )


def best_move(analysis: GameAnalysis, table: Table, t: Translator) -> str:
    """Return the best move of the game; empty if all choices were alike."""
    best = analysis.best_move
    if best is None:
        return ""
    margin = points(analysis.reports[best.first].margin or 0.0)
    player, move = name(table, best.seat, t), story(analysis, table, best, t)
    return t(
        "★ Best move: {player}, {move}. Any other would have cost at least {points} points of win chance.",
        player=player,
        move=move,
        points=margin,
    )


def described(analysis: GameAnalysis, table: Table, t: Translator) -> str:
    seats = [unsigned(plain(seat_line(analysis, table, seat, t))) for seat in range(len(table.seats))]
    sentences: Sequence[str] = (
        t("Win chances over a game of {game}.", game=title(t, table.game)),
        t.marks.semicolon.join(seats) + ".",
        *map(unsigned, moment_sentences(analysis, table, t)),
        unsigned(best_move(analysis, table, t)),
        *map(unsigned, results(analysis, table, t)),
        t("One point is 1% of the chance to win."),
    )
    return clipped(" ".join(filter(None, sentences)), ALT_LIMIT)
