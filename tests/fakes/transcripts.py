"""Play whole games in an imitated chat, and write down what people read: `python -m tests.fakes.transcripts`.

It writes the games of docs/transcripts, the same to the byte every time. People choose as a normal bot would.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path

from bot.core.domain.table import StartedTable
from bot.core.messages.requests import Person
from engine import players
from engine.game import TurnKind
from tests.fakes.messenger import Message
from tests.fakes.room import CHAT, Room, person, room

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"


@dataclass(frozen=True, slots=True)
class Story:
    """A game to be played: its file, language, heading, command, people, and the seed of all luck."""

    file: str
    language: str
    heading: str
    line: str
    names: tuple[str, str]
    seed: str


STORIES = (
    Story(
        "parchis.es.md", "es", "Una partida de parchís", "/play parchis auto=yes pace=none", ("Ana", "Irene"), "siete"
    ),
    Story(
        "palma.it.md",
        "it",
        "Una partita a Palma",
        "/play palma penalty hole5=stake auto=yes pace=none",
        ("Marta", "Eva"),
        "tre",
    ),
    Story("parchis.en.md", "en", "A game of Parchís", "/play parchis auto=yes pace=none", ("Ana", "Bea"), "five"),
)
MOST = 2000
"""The most presses of a game."""
COMMAND = "python -m tests.fakes.transcripts"


async def told(story: Story) -> str:
    """Play a game and return all that was read of it, press by press."""
    people = [person(name, story.language) for name in story.names]
    host, guest = people
    async with room(seed=story.seed) as place:
        await place.say(host, story.line)
        code = (await place.table()).id
        await place.say(guest, f"/join {code}")
        await _fill_and_start(place, host, code)
        lines = [*_shown(_newest(place, code))]
        for _ in range(MOST):
            who = await place.actor(code, people)
            if who is None:
                break
            board = _newest(place, code)
            token = _choice(await place.table(code), board)
            label = next(button.label for button in board.buttons if button.token == token)
            await place.press(who, token, board.id)
            lines += ["", f"{who.name} ▸ {label}", "", *_shown(_newest(place, code))]
    about = f"<!-- Made by `{COMMAND}`: who pressed what, and what the board said then. -->"
    return "\n".join((f"# {story.heading}", "", about, "", "```text", *lines, "```", ""))


async def _fill_and_start(place: Room, host: Person, code: str) -> None:
    """Have bots take the free seats, where there are any, and begin."""
    for verb in ("fill", "start"):
        if isinstance(await place.table(code), StartedTable):
            return
        (lobby,) = place.live(code)
        token = next((token for token in lobby.tokens if token.split(".")[-1].startswith(verb)), None)
        if token is not None:
            await place.press(host, token, lobby.id)


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


def main() -> None:
    """Write all games into their folder."""
    FOLDER.mkdir(exist_ok=True)
    for story in STORIES:
        (FOLDER / story.file).write_text(asyncio.run(told(story)), encoding="utf-8")


if __name__ == "__main__":
    main()
