"""The commentary of Palma: the wordings of its kinds of news, and what a roll may bring."""

from __future__ import annotations

from bot.core.games.commentary import Kind, Kinds, Stake, Stuck
from bot.core.games.wordings import ROLLS_IN
from bot.core.i18n.translator import N_
from engine.events import Lost
from engine.palma.board import ENTERING, HAND, HOME, MARKED, THROWS, is_home
from engine.palma.moves import Landing, landings
from engine.palma.state import Phase, State

SLID = (
    N_("🛝 Whee! The slide gives {player} {n} holes for free."),
    N_("🛝 {player} takes the shortcut: {n} holes in one go!"),
    N_("🛝 {player} finds the slide and skips {n} holes!"),
    N_("🛝 Why walk? {player} slides {n} holes ahead."),
    N_("🛝 {n} holes without a step: {player} loves that slide."),
    N_("🛝 Hold on tight, {player}: {n} holes by slide!"),
    N_("🛝 {player} sits down, holds tight and is {n} holes further on."),
    N_("🛝 Whoosh, {n} holes: {player} leaves only dust behind."),
)
FIRST_SLID = (
    N_("🛝 First slide of the game: hole {m} leads straight to {n}, and {player} is smiling."),
    N_("🛝 So that's what the slide is for: {player} goes from hole {m} straight to {n}."),
    N_("🛝 {player} tries the slide first: in at hole {m}, out at {n}, hair all over the place."),
)
SLID_BACK = (
    N_("😖 Wrong way! The slide takes {player} {n} holes back."),
    N_("😖 {player} slips and loses {n} holes."),
    N_("😖 That slide goes backwards, {player}: {n} holes lost!"),
    N_("😖 Down we go: {player} has {n} holes to climb again."),
    N_("😖 The slide had other plans: {player}, {n} holes back."),
    N_("😖 {player} forgot something {n} holes ago and goes to fetch it."),
    N_("😖 Banana skin! It costs {player} {n} holes."),
)
STAKE_WON = (
    N_("💰 The stake of hole {n} goes to {player}!"),
    N_("💰 {player} is first in hole {n} and takes the stake!"),
    N_("💰 Ka-ching! {player} pockets the stake of hole {n}."),
)
FIRST_STAKE = (
    N_("💰 {player} wins the stake of hole {n}: the first piece there earns an extra point, whoever wins the game."),
    N_("💰 The stake of hole {n} goes to {player}: an extra point for being there first. The game itself goes on."),
    N_("💰 First in hole {n}: the stake is {player}'s, an extra point on top of the result."),
)
RETHROW = (
    N_("✨ Hole {n} gives {player} another roll!"),
    N_("✨ Lucky hole {n}: {player} rolls again!"),
    N_("✨ {player} stops in hole {n} and rolls again!"),
    N_("✨ Hole {n} says: once more, {player}!"),
    N_("✨ {player} knows where to stop: hole {n} means another roll."),
    N_("✨ A lucky stop: hole {n}, and another roll for {player}."),
)
FIRST_RETHROW = (
    N_("✨ Hole {n} is a lucky one: stop there and you roll again. {player} is the first guest."),
    N_("✨ {player} finds the lucky hole: number {n} means another roll."),
    N_("✨ Remember hole {n}: {player} rolls again there, and so does everyone."),
)
PASSED = (
    N_("🎁 {player} can't use the roll: a present for {victim}!"),
    N_("🎁 No use to {player}, so {victim} gets the roll."),
    N_("🎁 {victim} says thanks: {player} has to pass the roll on."),
    N_("🎁 {player} rolls, {victim} moves: nothing goes to waste here."),
    N_("🎁 {victim} gets a free move, courtesy of {player}."),
    N_("🎁 Wrong address, {player}: the roll goes to {victim}."),
    N_("🎁 The roll of {player} looks for a home: {victim} adopts it."),
    N_("🎁 {player} shrugs, {victim} beams: the roll changes hands."),
)
ARRIVED = (
    N_("🏁 {n} of {total} in the last five holes: well done, {player}!"),
    N_("🏁 {player} spreads a towel at the top of the palm."),
    N_("🏁 The view is free, {player}: stay as long as you like."),
    N_("🏁 {player} settles down at the top: {n} of {total}."),
    N_("🏁 A seat in the last five holes for {player}."),
    N_("🏁 {player} books a room in the last five holes: {n} of {total}."),
    N_("🏁 Shade at last for {player}: {n} of {total} at the top of the palm."),
    N_("🏁 {player} serves tea at the top: {n} of {total} there."),
)
ONE_LEFT = (
    N_("🏁 {n} of {total} are there: {player} has one piece to go!"),
    N_("🏁 Only one more for {player}!"),
    N_("🏁 {player} is waiting for just one piece!"),
)

