"""What partners do for and to each other at Parchís: the wordings of a team's own news."""

from __future__ import annotations

from bot.core.games.commentary import Kind, Kinds
from bot.core.i18n.translator import N_

FRIEND_CAPTURED = (
    N_("🙈 Wrong target, {player}! {victim} wears the same shirt."),
    N_("🙈 {player} will have to explain that to {victim} in the dressing room."),
    N_("🙈 With friends like {player}, {victim} needs no enemies."),
    N_("🙈 Sorry, {victim}, it was dark, says {player}."),
    N_("🙈 {player} tests the team spirit, and {victim} has to sit the exam."),
    N_("🙈 Not those, {player}, the others! {victim} is with you."),
)
BROUGHT = (
    N_("🤝 {player} brings {mate}'s piece to the goal!"),
    N_("🤝 Door-to-door service: {player} takes a piece to the goal for {mate}."),
    N_("🤝 {mate} may thank {player}: one more piece in the goal!"),
    N_("🤝 {player} drives, {mate} arrives: one more piece in the goal."),
)
LENDS = (
    N_("🤝 All in the goal, no time to rest: {player} now plays for the team!"),
    N_("🤝 {player} has nothing left to move, so {mate} gets the numbers."),
    N_("🤝 {player} is done, and now drives for the team."),
)
MIXED = (
    N_("🙈 {n} captures in one turn, team or no team: {player} sends home pieces of {victim}."),
    N_("🙈 {player} sees nothing but targets: {n} captures in one turn, own team included. Sorry, {victim}!"),
    N_("🙈 {player} forgot to look at the shirts: {n} captures in one turn. Sorry, {victim}!"),
    N_("🙈 Friends, foes, who can tell? {player} sends {n} pieces home. Sorry, {victim}!"),
)
RESCUE = (
    N_("💥 Teamwork by {player}: {mate} can breathe again, {victim} less so."),
    N_("💥 {player} covers {mate}'s back. {victim} came too close."),
    N_("💥 {victim} was after {mate}. {player} had other plans."),
    N_("💥 The cavalry is here: {player}, just in time for {mate}. Bad timing, {victim}."),
)
WAY = (
    N_("🤝 {player} opens the way for {mate}!"),
    N_("🤝 {player} holds the door, {mate} walks through."),
    N_("🤝 One lifts the barrier, the other drives: well played, {player} and {mate}."),
    N_("🤝 After you! {player} opens up, {mate} drives on."),
    N_("🤝 Green light for {mate}: {player} flipped the switch."),
)
COVER = (
    N_("🤝 {player} cleared the road, and {mate} gets a piece to safety."),
    N_("🤝 Bodyguard: {player}. Safe arrival: {mate}."),
    N_("🤝 First {player} chases the hunter off, then {mate} reaches safety. You've rehearsed that!"),
    N_("🤝 {mate} sleeps well tonight: {player} kept watch."),
)
GIFT = (
    N_("🤝 {victim} pays, {player} collects, and {mate} travels {n} squares for free."),
    N_("🤝 {player} eats, the dessert is {mate}'s: {n} squares. The bill goes to {victim}."),
    N_("🤝 One passes, the other scores: {player}, {mate}, {n} squares. {victim} can only watch."),
    N_("🤝 {player} pays with {victim}'s piece, and {mate} gets the change: {n} squares."),
    N_("🤝 {victim} loses a piece to {player}. {mate} gains {n} squares. Everyone has a role."),
    N_("🤝 {mate}, your taxi for {n} squares is here. {player} drives, {victim} pays."),
)
GIFT_OF_GOAL = (
    N_("🤝 A piece of {player}'s is in the goal, and a piece of {mate}'s walks the {n} steps for it."),
    N_("🤝 {player} reaches the goal and sends {mate} {n} squares on the way."),
    N_("🤝 What's {player}'s is {mate}'s: in the goal, and {n} steps for a friend."),
)
TALLY = (
    N_("💥 Capture number {n} for the team, signed {player}. Sorry, {victim}."),
    N_("💥 {n} for the team! The latest by {player}, at {victim}'s expense."),
    N_("💥 The team has caught {n} so far. The latest: a piece of {victim}'s, by {player}."),
    N_("💥 {n} captures for the team: {player} asks for a bigger plate. The last course was {victim}'s."),
)
TEAM_HIT = (
    N_("💥 {player} bites, {mate} applauds. {victim} goes home."),
    N_("💥 {victim}'s piece goes home, and {player} gets a high five from {mate}."),
    N_("💥 For {mate} and the team: {player} catches {victim}."),
    N_("💥 {player} takes a piece of {victim}'s. {mate} holds the napkin."),
    N_("💥 {player} scores, {mate} cheers, {victim} looks for the referee."),
)
TEAM_GOAL = (
    N_("🏁 Another one in for {side}: {n} of {total}."),
    N_("🏁 {player} brings the team up to {n} of {total} in the goal."),
    N_("🏁 {n} of {total} for the team, and the latest is {player}'s."),
)
CHAUFFEUR = (
    N_("💤 {n} turns with all pieces at home: {player} is the team's chauffeur now."),
    N_("💤 {player}, turn {n} at home, takes the team's pieces for a walk meanwhile."),
    N_("💤 Nothing of {player}'s on the road for {n} turns. The teammates' pieces get the exercise."),
    N_("💤 {n} turns at home, and {player} drives borrowed cars. Not a scratch, please!"),
)

KINDS: Kinds = {
    "rescue": Kind(RESCUE, 64, rest=3),
    "mixed": Kind(MIXED, 71),
    "friend": Kind(FRIEND_CAPTURED, 59),
    "brought": Kind(BROUGHT, 51),
    "lends": Kind(LENDS, 49),
    "way": Kind(WAY, 48, rest=3),
    "cover": Kind(COVER, 47, rest=3),
    "gift": Kind(GIFT, 66),
    "gift-of-goal": Kind(GIFT_OF_GOAL, 52),
    "tally": Kind(TALLY, 64),
    "team-hit": Kind(TEAM_HIT, 61, rest=1),
    "team-goal": Kind(TEAM_GOAL, 51, rest=1),
    "chauffeur": Kind(CHAUFFEUR, 28, rest=6),
}
