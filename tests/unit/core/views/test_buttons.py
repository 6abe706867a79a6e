"""Buttons in rows that a phone shows whole."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.chat_settings import MESSAGES, BoardMode, ChatSettings, Motion, Opening, Pause
from bot.core.features.settings.view import settings_screen
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import languages, translator
from bot.core.messages.content import Button
from bot.core.views.buttons import ROW_WIDTH, choice, flow, readable, switch
from render.themes.catalog import THEMES


def laid(*labels: str) -> list[list[str]]:
    rows = flow([Button(label, f"k7m2.{number}.sit:0") for number, label in enumerate(labels)])
    return [[button.label for button in row] for row in rows]


def test_rows_are_as_even_as_they_can_be_and_as_few() -> None:
    assert laid() == []
    assert laid("Blue", "Red", "Green") == [["Blue", "Red", "Green"]]
    assert laid("a" * 14, "b" * 14, "c" * 14, "d" * 14) == [["a" * 14, "b" * 14], ["c" * 14, "d" * 14]]
    assert laid("30 s", "60 s", "120 s", "300 s") == [["30 s", "60 s", "120 s", "300 s"]]
    assert laid("a" * 22, "b" * 22, "c" * 23) == [["a" * 22, "b" * 22], ["c" * 23]]


@given(st.lists(st.text(min_size=1, max_size=40), max_size=25))
def test_every_button_is_there_once_in_its_order_and_every_row_is_readable(labels: list[str]) -> None:
    buttons = [Button(label, f"k7m2.{number}.sit:0") for number, label in enumerate(labels)]
    rows = flow(buttons)
    assert [button for row in rows for button in row] == buttons
    for row in rows:
        assert readable(row)
        assert len(row) == 1 or len(row) * max(width(button.label) for button in row) <= ROW_WIDTH


def test_what_is_on_and_what_is_chosen_bears_a_mark() -> None:
    for language, off in (("en", "Rated: off"), ("es", "Rated: no"), ("it", "Rated: no")):
        t = translator(language)
        assert (switch("Rated", t, on=True), switch("Rated", t, on=False)) == ("✓ Rated", off)
    assert (choice("Palma", chosen=True), choice("Palma", chosen=False)) == ("✓ Palma", "Palma")


@pytest.mark.parametrize("language", languages())
def test_a_phone_shows_all_settings_whole(language: str) -> None:
    t = translator(language)
    board_page = itertools.product(BoardMode, THEMES, (True, False), Pause, Motion)
    table_page = itertools.product(Opening, (None, MESSAGES[-1]), ("none", "daily:24"), (True, False), (None, 21))
    shown = [
        (ChatSettings(board=board, theme=theme, chances=marks, reach=marks, pause=pause, motion=motion), "board")
        for board, theme, marks, pause, motion in board_page
    ] + [
        (ChatSettings(opening=opening, messages=messages, pace=pace, threads=threads, puzzle=puzzle), "tables")
        for opening, messages, pace, threads, puzzle in table_page
    ]
    for settings, page in shown:
        rows = settings_screen(settings, None, 10, t, threads=True, page=page).rows
        assert len(rows) <= 5
        assert all(readable(row) for row in rows)
        assert max(width(button.label) for row in rows for button in row) <= 24
