"""What a newcomer needs to follow a game of Palma, above its first move."""

from __future__ import annotations

from bot.core.games.rule_sheet import Sentence, where
from bot.core.i18n.translator import N_

FRAME = (
    Sentence(
        "aim.five",
        N_("🏁 Down your own side of the palm, then up the trunk: the first with five pieces in holes 25–29 wins."),
        where("pieces", 5),
    ),
    Sentence(
        "aim.three",
        N_("🏁 Down your own side of the palm, then up the trunk: the first with three pieces in holes 25–29 wins."),
        where("pieces", 3),
    ),
    Sentence("sticks", N_("🎲 Three sticks: one step for each sun. No sun counts 5, and you roll again.")),
    Sentence("hand", N_("🚪 All pieces start in your hand. Only a 5 puts one on the board, in hole 0.")),
    Sentence("pass", N_("🎁 A roll that you can't use goes to your opponent. Nobody is captured.")),
    Sentence("slide.on", N_("🛝 Slides: stop on 10 and you go on to 24; on 20, to 22."), where("penalty", False)),
    Sentence(
        "slide.back",
        N_("🛝 Slides: stop on 10 and you go on to 24; on 20, to 22. Walk to 24 or 22 and you slide back."),
        where("penalty", True),
    ),
    Sentence("hole5.rethrow", N_("✨ Stop in hole 5 and you roll again."), where("hole5", "rethrow")),
    Sentence("hole15.rethrow", N_("✨ Stop in hole 15 and you roll again."), where("hole15", "rethrow")),
    Sentence(
        "hole5.stake",
        N_("💰 The stake: the first to stop in hole 5 wins extra points. They don't decide the game."),
        where("hole5", "stake"),
    ),
    Sentence(
        "hole15.stake",
        N_("💰 The stake: the first to stop in hole 15 wins extra points. They don't decide the game."),
        where("hole15", "stake"),
    ),
    Sentence("read", N_("📖 Plain moves are left out below.")),
)
