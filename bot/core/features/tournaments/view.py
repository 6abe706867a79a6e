"""A tournament in words and buttons: entries, check-in, rounds, the end."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.features.tournaments.feats import UNKNOWN, Feats
from bot.core.games.game_words import preset, title
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import clip, code, joined, named, plain, strong, text_of, width, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Button, Part, Screen, Subject, Text
from bot.core.tournaments.calling import aloud
from bot.core.tournaments.draws import rounds_of
from bot.core.tournaments.life import FEW
from bot.core.tournaments.standings import Row, middle, standings
from bot.core.tournaments.terms import POINTS, Admits, Format, Terms
from bot.core.tournaments.tournament import BOT, NEW, Pairing, Stage, Standby, Tournament
from bot.core.views.buttons import grid, main, side
from bot.core.views.game_over import MEDALS
from bot.core.views.time_control import span
from data.records import ChatKey
from engine.dice import commitment

CUP = "cup"
"""A token's placeholder for the table."""
ENTER = ButtonVerb("enter", 1)
QUIT = ButtonVerb("quit", 1)
HERE = ButtonVerb("here", 1)
REST = ButtonVerb("rest", 1)
MANAGE = ButtonVerb("manage", 1)
MINE = ButtonVerb("mine", 1)

FORMATS = {
    Format.KNOCKOUT: N_("knock-out"),
    Format.SWISS: N_("Swiss system"),
    Format.ALL: N_("everyone against everyone"),
    Format.ARENA: N_("arena"),
}
MOST_LINES = (10, 8, 6, 4, 2, 0)
"""Tables and places in words: as many as fit."""
CAPTION = 1000
"""Characters below a picture."""
LISTED = 24
NAME, PAIRED = 20, 12
"""Characters of a name, alone and in a pair."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with its standings, and at its end what analyses say of its games."""

    tournament: Tournament
    rows: tuple[Row, ...]
    feats: Feats = UNKNOWN

    @classmethod
    def of(cls, tournament: Tournament) -> TournamentView:
        return cls(tournament, standings(tournament))

    def name(self, number: int, t: Translator) -> str:
        """Return the name of a side, of one or two people; words for bots, and for people who deleted their data."""
        return plain(self.who(number, t))

    def who(self, number: int, t: Translator, *, called: bool = False) -> Line:
        """Return the same as parts by which people are found again."""
        if number == BOT:
            return words(t("two bots") if self.tournament.terms.pairs else t("a bot"))
        members = [self.tournament.entrants[one] for one in self.tournament.members(number)]
        most = NAME if len(members) == 1 else PAIRED
        names = ((named(clip(one.name, most) or t("former player"), one.person, called=called),) for one in members)
        return joined(names, " & ")


def number_of(points: Fraction) -> str:
    """Return points as people write them: 7, or 2.5."""
    return str(points.numerator) if points.denominator == 1 else f"{float(points):.1f}"


def digest_of(view: TournamentView, t: Translator, chat: ChatKey) -> str:
    """Return a digest of what a chat's message shows."""
    shown = (tournament_screen(view, t, chat), [(row.number, row.points, row.moved) for row in view.rows])
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def tournament_screen(view: TournamentView, t: Translator, chat: ChatKey | None = None) -> Screen:
    """Return the message of a tournament, without its picture; it fits below one. It calls people of its `chat`."""
    tournament = view.tournament
    people = frozenset(one.person for one in tournament.entrants if one.name)
    text = next(
        (text for most in MOST_LINES if width((text := _text(view, most, t, chat)).plain) <= CAPTION),
        _text(view, MOST_LINES[-1], t, chat),
    )
    return Screen(text, rows=_buttons(tournament, t, home=chat in (None, tournament.chat)), about=Subject(people))


def _text(view: TournamentView, most: int, t: Translator, chat: ChatKey | None) -> Text:
    """Return the words of a tournament, with at most this many tables and places."""
    tournament = view.tournament
    lines: list[Line] = [heading(tournament, t)]
    if tournament.paused is not None:
        lines.append((Part("⏸ "), *t.text("Paused. Games go on, rounds wait.")))
    if tournament.stage in (Stage.ENTRIES, Stage.CHECKIN):
        lines += _announcement(view, t, chat)
    elif tournament.stage is Stage.PLAYING:
        lines += _playing(view, most, t)
    elif tournament.stage is Stage.OVER:
        lines += _ending(view, most, t)
    else:
        few = t.text("Too few people came, so it doesn't take place.")
        lines.append(few if tournament.why == FEW else t.text("The host has cancelled it."))
    return text_of(*lines)


