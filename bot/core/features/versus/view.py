"""Two people's games against each other in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.core.games.game_words import title
from bot.core.i18n.text_format import named, strong, text_of, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.messages.requests import Person
from bot.core.rankings.head_to_head import HeadToHead, Meeting, Tally, Way, nemesis, tally
from bot.core.services.rivals import Nemesis
from bot.core.views.nemesis import nemesis_line
from data.records import PersonKey

SHOWN = 8
"""The most people in the list of opponents."""
RUN = 2
"""Games in a row that are worth a line."""
SIGNS = {Way.AHEAD: "▲", Way.TIED: "=", Way.BEHIND: "▼"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people, the figures of their games as the first sees them, and their captures of each other in the last.

    `nemeses` are those of both, if known.
    """

    person: Person
    other: Person
    figures: HeadToHead
    captured: tuple[int, int] | None
    nemeses: Sequence[Nemesis | None] = ()


def pair_text(pair: Pair, t: Translator) -> Text:
    figures = pair.figures
    person, other = _name(pair.person), _name(pair.other)
    lines = [t.text("⚔️ {player} against {other}", player=person, other=other)]
    lines += [(strong(title(t, game)), *words(f"{t.marks.colon}{_score(each, t)}")) for game, each in figures.by_game]
    if figures.last:
        signs = "".join(SIGNS[one.way] for one in figures.last if one.way is not None)
        lines.append(t.text("Latest games, newest last: {signs}", signs=signs))
        lines.append(t.text("(▲ {player} came in ahead, ▼ {other} did, = same place)", player=person, other=other))
    lines += _runs(pair, t)
    if pair.captured is not None and any(pair.captured):
        own, theirs = pair.captured
        sentence = N_("Captures of each other's pieces: {player} {own}, {other} {theirs}")
        lines.append(t.text(sentence, player=person, own=own, other=other, theirs=theirs))
    for hunted, found in zip((pair.person, pair.other), pair.nemeses, strict=False):
        if found is not None and found.person in (pair.person.key, pair.other.key):
            lines.append(nemesis_line(found, t, of=_name(hunted)))
    if figures.team:
        lines.append(words(t.plural("As a team: {n} game", "As a team: {n} games", figures.team)))
    return text_of(*lines)


def opponents_text(
    person: Person, known: Mapping[PersonKey, tuple[str, Sequence[Meeting]]], hunter: Nemesis | None, t: Translator
) -> Text:
    """Show somebody's opponents, those of the most games first, and their nemesis."""
    lines = [t.text("⚔️ {player} against the others", player=_name(person))]
    if hunter is not None:
        lines.append(nemesis_line(hunter, t))
    feared = nemesis({key: games for key, (_, games) in known.items()})
    if feared is not None:
        name, games = known[feared]
        lost = tally(games)
        sentence = N_("Most often ahead: {other}, in {behind} of {games} games")
        lines.append(t.text(sentence, other=named(name, feared), behind=lost.behind, games=lost.games))
    most = sorted(known.items(), key=lambda each: -len(each[1][1]))[:SHOWN]
    for key, (name, games) in most:
        counts = tally(games)
        score = (
            _score(counts, t) if counts.games else t.plural("As a team: {n} game", "As a team: {n} games", len(games))
        )
        lines.append((named(name, key), *words(f"{t.marks.colon}{score}")))
    return text_of(*lines, t.text("More about one of them: {command}", command=t.command(f"/versus {most[0][1][0]}")))


def _runs(pair: Pair, t: Translator) -> list[Line]:
    person, other = _name(pair.person), _name(pair.other)
    run, longest = pair.figures.run, pair.figures.longest
    lines = []
    if abs(run) >= RUN:
        ahead = person if run > 0 else other
        lines.append(t.text("{player} has come in ahead {n} times in a row", n=abs(run), player=ahead))
    if max(longest) >= RUN:
        sentence = N_("Longest runs: {player} {own}, {other} {theirs}")
        lines.append(t.text(sentence, player=person, own=longest[0], other=other, theirs=longest[1]))
    return lines


def _score(counts: Tally, t: Translator) -> str:
    tied = t.plural("{n} tied", "{n} tied", counts.tied) if counts.tied else ""
    return " · ".join(part for part in (f"{counts.ahead}–{counts.behind}", tied) if part)


def _name(person: Person) -> Part:
    return named(person.name, person.key)
