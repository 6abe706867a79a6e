"""What partners do for and to each other at Parchís: the wordings of a team's own news."""

from __future__ import annotations

from bot.core.games.commentary import ALWAYS, Kind, Kinds
from bot.core.i18n.translator import N_

FRIEND_CAPTURED = (
    N_("🙈 Wrong target, {player}! {victim} wears the same shirt."),
    N_("🙈 {player} will have to explain that to {victim} in the dressing room."),
    N_("🙈 With friends like {player}, {victim} needs no enemies."),
    N_("🙈 Sorry, {victim}, it was dark, says {player}."),
    N_("🙈 {player} tests the team spirit, and {victim} has to sit the exam."),
    N_("🙈 Not those, {player}, the others! {victim} is on your side."),
    N_("🙈 {player} takes a piece of {victim}'s. The other team applauds."),
    N_("🙈 No seat at team dinner between {player} and {victim} tonight."),
    N_("🙈 {player} and {victim} play for the same team. The piece didn't know."),
    N_("🙈 One for all, all for one, says {victim}. {player} only heard the first half."),
)
FRIEND_DEAR = (
    N_("🙈 {n} squares of the team's work, gone: {player} sends {victim}'s piece home."),
    N_("🙈 {player} saves the rivals the trouble: {victim}'s piece loses {n} squares."),
    N_("🙈 The dearest hug so far: {player} and {victim}, {n} squares."),
    N_("🙈 {victim} will walk {n} squares again, and {player} pays for the shoes."),
)
OWN_GOALS = (
    N_("🙈 Own goal number {n} of the game: {player} gets {victim}. The shirts need bigger letters."),
    N_("🙈 {n} own goals, with this one by {player}. The rules against it are still being written."),
    N_("🙈 Number {n}: {player}, {victim}, same team. We've stopped laughing. Almost."),
)
BROUGHT = (
    N_("🤝 {player} brings {mate}'s piece to the goal!"),
    N_("🤝 Door-to-door service: {player} takes a piece to the goal for {mate}."),
    N_("🤝 {mate} may thank {player}: one more piece in the goal!"),
    N_("🤝 {player} drives, {mate} arrives: one more piece in the goal."),
)
MIXED = (
    N_("🙈 {n} captures in one turn, team or no team: {player} sends {victim} home."),
    N_("🙈 {player} sees nothing but targets: {n} captures in one turn, own team included. Sorry, {victim}!"),
    N_("🙈 {player} forgot to look at the shirts: {n} captures in one turn. Sorry, {victim}!"),
    N_("🙈 Friends, foes, who can tell? {player} sends {n} pieces home. Sorry, {victim}!"),
)
RESCUE = (
    N_("💥 {victim} had {mate} in range. {player} got there first."),
    N_("💥 {player} covers {mate}'s back. {victim} came too close."),
    N_("💥 {victim} was after {mate}. {player} had other plans."),
    N_("💥 The cavalry is here: {player}, just in time for {mate}. Bad timing, {victim}."),
)
WAY = (
    N_("🤝 {player} opens the barrier on {m}, and {mate} walks through."),
    N_("🤝 The barrier on {m} lifts: {player} lets {mate} pass."),
)
GIFT = (
    N_("🤝 {victim} pays, {player} collects, and {mate} travels {n} squares for free."),
    N_("🤝 {player} eats, the dessert is {mate}'s: {n} squares. The bill goes to {victim}."),
    N_("🤝 {player} pays with {victim}'s piece, and {mate} gets the change: {n} squares."),
    N_("🤝 {victim} loses a piece to {player}. {mate} gains {n} squares. Everyone has a role."),
    N_("🤝 {mate}, your taxi for {n} squares is here. {player} drives, {victim} pays."),
)
GIFT_OF_GOAL = (
    N_("🤝 A piece of {player}'s is in the goal, and a piece of {mate}'s walks the {n} steps for it."),
    N_("🤝 {player} reaches the goal and sends {mate} {n} squares on the way."),
    N_("🤝 What's {player}'s is {mate}'s: in the goal, and {n} steps for a friend."),
)