def heading(tournament: Tournament, t: Translator) -> Line:
    """Return the title and the format."""
    return (Part("🏆 "), strong(clip(tournament.title, 60)), Part(f" · {t(FORMATS[tournament.terms.format])}"))


def _announcement(view: TournamentView, t: Translator, chat: ChatKey | None) -> list[Line]:
    tournament, terms = view.tournament, view.tournament.terms
    waiting = [one for one in tournament.entrants if one.standby is Standby.WAITING and tournament.heads(one)]
    starts = moment(terms.starts)
    lines = [words(terms_line(terms, t))]
    if tournament.stage is Stage.CHECKIN:  # and what it is was said before
        lines.append(t.text("Starts at {time}. Press the button if you're here, or your place goes to someone else.",
                            time=starts))  # fmt: skip
    else:
        lines.append(words(f"{course(tournament, t)} {_length(terms, t)}".strip()))
        lines.append(t.text("Starts at {time}.", time=starts))
        lines += _league(tournament, t)
    lines += _conditions(tournament, t)
    lines.append(_people(view, tournament.active, t))
    here = [one for one in aloud(tournament) if one.chat == chat]
    if here:
        names = listed_lines(t, [(named(one.name, one.person, called=True),) for one in here[:LISTED]])
        lines.append(t.text("🔔 {players}, are you here?", players=names))
    if waiting:
        lines.append(t.text("Waiting for a place: {n}.", n=len(waiting)))
    if tournament.stage is Stage.ENTRIES:
        lines.append(seal_line(tournament, t))
    return lines


def _league(tournament: Tournament, t: Translator) -> list[Line]:
    """Return what is said of a league."""
    divisions = tournament.terms.divisions
    if divisions == 1:
        return []
    lines = [t.text("A league of {n} divisions: the best move up, the last move down.", n=divisions)]
    if any(one.division != NEW for one in tournament.entrants):
        lines.append(t.text("Everyone of the last edition is in. If you can't play, press Leave."))
    return lines


def _conditions(tournament: Tournament, t: Translator) -> list[Line]:
    """Return who may enter, and how."""
    terms = tournament.terms
    lines: list[Line] = []
    if terms.pairs:
        lines.append(t.text("For pairs. Name your partner: {command}",
                            command=t.command(f"/tournament code={tournament.id} person=@Bea")))  # fmt: skip
    if terms.band is not None:
        lines.append(t.text("For a rating of {low} to {high}.", low=terms.band[0], high=terms.band[1]))
    if terms.admits is Admits.INVITED:
        lines.append(t.text("Only for people whom the host invites."))
    if terms.admits is not Admits.CHAT:
        lines.append(t.text("From another chat: {command}", command=t.command(f"/tournament code={tournament.id}")))
    return lines


def seal_line(tournament: Tournament, t: Translator) -> Line:
    """Return the seal of the draw; the announcement keeps it when it loses its buttons (T40)."""
    return t.text("Sealed draw {seal}: at the end anyone can check it.",
                  seal=code(commitment(tournament.seed)[:16]))  # fmt: skip


def terms_line(terms: Terms, t: Translator) -> str:
    """Return what is played: `Parchís, Spanish · 4 at a table · 60 seconds for a move`."""
    game, variant, pace = terms.play["game"], terms.play.get("variant", ""), TimeControl.parse(terms.play["pace"])
    what = f"{title(t, game)}, {preset(t, variant)}" if variant else title(t, game)
    clock = t("no time limit") if pace.kind is TimeControlKind.NONE else t("{span} for a move", span=span(pace, t))
    if terms.pairs:
        people = t("two pairs at a table") if terms.sides == 2 else t("three pairs at a table")
    else:
        people = t("one against one") if terms.sides == 2 else t("{n} at a table", n=terms.sides)
    return " · ".join((what, people, clock))


