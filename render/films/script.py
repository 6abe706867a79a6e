"""The script of a video: what it shows, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.dice import FairDice
from engine.events import Bonus
from engine.game import Game
from engine.match import Match
from engine.notation import seat_labels
from engine.players.evaluation import EVALUATIONS, win_chances
from engine.plies import turns_begun
from render.content.card_content import ResultCard
from render.content.film_order import FilmWords
from render.content.painter import Way
from render.content.scene import Glide, Scene, Tally
from render.films.frames import Shot
from render.films.moments import FilmMoment, moments_of
from render.films.panel import Panel
from render.films.schedule import ENDING, LAST, SHOTS, TITLE, Timed, schedule

_READ = 150
"""The least duration of a caption, in hundredths of a second."""
_TOLD = 3
"""Turns between two movements from which a caption reports them."""


@dataclass(frozen=True, slots=True)
class Look:
    """What all pictures of a video share; see `Scene`."""

    names: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] = ()
    theme: str = "classic"
    size: int = 480
    places: tuple[int, ...] = ()
    """The seats' places, if the moves don't decide them."""
    tempo: str = "usual"
    """One of `schedule.TEMPOS`."""
    begins: int = 1
    """The first turn of the video, from 1."""
    dice: FairDice | None = None
    """The dice, to show the sticks as they fell."""
    words: FilmWords = field(default_factory=FilmWords)
    card: ResultCard | None = None
    """Shown last."""
    chances: bool = False
    """Whether to show the bar of win chances, if the game has an evaluation."""


def script(match: Match[Any], look: Look, shots: int = SHOTS) -> Iterator[Shot]:
    """Yield the shots of a game so far, at most about `shots`."""
    moments, opening = moments_of(match, look.dice, look.begins)
    blank = Scene(match.game.name, opening, look.names, size=look.size, theme=look.theme, teams=look.teams, film=True)
    panels = _Panels(match, look)
    judged = _judge(match.game, wanted=look.chances)
    blank = replace(blank, chances=judged(opening))
    yield Shot(blank, TITLE, panels.of(opening, look.begins))
    for timed in schedule(moments, shots, look.tempo):
        shown = judged(timed.moment.after)
        yield from _played(timed, blank, panels, shown)
        blank = replace(blank, chances=shown)
    given = look.places if len(look.places) == len(seat_labels(match)) else ()
    result = match.result
    places = result.places if result is not None else given
    panel = panels.of(match.state, panels.turns, places)
    end = replace(blank, state=match.state, places=given, chances=judged(match.state))
    last = Shot(end, ENDING if look.card is None else LAST, panel)
    yield last
    if look.card is not None:
        yield replace(last, time=ENDING, card=look.card)


def _judge(game: Game[Any], *, wanted: bool) -> Callable[[Any], tuple[float, ...]]:
    """Return a function for the win chances of a state; it returns none if unwanted or unknown."""
    if not wanted or game.name not in EVALUATIONS:
        return lambda _state: ()
    return lambda state: tuple(win_chances(game, state))


class _Panels:
    """Makes the panels below the board, keeping each caption long enough to read."""

    def __init__(self, match: Match[Any], look: Look) -> None:
        self.turns = max(1, turns_begun(match.plies))
        self._game, self._words = match.game, look.words
        self._way = match.game.way(match.opening)
        self._caption, self._left = "", 0

    def of(self, state: Any, turn: int, places: tuple[int, ...] = (), acting: int | None = None) -> Panel:
        made = zip(self._game.steps(state), self._way, strict=True)
        progress = tuple(min(1.0, steps / max(1, way)) for steps, way in made)
        caption = self._caption if self._left > 0 else ""
        return Panel(self._words.counted(turn, self.turns), caption, progress, acting, places)

    def before(self, moment: FilmMoment) -> None:
        """Set a caption if turns have passed without movement, or are merged."""
        passed = moment.turn - moment.since
        if passed >= _TOLD:
            self._caption, self._left = self._words.passed(passed), _READ

    def seen(self, time: int) -> None:
        self._left -= time


def _played(timed: Timed, blank: Scene, panels: _Panels, chances: tuple[float, ...]) -> Iterator[Shot]:
    """Yield the gliding pieces; captured pieces wait for their captors. `chances` are those afterwards."""
    moment = timed.moment
    scene = replace(blank, faces=moment.faces, trail=moment.thrown)
    panels.before(moment)
    panel = panels.of(moment.before, moment.turn, acting=moment.seat)
    due = tuple(Tally(event.seat, 0) for event in moment.events if isinstance(event, Bonus))
    struck = replace(scene, state=moment.after, trail=moment.events, tallies=due)
    stages = ((moment.gliding, replace(scene, state=moment.before)), (moment.sent, struck))
    for ways, shown in ((ways, shown) for ways, shown in stages if ways):
        for step in range(1, timed.steps):
            glides = tuple(_glide(way, step / timed.steps) for way in ways)
            yield Shot(replace(shown, glides=glides), timed.tick, panel)
            panels.seen(timed.tick)
    panel = panels.of(moment.after, moment.turn, acting=moment.seat)
    rest = timed.tick + timed.still
    panels.seen(rest)
    yield Shot(replace(scene, state=moment.after, trail=moment.events, chances=chances), rest, panel)


def _glide(way: Way, share: float) -> Glide:
    return Glide(way.piece, way.squares, share, flight=way.sent, struck=way.sent)
