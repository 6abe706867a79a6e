"""News that every game has: the race, the records of a chat, and recaps at moments of a long game.

A side may be a team, named like one person: `Ana's team leads`. A recap has two sentences at most: what changed and
why, and what to look for.
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
    N_("📈 Thanks for the slipstream, {victim}: {player} in front."),
)
LEAD_HIT = (
    N_("💥 And with that, {player} takes the lead!"),
    N_("💥 Two birds, one stone: {victim} goes home, {player} goes to the front."),
    N_("💥 {victim} pays the toll, and {player} is in front."),
    N_("💥 Lead and lunch in one turn for {player}."),
)
LEAD_FALLS = (
    N_("📈 Downhill for {victim}, and the lead goes to {player}."),
    N_("📈 A step back for {victim}: {player} in front now, without a roll!"),
    N_("📈 Thank you very much: the lead falls into the lap of {player}."),
    N_("📈 One falls, another smiles: bad luck for {victim}, the lead for {player}."),
    N_("📈 Slippery stairs for {victim}. In front now: {player}."),
)
LULL = (
    N_("☕ {n} turns of calm. Enjoy the view, {player}, while it lasts."),
    N_("☕ Quiet out there: {n} turns, and everyone's still friends."),
    N_("☕ Everyone is very polite today: {n} turns without a drama."),
    N_("☕ {n} peaceful turns. I'm keeping my pencil sharp."),
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
TOPPLED = (
    N_("💥 {player} pulls {victim} off the throne, and {mate} sits down on it."),
    N_("💥 {victim} was in front. Then came {player}, and now it's {mate}."),
    N_("💥 {player} bites, {victim} falls, {mate} inherits the lead."),
)
TEAM_LEAD = (
    N_("💥 {victim} loses a piece, and {side} takes the lead!"),
    N_("💥 With that bite, {side} is in front. Sorry, {victim}!"),
    N_("💥 {victim} goes home, and {side} goes ahead."),
)
COMEBACK = (
    N_("📈 Written off by some, in front now: {player}!"),
    N_("📈 What a comeback! {player} was far behind and now leads."),
    N_("📈 From far behind to the front: {player}!"),
)
OPENING = (
    N_("🎬 {player} has made the best start. Closest behind: {victim}."),
    N_("🎬 First look at the road: {player} sets the pace, {victim} follows."),
    N_("🎬 Early days, but {player} is out in front, ahead of {victim}."),
)
OPENING_HIT = (
    N_("🎬 {hunter}'s capture on {n} has woken everyone up. In front: {player}."),
    N_("🎬 {hunter} struck on {n}, but it's {player} who leads."),
)
TURNED = (
    N_("🎬 {victim} was in front until {hunter}'s capture on {n}. Now {player} leads."),
    N_("🎬 It all turned on square {n}: {hunter} struck, {victim} fell back, and now {player} is in front."),
    N_("🎬 {hunter} did the hunting on {n}, {player} has the lead. {victim} has the bill."),
)
TURNED_OWN = (
    N_("🎬 {victim} was in front until the capture on {n}. Since then it's {player}'s game."),
    N_("🎬 {victim} still dreams of square {n}. That's where {player} turned the game."),
    N_("🎬 One bite on {n} was enough: {player} leads, and {victim} has to chase."),
)
TURNED_OVER = (
    N_("🎬 {prey} paid on {n}, and {victim} lost the lead to {player}."),
    N_("🎬 A bite of {prey}'s piece on {n} gave {player} the push to pass {victim}."),
    N_("🎬 {player} has passed {victim}, with a push from {prey}'s piece on {n}."),
)
PASSED = (
    N_("🎬 Last time {victim} was in front. Now it's {player}."),
    N_("🎬 {player} has gone past {victim}, who has to do the chasing now."),
    N_("🎬 {victim} has lost the lead, and {player} has already changed the locks."),
)
SHAKEN = (
    N_("🎬 {hunter}'s capture on {n} hurt, but {player} still leads."),
    N_("🎬 Not even {hunter}'s raid on {n} could push {player} out of first place."),
    N_("🎬 {player} lost a piece on {n}, took a deep breath and stayed in front."),
)
LEADER_HIT = (
    N_("🎬 {player} stays in front. {prey}'s piece on {n} was in the way."),
    N_("🎬 Since the capture on {n}, {player} has more room and {prey} more worries."),
    N_("🎬 {player} leads, and {prey} still has sore feet from the walk home from {n}."),
    N_("🎬 {player} keeps the lead and the appetite: ask {prey}, last seen on {n}."),
)
RIVAL_HIT = (
    N_("🎬 {hunter} caught {prey} on {n}. {player}, still in front, couldn't be happier."),
    N_("🎬 While {hunter} and {prey} fought over square {n}, {player} stayed in front."),
    N_("🎬 {player} leads on. {prey} hasn't got over {hunter}'s capture on {n} yet."),
    N_("🎬 Two quarrel, a third one smiles: {hunter} struck {prey} on {n}, and {player} leads."),
)
AWAY = (
    N_("🎬 {player} is pulling away. Someone stop that runaway!"),
    N_("🎬 {victim} sees {player}'s back getting smaller and smaller."),
    N_("🎬 The gap grows: {player} in front, and {victim} needs an idea."),
)
CLOSING = (
    N_("🎬 {victim} is coming. {player}'s lead is melting like ice cream."),
    N_("🎬 {player} still leads, but the footsteps behind are {victim}'s."),
    N_("🎬 {player} looks back more often now: {victim} has caught up a lot."),
)
CLOSE = (
    N_("🎬 {player} or {victim}? A single move could turn it."),
    N_("🎬 {player} leads {victim} by a nose, no more."),
    N_("🎬 Between {player} and {victim} you couldn't fit a sheet of paper."),
)
FAR = (
    N_("🎬 {player} is far ahead. Time for someone to spoil the party."),
    N_("🎬 {player} is so far in front that {victim} needs binoculars."),
    N_("🎬 If nobody gets in the way, {player} will be having supper early."),
)
SPLIT = (
    N_("🎬 {player} has brought in more pieces, {victim} has covered more ground. Take your pick."),
    N_("🎬 The scoreboard likes {player}, the road likes {victim}: more pieces in against more ground covered."),
)
LEAD_THIRD = (
    N_("📈 No longer in front: {victim}. First now: {player}."),
    N_("😱 A third 6, and {victim}'s piece takes the lead home with it: {player} in front!"),
    N_("😱 The third 6 costs {victim} a piece and the lead. In front now: {player}."),
)
CHASED = (
    N_("🎬 {player} has more pieces in, but everyone at the table is watching {victim}."),
    N_("🎬 More pieces in for {player}. More worries about {victim}."),
)
STEADY = (
    N_("🎬 No change in front: {player}, with {victim} in the mirror."),
    N_("🎬 {player} still leads, and {victim} is still looking for the shortcut."),
    N_("🎬 Same tune, next verse: {player} ahead of {victim}."),
    N_("🎬 {player} keeps the lead warm. {victim} would like a turn."),
)
HALF = (
    N_("🎬 Half-time! {player} leads, {victim} orders a strong coffee."),
    N_("🎬 Halfway there for {player}. {victim} has half a game to put it right."),
    N_("🎬 Half the road is done: {player} in front, {victim} in pursuit."),
)
HALF_HIT = (
    N_("🎬 Half-time, with {player} in front. The bite of the first half: {hunter} against {prey}."),
    N_("🎬 Halfway there for {player}. {prey} would rather forget the day {hunter} came by."),
    N_("🎬 Half-time! {player} leads, and {hunter} still owes {prey} an apology."),
)
HALF_OWN = (
    N_("🎬 Half-time! {player} leads, and {prey} was the main course."),
    N_("🎬 Halfway there for {player}. {prey} paid for the fuel."),
)
NEAR = (
    N_("🎬 Just one piece to go for {player}. Danger number one: {victim}."),
    N_("🎬 One piece to go for {player}. Last call for {victim}!"),
    N_("🎬 One piece to go for {player}. Now or never, {victim}!"),
)
NEAR_ALONE = (
    N_("🎬 One piece to go for {player}, far ahead of {victim}."),
    N_("🎬 {player} needs just one more piece. {victim} still has a long way to go."),
)
NEAR_LATE = (
    N_("🎬 One piece to go for {player}. But {victim} has less road left!"),
    N_("🎬 {player} needs one more piece, and {victim} still likes the odds."),
)

AT_RISK = (
    N_("Watch square {n}: {victim} has an eye on {player}'s piece."),
    N_("{player}'s piece on {n} had better hurry: {victim} is one number away."),
    N_("With the right number, {victim} gets {player}'s piece on {n}."),
    N_("{victim} is already looking at {player}'s piece on {n}."),
    N_("{player} shouldn't get too comfortable on {n}. Regards, {victim}."),
)
ROAD_SHUT = (
    N_("Nobody gets past {player}'s barrier on {n}."),
    N_("{player}'s barrier on {n} decides who may pass, and today it's nobody."),
)
SHUT_IN = (
    N_("{player} is still waiting for a 5."),
    N_("{player} looks out of the window and hopes for a 5."),
    N_("For {player} it's a 5 or nothing."),
)
TWO_LEFT = (
    N_("Two more pieces, and {player} can celebrate."),
    N_("Two pieces to go for {player}. Keep an eye on them."),
)
OPEN_BILL = (
    N_("Between {player} and {victim} there's a bill to settle: {n} pieces."),
    N_("{player} has sent {victim} home {n} times. That isn't over yet."),
)
WOUNDED = (
    N_("Spare a thought for {player}: {n} pieces lost to the others so far."),
    N_("The others have sent {player} home {n} times. No map needed for that road any more."),
)

RACE: Kinds = {
    "quickest": Kind(QUICKEST, 80),
    "longest": Kind(LONGEST, 39, rest=8),
    "lead-hit": Kind(LEAD_HIT, 69),
    "team-lead": Kind(TEAM_LEAD, 69),
    "toppled": Kind(TOPPLED, 69),
    "lead-third": Kind(LEAD_THIRD, 69),
    "comeback": Kind(COMEBACK, 72, most=2),
    "lead": Kind(LEAD, 40, rest=5),
    "lead-falls": Kind(LEAD_FALLS, 40, rest=5),
    "lull": Kind(LULL, 5, rest=20, most=2),
}
"""The kinds that every game has next to its own."""


def _once(variants: tuple[str, ...], weight: int, most: int = 0) -> Kind:
    """Return a kind of which a game has each wording once at most."""
    return Kind(variants, weight, most=most or len(variants))


THREADS: Kinds = {
    "near": _once(NEAR, 20),
    "near-alone": _once(NEAR_ALONE, 20),
    "near-late": _once(NEAR_LATE, 20),
    "half-hit": _once(HALF_HIT, 16),
    "half-own": _once(HALF_OWN, 16),
    "at-half": _once(HALF, 15),
    "opening-hit": _once(OPENING_HIT, 14),
    "opening": _once(OPENING, 13),
    "turned": _once(TURNED, 12),
    "turned-own": _once(TURNED_OWN, 12),
    "turned-over": _once(TURNED_OVER, 12),
    "overtakes": _once(PASSED, 11),
    "splits": _once(SPLIT, 10, most=1),
    "chased": _once(CHASED, 9),
    "shaken": _once(SHAKEN, 8),
    "leader-hit": _once(LEADER_HIT, 8),
    "rival-hit": _once(RIVAL_HIT, 7),
    "neck": _once(CLOSE, 6),
    "closing": _once(CLOSING, 5),
    "away": _once(AWAY, 4),
    "far": _once(FAR, 3),
    "steady": _once(STEADY, 1),
}
"""The kinds that tell what changed since the last recap, and why: `player` leads, `victim` is another side."""
OUTLOOKS: Kinds = {
    "at-risk": Kind(AT_RISK, 9, rest=24, most=len(AT_RISK)),
    "road-shut": Kind(ROAD_SHUT, 8, rest=24, most=len(ROAD_SHUT)),
    "shut-in": Kind(SHUT_IN, 7, rest=24, most=len(SHUT_IN)),
    "two-left": _once(TWO_LEFT, 6),
    "open-bill": _once(OPEN_BILL, 5),
    "wounded": _once(WOUNDED, 4),
}
"""The kinds that say what to look for: the second sentence of a recap."""
CHAPTERS: Kinds = {**THREADS, **OUTLOOKS}
"""The kinds with a separate line."""
HALVES = frozenset({"half-hit", "half-own", "at-half", "near", "near-alone", "near-late"})
"""The recaps at half-time and before the end, whose scores have what each team still needs."""
OF_SIDES = frozenset({"lead", "lead-falls", "lead-third", "comeback", "lull", "photo", *THREADS})
"""The kinds whose player and victim are whole sides: each seat stands for its team."""
