"""Say what film is wanted of a game, in a form that another process can read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from render.content.card_content import ResultCard, ResultRow


@dataclass(frozen=True, slots=True)
class FilmWords:
    """What is written in a film, in its readers' language.

    `turn` has the places {n} and {all}. `later` tells how many turns have passed unseen, by their number; the last
    one is for all that are more.
    """

    turn: str = "Turn {n} of {all}"
    later: tuple[str, ...] = tuple(f"… {n} turns later" for n in range(100))

    def counted(self, turn: int, turns: int) -> str:
        """Return the words of the counter."""
        return self.turn.replace("{n}", str(turn)).replace("{all}", str(turns))

    def passed(self, turns: int) -> str:
        """Return the words for turns that have passed unseen."""
        return self.later[min(turns, len(self.later) - 1)]


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """A film of an exported `game`, of a media type, from a turn on; a `card` is seen last, if there is one.

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
    """With the bar of win chances."""

    def packed(self) -> bytes:
        """Write it as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, data: bytes) -> FilmOrder:
        """Read what `packed` wrote."""
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
    return ResultCard(**said, rows=rows, columns=columns, race=race)