TEAM_BLOW = (
    N_("💥 {rival} loses {n} squares in one go. Ask {player} why."),
    N_("💥 {n} squares that {rival} will have to walk again, thanks to {player}."),
    N_("💥 A hard blow for {rival}: that piece had come {n} squares. {player} wasn't impressed."),
    N_("💥 {player} strikes. The bill for {rival}: {n} squares."),
    N_("💥 {victim} had {n} squares on the clock. {player} sets it back to zero."),
    N_("💥 {n} squares down the drain for {victim}. {player} pulled the plug."),
    N_("💥 The table goes quiet: {player} has just cost {rival} {n} squares."),
    N_("💥 {victim} knows all {n} squares by heart. {player} asks to hear them again."),
    N_("💥 {n} squares less for {victim}. At least {player} pays for the bus home."),
)
TEAM_DENIED = (
    N_("💥 The last piece of {rival} has to start over: {player} keeps the game alive!"),
    N_("💥 Not so fast, {rival}: {player} sends the last piece home."),
    N_("💥 {rival} was already counting the steps. {player} sends the last piece back to the start."),
)
SWEPT = (
    N_("💥 The road is clear of {rival}: {player} has sent the last one home."),
    N_("💥 {rival} has nobody left on the road. {player} hears only crickets."),
    N_("💥 {player} turns round: not a piece of {rival} in sight."),
)
LAST_WALL = (
    N_("🚧 {victim}'s barrier is all that stands between {side} and the last goal."),
    N_("🚧 The champagne is open, the road isn't: {victim}'s barrier stops {side}."),
    N_("🚧 One piece to go for {side}, and {victim}'s barrier says no."),
)
LAST_KEY = (
    N_("🔑 {side} needs exactly {n}, and the die says {m}. Once more, with feeling."),
    N_("🔑 Knock, knock. Who's there? A {m}. {side} wanted a {n}."),
    N_("🔑 A {m}? {side} is so close, and only a {n} will do."),
)
TEAM_FIRST = (
    N_("🏁 The first piece of the game is in the goal, and it's for {side}: {n} of {total}."),
    N_("🏁 {side} opens the goal: {n} of {total}. Lights on, please!"),
    N_("🏁 Goal number one of the game: {side} has {n} of {total}."),
)
TEAM_GOAL = (
    N_("🏁 Another one in for {side}: {n} of {total}."),
    N_("🏁 {player} brings the team up to {n} of {total} in the goal."),
    N_("🏁 {n} in the goal for {side}, {left} still to come."),
)
TEAM_DONE = (
    N_("🏁 {player}'s own pieces are all in. From now on it's all for the team: {n} of {total}."),
    N_("🏁 {player} could go home now, but the team still needs {left} more."),
    N_("🏁 Day's work done, {player}? Not yet: the team has {n} of {total} in."),
)
TEAM_ALL = (
    N_("🎉 {player} brings in the last piece: all {total} are in the goal!"),
    N_("🎉 Number {total} is in, thanks to {player}: the whole team can dance!"),
    N_("🎉 {player} closes the goal behind the last piece. All {total} are there!"),
)

KINDS: Kinds = {
    "rescue": Kind(RESCUE, 64, rest=3),
    "mixed": Kind(MIXED, 72, rest=8, grows=True, counts="n"),
    "friend": Kind(FRIEND_CAPTURED, 71),
    "friend-dear": Kind(FRIEND_DEAR, 72),
    "own-goals": Kind(OWN_GOALS, 71, rest=8, counts="n"),
    "brought": Kind(BROUGHT, 51),
    "way": Kind(WAY, 48, rest=3),
    "gift": Kind(GIFT, 66, rest=8, most=2),
    "gift-of-goal": Kind(GIFT_OF_GOAL, 52),
    "team-blow": Kind(TEAM_BLOW, 70),
    "swept": Kind(SWEPT, 73, rest=4),
    "last-wall": Kind(LAST_WALL, 70, rest=2),
    "last-key": Kind(LAST_KEY, 70),
    "team-denied": Kind(TEAM_DENIED, 74),
    "team-first": Kind(TEAM_FIRST, 73),
    "team-goal": Kind(TEAM_GOAL, 62, rest=1),
    "team-done": Kind(TEAM_DONE, 68),
    "team-all": Kind(TEAM_ALL, ALWAYS),
}
