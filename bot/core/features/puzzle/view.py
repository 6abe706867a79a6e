"""A puzzle as everybody sees it, and the private answer to a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.core.domain.daily_puzzle import Puzzle, lasting
from bot.core.domain.table import StartedTable, Table
from bot.core.games.game_words import preset, title, words_of
from bot.core.games.profiles import profile_of
from bot.core.i18n.dates import written_date, written_skeleton
from bot.core.i18n.lists import OR, listed
from bot.core.i18n.text_format import capital, joined, strong, text_of, width, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Details, Part, Screen, Text
from bot.core.views.alt_text import describe
from bot.core.views.board import choice_labels, choices_of, scene_of
from bot.core.views.buttons import choices, side
from bot.core.views.details import spots
from bot.core.views.pictures import Pictures, pictured
from bot.core.views.players import who
from bot.core.views.reasons import MOST, because, choice_label, choice_words, move_words, naming_of
from bot.core.views.rules import rules_of
from bot.core.views.status import request_to_act
from bot.core.views.teams import teams_line
from data.event_records import PuzzleStanding
from data.records import ChatKey, PersonKey, SeatRecord, Status
from engine import catalog
from engine.dice import STICKS
from engine.game import Move
from engine.match import Match
from engine.players.reasons import Reason

PUZZLE = "puzzle"
"""A button's placeholder where others name their table."""
GUESS = ButtonVerb("guess", 1)
"""A move; the puzzle's day takes the version's place."""
ROOM = 200
"""Characters that Telegram shows of an answer to a press."""
Says = Callable[[StartedTable, Move, Translator], str]
"""Names a move: in words, or as on its button."""


RIGHT = (
    N_("✅ Right! {move}. Win chance: {chance}%."),
    N_("✅ That's the one! {move}. Win chance: {chance}%."),
    N_("✅ Well spotted! {move}. Win chance: {chance}%."),
)
WRONG = (
    N_("❌ Not quite. {move}: that wins {chance}% of the time. Best: {best}, {most}%."),
    N_("❌ Not this time. {move}: that wins {chance}% of the time. Best: {best}, {most}%."),
)
"""Verdicts on an answer, which vary from day to day."""
RIGHT_TOO = N_("✅ Right! {move}. Win chance: {chance}%. As good: {others}.")
"""The verdict if several moves are right."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A puzzle's contents in a chat on a day.

    `weekday`: when its game ended, by the chat's clock. `before`: the last puzzle, the number of answers, and of
    right ones. `last`: there will be no more until somebody asks.
    """

    puzzle: Puzzle
    day: int
    weekday: datetime | None = None
    before: tuple[Puzzle, int, int] | None = None
    last: bool = False


def puzzle_screen(posted: Posted, t: Translator, pictures: Pictures, theme: str) -> Screen:
    table = puzzle_table(posted.puzzle, t)
    match, profile = table.match, profile_of(table.game)
    position, offered = match.game.position(match.state), choices_of(match)
    scene = scene_of(table, 0, t, tuple(offered), theme)
    if profile.device is STICKS and position.get("throw"):
        scene = replace(scene, faces=STICKS.showing(str(position["throw"])))
    picture = pictured(pictures, scene, describe(table, position, offered, t))
    asked = request_to_act(table, position, who(table, match.turn.seat, t, position.get("colour")), t)
    hints = " ".join(profile.hints(t, position, offered))
    text = text_of(
        _heading(table, posted, t),
        *_source(posted, t),
        teams_line(table, t),
        *map(words, profile.reminders(t, position)),
        joined((asked, words(hints)), " "),
        words(t("Everyone gets one try, and only you see how you did.")),
        *_tally(posted, t),
        t.text("No one has tried these lately, so I'll stop posting them until someone types {command}.",
               command=t.command("/puzzle")) if posted.last else (),
    )  # fmt: skip
    labels = choice_labels(table.game, offered, t)

    def token(move: Move) -> str:
        return encode(PUZZLE, posted.day, GUESS, move)

    touch = pictures.touch(scene)
    return Screen(
        text,
        picture,
        choices([side(label, token(move)) for move, label in labels.items()]),
        details=Details(spots(touch, token), touch.tint),
    )


def _heading(table: StartedTable, posted: Posted, t: Translator) -> Line:
    day = datetime.fromtimestamp(posted.day * 86400, UTC)
    date = written_skeleton("MMMMd", day, t)
    kind = f"{title(t, table.game)}, {preset(t, rules_of(table)['preset'])}"
    return (Part("🧩 "), strong(t("Puzzle of the day")), *words(f" · {date} · {kind}"))


def _source(posted: Posted, t: Translator) -> list[Line]:
    if posted.weekday is None:
        return []
    weekday = written_date(posted.weekday, "EEEE", t)
    return [words(t("From your own game on {weekday}!", weekday=weekday))]


