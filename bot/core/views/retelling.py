"""A finished game retold in three sentences: who led, what turned it, and who nearly made it.

A record of the chat that fell stands in place of what turned the game. A side may be a team, so no verb agrees with a
name, in any language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.domain.race import FELL, FRONT, TURNS
from bot.core.domain.road import Road
from bot.core.domain.standing import places
from bot.core.domain.story import Story
from bot.core.domain.storytelling import story_of
from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import in_capitals
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.headlines import PAIR, side_name, variant
from bot.core.views.players import everybody

COSTLY = 25
"""Steps lost at once that may turn a game."""
BEHIND = 20
"""Hundredths of the way behind that make a comeback."""
MANY = 3
"""Changes of the lead that are worth counting."""
NEARLY = 95
"""Hundredths of the way that are nearly all."""
PRESENTS, SLIDES, MISHAPS = 5, 2, 2
"""Rolls given away, and slides taken, that a game of Palma is remembered for; and captures of friends, a team's."""
CLOSE_ALWAYS = (
    N_("🎭 Nobody ever led clearly: close from the first turn to the last."),
    N_("🎭 Shoulder to shoulder all the way: never a clear leader."),
)
LED_ALWAYS = (N_("🎭 One long solo, and no other clear leader: {player}."),)
LED_BY_TURNS = (
    N_("🎭 The lead changed hands {n} times; longest with {player}."),
    N_("🎭 {n} changes of lead, and the longest stay in front: {player}."),
    N_("🎭 The front was a revolving door, with {n} changes; longest inside: {player}."),
)
LED_MOSTLY = (
    N_("🎭 In front for most of the game: {player}."),
    N_("🎭 In the lead for most of the game: {player}."),
    N_("🎭 The pace of this game was, mostly, that of {player}."),
)
LED_LONGEST = (
    N_("🎭 Longest in front: {player}, though not for most of the game."),
    N_("🎭 No leader for most of the game; longest in front: {player}."),
)
COSTLIEST = (
    N_("💥 The capture that hurt most: {player} sent {victim} back {n} squares."),
    N_("💥 {n} squares gone at one stroke: the capture by {player}, the sigh by {victim}."),
)
FRIENDLY = (
    N_("🙈 The prize for own goals: {player}, with {n} teammates captured."),
    N_("🙈 The biggest danger to their own team: {player}, with {n} captures among friends."),
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
QUICKEST = (N_("🎺 The quickest capture this chat has seen: turn {n}, by {player}."),)
LONGEST = (N_("🏜 The longest drought this chat has seen: {n} turns, and {player} lived to tell the tale."),)
COMEBACK = (
    N_("📈 A comeback for the books by {player}: {n}% behind at one stage!"),
    N_("📈 {n}% behind at one stage, then victory: {player}!"),
    N_("📈 From {n}% behind to the very top: what a climb by {player}!"),
)
BIGGEST = (N_("📈 The biggest comeback this chat has seen, by {player}: {n}% behind at one stage!"),)
SO_CLOSE = (
    N_("😅 So close for {player}: {n}% of the way."),
    N_("😅 By a whisker: {player}, with {n}% of the way."),
    N_("😅 Not far off: {player}, {n}% of the way."),
)
NEXT = (N_("😅 The race ended too soon for {player}: {n}% of the way."),)
RUNNER_UP = (*NEXT, N_("😅 Runner-up: {player}, with {n}% of the way."))
OF_ONE = (*COSTLIEST, *FRIENDLY, *GENEROUS, *SLIDER, *QUICKEST, *LONGEST)
"""The sentences about players, who are never a team."""
OF_SIDES = (
    *(*CLOSE_ALWAYS, *LED_ALWAYS, *LED_BY_TURNS, *LED_MOSTLY, *LED_LONGEST, *PEACEFUL),
    *(*COMEBACK, *BIGGEST, *SO_CLOSE, *RUNNER_UP),
)


def retold(table: StartedTable, t: Translator) -> list[Line]:
    """Return three sentences about a decided game, in the order in which things happened; fewer for a short one."""
    story, sides = story_of(table), table.sides
    if any(len(story.notes(name)) != len(sides) for name in ("led", "behind")) or not table.match.result:
        return []  # too short a game, or a story of another one
    middle = _records(table, story, t) or _turned(table, story, t)
    return [*_leaders(table, story, t), *middle, *_nearly(table, story, t)]


def _leaders(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    led, swaps, front = story.notes("led"), story.notes("swaps"), story.notes(FRONT)
    if not sum(led):
        return [_told(table, CLOSE_ALWAYS, t)]
    longest = max(range(len(led)), key=led.__getitem__)
    won = _winner(table)
    changes = front[0] + (front[1] not in (-1, won)) if len(front) == 2 else 0  # as the story told them
    texts: Sequence[str]
    if changes == 0 == sum(swaps[:1]) and longest == won:
        texts = LED_ALWAYS
    elif changes >= MANY:
        texts = LED_BY_TURNS
    else:
        texts = LED_MOSTLY if 2 * led[longest] > sum(story.notes(TURNS)) else LED_LONGEST
    return [_told(table, texts, t, player=_side(table, longest, t), n=changes)]


def _turned(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    for note, least, texts in (
        ("mishaps", MISHAPS, FRIENDLY),
        ("gave", PRESENTS, GENEROUS),
        ("slid", SLIDES, SLIDER),
    ):
        counts = story.notes(note)
        if len(counts) == len(table.seats) and max(counts) >= least and list(counts).count(max(counts)) == 1:
            seat = counts.index(max(counts))
            return [_told(table, texts, t, player=_player(table, seat, t), n=counts[seat])]
    worst = story.notes("worst")
    if len(worst) != 3 or worst[0] <= COSTLY or not all(0 <= seat < len(table.seats) for seat in worst[1:]):
        return [_told(table, PEACEFUL, t)] if worst else []
    cost, hunter, victim = worst[0] - 1, *worst[1:]  # coming out is no square
    return [
        _told(table, COSTLIEST, t, player=_player(table, hunter, t), victim=_player(table, victim, t), n=cost),
    ]


def _records(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    """Return the record of the chat that fell during the game, if one did."""
    fell, seats = story.notes(FELL), range(len(table.seats))
    if len(fell) != 4:
        return []
    turn, hunter, drought, dry = fell
    if turn and hunter in seats:
        return [_told(table, QUICKEST, t, n=turn, player=_player(table, hunter, t))]
    if drought and dry in seats:
        return [_told(table, LONGEST, t, n=drought, player=_player(table, dry, t))]
    return []


def _nearly(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    won, behind = _winner(table), story.notes("behind")
    if won is None:
        return []
    if behind[won] >= BEHIND:
        texts = BIGGEST if story.best[2:] and behind[won] > story.best[2] else COMEBACK
        return [_told(table, texts, t, player=_side(table, won, t), n=behind[won])]
    come = Road(table.match.game, table.match.state, table.sides).come
    order = places(table)  # the second place, or the further one of two that share it
    second = min((at for at in range(len(come)) if at != won), key=lambda at: (order[table.sides[at][0]], -come[at]))
    nearly = SO_CLOSE if come[second] >= NEARLY else RUNNER_UP if come[2:] else NEXT
    return [_told(table, nearly, t, player=_side(table, second, t), n=come[second])]


def _winner(table: StartedTable) -> int | None:
    """Return the first side with the first place."""
    order = places(table)
    return next((at for at, side in enumerate(table.sides) if order and order[side[0]] == 1), None)


def _told(table: StartedTable, texts: Sequence[str], t: Translator, **places: Any) -> Line:
    return in_capitals(t.text(variant(table, texts, len(table.match.plies)), **places))


def _player(table: StartedTable, seat: int, t: Translator) -> Line:
    return everybody(table, (seat,), t)


def _side(table: StartedTable, side: int, t: Translator) -> Line:
    """Return a side's players with their signs; the name of a team that is longer than a pair."""
    seats = table.sides[side]
    return side_name(table, seats[0], t) if len(seats) > PAIR else everybody(table, seats, t)
