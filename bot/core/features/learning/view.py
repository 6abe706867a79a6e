"""A step of a lesson: its text, board and buttons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from bot.core.domain.table import StartedTable, Table
from bot.core.games.game_words import in_sentence, title
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import strong, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Details, Screen, Subject
from bot.core.messages.requests import Person
from bot.core.views.alt_text import describe
from bot.core.views.board import choice_labels, choices_of, scene_of
from bot.core.views.buttons import Rows, choices, danger, main, side
from bot.core.views.details import spots
from bot.core.views.pictures import Pictures, pictured
from bot.core.views.status import status
from data.records import ChatKey, SeatRecord, Status
from engine import catalog
from engine.dice import STICKS
from engine.game import Move, TurnKind
from engine.match import Match

LEARN = "learn"
"""A button's placeholder where others name their table."""
CHOOSE = ButtonVerb("learn", 4)
"""Game, step, move or one of the words below, the pupil's id."""
GO, STOP = "go", "stop"
PLAY = ButtonVerb("open", 2)
"""Game and opponent, one of the words below. A press opens a table with a seat for the presser."""
PEOPLE, BOTS = "people", "bots"
HARDER = ButtonVerb("harder", 1)
"""Game. A press begins its lesson of the second grade."""


def step_screen(
    lesson: Lesson,
    number: int,
    pupil: Person,
    t: Translator,
    pictures: Pictures,
    theme: str,
    verb: ButtonVerb = CHOOSE,
    told: Sequence[str] = (),
) -> Screen:
    """Show a step to its pupil; `told` comes first, and its buttons have a verb like CHOOSE."""
    step, table, profile = lesson.steps[number], step_table(lesson, number, pupil), profile_of(lesson.game)
    match = table.match
    offered = choices_of(match)
    position = match.game.position(match.state)
    scene = scene_of(table, 0, t, tuple(offered), theme)
    if profile.device is STICKS and "throw" in step.turn and not step.played:
        scene = replace(scene, faces=STICKS.showing(str(step.turn["throw"])))
    touch = pictures.touch(scene)
    throws = match.turn.kind is TurnKind.THROW and not step.played
    asked = () if step.right is None and not throws else status(table, position, t)
    picture = pictured(pictures, scene, describe(table, position, offered, t, asked=asked))
    heading = (strong(title(t, lesson.game)), *words(f" · {number + 1}/{len(lesson.steps)}"))

    def token(choice: str) -> str:
        return encode(LEARN, 0, verb, lesson.game, number, choice, pupil.key.user)

    rows: tuple[tuple[Button, ...], ...]
    if step.right is not None:
        labels = choice_labels(lesson.game, offered, t)
        rows = choices([side(label, token(move)) for move, label in labels.items()])
    elif throws:
        rows = ((main(t(profile.throw_label(match.game.odds(match.state))), token(GO)),),)
    else:
        rows = ((main(t("Next"), token(GO)),),)
    return Screen(
        text_of(*map(words, told), heading, words(t(step.text))),
        picture,
        (*rows, (danger(t("Leave the lesson"), token(STOP)),)),
        Subject(frozenset({pupil.key}), actor=pupil.key),
        details=Details(
            spots(touch, lambda move: token(move or GO)) if step.right is not None or throws else (), touch.tint
        ),
    )


def end_screen(lesson: Lesson, choice: str, pupil: Person, t: Translator, pictures: Pictures, theme: str) -> Screen:
    """Show the end of a lesson and the result of the last choice, and offer everybody a real game."""
    table = step_table(lesson, len(lesson.steps) - 1, pupil, *(() if choice == GO else (choice,)))
    match = table.match
    over = match.turn.kind is TurnKind.OVER
    alt = describe(table, match.game.position(match.state), {}, t, over=over)
    lines = (
        (strong(title(t, lesson.game)),),
        words(
            t(
                "That's all you need to play {game}! I'll explain the rest when it comes up.",
                game=in_sentence(t, lesson.game),
            )
        ),
        t.text("All the rules: {rules}", rules=t.command(f"/rules {lesson.game}")),
    )
    rows = play_rows(lesson.game, t)
    if profile_of(lesson.game).practice is not None:
        rows = (*rows, (side(t("Harder positions"), encode(LEARN, 0, HARDER, lesson.game)),))
    return Screen(text_of(*lines), pictured(pictures, scene_of(table, 0, t, (), theme), alt), rows)


def play_rows(game: str, t: Translator) -> Rows:
    return (
        (main(t("Play for real"), encode(LEARN, 0, PLAY, game, PEOPLE)),),
        (side(t("Play against bots"), encode(LEARN, 0, PLAY, game, BOTS)),),
    )


def stop_screen(t: Translator) -> Screen:
    return Screen(t.note("You've left the lesson. Start again with /learn."))


def step_table(lesson: Lesson, number: int, pupil: Person, *chosen: Move) -> StartedTable:
    """Return a step after these choices as a table never stored: the pupil sits first, then a bot."""
    step, game = lesson.steps[number], catalog.game(lesson.game)
    state = game.load(json.dumps(lesson.position(step)))
    match = Match(game, dict(lesson.rules), lesson.seats, None, state)
    for move in (*step.played, *chosen):
        match = match.play(move)
    first, second = lesson.seats
    return Table(
        id=LEARN,
        chat=ChatKey("", ""),
        game=lesson.game,
        host=pupil.key,
        seed=bytes(32),
        seats=(SeatRecord(first, pupil.key, pupil.name), SeatRecord(second, computer="greedy")),
        rules=lesson.rules,
        status=Status.PLAYING,
    ).with_match(match)
