"""The commentary of Parchís: the wordings of its kinds of news, and what a roll may bring."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.games.commentary import Kind, Kinds, Stake
from bot.core.games.parchis import partners, pools, threats, waiting
from bot.core.games.wordings import ROLLS_OUT
from bot.core.i18n.translator import N_
from engine.parchis.events import BarrierOpened
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NULL, NUMBERS, Play
from engine.parchis.working_position import ENTER, NOBODY
from engine.plies import Ply

OWN_CAPTURED = (
    N_("🙈 Own goal, {player}!"),
    N_("🙈 Oops, {player}! That one wore your own shirt."),
    N_("🙈 Wait, {player}: that piece was yours!"),
)
THIRD_SIX = (
    N_("😱 Three 6s in a row cost {player} {n} squares."),
    N_("😱 The third 6 brings the bill: {player} pays {n} squares."),
    N_("😱 6, 6 and 6: the die bites, and {player} loses {n} squares."),
)
THIRD_AGAIN = (
    N_("😱 A third 6 again! For {player} that makes {n} of them, and {m} squares in all."),
    N_("😱 Three 6s once more: {player} has paid {m} squares by now, in {n} instalments."),
)
THIRD_SIX_MATE = (
    N_("😱 The third 6! It was {player}'s, and {victim}'s piece pays for it: {n} squares."),
    N_("😱 Three 6s in a row: {player} rolls them, {victim} loses the piece and {n} squares."),
    N_("😱 The third 6 brings the bill: ordered by {player}, paid for by {victim}, {n} squares."),
)
THIRD_SIX_SPARED = (
    N_("😅 A third 6 in a row, but {player} gets away with it."),
    N_("😅 Three 6s, and {player} gets away with a fright. No piece lost."),
)
FIRST_IN = (
    N_("🏁 First piece of the game in the goal: {player} shows how it's done!"),
    N_("🏁 {player} opens the goal. Lights on, please!"),
    N_("🏁 The goal was gathering dust: {player} brings in the first piece."),
    N_("🏁 The goal has its first guest, with regards from {player}."),
)

ONE_LEFT = (
    N_("🏁 {n} in the goal, one to go: {player} counts the squares."),
    N_("🏁 The last piece packs its bag: {player} has {n} in the goal."),
)
NEXT_IN = (
    N_("🏁 Number {n} for {player} in the goal. Still to come: {left}."),
    N_("🏁 {player} has {n} in the goal and {left} to go. The kettle is on."),
    N_("🏁 {n} in, {left} to go: {player} makes up the beds."),
)
HIT_AND_IN = (
    N_("🏁 A capture and a goal in one turn: {player} does it all!"),
    N_("🏁 Capture, goal, and still the same turn: {player}!"),
    N_("🏁 {player} works a double shift: one capture, one goal, one turn."),
    N_("🏁 One piece in, one out of the way: a full turn for {player}."),
    N_("🏁 A goal and a capture, and the seat isn't even warm yet: {player}."),
    N_("🏁 {player} leaves nothing on the plate: a capture and a goal."),
)
TWO_IN = (
    N_("🏁 Two in one go: {player} holds the goal's door open."),
    N_("🏁 Buy one, get one free: {player} brings in two pieces in one turn."),
)
UNLOCKED = (
    N_("🔑 The right key at last: the goal opens for {player}."),
    N_("🔑 That was the number: the goal lets {player} in after all."),
)

FIRST = (
    N_("💥 The first capture of the game! {victim} will remember it, {player}."),
    N_("💥 The peace is over. Complaints to {player}."),
    N_("💥 The ice is broken, and {victim}'s piece fell in."),
)
REVENGE = (
    N_("💥 Tit for tat: {player} pays {victim} back."),
    N_("💥 {player} hasn't forgotten, and {victim} pays for it."),
    N_("💥 {player} had a bone to pick with {victim}. Picked."),
    N_("💥 {player} returns the favour, and {victim} walks home."),
    N_("💥 A taste of your own medicine, {victim}, from {player}."),
)
ACCOUNT = (
    N_("💥 {player} answers {victim}: {n} to {m} between the two."),
    N_("💥 {player} and {victim} keep a ledger: {n} to {m}, and the account stays open."),
)
SPREE = (
    N_("💥 Nobody else gets a bite: {n} captures running for {player}, {m} squares in all."),
    N_("💥 {n} captures running, {m} squares: {player} came hungry."),
    N_("💥 Someone stop {player}: {n} captures running, {m} squares."),
)
FEUD = (
    N_("💥 Not again, {victim}! That's {n} pieces sent home by {player}."),
    N_("💥 {player} has driven {victim} home {n} times now. They know the road by heart."),
    N_("💥 {player} collects {victim}'s pieces: {n} so far."),
    N_("💥 With {n} pieces of {victim}'s, {player} could open a shop."),
    N_("💥 {player} knows {victim}'s pieces by their first names: {n} sent home by now."),
    N_("💥 {victim} has earned {player}'s loyalty card: {n} rides home."),
    N_("💥 Number {n}, {victim}. {player} is keeping a diary."),
)
RAID = (
    N_("💥 {n} captures in one turn! {player} sends {victim} home, {m} squares in all."),
    N_("💥 {n} captures in one turn by {player}. The bill for {victim}: {m} squares."),
    N_("💥 {player} goes bowling: {n} pieces in one turn, with apologies to {victim}."),
    N_("💥 {m} squares gone in a single turn, with {player}'s regards to {victim}."),
    N_("💥 {n} dishes at one table: {player} orders, and the bill for {victim} says {m} squares."),
    N_("💥 {player} clears the table: {n} pieces in one turn. That costs {victim} {m} squares."),
)
THRESHOLD = (
    N_("💥 So close, {victim}: only {squares} from the corridor!"),
    N_("💥 The key was almost in the lock, {victim}."),
    N_("💥 {victim} was {squares} from the corridor. Was, says {player}."),
)
FAR_HOME = (
    N_("💥 {n} squares for nothing: {player} sends {victim}'s piece home."),
    N_("💥 {victim}'s piece had come {n} squares. {player} gives it a lift back."),
    N_("💥 {player} has the square, {victim} has {n} to walk again."),
    N_("💥 {victim}'s piece left the oven on and runs {n} squares home to check."),
    N_("💥 Lost and found: one piece of {victim}'s, {n} squares from home, handed in by {player}."),
    N_("💥 No parking, {victim}: {player}'s tow truck drags that piece {n} squares back."),
    N_("💥 New shoes for {victim}, please: {n} squares to walk again, thanks to {player}."),
)
DENIED = (
    N_("💥 The last piece goes home, {victim}! {player} keeps the game alive."),
    N_("💥 So close to victory, {victim}! {player} sends the last piece home."),
    N_("💥 {victim} had one hand on the cup. {player} takes it away again."),
    N_("💥 Put the champagne back, {victim}: {player} has caught the last piece."),
)
LAST_HOME = (
    N_("💥 It was the only one {victim} still had to bring in. {player} sends it {n} squares back."),
    N_("💥 {victim} was one piece from victory. {player} puts {n} squares back in between."),
    N_("💥 The last piece of {victim}'s goes home, {n} squares. {player} says it was nothing personal."),
)
CAUGHT = (
    N_("💥 First the tail, now the bite: {player} gets {victim}."),
    N_("💥 The chase is over: {player} wins, {victim} walks home."),
    N_("💥 {player} was patient. {victim} wasn't quick enough."),
)
WIPED = (
    N_("💥 {player} sweeps the road: nothing of {victim}'s left on it."),
    N_("💥 That was {victim}'s last piece on the road. {player} switches off the light."),
    N_("💥 {victim} is back to waiting for a 5. {player} sends a postcard."),
    N_("💥 An empty road for {victim}, with compliments from {player}. A 5 would be nice now."),
    N_("💥 That was {victim}'s only piece on the road. {player} clears it."),
    N_("💥 Nothing of {victim}'s left to chase: {player} got the last one on the road."),
)
DROUGHT = (
    N_("💤 {n} turns at home: {player} and that 5 aren't on speaking terms."),
    N_("💤 {player} has been waiting for {n} turns. Who has the key?"),
    N_("💤 {player}, turn {n} at home. At least it's dry in there."),
    N_("💤 {n} turns without a way out. {player} suspects there are no 5s."),
    N_("💤 Turn {n} of the siege: {player} is still waiting for a 5."),
)
FREED = (
    N_("🚪 At last! After {n} turns {player} finds the door."),
    N_("🚪 Fresh air for {player}, {n} turns later."),
    N_("🚪 {player} leaves home! It only took {n} turns."),
    N_("🚪 {n} turns of patience, and {player}'s piece sees the sun."),
    N_("🚪 The key turns after {n} turns: {player} steps out."),
    N_("🚪 {n} turns later, {player} remembers what the sky looks like."),
)
ESCAPE = (
    N_("✨ Nobody bit: {player}'s piece is still on {m}, one number away from {n} of {victim}'s pieces."),
    N_("✨ A narrow escape on {m}: {n} of {victim}'s pieces had {player} in their sights."),
    N_("✨ Not a scratch on {player}'s piece on {m}, though {n} of {victim}'s pieces were one number away."),
)
CHASE = (
    N_("👀 {player} on {n} has been chasing {victim}'s piece on {m} for some time."),
    N_("👀 Look behind you, {victim}: your piece is on {m}, {player} is on {n}."),
    N_("👀 {player}, on {n}, is close behind {victim}'s piece on {m}."),
    N_("👀 No time for photos on {m}, {victim}: {player} is coming, from {n}."),
)
WALL_FALLS = (
    N_("🚧 {player}'s barrier falls after {n} rounds!"),
    N_("🚧 After {n} rounds {player} lifts the barrier. Horns and applause!"),
    N_("🚧 {player}'s barrier retires after {n} rounds. No speeches, please."),
)

KINDS: Kinds = {
    **pools.KINDS,
    **partners.KINDS,
    **waiting.KINDS,
    **threats.KINDS,
    "first": Kind(FIRST, 61, mood=(1, -1)),
    "feud": Kind(FEUD, 67, mood=(1, -1), counts="n"),
    "account": Kind(ACCOUNT, 65, rest=2, mood=(1, -1)),
    "spree": Kind(SPREE, 68, mood=(1, -1), counts="n"),
    "revenge": Kind(REVENGE, 65, rest=2, mood=(1, -1)),
    "threshold": Kind(THRESHOLD, 71, rest=2, mood=(1, -1)),
    "far-home": Kind(FAR_HOME, 64, mood=(1, -1)),
    "denied": Kind(DENIED, 73, mood=(1, -1), always=True),
    "last-home": Kind(LAST_HOME, 72, mood=(1, -1)),
    "caught": Kind(CAUGHT, 68, mood=(1, -1), after=("chase",)),
    "wiped": Kind(WIPED, 71, rest=2, mood=(1, -1)),
    "team-wiped": Kind(WIPED, 64, rest=2, mood=(1, -1)),
    "raid": Kind(RAID, 72, mood=(1, -1), always=True, counts="n"),
    "own": Kind(OWN_CAPTURED, 69, mood=(-1, -1)),
    "third": Kind(THIRD_SIX, 70, mood=(-1, 0), always=True, tells=True),
    "third-again": Kind(THIRD_AGAIN, 71, mood=(-1, 0), counts="n", tells=True),
    "third-mate": Kind(THIRD_SIX_MATE, 70, mood=(-1, -1), always=True, tells=True),
    "third-spared": Kind(THIRD_SIX_SPARED, 54, mood=(1, 0), tells=True),
    "first-in": Kind(FIRST_IN, 73, mood=(1, 0)),
    "one-left": Kind(ONE_LEFT, 72, mood=(1, 0), counts="n"),
    "next-in": Kind(NEXT_IN, 52, mood=(1, 0), counts="n"),
    "two-in": Kind(TWO_IN, 71, mood=(1, 0)),
    "hit-and-in": Kind(HIT_AND_IN, 70, rest=6, mood=(1, 0)),
    "unlocked": Kind(UNLOCKED, 50, mood=(1, 0)),
    "wall-falls": Kind(WALL_FALLS, 17, rest=20, most=2, after=("jam", "road-shut"), counts="n"),
    "freed": Kind(FREED[:3], 38, mood=(1, 0), most=1, after=("drought",), counts="n", tells=True),
    "freed-late": Kind(FREED[3:], 46, mood=(1, 0), most=2, counts="n", tells=True),
    "escape": Kind(ESCAPE, 30, rest=5, most=2, counts="n"),
    "drought": Kind(DROUGHT, 28, rest=4, most=2, counts="n"),
    "chase": Kind(CHASE, 16, rest=12, most=2),
}

LAST_IN = (
    N_("An exact {numbers} brings your last piece to the goal!"),
    N_("Just one piece, just one number: {numbers}!"),
    N_("Deep breath: {rolls}, and your last piece is in the goal!"),
    N_("{rolls}, and the party can start: it's your last piece!"),
)
LAST_OF_TEAM = (
    N_("An exact {numbers} brings your team's last piece to the goal!"),
    N_("{rolls}, and your whole team is home!"),
)
CAPTURES = (
    N_("{rolls} captures one of {victim}'s pieces!"),
    N_("With {rolls} you have a piece of {victim}'s for supper."),
    N_("{victim} is in reach: {rolls} would do."),
    N_("{rolls}, and a piece of {victim}'s goes home."),
    N_("{victim} holds their breath: {rolls} would capture."),
)
DANGER = N_("Careful: a third 6 sends home the piece you moved last!")
BRINGS_IN = (
    N_("{rolls} brings a piece to the goal."),
    N_("The goal opens for {rolls}."),
    N_("{rolls}, and a piece may rest."),
    N_("The goal is waiting for {rolls}."),
)


def broken(ply: Ply[State], seats: Collection[int]) -> bool:
    """Return whether another player broke a barrier with a piece of these seats on the ring (P42, P43)."""
    opened = [event.square for event in ply.events if isinstance(event, BarrierOpened) and event.seat not in seats]
    if not opened:
        return False
    own = {square for seat in seats for colour in ply.state.setup.seats[seat] for square in ply.state.squares(colour)}
    return any(square in own and not square.startswith("c") for square in opened)


def stake(state: State) -> Stake | None:
    """Return the most remarkable result that the next roll or number may have for the player to act."""
    if state.phase not in (Phase.THROW, Phase.PICK):
        return None
    play = PARCHIS.thawed(state)
    numbers = NUMBERS if state.phase is Phase.THROW else tuple(n for n in state.pools[state.slot] if n != NULL)
    rolls = {number: play.playable(number) for number in numbers}
    danger = state.phase is Phase.THROW and play.six_count == 2  # P53: a third 6 is not moved
    if danger:
        rolls[6] = []
    arriving = tuple(number for number, moves in rolls.items() if any(_arrives(play, move) for move in moves))
    if arriving and play.left[play.slots[play.slot].side] == 1:
        first, *others = LAST_OF_TEAM if play.setup.teams else LAST_IN
        return Stake(first, arriving, others=tuple(others))
    if (capture := _best_capture(play, rolls)) is not None:
        return capture
    if danger and play.last != NOBODY and not play.spared(play.last):
        return Stake(DANGER, (6,))
    if [number for number, moves in rolls.items() if moves] == [5] and rolls[5][0] & 31 == ENTER:
        return Stake(ROLLS_OUT[0], (5,), others=ROLLS_OUT[1:])
    return Stake(BRINGS_IN[0], arriving, others=BRINGS_IN[1:]) if arriving else None


def _arrives(play: Play, movement: int) -> bool:
    distance = movement & 31
    return distance != ENTER and play.steps[movement >> 5] + distance == play.board.goal


def _best_capture(play: Play, rolls: dict[int, list[int]]) -> Stake | None:
    """Return which numbers capture pieces of the seat that would lose the most."""
    setup, own = play.setup, play.slots[play.slot].side
    captures: dict[int, list[int]] = {}
    worst, prey = -1, -1
    for number, moves in rolls.items():
        for movement in moves:
            victim = play.victim(movement)
            if victim == NOBODY or setup.side_of_colour[victim >> 2] == own:
                continue
            owner = next(seat for seat, colours in enumerate(setup.seats) if victim >> 2 in colours)
            captures.setdefault(owner, []).append(number)
            if play.steps[victim] > worst:
                worst, prey = play.steps[victim], owner
    return Stake(CAPTURES[0], tuple(dict.fromkeys(captures[prey])), prey, others=CAPTURES[1:]) if captures else None
