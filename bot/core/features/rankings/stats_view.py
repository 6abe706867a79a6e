"""A person's games, ratings and badges in words."""

from __future__ import annotations

from bot.core.features.rankings.leaderboard_view import sureness
from bot.core.i18n.text_format import clip, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.rankings.player_games import PlayedGame
from bot.core.rankings.stats import RatingCurve, StatsView
from bot.core.services.rivals import Nemesis
from bot.core.views.nemesis import nemesis_line
from bot.core.views.players import level

POINTS = 200
"""The limit on games in a curve: more would be a smear."""


def stats_text(view: StatsView, t: Translator, nemesis: Nemesis | None = None) -> Text:
    name = strong(clip(view.name))
    if not view.games:
        return text_of(t.text("{player} hasn't finished a game yet.", player=name), *_streak(view, t))
    lines = [t.text("{player} in numbers", player=name), _record(view, t), *_figures(view.games, t)]
    if nemesis is not None:
        lines.append(nemesis_line(nemesis, t))
    for curve in view.curves:
        lines += [_rating(curve, t), *_like(curve, t)]
    lines += _streak(view, t)
    if view.badges:
        names = ", ".join(t(badge.name) for badge in view.badges)
        lines.append(words(f"★ {names}"))
    if view.hidden:
        lines.append(t.text("You're hidden from the leaderboards, so only you can see this."))
    return text_of(*lines)


def curve_points(curve: RatingCurve) -> tuple[list[float], list[float]]:
    """Return the rating after each of the last games, in points, and its deviation to either side."""
    skills = curve.skills[-POINTS:]
    return [float(skill.points) for skill in skills], [skill.spread for skill in skills]


def _record(view: StatsView, t: Translator) -> Line:
    left = sum(game.left for game in view.games)
    played = t.plural("{n} game", "{n} games", len(view.games))
    won = t.plural("{n} won", "{n} won", view.wins)
    gone = t.plural("{n} left early", "{n} left early", left) if left else ""
    return words(" · ".join(part for part in (played, won, gone) if part))


def _figures(games: tuple[PlayedGame, ...], t: Translator) -> list[Line]:
    made, suffered = sum(game.captures for game in games), sum(game.losses for game in games)
    sixes, throws = sum(game.sixes for game in games), sum(game.throws for game in games)
    lines = []
    if made or suffered:
        lines.append(t.text("Pieces captured: {made}, lost: {suffered}", made=made, suffered=suffered))
    if throws:
        lines.append(t.text("Rolls: {throws} ({sixes} gave another roll)", throws=throws, sixes=sixes))
    longest = max(game.longest for game in games)
    lines.append(words(t.plural("Best turn: {n} step", "Best turn: {n} steps", longest)))
    return lines


def _streak(view: StatsView, t: Translator) -> list[Line]:
    if view.streak is None:
        return []
    days, longest = view.streak
    told = t.plural(
        "🔥 Puzzle streak: {n} day (longest: {longest})",
        "🔥 Puzzle streak: {n} days (longest: {longest})",
        days,
        longest=longest,
    )
    return [words(told)]


def _like(curve: RatingCurve, t: Translator) -> list[Line]:
    """Name the level of bots that plays about as well, once enough is known."""
    return [] if curve.like is None else [t.text("Plays about as well as a {bot}.", bot=level(t, curve.like))]


def _rating(curve: RatingCurve, t: Translator) -> Line:
    games = t.plural("{n} rated game", "{n} rated games", len(curve.skills))
    best = max(skill.points for skill in curve.skills)
    return t.text(
        "{ladder}: {points} rating points ({sure}), after {games}; best: {best}",
        ladder=strong(t(curve.ladder.title)),
        points=curve.now.points,
        sure=sureness(curve.now, t),
        games=games,
        best=best,
    )
