"""Each command, on each platform, in each language, and in each kind of chat: it is answered, in that language.

The same script is played in every language with the same dice: whatever it shows must read differently in each.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from bot.core.commands.definition import OptionKind, names
from bot.core.features.registry import registry
from bot.core.i18n.translator import languages
from bot.platforms.discord.locales import locales_of
from data.open_store import open_store
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import MANAGE_SERVER, Place, bot_on, ids_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel, Message
from tests.fakes.discord_state import User as DiscordUser
from tests.fakes.games import exported
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import Chat, User

Options = dict[str, Any]
Say = Callable[[str, Options], Awaitable[str]]
"""Gives a command, and gives all that it shows or changes; the command `yes` presses a question's first button."""

BEA = "Bea"
SCRIPT: list[tuple[str, Options]] = [
    ("help", {}),
    ("help", {"command": "mix"}),
    ("join", {}),
    ("board", {}),
    ("replay", {}),
    ("verify", {}),
    ("games", {}),
    ("notify", {}),
    ("notify", {"ping": "off"}),
    ("learn", {"game": "palma"}),
    (
        "play",
        {"game": "parchis", "variant": "spanish", "colours": 4, "seats": "Y,R", "pace": "daily:8", "rated": False},
    ),
    ("leave", {}),
    ("join", {"seat": "Y"}),
    ("join", {}),
    ("share", {}),
    ("invite", {"person": BEA}),
    ("remove", {"person": BEA}),
    ("challenge", {"person": BEA, "game": "palma", "best": 3}),
    ("rules", {}),
    ("rules", {"variant": "penalty"}),
    ("language", {"language": "auto", "scope": "me"}),
    ("settings", {}),
    ("settings", {"theme": "dark", "messages": 20}),
    ("settings", {"board": "fixed"}),
    ("settings", {"puzzle": "9"}),
    ("mix", {"words": "blue elephants"}),
    ("start", {}),
    ("start", {}),
    ("roll", {}),
    ("board", {}),
    ("hint", {}),
    ("puzzle", {}),
    ("undo", {}),
    ("autoroll", {"rolls": "hand"}),
    ("watch", {"table": "abc234"}),
    ("dice", {}),
    ("analysis", {}),
    ("verify", {}),
    ("export", {}),
    ("close", {}),
    ("resign", {}),
    ("yes", {}),
    ("rematch", {}),
    ("close", {}),
    ("games", {}),
    ("export", {}),
    ("import", {}),
    ("import", {"file": b"no game"}),
    ("import", {"file": exported().encode()}),
    ("season", {}),
    ("palmares", {}),
    ("palmares", {"person": BEA}),
    ("certificate", {}),
    ("find", {"game": "palma", "players": 2}),
    ("find", {"ping": "off"}),
    ("schedule", {"start": "tomorrow at 9pm", "game": "palma"}),
    ("tournament", {"format": "swiss", "game": "palma"}),
    ("tournament", {}),
    ("leaderboard", {"game": "palma", "scope": "all", "period": "week"}),
    ("leaderboard", {"game": "palma", "by": "adjusted"}),
    ("stats", {}),
    ("stats", {"person": BEA}),
    ("versus", {}),
    ("versus", {"person": BEA}),
    ("profile", {}),
    ("profile", {"mentions": False, "quiet": "22-7", "zone": "+1"}),
    ("holiday", {}),
    ("holiday", {"until": "tomorrow"}),
    ("holiday", {}),
    ("holiday", {"until": "off"}),
    ("block", {}),
    ("block", {"person": BEA}),
    ("block", {}),
    ("unblock", {"person": "1"}),
    ("mydata", {}),
    ("play", {"game": "palma", "stake5": 10}),
    ("close", {}),
    ("deletemydata", {}),
]


def test_no_command_is_left_out() -> None:
    assert {name for name, _ in SCRIPT} - {"yes"} == set(names(registry()))


def line(name: str, options: Options) -> str:
    """A command as people type it."""
    command = registry().get(name)
    assert command is not None
    words = [f"/{name}"]
    for option in command.options:
        value = options.get(option.name)
        if value is None or option.kind is OptionKind.FILE:
            continue
        told = {True: "yes", False: "no"}.get(value, value) if option.kind is OptionKind.FLAG else value
        words.append(str(told) if option.whole else f"{option.name}={told}")
    return " ".join(words)


async def played(say: Say) -> list[str]:
    """What the whole script shows, step by step."""
    return [await say(name, options) for name, options in SCRIPT]


