"""What a newcomer needs to follow a game of Parchís, above its first move."""

from __future__ import annotations

from bot.core.games.rule_sheet import Sentence, Values, both, neither, where
from bot.core.games.sitting import Sitting
from bot.core.i18n.translator import N_


def _teams(_values: Values, sitting: Sitting) -> bool:
    return sitting.teams


def _friendly(values: Values, sitting: Sitting) -> bool:
    """Return whether there are teams whose players can't capture each other."""
    return sitting.teams and values.get("team_pair") != "capture"


def _several_sides(_values: Values, sitting: Sitting) -> bool:
    return sitting.sides > 2


_pool, _two = where("source", "pool"), where("pieces", 2)
_long, _mixed = where("six_all_out", 7, 12), where("mixed_pair_blocks", True)
_team_pair = both(_teams, where("team_pair", "barrier"))

FRAME = (
    Sentence(
        "aim.all",
        N_("🏁 Bring your pieces once round the board to the goal. The first to have them all there wins."),
        neither(_teams),
    ),
    Sentence(
        "aim.team",
        N_("🏁 Bring your pieces once round the board to the goal. The first team with all of them there wins."),
        _teams,
    ),
    Sentence(
        "numbers",
        N_(
            "🎲 No dice: you hold the numbers 1 to 6, now and then also ∅, a pass. "
            "Play one a turn; when all are played, you get them back."
        ),
        _pool,
    ),
    Sentence(
        "setup.one_out",
        N_("🚪 One piece of each colour starts on the board, the others at home. A 5 brings one out."),
        both(where("setup", "one_out"), neither(_two)),
    ),
    Sentence(
        "setup.first_shelters",
        N_("🚪 {out} pieces of each colour start on the board, one at home. A 5 brings it out."),
        both(where("setup", "first_shelters"), neither(_two)),
    ),
    Sentence(
        "setup.two",
        N_("🚪 One piece of each colour starts on the board, one at home. A 5 brings it out."),
        both(where("setup", "one_out", "first_shelters"), _two),
    ),
    Sentence(
        "setup.all_home",
        N_("🚪 All pieces start at home. A 5 brings one out."),
        where("setup", "all_home"),
    ),
    Sentence(
        "capture.all",
        N_("💥 Land on a rival's piece: it goes home, and you move any piece 20 squares."),
        neither(_teams),
    ),
    Sentence(
        "capture.rivals",
        N_("💥 Land on a rival's piece: it goes home, and you move any piece 20 squares. Teammates are spared."),
        _friendly,
    ),
    Sentence(
        "capture.mates",
        N_("💥 Land on a piece, even a teammate's: it goes home, and you move any piece 20 squares."),
        both(_teams, where("team_pair", "capture")),
    ),
    Sentence(
        "safe",
        N_("🛡 On shields and coloured starts and in corridors nobody is captured, except by a piece coming out."),
    ),
    Sentence(
        "barrier.colour",
        N_("🚧 Two pieces fill a square. Two of the same colour make a barrier: nobody passes."),
        neither(_mixed, _team_pair),
    ),
    Sentence(
        "barrier.mixed",
        N_(
            "🚧 Two pieces fill a square. Two of one colour, or any two on a safe square, "
            "make a barrier: nobody passes."
        ),
        both(_mixed, neither(_team_pair)),
    ),
    Sentence(
        "barrier.team",
        N_("🚧 Two pieces fill a square. Two of the same team make a barrier: nobody passes."),
        both(_team_pair, neither(_mixed)),
    ),
    Sentence(
        "barrier.team_mixed",
        N_(
            "🚧 Two pieces fill a square. Two of one team, or any two on a safe square, "
            "make a barrier: nobody passes."
        ),
        both(_team_pair, _mixed),
    ),
    Sentence(
        "six.die",
        N_("✨ One die. A 6 opens your barrier and lets you roll again. A third 6 in a row can send a piece home."),
        both(where("source", "die"), neither(_long)),
    ),
    Sentence(
        "six.die_long",
        N_(
            "✨ One die. A 6 opens your barrier and lets you roll again; with all your pieces out it counts {long}. "
            "A third 6 in a row can send a piece home."
        ),
        both(where("source", "die"), _long),
    ),
    Sentence(
        "six.pool",
        N_("✨ A 6 opens your barrier and lets you play again."),
        both(_pool, neither(_long)),
    ),
    Sentence(
        "six.pool_long",
        N_("✨ A 6 opens your barrier and lets you play again; with all your pieces out it counts {long}."),
        both(_pool, _long),
    ),
    Sentence(
        "six.again",
        N_("✨ Once one of your pieces is in the goal, a 6 counts 6 again."),
        both(_long, where("all_out", "on_field")),
    ),
    Sentence(
        "goal", N_("🔑 Only the exact number leads into the goal. Each arrival moves another piece 10 squares.")
    ),
    Sentence(
        "help",
        N_("🤝 A number that none of your pieces can use moves a teammate's."),
        both(_teams, where("stuck_helps", True)),
    ),
    Sentence(
        "end.first",
        N_(
            "🏆 The first to finish ends the game. The others are ranked by pieces in the goal, then by "
            "distance covered."
        ),
        both(_several_sides, where("play_on", False)),
    ),
    Sentence(
        "end.all",
        N_("🏆 After someone wins, the others play on for the places that are left."),
        both(_several_sides, where("play_on", True)),
    ),
    Sentence(
        "read",
        N_("📖 Plain moves are left out below. “(−21)” is how many squares the captured piece had come."),
        neither(_teams),
    ),
    Sentence(
        "read.teams",
        N_("📖 Plain moves and cheap captures are left out below. “(−21)” is how far the captured piece had come."),
        _teams,
    ),
)
