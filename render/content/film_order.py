"""The request for a video of a game, serializable for another process."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from render.content.card_content import ResultCard, ResultRow


@dataclass(frozen=True, slots=True)
class FilmWords:
    """The texts of a video in the readers' language.

    `turn` has the placeholders {n} and {all}. `later` has the text for each number of skipped turns; the last is for
    more.
    """

    turn: str = "Turn {n} of {all}"
    later: tuple[str, ...] = tuple(f"… {n} turns later" for n in range(100))

    def counted(self, turn: int, turns: int) -> str:
        return self.turn.replace("{n}", str(turn)).replace("{all}", str(turns))

    def passed(self, turns: int) -> str:
        return self.later[min(turns, len(self.later) - 1)]


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """A video of an exported `game` in a media type, from a turn on, ending with a `card` if given.

    `tempo` is `usual`, `fast` or `slow`.
    """

    game: str
    theme: str
    kind: str
    tempo: str = "usual"
    begins: int = 1
    words: FilmWords = field(default_factory=FilmWords)
    card: ResultCard | None = None
    chances: bool = False
    """Whether to show the bar of win chances."""

    def packed(self) -> bytes:
        """Return it as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, data: bytes) -> FilmOrder:
        said: dict[str, Any] = json.loads(data)
        words, card = said.pop("words"), said.pop("card")
        return cls(
            **said,
            words=FilmWords(words["turn"], tuple(words["later"])),
            card=None if card is None else _card(card),
        )


def _card(said: dict[str, Any]) -> ResultCard:
    rows = tuple(
        ResultRow(row["name"], row["place"], tuple(row["colours"]), tuple(row["cells"])) for row in said.pop("rows")
    )
    columns, race = tuple(said.pop("columns")), tuple(map(tuple, said.pop("race")))
    story = tuple(said.pop("story"))
    return ResultCard(**said, rows=rows, columns=columns, race=race, story=story)
