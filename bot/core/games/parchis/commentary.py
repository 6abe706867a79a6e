"""The commentary of Parchís: the wordings of its kinds of news, and what a roll may bring."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.games.commentary import Kind, Kinds, Stake
from bot.core.games.parchis import partners, pools, waiting
from bot.core.games.wordings import ROLLS_OUT
from bot.core.i18n.translator import N_
from engine.parchis.events import BarrierOpened
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NULL, NUMBERS, Play
from engine.parchis.working_position import ENTER, NOBODY
from engine.plies import Ply

CAPTURED = (
    N_("💥 Ouch, {victim}! That piece had plans."),
    N_("💥 Back home for {victim}, with regards from {player}!"),
    N_("💥 {player} needed that square. {victim}'s piece was on it."),
    N_("💥 One ticket home for {victim}, paid for by {player}."),
    N_("💥 {player} moves in, and {victim}'s piece moves out."),
    N_("💥 No parking, {victim}: the tow truck belongs to {player}."),
    N_("💥 {player} was hungry, and {victim}'s piece was on the plate."),
    N_("💥 One piece fewer on the road for {victim}. Ask {player} why."),
    N_("💥 {player} taps {victim}'s piece on the shoulder. It knows the way home."),
    N_("💥 {victim}'s piece was dreaming. {player} is the alarm clock."),
    N_("💥 {player} isn't even out of breath. Chin up, {victim}!"),
    N_("💥 Musical chairs: {player} sits down, {victim} stands up."),
    N_("💥 {player} says hello, {victim}'s piece says goodbye."),
    N_("💥 Hurry home, {victim}: the soup is getting cold."),
    N_("💥 No hard feelings, says {player}. {victim} is thinking about it."),
    N_("💥 {victim}'s piece left the oven on and runs home to check."),
    N_("💥 Lost and found: one piece of {victim}'s, handed in by {player}."),
    N_("💥 {player} has the square, {victim} has the story."),
)
OWN_CAPTURED = (
    N_("🙈 Own goal, {player}!"),
    N_("🙈 Oops, {player}! That one wore your own shirt."),
    N_("🙈 Wait, {player}: that piece was yours!"),
)
THIRD_SIX = (
    N_("😱 A third 6 in a row! Too much of a good thing for {player}."),
    N_("😱 Three 6s in a row: {player}'s luck runs out."),
    N_("😱 The third 6! And the party was going so well for {player}."),
    N_("😱 The third 6 brings the bill, and {player} pays with a piece."),
    N_("😱 6, 6 and 6: the die bites {player}'s hand."),
)
THIRD_SIX_MATE = (
    N_("😱 The third 6! It was {player}'s, and {victim}'s piece pays for it."),
    N_("😱 Three 6s in a row: {player} rolls them, {victim} loses the piece."),
    N_("😱 The third 6 brings the bill: ordered by {player}, paid for by {victim}, with a piece."),
)
THIRD_SIX_SPARED = (
    N_("😅 A third 6 in a row, but {player} gets away with it."),
    N_("😅 Three 6s in a row, and {player} only loses the turn."),
    N_("😅 The third 6! {player} is lucky and loses no piece."),
    N_("😅 Three 6s, and {player} escapes with a raised eyebrow. No piece lost."),
)
IN_GOAL = (
    N_("🏁 Safe in the goal: well done, {player}!"),
    N_("🏁 Feet up, little piece. {player} has earned it."),
    N_("🏁 Knock, knock! The goal opens for {player}."),
    N_("🏁 {player} parks perfectly."),
    N_("🏁 Nobody captures that one any more, {player}."),
    N_("🏁 Slippers and sofa for a piece of {player}'s."),
    N_("🏁 {player} ticks one off the list."),
    N_("🏁 One worry fewer for {player}."),
    N_("🏁 The kettle is on for a piece of {player}'s."),
    N_("🏁 Signed, sealed, delivered by {player}."),
)
FIRST_IN = (
    N_("🏁 First piece of the game in the goal: {player} shows how it's done!"),
    N_("🏁 {player} opens the goal. Lights on, please!"),
    N_("🏁 The goal was gathering dust: {player} brings in the first piece."),
)
ONE_LEFT = (
    N_("🏁 {player} has one piece to go!"),
    N_("🏁 Just one piece left for {player}!"),
    N_("🏁 All but one: {player} waits for the last piece."),
    N_("🏁 {player} sets the table: only one piece is missing."),
    N_("🏁 One more, {player}, just one more!"),
)
ALL_IN = (
    N_("🎉 {player} has all {total} pieces in the goal!"),
    N_("🎉 That was the last one: {player} has them all in!"),
    N_("🎉 {total} of {total}! {player} has brought them all in."),
    N_("🎉 Full house: {total} of {total} in the goal for {player}!"),
)
BARRIER = (
    N_("🚧 That 6 forces {player} to open a barrier!"),
    N_("🚧 A 6 is a 6: {player} must break up a barrier."),
    N_("🚧 {player}'s barrier meets a 6. The 6 wins."),
    N_("🚧 Nobody asked, but the 6 insists: {player} opens a barrier."),
    N_("🚧 The 6 insists: {player} opens the barrier. Mind the traffic."),
)

FIRST = (
    N_("💥 The first capture of the game! {victim} will remember it, {player}."),
    N_("💥 The peace is over. Complaints to {player}."),
    N_("💥 The ice is broken, and {victim}'s piece fell in."),
    N_("💥 So much for good manners, {player}."),
)
REVENGE = (
    N_("💥 {player} hasn't forgotten, and {victim} pays for it."),
    N_("💥 Tit for tat: {player} pays {victim} back."),
    N_("💥 What goes around comes around, {victim}."),
    N_("💥 Revenge is a dish best served by {player}."),
    N_("💥 The boomerang is back, {victim}."),
    N_("💥 That was for last time, says {player}."),
)
FEUD = (
    N_("💥 Not again, {victim}! That's {n} pieces sent home by {player}."),
    N_("💥 It's getting personal: that's {n} of {victim}'s pieces for {player}."),
    N_("💥 {player} runs a taxi for {victim}'s pieces: {n} rides home so far."),
    N_("💥 {player} has driven {victim} home {n} times now. They know the road by heart."),
    N_("💥 {player} collects {victim}'s pieces: {n} so far."),
    N_("💥 {player} against {victim}: call a referee. That makes {n}."),
    N_("💥 With {n} pieces of {victim}'s, {player} could open a shop."),
)
SPREE = (
    N_("💥 {player} is unstoppable: {n} captures in one turn, and the bill goes to {victim}!"),
    N_("💥 {n} in one go! {player} captures, {victim} can only watch."),
    N_("💥 {player} goes bowling: {n} pieces in one turn, with apologies to {victim}."),
)
RAID = (
    N_("💥 And another! {n} captures in one turn for {player}, at the expense of {victim}."),
    N_("💥 {n} captures in one turn! {player} sends back {victim}, {m} squares in all."),
    N_("💥 {player} strikes {n} times in one turn. The bill for {victim}: {m} squares."),
)
THRESHOLD = (
    N_("💥 So close, {victim}! Squares left to the corridor: {n}."),
    N_("💥 The key was almost in the lock, {victim}."),
    N_("💥 A whole lap for nothing: {victim} could touch the corridor."),
    N_("💥 {victim}'s piece could smell the soup. {player} sends it home without supper."),
    N_("💥 {victim} had the corridor in sight. Then along came {player}."),
    N_("💥 {victim}'s finger was on the doorbell. {player} called the lift, and it went down."),
)
FAR_HOME = (
    N_("💥 {victim} has to walk the best part of a lap again, thanks to {player}."),
    N_("💥 {victim}'s piece had come {n} squares. {player} gives it a lift back."),
    N_("💥 All those squares on foot, {victim}, and then {player} comes by."),
    N_("💥 {n} squares for nothing: {player} sends {victim}'s piece home."),
)
DENIED = (
    N_("💥 So close to victory, {victim}! {player} sends the last piece home."),
    N_("💥 {victim} had one hand on the cup. {player} takes it away again."),
    N_("💥 The last piece goes home, {victim}! {player} keeps the game alive."),
    N_("💥 Put the champagne back, {victim}: {player} has caught the last piece."),
)
CAUGHT = (
    N_("💥 {n} turns on the tail, and now the bite: {player} gets {victim}."),
    N_("💥 The chase is over after {n} turns: {player} wins, {victim} walks home."),
    N_("💥 {player} was patient for {n} turns. {victim} wasn't quick enough."),
)
WIPED = (
    N_("💥 {player} sweeps the road: nothing of {victim}'s left on it."),
    N_("💥 That was {victim}'s last piece on the road. {player} switches off the light."),
    N_("💥 {victim} is back to waiting for a 5. {player} sends a postcard."),
    N_("💥 {victim} had one piece on the road. Had, says {player}."),
)
SECOND = (
    N_("🎲 Two 6s in a row for {player}. Careful now!"),
    N_("🎲 Another 6 for {player}. A third would be one too many."),
    N_("🎲 {player} rolls 6 after 6. A fine moment to stop!"),
    N_("🎲 Two 6s for {player}. That's just showing off."),
    N_("🎲 6 and 6 for {player}. The die has a favourite."),
    N_("🎲 Two 6s for {player}. One more, and the party is over."),
    N_("🎲 Two 6s already, {player}? Some people are crossing their fingers."),
)
DROUGHT = (
    N_("💤 {n} turns at home: {player} and that 5 aren't on speaking terms."),
    N_("💤 {player} has been waiting for {n} turns. Who has the key?"),
    N_("💤 Still no way out for {player}: turn {n} behind the curtains."),
    N_("💤 {player}, turn {n} at home. At least it's dry in there."),
    N_("💤 {n} turns without a way out. {player} suspects that there are no 5s."),
    N_("💤 {player} knocks on the door from the inside: turn {n}."),
    N_("💤 Turn {n} of the siege: {player} still waits for a 5."),
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
    N_("✨ Nobody bit: {n} hunters were one number away from {player}'s piece. Greetings to {victim}."),
    N_("✨ {player}'s piece took a nap in front of {n} lions, property of {victim}."),
    N_("✨ A narrow escape: {n} hunters had {player}'s piece in their sights. Better luck next time, {victim}!"),
    N_("✨ Not a scratch on {player}'s piece, with {n} hunters at the ready. Sorry, {victim}!"),
)
CHASE = (
    N_("👀 {player} has been on {victim}'s tail for {n} turns."),
    N_("👀 Look behind you, {victim}! {player} is still there."),
    N_("👀 {player} follows {victim} like a shadow: turn {n} of the chase."),
    N_("👀 {victim} runs, {player} gives chase. Only one of them will like the ending."),
    N_("👀 {player} has a crush on {victim}'s piece: {n} turns behind it."),
    N_("👀 Turn {n} of the hunt: {player} is right behind {victim}, and hungry."),
    N_("👀 No time for photos, {victim}: {player} is behind you."),
)
WALL = (
    N_("🚧 {player}'s barrier has stood for {n} rounds. Bring sandwiches."),
    N_("🚧 Road works: {player} has kept this barrier for {n} rounds."),
    N_("🚧 {n} rounds, and {player}'s barrier won't budge."),
    N_("🚧 {player}'s barrier is {n} rounds old today. Who bakes the cake?"),
    N_("🚧 {n} rounds, and {player}'s barrier still takes no bribes."),
)
WALL_FALLS = (
    N_("🚧 {player}'s barrier falls after {n} rounds!"),
    N_("🚧 Open road again: {player}'s barrier lasted {n} rounds."),
    N_("🚧 After {n} rounds {player} lifts the barrier. Horns and applause!"),
    N_("🚧 {n} rounds were enough: {player} takes the barrier down."),
    N_("🚧 {player}'s barrier retires after {n} rounds. No speeches, please."),
)
PHOTO = (
    N_("🏁 One piece each: {player} and {victim} race for the finish!"),
    N_("🏁 Last pieces! {player} or {victim}? Hold your breath."),
    N_("🏁 Neck and neck: {player} and {victim} have one piece left each."),
)
ALL_LAST = (
    N_("🏁 Would you believe it? Only last pieces are left, and that of {player} is closest."),
    N_("🏁 One piece left for everyone! Shortest way: {player}."),
    N_("🏁 The great finale: one last piece each, and {player} closest to the goal."),
)

KINDS: Kinds = {
    **pools.KINDS,
    **partners.KINDS,
    **waiting.KINDS,
    "captured": Kind(CAPTURED, 60, mood=(1, -1)),
    "first": Kind(FIRST, 61, mood=(1, -1)),
    "feud": Kind(FEUD, 66, mood=(1, -1)),
    "revenge": Kind(REVENGE, 63, rest=2, mood=(1, -1)),
    "threshold": Kind(THRESHOLD, 65, rest=2, mood=(1, -1)),
    "far-home": Kind(FAR_HOME, 64, mood=(1, -1)),
    "denied": Kind(DENIED, 73, mood=(1, -1)),
    "caught": Kind(CAUGHT, 68, mood=(1, -1)),
    "wiped": Kind(WIPED, 64, rest=2, mood=(1, -1)),
    "spree": Kind(SPREE, 70, mood=(1, -1)),
    "raid": Kind(RAID, 72, mood=(1, -1)),
    "own": Kind(OWN_CAPTURED, 58, mood=(-1, -1)),
    "third": Kind(THIRD_SIX, 55, mood=(-1, 0)),
    "third-mate": Kind(THIRD_SIX_MATE, 55, mood=(-1, -1)),
    "third-spared": Kind(THIRD_SIX_SPARED, 54, mood=(1, 0)),
    "in-goal": Kind(IN_GOAL, 50, mood=(1, 0)),
    "first-in": Kind(FIRST_IN, 73, mood=(1, 0)),
    "one-left": Kind(ONE_LEFT, 51, mood=(1, 0)),
    "all-in": Kind(ALL_IN, 67),
    "photo": Kind(PHOTO, 52),
    "all-last": Kind(ALL_LAST, 53),
    "wall-falls": Kind(WALL_FALLS, 17, rest=20, most=2),
    "freed": Kind(FREED[:3], 38, rest=4, mood=(1, 0)),
    "freed-late": Kind(FREED[3:], 46, mood=(1, 0)),
    "escape": Kind(ESCAPE, 30, rest=5),
    "drought": Kind(DROUGHT, 28, rest=4),
    "chase": Kind(CHASE, 16, rest=12),
    "wall": Kind(WALL, 15, rest=20, most=3),
    "barrier": Kind(BARRIER, 14, rest=20, most=4),
    "second": Kind(SECOND, 20, rest=6, asked=True, fleeting=True),
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
    play = Play(state)
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
