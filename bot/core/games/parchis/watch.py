"""What is news at Parchís: debts, droughts, escapes, chases and walls, next to captures and arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.core.games.commentary import Find, Memory, great
from bot.core.games.parchis.pools import of_pools
from bot.core.games.parchis.teamwork import helped, may_fall, near_behind, owner_of, within_reach
from bot.core.games.parchis.threats import threatened
from bot.core.games.parchis.waiting import waited
from engine.events import GOAL, Captured, Entered, Moved, TurnBegan
from engine.parchis.board import HOME, LETTERS, PIECES, pieces_by_name
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.game import PARCHIS
from engine.parchis.setup import Setup
from engine.parchis.state import Phase, State
from engine.plies import Ply

CLOSE = 7
"""Squares before the corridor within which a capture hurts most."""
AT_HAND = 15
"""Squares before the goal within which a last piece has the victory in its hand."""
LAST = 20
"""Squares that a last piece must lose for that to be news."""
DROUGHT = 5
"""Turns shut in at home that are news, as is their end."""
NEAR = 6
"""Squares behind a piece within which another one is on its trail, whatever stands between."""
WALL = 6
"""Rounds that a barrier must stand for its end to be news."""
CHASE = 3
"""Turns behind the same piece that are news, if it has more than half of its lap to lose."""
ODD = 3
"""How many different counts of turns are news, so that waits become news at different ones."""
LONG = 8
"""Turns shut in at home whose end is news in any case."""
FEUD = 3
"""Captures of the same player that are news."""
OWN_GOALS = 5
"""Captures within teams after which the next number of them is news."""
EACH, DEAR = 30, 20
"""Squares that several captures running must cost, each on average, and the last of them."""
RISK = 5
"""Numbers noted of a piece in danger."""


def watch(before: State, ply: Ply[State], memory: Memory) -> list[Find]:
    """Return what may be news in a ply, and note in the memory what later plies need."""
    after, setup = ply.state, before.setup
    found: list[Find] = [*helped(before, ply, memory), *waited(before, ply, memory)]
    found += threatened(before, ply, memory)
    found += of_pools(before, ply) if before.pools else ()
    for event in ply.events:
        match event:
            case Captured():
                found += _captured(before, after, event, memory)
            case Moved() if after.phase is not Phase.OVER:
                found += _moved(after, event, memory)
            case Entered() if pieces_by_name()[event.piece] >> 2 in setup.seats[event.seat]:
                shut = _notes(memory, "shut", len(setup.seats))
                if shut[event.seat] >= DROUGHT - 1:
                    found.append(
                        Find("freed-late" if shut[event.seat] >= LONG else "freed", event.seat, n=shut[event.seat])
                    )
                shut[event.seat] = 0
            case ThirdSix():
                found += _third(before, event, memory)
            case BarrierOpened():
                found += _opened(ply, event, memory)
            case TurnBegan():
                found += _turn_over(before, after, ply.seat, memory)
                _turn_begins(after, event.seat, memory)
            case _:
                pass
    found += _crowned(ply) if after.phase is Phase.OVER and setup.teams else ()
    return found


def _notes(memory: Memory, name: str, size: int, value: int = 0) -> list[int]:
    return memory.setdefault(name, [value] * size)


def _third(before: State, event: ThirdSix, memory: Memory) -> Iterator[Find]:
    """Yield what a third 6 costs, and whom: the piece moved last may be a partner's. Without one there is no risk."""
    if event.piece is None:
        return
    if event.spared:
        yield Find("third-spared", event.seat)
        return
    piece = pieces_by_name()[event.piece]
    loser = owner_of(before.setup, piece)
    if loser != event.seat:
        yield Find("third-mate", event.seat, (loser,), before.steps[piece])
    elif before.steps[piece] > 1:
        sixes = _notes(memory, "sixes", 2 * len(before.setup.seats))
        sixes[2 * loser] += 1
        sixes[2 * loser + 1] += before.steps[piece]
        if sixes[2 * loser] > 1:
            yield Find("third-again", loser, n=sixes[2 * loser], m=sixes[2 * loser + 1])
        yield Find("third", loser, n=before.steps[piece])


