"""The commentator's memory of a game, folded ply by ply, and the choice of what is news.

A story is small, frozen and deterministic: the same plies tell the same sentences to the letter. A turn has one
sentence at most. A wording comes back after ten turns at the earliest, and a kind of news rests longer after each
telling.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.core.domain.race import BEST, FLIP, leaves_one, note_leader, race
from bot.core.domain.recaps import last_piece, note_recap, recap
from bot.core.domain.road import Road
from bot.core.games.chapters import CHAPTERS, HALVES, OUTLOOKS, RACE, THREADS
from bot.core.games.commentary import Find, Kind, Kinds, Memory
from bot.core.games.profiles import profile_of
from engine.events import Finished, Won
from engine.match import Match
from engine.plies import Ply, Resumed

REMEMBERED = 48
"""Turns for which a story remembers its sentences: a message that stays has fewer, in a game of six too."""
RECENT, MOST = 12, 30
"""Turns for which they are stored, and the most of them that are."""
FRESH = 10
"""Turns within which a wording is not repeated."""
PATIENCE = 2
"""Tellings after which a kind's rest no longer grows."""
QUIET = 5
"""Turns without a sentence after which less is news too."""
TABLE = 4
"""Seats from which on a kind rests for more turns: a round of six is longer."""
BIG, SIMILAR = 45, 10
"""The least weight of a great event, and how much lighter another sentence about it may be."""
LUCK = 6
"""Bits of a count of glad or sorry sentences of a player."""
NEVER = (0, 0, -1)
CAPTURES = frozenset(
    (
        "captured",
        "first",
        "revenge",
        "feud",
        "threshold",
        "far-home",
        "denied",
        "caught",
        "wiped",
        "team-hit",
        "team-blow",
        "team-denied",
        "tally",
        "rescue",
    )
)
"""The kinds of a single capture that may bring the lead."""
LEADS = frozenset({"lead", "lead-hit", "lead-falls", "lead-third", "team-lead", "toppled", "comeback"})
ENDS = (Won, Finished)
"""Events that leave nothing to tell but the end."""
CROWNING = frozenset({"all-in", "team-all"})
"""The kinds of the move that ends a game."""
STIR = "stir"
"""The note of the turn of the last great event, told or not."""
WAITS = "waits"
"""The note of how many turns with a great event passed since the last sentence, and of the last of them."""
FLOORS = (69, 65)
"""The least weight of a sentence in a game of teams after none and one such turn; then BIG is enough."""
LAST_PIECES = frozenset({"photo", "all-last"})
"""The kinds that say that the end is near."""


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
        """Return the chat's records at the start of the game; empty if there were none."""
        return self.notes(BEST)

    @property
    def spoke(self) -> int:
        """Return the turn of the last sentence, chapters aside."""
        return max((last for kind, (_, last, _) in self.times.items() if kind not in CHAPTERS), default=0)

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
            memory[STIR] = [story.turn]
            waits, last = memory.get(WAITS, [len(FLOORS), -1])
            memory[WAITS] = [waits + (last != story.turn), story.turn]
        bare = story.turn - max(story.spoke, *memory.get(STIR, [0])) if ply.ends_turn else 0
        plain += race(match, before, ply, road, memory, story.turn, bare)
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
    profile, crowd = profile_of(match.game.name), max(1.0, len(match.game.way(ply.state)) / TABLE)
    ends = [event for event in ply.events if isinstance(event, ENDS)]
    last_words: Container[str] = CROWNING if any(isinstance(event, Won) for event in ends) else ()
    last = next((find for find in plain if leaves_one(road, find)), None)
    photo = any(find.kind in LAST_PIECES for find in plain)
    if last is not None and not photo and "near" not in memory:
        memory["near"] = [1]
        chapters = [last_piece(road, last.seat)]
        # the chapter says so too, and nothing lighter is worth a line next to it
        plain = [find for find in plain if find is not last and kind_of(find, profile.kinds).weight >= BIG]
    plain += _captured_the_lead(story, match, ply, plain, memory)
    if match.teams:
        plain = [find for find in plain if _is_for_teams(find, kind_of(find, profile.kinds), memory)]
    for kinds, offered in (({**RACE, **profile.kinds}, plain), (THREADS, chapters), (OUTLOOKS, chapters)):
        fitting = [find for find in offered if find.kind in (last_words if ends else kinds)]
        best = _chosen(story, kinds, fitting, times, crowd, teams=bool(match.teams))
        if best is not None:
            best = replace(best, luck=_luck(best.find, kinds[best.find.kind], memory))
            if kinds is THREADS:
                note_recap(road, memory, story.turn, is_half=best.find.kind in HALVES)
            elif kinds is not OUTLOOKS:
                memory[WAITS] = [0, story.turn]
            told.append(best)
            times[best.find.kind] = (times.get(best.find.kind, NEVER)[0] + 1, story.turn, best.wording)
    kinds_told = {each.find.kind for each in told if each.ply == story.plies}
    if kinds_told & {*LEADS, *CHAPTERS}:
        note_leader(road, memory, is_new=bool(kinds_told & LEADS))


