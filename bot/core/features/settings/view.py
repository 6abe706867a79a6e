"""A chat's settings in words and as buttons."""

from __future__ import annotations

from typing import TypeVar

from babel import Locale

from bot.core.domain.chat_settings import MESSAGES, MOST_TABLES, BoardMode, ChatSettings, Motion, Opening, Pause
from bot.core.domain.season_time import SeasonLength
from bot.core.domain.table_values import Throws
from bot.core.domain.time_control import TimeControl
from bot.core.features.settings.options import AS_FITS
from bot.core.i18n.text_format import capital, text_of, words
from bot.core.i18n.translator import N_, Translator, spoken
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Screen, Text
from bot.core.views.buttons import flow, side, switch
from bot.core.views.throwing import throws_sentence
from bot.core.views.time_control import new_pace, pace_label
from render.themes.catalog import THEMES

T = TypeVar("T")
SETTINGS = "settings"
"""A button's placeholder where others name their table."""
SET = ButtonVerb("set", 2)
"""Setting, value; PAGE, one of PAGES."""
PAGE = "page"
PAGES = {"board": N_("⚙ Board"), "tables": N_("⚙ Tables")}
"""The pages of settings by their buttons' labels: how games look, and which may be opened."""
_BOARD = {
    BoardMode.FOLLOW: N_("New turn, new board message."),
    BoardMode.CALM: N_("The board stays one message until the chat buries it, then moves down. I ping each player."),
    BoardMode.FIXED: N_("The board stays in one message, and I ping the person to move."),
}
_THREADS = {True: N_("Each new table gets its own thread."), False: N_("New tables open right here.")}
_PAUSE = {
    Pause.CALM: N_("Bots take their time: the board shows each of their turns."),
    Pause.QUICK: N_("Bots play quickly: the board shows each of their turns for a moment."),
    Pause.NONE: N_("Bots don't pause: one message tells all their turns."),
}
_MOTION = {
    Motion.MOVING: N_("Boards are animated."),
    Motion.STILL: N_("Boards are still pictures."),
}
_CHANCES = {
    True: N_("Boards of casual games show the win chances."),
    False: N_("Boards don't show win chances."),
}
_REACH = {
    True: N_("Boards mark pieces in danger: those that the next roll could capture."),
    False: N_("Boards don't mark pieces in danger."),
}
_THEME = {
    "classic": N_("Board theme: classic."),
    "dark": N_("Board theme: dark."),
    "high-contrast": N_("Board theme: high contrast."),
}
_OPENING = {
    Opening.ALL: N_("Anyone can open tables."),
    Opening.ADMINS: N_("Only admins can open tables here."),
}
_FIND = {
    True: N_("You can look for people in other chats from here."),
    False: N_("You can't look for people in other chats from here."),
}
_BOARD_LABEL = {
    BoardMode.FOLLOW: N_("Board: each turn"),
    BoardMode.CALM: N_("Board: calm"),
    BoardMode.FIXED: N_("Board: one message"),
}
_THEME_LABEL = {
    "classic": N_("Theme: classic"),
    "dark": N_("Theme: dark"),
    "high-contrast": N_("Theme: high contrast"),
}
_PAUSE_LABEL = {Pause.CALM: N_("Bots: calm"), Pause.QUICK: N_("Bots: quick"), Pause.NONE: N_("Bots: no pause")}
_MOTION_LABEL = {Motion.MOVING: N_("Boards: animated"), Motion.STILL: N_("Boards: still")}
_ROLLS_LABEL = {
    None: N_("🎲 Depends on the pace"),
    "each": N_("🎲 By hand"),
    "hand": N_("🎲 When it matters"),
    "self": N_("🎲 Automatic"),
}
_SEASON = {
    SeasonLength.MONTH: N_("A season lasts a month."),
    SeasonLength.QUARTER: N_("A season lasts three months."),
    SeasonLength.YEAR: N_("A season lasts a year."),
    SeasonLength.OFF: N_("This chat has no seasons."),
}
_SEASON_LABEL = {
    SeasonLength.MONTH: N_("Season: a month"),
    SeasonLength.QUARTER: N_("Season: 3 months"),
    SeasonLength.YEAR: N_("Season: a year"),
    SeasonLength.OFF: N_("Season: off"),
}
_HOURS = (None, 9, 13, 18, 21)
_GAME_HOURS = (None, 12, 18, 19, 21)
_PACES = ("none", "live:60", "daily:24")
_OPENING_LABEL = {Opening.ALL: N_("Who can open: everyone"), Opening.ADMINS: N_("Who can open: admins")}


def settings_text(settings: ChatSettings, limit: int, t: Translator, *, threads: bool = False) -> Text:
    """Return each setting in a sentence. `limit`: the operator's limit on open tables.

    `threads`: tables can have threads here.
    """
    tables = min(settings.tables or limit, limit)
    pace = (
        t("No limit on messages.")
        if settings.messages is None
        else t("I post at most {n} new messages a minute.", n=settings.messages)
    )
    return text_of(
        words(t(_BOARD[settings.board])),
        words(t(_THREADS[settings.threads])) if threads else (),
        words(t(_PAUSE[settings.pause or Pause.NONE])),
        words(t(_MOTION[settings.motion or Motion.STILL])),
        words(t(_CHANCES[settings.chances])),
        words(t(_REACH[settings.reach])),
        words(t(_THEME[settings.theme])),
        words(new_pace(settings.pace, t)),
        words(_new_rolls(settings, t)),
        words(t(_OPENING[settings.opening])),
        words(t(_FIND[settings.find])),
        words(t.plural("{n} table can be open at once.", "{n} tables can be open at once.", tables)),
        words(pace),
        words(
            t("The puzzle of the day only comes when someone types /puzzle.")
            if settings.puzzle is None
            else t(
                "I post the puzzle of the day at {hour} ({zone}).",
                hour=f"{settings.puzzle}:00",
                zone=settings.zone or "UTC",
            )
        ),
        words(
            t("There's no game of the day here.")
            if settings.game is None
            else t(
                "I open the game of the day at {hour} ({zone}); it ends a day later.",
                hour=f"{settings.game}:00",
                zone=settings.zone or "UTC",
            )
        ),
        words(t(_SEASON[settings.season])),
        words(
            t("I show times in the time zone of the person to move.")
            if settings.zone is None
            else t("I show times in this zone: {zone}.", zone=settings.zone)
        ),
    )


