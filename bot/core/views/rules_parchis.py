"""The rules of Parchís in plain words: what always holds, and a sentence for every value of every switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.texts import N_
from bot.core.views.sheet import Sheet, Sitting

ALWAYS = (
    N_("Bring all your pieces from home round the board and up your corridor to the goal, before the others do."),
    N_("You move one piece, as many squares as the number says. If any of your pieces can move, you must move; if "
       "none can, the number is lost."),
    N_("With a 5 a piece at home must come out, if there is room on its starting square. If two pieces stand there "
       "already, you capture the one that is not of your colour; if neither is, the one that came last."),
    N_("End your move on a piece of another player and you capture it: it goes home, and you move 20 more with any "
       "piece."),
    N_("On a shelter, a square with a rosette, nobody is captured. No square holds more than two pieces."),
    N_("Two pieces of one colour on one square are a barrier: nobody gets past it, not even their owner."),
    N_("Only the exact number takes a piece into the goal. Each one that gets there gives you 10 more with another "
       "piece. A 20 or a 10 that no piece can move is lost."),
)  # fmt: skip
TEAM = N_(
    "A team wins when the pieces of all its players are in the goal; who has finished moves those of the others."
)
DIE_SIX = N_("A 6 gives another throw. With a 6 you must open a barrier of yours, if you can.")
POOL_SIX = N_("A 6 lets you pick again. With a 6 you must open a barrier of yours, if you can.")
OPENING = N_("To see who begins, everybody throws a die; the highest number begins.")
SHELTERS = N_("Shelters: {squares}.")

SENTENCES: Mapping[tuple[str, Any], str] = {
    ("colours", 3): N_("The board has {n} colours and {squares} squares."),
    ("colours", 4): N_("The board has {n} colours and {squares} squares."),
    ("colours", 5): N_("The board has {n} colours and {squares} squares."),
    ("colours", 6): N_("The board has {n} colours and {squares} squares."),
    ("source", "die"): N_("You throw one die."),
    ("source", "pool"): N_(
        "There are no dice: you have the numbers 1 to 6, play one at your turn and cross it off, even if it moves "
        "nothing. When all are gone, they come back. Once in a while it is your turn to have the null (∅) too: it "
        "moves nothing and ends your turn."
    ),
    ("setup", "one_out"): N_("One piece of each colour begins on its starting square, the others at home."),
    ("setup", "first_shelters"): N_("Three pieces of each colour begin on its first three shelters, one at home."),
    ("six_all_out", "none"): N_("A 6 moves 6, always."),
    ("six_all_out", 7): N_("When all pieces of a colour are out, its 6 moves 7."),
    ("six_all_out", 12): N_("When all pieces of a colour are out, its 6 moves 12."),
    ("all_out", "not_home"): N_("“Out” means not at home: pieces in the goal count as out."),
    ("all_out", "on_field"): N_(
        "“Out” means on the way: once a colour has a piece in the goal, its 6 moves 6 again."
    ),
    ("six_choice", False): N_("You cannot choose to move only 6 then."),
    ("six_choice", True): N_("You may move only 6 then, but if you do, you do not play again."),
    ("mixed_pair_blocks", False): N_(
        "Two pieces of different players on a shelter let others pass, but nobody else fits there."
    ),
    ("mixed_pair_blocks", True): N_("Two pieces of different players on a shelter stop everybody, like a barrier."),
    ("third_six_spares_shelter", False): N_(
        "The third 6 in a row is not moved: the piece you moved last goes home, unless it is in its corridor or in "
        "the goal, and your turn ends."
    ),
    ("third_six_spares_shelter", True): N_(
        "The third 6 in a row is not moved: the piece you moved last goes home, unless it is on a shelter, in its "
        "corridor or in the goal, and your turn ends."
    ),
    ("own_pair", "barrier"): N_("If you play several colours, two of them on one square are a barrier."),
    ("own_pair", "capture"): N_(
        "If you play several colours, they capture each other too, and you move the 20 for it."
    ),
    ("team_pair", "barrier"): N_("Two team mates' pieces on one square are a barrier."),
    ("team_pair", "capture"): N_("Team mates capture each other too, and move the 20 for it."),
    ("entry_evicts_friend", False): N_(
        "For a piece that comes out, that of a team mate, or another colour of yours, is like anybody else's."
    ),
    ("entry_evicts_friend", True): N_(
        "A piece that comes out captures even that of a team mate, or another colour of yours, on its starting "
        "square; if an opponent stands there too, the opponent goes home instead."
    ),
    ("stuck_helps", False): N_("If your own pieces cannot use a number, nobody moves it for you."),
    ("stuck_helps", True): N_(
        "If your own pieces cannot use a number, a team mate's piece moves it, or one of your other colours."
    ),
    ("turns_by_colour", False): N_("If you play several colours, you move any of them in your turn."),
    ("turns_by_colour", True): N_("If you play several colours, each has a turn of its own."),
    ("play_on", False): N_(
        "The game ends with the first winner. The others are placed by pieces in the goal, then by how far they came."
    ),
    ("play_on", True): N_("The game goes on until every place is decided."),
}  # fmt: skip
"""What each value of each switch means."""

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
"""Each value in a few words, for a button or a list."""


def _applies(name: str, values: Mapping[str, Any], sitting: Sitting) -> bool:
    long_six = values.get("six_all_out") != "none"
    needs = {
        "all_out": long_six,
        "six_choice": long_six,
        "third_six_spares_shelter": values.get("source") != "pool",
        "own_pair": sitting.shared,
        "team_pair": sitting.teams,
        "entry_evicts_friend": sitting.shared or sitting.teams,
        "stuck_helps": sitting.teams or (sitting.shared and bool(values.get("turns_by_colour"))),
        "turns_by_colour": sitting.shared,
    }
    return needs.get(name, True)


SHEET = Sheet(ALWAYS, SENTENCES, LABELS, _applies)