def _captured(before: State, after: State, event: Captured, memory: Memory) -> Iterator[Find]:
    setup = before.setup
    count, side = len(setup.seats), setup.side_of_seat
    hunter, victim = event.seat, event.owner
    peace = "struck" not in memory
    memory["struck"], memory["prey"] = [1], [victim]
    row = memory.setdefault("row", [])
    _notes(memory, "mishaps", count)[hunter] += bool(setup.teams) and side[hunter] == side[victim]
    is_rival = side[hunter] != side[victim]
    by, run, lost = memory.get("spree", [-1, 0, 0])
    run, lost = (run, lost) if is_rival and by == hunter else (0, 0)
    cost = before.steps[pieces_by_name()[event.piece]]
    spree = memory["spree"] = [hunter, run + 1, lost + cost] if is_rival else [-1, 0, 0]
    if hunter == victim:
        yield Find("own", hunter, (victim,))
        return
    row.append(victim)
    toll = _notes(memory, "toll", 1)
    toll[0] += cost
    if side[hunter] == side[victim]:
        yield from _own_goal(event, memory, cost, great(count))
        if len(row) == 1:
            return
    mixed = any(side[each] == side[hunter] for each in row)
    if len(row) > 1 and (mixed or setup.teams is None or toll[0] >= great(count)):
        yield Find("mixed" if mixed else "raid", hunter, tuple(dict.fromkeys(row)), len(row), toll[0])
    if side[hunter] == side[victim]:
        return
    all_captures, owed = _notes(memory, "took", count * count), _notes(memory, "owed", count * count)
    times = all_captures[hunter * count + victim] = all_captures[hunter * count + victim] + 1
    debt, owed[victim * count + hunter] = owed[victim * count + hunter], 0
    owed[hunter * count + victim] += 1
    if setup.teams is not None:
        yield from _swept(after, event)
        yield from _blow(event, cost, great(count))
    if len(row) > 1:
        return
    yield from _of_a_capture(before, after, event, is_first=peace)
    yield from _caught(event, memory, count)
    taken = all_captures[victim * count + hunter]
    if debt:
        kind, *counts = ("revenge", debt) if times == taken == 1 else ("account", times, taken)
        yield Find(kind, hunter, (victim,), *counts)
    if run and spree[2] >= EACH * spree[1] and cost >= DEAR:
        yield Find("spree", hunter, (victim,), *spree[1:])
    yield from _feud(event, times)


def _own_goal(event: Captured, memory: Memory, cost: int, dear: int) -> Iterator[Find]:
    """Yield what makes a capture within a team special: the first, a great one, or a round number of them."""
    count = sum(memory["mishaps"])
    if _is_record("own goal", cost, memory) and cost >= dear:
        yield Find("friend-dear", event.seat, (event.owner,), cost)
    if count == 1 or cost >= dear:
        yield Find("friend", event.seat, (event.owner,))
    elif count % OWN_GOALS == 0:
        yield Find("own-goals", event.seat, (event.owner,), count)


def _blow(event: Captured, cost: int, dear: int) -> Iterator[Find]:
    """Yield a great capture of a rival."""
    if cost >= dear:
        yield Find("team-blow", event.seat, (event.owner,), cost)


def _feud(event: Captured, times: int) -> Iterator[Find]:
    """Yield that somebody captures the same player again and again."""
    if times >= FEUD:
        yield Find("feud", event.seat, (event.owner,), times)


def _is_record(name: str, cost: int, memory: Memory) -> bool:
    """Return whether a loss is the greatest of its sort so far; note it."""
    most = _notes(memory, f"dearest {name}", 1)
    known, most[0] = most[0], max(most[0], cost)
    return cost > known


def _swept(state: State, event: Captured) -> Iterator[Find]:
    """Yield that a capture leaves the victim's team without a piece on the road."""
    steps = [state.steps[piece] for piece in _team(state.setup, event.owner)]
    if not state.finished and not any(HOME < step < state.setup.board.goal for step in steps):
        yield Find("swept", event.seat, (event.owner,))


def _of_a_capture(before: State, after: State, event: Captured, *, is_first: bool) -> Iterator[Find]:
    """Yield what makes a capture special: the first, how far the piece had come, and if it was the last out."""
    setup = before.setup
    step, mouth = before.steps[pieces_by_name()[event.piece]], setup.board.mouth
    if is_first:
        yield Find("first", event.seat, (event.owner,))
    if mouth - CLOSE <= step <= mouth:
        yield Find("threshold", event.seat, (event.owner,), mouth - step + 1)
    if not mouth - CLOSE <= step <= mouth and step >= great(len(setup.seats)):
        yield Find("far-home", event.seat, (event.owner,), step)
    there, total = _arrived(after, _team(setup, event.owner))
    if (setup.teams or setup.board.goal - step <= AT_HAND) and not after.finished and total - there == 1:
        yield Find("team-denied" if setup.teams else "denied", event.seat, (event.owner,))
    elif not setup.teams and step >= LAST and not after.finished and total - there == 1:
        yield Find("last-home", event.seat, (event.owner,), step)
    own = [after.steps[piece] for piece in setup.own[event.owner]]
    if (step > CLOSE or not is_first) and not any(HOME < each < setup.board.goal for each in own):
        yield Find("team-wiped" if setup.teams else "wiped", event.seat, (event.owner,))