def settings_screen(
    settings: ChatSettings,
    language: str | None,
    limit: int,
    t: Translator,
    *,
    threads: bool = False,
    page: str = "board",
) -> Screen:
    """Show the settings, with a button for each one of a page that changes to its next value.

    `language`: the chosen one, if any.
    """
    if page == "board":
        buttons = _board_buttons(settings, language, t)
    else:
        buttons = _table_buttons(settings, limit, t, threads=threads)
    (other,) = (name for name in PAGES if name != page)
    rows = flow([*buttons, _button(t(PAGES[other]), PAGE, other)])
    return Screen(settings_text(settings, limit, t, threads=threads), rows=rows)


def _new_rolls(settings: ChatSettings, t: Translator) -> str:
    if settings.rolls is None:
        return t("At new tables, rolling depends on the pace: by hand if the clock counts seconds, automatic if not.")
    return t("New tables: {rolls}", rolls=throws_sentence(Throws(settings.rolls), t))


def page_of(setting: str) -> str:
    return (
        "tables"
        if setting
        in ("opening", "find", "threads", "tables", "pace", "rolls", "messages", "puzzle", "game", "season")
        else "board"
    )


def _board_buttons(settings: ChatSettings, language: str | None, t: Translator) -> list[Button]:
    said = t("automatic") if language is None else own_name(language)
    after = _after((*spoken(), "auto"), language or "auto")
    pause, motion = settings.pause or Pause.NONE, settings.motion or Motion.STILL
    return [
        _button(t("Language: {name}", name=said), "language", after),
        _button(t(_BOARD_LABEL[settings.board]), "board", _after(tuple(BoardMode), settings.board)),
        _button(t(_PAUSE_LABEL[pause]), "pause", _after(tuple(Pause), pause)),
        _button(t(_MOTION_LABEL[motion]), "motion", _after(tuple(Motion), motion)),
        _button(t(_THEME_LABEL[settings.theme]), "theme", _after(tuple(THEMES), settings.theme)),
        _button(switch(t("Win chances"), t, on=settings.chances), "chances", "no" if settings.chances else "yes"),
        _button(switch(t("Danger"), t, on=settings.reach), "reach", "no" if settings.reach else "yes"),
    ]


def _table_buttons(settings: ChatSettings, limit: int, t: Translator, *, threads: bool) -> list[Button]:
    tables = (*range(1, min(limit, MOST_TABLES) + 1), None)
    messages = (None, *MESSAGES)
    bound = t("no limit") if settings.messages is None else str(settings.messages)
    number = str(min(settings.tables or limit, limit))
    own_threads = switch(t("Threads"), t, on=settings.threads)
    hour = _after(_HOURS, settings.puzzle)
    puzzle = switch(t("Daily puzzle"), t, on=False)
    if settings.puzzle is not None:
        puzzle = t("Daily puzzle: {hour}", hour=f"{settings.puzzle}:00")
    opens = _after(_GAME_HOURS, settings.game)
    daily = switch(t("Daily game"), t, on=False)
    if settings.game is not None:
        daily = t("Daily game: {hour}", hour=f"{settings.game}:00")
    return [
        _button(t(_OPENING_LABEL[settings.opening]), "opening", _after(tuple(Opening), settings.opening)),
        _button(switch(t("Find others"), t, on=settings.find), "find", "no" if settings.find else "yes"),
        *([_button(own_threads, "threads", "no" if settings.threads else "yes")] if threads else ()),
        _button(t("Max tables: {n}", n=number), "tables", _after(tables, settings.tables) or "all"),
        _button(
            pace_label(TimeControl.parse(settings.pace), t), "pace", _after(_PACES, settings.pace).replace(":", "_")
        ),
        _button(t(_ROLLS_LABEL[settings.rolls]), "rolls", _after((*_ROLLS_LABEL,), settings.rolls) or AS_FITS),
        _button(t("Messages/min: {n}", n=bound), "messages", _after(messages, settings.messages) or "all"),
        _button(puzzle, "puzzle", "off" if hour is None else hour),
        _button(daily, "game", "off" if opens is None else opens),
        _button(t(_SEASON_LABEL[settings.season]), "season", _after(tuple(SeasonLength), settings.season)),
    ]


def _after(values: tuple[T, ...], value: T) -> T:
    at = values.index(value) if value in values else -1
    return values[(at + 1) % len(values)]


def _button(label: str, name: str, value: object) -> Button:
    return side(label, encode(SETTINGS, 0, SET, name, str(value)))


def own_name(language: str) -> str:
    """Return the name of a language in itself."""
    if language not in spoken():  # stored by another version
        return language
    return capital(Locale.parse(language, sep="-").get_display_name() or language)
