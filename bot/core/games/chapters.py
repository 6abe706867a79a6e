"""News that every game has: the race, the records of a chat, and chapters at moments of a long game.

A side may be a team, so no verb in these sentences agrees with `player` or `victim`, in any language.
"""

from __future__ import annotations

from bot.core.games.commentary import Kind, Kinds
from bot.core.i18n.translator import N_

LEAD = (
    N_("📈 Change at the top: {player} in front!"),
    N_("📈 New in the lead: {player}!"),
    N_("📈 Bye-bye, {victim}: the lead goes to {player}!"),
    N_("📈 Out in front now: {player}!"),
    N_("📈 The best view now belongs to {player}. Move over, {victim}!"),
    N_("📈 Overtaking in style: {player} in front!"),
    N_("📈 The names change at the top: {player}. Behind now: {victim}."),
    N_("📈 Thanks for the slipstream, {victim}: {player} in front."),
)
LEAD_HIT = (
    N_("💥 And with that, {player} takes the lead!"),
    N_("💥 Two birds, one stone: {victim} goes home, {player} goes to the front."),
    N_("💥 {victim} pays the toll, and {player} is in front."),
    N_("💥 Lead and lunch in one turn for {player}."),
)
LEAD_FALLS = (
    N_("📈 Back home for {victim}, and the lead goes to {player}."),
    N_("📈 A step back for {victim}: {player} in front now, without a roll!"),
    N_("📈 Thank you very much: the lead falls into the lap of {player}."),
    N_("📈 No longer in front: {victim}. First now: {player}."),
    N_("📈 One falls, another smiles: bad luck for {victim}, the lead for {player}."),
    N_("📈 Slippery stairs for {victim}. In front now: {player}."),
)
LULL = (
    N_("☕ {n} turns of calm. Enjoy the view, {player}, while it lasts."),
    N_("☕ Quiet out there: {n} turns, and everyone's still friends."),
    N_("☕ Everyone is very polite today: {n} turns without a drama."),
    N_("☕ {n} peaceful turns. I'm keeping my pencil sharp."),
    N_("☕ Nothing to report for {n} turns, and no complaints from {player}."),
    N_("☕ {n} turns without a scratch. Suspicious."),
    N_("☕ {n} quiet turns. You could hear a piece drop."),
    N_("☕ {n} turns, no news. That's good news, they say."),
)
QUICKEST = (
    N_("🎺 The quickest capture this chat has seen: turn {n}, by {player}. Sorry, {victim}!"),
    N_("🎺 Only turn {n}, and a piece of {victim}'s goes home: {player} breaks this chat's record!"),
    N_("🎺 A record! No capture in this chat before turn {n}, until now. {player} couldn't wait, {victim} has to."),
)
LONGEST = (
    N_("🏜 {n} turns: the longest drought this chat has seen. Courage, {player}!"),
    N_("🏜 A record nobody wanted: {n} turns without a piece in play for {player}."),
    N_("🏜 {player} makes history here: {n} turns of waiting, more than anyone before."),
)
HALF = (
    N_("🎬 Half-time: {player} in front, {victim} next."),
    N_("🎬 Halfway there: {player}. Closest behind: {victim}."),
    N_("🎬 The first half is over: {player} in front, then {victim}."),
    N_("🎬 Half the road is done: {player} at the wheel, {victim} in the mirror."),
)
HALF_DUEL = (
    N_("🎬 Half-time in this duel: {player} in front."),
    N_("🎬 Halfway there: {player}. Time to hurry, {victim}!"),
    N_("🎬 The first half goes to {player}. Chin up, {victim}!"),
)
HALF_HUNTED = (
    N_("🎬 Half-time: {player} in front, and {m} trips home already for {victim}."),
    N_("🎬 Half-time whistle! In front: {player}. Most wanted: {victim}, captured {m} times."),
    N_("🎬 The first half is over: a fine one for {player}, {m} captures to forget for {victim}."),
)
ROUND = (
    N_("🎬 So far: {player} in front, then {victim}."),
    N_("🎬 The story so far: {player} in front, {victim} in pursuit."),
    N_("🎬 From the press box: {player} in front, then {victim}."),
    N_("🎬 If it ended now: first place for {player}, second for {victim}."),
    N_("🎬 In front: {player}. In the rear-view mirror: {victim}."),
    N_("🎬 For latecomers: {player} in front, {victim} next."),
    N_("🎬 On the scoreboard: top line, {player}. Just below, {victim}."),
)
ROUND_DUEL = (
    N_("🎬 For now, this duel belongs to {player}."),
    N_("🎬 Advantage: {player}. What now, {victim}?"),
    N_("🎬 In front: {player}. Any ideas, {victim}?"),
    N_("🎬 If it ended now: victory for {player}."),
    N_("🎬 In front: {player}. In the rear-view mirror: {victim}."),
    N_("🎬 On the scoreboard: top line, {player}. Just below, {victim}."),
    N_("🎬 Smiles on one side, sums on the other: {player} in front of {victim}."),
    N_("🎬 A look at the road: dust from {player}, coughing from {victim}."),
    N_("🎬 Not quite what {victim} had planned. In front: {player}."),
)
SPLIT = (
    N_("🎬 More pieces arrived: {player}. More of the way done: {victim}."),
    N_("🎬 Two ways to lead: {player} by pieces that arrived, {victim} by the way done."),
    N_("🎬 In front, by pieces that arrived: {player}. Further along the road: {victim}."),
)
HUNTED = (
    N_("🎬 First aid for {victim}: {m} trips home. In front: {player}."),
    N_("🎬 The story so far: a fine view for {player}, a sad novel in {m} chapters for {victim}."),
    N_("🎬 {player} in front. For {victim}, {m} round trips so far, without a discount."),
)
SURGE = (
    N_("🎬 Climber of the hour: {player}, up {n}% since the last recap."),
    N_("🎬 Fast lane for {player}: {n}% since the last recap."),
    N_("🎬 Mind the mirror, {victim}: {n}% in one stretch for {player}."),
    N_("🎬 Another gear for {player}: {n}% since the last recap."),
    N_("🎬 {n}% in one go: a good stretch for {player}."),
)
SLUMP = (
    N_("🎬 Back to the drawing board for {player}: down {n}%. In front: {victim}."),
    N_("🎬 A stretch to forget for {player}: down {n}%."),
    N_("🎬 Someone found reverse gear: down {n}% for {player}."),
    N_("🎬 {n}% gone with the wind: chin up, {player}!"),
    N_("🎬 Weather report: a headwind for {player}, {n}% blown away."),
)
CLOSE = (
    N_("🎬 Barely a breath of difference: {player} against {victim}."),
    N_("🎬 {player} against {victim}: so close that I'd need a ruler."),
    N_("🎬 A tight game: {player} in front, {victim} near enough to wave."),
    N_("🎬 {player}, {victim}: one sneeze could change the order."),
    N_("🎬 The jury can't decide: {player}? {victim}?"),
    N_("🎬 No blinking now: {player} by a nose, ahead of {victim}."),
)
NEAR = (
    N_("🎬 The end is near: one piece to go for {player}. Danger number one: {victim}."),
    N_("🎬 One piece to go for {player}. Last call for {victim}!"),
    N_("🎬 The home straight: one piece to go for {player}. Now or never, {victim}!"),
)
FINISH = (
    N_("🎬 Still to bring in: {player} {n}, {victim} {m}."),
    N_("🎬 The countdown: {n} more for {player}, {m} for {victim}."),
    N_("🎬 The end is in sight: {n} to go for {player}, {m} for {victim}."),
    N_("🎬 Pieces still missing: {n} for {player}, {m} for {victim}."),
)

