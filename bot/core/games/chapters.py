"""News that every game has: the race, the records of a chat, and recaps at moments of a long game.

A side may be a team, named like one person: `Ana's team leads`. A recap has two sentences at most: who leads by how
much and what changed, then what is at stake. `{how}` is by how much the first side leads the second, `{needs}` what
each side still needs.
"""

from __future__ import annotations

from bot.core.games.commentary import Kind, Kinds
from bot.core.i18n.translator import N_

LEAD_FIRST = (
    N_("📈 The first to break away: {player}, {how}."),
    N_("📈 Someone had to go in front: {player}, {how}."),
)
LEAD = (
    N_("📈 Bye-bye, {victim}: the lead goes to {player}!"),
    N_("📈 Thanks for the slipstream, {victim}: {player} in front."),
)
LEAD_NEW = (
    N_("📈 New leader: {player}, ahead of {victim}."),
    N_("📈 Overtaking in style: {player} leads, {victim} looks on."),
    N_("📈 Change at the top: {player} in front, {victim} behind."),
)
LEAD_SINCE = (
    N_("📈 {victim} hasn't got over the loss on {n} yet, and {player} walks past into the lead."),
    N_("📈 The loss on {n} costs {victim} the lead as well: {player} in front."),
    N_("📈 {victim} lost a piece on {n}, and {player} slips past into the lead."),
)
LEAD_HIT = (
    N_("💥 Two birds, one stone: {victim} goes home, {player} goes to the front."),
    N_("💥 {victim} pays the toll, and {player} is in front."),
    N_("💥 Lunch and the lead for {player}, both at the expense of {victim}."),
)
LEAD_TOO = (
    N_("📈 {player} passes {victim} and leads, {how}."),
    N_("📈 The lead goes from {victim} to {player}, {how}."),
    N_("📈 {player} takes the lead from {victim}, {how}."),
)
LEAD_PIECES = (
    N_("📈 {player} takes the lead by pieces, {n} in the goal, though {victim} has come further."),
    N_("📈 Pieces in the goal count first: {player} leads with {n}, and {victim}, further on the road, is behind."),
)
LEAD_FALLS = (
    N_("📈 A step back for {victim}: {player} in front now, without a roll!"),
    N_("📈 Slippery stairs for {victim}. In front now: {player}."),
)
LEAD_THIRD = (
    N_("😱 The third 6 costs {victim} a piece and the lead. In front now: {player}."),
    N_("😱 A third 6, and {victim}'s piece takes the lead home with it: {player} in front!"),
)
TOPPLED = (
    N_("💥 {player} catches {victim}, and the lead lands in {mate}'s lap."),
    N_("💥 {player} pulls {victim} off the throne, and {mate} sits down on it."),
    N_("💥 {player} bites, {victim} falls, {mate} inherits the lead."),
)
TEAM_LEAD = (
    N_("💥 {victim} loses a piece, and {side} passes {rival}!"),
    N_("💥 With that bite, {side} takes the lead from {rival}. Sorry, {victim}!"),
)
COMEBACK = (
    N_("📈 What a comeback: far behind once, {player} now passes {victim} and leads!"),
    N_("📈 From far behind, {player} passes {victim} and leads!"),
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

OPENING = (
    N_("🎬 After the opening {player} leads, {how}."),
    N_("🎬 The best start: {player}, {how}."),
)
OPENING_CLOSE = (
    N_("🎬 After the opening it's anyone's game: {player} in front by a whisker, {how}."),
    N_("🎬 Nobody has got away yet: {player} leads by a nose, {how}."),
)
HALF = (
    N_("🎬 Half the way done, and {player} leads, {how}."),
    N_("🎬 {player} leads and is halfway there, {how}."),
    N_("🎬 First past the halfway mark: {player}, {how}."),
    N_("🎬 The halfway bar opens, and {player} drinks first, {how}."),
)
TURNED = (
    N_("🎬 The capture on {n} cost {mate} the lead. Now {player} is in front, {how}."),
    N_("🎬 Since the capture on {n} it's no longer {mate} who leads but {player}, {how}."),
)
PASSED = (
    N_("🎬 {player} has passed {mate} and leads, {how}."),
    N_("🎬 The lead has changed hands, from {mate} to {player}, {how}."),
)
LEADS_NOW = (
    N_("🎬 {player} leads, {how}."),
    N_("🎬 {player} is getting used to the front seat, {how}."),
)
SHAKEN = (
    N_("🎬 {player} lost a piece on {n}, took a deep breath and still leads, {how}."),
    N_("🎬 The loss on {n} hurt, but {player} still leads, {how}."),
)
AWAY = (
    N_("🎬 {player} is pulling away, {how}."),
    N_("🎬 The gap grows: {player} leads, {how}."),
)
CLOSING = (
    N_("🎬 The lead is melting like ice cream: {player} is still in front, {how}."),
    N_("🎬 Footsteps behind: {player} still leads, but only {how}."),
)
CLOSE = (
    N_("🎬 As close as it gets: {player} leads, {how}."),
    N_("🎬 A single move could turn it: {player} leads, {how}."),
)
STEADY = (
    N_("🎬 Still in front: {player}, {how}."),
    N_("🎬 {player} won't let go of the lead, {how}."),
    N_("🎬 No change at the top: {player} leads, {how}."),
    N_("🎬 Same tune, next verse: {player} leads, {how}."),
    N_("🎬 {player} is still enjoying the view from the front, {how}."),
    N_("🎬 Nothing new at the front: {player} hums and walks on, {how}."),
)
NEAR = (
    N_("🎬 The finish is near: {needs}."),
    N_("🎬 Still to do: {needs}."),
    N_("🎬 Now it counts: {needs}."),
)

SHOWDOWN = (
    N_("🎬 Showdown: {needs}. First come, first crowned."),
    N_("🎬 A duel at the door: {needs}. Nobody breathes."),
)
IN_REACH = (
    N_("If {victim} rolls a {m}, {player}'s piece on {n} goes home."),
    N_("{player}'s piece on {n} had better hurry: {victim} needs a {m}."),
    N_("Hold your breath, {player}: {victim} needs a {m} for your piece on {n}."),
)
IN_HAND = (
    N_("{victim} still holds the {m} that takes {player}'s piece on {n}."),
    N_("{player}'s piece on {n} had better hurry: {victim} has the {m} in hand."),
    N_("A {m} in {victim}'s hand, and a piece of {player}'s on {n}. Pure coincidence."),
)
ROAD_SHUT = (
    N_("Nobody gets past {player}'s barrier on {n}."),
    N_("{player}'s barrier on {n} decides who may pass, and today it's nobody."),
    N_("On {n} stands {player}'s barrier, arms folded."),
    N_("{player}'s barrier on {n} has put up a sign: closed for lunch."),
)

RACE: Kinds = {
    "quickest": Kind(QUICKEST, 80),
    "longest": Kind(LONGEST, 39, rest=8),
    "lead-too": Kind(LEAD_TOO, 90, always=True),
    "lead-pieces": Kind(LEAD_PIECES, 90, always=True, counts="n"),
    "comeback": Kind(COMEBACK, 72),
    "lead-hit": Kind(LEAD_HIT, 66, always=True),
    "team-lead": Kind(TEAM_LEAD, 66, always=True),
    "toppled": Kind(TOPPLED, 66, always=True),
    "lead-third": Kind(LEAD_THIRD, 71, always=True),
    "lead-since": Kind(LEAD_SINCE, 61, always=True),
    "lead": Kind(LEAD, 60, always=True),
    "lead-new": Kind(LEAD_NEW, 60, always=True),
    "lead-first": Kind(LEAD_FIRST, 60, most=1),
    "lead-falls": Kind(LEAD_FALLS, 60, always=True),
}
"""The kinds that every game has next to its own."""

THREADS: Kinds = {
    "showdown": Kind(SHOWDOWN, 21),
    "near": Kind(NEAR, 20, always=True),
    "at-half": Kind(HALF, 15, most=1),
    "opening": Kind(OPENING, 13, most=1),
    "opening-close": Kind(OPENING_CLOSE, 14, most=1),
    "turned": Kind(TURNED, 12),
    "overtakes": Kind(PASSED, 11, always=True),
    "leads-now": Kind(LEADS_NOW, 10, always=True),
    "shaken": Kind(SHAKEN, 8),
    "neck": Kind(CLOSE, 6),
    "closing": Kind(CLOSING, 5),
    "away": Kind(AWAY, 4),
    "steady": Kind(STEADY, 1, always=True),
}
"""The kinds that tell who leads and what changed since the last recap: `player` leads, `victim` is second."""
OUTLOOKS: Kinds = {
    "in-reach": Kind(IN_REACH, 9, rest=12),
    "in-hand": Kind(IN_HAND, 9, rest=12),
    "road-shut": Kind(ROAD_SHUT, 8, rest=24),
}
"""The kinds that say what is at stake: the second sentence of a recap."""
CHAPTERS: Kinds = {**THREADS, **OUTLOOKS}
"""The kinds with a separate line."""
FOLLOWING = frozenset({"lead-too", "lead-pieces", "lead-first"})
"""The kinds in few words, which follow another sentence of the turn."""
THREATS = frozenset({"in-reach", "in-hand", "chase"})
"""The kinds that announce a threat: the next one comes after its outcome."""
OUTCOMES = frozenset({"let-off", "spared", "slipped", "hunter-gone"})
"""The outcomes of threats, which may follow another sentence of the turn."""
HALVES = frozenset({"at-half", "near", "showdown"})
"""The recaps at half-time and before the end."""
NEWS_OF_TEAMS = frozenset({"opening", "opening-close", "at-half", "turned", "overtakes", "away"})
"""The recaps of teams with a score: the others say what each has in the goal, or what it needs."""
ENDINGS = frozenset({"near", "showdown"})
"""Those before the end, which have the numbers in hand too."""
CROWNED = frozenset({"crowned", "crowned-gift"})
"""The kinds that say who has won."""
OF_SIDES = frozenset(
    {
        "lead",
        "lead-since",
        "lead-first",
        "lead-new",
        "lead-too",
        "lead-pieces",
        "lead-falls",
        "lead-third",
        "comeback",
        *THREADS,
    }
)
"""The kinds whose player and victim are whole sides: each seat stands for its team."""
