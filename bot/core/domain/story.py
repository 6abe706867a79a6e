"""The commentator's memory of a game, folded ply by ply, and the choice of what is news.

A story is small, frozen and deterministic: the same plies tell the same sentences to the letter. A turn has one
sentence, and few words about a new leader after another sentence. A game has each wording once, but the plainest
ones of what readers have to know. A kind of news rests longer after each telling.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.core.domain.race import BEST, BLOW, FLIP, FRONT, NAMED, SAID, note_leader, race
from bot.core.domain.recaps import TRIED, last_pieces, note_recap, recap
from bot.core.domain.road import Road
from bot.core.games.chapters import CHAPTERS, ENDINGS, HALVES, OUTCOMES, OUTLOOKS, RACE, THREADS, THREATS
from bot.core.games.commentary import TABLE, THREAT, Find, Kind, Kinds, Memory, great
from bot.core.games.profiles import profile_of
from engine.events import Finished, Won
from engine.match import Match
from engine.plies import Ply, Resumed

REMEMBERED = 48
"""Turns for which a story remembers its sentences: a message that stays has fewer, in a game of six too."""
RECENT, MOST = 12, 30
"""Turns for which they are stored, and the most of them that are."""
PATIENCE = 2
"""Tellings after which a kind's rest no longer grows."""
BIG, SIMILAR = 45, 10
"""The least weight of a great event, and how much lighter another sentence about it may be."""
LUCK = 6
"""Bits of a count of glad or sorry sentences of a player."""
NEVER = (0, 0, -1)
FIGURES = 3
"""The records of a chat, before the number of its games."""
LEADS = frozenset(
    {
        "lead",
        "lead-first",
        "lead-since",
        "lead-new",
        "lead-too",
        "lead-hit",
        "lead-falls",
        "lead-third",
        "team-lead",
        "toppled",
        "comeback",
        "lead-pieces",
    }
)
ENDS = (Won, Finished)
"""Events that leave nothing to tell but the end."""
CROWNING = frozenset({"team-all", "unlocked", "crowned", "crowned-gift"})
"""The kinds of the move that ends a game."""
TOLD = "told "
"""The notes, by kind, of the turn and the seats of a sentence that another one may follow."""
BITE = (1, -1)
"""The moods of a capture."""
BITTEN = "bitten"
"""The note of the turn of the last comment on a capture."""
REST, CHEAP, DEAR = 4, 12, 30
"""Turns after such a comment in which captures are many, and the squares that one must cost otherwise, and then."""
DEAREST = 71
"""The most weight of a capture that may be left without a comment."""
COUNTING = frozenset({"feud", "account", "revenge", "spree", "caught"})
"""What counts captures, which is no news of teams: readers do not see the cheap ones."""
ALWAYS_TOLD = frozenset({"first", "caught", "feared"})
"""The captures that readers wait for."""
WAITS = "waits"
"""The note of how many turns with a great event passed since the last sentence, and of the last of them."""
FLOORS = (69, 66, 64)
"""The least weight of a sentence in a game of teams after none, one and more such turns; then BIG is enough."""
CALM = 10
"""Turns after which a kind that comes in any case may repeat its wording."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the story: its ply and turn, the index of its wording, and what it is about.

    `luck`: how often its player, and its victim, were as glad or as sorry in the game, in LUCK bits each.
    """

    ply: int
    turn: int
    wording: int
    find: Find
    luck: int = 0

    def kind(self, kinds: Kinds) -> Kind | None:
        """Return its kind, given those of the game; None if there is no such kind."""
        return kinds.get(self.find.kind) or RACE.get(self.find.kind) or CHAPTERS.get(self.find.kind)


@dataclass(frozen=True, slots=True)
class Story:
    """What happened up to a ply; `since`: the first ply for which `told` is complete.

    `memory`: the notes of the game and of the race. `times`: how often the story had each kind, the
    turn of the last time, and its wording.
    """

    plies: int = 0
    turn: int = 0
    since: int = 0
    told: tuple[Told, ...] = ()
    times: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    memory: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def best(self) -> tuple[int, ...]:
        """Return the chat's records at the start of the game, and the number of its games; empty without any."""
        return self.notes(BEST)

    def notes(self, name: str) -> tuple[int, ...]:
        return self.memory.get(name, ())

    @property
    def stored(self) -> Story:
        """Return the story as it is stored, with fewer sentences."""
        since, told = _latest(self.told, self.since, self.turn - RECENT, MOST)
        return self if len(told) == len(self.told) else replace(self, since=since, told=tuple(told))


