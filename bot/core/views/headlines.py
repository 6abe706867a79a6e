"""The sentences of a game's story in words: name the players, and let bots comment."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from bot.core.domain.bots import bot_name
from bot.core.domain.road import Road
from bot.core.domain.story import LUCK, Told, games_before
from bot.core.domain.table import StartedTable, Table
from bot.core.games.bot_voices import Character, characters, voice
from bot.core.games.chapters import OF_SIDES, THREADS
from bot.core.games.commentary import Kind
from bot.core.games.profiles import profile_of
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.numbers import in_words
from bot.core.i18n.text_format import in_capitals, joined, named
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import short_name, who
from engine import players

VICTORY = (
    N_("🏆 Victory for {players}!"),
    N_("🏆 The game goes to {players}!"),
    N_("🏆 Trumpets and drums for {players}!"),
)
OF_A_BOT = (
    N_("🏆 The machines win this one: {players}! The people demand a rematch."),
    N_("🏆 Victory for {players}! Someone unplug that bot."),
    N_("🏆 A win on batteries: {players}!"),
)
OVER_BOTS = (
    N_("🏆 People 1, machines 0: victory for {players}!"),
    N_("🏆 Victory for {players}! The bots are checking their batteries."),
    N_("🏆 Flesh and blood wins the day: {players}!"),
)
PLACE = (
    N_("{medal} It's {nth} place for {players}!"),
    N_("{medal} {players} in {nth} place!"),
    N_("{medal} And {nth} place goes to {players}!"),
)
_ORDINALS = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))
"""The places of a board of six colours."""
TEAM, PAIR = N_("{name}'s team"), 2
"""The name of a team by its first player: it is one, so verbs are singular. The most players listed by name."""
LISTED = 2
"""How many of those nearest to their end a recap names."""
SEVERAL = 3
"""The most pieces whose squares are counted."""
FAR = 70
"""The most squares with which somebody else than the leader is near their end."""
OF_SEVERAL = frozenset({"raid", "mixed", "escape"})
"""The kinds with a list of victims, or of hunters."""
_MEDALS = {2: "🥈", 3: "🥉"}


def variant(table: Table, variants: Sequence[str], number: int) -> str:
    """Return the variant for the occurrence with this number in the table's game: each number has another one.

    A chat's next game has another one for the same number.
    """
    games = games_before(table.story.best) if isinstance(table, StartedTable) and table.story else 0
    return variants[((games or crc32(table.id.encode())) + number) % len(variants)]


def ordinal(place: int, t: Translator) -> str:
    """Return the ordinal of a place, 1 for the first."""
    return t(_ORDINALS[place - 1])


def medal(place: int) -> str:
    return _MEDALS.get(place, "🏅")


def victory(table: Table, seats: Sequence[int]) -> tuple[str, ...]:
    """Return the wordings of a victory of these seats: of bots over people, of people over bots, or of any others."""
    ours, others = (
        {table.seats[at].is_bot for at in range(len(table.seats)) if (at in seats) is won} for won in (True, False)
    )
    if False in others and ours == {True}:
        return OF_A_BOT
    return OVER_BOTS if others == {True} and ours == {False} else VICTORY


def sentence(table: StartedTable, told: Told, t: Translator) -> Line:
    """Return a sentence of a table's story, and perhaps a bot's word about it; empty for an unknown kind."""
    find, kind = told.find, told.kind(profile_of(table.game).kinds)
    seats = (find.seat, *find.others)
    if kind is None or any(not 0 <= seat < len(table.seats) for seat in seats):
        return ()
    wording = kind.variants[told.wording % len(kind.variants)]
    of_sides = find.kind in OF_SIDES
    names = [(side_name if of_sides else _name)(table, seat, t) for seat in seats]
    counts = {name: in_words(t, n) for name, n in (("n", find.n), ("m", find.m)) if name in kind.counts}
    left = find.m - find.n
    victim = listed_lines(t, names[1:]) if find.kind in OF_SEVERAL else names[1] if names[1:] else ()
    line = t.text(
        wording,
        player=names[0],
        victim=victim,
        mate=names[-1],
        hunter=names[-2:][0],
        prey=names[-1],
        side=side_name(table, find.seat, t),
        rival=side_name(table, seats[1], t) if seats[1:] else (),
        how=_how(table, told, t) if "{how}" in wording else (),
        needs=_needs(table, told.ply, t) if "{needs}" in wording else (),
        n=counts.get("n", find.n),
        total=find.m,
        m=counts.get("m", find.m),
        left=in_words(t, left) if kind.counts else left,
        squares=t.plural("{n} square", "{n} squares", find.n) if "{squares}" in wording else "",
    )
    return joined([in_capitals(line), *_quote(table, told, kind, t)], " ")


def _how(table: StartedTable, told: Told, t: Translator) -> Line:
    """Return by how much the first side leads the second after a sentence's ply: in pieces, or in squares and laps.

    Where pieces count first, a new leader with as many is level. Recaps, which a score follows, don't say so.
    """
    played, is_recap = table.match.plies[told.ply], told.find.kind in THREADS
    named = told.find.others[is_recap:]
    road, profile = Road.after(table.match, played), profile_of(table.game)
    ahead, second = road.order[:2]
    n, victim = road.arrived[ahead], side_name(table, table.sides[second][0], t)
    is_named = table.sides[second][0] in named
    if road.by_pieces and n > road.arrived[second]:
        if road.furthest != ahead and table.sides[road.furthest][0] in named:
            return t.text("with {n} in the goal", n=in_words(t, n))
        if road.furthest != ahead:
            other = side_name(table, table.sides[road.furthest][0], t)
            return t.text("with {n} in the goal, though {victim} has come further", n=in_words(t, n), victim=other)
        if not road.arrived[second]:
            return t.text("with {n} in the goal", n=in_words(t, n))
        if is_named:
            return t.text("with {n} in the goal against {m}", n=n, m=road.arrived[second])
        return t.text("with {n} in the goal against {m} for {victim}", n=n, m=road.arrived[second], victim=victim)
    gap = profile.distance(t, played.state, road.lead(ahead, second))
    if road.by_pieces and n and not is_recap:
        return t.text("level on pieces, {gap} ahead", gap=gap)
    if is_named:
        return t.text("{gap} ahead", gap=gap)
    return t.text("{gap} ahead of {victim}", gap=gap, victim=victim)


def _needs(table: StartedTable, ply: int, t: Translator) -> Line:
    """Return what the leader and those with the fewest squares to go need after a ply, as they are placed."""
    played = table.match.plies[ply]
    road, profile = Road.after(table.match, played), profile_of(table.game)
    near = [side for side in road.order if road.left[side] and (road.to_go[side] <= FAR or not road.order[2:])]
    nearest = sorted(near, key=road.to_go.__getitem__)[:LISTED]
    told = [
        _need(
            road,
            side,
            side_name(table, table.sides[side][0], t),
            profile.last_need(t, played.state, table.sides[side])
            or profile.need(t, road.left[side], road.to_go[side]),
            t,
        )
        for side in road.order
        if road.left[side] and (side == road.order[0] or side in nearest)
    ]
    return joined(told, t.marks.semicolon)


def _need(road: Road, side: int, player: Line, need: str, t: Translator) -> Line:
    """Return what a side needs: that in words, or else its pieces and squares."""
    if need:
        return t.text("{player} needs {need}", player=player, need=need)
    if road.left[side] > SEVERAL:
        return t.text("{player} has {n} pieces left to bring in", player=player, n=in_words(t, road.left[side]))
    squares = t.plural("{n} square", "{n} squares", road.to_go[side])
    if road.left[side] == 1:
        return t.text(
            "{player} has one piece left to bring in, {squares} from the goal", player=player, squares=squares
        )
    return t.text(
        "{player} has {n} pieces left to bring in, {squares} in all",
        player=player,
        n=in_words(t, road.left[side]),
        squares=squares,
    )


def _quote(table: StartedTable, told: Told, kind: Kind, t: Translator) -> list[Line]:
    """Return what a bot says about its own luck; often nothing."""
    for at, (seat, mood) in enumerate(zip((told.find.seat, *told.find.others), kind.mood, strict=False)):
        if mood and table.seats[seat].is_bot:
            number = told.luck >> LUCK * at & (1 << LUCK) - 1
            if said := voice(character_of(table, seat), mood, number, first_word(table)):
                return [quote(table, seat, said, t)]
    return []


def character_of(table: Table, seat: int) -> Character:
    """Return the character of a bot."""
    bots = [other for other in range(len(table.seats)) if table.seats[other].is_bot]
    styles = [players.style_of(table.seats[other].computer or "") for other in bots]
    return characters([bot_name(table, other) for other in bots], styles)[bots.index(seat)]


def first_word(table: Table) -> int:
    """Return which of its words a bot says first in a game."""
    return crc32(table.id.encode())


def quote(table: Table, seat: int, said: str, t: Translator) -> Line:
    return t.text("{bot}: “{words}”", bot=who(table, seat, t), words=t(said))


def side_name(table: Table, seat: int, t: Translator) -> Line:
    """Return the name of a seat's side: its player's, or `Ana's team`."""
    side = next(side for side in table.sides if seat in side)
    first = _name(table, side[0], t)
    return t.text(TEAM, name=first) if len(side) > 1 else first


def _name(table: Table, seat: int, t: Translator) -> Line:
    """Return a player's name without their signs, unless another player has the same name."""
    label = short_name(table, seat, t)
    if sum(short_name(table, other, t) == label for other in range(len(table.seats))) > 1:
        return who(table, seat, t)
    return (named(label, table.seats[seat].person),)
