"""How to play Parchís in a few lines, and a capture to look at."""

from __future__ import annotations

from typing import Any

from bot.core.games.profile import Moment
from bot.core.games.rule_sheet import Sentence, Values, both, neither, where
from bot.core.games.sitting import Sitting
from bot.core.i18n.translator import N_
from engine import catalog
from engine.errors import BadPosition, IllegalMove
from engine.events import Captured
from engine.parchis.board import LETTERS

THROW = 4
"""The number that captures."""


def _shared(_values: Values, sitting: Sitting) -> bool:
    return sitting.shared


def _teams(_values: Values, sitting: Sitting) -> bool:
    return sitting.teams


_die, _pool = where("source", "die"), where("source", "pool")
_help = where("stuck_helps", True)
_long, _by_colour = where("six_all_out", 7, 12), where("turns_by_colour", True)

BRIEF = (
    Sentence(
        "aim.all",
        N_("Bring your pieces from home round the board and into the goal. The first to get them all in wins."),
        neither(_teams),
    ),
    Sentence(
        "aim.team",
        N_("Bring your pieces once round the board and into the goal. The first team with all its pieces in wins."),
        _teams,
    ),
    Sentence("move.die", N_("Roll, and move one piece that many squares. If a piece can move, you must."), _die),
    Sentence(
        "move.pool",
        N_("No dice: pick one of your numbers, 1 to 6, and move a piece. After all six you get them back."),
        _pool,
    ),
    Sentence("out.short", N_("A 5 brings a piece out of home."), neither(_long)),
    Sentence(
        "out.long",
        N_("A 5 brings a piece out of home. Once a colour has all its pieces out, its 6 moves {long}."),
        _long,
    ),
    Sentence(
        "capture",
        N_("Land on an opponent's piece and it goes home. You move 20 more, with any piece."),
    ),
    Sentence(
        "safe",
        N_(
            "Shields, coloured starts and your corridor are safe. "
            "Two pieces of one colour on one square are a barrier: nobody passes."
        ),
    ),
    Sentence(
        "six.die",
        N_("A 6 gives you another roll, and opens your barrier. After a third 6 in a row a piece may go home."),
        _die,
    ),
    Sentence(
        "six.pool",
        N_("A 6 lets you pick again, and opens your barrier. Now and then you also have the ∅: play it to pass."),
        _pool,
    ),
    Sentence(
        "goal",
        N_("You need the exact number for the goal. Each piece that gets in moves another one 10 squares."),
    ),
    Sentence(
        "sides.team", N_("Once your own pieces are all in, you move your teammates'."), both(_teams, neither(_help))
    ),
    Sentence(
        "sides.helped",
        N_("When your pieces are all in, or none can use a number, you move your teammates'."),
        both(_teams, _help),
    ),
    Sentence(
        "sides.any",
        N_("If you play several colours, move any of them on your turn."),
        both(_shared, neither(_teams), neither(_by_colour)),
    ),
    Sentence(
        "sides.turns",
        N_("If you play several colours, each has its own turn."),
        both(_shared, neither(_teams), _by_colour),
    ),
)


def moment(state: Any) -> Moment | None:
    """Return the capture by the first player's piece on an otherwise untouched board; None if no square allows it."""
    game = catalog.game("parchis")
    position = game.position(state)
    mine, other = position["seats"][0][0], _opponent(position)
    ring = state.setup.board.length
    start = state.setup.board.start_square(LETTERS.index(mine))
    for way in range(3, ring // 2):
        pieces = {colour: list(squares) for colour, squares in position["pieces"].items()}
        pieces[mine][0] = str((start + way - 1) % ring + 1)
        pieces[other][0] = str((start + way + THROW - 1) % ring + 1)
        turn = {"game": "parchis", "rules": position["rules"], "seats": position["seats"], "teams": position["teams"]}
        try:
            before = game.from_position({**turn, "pieces": pieces, "seat": 0, "phase": "move", "throw": THROW})
            step = game.apply(before, f"{mine}1+{THROW}")
        except (BadPosition, IllegalMove):
            continue
        if any(isinstance(event, Captured) for event in step.events):
            return Moment(step.state, step.events)
    return None


def _opponent(position: dict[str, Any]) -> str:
    """Return a colour that is not on the first seat's side, as far round the board as there is."""
    seats = position["seats"]
    mates = next((team for team in position["teams"] or () if 0 in team), [0])
    others = [seat for at, seat in enumerate(seats) if at not in mates]
    return str(others[len(others) // 2][0])
