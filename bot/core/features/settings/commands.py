"""Languages and a chat's settings: everybody may see them, administrators change them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from babel import Locale

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.domain.chat_settings import (
    HOURS,
    MESSAGES,
    MOST_TABLES,
    BoardMode,
    ChatSettings,
    Motion,
    Opening,
    Pause,
    change_settings,
    settings_of,
)
from bot.core.domain.day_game import next_opening
from bot.core.domain.season_time import SeasonLength
from bot.core.domain.table_values import Throws
from bot.core.domain.time_control import TimeControl
from bot.core.features.context import FeatureContext
from bot.core.features.settings.options import AS_FITS, SETTINGS_OPTIONS
from bot.core.features.settings.view import PAGE, PAGES, SET, own_name, page_of, settings_screen, settings_text
from bot.core.i18n.names import OFF, is_off, others
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal, not_a_choice
from bot.core.i18n.time_zones import chosen_zone
from bot.core.i18n.translator import N_, Translator, spoken
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import Abilities
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.actors import require_admin
from bot.core.services.puzzle_posts import schedule
from bot.core.services.seasons import whole
from bot.core.services.threads import require, settle_in
from data.records import ChatKey
from render.themes.catalog import THEMES

AUTO, ALL = "auto", "all"
NO_THREADS_HERE = N_("I can't open threads here.")


class SettingsCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._show_anew = context.show_anew
        self._messengers = context.messengers

    async def language(self, request: Request) -> Outcome:
        """Choose a language, for the person or for the chat; raises Refusal."""
        chosen: str | None = request.options.get("language", AUTO)
        if chosen == AUTO:
            chosen = None
        service = self._service
        if request.options.get("scope") == "chat":
            await require_admin(service, request.chat, request.person.key)
            await self._speak(request, chosen)
            t = await service.languages.of_chat(request.chat, request.person)
            return Outcome(screen=Screen(t.note("From now on I'll speak English in this chat.")))
        await service.languages.choose_for_person(request.person, chosen)
        t = await service.languages.of_person(request.person)
        return Outcome(notice=t.note("From now on I'll speak English to you."))

    async def settings(self, request: Request) -> Outcome:
        """Show the settings, with buttons for administrators; or change some publicly. Raises Refusal."""
        service = self._service
        asked = {name: request.options[name] for name in SETTINGS if name in request.options}
        if not asked and not await service.is_admin(request.chat, request.person.key):
            t = await service.languages.of_person(request.person)
            return Outcome(notice=await self._text(request.chat, t))
        if asked:
            await require_admin(service, request.chat, request.person.key)
            await self._change(request, {name: read(name, word) for name, word in asked.items()})
        screen = await self._screen(request.chat, request.person)
        tables = await service.tables.of_chat(request.within or request.chat)
        shown = tables[0].id if asked and len(tables) == 1 else None
        return Outcome(screen=screen, table=shown, personal=not asked)

    async def only_admins(self, press: Press, _: Token) -> None:
        """Raise Refusal for anybody but the chat's administrators."""
        await require_admin(self._service, press.chat, press.person.key)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Handle a button of the settings; raises Refusal."""
        name, word = token.arguments
        if name == PAGE and word in PAGES:
            return Outcome(screen=await self._screen(press.chat, press.person, word))
        if name == "language":
            if word not in (*spoken(), AUTO):
                raise Refusal(UNKNOWN_BUTTON)
            await self._speak(press, None if word == AUTO else word)
        else:
            await self._change(press, {name: read(name, word)})
        return Outcome(screen=await self._screen(press.chat, press.person, page_of(name)))

    async def _change(self, asked: Request | Press, changes: dict[str, Any]) -> None:
        if changes.get("threads"):
            if asked.thread is None:
                raise Refusal(NO_THREADS_HERE)
            require(asked.thread)
        most = self._service.limit
        if (changes.get("tables") or 0) > most:
            only = N_("Only one table can be open here: whoever runs the bot has set that.")
            several = N_("Up to {n} tables can be open here: whoever runs the bot has set that.")
            raise Refusal(several if most > 1 else only, n=most)
        if (season := changes.pop("season", None)) is not None:
            await change_settings(self._service.store, whole(asked.chat), season=season)
        settings = await change_settings(self._service.store, asked.chat, **changes)
        if {"game", "puzzle"} & set(changes):  # the bot may write here before anybody opens a table
            await self._service.languages.remember(asked.chat, asked.person)
        if season is not None or "zone" in changes:
            await self._service.store.look_at_season(asked.chat, self._service.clock.now())
        if {"puzzle", "zone"} & set(changes):
            await schedule(self._service.store, asked.chat, settings, self._service.clock.now())
        if {"game", "zone"} & set(changes):
            opening = next_opening(settings, self._service.clock.now())
            await self._service.store.schedule_day_game(asked.chat, opening)
        await self._settled(asked, anew=not {"theme", "zone", "chances", "reach"}.isdisjoint(changes))

    async def _speak(self, asked: Request | Press, language: str | None) -> None:
        await self._service.languages.choose_for_chat(asked.chat, language)
        await self._settled(asked, anew=True)

    async def _settled(self, asked: Request | Press, *, anew: bool) -> None:
        """Let the thread that was asked in follow its chat; show the boards of both `anew`."""
        if asked.within is not None:
            await settle_in(self._service.store, asked.chat, asked.within)
        for chat in (asked.chat, asked.within):
            if anew and chat is not None:
                await self._show_anew(chat)

    async def _settings(self, chat: ChatKey) -> ChatSettings:
        """Return a chat's settings, with its platform's defaults for what it has not chosen."""
        settings, messenger = await settings_of(self._service.store, chat), self._messengers.get(chat.platform)
        abilities = messenger.abilities if messenger is not None else Abilities()
        season = (await settings_of(self._service.store, whole(chat))).season
        return replace(
            settings,
            season=season,
            pause=settings.pause_where(costless=abilities.costless),
            motion=settings.motion or (Motion.MOVING if abilities.moves else Motion.STILL),
        )

    async def _screen(self, chat: ChatKey, person: Person, page: str = "board") -> Screen:
        service = self._service
        t: Translator = await service.languages.of_chat(chat, person)
        if not await service.is_admin(chat, person.key):
            return Screen(await self._text(chat, t))
        record = await service.store.chat(chat)
        chosen = record.language if record is not None else None
        settings, threads = await self._settings(chat), self._messengers[chat.platform].abilities.threads
        return settings_screen(settings, chosen, service.limit, t, threads=threads, page=page)

    async def _text(self, chat: ChatKey, t: Translator) -> Text:
        service, threads = self._service, self._messengers[chat.platform].abilities.threads
        return settings_text(await self._settings(chat), service.limit, t, threads=threads)


def _count(most: int) -> Callable[[str], int | None]:
    return lambda word: None if word == ALL else next(n for n in range(1, most + 1) if str(n) == word)


def _theme(word: str) -> str:
    return THEMES[word].name


def _pace(word: str) -> str:
    return str(TimeControl.parse(word.replace("_", ":")))  # buttons' words contain no colon


def _rolls(word: str) -> str | None:
    return None if word == AS_FITS else Throws(word).value


def _messages(word: str) -> int | None:
    return None if word == ALL else next(n for n in MESSAGES if str(n) == word)


def _hour(word: str, name: str = "puzzle") -> int | None:
    word = word.strip().lower().removesuffix(":00")
    if is_off(word):
        return None
    if not word.isdecimal() or int(word[:3]) not in HOURS:
        raise not_a_choice(name, ("0 – 23", OFF), word, "settings")
    return int(word)


SETTINGS: dict[str, Callable[[str], Any]] = {
    "board": BoardMode,
    "theme": _theme,
    "pause": Pause,
    "motion": Motion,
    "pace": _pace,
    "rolls": _rolls,
    "opening": Opening,
    "tables": _count(MOST_TABLES),
    "messages": _messages,
    "zone": partial(chosen_zone, command="settings"),
    "puzzle": _hour,
    "game": partial(_hour, name="game"),
    "season": SeasonLength,
    "threads": {"yes": True, "no": False}.__getitem__,
    "chances": {"yes": True, "no": False}.__getitem__,
    "reach": {"yes": True, "no": False}.__getitem__,
    "find": {"yes": True, "no": False}.__getitem__,
}
"""Converters from a word to a setting's value, which fail for other words."""


