"""The rules of Parchís in plain words, each sentence with the tables that it applies to.

“Your pieces” are those of all your colours; with `turns_by_colour` those of the colour whose turn it is, as the sheet
explains first. Each sentence is tied to the engine by tests/unit/core/games/claims_*.py.
"""

from __future__ import annotations

from bot.core.games.parchis.how_to_play import BRIEF
from bot.core.games.parchis.opening_frame import FRAME
from bot.core.games.parchis.switch_labels import BUTTONS, LABELS
from bot.core.games.rule_sheet import RuleSheet, Sentence, Values, both, neither, where
from bot.core.games.sitting import Sitting
from bot.core.i18n.translator import N_


def _shared(_values: Values, sitting: Sitting) -> bool:
    return sitting.shared


def _teams(_values: Values, sitting: Sitting) -> bool:
    return sitting.teams


def _friends(_values: Values, sitting: Sitting) -> bool:
    return sitting.shared or sitting.teams


def _several_sides(_values: Values, sitting: Sitting) -> bool:
    return sitting.sides > 2


_die, _pool = where("source", "die"), where("source", "pool")
_two = where("pieces", 2)
_long = where("six_all_out", 7, 12)
_mixed_blocks = where("mixed_pair_blocks", True)
_by_colour = both(_shared, where("turns_by_colour", True))
_help = where("stuck_helps", True)
_play_on = both(_several_sides, where("play_on", True))


def _helped(values: Values, sitting: Sitting) -> bool:
    """Return whether friends' pieces make moves that one's own cannot (P74, P76)."""
    return _help(values, sitting) and (sitting.teams or _by_colour(values, sitting))


GENERAL = (
    Sentence(
        "aim",
        N_(
            "Bring all your pieces from home round the board and up your corridor to the goal, before "
            "anyone else does."
        ),
    ),
    Sentence(
        "start.die",
        N_("To see who starts, each player rolls the die: the highest number starts, and a tie is rolled again."),
        _die,
    ),
    Sentence(
        "start.pool",
        N_(
            "The die is only rolled to see who starts: the highest number starts, and a tie is "
            "rolled again. After that, no dice."
        ),
        _pool,
    ),
    Sentence("turns", N_("Turns pass anticlockwise, the way the pieces go.")),
    Sentence(
        "colours.one_turn",
        N_("If you play several colours, you can move any of them on your turn."),
        both(_shared, where("turns_by_colour", False)),
    ),
    Sentence(
        "colours.turns",
        N_(
            "If you play several colours, each has its own turn, and on that turn only the pieces of "
            "that colour count as yours."
        ),
        both(_by_colour, _die),
    ),
    Sentence(
        "colours.turns_pool",
        N_(
            "If you play several colours, each has its own turn and its own numbers. On that turn, "
            "only the pieces of that colour count as yours."
        ),
        both(_by_colour, _pool),
    ),
    Sentence(
        "move.lost",
        N_(
            "You move one piece, as many squares as the number says. If any of your pieces can move, you must "
            "move; if none can, the number is lost."
        ),
        neither(_helped),
    ),
    Sentence(
        "move.helped",
        N_(
            "You move one piece, as many squares as the number says. If any of your pieces can move, you must "
            "move; if none can and nobody helps, the number is lost."
        ),
        _helped,
    ),
    Sentence(
        "enter",
        N_(
            "With a 5 a piece must leave home, unless two of its colour are already on its starting "
            "square. If two pieces are there, it captures the one of another colour; if both are, "
            "the one that came last."
        ),
    ),
    Sentence(
        "capture",
        N_(
            "End your move on an opponent's piece and you capture it: it goes home, and you move 20 more with any"
            " of your pieces."
        ),
    ),
    Sentence(
        "shelter",
        N_(
            "On safe squares, the ones with a shield and the coloured starting squares, nobody is captured, except "
            "by a piece coming out. At most two pieces fit on any square."
        ),
    ),
    Sentence(
        "barrier",
        N_(
            "Two pieces of one colour on one square are a barrier: nobody gets past it or onto it, not "
            "even their owner. Only a piece coming out can land there."
        ),
    ),
    Sentence(
        "goal",
        N_(
            "You need the exact number to reach the goal. Each piece that gets there gives you 10 more "
            "with another of your pieces. A 20 or a 10 must be moved if possible, and otherwise is "
            "lost like any number."
        ),
    ),
    Sentence(
        "team",
        N_(
            "A team wins when all its pieces are in the goal. If you finish first, you go on with your "
            "teammates' pieces, on your own turns and with your own numbers."
        ),
        _teams,
    ),
    Sentence("six.die", N_("A 6 gives you another roll, even if no piece can move it."), _die),
    Sentence("six.pool", N_("A 6 lets you pick again, even if no piece can move it."), _pool),
    Sentence(
        "open.barrier",
        N_("With a 6 you must open a barrier that holds one of your pieces, if you can."),
        neither(_mixed_blocks),
    ),
    Sentence(
        "open.pair",
        N_(
            "With a 6 you must open a barrier that holds one of your pieces, if you can; a pair with "
            "someone else's piece on a safe square counts too."
        ),
        _mixed_blocks,
    ),
    Sentence("squares", N_("Safe squares: {squares}.")),
)