def course(tournament: Tournament, t: Translator) -> str:
    """Return how it goes, in one sentence."""
    terms = tournament.terms
    points = "-".join(map(str, POINTS[terms.sides]))
    if terms.format is Format.KNOCKOUT:
        if terms.sides == 2:
            return t("The winner of a game goes on.")
        return t.plural("The best of each table goes on.", "The best {n} of each table go on.", terms.through)
    if terms.format is Format.ARENA:
        minutes = round(terms.span / 60)
        return t("Play as many games as you like in {n} minutes. "
                 "Tournament points by place: {score}, double after two wins in a row.",
                 n=minutes, score=points)  # fmt: skip
    rounds = max(1, rounds_of(tournament))
    told = t.plural("{n} round. Tournament points by place: {score}.",
                    "{n} rounds. Tournament points by place: {score}.", rounds,
                    score=points)  # fmt: skip
    if terms.sides == 2:
        score = number_of(middle(terms))
        left = t("If one pair is left over, it gets {score}.", score=score) if terms.pairs else t(
            "If one person is left over, they get {score}.", score=score)  # fmt: skip
        return f"{told} {left}"
    return told + " " + t("Bots fill the free seats; what they win counts for nobody.")


def _length(terms: Terms, t: Translator) -> str:
    """Return how long a round may last; nothing for an arena, which has none."""
    if terms.format is Format.ARENA:
        return ""
    if terms.live:
        minutes = round(terms.span / 60)
        return t.plural("A round lasts at most {n} minute.", "A round lasts at most {n} minutes.", minutes)
    return t.plural("A round lasts at most {n} day.", "A round lasts at most {n} days.", round(terms.span / 86400))


def _people(view: TournamentView, numbers: Sequence[int], t: Translator) -> Line:
    if not numbers:
        return t.text("Nobody has entered yet.")
    tournament = view.tournament
    checked = tournament.stage is Stage.CHECKIN
    here = [all(tournament.entrants[one].here for one in tournament.members(number)) for number in numbers[:LISTED]]
    told = [
        (*((Part("✓ "),) if checked and ready else ()), *view.who(number, t))
        for number, ready in zip(numbers, here, strict=False)
    ]
    more = len(numbers) - LISTED
    rest = words(" " + t.plural("and {n} more", "and {n} more", more)) if more > 0 else ()
    count = t.plural("{n} pair", "{n} pairs", len(numbers)) if tournament.terms.pairs else t.plural(
        "{n} entrant", "{n} entrants", len(numbers))  # fmt: skip
    return (Part(count + ": "), *joined(told, ", "), *rest)


def _playing(view: TournamentView, most: int, t: Translator) -> list[Line]:
    tournament = view.tournament
    lines: list[Line] = []
    if tournament.is_arena:
        ends = tournament.terms.starts + tournament.terms.span
        lines.append(t.text("Games begin until {time}.", time=moment(ends)))
        games = [pairing for pairing in tournament.pairings if not pairing.is_over]
    else:
        last = tournament.rounds[-1]
        lines.append(t.text("{round}, until {time} at the latest.", round=strong(round_name(tournament, t)),
                            time=moment(last.deadline)))  # fmt: skip
        games = list(last.pairings)
        if last.byes:
            names = ", ".join(view.name(number, t) for number in last.byes)
            through = tournament.terms.format is Format.KNOCKOUT
            lines.append(t.text("Straight into the next round: {names}.", names=names) if through else
                         t.text("No game in this round: {names}.", names=names))  # fmt: skip
    lines += _tables(view, games, most, t)
    if any(row.games for row in view.rows) and tournament.terms.format is not Format.KNOCKOUT:
        lines += [(), *standing_lines(view, most, t)]  # a knock-out has its bracket
    return lines


