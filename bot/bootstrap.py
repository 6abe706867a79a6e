"""Build the object graph, in one place."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from bot.cluster.leased_platform import LeasedPlatform
from bot.core.application import Application
from bot.core.board_messages.board_motion import BoardMotion, DrawMotion
from bot.core.board_messages.handed_boards import HandedBoards
from bot.core.board_messages.instrumented_messenger import InstrumentedMessenger
from bot.core.board_messages.mention_filter import MentionFilter
from bot.core.board_messages.publisher import Publisher
from bot.core.board_messages.redrawing import Redrawing
from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.commands.definition import Registry
from bot.core.commands.group import CommandGroup, registry_of
from bot.core.commands.router import Router
from bot.core.common.background import BackgroundTasks
from bot.core.common.clock import Clock
from bot.core.common.entropy import Demonstration, Entropy, seeded
from bot.core.common.recurring import Recurring
from bot.core.dispatch.dispatcher import Dispatcher
from bot.core.features.context import CardPainters, FeatureContext, FilmMaker
from bot.core.features.registry import GROUPS
from bot.core.messages.metrics import Metrics
from bot.core.messages.ports import Authority, Messenger
from bot.core.rankings.recorder import PAUSE, Recorder
from bot.core.ratelimit.flood_guard import FloodGuard
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.chat_homes import ChatHomes
from bot.core.services.computers import ComputerPlayers
from bot.core.services.deadline_scheduler import DeadlineScheduler
from bot.core.services.enforcement import Enforcement
from bot.core.services.hiding_store import hiding_store
from bot.core.services.languages import Languages
from bot.core.services.lost_chats import Losses
from bot.core.services.ownership import HOUSEKEEPING, WEB, Backlog, LeaseGroup, Ownership, SoleOwnership
from bot.core.services.recompute import catch_up
from bot.core.services.restrictions import EVERY, Restrictions
from bot.core.services.signing import keys_of
from bot.core.services.table_repository import TableRepository
from bot.core.services.table_service import TableService
from bot.core.services.thinking import Lane, Thinking
from bot.core.services.threads import asked_above
from bot.core.services.tournaments import waking
from bot.core.views.pictures import Pictures
from bot.film_worker import FilmWorker
from bot.platforms.base import CannotStart, Platform
from bot.platforms.discord import description as discord
from bot.platforms.telegram import description as telegram
from bot.platforms.web import description as web
from bot.platforms.web.apps.discord import API, Activity
from bot.platforms.web.apps.door import Door
from bot.platforms.web.apps.telegram import MiniApp
from bot.platforms.web.platform import WebPlatform
from bot.settings import Settings
from bot.thinking_worker import ThinkingWorker
from data.inbox import InboxStore
from data.store import Store
from render.cards.certificate import draw_certificate
from render.cards.honours import draw_honours
from render.cards.podium import draw_podium
from render.cards.ranking import draw_curve, draw_leaderboard
from render.cards.throws import draw_throws
from render.content.layered import LAYERED
from render.picture import draw_analysis_card, draw_bracket, draw_round

CARDS = CardPainters(
    draw_leaderboard,
    draw_curve,
    draw_throws,
    draw_analysis_card,
    draw_round,
    draw_bracket,
    draw_podium,
    draw_certificate,
    draw_honours,
)
PAINTERS = 2
"""Threads for pictures that take long."""


def entropy_of(seed: str | None) -> Entropy:
    """Return the machine's randomness, or bytes derived from a seed, for demonstrations."""
    return secrets.token_bytes if seed is None else seeded(seed)


