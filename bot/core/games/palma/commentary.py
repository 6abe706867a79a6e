"""The commentary of Palma: the wordings of its kinds of news, and what a roll may bring."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.games.commentary import ALWAYS, Kind, Kinds, Stake, Stuck
from bot.core.games.wordings import ROLLS_IN
from bot.core.i18n.translator import N_
from engine.events import Lost
from engine.palma.board import ENTERING, HAND, HOME, LAST, MARKED, THROWS, is_home, slides
from engine.palma.moves import Landing, landings
from engine.palma.state import Phase, State

SLID_BACK = (
    N_("😖 {player} slips and loses {n} holes."),
    N_("😖 {player} forgot something {n} holes ago and goes to fetch it."),
    N_("😖 Banana skin! It costs {player} {n} holes."),
)
SLIP = (
    N_("😅 {player} only came to look at hole {n}, and comes down again."),
    N_("😅 Up to {n} and down again: for {player}, the view was worth it."),
    N_("😅 {player} rings the bell at hole {n} and runs away."),
)
FIRST_SLIDE = (
    N_("🛝 Whee! The slide goes {player}'s way: {n} holes without a single step."),
    N_("🛝 Who needs feet? {player} sits down and is {n} holes further."),
)
GIFT_RIDE = (
    N_("🎁 {victim} couldn't use the {n}. {player} rides it up to hole {m}!"),
    N_("🎁 {victim} buys the ticket, {player} takes the trip to hole {m}."),
    N_("🎁 A {n} from {victim}, and {player} is on {m}. The thank-you card is in the post."),
    N_("🎁 What are rivals for? With {victim}'s {n}, {player} lands on {m}."),
)
AGAIN_PAYS = (
    N_("✨ The extra roll pays off: {player} is on {n} now."),
    N_("✨ Roll again, said the palm. {player} did, and waves from {n}."),
)
SETTLED = (
    N_("🏁 {n} at the top for {player}: towels out!"),
    N_("🏁 Hammock number {n} for {player}. Still to come: {left}."),
    N_("🏁 {player} has {n} up there now. The coconuts move over."),
    N_("🏁 {player} has {n} in the shade, and {left} still in the sun."),
)
LAST_HAMMOCK = (
    N_("🏁 {n} up, one to go: {player} can already smell the coconuts."),
    N_("🏁 {player} keeps the last hammock free: {n} up, one to go."),
)
SUMMIT = (
    N_("🏁 Hole 29, the very top of the palm: {player} enjoys the view."),
    N_("🏁 {player} is on 29, where the coconuts grow."),
)
CROWNED = (
    N_("🏆 The last hammock is taken: all {n} of {player}'s are at the top. The palm is theirs!"),
    N_("🏆 {n} of {n}: the palm belongs to {player}!"),
)
CROWNED_GIFT = (
    N_("🏆 And the {n} was {victim}'s! {player} wins on a present."),
    N_("🏆 {victim} can't use a {n}, {player} can: the last piece is up, and the palm is won!"),
)
FIRST_STAKE = (
    N_("💰 First in hole {n}: the stake is {player}'s, an extra point on top of the result."),
    N_("💰 {player} is the first to stop in hole {n}: the stake is taken."),
)

FIRST_IN = (
    N_("🏁 First piece at the top of the palm: {player} picks the best spot."),
    N_("🏁 {player} spreads a towel at the top of the palm."),
)
ENTRIES = (
    N_("🚪 The bus has arrived: {n} pieces for {player} in one turn."),
    N_("🚪 Leave the door open! {player} enters with {n} at once."),
    N_("🚪 The palm is filling up: {n} new pieces for {player} in one turn."),
)
PRESENTS = (
    N_("🎁 Present number {n} from {player} to {victim}. Is it a birthday?"),
    N_("🎁 {n} presents from {player}. {victim} is running out of thank-you cards."),
    N_("🎁 Free delivery: {player} has sent {victim} {n} rolls."),
    N_("🎁 {victim} should send flowers: {n} rolls from {player} so far."),
)
SLIDES = (
    N_("🛝 Slide number {n}: {player} has a season ticket."),
    N_("🛝 {player} and the slides: love story, chapter {n}."),
    N_("🛝 {n} slides: {player} will need new trousers."),
    N_("🛝 The slide knows {player} by name: visit number {n}."),
)
AGAIN = (
    N_("✨ Again and again: {player} won't hand over the sticks."),
    N_("✨ The sticks have fallen in love with {player}."),
)
DROUGHT = (
    N_("⏳ {player} has been knocking at hole 0 for {n} turns."),
    N_("⏳ No 5, no party: {player} has been waiting for {n} turns."),
    N_("⏳ Turn {n} in the sand: {player} needs a 5, and counts dunes."),
    N_("⏳ {n} turns, and the palm has grown: {player} still needs a 5."),
    N_("⏳ {player} has drunk all the tea: {n} turns without a 5."),
)
FREED = (
    N_("✨ There's the 5! {player} enters after {n} turns."),
    N_("✨ Rain at last: {player} is in, {n} turns later."),
    N_("✨ {n} turns of thirst are over for {player}."),
    N_("✨ Hole 0 opens: {player} is in after {n} turns."),
    N_("✨ {n} turns in the queue, and {player} gets a ticket."),
)

DEADLOCK = (
    N_("🪨 Roll after roll for nothing: even the palm is yawning."),
    N_("🪨 Nobody can use anything. Everyone lies down in the shade."),
)

KINDS: Kinds = {
    "deadlock": Kind(DEADLOCK, 29, rest=4),
    "crowned": Kind(CROWNED, ALWAYS),
    "crowned-gift": Kind(CROWNED_GIFT, ALWAYS),
    "first-in": Kind(FIRST_IN, 60, mood=(1, 0), most=1),
    "gift-ride": Kind(GIFT_RIDE, 57, mood=(1, -1)),
    "again-pays": Kind(AGAIN_PAYS, 53, mood=(1, 0)),
    "first-stake": Kind(FIRST_STAKE, 56),
    "slid-back": Kind(SLID_BACK, 50, rest=2, mood=(-1, 0)),
    "first-slide": Kind(FIRST_SLIDE, 49, mood=(1, 0), most=1),
    "slip": Kind(SLIP, 48, rest=2, mood=(-1, 0)),
    "slides": Kind(SLIDES, 47, rest=1, counts="n"),
    "summit": Kind(SUMMIT, 46, most=1),
    "last-hammock": Kind(LAST_HAMMOCK, 55, mood=(1, 0), counts="n"),
    "settled": Kind(SETTLED, 44, mood=(1, 0), counts="n"),
    "entries": Kind(ENTRIES, 43, counts="n"),
    "freed": Kind(FREED, 40, mood=(1, 0), counts="n", tells=True),
    "drought": Kind(DROUGHT, 38, most=2, counts="n"),
    "again": Kind(AGAIN, 32, rest=3),
    "presents": Kind(PRESENTS, 31, rest=3, asked=True, counts="n"),
}

NO_FIVE = Stuck(N_("needs a 5"), N_("Nobody gets in yet: {rolls}"), waits=True)
NO_USE = Stuck(N_("neither side can use it"), N_("Neither side can use: {rolls}"))
TAKEN = Stuck(N_("their own piece is in hole {square}, and {player} can't use it either"), NO_USE.several)

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


def stuck(before: State, _after: State, event: Lost) -> tuple[Stuck, int | None, str]:
    """Return why a roll moves nothing: without a piece on the board only a 5 does, or a piece is in the way."""
    own = before.pieces[event.seat]
    if all(hole == HAND for side in before.pieces for hole in side):
        return NO_FIVE, None, ""
    if (hole := _taken(before, own, event.value)) is not None:
        return TAKEN, 1 - event.seat, str(hole)
    return NO_USE, None, ""


def _taken(state: State, own: Sequence[int], value: int) -> int | None:
    """Return the highest hole where a roll would end, had the side not a piece there."""
    ends = [start + value for start in own if start != HAND and start + value <= LAST]
    links = slides(penalty=state.rules.penalty)
    stops = [end if end in own else links.get(end, HAND) for end in ends]
    return max((hole for hole in stops if hole != HAND and hole in own), default=None)


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
