"""A person's games and ratings: the data of /stats."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from bot.core.domain.person_settings import person_settings
from bot.core.games.ladder import Ladder
from bot.core.i18n.called import people_called
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person, Request
from bot.core.rankings.badges import Badge, earned
from bot.core.rankings.bot_levels import nearest
from bot.core.rankings.ladders import ladders
from bot.core.rankings.player_games import PlayedGame, games_of
from bot.core.rankings.ratings import Skill, Sureness
from data.records import PersonKey
from data.store import Store

WHO = "person"
MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A person's rating on a ladder, after each of their rated games there; `times` are when these ended."""

    ladder: Ladder
    skills: tuple[Skill, ...]
    times: tuple[float, ...]

    @property
    def now(self) -> Skill:
        return self.skills[-1]

    @property
    def like(self) -> str | None:
        """The level of bots that plays about as well; None while the rating is a guess."""
        if self.now.sureness is Sureness.GUESS:
            return None
        return nearest(self.ladder.game, self.ladder.family, self.now.mu)


@dataclass(frozen=True, slots=True)
class StatsView:
    """A person's games (without hot seat), ratings over time on each ladder, the most played first, and badges.

    `hidden`: they don't want to be ranked, so only they see this. `streak`: the number of days in a row on which they
    have solved this chat's puzzle, and the longest; None if they never have.
    """

    name: str
    games: tuple[PlayedGame, ...]
    curves: tuple[RatingCurve, ...]
    badges: tuple[Badge, ...]
    hidden: bool
    streak: tuple[int, int] | None = None

    @property
    def wins(self) -> int:
        return sum(game.won for game in self.games)


async def stats(store: Store, person: PersonKey, name: str) -> StatsView:
    games = games_of(await store.played(person))
    points = await store.rating_points(person)
    curves = []
    for ladder in ladders():
        own = [point for point in points if (point.game, point.family) == (ladder.game, ladder.family)]
        if own:
            skills = tuple(Skill(point.mu, point.sigma, games) for games, point in enumerate(own, start=1))
            curves.append(RatingCurve(ladder, skills, tuple(point.at for point in own)))
    curves.sort(key=lambda curve: -len(curve.skills))
    hidden = not (await person_settings(store, person)).ranked
    return StatsView(name, games, tuple(curves), earned(games), hidden)


async def meant(store: Store, request: Request) -> Person:
    """Return the person meant by /stats: the asker, one known to the platform, or a name that played here.

    Raises Refusal, which lists the names that a part of a name may mean.
    """
    known, word = request.named(WHO)
    if known is not None:
        return known.normalized()
    if not word:
        return request.person
    found = [Person(key, name) for key, name in await store.players_of(request.chat)]
    fitting = people_called(word, found, attrgetter("name"), partly=True)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        shown = [person for person in fitting if (await person_settings(store, person.key)).ranked]
        names = ", ".join(person.name[:24] for person in shown[:MOST_NAMES])
        raise Refusal(N_("Who do you mean? {names}"), names=names)
    raise Refusal(N_("Nobody called {name} has finished a game here."), name=word[:40])