RACE: Kinds = {
    "quickest": Kind(QUICKEST, 80),
    "longest": Kind(LONGEST, 39, rest=8),
    "lead-hit": Kind(LEAD_HIT, 69),
    "lead": Kind(LEAD, 40, rest=5),
    "lead-falls": Kind(LEAD_FALLS, 40, rest=5),
    "lull": Kind(LULL, 5, rest=20, most=2),
}
"""The kinds that every game has next to its own."""
CHAPTERS: Kinds = {
    "near": Kind(NEAR, 3),
    "finish": Kind(FINISH, 1),
    "half": Kind(HALF, 2),
    "half-duel": Kind(HALF_DUEL, 2),
    "half-hunted": Kind(HALF_HUNTED, 2),
    "round": Kind(ROUND, 1),
    "round-duel": Kind(ROUND_DUEL, 1),
    "split": Kind(SPLIT, 1),
    "hunted": Kind(HUNTED, 1),
    "surge": Kind(SURGE, 1),
    "slump": Kind(SLUMP, 1),
    "close": Kind(CLOSE, 1),
}
"""The kinds with a separate line, and the standings after it."""
OF_SIDES = frozenset({"lead", "lead-falls", "lull", *CHAPTERS})
"""The kinds about whole sides: each seat stands for its team."""