ALL_IN = (
    N_("🎉 The last piece is up there: {player} has all {total} at the top of the palm!"),
    N_("🎉 Room for one more? Yes: the last piece of {player}'s is at the top!"),
    N_("🎉 {total} of {total} in the shade: {player} has brought them all up."),
)
ENTRIES = (
    N_("🚪 The bus has arrived: {n} pieces for {player} in one turn."),
    N_("🚪 Leave the door open! {player} enters with {n} at once."),
    N_("🚪 The palm is filling up: {n} new pieces for {player} in one turn."),
)
ECHO = (
    N_("🎲 A 5 here, a 5 there: {player} copies {victim}."),
    N_("🎲 Anything you can roll, I can too: a 5 for {player}, right after {victim}."),
    N_("🎲 Three moons for {victim}, three moons for {player}. It must be night."),
)
PRESENTS = (
    N_("🎁 Present number {n} from {player} to {victim}. Is it a birthday?"),
    N_("🎁 {player} keeps giving: {victim} has had {n} rolls for free."),
    N_("🎁 {n} presents from {player}. {victim} is running out of thank-you cards."),
    N_("🎁 Free delivery: {player} has sent {victim} {n} rolls."),
    N_("🎁 {victim} should send flowers: {n} rolls from {player} so far."),
)
SLIDES = (
    N_("🛝 Slide number {n}: {player} has a season ticket."),
    N_("🛝 {player} again! {n} slides so far."),
    N_("🛝 Feet are for others: {player} takes slide number {n}."),
    N_("🛝 {player} and the slides: love story, chapter {n}."),
    N_("🛝 {n} slides: {player} will need new trousers."),
    N_("🛝 Slide number {n}, and {player} still shouts whee!"),
    N_("🛝 The slide knows {player} by name: visit number {n}."),
)
AGAIN = (
    N_("✨ Again and again: {player} won't hand over the sticks."),
    N_("✨ {player} is on fire: one more roll!"),
    N_("✨ The sticks have fallen in love with {player}."),
)
DROUGHT = (
    N_("⏳ {n} turns without a piece in play: {player} prays for a 5."),
    N_("⏳ {player} has been knocking at hole 0 for {n} turns."),
    N_("⏳ No 5, no party: {player} has been waiting for {n} turns."),
    N_("⏳ Turn {n} in the sand. {player} is counting dunes."),
    N_("⏳ {n} turns, and the palm has grown: {player} still needs a 5."),
    N_("⏳ {player} has drunk all the tea: {n} turns without a 5."),
    N_("⏳ {player} still can't enter: turn {n} with nothing on the palm."),
)
FREED = (
    N_("✨ There's the 5! {player} enters after {n} turns."),
    N_("✨ Rain at last: {player} is in, {n} turns later."),
    N_("✨ {n} turns of thirst are over for {player}."),
    N_("✨ Hole 0 opens: {player} is in after {n} turns."),
    N_("✨ {n} turns in the queue, and {player} gets a ticket."),
)
PHOTO = (
    N_("🏁 One piece each: {player} and {victim} race for the finish!"),
    N_("🏁 Last pieces! {player} or {victim}? Hold your breath."),
    N_("🏁 Neck and neck: {player} and {victim} have one piece left each."),
)

DEADLOCK = (
    N_("🪨 {n} rolls in a row, and nothing moves: even the palm is yawning."),
    N_("🪨 {n} rolls for nothing: both sides are stuck in the sand."),
    N_("🪨 Nobody could use the last {n} rolls. The sticks ask for a raise."),
    N_("🪨 {n} rolls, zero steps. Hounds and jackals share the shade."),
)

