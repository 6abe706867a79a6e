"""A finished game retold in three sentences: who led, who nearly won, and what people will remember of it.

The last one is about the winner, or a warm joke.
A record of the chat that fell stands in place of what turned the game. A side may be a team, so no verb agrees with a
name, in any language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.core.domain.race import FELL, FLIP, FRONT, TURNS
from bot.core.domain.recaps import SEEN
from bot.core.domain.road import Road
from bot.core.domain.standing import places
from bot.core.domain.story import Story
from bot.core.domain.storytelling import story_of
from bot.core.domain.table import StartedTable
from bot.core.games.commentary import Find
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_words
from bot.core.i18n.text_format import in_capitals
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.capture_costs import captures_of, cost_within, costs_of_rivals
from bot.core.views.headlines import PAIR, side_name, variant
from bot.core.views.players import everybody

COSTLY = 25
"""Steps lost at once that may turn a game."""
BEHIND = 20
"""Hundredths of the way behind that make a comeback."""
HUNT, KNOCKS = 8, 6
"""Captures of somebody without a piece in the goal, and pieces lost by the winner, that are worth a sentence."""
FEUD = 3
"""Captures of each other, on both sides, that make rivals."""
MANY = 3
"""Changes of the lead that are worth counting."""
EARLY = 4
"""The part of the game, its inverse, after which a last change of the lead turns it."""
PRESENTS, SLIDES, MISHAPS, TRIPS = 5, 2, 2, 10
"""What a game is remembered for: rolls given away, slides, own pieces of a team sent home, and moves for mates."""
DOWN = 14
"""Holes lost on slides that a game of Palma is remembered for."""
CLOSE_ALWAYS = (
    N_("🎭 Nobody ever led clearly: close from the first turn to the last."),
    N_("🎭 Shoulder to shoulder all the way: never a clear leader."),
)
LED_ALWAYS = (N_("🎭 One leader from start to finish: {player}."),)
LED_BY_TURNS = (
    N_("🎭 The lead changed hands {n} times; longest with {player}."),
    N_("🎭 {n} changes of lead, and nobody was in front longer than {player}."),
)
LED_IN_VAIN = (
    N_("🎭 The lead changed {n} times. Longest in front: {player}. A pity only the last turn counts."),
    N_("🎭 Longest in front, through {n} changes of lead: {player}. The cup went elsewhere."),
)
TO_AND_FRO = (
    N_("🎭 To and fro: the lead went back and forth {n} times, between {player} and {victim}."),
    N_("🎭 A seesaw for two, {player} and {victim}: the lead changed {n} times."),
)
LED_MOST = (
    N_("🎭 For most of the game one name stood at the top: {player}."),
    N_("🎭 Long stay at the top, breakfast included: {player}."),
)
TURNED = (N_("💥 What turned the game: the capture on {n}. From then on in front: {player}."),)
LATE = (N_("📈 In front only at the very end: {player}."),)
RIVALS = (N_("💥 Captures between {player} and {victim}: {n} to {m}. That smells of a rematch."),)
COSTLIEST = (
    N_("💥 Bite of the day, by {player}: {victim} has {n} squares to walk again."),
    N_("💥 {n} squares gone at one stroke: the capture by {player}, the sigh by {victim}."),
)
EMPTY_HANDED = (
    N_("🎭 {n} captures, and not one piece in the goal: {player} came for the hunt."),
    N_("🎭 Captures: {n}. Pieces in the goal: none. It was a lovely hunt though, {player}."),
)
BATTERED = (
    N_("🎭 {n} pieces lost, more than anyone, and still the first one home: {player}."),
    N_("🎭 Knocked down {n} times, more than anyone, and up again {n} times: {player}."),
)
UNTOUCHED = (
    N_("🛡 Nobody laid a finger on {player}: not one piece lost."),
    N_("🛡 {player} walked through all of it without losing a piece. Rain, what rain?"),
)
FRIENDLY = (
    N_("🙈 The prize for own goals goes to {player}: {n} pieces from the same team sent home."),
    N_("🙈 The biggest danger to their own team: {player}. Pieces sent home: {n}."),
)
DRIVER = (
    N_("🤝 Chauffeur of the day: {player}, with {n} moves for teammates."),
    N_("🤝 {n} moves for teammates: {player} should charge for petrol."),
)
VALUABLE = (
    N_("⭐ Player of the day: {player}, with {n} captures that cost the other side {m} squares."),
    N_("⭐ Nobody did more for the victory: {player}, {n} captures, {m} squares taken."),
)
OWN_GOALS = (
    N_("😅 {player}: {m} squares short at the end. Captures among teammates had cost {n}."),
    N_("😅 {m} squares short for {player}, and {n} went in captures among teammates. Just saying."),
)
PEACEFUL = (
    N_("🕊 A peaceful game: no capture cost anyone dear."),
    N_("🕊 Hardly a scratch: all captures were cheap."),
)
GENEROUS = (
    N_("🎁 Most generous: {player}, with {n} rolls for the other side."),
    N_("🎁 The gift shop was run by {player}: {n} rolls given away."),
)
SLIDER = (
    N_("🛝 The season ticket for slides: {player}, with {n} rides."),
    N_("🛝 {n} slides for {player}. Walking is overrated."),
)
UP_AND_DOWN = (
    N_("🛝 {player} and the slides: {n} holes up, {m} down. Next time, the stairs."),
    N_("🛝 The slides gave {player} {n} holes, and then took {m}."),
)
QUICKEST = (N_("🎺 The quickest capture this chat has seen: turn {n}, by {player}."),)
LONGEST = (N_("🏜 The longest drought this chat has seen: {n} turns, and {player} lived to tell the tale."),)
COMEBACK = (
    N_("📈 A comeback for the books by {player}: {gap} behind at one stage!"),
    N_("📈 {gap} behind at one stage, then victory: {player}!"),
)
BIGGEST = (N_("📈 The biggest comeback this chat has seen, by {player}: {gap} behind at one stage!"),)
BY_A_WHISKER = (
    N_("😅 By a whisker, {player}: only a {n} was missing."),
    N_("😅 One number short: {player}. A {n} was all it took."),
    N_("😅 Somewhere a {n} was on its way to {player}. It came too late."),
)
SO_CLOSE = (
    N_("😅 So close for {player}: just one piece was missing."),
    N_("😅 One piece short: {player}. It sends its regards from the road."),
)
NEXT = (
    N_("😅 Not this time for {player}: {n} pieces were still missing."),
    N_("😅 {n} pieces short: {player}. The rematch starts from scratch, luckily."),
)
LAST_PLACE = (
    N_("😅 Last place, but never a dull moment: {player}, with {n} captures."),
    N_("😅 Last in the table, full of mischief: {player}, with {n} captures."),
)
CLOSINGS: Mapping[str, Sequence[str]] = {
    "close-always": CLOSE_ALWAYS,
    "led-always": LED_ALWAYS,
    "led-by-turns": LED_BY_TURNS,
    "led-in-vain": LED_IN_VAIN,
    "to-and-fro": TO_AND_FRO,
    "led-most": LED_MOST,
    "valuable": VALUABLE,
    "own-goals": OWN_GOALS,
    "turned": TURNED,
    "late": LATE,
    "rivals": RIVALS,
    "costliest": COSTLIEST,
    "empty-handed": EMPTY_HANDED,
    "battered": BATTERED,
    "untouched": UNTOUCHED,
    "friendly": FRIENDLY,
    "driver": DRIVER,
    "peaceful": PEACEFUL,
    "generous": GENEROUS,
    "slider": SLIDER,
    "up-and-down": UP_AND_DOWN,
    "quickest": QUICKEST,
    "longest": LONGEST,
    "comeback": COMEBACK,
    "biggest": BIGGEST,
    "whisker": BY_A_WHISKER,
    "so-close": SO_CLOSE,
    "next": NEXT,
    "last-place": LAST_PLACE,
}
"""The wordings of each kind of sentence."""
NEARLY = frozenset({"whisker", "so-close", "next", "last-place", "own-goals"})
"""The kinds about those who lost: they come after who led."""
OF_THE_WINNER = frozenset({"turned", "late", "comeback", "biggest", "valuable", "untouched", "battered"})
"""The kinds that come last."""
COUNTED = frozenset(
    {"led-by-turns", "led-in-vain", "to-and-fro", "empty-handed", "battered", "friendly", "slider", "next"}
)
"""The kinds whose number counts something, and is written as a word."""
OF_ONE = frozenset(
    {
        "costliest",
        "valuable",
        "friendly",
        "driver",
        "generous",
        "slider",
        "up-and-down",
        "quickest",
        "longest",
        "empty-handed",
        "battered",
        "untouched",
        "rivals",
        "last-place",
    }
)
"""The kinds about players, who are never a team."""
OF_SIDES = tuple(text for kind, texts in CLOSINGS.items() if kind not in OF_ONE for text in texts)


def retold(table: StartedTable, t: Translator) -> list[Line]:
    """Return three sentences about a decided game; fewer for a short one."""
    return [_told(table, find, t) for find in closings(table, story_of(table))]


def closings(table: StartedTable, story: Story) -> list[Find]:
    """Return what the sentences about a decided game say: of players by their seats, of sides by their first ones."""
    sides = table.sides
    if any(len(story.notes(name)) != len(sides) for name in ("led", "behind")) or not table.match.result:
        return []  # too short a game, or a story of another one
    middle = _records(table, story) or _of_the_game(table, story) or _turned(table, story) or _last_place(table)
    found = {find.kind: find for find in (*_leaders(table, story), *middle, *_nearly(table, story))}
    told = sorted(found.values(), key=_order)
    return told if not told or told[-1].kind not in NEARLY else [*told[1:], told[0]]  # who led has the last word


def _order(find: Find) -> int:
    """Return where a sentence stands: who led, who nearly won, what happened, and the winner."""
    if find.kind in NEARLY:
        return 1
    return 3 if find.kind in OF_THE_WINNER else 2 if find.kind in OF_ONE or find.kind == "peaceful" else 0


def _leaders(table: StartedTable, story: Story) -> list[Find]:
    """Return who led, and how often that changed as the story told it; nothing if nobody led for long."""
    led, swaps, front = story.notes("led"), story.notes("swaps"), story.notes(FRONT)
    if not sum(led):
        return [Find("close-always", 0)]
    won = _winner(table)
    longest = max(range(len(led)), key=lambda side: (led[side], side == won))
    seat = table.sides[longest][0]
    changes = front[0] + (front[1] not in (-1, won)) if len(front) > 1 else 0  # as the story told them
    ever = [at for at in range(len(led)) if at == won or (sum(front[2:]) >> at & 1)]
    if changes == 0 == sum(swaps[:1]) and longest == won:
        return [Find("led-always", seat)]
    turns, flip = sum(story.notes(TURNS)), story.notes(FLIP)
    if changes >= MANY and len(front) > 2 and len(ever) == 2 and (len(led) > PAIR or 2 * flip[1] >= turns):
        one, other = (table.sides[at][0] for at in ever)
        return [Find("to-and-fro", one, (other,), n=changes)]
    if changes >= MANY and len(led) > PAIR:
        return [Find("led-by-turns" if longest == won else "led-in-vain", seat, n=changes)]
    return [Find("led-most", seat, n=led[longest], m=turns)] if 2 * led[longest] > turns else []


def _of_the_game(table: StartedTable, story: Story) -> list[Find]:
    """Return what a player did more often than all others, if that makes the game remarkable; of teams two things."""
    found: list[Find] = []
    for note, least, kind in (
        ("mishaps", MISHAPS, "friendly"),
        ("drove", TRIPS, "driver"),
        ("holes down", DOWN, "up-and-down"),
        ("gave", PRESENTS, "generous"),
        ("slid", SLIDES, "slider"),
    ):
        counts = story.notes(note)
        if len(counts) == len(table.seats) and max(counts) >= least and list(counts).count(max(counts)) == 1:
            seat = counts.index(max(counts))
            climbed = story.notes("holes up")[seat : seat + 1] if kind == "up-and-down" else ()
            found.append(
                Find(kind, seat, n=climbed[0], m=counts[seat]) if climbed else Find(kind, seat, n=counts[seat])
            )
    if table.match.teams:
        return [*_of_teams(table, story), *found][:2]
    return found[:1] or _ironies(table)


def _of_teams(table: StartedTable, story: Story) -> Iterator[Find]:
    """Yield the winner who cost others most, and mates nothing; the dearest capture if none in a team was dearer."""
    won, tolls = _winner(table), dict[int, list[int]]()
    for cost, seat, _ in costs_of_rivals(table):
        tolls.setdefault(seat, []).append(cost)
    best = max(
        (seat for seat in tolls if seat in table.sides[won or 0]), key=lambda seat: sum(tolls[seat]), default=-1
    )
    mishaps = story.notes("mishaps")
    if won is not None and best >= 0 and len(tolls[best]) > 1 and not any(mishaps[best : best + 1]):
        yield Find("valuable", best, n=len(tolls[best]), m=sum(tolls[best]))
    yield from _costliest(table, max(COSTLY, *story.notes("dearest own goal")[:1], 0))


def _costliest(table: StartedTable, least: int) -> Iterator[Find]:
    """Yield the capture that cost a rival the most, `least` squares or more, if no other cost as much."""
    first, second = sorted([(0, 0, 0), (0, 0, 0), *costs_of_rivals(table)], reverse=True)[:2]
    if first[0] >= least and first[0] > second[0]:
        yield Find("costliest", first[1], (first[2],), first[0])


def _rivals(table: StartedTable) -> list[Find]:
    """Return the two players who captured each other most often, if both did so several times."""
    hits = Counter(captures_of(table))
    pairs = [(n, hits[other, one], one, other) for (one, other), n in hits.items() if hits[other, one] <= n]
    n, m, one, other = max(pairs, key=lambda pair: (min(pair[:2]), pair), default=(0, 0, 0, 0))
    return [Find("rivals", one, (other,), n, m)] if m >= FEUD and one != other else []


def _ironies(table: StartedTable) -> list[Find]:
    """Return that the winner lost more pieces than anyone, or none, or that a good hunter brought none in."""
    won, seats = _winner(table), range(len(table.seats))
    there = profile_of(table.game).arrived(table.match.state)
    hits = [(hunter, owner) for hunter, owner in captures_of(table) if hunter != owner]
    took, lost = ([[hit[at] for hit in hits].count(seat) for seat in seats] for at in (0, 1))
    if won is None or not there or len(table.sides) != len(table.seats):
        return []
    if lost[won] >= KNOCKS and lost.count(max(lost)) == 1 and lost[won] == max(lost):
        return [Find("battered", won, n=lost[won])]
    hunter = max(seats, key=lambda seat: (not there[seat], took[seat]))
    if took[hunter] == max(took) >= HUNT and not there[hunter]:
        return [Find("empty-handed", hunter, n=took[hunter])]
    return [Find("untouched", won)] if not lost[won] and len(hits) >= HUNT else []


def _turned(table: StartedTable, story: Story) -> list[Find]:
    """Return the capture that brought the winner to the front to stay, or the one that cost the most."""
    won, flip, turns = _winner(table), story.notes(FLIP), sum(story.notes(TURNS))
    if won is not None and len(flip) >= 4 and flip[0] == won and flip[2] >= 0:
        if turns - flip[1] <= len(table.seats):
            return [Find("late", table.sides[won][0])]
        if len(flip) == 7 and flip[4] in table.sides[won] and flip[1] * EARLY >= turns:
            return [Find("turned", table.sides[won][0], n=flip[6])]
    if not table.match.teams and (feud := _rivals(table)):
        return feud
    cost = max((cost for cost, *_ in costs_of_rivals(table)), default=-1)
    return [Find("peaceful", 0)] if 0 <= cost < COSTLY else [*_costliest(table, COSTLY)]


def _records(table: StartedTable, story: Story) -> list[Find]:
    """Return the record of the chat that fell during the game, if one did."""
    fell, seats = story.notes(FELL), range(len(table.seats))
    if len(fell) != 4:
        return []
    turn, hunter, drought, dry = fell
    if turn and hunter in seats:
        return [Find("quickest", hunter, n=turn)]
    if drought and dry in seats:
        return [Find("longest", dry, n=drought)]
    return []


def _nearly(table: StartedTable, story: Story) -> list[Find]:
    won, seen = _winner(table), story.notes(SEEN)
    if won is None:
        return []
    behind = seen if len(seen) == len(table.sides) else [0] * len(table.sides)  # as the story told it
    road, order, profile = (
        Road(table.match.game, table.match.state, table.sides),
        places(table),
        profile_of(table.game),
    )
    others, last_number = [at for at in range(len(table.sides)) if at != won and road.left[at]], profile.last_number
    nearest = min(others, key=road.to_go.__getitem__, default=won)
    if number := last_number(table.match.state, table.sides[nearest]):
        return [Find("whisker", table.sides[nearest][0], n=number)]
    led_most = 2 * story.notes("led")[won] > sum(story.notes(TURNS))
    if behind[won] >= BEHIND and not led_most:
        kind = "biggest" if any(story.best[:3]) and behind[won] > story.best[2] else "comeback"
        return [Find(kind, table.sides[won][0], n=behind[won])]
    if not others:
        return []
    if (lost := cost_within(table, nearest)) >= road.to_go[nearest] > 0:
        return [Find("own-goals", table.sides[nearest][0], n=lost, m=road.to_go[nearest])]
    second = min(others, key=lambda at: (order[table.sides[at][0]], -road.come[at]))
    if road.left[second] > 1 and (last := _last_place(table)):
        return last
    kind = "so-close" if road.left[second] == 1 else "next"
    return [Find(kind, table.sides[second][0], n=road.left[second], m=road.to_go[second])]


def _last_place(table: StartedTable) -> list[Find]:
    """Return the person in the last place of a game of several without teams, if they captured often."""
    order = places(table)
    last = max(range(len(order)), key=order.__getitem__)
    if table.match.teams or len(order) <= PAIR or table.seats[last].is_bot or order.count(order[last]) > 1:
        return []
    captures = sum(hunter == last != owner for hunter, owner in captures_of(table))
    return [Find("last-place", last, n=captures)] if captures >= MANY else []


def _winner(table: StartedTable) -> int | None:
    """Return the first side with the first place."""
    order = places(table)
    return next((at for at, side in enumerate(table.sides) if order and order[side[0]] == 1), None)


def _told(table: StartedTable, find: Find, t: Translator) -> Line:
    texts, profile, state = CLOSINGS[find.kind], profile_of(table.game), table.match.state
    seats = (find.seat, *find.others)
    names = [everybody(table, (seat,), t) if find.kind in OF_ONE else _side(table, seat, t) for seat in seats]
    player, victim = names[0], names[1] if names[1:] else ()
    way = sum(table.match.game.way(state)[seat] for seat in _mates(table, find.seat))
    gap = profile.distance(t, state, find.n * way // 100)
    text = variant(table, texts, 0)
    n = in_words(t, find.n) if find.kind in COUNTED else find.n
    return in_capitals(t.text(text, player=player, victim=victim, n=n, m=find.m, gap=gap))


def _mates(table: StartedTable, seat: int) -> Sequence[int]:
    return next(side for side in table.sides if seat in side)


def _side(table: StartedTable, seat: int, t: Translator) -> Line:
    """Return a side's players with their signs; the name of a team that is longer than a pair."""
    seats = _mates(table, seat)
    return side_name(table, seats[0], t) if len(seats) > PAIR else everybody(table, seats, t)
