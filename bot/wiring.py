"""Builds the object graph, in one place."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.core.boards.faces import Faces
from bot.core.boards.mentions import QuietMessenger
from bot.core.boards.publisher import Publisher
from bot.core.boards.redrawing import Redrawing
from bot.core.chat import Authority, Messenger
from bot.core.clock import Clock
from bot.core.clocks.timekeeper import Timekeeper
from bot.core.desk import Desk
from bot.core.feature import Feature
from bot.core.features import absence, games, proofs, takebacks, throws
from bot.core.features.bringing import Bringing
from bot.core.features.calling import Calling
from bot.core.features.company import Company
from bot.core.features.learning import Learning
from bot.core.features.losses import Losses
from bot.core.features.replaying import Films, MakeFilm
from bot.core.features.rights import Rights
from bot.core.features.settling import Settling
from bot.core.features.watching import Watching
from bot.core.languages import Languages
from bot.core.manners import Manners
from bot.core.measures import CountedMessenger, Measures
from bot.core.opening import Entropy, seeded
from bot.core.rankings import answers as rankings
from bot.core.rankings.recompute import catch_up
from bot.core.rankings.recorder import Recorder
from bot.core.ratelimit.platform import PlatformRateLimiter
from bot.core.registry import registry
from bot.core.service import Service
from bot.core.signing import signer_of
from bot.core.tables import Tables
from bot.core.views.board import Draw
from bot.films import Workshop
from data.store import Store
from render.cards.ranking import draw_curve, draw_leaderboard
from render.cards.throws import draw_throws

PAINTERS = 2
"""Threads for pictures that take long."""


@dataclass(frozen=True, slots=True)
class House:
    """The core, put together."""

    desk: Desk
    service: Service
    publisher: Publisher
    timekeeper: Timekeeper
    films: Films


def entropy_of(seed: str | None) -> Entropy:
    """The machine's randomness, or for demonstrations bytes that follow from a seed."""
    return secrets.token_bytes if seed is None else seeded(seed)


def features(
    desk: Desk, publisher: Publisher, faces: Faces, messengers: Mapping[str, Messenger]
) -> tuple[Feature, ...]:
    """What adds to the core's own commands and buttons."""
    redrawing = Redrawing(desk.store, desk.tables, desk.languages, faces, messengers, publisher.show_again)
    return (
        proofs.feature(desk),
        throws.feature(desk, draw_throws),
        games.feature(desk),
        takebacks.feature(desk),
        Rights(desk, publisher.publish, redrawing.redraw).feature,
        absence.feature(desk),
        Settling(desk, publisher.show_anew).feature,
        Company(desk).feature,
        rankings.feature(desk, rankings.Cards(draw_leaderboard, draw_curve)),
        Watching(desk).feature,
        Calling(desk).feature,
        Bringing(desk, faces).feature,
        Learning(desk, faces).feature,
    )


@asynccontextmanager
async def house(
    store: Store,
    messengers: Mapping[str, Messenger],
    clock: Clock,
    draw: Draw,
    *,
    entropy: Entropy = secrets.token_bytes,
    demonstration: bool = False,
    language: str = "en",
    max_tables: int = 3,
    paces: Mapping[str, PlatformRateLimiter] | None = None,
    measures: Measures | None = None,
    authorities: Mapping[str, Authority] | None = None,
    make_film: MakeFilm | None = None,
    manners: Manners | None = None,
) -> AsyncIterator[House]:
    """The core over a store, while it is needed; leaving it shows what is still to be shown."""
    await catch_up(store)
    tables, languages = Tables(store, Recorder(store).over), Languages(store, language)
    signer = await signer_of(store)
    desk = Desk(
        store, tables, languages, registry(), clock, entropy, signer, max_tables, authorities or {}, demonstration
    )
    with ThreadPoolExecutor(PAINTERS, "painter") as painters:
        if measures is not None:
            messengers = {name: CountedMessenger(each, name, measures) for name, each in messengers.items()}
        faces = Faces(draw, painters)
        lost = Losses(desk).lost
        publisher = Publisher(store, tables, languages, faces, clock, messengers, paces, measures, lost)
        quiet = {name: QuietMessenger(each, store) for name, each in messengers.items()}
        films = Films(desk, make_film or Workshop(), quiet, paces or {})
        try:
            every = (*features(desk, publisher, faces, quiet), films.feature())
            service = Service(desk, publisher.heard, measures, every, manners, publisher.pressed)
            yield House(desk, service, publisher, Timekeeper(desk, publisher.publish), films)
        finally:
            await films.stop()
            await publisher.stop()
