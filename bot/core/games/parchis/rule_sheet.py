"""The rules of Parchís in plain words, each sentence with the tables at which it holds.

“Your pieces” are those of all your colours, or with `turns_by_colour` those of the colour whose turn it is, which the
sheet says before it speaks of them. Each sentence is tied to the engine by
tests/unit/core/games/claims_*.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
_long = where("six_all_out", 7, 12)
_mixed_blocks = where("mixed_pair_blocks", True)
_by_colour = both(_shared, where("turns_by_colour", True))
_help = where("stuck_helps", True)
_play_on = both(_several_sides, where("play_on", True))


def _helped(values: Values, sitting: Sitting) -> bool:
    """Return whether friends' pieces move what one's own cannot (P74, P76)."""
    return _help(values, sitting) and (sitting.teams or _by_colour(values, sitting))


GENERAL = (
    Sentence(
        "aim",
        N_("Bring all your pieces from home round the board and up your corridor to the goal, before the others do."),
    ),
    Sentence(
        "start.die",
        N_("To see who begins, each player throws a die: the highest begins, and those who tie for it throw again."),
        _die,
    ),
    Sentence(
        "start.pool",
        N_("Dice are thrown only to see who begins: the highest begins, and those who tie for it throw again."),
        _pool,
    ),
    Sentence("turns", N_("Turns pass counter-clockwise, the way the pieces go.")),
    Sentence(
        "colours.one_turn",
        N_("If you play several colours, you move any of them in your turn."),
        both(_shared, where("turns_by_colour", False)),
    ),
    Sentence(
        "colours.turns",
        N_(
            "If you play several colours, each has a turn of its own, and in it only the pieces of that colour "
            "count as yours."
        ),
        both(_by_colour, _die),
    ),
    Sentence(
        "colours.turns_pool",
        N_(
            "If you play several colours, each has a turn and numbers of its own, and in its turn only the pieces"
            " of that colour count as yours."
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
            "With a 5 a piece at home must come out, unless two of its colour stand on its starting square. Where"
            " two pieces stand there already, it captures the one that is not of its colour; if neither is, the "
            "one that came last."
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
            "On a shelter, a square with a rosette, nobody is captured, except by a piece that comes out. No "
            "square holds more than two pieces."
        ),
    ),
    Sentence(
        "barrier",
        N_(
            "Two pieces of one colour on one square are a barrier: nobody gets past it or onto it, not even their"
            " owner; only a piece that comes out does."
        ),
    ),
    Sentence(
        "goal",
        N_(
            "Only the exact number takes a piece into the goal. Each one that gets there gives you 10 more with "
            "another of your pieces. A 20 or a 10 must be moved if it can, and is lost as a number is."
        ),
    ),
    Sentence(
        "team",
        N_(
            "A team wins when the pieces of all its players are in the goal; who has finished moves those of the "
            "others, in their own turns and with their own numbers."
        ),
        _teams,
    ),
    Sentence("six.die", N_("A 6 gives another throw, even if no piece can move it."), _die),
    Sentence("six.pool", N_("A 6 lets you pick again, even if no piece can move it."), _pool),
    Sentence(
        "open.barrier",
        N_("With a 6 you must open a barrier that a piece of yours is part of, if you can."),
        neither(_mixed_blocks),
    ),
    Sentence(
        "open.pair",
        N_(
            "With a 6 you must open a barrier that a piece of yours is part of, if you can; a pair with another "
            "player's piece on a shelter counts as one."
        ),
        _mixed_blocks,
    ),
    Sentence("squares", N_("Shelters: {squares}.")),
)

DETAILS = (
    Sentence("board", N_("The board has {n} colours and {ring} squares.")),
    Sentence("source.die", N_("You throw one die."), _die),
    Sentence(
        "source.pool",
        N_(
            "You have the numbers 1 to 6: play one at your turn and cross it off, even if it moves nothing. When "
            "all are gone, they come back at once."
        ),
        _pool,
    ),
    Sentence(
        "null",
        N_(
            "One number more, the null (∅), goes round: it is among the first numbers of whoever begins, the "
            "second ones of the next in turn, and so on. It moves nothing and ends the turn."
        ),
        _pool,
    ),
    Sentence(
        "setup.one_out",
        N_("One piece of each colour begins on its starting square, the others at home."),
        where("setup", "one_out"),
    ),
    Sentence(
        "setup.first_shelters",
        N_("Three pieces of each colour begin on its first three shelters, one at home."),
        where("setup", "first_shelters"),
    ),
    Sentence("long.none", N_("A 6 moves 6, always."), where("six_all_out", "none")),
    Sentence("long.7", N_("When all pieces of a colour are out, its 6 moves 7."), where("six_all_out", 7)),
    Sentence("long.12", N_("When all pieces of a colour are out, its 6 moves 12."), where("six_all_out", 12)),
    Sentence(
        "out.not_home",
        N_("“Out” means not at home: pieces in the goal count as out."),
        both(_long, where("all_out", "not_home")),
    ),
    Sentence(
        "out.on_field",
        N_("“Out” means on the way: once a colour has a piece in the goal, its 6 moves 6 again."),
        both(_long, where("all_out", "on_field")),
    ),
    Sentence(
        "choice.no",
        N_("You cannot choose to move only 6 then: a piece that cannot go {long} cannot use that 6."),
        both(_long, where("six_choice", False)),
    ),
    Sentence(
        "choice.yes",
        N_("You may move only 6 then, but if you do, you do not play again."),
        both(_long, where("six_choice", True)),
    ),
    Sentence(
        "mixed.pass",
        N_(
            "Two pieces on a shelter that are no barrier let others pass, but nobody else fits there, except a "
            "piece that comes out."
        ),
        neither(_mixed_blocks),
    ),
    Sentence(
        "mixed.block",
        N_("Any two pieces on a shelter stop everybody, like a barrier, whoever they belong to."),
        _mixed_blocks,
    ),
    Sentence(
        "third.home",
        N_(
            "The third 6 in a row is not moved: the piece that you moved last in this turn goes home, unless it "
            "is in its corridor or in the goal, and your turn ends. If you have moved none in this turn, it only "
            "ends."
        ),
        both(_die, where("third_six_spares_shelter", False)),
    ),
    Sentence(
        "third.spared",
        N_(
            "The third 6 in a row is not moved: the piece that you moved last in this turn goes home, unless it "
            "is on a shelter, in its corridor or in the goal, and your turn ends. If you have moved none in this "
            "turn, it only ends."
        ),
        both(_die, where("third_six_spares_shelter", True)),
    ),
    Sentence(
        "own.barrier",
        N_("If you play several colours, two of them on one square are a barrier."),
        both(_shared, where("own_pair", "barrier")),
    ),
    Sentence(
        "own.capture",
        N_("If you play several colours, they capture each other too, and you move the 20 for it."),
        both(_shared, where("own_pair", "capture")),
    ),
    Sentence(
        "mates.barrier",
        N_("Two team mates' pieces on one square are a barrier."),
        both(_teams, where("team_pair", "barrier")),
    ),
    Sentence(
        "mates.capture",
        N_("Team mates capture each other too, and move the 20 for it."),
        both(_teams, where("team_pair", "capture")),
    ),
    Sentence(
        "evict.no",
        N_("For a piece that comes out, that of a team mate, or another colour of yours, is like anybody else's."),
        both(_friends, where("entry_evicts_friend", False)),
    ),
    Sentence(
        "evict.yes",
        N_(
            "A piece that comes out captures even that of a team mate, or another colour of yours, that stands "
            "alone on its starting square; if an opponent stands there too, the opponent goes home instead, "
            "whoever came last."
        ),
        both(_friends, where("entry_evicts_friend", True)),
    ),
    Sentence(
        "help.team_no",
        N_("In a team nobody helps: what your own pieces cannot use, nobody moves for you."),
        both(_teams, neither(_help)),
    ),
    Sentence(
        "help.team",
        N_(
            "In a team a number, a 20 or a 10 that none of your own pieces can use must be moved with a team "
            "mate's piece, if one can."
        ),
        both(_teams, _help),
    ),
    Sentence(
        "colours_help.no",
        N_(
            "Your colours do not help each other: what one cannot use is lost, and one that has finished has no "
            "more turns."
        ),
        both(_by_colour, neither(_help)),
    ),
    Sentence(
        "colours_help.yes",
        N_(
            "What one of your colours cannot use, a number, a 20 or a 10, must be moved with another of yours, if"
            " one can; one that has finished keeps its turns for that."
        ),
        both(_by_colour, _help),
    ),
    Sentence(
        "end.first",
        N_(
            "The game ends with the first winner. The others are placed by pieces in the goal, then by how far "
            "they came."
        ),
        neither(_play_on),
    ),
    Sentence(
        "end.all",
        N_("The game goes on until every place is decided. Whoever finishes has no more turns, not even after a 6."),
        _play_on,
    ),
)

LABELS: Mapping[tuple[str, Any], str] = {
    ("source", "die"): N_("with a die"),
    ("source", "pool"): N_("no dice: numbers to pick"),
    ("setup", "one_out"): N_("start: one piece out"),
    ("setup", "first_shelters"): N_("start: three pieces on shelters"),
    ("six_all_out", "none"): N_("a 6 always moves 6"),
    ("six_all_out", 7): N_("with all pieces out a 6 moves 7"),
    ("six_all_out", 12): N_("with all pieces out a 6 moves 12"),
    ("all_out", "not_home"): N_("pieces in the goal count as out"),
    ("all_out", "on_field"): N_("pieces in the goal do not count as out"),
    ("six_choice", False): N_("no choosing to move only 6"),
    ("six_choice", True): N_("you may choose to move only 6"),
    ("mixed_pair_blocks", False): N_("two players on one shelter let others pass"),
    ("mixed_pair_blocks", True): N_("two players on one shelter block the way"),
    ("third_six_spares_shelter", False): N_("third 6: home even from a shelter"),
    ("third_six_spares_shelter", True): N_("third 6: safe on a shelter"),
    ("own_pair", "barrier"): N_("two of your colours make a barrier"),
    ("own_pair", "capture"): N_("your colours capture each other"),
    ("team_pair", "barrier"): N_("two team mates make a barrier"),
    ("team_pair", "capture"): N_("team mates capture each other"),
    ("entry_evicts_friend", False): N_("coming out: a friend is like anybody else"),
    ("entry_evicts_friend", True): N_("coming out captures a friend on the start"),
    ("stuck_helps", False): N_("stuck: no friend's piece moves instead"),
    ("stuck_helps", True): N_("stuck: a friend's piece moves instead"),
    ("turns_by_colour", False): N_("one turn for each player"),
    ("turns_by_colour", True): N_("one turn for each colour"),
    ("play_on", False): N_("the first winner ends the game"),
    ("play_on", True): N_("the game goes on for every place"),
}
"""Each value in a few words, for a list."""

BUTTONS: Mapping[tuple[str, Any], str] = {
    ("source", "die"): N_("Dice: one"),
    ("source", "pool"): N_("Dice: none"),
    ("setup", "one_out"): N_("Start: one out"),
    ("setup", "first_shelters"): N_("Start: three out"),
    ("six_all_out", "none"): N_("Long 6: none"),
    ("six_all_out", 7): N_("Long 6: 7"),
    ("six_all_out", 12): N_("Long 6: 12"),
    ("all_out", "not_home"): N_("Goal: counts as out"),
    ("all_out", "on_field"): N_("Goal: not out"),
    ("six_choice", True): N_("6 by choice"),
    ("mixed_pair_blocks", True): N_("Mixed pair blocks"),
    ("third_six_spares_shelter", True): N_("Safe on third 6"),
    ("own_pair", "barrier"): N_("Own pair: barrier"),
    ("own_pair", "capture"): N_("Own pair: capture"),
    ("team_pair", "barrier"): N_("Team pair: barrier"),
    ("team_pair", "capture"): N_("Team pair: capture"),
    ("entry_evicts_friend", True): N_("5 captures allies"),
    ("stuck_helps", True): N_("Allies help"),
    ("turns_by_colour", True): N_("Turn per colour"),
    ("play_on", True): N_("Play to the end"),
}
"""Each value on a button of the lobby."""


SHEET = RuleSheet(GENERAL, DETAILS, LABELS, BUTTONS)
