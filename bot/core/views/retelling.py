"""A finished game retold in three sentences: who led, what turned it, and who nearly made it.

A record of the chat that fell stands in place of what turned the game. A side may be a team, so no verb agrees with a
name, in any language.
"""

from __future__ import annotations

from bot.core.domain.race import FELL, TURNS, made
from bot.core.domain.standing import places
from bot.core.domain.story import Story
from bot.core.domain.storytelling import story_of
from bot.core.domain.table import StartedTable
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import everybody

COSTLY = 25
"""Steps lost at once that may turn a game."""
BEHIND = 20
"""Hundredths of the way behind that make a comeback."""
NEARLY = 80
"""Hundredths of the way that are nearly all."""
CLOSE_ALWAYS = N_("🎭 Nobody ever led clearly: close from the first turn to the last.")
LED_ALWAYS = N_("🎭 In front from start to finish: {player}.")
LED_BY_TURNS = N_("🎭 The lead changed hands {n} times; longest with {player}.")
LED_MOSTLY = N_("🎭 In front for most of the game: {player}.")
COSTLIEST = N_("💥 The capture that hurt most: {player} sent {victim} back {n} squares.")
QUICKEST = N_("🎺 The quickest capture this chat has seen: turn {n}, by {player}.")
LONGEST = N_("🏜 The longest drought this chat has seen: {n} turns, and {player} lived to tell the tale.")
COMEBACK = N_("📈 A comeback for the books by {player}: {n}% of the way behind at the worst moment!")
BIGGEST = N_("📈 The biggest comeback this chat has seen, by {player}: {n}% of the way behind at the worst moment!")
SO_CLOSE = N_("😅 So close for {player}: {n}% of the way.")
NEXT = N_("😅 Still on the road: {player}, with {n}% of the way done.")
TEXTS = (
    CLOSE_ALWAYS,
    LED_ALWAYS,
    LED_BY_TURNS,
    LED_MOSTLY,
    COSTLIEST,
    QUICKEST,
    LONGEST,
    COMEBACK,
    BIGGEST,
    SO_CLOSE,
    NEXT,
)


def retold(table: StartedTable, t: Translator) -> list[Line]:
    """Return up to three sentences about a decided game, in the order in which things happened."""
    story, sides = story_of(table), table.sides
    if any(len(story.notes(name)) != len(sides) for name in ("led", "behind")) or not table.match.result:
        return []  # too short a game, or a story of another one
    middle = _records(table, story, t) or _turned(table, story, t)
    return [*_leaders(table, story, t), *middle, *_nearly(table, story, t)]


def _leaders(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    led, swaps = story.notes("led"), story.notes("swaps")
    if not sum(led):
        return [t.text(CLOSE_ALWAYS)]
    longest = max(range(len(led)), key=led.__getitem__)
    player = everybody(table, table.sides[longest], t)
    changes = swaps[0] if swaps else 0
    if changes == 0 and longest == _winner(table):
        return [t.text(LED_ALWAYS, player=player)]
    if changes >= 3:
        return [t.text(LED_BY_TURNS, n=changes, player=player)]
    return [t.text(LED_MOSTLY, player=player)] if 2 * led[longest] > sum(story.notes(TURNS)) else []


def _turned(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    worst = story.notes("worst")
    if len(worst) != 3 or worst[0] < COSTLY or not all(0 <= seat < len(table.seats) for seat in worst[1:]):
        return []
    cost, hunter, victim = worst
    return [
        t.text(
            COSTLIEST,
            player=everybody(table, (hunter,), t),
            victim=everybody(table, (victim,), t),
            n=cost,
        )
    ]


def _records(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    """Return the record of the chat that fell during the game, if one did."""
    fell, seats = story.notes(FELL), range(len(table.seats))
    if len(fell) != 4:
        return []
    turn, hunter, drought, dry = fell
    if turn and hunter in seats:
        return [t.text(QUICKEST, n=turn, player=everybody(table, (hunter,), t))]
    if drought and dry in seats:
        return [t.text(LONGEST, n=drought, player=everybody(table, (dry,), t))]
    return []


def _nearly(table: StartedTable, story: Story, t: Translator) -> list[Line]:
    won, behind = _winner(table), story.notes("behind")
    if won is None:
        return []
    if behind[won] >= BEHIND:
        winner = everybody(table, table.sides[won], t)
        text = BIGGEST if story.best[2:] and behind[won] > story.best[2] else COMEBACK
        return [t.text(text, player=winner, n=behind[won])]
    come = made(table.match.game, table.match.state, table.sides)
    second = max((at for at in range(len(come)) if at != won), key=lambda at: (come[at], -at))
    player = everybody(table, table.sides[second], t)
    if come[second] >= NEARLY:
        return [t.text(SO_CLOSE, player=player, n=come[second])]
    return [t.text(NEXT, player=player, n=come[second])]


def _winner(table: StartedTable) -> int | None:
    """Return the first side with the first place."""
    order = places(table)
    return next((at for at, side in enumerate(table.sides) if order and order[side[0]] == 1), None)