def _latest(told: Sequence[Told], since: int, turn: int, most: int | None = None) -> tuple[int, list[Told]]:
    """Return the sentences after a turn, and the first ply for which they are complete."""
    kept = [each for each in told if each.turn > turn][-most if most else None :]
    return (since, kept) if len(kept) == len(told) else (told[len(told) - len(kept) - 1].ply + 1, kept)


def folded(
    match: Match[Any], story: Story | None = None, *, whole: bool = False, best: tuple[int, ...] = ()
) -> Story:
    """Return the story of a match, continued from one of its beginning.

    Without one it starts at the first ply in memory. `whole`: from the first ply, with all its sentences. `best`: the
    chat's records at the start of the game, for a story that has none yet.
    """
    plies = match.plies
    if story is None or not 0 <= story.plies <= len(plies):
        late = plies.late if isinstance(plies, Resumed) and not whole else 0
        story = Story(plies=late, since=late, memory={BEST: best} if best else {})
    for number in range(story.plies, len(plies)):
        before = plies[number - 1].state if number else match.opening
        story = told_on(story, match, before, plies[number], whole=whole)
    return story


def told_on(story: Story, match: Match[Any], before: Any, ply: Ply[Any], *, whole: bool = False) -> Story:
    """Return the story after one more ply."""
    profile, road = profile_of(match.game.name), Road.after(match, ply)
    memory = {name: list(values) for name, values in story.memory.items()}

    def found() -> tuple[list[Find], list[Find]]:
        plain = [*profile.watch(before, ply, memory)]
        if any(profile.kinds[find.kind].weight >= BIG for find in plain):
            waits, last = memory.get(WAITS, [len(FLOORS), -1])
            memory[WAITS] = [waits + (last != story.turn), story.turn]
        plain += race(match, before, ply, road, memory, story.turn)
        near = last_pieces(ply, road, memory, story.turn)
        if near:
            return plain, [*near, *profile.outlook(ply.state, {})]
        return plain, recap(match, ply, road, memory, story.turn)

    try:
        plain, chapters = found()
    except (LookupError, ValueError, TypeError):  # notes that no version of this game wrote
        memory = {BEST: list(story.best)} if story.best else {}
        plain, chapters = found()
    told, times = list(story.told), dict(story.times)
    if plain or chapters:
        _tell(story, match, ply, road, plain, chapters, memory, told, times)
    turn, since = story.turn + ply.ends_turn, story.since
    if not whole:
        since, told = _latest(told, since, turn - REMEMBERED)
    notes = {name: tuple(values) for name, values in memory.items()}
    return Story(story.plies + 1, turn, since, tuple(told), times, notes)


