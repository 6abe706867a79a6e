"""A game's details next to its board, where there is room: where to touch it, its last turns, its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import plain, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Details, Spot
from bot.core.views.board import choices_of, heading, scene_of
from bot.core.views.dice import seal
from bot.core.views.lobby_rules import agreed
from bot.core.views.narration import Narrator
from bot.core.views.pictures import Pictures
from bot.core.views.players import human
from data.records import Status
from engine.events import Captured, Thrown
from engine.game import Move, TurnKind
from render.content.touch import Touch

TURNS = 12
"""The least number of turns in the story; the most is less than twice as many."""
_HEARD = 12
"""The number of last plies checked for sounds."""
_PARAGRAPHS = 1000
"""More paragraphs than these turns ever have."""


def details(table: StartedTable, t: Translator, pictures: Pictures, theme: str = "classic") -> Details:
    scene = scene_of(table, len(table.match.plies), t, tuple(choices_of(table.match)), theme)
    touch = pictures.touch(scene)
    facts = agreed(table, t)
    about = text_of(heading(table, t), *([words(" · ".join(facts))] if facts else []), seal(table, t))
    position = table.match.game.position(table.match.state)
    choosing = table.match.turn.kind is TurnKind.CHOOSE
    value = int(position.get("throw") or 0) if choosing else 0
    return Details(_spots(table, touch), touch.tint, value, story(table, t), about, tuple(_heard(table)))


def story(table: StartedTable, t: Translator) -> tuple[tuple[int, str], ...]:
    """Return a game's last turns as text, each with a number that stays the same while the game goes on."""
    plies = table.match.plies
    ends = [number for number, ply in enumerate(plies, start=1) if ply.ends_turn]
    skipped = max(0, len(ends) - TURNS) // TURNS * TURNS
    first = ends[skipped - 1] if skipped else 0
    paragraphs = Narrator(table, t).tell(plies[first:], first)
    lines = [" ".join(map(plain, paragraph)) for paragraph in paragraphs]
    return tuple((skipped * _PARAGRAPHS + number, line) for number, line in enumerate(lines) if line)


def _heard(table: StartedTable) -> Iterator[tuple[int, str]]:
    plies = table.match.plies
    for number in range(max(0, len(plies) - _HEARD), len(plies)):
        for event in plies[number].events:
            if isinstance(event, Thrown | Captured):
                yield number, "die" if isinstance(event, Thrown) else "capture"


def _spots(table: StartedTable, touch: Touch) -> tuple[Spot, ...]:
    """Return where on the board the buttons' choices are touched; none unless a person is to act."""
    if table.status is not Status.PLAYING or not human(table, table.match.turn.seat):
        return ()

    def token(move: Move) -> str:
        return encode(table.id, table.version, *((Verb.MOVE, move) if move else (Verb.THROW,)))

    return spots(touch, token)


def spots(touch: Touch, token: Callable[[Move], str]) -> tuple[Spot, ...]:
    """Return where a picture's choices are touched; `token` is for the button of a move, or of the empty roll."""
    return tuple(Spot(token(reach.move), reach.landing, reach.piece) for reach in touch.reaches)