def _tally(posted: Posted, t: Translator) -> list[Line]:
    """Return how many solved the last one, and its solution."""
    if posted.before is None or not posted.before[1]:
        return []
    puzzle, answers, solved = posted.before
    table = puzzle_table(puzzle, t)
    offered = choices_of(table.match)
    move = listed(t, [move_words(table, right, offered.get(right, ()), t) for right in puzzle.right], OR)
    if not solved:
        return [words(t("No one solved the last one: {move}.", move=move))]
    told = t.plural("{n} of {all} solved the last one: {move}.", "{n} of {all} solved the last one: {move}.", solved,
                    all=answers, move=move)  # fmt: skip
    return [words(told)]


def answer_text(puzzle: Puzzle, standing: PuzzleStanding, reasons: Sequence[Reason], t: Translator) -> Text:
    """Return the verdict, the best move with reasons, and the streak, within ROOM characters."""
    for most, whole in ((MOST, True), (2, True), (1, True), (1, False), (0, False)):
        text = _told(puzzle, standing, reasons[:most], t, choice_words, whole=whole)
        if width(text.plain) <= ROOM:
            return text
    return _told(puzzle, standing, (), t, choice_label, whole=False)


def _told(
    puzzle: Puzzle, standing: PuzzleStanding, reasons: Sequence[Reason], t: Translator, says: Says, *, whole: bool
) -> Text:
    table = puzzle_table(puzzle, t)
    naming = naming_of(table, table.match.turn.seat, t)
    best = standing.answer.move if standing.answer.solved else puzzle.right[0]
    told = because(table.game, reasons, best, naming, t)
    return text_of(
        () if standing.fresh else words(t("You've already had today's try.")),
        _verdict(table, puzzle, standing, t, says),
        *(words(f"• {reason}") for reason in told),
        *(words(line) for line in _streak(standing, t, whole=whole)),
    )


def _verdict(table: StartedTable, puzzle: Puzzle, standing: PuzzleStanding, t: Translator, says: Says) -> Line:
    """Return the right moves, in points of win chance: the best one, and those nearly as good."""
    answered, solved = standing.answer.move, standing.answer.solved
    move, chance = strong(says(table, answered, t)), _percent(puzzle, answered)
    others = [right for right in puzzle.right if right != answered]
    if solved and others:
        return t.text(RIGHT_TOO, move=move, chance=chance, others=strong(_either(table, others, t, says)))
    variants = RIGHT if solved else WRONG
    return t.text(
        variants[standing.answer.day % len(variants)],
        move=move,
        chance=chance,
        best=strong(_either(table, puzzle.right, t, says)),
        most=_percent(puzzle, puzzle.right[0]),
    )


def _either(table: StartedTable, moves: Sequence[Move], t: Translator, says: Says) -> str:
    return listed(t, [says(table, move, t) for move in moves], OR)


def _percent(puzzle: Puzzle, move: Move) -> str:
    return f"{100 * puzzle.chance(move):.0f}"


def _streak(standing: PuzzleStanding, t: Translator, *, whole: bool) -> list[str]:
    """Return how a streak goes on, begins or ends; `whole`: with the longest one here."""
    day, streak = standing.answer.day, standing.streak
    record = [t.plural("Longest streak here: {n} day.", "Longest streak here: {n} days.", standing.record)]
    if not standing.answer.solved:
        ended = lasting(standing.before, day)
        over = (
            [t.plural("Your streak of {n} day is over.", "Your streak of {n} days is over.", ended)] if ended else []
        )
        return over + (record if whole and standing.record > 1 else [])
    days = lasting(streak, day)
    if days <= 1:
        begun = t("🔥 Day 1 of a new streak. A missed day ends it.") if whole else t("🔥 Day 1 of a new streak.")
        return [begun, *(record if whole and standing.record > 1 else [])]
    if days == standing.record:
        return [t.plural("🔥 {n} day in a row: the longest streak here!",
                         "🔥 {n} days in a row: the longest streak here!", days)]  # fmt: skip
    return [t.plural("🔥 {n} day in a row.", "🔥 {n} days in a row.", days), *(record if whole else [])]


def puzzle_table(puzzle: Puzzle, t: Translator) -> StartedTable:
    """Return a puzzle as a table never stored, its players named by their colours."""
    game = catalog.game(puzzle.game)
    state = game.load(puzzle.line)
    position = game.position(state)
    seats, named = tuple(position.get("seats") or position["pieces"]), words_of(puzzle.game)
    teams = position.get("teams")
    return Table(
        id=PUZZLE,
        chat=ChatKey("", ""),
        game=puzzle.game,
        host=PersonKey("", ""),
        seed=bytes(32),
        seats=tuple(SeatRecord(colours, name=capital(named.side(t, colours))) for colours in seats),
        rules=position["rules"],
        teams=None if teams is None else tuple(map(tuple, teams)),
        status=Status.PLAYING,
    ).with_match(Match(game, position["rules"], seats, teams, state))
