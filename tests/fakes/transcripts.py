"""Play whole games in an imitated chat, and write down what people read: `python -m tests.fakes.transcripts`.

It writes the games of docs/transcripts, the same to the byte every time. People choose as a normal bot would. With a
folder, `python -m tests.fakes.transcripts FOLDER`, it writes each kind of game in each language there, and for each
also what the chat's history says in the end.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from bot.core.domain.table import StartedTable
from bot.core.i18n.translator import languages
from bot.core.messages.requests import Person
from bot.locales.faults import style
from engine import players
from engine.game import TurnKind
from tests.fakes.messenger import Message
from tests.fakes.room import CHAT, Room, person, room

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"


@dataclass(frozen=True, slots=True)
class Story:
    """A game to be played: its kind, language, and the seed of all luck."""

    kind: str
    language: str
    seed: str

    @property
    def file(self) -> str:
        return f"{self.kind}.{self.language}.md"


KINDS: Mapping[str, tuple[int, str]] = {
    "four": (4, "/play parchis pace=none"),
    "bots": (2, "/play parchis pace=none"),
    "teams": (6, "/play parchis colours=6 teams=yes pace=none"),
    "diceless": (4, "/play diceless pace=none"),
    "palma": (2, "/play palma penalty hole5=stake pace=none"),
}
"""How many people play, and the command that opens the table; bots take the other seats."""
NAMES = {language: tuple(style(language)["transcripts"]["names"]) for language in languages()}
STORIES = (Story("bots", "en", "five"), Story("four", "es", "siete"), Story("palma", "it", "tre"))
"""The games of docs/transcripts."""
ALL = tuple(Story(kind, language, f"{kind} {language}") for kind, language in product(KINDS, NAMES))
MOST = 2000
"""The most presses of a game."""
LOOK_BACK = 6
"""The boards whose lines are not written again."""
COMMAND = "python -m tests.fakes.transcripts"


async def told(story: Story) -> tuple[str, str]:
    """Play a game; return all that was read of it, press by press, and what the chat's history says afterwards."""
    count, line = KINDS[story.kind]
    people = [person(name, story.language) for name in NAMES[story.language][:count]]
    host, *guests = people
    async with room(seed=story.seed) as place:
        place.by_hand = False  # as the pace has it by default
        await place.say(host, line)
        code = (await place.table()).id
        for guest in guests:
            await place.say(guest, f"/join {code}")
        await _fill_and_start(place, host, code)
        boards = [_shown(_newest(place, code))]
        lines = [*_begun(place), "", *boards[0]]
        for _ in range(MOST):
            who = await place.actor(code, people)
            if who is None:
                break
            board = _newest(place, code)
            token = _choice(await place.table(code), board)
            label = next(button.label for button in board.buttons if button.token == token)
            await place.press(who, token, board.id)
            boards.append(_shown(_newest(place, code)))
            lines += ["", f"{who.name} ▸ {label}", "", *_new(boards)]
        history = "\n\n".join("\n".join(_shown(message)) for message in place.messenger.of(CHAT))
    heading = style(story.language)["transcripts"]["heading"]
    about = f"<!-- Made by `{COMMAND}`: who pressed what, and what the board said then that was new. -->"
    return "\n".join((f"# {heading}", "", about, "", "```text", *lines, "```", "")), history


async def _fill_and_start(place: Room, host: Person, code: str) -> None:
    """Have bots take the free seats, where there are any, and begin."""
    for verb in ("fill", "start"):
        if isinstance(await place.table(code), StartedTable):
            return
        (lobby,) = place.live(code)
        token = next((token for token in lobby.tokens if token.split(".")[-1].startswith(verb)), None)
        if token is not None:
            await place.press(host, token, lobby.id)


def _begun(place: Room) -> list[str]:
    """Return what the lobby's message says once the game has begun."""
    return _shown(place.messenger.of(CHAT)[0])


def _new(boards: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of the last board that none of those before it had, and its question."""
    *before, (*news, question) = boards
    known = {line for board in before[-LOOK_BACK:] for line in board}
    return [*(line for line in news if line not in known and not line.startswith("(")), question]


def _newest(place: Room, code: str) -> Message:
    """Return the chat's newest message of a board."""
    return next(message for message in reversed(place.messenger.of(CHAT)) if message.screen.picture is not None)


def _shown(message: Message) -> list[str]:
    return message.screen.text.plain.split("\n")


def _choice(table: object, board: Message) -> str:
    """Return the button that a normal bot would press."""
    assert isinstance(table, StartedTable)
    match = table.match
    if match.turn.kind is TurnKind.THROW:
        return board.tokens[0]
    moves = match.game.moves(match.state)
    luck = random.Random(len(match.plies))
    move = players.player("greedy").choose(match.game, match.state, moves, luck)
    return next(token for token in board.tokens if token.endswith(f":{move}"))


def main(folder: str = "") -> None:
    """Write the games of docs/transcripts, or all kinds in all languages into another folder."""
    place = Path(folder) if folder else FOLDER
    place.mkdir(exist_ok=True, parents=True)
    for story in ALL if folder else STORIES:
        read, history = asyncio.run(told(story))
        (place / story.file).write_text(read, encoding="utf-8")
        if folder:
            (place / story.file).with_suffix(".history.txt").write_text(history + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