def _tell(
    story: Story,
    match: Match[Any],
    ply: Ply[Any],
    road: Road,
    plain: list[Find],
    chapters: list[Find],
    memory: Memory,
    told: list[Told],
    times: dict[str, tuple[int, int, int]],
) -> None:
    """Add the sentences that a ply's finds are worth, and count their kinds."""
    if any(isinstance(event, ENDS) for event in ply.events):
        is_won = any(isinstance(event, Won) for event in ply.events)
        plain, chapters = [find for find in plain if is_won and find.kind in CROWNING], []
    profile, seats = profile_of(match.game.name), len(match.game.way(ply.state))
    crowd, own = max(1.0, seats / TABLE), {**RACE, **profile.kinds}
    plain = [find for find in plain if _is_known(find, own[find.kind], memory, story.turn, seats)]
    outcomes = [find for find in plain if find.kind in OUTCOMES]
    settled = OUTCOMES | THREATS if outcomes else OUTCOMES
    plain, too = _lead(story, match, ply, road, [find for find in plain if find.kind not in settled], memory)
    is_enough = partial(_is_for_teams, seats) if match.teams else _is_weighty
    plain = [find for find in plain if is_enough(find, own[find.kind], memory, story.turn)]
    kinds_told = set[str]()
    for kinds, offered in (
        (own, plain),
        (own, outcomes),
        (RACE, too),
        (THREADS, chapters),
        (OUTLOOKS, chapters),
    ):
        if offered is outcomes and kinds_told:
            continue
        finds = _fresh(kinds, offered, kinds_told, memory)
        best = _chosen(story, kinds, finds, times, crowd)
        if best is not None:
            best = replace(best, luck=_luck(best.find, kinds[best.find.kind], memory))
            if kinds is THREADS:
                note_recap(road, memory, story.turn, is_half=best.find.kind in HALVES)
            elif kinds is not OUTLOOKS:
                memory[WAITS] = [0, story.turn]
            told.append(best)
            kinds_told.add(best.find.kind)
            _note_told(best, own, memory)
            times[best.find.kind] = (times.get(best.find.kind, NEVER)[0] + 1, story.turn, best.wording)
    if kinds_told & (LEADS | THREADS.keys() - ENDINGS):
        note_leader(road, memory)
    if kinds_told & LEADS:
        memory[NAMED], memory[SAID] = [story.turn], [0]
    elif SAID in memory:
        memory[SAID][0] += len(kinds_told)


def _fresh(kinds: Kinds, offered: Sequence[Find], told: Collection[str], memory: Memory) -> list[Find]:
    """Return the finds of some kinds that go with the sentences of the turn: no second word about a new leader."""
    fresh = [find for find in offered if find.kind in kinds and not (find.kind in THREATS and THREAT in memory)]
    if kinds is OUTLOOKS:
        return fresh if any(kind in THREADS for kind in told) else []
    if LEADS.isdisjoint(told) or (kinds is not RACE and kinds is not THREADS):
        return fresh
    if kinds is THREADS:
        memory.pop(TRIED, None)  # a recap comes later
    return [find for find in fresh if find.kind in ENDINGS]


def _note_told(told: Told, kinds: Kinds, memory: Memory) -> None:
    """Note a sentence that another kind goes on about."""
    find = told.find
    if find.kind in THREATS:
        is_chase, other = find.kind == "chase", find.others[0]
        memory[THREAT] = (
            [other, find.seat, find.m, 0, 0, find.n] if is_chase else [find.seat, other, find.n, find.m, 0, 0]
        )
    if find.kind in kinds and kinds[find.kind].mood == BITE:
        memory[BITTEN] = [told.turn]
    if any(find.kind in kind.after for kind in kinds.values()):
        memory[TOLD + find.kind] = [told.turn, find.seat, *find.others]


def _is_known(find: Find, kind: Kind, memory: Memory, turn: int, seats: int) -> bool:
    """Return whether readers know what a sentence goes on about, if it goes on about anything."""
    if not kind.after:
        return True
    notes = [memory[TOLD + each] for each in kind.after if TOLD + each in memory]
    return any(turn - at <= find.n * seats and {find.seat, *find.others} <= {*named} for at, *named in notes)


def _is_weighty(find: Find, kind: Kind, memory: Memory, turn: int) -> bool:
    """Return whether a capture is worth a comment: a cheap one isn't, and soon after another it must be dear."""
    if kind.mood != BITE or kind.weight > DEAREST or find.kind in ALWAYS_TOLD or find.kind in LEADS:
        return True
    cost, *_, at = memory.get(BLOW, [0, turn])
    is_crowded = turn - memory.get(BITTEN, [-REST])[0] < REST
    return at != turn or cost >= (DEAR if is_crowded else CHEAP)


def _is_for_teams(seats: int, find: Find, kind: Kind, memory: Memory, turn: int) -> bool:
    """Return whether a game of teams has room for a sentence: it has many players, and cheap captures are no news."""
    cost, *_, at = memory.get(BLOW, [0, turn])
    if kind.mood == BITE and at == turn and cost >= great(seats):
        return True
    if find.kind in COUNTING:
        return False
    waits = memory.get(WAITS, [len(FLOORS)])[0]
    floor = (*FLOORS, BIG)[min(waits, len(FLOORS))]
    return kind.weight >= floor or find.kind in LEADS | CROWNING