def _tables(view: TournamentView, games: Sequence[Pairing], most: int, t: Translator) -> list[Line]:
    """Return tables with a line each, as many as fit; of a league some of each division."""
    entrants = view.tournament.entrants
    divisions = 1 + max((one.division for one in entrants), default=0) if view.tournament.is_league else 1
    each, told = max(1, most // max(1, divisions)) if most else 0, Counter[int]()
    lines: list[Line] = []
    for number, pairing in enumerate(games, 1):
        division = entrants[pairing.people[0]].division if divisions > 1 and pairing.people else 0
        told[division] += 1
        if told[division] <= each:
            lines.append(_table(view, number, pairing, t))
    if len(games) > len(lines):
        lines.append(t.text("… and {n} more tables", n=len(games) - len(lines)))
    return lines


def round_name(tournament: Tournament, t: Translator) -> str:
    """Return `Final`, `Semi-finals` or `Round 2 of 3`."""
    number = len(tournament.rounds)
    if tournament.terms.format is Format.KNOCKOUT:
        last = tournament.rounds[-1]
        return knock_out_round(len(last.pairings) + len(last.byes), number, t)
    planned = max(number, rounds_of(tournament))
    return t("Round {n} of {all}", n=number, all=planned)


def knock_out_round(tables: int, number: int, t: Translator) -> str:
    """Return the name of a round with this many tables, byes among them."""
    last = {1: N_("Final"), 2: N_("Semi-finals"), 4: N_("Quarter-finals")}
    return t(last[tables]) if tables in last else t("Round {n}", n=number)


def _table(view: TournamentView, number: int, pairing: Pairing, t: Translator) -> Line:
    """Return a table's line: who plays, or who came in where."""
    if not pairing.is_over:
        names = " – ".join(view.name(one, t) for one in pairing.sides)
        return (Part(f"{number}. {names} · "), code(pairing.table))
    order = sorted(zip(pairing.places, pairing.sides, strict=True))
    told = ", ".join(f"{place}. {view.name(one, t)}" for place, one in order)
    return words(f"{number}. ✓ {told}")


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
        one = view.tournament.entrants[row.number]
        if row.place == 1 and view.tournament.is_league:
            lines.append((strong(t("Division {n}", n=one.division + 1)),))
        sign = MEDALS.get(row.place, f"{row.place}.") if view.tournament.stage is Stage.OVER else f"{row.place}."
        score = ", ".join(score_of(view, row, t))
        lines.append((Part(f"{sign} "), *view.who(row.number, t), Part(f" · {score}")))
    return lines


def score_of(view: TournamentView, row: Row, t: Translator) -> list[str]:
    """Return an entrant's points and games; in a knock-out only the games, since points decide nothing there."""
    games = t.plural("{n} game", "{n} games", row.games)
    if view.tournament.terms.format is Format.KNOCKOUT:
        return [games]
    return [t.plural("{n} point", "{n} points", 1 if row.points == 1 else 2, n=number_of(row.points)), games]


def _ending(view: TournamentView, most: int, t: Translator) -> list[Line]:
    tournament = view.tournament
    if not view.rows:
        return []
    best = view.rows[0]
    lines: list[Line] = [
        t.text("{names} win the tournament!", names=view.who(best.number, t)) if tournament.terms.pairs else
        t.text("{name} wins the tournament!", name=view.who(best.number, t)),
        *standing_lines(view, most, t),
    ]  # fmt: skip
    lines += [words(told) for told in feat_lines(view, t)]
    lines.append(t.text("The draw's secret: {seed}", seed=code(tournament.seed.hex())))
    return lines


def feat_lines(view: TournamentView, t: Translator) -> list[str]:
    """Return who stood out: the best game, the biggest luck, most captures; each only if it is known."""
    told = [most_captures(view, t)]
    if best := view.feats.best:
        given = t("{n} points of win chance given away per 100 choices", n=best.number)
        told.append(t("Best game: {name}, {figure} ({code}).", name=_alone(view, best.entrant, t), figure=given,
                      code=best.table))  # fmt: skip
    if luck := view.feats.luck:
        told.append(t("Biggest luck: {name}, {n} points of win chance by rolls ({code}).",
                      name=_alone(view, luck.entrant, t), n=f"+{luck.number}", code=luck.table))  # fmt: skip
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


def _buttons(tournament: Tournament, t: Translator, *, home: bool) -> tuple[tuple[Button, ...], ...]:
    """Return a message's buttons; only the tournament's own chat has the host's."""

    def token(verb: ButtonVerb) -> str:
        return encode(CUP, 0, verb, tournament.id)

    enter, leave = t("Enter"), side(t("Leave"), token(QUIT))
    if tournament.stage is Stage.ENTRIES:
        buttons = [main(enter, token(ENTER)), leave]
    elif tournament.stage is Stage.CHECKIN:
        buttons = [main(t("I'm here"), token(HERE)), side(enter, token(ENTER)), leave]
    elif tournament.stage is Stage.PLAYING:
        games, token_of_games = t("My games"), token(MINE)
        buttons = [main(games, token_of_games), leave]
        if tournament.is_arena:
            rest = side(t("Rest or go on"), token(REST))
            buttons = [main(enter, token(ENTER)), rest, side(games, token_of_games), leave]
    else:
        return ()
    return grid([*buttons, side(t("Manage"), token(MANAGE))] if home else buttons, 3)
