"""The positions that the gallery shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine import catalog
from engine.events import Captured, Event, Lost, Passed
from engine.palma.board import SIDES
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.state import Phase as PalmaPhase
from engine.parchis.board import LETTERS
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.state import Phase
from engine.players.evaluation import win_chances
from engine.summary import SeatSummary, summary
from render.content.card_content import ResultCard, ResultRow
from render.content.scene import Scene
from render.picture import draw, draw_result_card
from tools.gallery.games import GalleryPosition, Setting, moments, played
from tools.gallery.strips import strip

Wish = Callable[[GalleryPosition], bool]
NAMES = ("Ana", "Bruno", "Chiara", "Diego", "Elisa", "Fran")
SCRIPTS = ("Ελένη", "Зоя", "דניאל", "مريم", "小林さくら", "김민준 🎲")
LENGTHS = ("Ñ", "Maximiliano de la Fuente y Santángel", "x" * 60, "W. W. W.", "Ana", "Abcdefghijklmnopqrst")


@dataclass(frozen=True, slots=True)
class CardWords:
    """The English words of a game's card: the letters of its colours, and its columns."""

    letters: str
    columns: tuple[tuple[str, Callable[[SeatSummary], int]], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A picture of the gallery: a game's first moment from ply `since` that matches `wish`."""

    name: str
    setting: Setting
    wish: Wish
    since: int = 0
    theme: str = "classic"
    names: tuple[str, ...] = NAMES
    card: CardWords | None = None
    """The words of the finished game's card, if it is one."""
    places: tuple[int, ...] = ()
    """The seats' places after a resignation."""
    chances: bool = False
    """Whether to show the bar of win chances."""
    allowed: str = ""
    """The time for the decision, if a clock runs."""
    motion: int = 0
    """Plies after `since` to show in motion instead of a moment."""


def parchis(preset: str, seats: str = "", teams: tuple[tuple[int, ...], ...] = (), /, **switches: object) -> Setting:
    """Return a setting of Parchís; `seats` as `YG BP RO`."""
    rules = tuple(sorted({"preset": preset, **switches}.items()))
    return Setting("parchis", rules, tuple(seats.split()) or None, teams)


def palma(preset: str, **switches: object) -> Setting:
    return Setting("palma", tuple(sorted({"preset": preset, **switches}.items())))


SPANISH, ITALIAN, DICELESS = parchis("spanish"), parchis("italian"), parchis("diceless")
TEAMS = parchis("italian", "Y B R G", ((0, 2), (1, 3)))
PAIRS = parchis("italian", "YR BG", colours=4)
THREE, FIVE = parchis("spanish", colours=3), parchis("spanish", colours=5)
SIX, SIX_PAIRS = parchis("spanish", colours=6), parchis("italian", "YG BP RO", colours=6)
SIX_ITALIAN = parchis("italian", colours=6)
SIX_TEAMS = parchis("italian", "Y B R G P O", ((0, 2, 4), (1, 3, 5)), colours=6)
FEW = parchis("spanish", "Y R")
CLASSIC, PENALTY = palma("classic", first="lot"), palma("penalty")
STAKES = palma("classic", hole5="stake", hole15="stake")

BEST_TURN: tuple[str, Callable[[SeatSummary], int]] = ("Best turn", lambda seat: seat.longest)
PARCHIS_CARD = CardWords(
    LETTERS, (("Captures", lambda seat: seat.captures), ("Sixes", lambda seat: seat.best_throws), BEST_TURN)
)
PALMA_CARD = CardWords("".join(SIDES), (("Fives", lambda seat: seat.best_throws), BEST_TURN))


def first(_: GalleryPosition) -> bool:
    return True


def choice(moment: GalleryPosition) -> bool:
    """Match several moves to choose from."""
    return moment.choosing and len(moment.moves) > 2


def before_throw(moment: GalleryPosition) -> bool:
    return not moment.choosing and moment.result is None


def over(moment: GalleryPosition) -> bool:
    return moment.result is not None


def phase(wanted: object) -> Wish:
    return lambda moment: bool(moment.state.phase == wanted)


def told(kind: type[Event]) -> Wish:
    return lambda moment: moment.told(kind)


def crowded(moment: GalleryPosition) -> bool:
    """Match many pieces on the way, and a choice."""
    board = moment.state.setup.board
    on_way = sum(0 <= step < board.goal for step in moment.state.steps)
    return moment.choosing and len(moment.moves) > 1 and on_way >= 3 * len(moment.state.setup.colours) - 2


def two_ways(moment: GalleryPosition) -> bool:
    """Match a piece with two ways and other choices: ghosts then show their steps."""
    pieces = [move.partition("+")[0] for move in moment.moves if "+" in move]
    return moment.choosing and len(pieces) > len(set(pieces)) > 2


def both(a: Wish, b: Wish) -> Wish:
    return lambda moment: a(moment) and b(moment)


def _boards() -> list[View]:
    settings = {
        "spanish": (SPANISH, 150), "italian": (ITALIAN, 260), "three": (THREE, 150), "five": (FIVE, 150),
        "six": (SIX, 150), "teams": (TEAMS, 330), "pairs": (PAIRS, 150), "six-pairs": (SIX_PAIRS, 150),
        "six-teams": (SIX_TEAMS, 400), "few": (FEW, 150),
    }  # fmt: skip
    clocks = {"six-teams": "24 h"}
    return [
        View(f"parchis-{name}", setting, choice, since, allowed=clocks.get(name, ""))
        for name, (setting, since) in settings.items()
    ]


VIEWS: tuple[View, ...] = (
    View("parchis-start", SPANISH, first),
    View("parchis-opening", ITALIAN, both(phase(Phase.OPENING), lambda moment: len(moment.state.thrown) > 1)),
    View("parchis-throw", SPANISH, before_throw, 60),
    *_boards(),
    View("parchis-capture", SPANISH, told(Captured), 90),
    View("parchis-capture-six", SIX, told(Captured), 220),
    View("parchis-bonus", ITALIAN, both(phase(Phase.BONUS), lambda moment: len(moment.moves) > 1), 60),
    View("parchis-third-six", SIX_PAIRS, told(ThirdSix)),
    View("parchis-barrier", SPANISH, told(BarrierOpened), 100),
    View("parchis-crowded", ITALIAN, crowded, 40),
    View("parchis-crowded-six", SIX_PAIRS, crowded, 60),
    View("parchis-steps", ITALIAN, two_ways, 40),
    View("parchis-steps-six", SIX_ITALIAN, two_ways, 60),
    View("parchis-lost", SPANISH, told(Lost), 60),
    View("parchis-diceless-pick", DICELESS, phase(Phase.PICK), 120),
    View("parchis-diceless-move", DICELESS, both(phase(Phase.MOVE), choice), 120),
    View("parchis-diceless-six", parchis("diceless", colours=6), phase(Phase.PICK), 260),
    View("parchis-over", SPANISH, over, 200),
    View("parchis-over-teams", TEAMS, over, 200),
    View("parchis-over-six", SIX_PAIRS, over, 200),
    View("parchis-over-diceless", DICELESS, over, 200),
    View("parchis-chances", SIX_PAIRS, choice, 400, chances=True),
    View("parchis-resigned", DICELESS, phase(Phase.MOVE), 120, places=(1, 4, 2, 2)),
    View("parchis-dark", SPANISH, choice, 200, "dark"),
    View("parchis-dark-six", SIX, choice, 200, "dark"),
    View("parchis-contrast", SPANISH, choice, 200, "high-contrast"),
    View("parchis-contrast-six", SIX, choice, 200, "high-contrast"),
    View("parchis-scripts", SIX, choice, 100, names=SCRIPTS),
    View("parchis-lengths", SPANISH, choice, 100, names=LENGTHS),
    View("parchis-card", SPANISH, over, 200, card=PARCHIS_CARD),
    View("parchis-card-six", SIX_PAIRS, over, 200, "dark", card=PARCHIS_CARD),
    View("parchis-motion", SPANISH, first, 172, motion=2),
    View("parchis-motion-round", SPANISH, first, 112, motion=8),
    View("palma-start", CLASSIC, first),
    View("palma-throw", CLASSIC, before_throw, 30, allowed="90 s"),
    View("palma-choice", CLASSIC, both(phase(PalmaPhase.MOVE), lambda moment: len(moment.moves) > 1), 40),
    View("palma-slide", PENALTY, told(Slid), 20),
    View("palma-passed", CLASSIC, told(Passed), 20),
    View("palma-rethrow", CLASSIC, told(Rethrow), 20),
    View("palma-stakes", STAKES, told(StakeWon), 20),
    View("palma-over", CLASSIC, over, 60),
    View("palma-resigned", CLASSIC, choice, 60, places=(2, 1)),
    View("palma-card", CLASSIC, over, 60, card=PALMA_CARD),
    View("palma-motion", CLASSIC, first, 62, motion=2),
    View("palma-dark", CLASSIC, choice, 60, "dark"),
    View("palma-contrast", CLASSIC, choice, 60, "high-contrast"),
    View("palma-scripts", CLASSIC, choice, 50, names=SCRIPTS[2:]),
    View("palma-lengths", CLASSIC, choice, 50, names=LENGTHS[1:]),
)


def named(name: str) -> View:
    """Return a view by name. Raises LookupError."""
    for view in VIEWS:
        if view.name == name:
            return view
    raise LookupError(f"no picture is called {name[:40]!r}; there are {', '.join(view.name for view in VIEWS)}")


@cache
def scene(view: View) -> Scene:
    """Return the scene of a view, 800 pixels wide. Raises LookupError if its game has no such moment."""
    setting = view.setting
    for moment in moments(setting, view.since):
        if view.wish(moment):
            moves = () if view.places else moment.moves
            chances = win_chances(catalog.game(setting.game), moment.state) if view.chances else ()
            return Scene(
                setting.game, moment.state, view.names, moves, moment.trail, moment.faces,
                None, view.theme, setting.teams, places=view.places, chances=chances,
                allowed=view.allowed,
            )  # fmt: skip
    raise LookupError(f"no moment of this game matches {view.name}")


def picture(view: View) -> bytes:
    """Draw a view: a board, its motion, or a finished game's card. Raises LookupError as `scene` does."""
    if view.motion:
        return strip(view.setting, view.since, view.motion, view.names)
    if view.card is None:
        return draw(scene(view))
    return draw_result_card(_card(view, view.card), scene(view))


def _card(view: View, words: CardWords) -> ResultCard:
    match = played(view.setting)
    figures, result = summary(match), match.result
    places = result.places if result is not None else ()
    held = view.setting.seats or tuple(words.letters[: len(figures.seats)])
    rows = tuple(
        ResultRow(
            view.names[seat],
            places[seat],
            tuple(map(words.letters.index, held[seat])),
            tuple(str(value(summed)) for _, value in words.columns),
        )
        for seat, summed in enumerate(figures.seats)
    )
    title, turns = f"{view.names[places.index(1)]} wins!", f"{len(figures.race) - 1} turns"
    headings = tuple(heading for heading, _ in words.columns)
    fame = f"{headings[0]} {rows[places.index(1)].cells[0]}"
    return ResultCard(
        title,
        turns,
        headings,
        rows,
        "The race, turn by turn",
        figures.race,
        fame,
        footer="Palmarés · K7Q2 · 2026-06-21",
    )