def _luck(find: Find, kind: Kind, memory: dict[str, list[int]]) -> int:
    """Count how often the seats of a sentence were as glad or as sorry, and return the counts together."""
    counts, luck = memory.setdefault("luck", []), 0
    for at, (seat, mood) in enumerate(zip((find.seat, *find.others), kind.mood, strict=False)):
        place = 2 * seat + (mood < 0)
        if mood and seat >= 0:
            counts += [0] * (place + 1 - len(counts))
            counts[place] = min(counts[place] + 1, (1 << LUCK) - 1)
            luck |= counts[place] << LUCK * at
    return luck


def _lead(
    story: Story, match: Match[Any], ply: Ply[Any], road: Road, finds: list[Find], memory: Memory
) -> tuple[list[Find], list[Find]]:
    """Return the finds with what brought a new lead, and few words about it to follow another sentence."""
    new = next((find for find in finds if find.kind in LEADS - {"comeback"}), None)
    if new is None:
        return finds, []
    too, others = [Find("lead-too", new.seat, new.others)], [find for find in finds if find.kind not in LEADS]
    if new.kind == "lead-first":
        too = [new]
    known = memory.get(FRONT, [0, -1])[1]
    if road.by_pieces and known == road.furthest != road.order[0]:
        return others, [Find("lead-pieces", new.seat, new.others, road.arrived[road.order[0]])]
    if new.kind == "lead-too" or any(
        each.turn == story.turn and each.find.kind not in CHAPTERS for each in story.told
    ):
        return others, too
    if new.kind == "lead-falls" and any(find.kind == "third" for find in finds):
        return [*finds, replace(new, kind="lead-third")], too
    _, since, _, _, *hit = memory[FLIP]
    if since != story.turn or hit[:1] != [ply.seat] or road.side_of(hit[1]) == road.side_of(ply.seat):
        return finds, too
    victim, is_own = hit[1], new.seat == ply.seat
    if new.kind in ("lead", "lead-new", "lead-since") and road.side_of(victim) == known:
        return [*finds, Find("lead-hit" if is_own else "team-lead", ply.seat, (victim,))], too
    if new.kind == "lead-falls" and new.others == (victim,) and not match.teams:
        return [*finds, Find("toppled", ply.seat, (victim, new.seat))], too
    return finds, too


def games_before(best: Sequence[int]) -> int:
    """Return how many games the chat had before; 0 if unknown."""
    return best[3] if len(best) > FIGURES else 0


def _first(story: Story, wordings: int) -> int:
    """Return the first wording of a kind: another half than in the chat's last game."""
    games, half = games_before(story.best), (wordings + 1) // 2
    return games * half + games // 2 * (half // 2) or story.plies


def _chosen(
    story: Story,
    kinds: Kinds,
    finds: Sequence[Find],
    times: Mapping[str, tuple[int, int, int]],
    crowd: float,
) -> Told | None:
    """Return the most remarkable sentence of a ply; None if silence is better.

    `crowd` lengthens rests.
    """
    now = [each for each in story.told if each.turn == story.turn]
    said = [kind.weight for each in now if (kind := kinds.get(each.find.kind))]
    floor = 0
    for find in sorted(finds, key=lambda find: -kinds[find.kind].weight):
        kind = kinds[find.kind]
        if kind.weight < max(said, default=0) or kind.weight < floor:  # one more capture outdoes the last
            return None
        floor = kind.weight - SIMILAR if kind.weight >= BIG else 0  # better silence than a trifle of a great turn
        count, last, latest = times.get(find.kind, NEVER)
        is_more = kind.grows and 0 < count < len(kind.variants) and last == story.turn
        if not is_more and count >= (kind.most or len(kind.variants)):
            if kind.always and (latest or story.turn - last >= CALM):
                return Told(story.plies, story.turn, 0, find)
        elif is_more or not count or story.turn - last >= kind.rest * crowd * (1 + min(count, PATIENCE)):
            first = latest + 1 if count else _first(story, len(kind.variants))
            return Told(story.plies, story.turn, first % len(kind.variants), find)
    return None