def _caught(event: Captured, memory: Memory, count: int) -> Iterator[Find]:
    """Yield the end of a chase in which the hunter wins, and a capture after an arrival in the same turn."""
    if memory.get("homed", [0])[0]:
        yield Find("hit-and-in", event.seat, (event.owner,))
    by, prey, turns = _notes(memory, "chase", 3 * count, -1)[3 * event.seat : 3 * event.seat + 3]
    if turns >= CHASE and [by, prey] == [pieces_by_name()[event.by], pieces_by_name()[event.piece]]:
        yield Find("caught", event.seat, (event.owner,), turns)


def _cell(state: State, piece: int) -> int:
    """Return the cell of a piece on the ring, which is its square's number."""
    return state.setup.board.cells[piece >> 2][state.steps[piece]]


def _moved(state: State, event: Moved, memory: Memory) -> Iterator[Find]:
    """Yield an arrival in the goal."""
    setup = state.setup
    if event.to != GOAL:
        return
    owner = owner_of(setup, PIECES * LETTERS.index(event.piece[0]))
    n, total = _arrived(state, setup.own[owner])
    is_first, homed = sum(step == setup.board.goal for step in state.steps) == 1, _notes(memory, "homed", 1)
    homed[0] += 1
    if setup.teams is not None:
        yield from _for_team(state, event.seat, owner, is_first=is_first, is_done=n == total)
    elif is_first:
        yield Find("first-in", owner)
    elif n == total - 1:
        yield Find("one-left", owner, n=n)
    elif 1 < n < total:
        yield Find("next-in", owner, n=n, m=total)
    if homed[0] == 2:
        yield Find("two-in", event.seat)
    elif foes := [
        each for each in memory.get("row", []) if setup.side_of_seat[each] != setup.side_of_seat[event.seat]
    ]:
        yield Find("hit-and-in", event.seat, (foes[-1],))


