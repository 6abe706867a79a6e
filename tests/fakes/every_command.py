"""A script that gives each command, with what people say and press on each platform."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.core.commands.definition import OptionKind
from bot.core.features.registry import registry
from tests.fakes.discord_place import Place, ids_of
from tests.fakes.discord_state import Channel, Message
from tests.fakes.discord_state import User as DiscordUser
from tests.fakes.games import exported
from tests.fakes.telegram_room import TelegramRoom
from tests.fakes.telegram_world import Chat, User
from tests.fakes.web_site import Page
from tests.fakes.web_site import words as said_by

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
    ("analysis", {}),
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


def line(name: str, options: Options) -> str:
    """Return a command as people type it."""
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


async def played(say: Say, language: str = "auto") -> list[str]:
    """Return what the whole script shows, step by step, to somebody who chooses a language if it isn't theirs."""
    chosen = {"language": language, "scope": "me"}
    return [await say(name, chosen if name == "language" else options) for name, options in SCRIPT]


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
        await room.core.background.idle()  # an analysis
        await room.settle()
        return "\n".join(text for number, (text, edits) in shown().items() if before.get(number) != (text, edits))

    return say


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
        await place.core.background.idle()  # an analysis
        await place.idle()
        changed = [text for number, (text, edits) in shown().items() if before.get(number) != (text, edits)]
        return "\n".join([said.notice or "", *changed])

    return say


def page_say(page: Page, settle: Callable[[], Awaitable[None]]) -> Say:
    def shown() -> dict[int, tuple[str, int]]:
        return {number: (page_words(one["body"]), one["revision"]) for number, one in page.messages.items()}

    async def say(name: str, options: Options) -> str:
        before, typed = shown(), "" if name == "yes" else line(name, options)
        if name == "yes":
            notice = await page.press()
        else:
            notice = await page.say(typed, file=options["file"].decode() if "file" in options else None)
        await settle()
        await page.do("pause")  # changes nothing, but its answer comes after all that there was to show
        changed = [text for number, (text, revision) in shown().items() if before.get(number) != (text, revision)]
        return "\n".join([notice or "", *(text for text in changed if text.strip() != typed)])

    return say


def page_words(body: dict[str, Any]) -> str:
    """All that a message of the page says, its picture's description and its buttons' labels included."""
    labels = [button[0] for row in body["rows"] for button in row]
    return "\n".join([said_by(body["lines"]) or "", body.get("alt") or "", *labels])


def words(message: Message) -> str:
    """All that a message says, its picture's description and its buttons' labels included."""
    parts = [message.content, *(str(embed.get("description")) for embed in message.embeds)]
    parts += [str(picture.get("description")) for picture in message.attachments]
    return " ".join([*parts, *(str(part.get("label")) for part in message.pressable)])
