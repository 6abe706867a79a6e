"""What a tournament's message says while it is played, and at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.core.features.tournaments.standing_view import NAME, TournamentView, number_of
from bot.core.i18n.lists import listed, listed_lines
from bot.core.i18n.text_format import clip, code, named, strong, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part
from bot.core.tournaments.crowd import is_crowded
from bot.core.tournaments.draws import planned
from bot.core.tournaments.standings import Row
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import ALOUD, Pairing, Stage, Tournament
from bot.core.views.game_over import MEDALS
from bot.core.views.points import given_away, signed
from data.records import ChatKey

CALLED = 24
"""People who are called."""


def playing_lines(view: TournamentView, most: int, t: Translator, chat: ChatKey | None) -> list[Line]:
    tournament = view.tournament
    lines = (
        stage_lines(view, t) + _tables(view, shown_games(tournament), most, t, chat) + _private_lines(view, chat, t)
    )
    if any(row.games for row in view.rows) and tournament.terms.format is not Format.KNOCKOUT:
        lines += [(), *standing_lines(view, most, t)]  # a knock-out has its bracket
    return lines


def stage_lines(view: TournamentView, t: Translator) -> list[Line]:
    """Return how far a tournament under way is, and who has no game."""
    tournament = view.tournament
    lines: list[Line] = []
    if tournament.is_arena:
        ends = tournament.terms.starts + tournament.terms.span
        lines.append(t.text("New games start until {time}.", time=moment(ends)))
    else:
        last = tournament.rounds[-1]
        name = strong(round_name(tournament, t))
        lines.append((name,) if last.is_over else t.text("{round}, until {time} at the latest.", round=name,
                                                 time=moment(last.deadline)))  # fmt: skip
        if last.byes:
            names = ", ".join(view.name(number, t) for number in last.byes)
            through = tournament.terms.format is Format.KNOCKOUT
            lines.append(t.text("Straight into the next round: {names}.", names=names) if through else
                         t.text("No game in this round: {names}.", names=names))  # fmt: skip
    return lines


def shown_games(tournament: Tournament) -> list[Pairing]:
    """Return the tables that a message names, in order: of this round, or of an arena those under way."""
    if tournament.is_arena:
        return [pairing for pairing in tournament.pairings if not pairing.is_over]
    return list(tournament.rounds[-1].pairings)


def _tables(
    view: TournamentView, games: Sequence[Pairing], most: int, t: Translator, chat: ChatKey | None
) -> list[Line]:
    """Return tables with a line each, as many as fit; of a league some of each division."""
    entrants = view.tournament.entrants
    divisions = 1 + max((one.division for one in entrants), default=0) if view.tournament.is_league else 1
    each, told = max(1, most // max(1, divisions)) if most else 0, Counter[int]()
    lines: list[Line] = []
    for number, pairing in enumerate(games, 1):
        division = entrants[pairing.people[0]].division if divisions > 1 and pairing.people else 0
        told[division] += 1
        if told[division] <= each:
            lines.append(table_line(view, number, pairing, t, chat))
    if len(games) > len(lines):
        more = len(games) - len(lines)
        lines.append(words(t.plural("… and {n} more table", "… and {n} more tables", more)))
    return lines


def _private_lines(view: TournamentView, chat: ChatKey | None, t: Translator) -> list[Line]:
    """Say to a chat with too many tables that they are played in private; call those who can't be reached there."""
    if chat is None or chat.platform not in view.alone:
        return []
    games, lines = [one for one in shown_games(view.tournament) if not one.is_over], list[Line]()
    if not games or not is_crowded(view.tournament, games[0], chat):  # the same for all of a round
        return []
    here = [one for game in games for one in view.tournament.people_of(game) if one.chat == chat and not one.is_gone]
    if here:
        games_button = strong(t("My games"))
        lines.append(t.text("Your game is in your private chat with me. {button} opens it.", button=games_button))
    unreached = [(named(one.name, one.person, called=True),) for one in here if one.called == ALOUD]
    if unreached:
        lines.append(t.text("🔔 {players}, your game has begun!", players=listed_lines(t, unreached[:CALLED])))
    return lines


def round_name(tournament: Tournament, t: Translator) -> str:
    """Return `Final`, `Semi-finals` or `Round 2 of 3`."""
    number = len(tournament.rounds)
    if tournament.terms.format is Format.KNOCKOUT:
        last = tournament.rounds[-1]
        return knock_out_round(len(last.pairings) + len(last.byes), number, t)
    return t("Round {n} of {all}", n=number, all=max(number, planned(tournament)))


def knock_out_round(tables: int, number: int, t: Translator) -> str:
    """Return the name of a round with this many tables, byes among them."""
    last = {1: N_("Final"), 2: N_("Semi-finals"), 4: N_("Quarter-finals")}
    return t(last[tables]) if tables in last else t("Round {n}", n=number)


def table_line(
    view: TournamentView,
    number: int,
    pairing: Pairing,
    t: Translator,
    chat: ChatKey | None,
    *,
    with_code: bool = True,
) -> Line:
    """Return a table's line for a chat: who plays and perhaps its code or thread, or who came in where."""
    if not pairing.is_over:
        names = " – ".join(view.name(one, t) for one in pairing.sides)
        told, thread = f"{number}. {names}", pairing.thread
        reached = thread is not None and chat is not None and thread.platform == chat.platform
        way = code(pairing.table)._replace(table=pairing.table, chat=thread if reached else None)
        return (Part(f"{told} · "), way) if with_code else (Part(told),)
    line, before = [Part(f"{number}. ✓ ")], 0
    for place, one in sorted(zip(pairing.places, pairing.sides, strict=True)):
        if before:
            line.append(Part(" = " if place == before else " > "))
        line.append(strong(view.name(one, t)) if place == 1 else Part(view.name(one, t)))
        before = place
    return tuple(line)