@asynccontextmanager
async def application(
    store: Store,
    messengers: Mapping[str, Messenger],
    clock: Clock,
    pictures: Pictures,
    *,
    entropy: Entropy = secrets.token_bytes,
    demonstration: Demonstration | None = None,
    language: str = "en",
    max_tables: int = 3,
    rule_books: str = "",
    limiters: Mapping[str, PlatformRateLimiter] | None = None,
    measures: Metrics | None = None,
    authorities: Mapping[str, Authority] | None = None,
    cards: CardPainters = CARDS,
    make_film: FilmMaker | None = None,
    thinking: Thinking | None = None,
    draw_motion: DrawMotion | None = None,
    flood_guard: FloodGuard | None = None,
    groups: Sequence[CommandGroup[FeatureContext, Any]] = GROUPS,
    ownership: Ownership | None = None,
    backlog: Backlog | None = None,
) -> AsyncIterator[Application]:
    """Build the core over a store, while it is needed; on exit, show the pending boards.

    Without `draw_motion` all boards are still. Without `ownership` and `backlog` this process has the store alone.
    """
    ownership, backlog = ownership or SoleOwnership(), backlog or store
    await catch_up(store)
    restrictions = Restrictions(store)
    await restrictions.refresh()
    store = hiding_store(store, restrictions)
    recorder = Recorder(store)
    tables = TableRepository(store, waking(store, clock, recorder.over), is_shared=ownership.is_shared)
    languages = Languages(store, language)
    await keys_of(store)  # the first start creates them
    registry = registry_of(tuple(groups))
    background = BackgroundTasks()
    thinking = thinking or Thinking(lambda lane: ThinkingWorker(modest=lane is Lane.REPORTS))
    computers = ComputerPlayers(thinking, background, clock, lambda table: publisher.publish(table))
    service = TableService(
        store,
        tables,
        computers,
        languages,
        clock,
        entropy,
        restrictions,
        max_tables,
        authorities or {},
        demonstration,
    )
    with ThreadPoolExecutor(PAINTERS, "painter") as painters:
        if measures is not None:
            messengers = {
                name: InstrumentedMessenger(messenger, name, measures) for name, messenger in messengers.items()
            }
        layering = frozenset(name for name, one in messengers.items() if one.abilities.motion == LAYERED)
        renderer, motion = ScreenRenderer(pictures, painters, layering), BoardMotion(draw_motion, painters)
        lost = Losses(service).lost
        publisher = Publisher(
            store,
            tables,
            languages,
            renderer,
            motion,
            clock,
            messengers,
            limiters,
            measures,
            lost,
            ownership,
            backlog,
        )
        HandedBoards(publisher, ownership, background)
        quiet = {name: MentionFilter(messenger, store) for name, messenger in messengers.items()}
        redrawing = Redrawing(store, tables, languages, renderer, quiet, publisher.show_again)
        context = FeatureContext(
            service=service,
            registry=registry,
            renderer=renderer,
            painters=cards,
            make_film=make_film or FilmWorker(),
            thinking=thinking,
            messengers=quiet,
            limiters=limiters or {},
            background=background,
            publish=publisher.publish,
            show_anew=publisher.show_anew,
            redraw=redrawing.redraw,
            pressed=publisher.pressed,
            rule_books=rule_books,
        )
        try:
            router = Router(groups, context, partial(asked_above, tables))
            dispatcher = Dispatcher(service, router, publisher, measures, flood_guard)
            scheduler = DeadlineScheduler(service, publisher.publish, publisher.show, ownership, backlog)
            enforcement = Enforcement(service, publisher.publish, publisher.show_again)
            context.beside.append(Recurring(PAUSE, recorder.correct))
            beside = (context.resumed, context.beside, [Recurring(EVERY, enforcement.look)])
            yield Application(registry, service, dispatcher, publisher, redrawing, scheduler, background, *beside)
        finally:
            await background.stop()
            await publisher.stop()
            await thinking.close()


DESCRIPTIONS = (web.DESCRIPTION, discord.DESCRIPTION, telegram.DESCRIPTION)
"""All platforms, in the order of the command line's list."""
LEASE_NUMBERS = {platform.name: platform.lease_number for platform in DESCRIPTIONS}
"""Each platform's rule for the leases of its chats, whether or not this process serves it."""


def platforms(
    names: tuple[str, ...],
    settings: Settings,
    store: Store,
    clock: Clock,
    commands: Registry,
    ownership: Ownership,
    homes: ChatHomes | None = None,
) -> list[Platform]:
    """Return the platforms of these names, importing their libraries; raises CannotStart without a token.

    `homes` stores the servers of Discord's chats, if several processes share them.
    """
    selected: list[Platform] = []
    has_apps = settings.web.is_public and "web" in names
    for name in names:
        if name == "web":
            doors = list(_doors(names, settings, clock)) if has_apps else []
            page = WebPlatform(settings.web, store, clock, apps=doors, ownership=ownership)
            alone = ownership.is_shared and not doors
            selected.append(LeasedPlatform(page, ownership, WEB) if alone else page)
        elif name == "discord":
            if settings.discord is None:
                raise CannotStart("PALMARES_DISCORD_TOKEN is not set; docs/hosting/discord.md says how to get it")
            from bot.platforms.discord.leased_shards import GatewayStore
            from bot.platforms.discord.platform import DiscordPlatform

            gateways = store if ownership.is_shared and isinstance(store, GatewayStore) else None
            selected.append(
                DiscordPlatform(
                    settings.discord,
                    store,
                    clock,
                    commands,
                    ownership=ownership,
                    gateways=gateways,
                    homes=homes,
                    app=has_apps and bool(settings.discord.client_secret),
                )
            )
        else:
            if settings.telegram is None:
                raise CannotStart("PALMARES_TELEGRAM_TOKEN is not set; docs/hosting/telegram.md says how to get it")
            from bot.platforms.telegram.mini_app import MiniAppLinks
            from bot.platforms.telegram.platform import TelegramPlatform

            inbox = store if isinstance(store, InboxStore) else None
            links = MiniAppLinks(settings.web.address, settings.telegram.app) if has_apps else None
            account = settings.telegram
            selected.append(TelegramPlatform(account, clock, settings.language, ownership, inbox=inbox, app=links))
    return selected


def _doors(names: tuple[str, ...], settings: Settings, clock: Clock) -> Iterator[Door]:
    """Yield the doors of the apps that these platforms show."""
    if "telegram" in names and settings.telegram is not None:
        yield MiniApp(settings.telegram.token, clock)
    if "discord" in names and settings.discord is not None and settings.discord.client_secret:
        yield Activity(settings.discord.token, settings.discord.client_secret, clock, api=settings.discord.api or API)


def leases(names: tuple[str, ...]) -> list[LeaseGroup]:
    """Return the groups of leases that a process competes for to serve these platforms.

    Telegram and Discord add theirs once connected, so that nobody waits for a process that is just starting.
    """
    return [HOUSEKEEPING, WEB] if "web" in names else [HOUSEKEEPING]


def wanted(settings: Settings, asked: str | None) -> tuple[str, ...]:
    """Return the one platform that was requested, or all that have a token; without any, the web page."""
    if asked is not None:
        return (asked,)
    chats = [("discord", settings.discord), ("telegram", settings.telegram)]
    configured = tuple(name for name, account in chats if account is not None)
    return (*configured, "web") if settings.serves_web or not configured else configured