def spoken_in(kind: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The languages to be spoken in a kind of chat: all in the first, and two in each of the others."""
    return languages() if kind == next(iter(kinds)) else languages()[:2]


def assert_all_is_told_in_each_language(told: dict[str, list[str]]) -> None:
    assert len(told) >= 2
    for one, other in combinations(told, 2):
        for (name, options), here, there in zip(SCRIPT, told[one], told[other], strict=True):
            assert here.strip(), (name, options, one)
            assert here != there, (name, options, one, other)


# Telegram ---------------------------------------------------------------------------------------------------------


def telegram_place(room: TelegramRoom, kind: str, user: User) -> tuple[Chat, int | None]:
    if kind == "private":
        return room.server.chat(user.id), None
    if kind == "topic":
        return room.server.chat(-1008, forum=True, topics=(12,)), 12
    return room.server.chat(-1009, kind), None


CHATS = ("group", "supergroup", "topic", "private")


@pytest.mark.parametrize("kind", CHATS)
async def test_on_telegram(kind: str) -> None:
    told = {}
    for language in spoken_in(kind, CHATS):
        user = User(4000, "Ada", language_code=language)
        async with telegram_room() as room:
            chat, thread = telegram_place(room, kind, user)
            chat.admins.add(user.id)
            told[language] = await played(telegram_say(room, user, chat, thread))
            assert {one.thread for one in room.server.of(chat)} == {thread}
            assert all("is not modified" in refused for refused in room.server.refused)
    assert_all_is_told_in_each_language(told)


def telegram_say(room: TelegramRoom, user: User, chat: Chat, thread: int | None) -> Say:
    def shown() -> dict[int, tuple[str, int]]:
        return {one.id: (f"{one.text} {one.labels}", one.edits) for one in room.server.of(chat)}

    async def say(name: str, options: Options) -> str:
        before = shown()
        room.server.clock.time += 61.0  # in a group nobody is given more than some answers a minute
        if name == "yes":
            asked = room.server.of(chat)[-1]
            await room.press(user, asked, asked.tokens[0])
        else:
            await room.say(user, line(name, options), chat, thread=thread, file=options.get("file"))
        return "\n".join(text for number, (text, edits) in shown().items() if before.get(number) != (text, edits))

    return say


# Discord ----------------------------------------------------------------------------------------------------------

PLACES: dict[str, Callable[[Place], Channel]] = {
    "server": lambda place: place.channel(),
    "thread": lambda place: place.thread(place.channel()),
    "private chat": lambda place: place.private(),
    "between friends": lambda place: place.between_friends(),
    "foreign server": lambda place: place.channel(member=False),
}


@pytest.mark.parametrize("kind", PLACES)
async def test_on_discord(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    told = {}
    for language in filter(locales_of, spoken_in(kind, PLACES)):
        server, store = DiscordServer(ManualClock()), await open_store("sqlite:///:memory:")
        await server.start()
        point_library_at(server, monkeypatch)
        try:
            async with bot_on(server, store) as place:
                user = replace(place.user("Ada", locales_of(language)[-1]), permissions=MANAGE_SERVER)
                told[language] = await played(discord_say(place, user, PLACES[kind](place)))
            assert {call.status for call in server.calls} <= {200, 204}
        finally:
            await server.stop()
            await store.close()
    assert_all_is_told_in_each_language(told)


def discord_say(place: Place, user: DiscordUser, channel: Channel) -> Say:
    bea = place.user(BEA)

    def shown() -> dict[str, tuple[str, int]]:
        return {one.id: (words(one), one.edits) for one in place.server.of(channel)}

    async def say(name: str, options: Options) -> str:
        before = shown()
        if name == "yes":
            asked = place.board(channel)
            said = await place.pressed(user, asked, ids_of(asked)[0])
        else:
            given = options | ({"person": bea} if "person" in options else {})
            said = await place.gave(user, channel, name, **given)
            tries_to_post = name in ("tournament", "challenge", "schedule")  # where it may not be allowed to
            assert said.answer == 4 or (tries_to_post and said.answer == 5)
        changed = [text for number, (text, edits) in shown().items() if before.get(number) != (text, edits)]
        return "\n".join([said.notice or "", *changed])

    return say


def words(message: Message) -> str:
    """All that a message says, its picture's description and its buttons' labels included."""
    parts = [message.content, *(str(embed.get("description")) for embed in message.embeds)]
    parts += [str(picture.get("description")) for picture in message.attachments]
    return " ".join([*parts, *(str(part.get("label")) for part in message.pressable)])