def read(name: str, word: str) -> Any:
    """Return a setting's value from a word; raises Refusal."""
    try:
        return SETTINGS[name](word)
    except (KeyError, ValueError, StopIteration):
        raise Refusal(UNKNOWN_BUTTON) from None


def _called(t: Translator, language: str) -> tuple[str, ...]:
    """Return a language's names: its own in menus, and those in all languages for typing."""
    if language not in spoken():
        return ()
    other = Locale.parse(language, sep="-").get_display_name(t.locale)
    return (own_name(language), *((other,) if other else ()), *others("languages").get(language, ()))


GROUP = CommandGroup(
    SettingsCommands,
    (
        GroupCommand(
            Command(
                "language",
                N_("Choose a language"),
                (
                    Option(
                        "language",
                        OptionKind.CHOICE,
                        N_("The language, or auto"),
                        (AUTO,),
                        required=True,
                        source=lambda _: spoken(),
                        choice_words=_called,
                    ),
                    Option(
                        "scope",
                        OptionKind.CHOICE,
                        N_("For you, or for this chat"),
                        ("me", "chat"),
                    ),
                ),
                example="/language es chat",
                section=Section.FIRST_STEPS,
                rank=4,
            ),
            SettingsCommands.language,
            above=True,
        ),
        GroupCommand(
            Command(
                "settings",
                N_("Show or change how this chat plays"),
                SETTINGS_OPTIONS,
                example="/settings fixed dark",
                section=Section.PERSON_AND_CHAT,
                rank=3,
            ),
            SettingsCommands.settings,
            above=True,
        ),
    ),
    (GroupButton(SET, SettingsCommands.press, guard=SettingsCommands.only_admins, above=True),),
)