def _for_team(state: State, player: int, owner: int, *, is_first: bool, is_done: bool) -> Iterator[Find]:
    """Yield what a piece that a player brings in means for the team: its first, or the last one of its owner."""
    n, total = _arrived(state, _team(state.setup, owner))
    if player != owner:
        yield Find("brought", player, (owner,))
    if is_first:
        yield Find("team-first", player, n=n, m=total)
    elif is_done and n < total:
        yield Find("team-done", owner, n=n, m=total)
    if n in (total // 2, total - 1):
        yield Find("team-goal", player, n=n, m=total)


def _team(setup: Setup, seat: int) -> list[int]:
    """Return the pieces of a seat's side."""
    return [piece for colour in setup.sides[setup.side_of_seat[seat]] for piece in setup.pieces_of(colour)]


def _arrived(state: State, pieces: Sequence[int]) -> tuple[int, int]:
    """Return how many of some pieces are in the goal, and how many there are."""
    return sum(state.steps[piece] == state.setup.board.goal for piece in pieces), len(pieces)


def _crowned(ply: Ply[State]) -> Iterator[Find]:
    """Yield the last piece of the winning team; nothing where the others have played on for the last places."""
    setup = ply.state.setup
    for event in ply.events:
        if isinstance(event, Moved) and not setup.rules.play_on:
            pieces = len(_team(setup, event.seat))
            yield Find("team-all", event.seat, n=pieces, m=pieces)


def _opened(ply: Ply[State], event: BarrierOpened, memory: Memory) -> Iterator[Find]:
    walls = _notes(memory, "wall", 2 * len(ply.state.setup.seats))
    if event.square.isdecimal() and walls[2 * event.seat] == int(event.square):
        if walls[2 * event.seat + 1] >= WALL:
            yield Find("wall-falls", event.seat, n=walls[2 * event.seat + 1])
        walls[2 * event.seat : 2 * event.seat + 2] = [0, 0]


def _turn_over(before: State, after: State, seat: int, memory: Memory) -> Iterator[Find]:
    setup = after.setup
    memory["row"], memory["toll"], memory["homed"] = [], [0], [0]
    if before.phase is Phase.OPENING:
        return
    shut, own = _notes(memory, "shut", len(setup.seats)), setup.own[seat]
    home = [after.steps[piece] == HOME for piece in own]
    out = any(HOME < after.steps[piece] < setup.board.goal for piece in own)
    busy = _notes(memory, "busy", 1)
    shut[seat] = shut[seat] + 1 if any(home) and not out and not busy[0] else 0
    if shut[seat] - seat % ODD == DROUGHT:
        yield Find("drought", seat, n=shut[seat])
    if before.slot == setup.first_slot(seat):  # a player of two colours has two turns a round
        _note_wall(after, seat, memory)
    yield from _chase(after, seat, memory)
    yield from _escaped(after, seat, memory)
    _note_risk(after, seat, memory)


def _note_wall(state: State, seat: int, memory: Memory) -> None:
    """Count the rounds of a player's oldest barrier on the ring."""
    setup, walls = state.setup, _notes(memory, "wall", 2 * len(state.setup.seats))
    mouth = setup.board.mouth
    cells = [_cell(state, piece) for piece in setup.own[seat] if HOME < state.steps[piece] <= mouth]
    pairs = {cell for cell in cells if cells.count(cell) > 1}
    blocked = PARCHIS.thawed(state).blocked if pairs else 0
    pairs = {cell for cell in pairs if blocked >> cell & 1}
    cell, rounds = walls[2 * seat : 2 * seat + 2]
    if cell not in pairs:
        cell, rounds = min(pairs, default=0), -1
    walls[2 * seat : 2 * seat + 2] = [cell, min(rounds + 1, 99) if cell else 0]


def _chase(state: State, seat: int, memory: Memory) -> Iterator[Find]:
    """Count the turns that a player's piece stays behind the same piece."""
    setup, notes = state.setup, _notes(memory, "chase", 3 * len(state.setup.seats), -1)
    board, sides, side = setup.board, setup.side_of_colour, setup.side_of_seat[seat]
    cells = {piece: _cell(state, piece) for piece, step in enumerate(state.steps) if HOME < step <= board.mouth}
    crowds = Counter(cells.values())  # two on a square are safe
    preys = {
        cell: piece
        for piece, cell in cells.items()
        if sides[piece >> 2] != side and crowds[cell] == 1 and cell not in board.shelters
    }
    near = sorted(
        (gap, hunter, preys[cell])
        for hunter in (piece for piece in setup.own[seat] if piece in cells)
        for gap, cell in enumerate(board.cells[hunter >> 2][state.steps[hunter] + 1 : board.mouth + 1][:NEAR], 1)
        if cell in preys
    )
    hunter, prey, turns = notes[3 * seat : 3 * seat + 3]
    if any((each, other) == (hunter, prey) for _, each, other in near):
        turns = min(turns + 1, 99)
    else:
        hunter, prey, turns = (*near[0][1:], 1) if near else (-1, -1, 0)
    notes[3 * seat : 3 * seat + 3] = [hunter, prey, turns]
    if turns in (CHASE + prey % ODD, 2 * CHASE + ODD) and 2 * state.steps[prey] > setup.board.mouth:
        yield Find("chase", seat, (owner_of(setup, prey),), _cell(state, hunter), _cell(state, prey))


def _escaped(state: State, seat: int, memory: Memory) -> Iterator[Find]:
    """Yield the pieces that still stand where several others could capture them, once those had their turns."""
    setup = state.setup
    risks = _notes(memory, "risks", RISK * len(setup.seats))
    for owner in range(len(setup.seats)):
        hunters, piece, step, all_seats, seats = risks[RISK * owner : RISK * (owner + 1)]
        if not seats >> seat & 1:
            continue
        risks[RISK * owner + 4] = seats = seats & ~(1 << seat)
        if not seats and hunters > 1 and state.steps[piece] == step and 2 * step > setup.board.mouth:
            others = tuple(each for each in range(len(setup.seats)) if all_seats >> each & 1)
            yield Find("escape", owner, others, hunters, _cell(state, piece))


def _note_risk(state: State, seat: int, memory: Memory) -> None:
    """Note the player's piece that most others could capture: how many, where it stands, and whose they are.

    Its escape is news from the middle of the ring on, if it is from several: only then they are looked for.
    """
    setup, side, ways = state.setup, state.setup.side_of_seat[seat], state.setup.board.cells
    cells = {
        ways[piece >> 2][state.steps[piece]]
        for piece in setup.own[seat]
        if 2 * state.steps[piece] > setup.board.mouth and may_fall(state, piece)
    }
    near = sum(near_behind(state, other, cells) for other in range(len(setup.sides)) if other != side) if cells else 0
    hunters = {} if setup.by_colour or near < 2 else within_reach(state, side)
    _, piece = max(((len(hunters.get(piece, ())), piece) for piece in setup.own[seat]), default=(0, 0))
    after = hunters.get(piece, frozenset())
    seats = sum(1 << each for each in {owner_of(setup, hunter) for hunter in after})
    noted = [len(after), piece, state.steps[piece], seats, seats]
    _notes(memory, "risks", RISK * len(setup.seats))[RISK * seat : RISK * (seat + 1)] = noted


def _turn_begins(state: State, seat: int, memory: Memory) -> None:
    """Note whether a player has a piece on the way as their turn begins."""
    goal = state.setup.board.goal
    memory["busy"] = [int(any(HOME < state.steps[piece] < goal for piece in state.setup.own[seat]))]
