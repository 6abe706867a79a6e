"""Boards of whole games, in all languages: within every platform's bounds at every ply."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.bots import bot_name
from bot.core.domain.table_values import TableClock, TableOptions
from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen, scene_of
from bot.core.views.game_over import places_of
from bot.core.views.game_steps import described_after, scene_after
from data.records import PersonKey
from engine.events import Thrown
from engine.game import TurnKind
from tests.fakes.pictures import FakePictures
from tests.fakes.word_tables import NO_PICTURES, lobby, played, random_game, started, within_bounds

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {"rules": {"preset": "italian", "play_on": True, "colours": 6}, "seats": tuple("YBRGPO")},
    {"rules": {"preset": "italian", "turns_by_colour": True, "stuck_helps": True}, "seats": ("YR", "BG")},
    {"rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
    {"rules": {"preset": "diceless", "turns_by_colour": True, "colours": 6}, "seats": ("YRP", "BGO")},
    {"rules": {"preset": "spanish", "colours": 3}, "seats": ("Y", "B", "R")},
    {"rules": {"preset": "spanish", "colours": 5}, "seats": tuple("YBRGP"), "names": (None, "Bea", None, None, None)},
    {"game": "palma", "seats": ("D", "J")},
    {"game": "palma", "seats": ("D", "J"), "rules": {"preset": "penalty", "hole5": "stake", "blocked_slide": "stay"}},
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_board_of_a_random_game_can_be_shown(game: dict[str, Any]) -> None:
    luck = random.Random(7)
    since = 0
    for ply, table in enumerate(random_game(lobby(**game), luck)):
        assert table.match is not None
        over = table.match.turn.kind is TurnKind.OVER
        if ply > 15 and luck.random() < 0.93 and not over:
            continue
        for language in languages() if ply < 15 or over else [luck.choice(languages())]:
            screen = board_screen(table, since, translator(language), NO_PICTURES)
            within_bounds(screen)
            check_buttons(table, screen)
        since = max(0, ply - luck.choice([0, 0, 1, 3, 300]))
    assert over
    assert 1 in places_of(table)


def test_the_lines_that_tell_turns_are_known() -> None:
    luck = random.Random(3)
    told = 0
    for table in random_game(lobby(names=("Ana", None, None, None)), luck):
        if table.match.turn.kind is TurnKind.OVER or len(table.match.plies) > 80:
            break
        since = max(0, len(table.match.plies) - 9)
        screen = board_screen(table, since, translator("en"), NO_PICTURES)
        first, last = screen.turns
        without = board_screen(table, len(table.match.plies), translator("en"), NO_PICTURES)
        assert 0 <= first <= last <= len(screen.text.lines)
        assert screen.text.lines[last:] == without.text.lines[without.turns[1] :]
        told += last > first
    assert told > 10


def check_buttons(table: Any, screen: Any) -> None:
    match = table.match
    tokens = [button.token.split(":", 1) for row in screen.rows for button in row]
    labels = [button.label for row in screen.rows for button in row]
    seat = table.seats[match.turn.seat]
    if match.turn.kind is TurnKind.OVER:
        assert [verb.rsplit(".")[-1] for (verb, *_) in tokens] == ["again", "rotate", "callme"]
    elif seat.person is None:
        assert tokens == []
    elif match.turn.kind is TurnKind.THROW:
        assert [verb.rsplit(".")[-1] for (verb, *_) in tokens] in (["throw"], ["throw", "rollon"])
    else:
        assert sorted(move for _, move in tokens) == list(match.game.moves(match.state))
        assert len(set(labels)) == len(labels)


def test_very_long_names_and_long_absences_still_fit() -> None:
    names = ("A" * 300, "🦜" * 300, "x\ny\u202e" * 50, "{n} {x} %s")
    table = None
    for ply, table in enumerate(random_game(lobby(names=names), random.Random(3))):
        if ply % 100 == 0:
            for language in languages():
                screen = board_screen(table, 0, translator(language), NO_PICTURES)
                assert len(screen.text.plain.encode("utf-16-le")) // 2 <= 1000
                assert screen.picture is not None
                assert len(screen.picture.alt) <= 1000


def test_old_news_gives_way_and_says_so() -> None:
    *_, table = random_game(lobby(), random.Random(3))
    lines = board_screen(table, 0, translator("en"), NO_PICTURES).text.plain.split("\n")
    assert lines[0].startswith("(")
    assert lines[0].endswith(" earlier turns left out)")
    assert any("🏆 " in line for line in lines)


def test_the_one_to_move_is_called_and_nobody_else() -> None:
    table = started(lobby(), ["6", "1", "1", "1", "1", "Y1+1", "2"])
    screen = board_screen(table, 0, translator("en"), NO_PICTURES)
    mentions = [part.mention for line in screen.text.lines for part in line if part.mention is not None]
    assert mentions == [PersonKey("web", "bea")]


PACES = [
    ("live", 90, "90 s", ("90 seconds", "90 segundos", "90 secondi")),
    ("daily", 24, "24 h", ("24 hours", "24 horas", "24 ore")),
]


@pytest.mark.parametrize(("kind", "amount", "sign", "spans"), PACES)
def test_a_clock_that_runs_is_shown_as_the_time_allowed(
    kind: str, amount: int, sign: str, spans: tuple[str, ...]
) -> None:
    """However long ago it began: only the table counts."""
    table = started(replace(lobby(), options=TableOptions(pace=TimeControl(TimeControlKind(kind), amount))))
    running = replace(table, clock=TableClock(deadline=1e9))
    assert scene_of(running, 0, translator("en"), ()).allowed == sign
    assert scene_of(table, 0, translator("en"), ()).allowed == "", "it does not run"
    sentences = {"en": "Ana has {}", "es": "Ana tiene {} para", "it": "Ana ha {} per"}
    for language, span in zip(("en", "es", "it"), spans, strict=True):
        pictures = [board_screen(given, 0, translator(language), NO_PICTURES).picture for given in (running, table)]
        told, still = (picture.alt for picture in pictures if picture is not None)
        assert sentences[language].format(span) in told
        assert sentences[language].format(span) not in still
    assert scene_after(running, 0, translator("en"), "classic").allowed == "", "it is a replay"
    assert "has 24" not in described_after(running, 0, translator("en"))


def test_a_bot_is_waited_for_without_buttons_or_calls() -> None:
    table = started(lobby(names=(None, "Bea", None, None)))
    screen = board_screen(table, 0, translator("en"), NO_PICTURES)
    assert screen.rows == ()
    assert f"🟡 {bot_name(table, 0)} is thinking…" in screen.text.plain
    assert all(part.mention is None for line in screen.text.lines for part in line)


def test_the_first_board_shows_the_seal_and_the_last_one_opens_it() -> None:
    t = translator("en")
    table = started(lobby())
    seal = "🔒 Dice seal 630dcd29… · /verify k7m2"
    assert seal in board_screen(table, 0, t, NO_PICTURES).text.plain
    diceless = started(lobby(rules={"preset": "diceless"}))
    assert "Dice seal" not in board_screen(diceless, 0, t, NO_PICTURES).text.plain
    assert table.seed.hex()[:8] not in board_screen(table, 0, t, NO_PICTURES).text.plain
    *_, last = random_game(lobby(), random.Random(1))
    shown = board_screen(last, last.plies - 1, t, NO_PICTURES).text.plain
    assert "check every roll with /verify k7m2 (seal 630dcd29…, opened with 00010203…)" in shown
    assert last.seed.hex() not in shown, "a line of 64 digits is for /verify"
    assert "🥇" in shown


def test_the_scene_has_the_choices_the_news_and_the_sticks() -> None:
    luck = random.Random(2)
    for table in random_game(lobby("palma", seats=("D", "J")), luck):
        assert table.match is not None
        scene = scene_of(table, max(0, table.plies - 1), translator("en"), ())
        thrown = [event.value for event in scene.trail if isinstance(event, Thrown)]
        if thrown:
            assert len(scene.faces) == 3
            assert (scene.faces.count("sun") or 5) == thrown[-1]
        assert scene.names == ("Ana", "Bea")


def test_choices_are_marked_on_the_picture_and_throws_are_not() -> None:
    seen: list[tuple[str, ...]] = []

    def draw(scene: Any) -> bytes:
        seen.append(scene.moves)
        return b""

    table = started(lobby(rules={"preset": "diceless"}), ["6", "1", "1", "1"])
    board_screen(table, 0, translator("en"), FakePictures(draw))
    board_screen(played(table, "n1"), 0, translator("en"), FakePictures(draw))
    assert seen == [("n1", "n2", "n3", "n4", "n5", "n6", "n0"), ("Y1+1", "Y2+1", "Y3+1")]