KINDS: Kinds = {
    "deadlock": Kind(DEADLOCK, 29, rest=4),
    "photo": Kind(PHOTO, 62),
    "all-in": Kind(ALL_IN, 67),
    "one-left": Kind(ONE_LEFT, 61),
    "in-goal": Kind(ARRIVED, 60, mood=(1, 0)),
    "stake": Kind(STAKE_WON, 55),
    "first-stake": Kind(FIRST_STAKE, 56),
    "slid-back": Kind(SLID_BACK, 50, rest=2, mood=(-1, 0)),
    "slides": Kind(SLIDES, 47, rest=3),
    "first-slid": Kind(FIRST_SLID, 51),
    "slid": Kind(SLID, 46, rest=2, mood=(1, 0)),
    "entries": Kind(ENTRIES, 43),
    "freed": Kind(FREED, 40, rest=3, mood=(1, 0)),
    "drought": Kind(DROUGHT, 38, rest=3),
    "echo": Kind(ECHO, 35, rest=8, most=3),
    "first-rethrow": Kind(FIRST_RETHROW, 33),
    "again": Kind(AGAIN, 32, rest=3),
    "presents": Kind(PRESENTS, 31, rest=3, asked=True),
    "passed": Kind(PASSED, 22, rest=4, mood=(-1, 1), asked=True),
    "rethrow": Kind(RETHROW, 25, rest=3),
}

NO_FIVE = Stuck(N_("needs a 5"), N_("Nobody gets in yet: {rolls}"), waits=True)
NO_USE = Stuck(N_("neither side can use it"), N_("Neither side can use: {rolls}"))

WINS = N_("{rolls} wins the game!")
WINS_STAKE = N_("{rolls} wins the stake of hole {hole}, an extra point!")
CATCHES_SLIDE = (
    N_("{rolls} catches the slide to {hole}!"),
    N_("The slide to {hole} wants {rolls}."),
    N_("{rolls} takes the slide to {hole}. Hold tight!"),
    N_("Why walk? {rolls} slides to {hole}."),
)
ROLLS_AGAIN = N_("{rolls} stops in hole {hole}: another roll!")


def stake(state: State) -> Stake | None:
    """Return the most remarkable result that the next roll may have for the player to roll."""
    if state.phase is not Phase.THROW:
        return None
    rolls = {value: landings(state.rules, state.pieces[state.mover], value) for value in THROWS}
    ways = [(value, landing) for value, landings in rolls.items() for landing in landings]
    if wins := [value for value, landing in ways if _ends(state, landing)]:
        return Stake(WINS, tuple(dict.fromkeys(wins)))
    if taking := [(value, way.end) for value, way in ways if _takes_stake(state, way.end)]:
        return _at_hole(WINS_STAKE, taking)
    if sliding := [(value, way.end) for value, way in ways if way.end > way.reached]:
        return _at_hole(CATCHES_SLIDE[0], sliding, CATCHES_SLIDE[1:])
    if [value for value, landings in rolls.items() if landings] == [ENTERING] and rolls[ENTERING][0].start == HAND:
        return Stake(ROLLS_IN[0], (ENTERING,), others=ROLLS_IN[1:])
    again = [(value, way.end) for value, way in ways if value != ENTERING and state.rules.mark(way.end) == "rethrow"]
    return _at_hole(ROLLS_AGAIN, again) if again else None


def stuck(before: State, _after: State, _event: Lost) -> tuple[Stuck, int | None, str]:
    """Return why a roll moves nothing: without a piece on the board only a 5 does."""
    out = any(hole != HAND for side in before.pieces for hole in side)
    return NO_USE if out else NO_FIVE, None, ""


def _at_hole(sentence: str, ways: list[tuple[int, int]], others: tuple[str, ...] = ()) -> Stake:
    """Return the highest hole, and the rolls that lead there."""
    hole = max(end for _, end in ways)
    return Stake(
        sentence, tuple(dict.fromkeys(value for value, end in ways if end == hole)), hole=hole, others=others
    )


def _ends(state: State, way: Landing) -> bool:
    own = state.pieces[state.mover]
    return way.end in HOME and is_home((*own[: way.piece], way.end, *own[way.piece + 1 :]))


def _takes_stake(state: State, hole: int) -> bool:
    return state.rules.mark(hole) == "stake" and state.stakes[MARKED.index(hole)] is None