DETAILS = (
    Sentence("board", N_("The board has {n} colours and {ring} squares.")),
    Sentence("source.die", N_("You roll one die."), _die),
    Sentence(
        "source.pool",
        N_(
            "You hold the numbers 1 to 6. Each turn you play one and cross it off, even if it moves "
            "nothing. When they're all gone, you get them back at once."
        ),
        _pool,
    ),
    Sentence(
        "null",
        N_(
            "One extra number, the null (∅), goes round the table: the first player has it in their "
            "first set of numbers, the next player in their second set, and so on. It moves nothing "
            "and ends the turn."
        ),
        _pool,
    ),
    Sentence("pieces", N_("Each colour plays with {pieces} pieces."), where("pieces", 3, 2)),
    Sentence(
        "setup.one_out",
        N_("Each colour starts with one piece on its starting square and the others at home."),
        both(where("setup", "one_out"), neither(_two)),
    ),
    Sentence(
        "setup.first_shelters",
        N_("Each colour starts with {out} pieces on its first {out} safe squares and one at home."),
        both(where("setup", "first_shelters"), neither(_two)),
    ),
    Sentence(
        "setup.two",
        N_("Each colour starts with one piece on its starting square and one at home."),
        both(where("setup", "one_out", "first_shelters"), _two),
    ),
    Sentence("setup.all_home", N_("All pieces start at home."), where("setup", "all_home")),
    Sentence("long.none", N_("A 6 always moves 6."), where("six_all_out", "none")),
    Sentence("long.7", N_("When all pieces of a colour are out, its 6 moves 7."), where("six_all_out", 7)),
    Sentence("long.12", N_("When all pieces of a colour are out, its 6 moves 12."), where("six_all_out", 12)),
    Sentence(
        "out.not_home",
        N_("“Out” means not at home: pieces in the goal count too."),
        both(_long, where("all_out", "not_home")),
    ),
    Sentence(
        "out.on_field",
        N_("“Out” means on the way: once a colour has a piece in the goal, its 6 moves 6 again."),
        both(_long, where("all_out", "on_field")),
    ),
    Sentence(
        "choice.no",
        N_("You can't choose to move only 6 then: a piece that can't go {long} can't use that 6."),
        both(_long, where("six_choice", False)),
    ),
    Sentence(
        "choice.yes",
        N_("You can move only 6 then, but if you do, you don't go again."),
        both(_long, where("six_choice", True)),
    ),
    Sentence(
        "mixed.pass",
        N_(
            "Two pieces on a safe square that aren't a barrier let others pass, but nothing else fits "
            "there, except a piece coming out."
        ),
        neither(_mixed_blocks),
    ),
    Sentence(
        "mixed.block",
        N_("Any two pieces on a safe square stop everyone, like a barrier, no matter whose they are."),
        _mixed_blocks,
    ),
    Sentence(
        "third.home",
        N_(
            "A third 6 in a row isn't moved: the piece you moved last in this turn goes home, unless "
            "it's in its corridor or in the goal, and your turn ends. If you've moved nothing in this "
            "turn, it just ends."
        ),
        both(_die, where("third_six_spares_shelter", False)),
    ),
    Sentence(
        "third.spared",
        N_(
            "A third 6 in a row isn't moved: the piece you moved last in this turn goes home, unless "
            "it's on a safe square, in its corridor or in the goal, and your turn ends. If you've "
            "moved nothing in this turn, it just ends."
        ),
        both(_die, where("third_six_spares_shelter", True)),
    ),
    Sentence(
        "own.barrier",
        N_("If you play several colours, pieces of two of them on one square are a barrier."),
        both(_shared, where("own_pair", "barrier")),
    ),
    Sentence(
        "own.capture",
        N_("If you play several colours, they capture each other too, and you get the 20 for it."),
        both(_shared, where("own_pair", "capture")),
    ),
    Sentence(
        "mates.barrier",
        N_("Two teammates' pieces on one square are a barrier."),
        both(_teams, where("team_pair", "barrier")),
    ),
    Sentence(
        "mates.capture",
        N_("Teammates capture each other too, and get the 20 for it."),
        both(_teams, where("team_pair", "capture")),
    ),
    Sentence(
        "evict.no",
        N_("When a piece comes out, your teammates' pieces and your other colours count as opponents' pieces."),
        both(_friends, where("entry_evicts_friend", False)),
    ),
    Sentence(
        "evict.yes",
        N_(
            "A piece coming out captures even a teammate's piece, or one of your other colours, that "
            "is alone on its starting square; if an opponent's piece is there too, that one goes home "
            "instead, whichever came last."
        ),
        both(_friends, where("entry_evicts_friend", True)),
    ),
    Sentence(
        "help.team_no",
        N_("In a team nobody helps: if your own pieces can't use a number, a 20 or a 10, nobody moves it for you."),
        both(_teams, neither(_help)),
    ),
    Sentence(
        "help.team",
        N_(
            "In a team, a number, a 20 or a 10 that none of your own pieces can use must be moved with "
            "a teammate's piece, if one can."
        ),
        both(_teams, _help),
    ),
    Sentence(
        "colours_help.no",
        N_(
            "Your colours don't help each other: what one can't use is lost, and a colour that has "
            "finished has no more turns."
        ),
        both(_by_colour, neither(_help)),
    ),
    Sentence(
        "colours_help.yes",
        N_(
            "If one of your colours can't use a number, a 20 or a 10, another one of your colours must "
            "move it, if it can; a colour that has finished keeps its turns for that."
        ),
        both(_by_colour, _help),
    ),
    Sentence(
        "end.first",
        N_(
            "The game ends with the first winner. The others are ranked by pieces in the goal, then by "
            "how far they got."
        ),
        neither(_play_on),
    ),
    Sentence(
        "end.all",
        N_(
            "The game goes on until every place is decided. A player or team that finishes has no more "
            "turns, not even after a 6."
        ),
        _play_on,
    ),
)

SHEET = RuleSheet(GENERAL, DETAILS, LABELS, BUTTONS, BRIEF, FRAME)