def _shown(view: TournamentView, most: int) -> Iterator[Row]:
    """Yield the rows to tell: the best, in a league of each division."""
    divisions = 1 + max((one.division for one in view.tournament.entrants), default=0)
    for row in view.rows:
        if row.place <= max(3, most // max(1, divisions)):
            yield row


def standing_lines(view: TournamentView, most: int, t: Translator) -> list[Line]:
    """Return the best of the standings, a line each; of each division in a league."""
    lines: list[Line] = []
    for row in _shown(view, most):
        if heading := division_name(view, row, t):
            lines.append((strong(heading),))
        sign = MEDALS.get(row.place, f"{row.place}.") if view.tournament.stage is Stage.OVER else f"{row.place}."
        score = ", ".join(score_of(view, row, t))
        lines.append((Part(f"{sign} "), *view.who(row.number, t), Part(f" · {score}")))
    return lines


def division_name(view: TournamentView, row: Row, t: Translator) -> str:
    """Return the name of a league's division above its first row, else nothing."""
    first = row.place == 1 and view.tournament.is_league
    return t("Division {n}", n=view.tournament.entrants[row.number].division + 1) if first else ""


def score_of(view: TournamentView, row: Row, t: Translator) -> list[str]:
    """Return an entrant's points and games; in a knock-out only the games, since points decide nothing there."""
    games = t.plural("{n} game", "{n} games", row.games)
    if view.tournament.terms.format is Format.KNOCKOUT:
        return [games]
    points = number_of(row.points, t)
    return [t.plural("{n} point", "{n} points", 1 if row.points == 1 else 2, n=points), games]


def ending_lines(view: TournamentView, most: int, t: Translator) -> list[Line]:
    won, *others = closing_lines(view, t) or [()]
    return [won, *standing_lines(view, most, t), *others] if view.rows else []


def closing_lines(view: TournamentView, t: Translator) -> list[Line]:
    """Return who has won, and what else there is to say at the end."""
    if not view.rows:
        return []
    lines = [_won(view, view.rows[0].number, t)]
    if view.up:
        lines.append(t.text("Moving up: {names}.", names=_listed(view, view.up, t)))
    if view.down:
        lines.append(t.text("Moving down: {names}.", names=_listed(view, view.down, t)))
    lines += _by_lot(view, t)
    lines += [words(told) for told in feat_lines(view, t)]
    lines.append(t.text("The draw's secret: {seed}", seed=code(view.tournament.seed.hex())))
    return lines


def _by_lot(view: TournamentView, t: Translator) -> list[Line]:
    """Return between whom the lot decided, as far as it matters for the podium (T34)."""
    groups: list[list[int]] = []
    for row in view.rows:
        if row.tied:
            groups[-1].append(row.number)
        elif row.place <= max(MEDALS):
            groups.append([row.number])
        else:
            break
    told = [listed(t, [view.name(one, t) for one in group]) for group in groups if len(group) > 1]
    return [t.text("Tied on everything, so lots were drawn: {names}.", names=names) for names in told]


def _won(view: TournamentView, number: int, t: Translator) -> Line:
    """Return who has won."""
    name, pairs = view.who(number, t), view.tournament.terms.pairs
    if view.tournament.is_league:
        return (
            t.text("{names} win the league!", names=name) if pairs else t.text("{name} wins the league!", name=name)
        )
    if pairs:
        return t.text("{names} win the tournament!", names=name)
    return t.text("{name} wins the tournament!", name=name)


def _listed(view: TournamentView, numbers: Sequence[int], t: Translator) -> str:
    return ", ".join(view.name(one, t) for one in numbers)


def feat_lines(view: TournamentView, t: Translator) -> list[str]:
    """Return who stood out: the best game, the biggest luck, most captures; each only if it is known."""
    told = [most_captures(view, t)]
    if best := view.feats.best:
        given = given_away(best.number, t)
        told.append(t("Best game: {name}, {figure} ({code}).", name=_alone(view, best.entrant, t), figure=given,
                      code=best.table))  # fmt: skip
    if luck := view.feats.luck:
        values = {"name": _alone(view, luck.entrant, t), "n": signed(luck.number), "code": luck.table}
        lucky = t.plural(
            "Luckiest rolls: {name}, {n} point of win chance ({code}).",
            "Luckiest rolls: {name}, {n} points of win chance ({code}).",
            luck.number,
            **values,
        )
        told.append(lucky)
    return [line for line in told if line]


def _alone(view: TournamentView, number: int, t: Translator) -> str:
    return clip(view.tournament.entrants[number].name, NAME) or t("former player")


def most_captures(view: TournamentView, t: Translator) -> str:
    """Return who captured most, as a sentence; nothing without captures."""
    hunter = max(view.rows, key=lambda row: row.captures)
    if not hunter.captures:
        return ""
    captures = t.plural("{n} capture", "{n} captures", hunter.captures)
    return t("Most captures: {name}, {captures}.", name=view.name(hunter.number, t), captures=captures)
