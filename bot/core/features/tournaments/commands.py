"""/tournament and the buttons of its message."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME, VARIANT, is_code
from bot.core.common.recurring import Recurring
from bot.core.domain import new_table
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import new_code
from bot.core.domain.tempo import tempo_named
from bot.core.domain.time_control import is_pace
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.asking import terms_of
from bot.core.features.tournaments.hosting import DO, LIST, REMOVE, host_screen, removal_screen
from bot.core.features.tournaments.posting import TournamentPosts
from bot.core.features.tournaments.running import EVERY, SOON, TournamentRunner
from bot.core.features.tournaments.view import (
    ENTER,
    HERE,
    MANAGE,
    MINE,
    QUIT,
    REST,
    TournamentView,
    heading,
    own_lines,
    tournament_screen,
)
from bot.core.games.game_words import title
from bot.core.i18n.moments import is_moment
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.text_format import clip, text_of
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Document
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.rankings.ladders import family
from bot.core.rankings.ratings import Skill
from bot.core.services.actors import actor_in, may_open_table
from bot.core.services.table_service import TableService
from bot.core.services.tournaments import Act, Tournaments
from bot.core.tournaments import life
from bot.core.tournaments.proof import proof_of
from bot.core.tournaments.terms import MOST, Format
from bot.core.tournaments.tournament import OPEN, Stage, Standby, Tournament
from data.records import ChatKey
from engine.dice import SEED_BYTES

AT_ONCE = 3
"""Open tournaments that a chat can have."""
TRIES = 20
ANNOUNCING = {
    "format",
    "game",
    "variant",
    "players",
    "start",
    "pace",
    "rounds",
    "length",
    "most",
    "every",
    "name",
    "divisions",
}
"""Options of which one is enough to announce a tournament."""


class TournamentCommands:
    """Announce tournaments, enter them, and manage them."""

    def __init__(self, context: FeatureContext) -> None:
        self._service: TableService = context.service
        self._tournaments = Tournaments(context.service.store)
        self._posts = TournamentPosts(context)
        self._runner = TournamentRunner(context, self._tournaments, self._posts)
        context.beside.append(Recurring(EVERY, self._runner.look))

    async def tournament(self, request: Request) -> Outcome:
        """Announce a tournament, enter one by its code, or show the one of this chat; raises Refusal."""
        if request.options.keys() & ANNOUNCING:
            return await self._announce(request)
        code = request.options.get("code", "").strip().lower()
        if request.options.get("show") == "draw":
            return await self._proof(request, code)
        if code:
            return await self._enter(request.chat, request.person, code)
        return await self._show(request)

    async def _announce(self, request: Request) -> Outcome:
        service, chat, person = self._service, request.chat, request.person
        await may_open_table(service, chat, person.key)
        now, settings = service.clock.now(), await settings_of(service.store, chat)
        terms = terms_of(request.options, chat, person, service.entropy, zone_of(settings.zone or "UTC"), now)
        known = [await self._tournaments.get(one) for one in await service.store.tournaments_of(chat, 10)]
        if sum(one is not None and one.stage in OPEN and one.chat == chat for one in known) >= AT_ONCE:
            raise Refusal(N_("This chat has {n} tournaments already. Wait until one is over."), n=AT_ONCE)
        await service.languages.remember(chat, person)
        await service.languages.meet(person)
        t = await service.languages.of_chat(chat, person)
        name = clip(request.options.get("name", "").replace("_", " "), 40)
        words = name or t("{game} tournament", game=title(t, terms.play["game"]))
        for _ in range(TRIES):
            code, seed = new_code(service.entropy), service.entropy(SEED_BYTES)
            tournament = Tournament(code, chat, person.key, person.name, words, terms, seed, now)
            if await self._tournaments.announce(tournament, now):
                break
        else:
            raise Refusal(STALE)
        if not await self._posts.show_here(tournament, chat):
            return Outcome(screen=await self._posts.screen(TournamentView.of(tournament), chat, t))
        own = await service.languages.of_person(person)
        return Outcome(notice=own.note("Announced. Press Enter below it if you play too."), told=True)

    async def _show(self, request: Request) -> Outcome:
        """Show this chat's tournament, and where the person who asks stands in theirs; raises Refusal."""
        service = self._service
        mine = await self._tournaments.of_person(request.person.key)
        here = await self._tournaments.of_chat(request.chat)
        found = mine if request.private and mine is not None else here or mine
        if found is None:
            raise Refusal(N_("There's no tournament here. To announce one: {example}"), example=EXAMPLE)
        t = await service.languages.of_person(request.person)
        entry = found.entrant_of(request.person.key)
        view = TournamentView.of(found)
        if request.private and entry is not None and found.stage in OPEN:
            return Outcome(notice=text_of(heading(found, t), *own_lines(view, entry.number, t)))
        if await self._posts.show_below(found, request.chat):
            return Outcome(notice=t.note("Here you go."))
        screen = await self._posts.screen(view, request.chat, await service.languages.of_chat(request.chat))
        return Outcome(screen=replace(screen, rows=()))

    async def _proof(self, request: Request, code: str) -> Outcome:
        """Give the person who asks the text that proves the draws of a tournament; raises Refusal."""
        found = await self._tournaments.named(code) if code else await self._tournaments.of_chat(request.chat)
        t = await self._service.languages.of_person(request.person)
        if found is None or found.stage is not Stage.OVER:
            raise Refusal(N_("The draws can be checked once the tournament is over."))
        file = Document(f"palmares-{found.id}.json", await asyncio.to_thread(proof_of, found), "application/json")
        return Outcome(notice=t.note("Check it with: palmares verify {file}", file=file.name), document=file)

    async def _enter(self, chat: ChatKey, person: Person, code: str) -> Outcome:
        """Enter a person who plays from this chat from now on; raises Refusal."""
        service = self._service
        tournament = await self._tournaments.named(code)
        rating = await self._rating(tournament, person)
        await service.languages.meet(person)
        await service.languages.remember(chat, person)

        def entered(one: Tournament) -> Tournament:
            return life.enter(one, person.key, person.name, chat, rating)

        after = await self._changed(chat, code, entered)
        entry = life.require_in(after, person.key)
        t = await service.languages.of_person(person)
        if entry.standby is Standby.WAITING:
            return Outcome(notice=t.note("All places are taken: you're on the waiting list."), told=True)
        if after.stage is Stage.ENTRIES and after.terms.live:
            said = t.note("You're in. Ten minutes before the start, press the button that says you're here.")
            return Outcome(notice=said, told=True)
        return Outcome(notice=t.note("You're in. Your games open by themselves."), told=True)

    async def _rating(self, tournament: Tournament, person: Person) -> int:
        service, play = self._service, tournament.terms.play
        table = new_table.new_table(tournament.chat, person, play, service.entropy, 0.0)
        rated = await service.store.rated(table.game, family(table), [person.key])
        return Skill(rated[0].mu, rated[0].sigma).points if rated else Skill().points

    async def _changed(self, chat: ChatKey, code: str, act: Act) -> Tournament:
        """Change a tournament, and show it where that was asked and announced; the rest follows. Raises Refusal."""
        now = self._service.clock.now()
        after = await self._tournaments.change(code, act, now)
        await self._posts.show(after, {chat, after.chat})
        await self._tournaments.look_again(after, now, SOON)
        return after

    async def enter(self, press: Press, token: Token) -> Outcome:
        """Enter from the message's chat; raises Refusal."""
        return await self._enter(press.chat, press.person, token.arguments[0])

    async def quit(self, press: Press, token: Token) -> Outcome:
        """Leave a tournament; raises Refusal."""
        await self._changed(press.chat, token.arguments[0], lambda one: life.leave(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        return Outcome(notice=t.note("You've left the tournament."))

    async def here(self, press: Press, token: Token) -> Outcome:
        """Check in; raises Refusal."""
        await self._changed(press.chat, token.arguments[0], lambda one: life.check_in(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        return Outcome(notice=t.note("See you at the table!"))

    async def rest(self, press: Press, token: Token) -> Outcome:
        """Rest from an arena, or go on; raises Refusal."""
        after = await self._changed(press.chat, token.arguments[0], lambda one: life.rest(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        entry = life.require_in(after, press.person.key)
        resting = entry.standby is Standby.RESTING
        return Outcome(notice=t.note("You're resting.") if resting else t.note("You're back: I'll find you a game."))

    async def mine(self, press: Press, token: Token) -> Outcome:
        """Tell a person where they stand and play; raises Refusal."""
        tournament = await self._tournaments.named(token.arguments[0])
        entry = life.require_in(tournament, press.person.key)
        t = await self._service.languages.of_person(press.person)
        return Outcome(notice=text_of(*own_lines(TournamentView.of(tournament), entry.number, t)))

    async def manage(self, press: Press, token: Token) -> Outcome:
        """Show the host what they can do; raises Refusal."""
        tournament = await self._tournaments.named(token.arguments[0])
        await self._require_host(tournament, press)
        t = await self._service.languages.of_chat(press.chat, press.person)
        return Outcome(screen=host_screen(tournament, t), below=True, personal=True)

    async def do(self, press: Press, token: Token) -> Outcome:
        """Do what the host asks; raises Refusal."""
        code, deed = token.arguments
        tournament = await self._tournaments.named(code)
        await self._require_host(tournament, press)
        now = self._service.clock.now()
        acts: dict[str, Act] = {
            "start": lambda one: life.start_now(one, now),
            "pause": lambda one: life.pause(one, now),
            "extend": lambda one: life.extend(one, one.terms.span / 2),
            "cancel": lambda one: life.cancel(one, now),
            "back": lambda one: one,
        }
        if deed not in acts:
            raise Refusal(STALE)
        after = await self._changed(press.chat, code, acts[deed])
        t = await self._service.languages.of_chat(press.chat, press.person)
        done = None if deed == "back" else t.note("Done.")
        if after.stage in OPEN:
            return Outcome(screen=host_screen(after, t), notice=done)
        return Outcome(screen=replace(tournament_screen(TournamentView.of(after), t), rows=()), notice=done)

    async def list(self, press: Press, token: Token) -> Outcome:
        """Show the host whom they can remove; raises Refusal."""
        code, start = token.arguments
        tournament = await self._tournaments.named(code)
        await self._require_host(tournament, press)
        t = await self._service.languages.of_chat(press.chat, press.person)
        return Outcome(screen=removal_screen(TournamentView.of(tournament), _number(start), t))

    async def remove(self, press: Press, token: Token) -> Outcome:
        """Remove the person whom the host chose; raises Refusal."""
        code, number = token.arguments
        await self._require_host(await self._tournaments.named(code), press)
        after = await self._changed(press.chat, code, lambda one: life.remove(one, _number(number)))
        t = await self._service.languages.of_chat(press.chat, press.person)
        gone = after.entrants[_number(number)].name
        return Outcome(screen=host_screen(after, t), notice=t.note("{name} is out.", name=gone))

    async def _require_host(self, tournament: Tournament, press: Press) -> None:
        """Let the host manage a tournament, and the administrators of its chat."""
        if tournament.host != press.person.key:
            actor = await actor_in(self._service, tournament.chat, press.person.key)
            if not actor.is_admin:
                raise Refusal(N_("Only the host of the tournament can do that."))


def _number(word: str) -> int:
    """Return an entrant's number, -1 if a button doesn't name one."""
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 5 else -1


EXAMPLE = "/tournament swiss players=4 start=21:00"

GROUP = CommandGroup(
    TournamentCommands,
    (
        GroupCommand(
            Command(
                "tournament",
                N_("Announce a tournament, or see the one here"),
                (
                    Option(
                        "format",
                        OptionKind.CHOICE,
                        N_("Who plays whom; announces a tournament"),
                        tuple(one.value for one in Format),
                    ),
                    GAME,
                    VARIANT,
                    Option(
                        "players",
                        OptionKind.INTEGER,
                        N_("How many sit at a table"),
                        ("2", "3", "4", "5", "6"),
                    ),
                    Option(
                        "start",
                        OptionKind.TEXT,
                        N_("When: 21:00, Friday 21:00, or in how many minutes"),
                        keyed=True,
                        looks=is_moment,
                    ),
                    Option(
                        "pace",
                        OptionKind.TEXT,
                        N_("Time per move, e.g. 60s or 24h"),
                        keyed=True,
                        looks=lambda word: is_pace(word) or tempo_named(word) is not None,
                    ),
                    Option("rounds", OptionKind.INTEGER, N_("How many rounds"), keyed=True, bounds=(1, 15)),
                    Option(
                        "length",
                        OptionKind.INTEGER,
                        N_("A round's minutes, or days without hurry; an arena's minutes"),
                        keyed=True,
                        bounds=(1, 999),
                    ),
                    Option("most", OptionKind.INTEGER, N_("How many can enter"), keyed=True, bounds=(3, MOST)),
                    Option(
                        "who", OptionKind.CHOICE, N_("Who can enter: all, or this chat"), ("all", "chat"), keyed=True
                    ),
                    Option("band", OptionKind.TEXT, N_("For which rating, e.g. 1000-1300"), keyed=True),
                    Option(
                        "every", OptionKind.CHOICE, N_("Repeat it every day or week"), ("day", "week"), keyed=True
                    ),
                    Option(
                        "divisions",
                        OptionKind.INTEGER,
                        N_("A league with this many divisions, every week"),
                        keyed=True,
                        bounds=(2, 6),
                    ),
                    Option("name", OptionKind.TEXT, N_("The tournament's name"), keyed=True),
                    Option(
                        "code", OptionKind.TEXT, N_("Enter the tournament with this code"), keyed=True, looks=is_code
                    ),
                    Option("show", OptionKind.CHOICE, N_("The text that proves its draws"), ("draw",)),
                ),
                example=EXAMPLE,
                talks=True,
                section=Section.GAMES,
                rank=6,
            ),
            TournamentCommands.tournament,
        ),
    ),
    (
        GroupButton(ENTER, TournamentCommands.enter),
        GroupButton(QUIT, TournamentCommands.quit),
        GroupButton(HERE, TournamentCommands.here),
        GroupButton(REST, TournamentCommands.rest),
        GroupButton(MINE, TournamentCommands.mine),
        GroupButton(MANAGE, TournamentCommands.manage),
        GroupButton(DO, TournamentCommands.do),
        GroupButton(LIST, TournamentCommands.list),
        GroupButton(REMOVE, TournamentCommands.remove),
    ),
)
