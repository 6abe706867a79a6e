"""What is news at Parchís: debts, droughts, escapes, chases and walls, next to captures, sixes and arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from bot.core.games.commentary import Find, Memory
from bot.core.games.parchis.pools import of_pools
from bot.core.games.parchis.teamwork import helped, owner_of, within_reach
from bot.core.games.parchis.waiting import waited
from engine.events import GOAL, Captured, Entered, Moved, TurnBegan
from engine.parchis.board import HOME, LETTERS, PIECES, pieces_by_name
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.setup import Setup
from engine.parchis.state import Phase, State
from engine.plies import Ply

CLOSE = 7
"""Squares before the corridor within which a capture hurts most."""
DROUGHT = 5
"""Turns shut in at home that are news, the first time."""
PATIENCE = (DROUGHT, 9, 14, 20, 28, 40)
"""All the turns of it that are news: less and less often."""
NEAR = 9
"""Squares behind a piece within which another one is on its trail, whatever stands between."""
WALL = 4
"""Rounds that a barrier must stand to be news."""
CHASE = 3
"""Turns behind the same piece that are news, if it has more than half of its lap to lose."""
ODD = 3
"""How many different counts of turns are news, so that waits become news at different ones."""
TALLY = 5
"""Captures of a team after which the next number of them is news."""
CLOSE_RACE = 12
"""Steps between two last pieces that make a race."""
_OF_A_SIX = ("6", "7", "12")
"""How far a 6 moves (P51); no bonus moves as far."""


def watch(before: State, ply: Ply[State], memory: Memory) -> list[Find]:
    """Return what may be news in a ply, and note in the memory what later plies need."""
    after, setup = ply.state, before.setup
    found: list[Find] = [*helped(before, ply, memory), *waited(before, ply, memory)]
    found += of_pools(before, ply) if before.pools else ()
    found += _fled(ply, memory)
    for event in ply.events:
        match event:
            case Captured():
                found += _captured(before, after, event, memory)
            case Moved() if after.phase is not Phase.OVER:
                found += _moved(after, event, memory)
            case Entered() if pieces_by_name()[event.piece] >> 2 in setup.seats[event.seat]:
                shut = _notes(memory, "shut", len(setup.seats))
                if shut[event.seat] >= DROUGHT - 1:
                    found.append(Find("freed", event.seat, n=shut[event.seat]))
                shut[event.seat] = 0
            case ThirdSix():
                found.append(Find("third-spared" if event.spared else "third", event.seat))
            case BarrierOpened():
                found += _opened(ply, event, memory)
            case TurnBegan():
                found += _turn_over(before, after, ply.seat, memory)
                _turn_begins(after, event.seat, memory)
            case _:
                pass
    if after.sixes == 2 and before.sixes == 1 and after.phase is not Phase.OVER:
        found.append(Find("second", ply.seat))
    return found


def _notes(memory: Memory, name: str, size: int, value: int = 0) -> list[int]:
    return memory.setdefault(name, [value] * size)


def _captured(before: State, after: State, event: Captured, memory: Memory) -> Iterator[Find]:
    setup = before.setup
    count, side = len(setup.seats), setup.side_of_seat
    hunter, victim = event.seat, event.owner
    row = memory.setdefault("row", [])
    if hunter == victim:
        yield Find("own", hunter, (victim,))
        return
    row.append(victim)
    _notes(memory, "mishaps", count)[hunter] += side[hunter] == side[victim]
    if side[hunter] == side[victim] and len(row) == 1:
        yield Find("friend", hunter, (victim,))
        return
    if len(row) > 1:
        mixed = any(side[each] == side[hunter] for each in row)
        yield Find("mixed" if mixed else "spree", hunter, tuple(dict.fromkeys(row)), len(row))
    if side[hunter] == side[victim]:
        return
    all_captures, owed = _notes(memory, "took", count * count), _notes(memory, "owed", count * count)
    times = all_captures[hunter * count + victim] = all_captures[hunter * count + victim] + 1
    debt, owed[victim * count + hunter] = owed[victim * count + hunter], 0
    owed[hunter * count + victim] += 1
    if len(row) > 1:
        return
    mates = [each for each in range(count) if side[each] == side[hunter]]
    bag = sum(sum(all_captures[each * count : (each + 1) * count]) for each in mates)
    if setup.teams is not None and bag % TALLY == 0:
        yield Find("tally", hunter, (victim,), bag)
    mates.remove(hunter)
    if mates and bag > 1:
        yield Find("team-hit", hunter, (victim, mates[bag % len(mates)]))
    yield from _of_a_capture(before, after, event)
    yield from _caught(event, _notes(memory, "chase", 3 * count, -1))
    if debt:
        yield Find("revenge", hunter, (victim,), debt)
    if times >= 3:
        yield Find("feud", hunter, (victim,), times)
    yield Find("first" if sum(all_captures) == 1 else "captured", hunter, (victim,))


def _of_a_capture(before: State, after: State, event: Captured) -> Iterator[Find]:
    """Yield what makes a capture special: how far the piece had come, and if it was the last one out."""
    setup = before.setup
    step, mouth = before.steps[pieces_by_name()[event.piece]], setup.board.mouth
    if mouth - CLOSE <= step <= mouth:
        yield Find("threshold", event.seat, (event.owner,), mouth - step + 1)
    elif step * 3 > mouth * 2:
        yield Find("far-home", event.seat, (event.owner,))
    side = [piece for colour in setup.sides[setup.side_of_seat[event.owner]] for piece in setup.pieces_of(colour)]
    if step * 3 > mouth and sum(after.steps[piece] != setup.board.goal for piece in side) == 1:
        yield Find("denied", event.seat, (event.owner,))
    own = [after.steps[piece] for piece in _pieces(setup, event.owner)]
    if step > CLOSE and not any(HOME < each < setup.board.goal for each in own):
        yield Find("wiped", event.seat, (event.owner,))


def _caught(event: Captured, chases: list[int]) -> Iterator[Find]:
    """Yield the end of a chase in which the hunter wins."""
    by, prey, turns = chases[3 * event.seat : 3 * event.seat + 3]
    if turns >= CHASE and [by, prey] == [pieces_by_name()[event.by], pieces_by_name()[event.piece]]:
        yield Find("caught", event.seat, (event.owner,), turns)


def _cell(state: State, piece: int) -> int:
    """Return the cell of a piece on the ring, which is its square's number."""
    return state.setup.board.cells[piece >> 2][state.steps[piece]]