def _is_for_teams(find: Find, kind: Kind, memory: Memory) -> bool:
    """Return whether a game of teams has room for a sentence: it has many players, and most captures are no news."""
    waits = memory.get(WAITS, [len(FLOORS)])[0]
    floor = (*FLOORS, BIG)[min(waits, len(FLOORS))]
    return kind.weight >= floor or find.kind in LEADS | LAST_PIECES | CROWNING


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


def kind_of(find: Find, kinds: Kinds) -> Kind:
    """Return the kind of a find that is no chapter."""
    return kinds.get(find.kind) or RACE[find.kind]


def _captured_the_lead(
    story: Story, match: Match[Any], ply: Ply[Any], finds: Sequence[Find], memory: Memory
) -> list[Find]:
    """Return that the capture of this turn brought the lead to its player, team or somebody else, if it did."""
    new = next((find for find in finds if find.kind in ("lead", "lead-falls")), None)
    if new is not None and new.kind == "lead-falls" and any(find.kind == "third" for find in finds):
        return [replace(new, kind="lead-third")]
    hits = [each.find for each in story.told if each.turn == story.turn and each.find.kind in CAPTURES]
    hits += [find for find in finds if find.kind in CAPTURES]
    if new is None or not hits or hits[-1].seat != ply.seat or memory[FLIP][1] != story.turn:
        return []
    victim = hits[-1].others[0]
    if new.kind == "lead":
        return [Find("team-lead" if match.teams else "lead-hit", ply.seat, (victim,))]
    return [Find("toppled", ply.seat, (victim, new.seat))] if new.others == (victim,) and not match.teams else []


def _chosen(
    story: Story,
    kinds: Kinds,
    finds: Sequence[Find],
    times: Mapping[str, tuple[int, int, int]],
    crowd: float,
    *,
    teams: bool,
) -> Told | None:
    """Return the most remarkable sentence of a ply; None if silence is better.

    `crowd` lengthens rests. In a game of `teams` a new leader goes before heavier kinds, and no wording comes twice.
    """
    if not finds:
        return None
    said = [kind.weight for each in story.told if each.turn == story.turn and (kind := kinds.get(each.find.kind))]
    bare, floor = story.turn - story.spoke, 0
    for find in sorted(finds, key=lambda find: (not (teams and find.kind in LEADS), -kinds[find.kind].weight)):
        kind = kinds[find.kind]
        is_lead = teams and find.kind in LEADS
        if said and kind.weight < max(said) and not is_lead:  # one more capture outdoes the last
            return None
        count, last, latest = times.get(find.kind, NEVER)
        rest = kind.rest * crowd * (1 + min(count, PATIENCE))
        if kind.weight < floor:
            return None
        floor = kind.weight - SIMILAR if kind.weight >= BIG else 0  # better silence than a trifle of a great turn
        if 0 < (kind.most or (len(kind.variants) if teams or kind.weight < BIG else 0)) <= count:
            continue
        if count and story.turn - last < rest // (2 if bare > QUIET * crowd else 1):
            continue
        used = {each.wording for each in story.told if each.find.kind == find.kind and each.turn > story.turn - FRESH}
        first = latest + 1 if count else story.plies  # in turn: none comes back before all others had theirs
        turned = [(first + at) % len(kind.variants) for at in range(len(kind.variants))]
        wording = next((each for each in turned if each not in used and each != latest), None)
        if wording is not None:
            return Told(story.plies, story.turn, wording, find)
    return None