def _gap(state: State, cells: Mapping[int, int], hunter: int, prey: int) -> int:
    """Return the squares on the ring from a piece to one that it may capture; 0 if it can't."""
    board, goal = state.setup.board, cells[prey]
    gap = (goal - cells[hunter]) % board.length
    return 0 if goal in board.shelters or state.steps[hunter] + gap > board.mouth else gap


def _pieces(setup: Setup, seat: int) -> list[int]:
    return [piece for colour in setup.seats[seat] for piece in setup.pieces_of(colour)]


def _moved(state: State, event: Moved, memory: Memory) -> Iterator[Find]:
    """Yield an arrival in the goal, and who begins to move a partner's pieces once their own are in the goal."""
    setup = state.setup
    owner = owner_of(setup, PIECES * LETTERS.index(event.piece[0]))
    if owner != event.seat and all(state.steps[piece] == setup.board.goal for piece in _pieces(setup, event.seat)):
        lends = _notes(memory, "lends", len(setup.seats))
        if not lends[event.seat]:
            lends[event.seat] = 1
            yield Find("lends", event.seat, (owner,))
    if event.to != GOAL:
        return
    if owner != event.seat:
        yield Find("brought", event.seat, (owner,))
    own = _pieces(setup, owner)
    n = sum(state.steps[each] == setup.board.goal for each in own)
    kind = {0: "all-in", 1: "one-left"}.get(len(own) - n, "in-goal")
    if sum(step == setup.board.goal for step in state.steps) == 1:
        kind = "first-in"
    if setup.teams and kind == "in-goal":
        team = [piece for colour in setup.sides[setup.side_of_seat[owner]] for piece in setup.pieces_of(colour)]
        yield Find("team-goal", owner, n=sum(state.steps[each] == setup.board.goal for each in team), m=len(team))
    yield Find(kind, owner, n=n, m=len(own))
    yield from _photo_finish(state, memory)


def _photo_finish(state: State, memory: Memory) -> Iterator[Find]:
    """Yield the race of the last pieces: of two sides close together, or of all."""
    setup, goal = state.setup, state.setup.board.goal
    left = [
        [piece for colour in own for piece in setup.pieces_of(colour) if state.steps[piece] != goal]
        for own in setup.sides
    ]
    last = sorted((pieces[0] for pieces in left if len(pieces) == 1), key=lambda piece: -state.steps[piece])
    if len(last) == len(left) > 2:
        if not memory.get("all last"):
            memory["all last"] = memory["photo"] = [1]
            yield Find("all-last", owner_of(setup, last[0]))
        return
    if len(last) != 2 or memory.get("photo"):
        return
    ahead, behind = (state.steps[piece] for piece in last)
    if ahead - behind <= CLOSE_RACE and 2 * behind >= goal:
        memory["photo"] = [1]
        first, second = (owner_of(setup, piece) for piece in last)
        yield Find("photo", first, (second,))


def _opened(ply: Ply[State], event: BarrierOpened, memory: Memory) -> Iterator[Find]:
    walls = _notes(memory, "wall", 2 * len(ply.state.setup.seats))
    if event.square.isdecimal() and walls[2 * event.seat] == int(event.square):
        if walls[2 * event.seat + 1] >= WALL + 2:  # its age has just been news otherwise
            yield Find("wall-falls", event.seat, n=walls[2 * event.seat + 1])
        walls[2 * event.seat : 2 * event.seat + 2] = [0, 0]
    if ply.move.partition("+")[2] in _OF_A_SIX:
        yield Find("barrier", event.seat)


def _turn_over(before: State, after: State, seat: int, memory: Memory) -> Iterator[Find]:
    setup = after.setup
    memory["row"] = []
    if before.phase is Phase.OPENING:
        return
    shut, own = _notes(memory, "shut", len(setup.seats)), _pieces(setup, seat)
    home = [after.steps[piece] == HOME for piece in own]
    out = any(HOME < after.steps[piece] < setup.board.goal for piece in own)
    shut[seat] = shut[seat] + 1 if any(home) and not out else 0
    if shut[seat] - seat % ODD in PATIENCE:
        lent = setup.teams is not None and setup.rules.stuck_helps  # a partner's pieces move meanwhile
        yield Find("chauffeur" if lent else "drought", seat, n=shut[seat])
    yield from _wall(after, seat, memory)
    yield from _chase(after, seat, memory)
    hunters = within_reach(after, setup.side_of_seat[seat])
    worst = max(((len(hunters.get(piece, ())), piece) for piece in own), default=(0, 0))
    _notes(memory, "risk", 3 * len(setup.seats))[3 * seat : 3 * seat + 3] = [*worst, after.steps[worst[1]]]


def _wall(state: State, seat: int, memory: Memory) -> Iterator[Find]:
    """Count the rounds of a player's oldest barrier on the ring."""
    setup, walls = state.setup, _notes(memory, "wall", 2 * len(state.setup.seats))
    cells = [_cell(state, piece) for piece in _pieces(setup, seat) if HOME < state.steps[piece] <= setup.board.mouth]
    pairs = {cell for cell in cells if cells.count(cell) > 1}
    cell, rounds = walls[2 * seat : 2 * seat + 2]
    if cell not in pairs:
        cell, rounds = min(pairs, default=0), -1
    rounds = min(rounds + 1, 99) if cell else 0
    walls[2 * seat : 2 * seat + 2] = [cell, rounds]
    if rounds in (WALL + cell % ODD, 2 * WALL, 4 * WALL):
        yield Find("wall", seat, n=rounds, m=cell)


def _chase(state: State, seat: int, memory: Memory) -> Iterator[Find]:
    """Count the turns that a player's piece stays behind the same piece."""
    setup, notes = state.setup, _notes(memory, "chase", 3 * len(state.setup.seats), -1)
    own, mouth = setup.sides[setup.side_of_seat[seat]], setup.board.mouth
    cells = {piece: _cell(state, piece) for piece, step in enumerate(state.steps) if HOME < step <= mouth}
    hunters, crowds = [piece for piece in _pieces(setup, seat) if piece in cells], Counter(cells.values())
    preys = hunters and [
        piece
        for colour in setup.colours
        if colour not in own
        for piece in setup.pieces_of(colour)
        if piece in cells and crowds[cells[piece]] == 1  # two are safe
    ]
    near = sorted(
        (gap, hunter, prey)
        for hunter in hunters
        for prey in preys
        if 0 < (gap := _gap(state, cells, hunter, prey)) <= NEAR
    )
    hunter, prey, turns = notes[3 * seat : 3 * seat + 3]
    if any((each, other) == (hunter, prey) for _, each, other in near):
        turns = min(turns + 1, 99)
    else:
        hunter, prey, turns = (*near[0][1:], 1) if near else (-1, -1, 0)
    notes[3 * seat : 3 * seat + 3] = [hunter, prey, turns]
    if turns in (CHASE + prey % ODD, 2 * CHASE + ODD) and 2 * state.steps[prey] > setup.board.mouth:
        yield Find("chase", seat, (owner_of(setup, prey),), turns, _cell(state, prey))


def _fled(ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Yield an escape that the turn before has brought, in the turn of the piece's player."""
    fled = memory.pop("fled", [])
    if fled and ply.seat == fled[0]:
        yield Find("escape", fled[0], n=fled[1], m=fled[2])


def _turn_begins(state: State, seat: int, memory: Memory) -> None:
    """Note an escape."""
    hunters, piece, step = _notes(memory, "risk", 3 * len(state.setup.seats))[3 * seat : 3 * seat + 3]
    if hunters >= 2 and state.steps[piece] == step:
        memory["fled"] = [seat, hunters, _cell(state, piece)]
