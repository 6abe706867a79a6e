"""/tournament and the buttons of its message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import NEXT_PERSON
from bot.core.common.recurring import Recurring
from bot.core.domain import new_table
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import new_code
from bot.core.domain.person_settings import person_settings
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.asking import left_out_lines, terms_of
from bot.core.features.tournaments.command import EXAMPLE, RULES, TOURNAMENT
from bot.core.features.tournaments.hosting import (
    DO,
    LIST,
    REMOVE,
    SWAP,
    SWAPS,
    host_screen,
    removal_screen,
    replacement_screen,
)
from bot.core.features.tournaments.naming import asks_partner, guest_of, replaced
from bot.core.features.tournaments.own_view import AGREE, NO, YES, answered_screen, own_lines, question_screen
from bot.core.features.tournaments.past import PastTournaments, number_in
from bot.core.features.tournaments.posting import TournamentPosts
from bot.core.features.tournaments.private_chats import game_in_private
from bot.core.features.tournaments.running import EVERY, SOON, TournamentRunner
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.features.tournaments.view import (
    ENTER,
    HERE,
    MANAGE,
    MINE,
    QUIT,
    REST,
    heading,
    tournament_screen,
)
from bot.core.games.game_words import title
from bot.core.i18n.refusal import STALE, Refusal, typed
from bot.core.i18n.text_format import clip, text_of
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Document, Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.rankings.ladders import family
from bot.core.rankings.ratings import Skill
from bot.core.services.actors import actor_in, may_open_table
from bot.core.services.table_service import TableService
from bot.core.services.tournaments import Act, Tournaments
from bot.core.tournaments import entering, life
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.proof import proof_of
from bot.core.tournaments.tournament import NOBODY, OPEN, PENDING, Entrant, Stage, Standby, Tournament
from data.records import ChatKey, PersonKey
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
    "pairs",
    "score",
    "through",
    "who",
    "band",
    *RULES,
}
"""Options of which one is enough to announce a tournament."""


class TournamentCommands:
    """Announce tournaments, enter them, and manage them."""

    def __init__(self, context: FeatureContext) -> None:
        self._service: TableService = context.service
        self._tournaments = Tournaments(context.service.store)
        self._past = PastTournaments(context)
        self._posts = TournamentPosts(context)
        self._runner = TournamentRunner(context, self._tournaments, self._posts)
        context.beside.append(Recurring(EVERY, self._runner.look))

    async def tournament(self, request: Request) -> Outcome:
        """Announce a tournament, enter one by its code, or show the one of this chat; raises Refusal."""
        if not request.options:
            return await self._show(request)
        if request.options.keys() & ANNOUNCING:
            return await self._announce(request)
        code = request.options.get("code", "").strip().lower()
        if request.options.get("show") == "draw":
            return await self._proof(request, code)
        if request.options.get("show") == "past":
            return Outcome(screen=await self._past.page(request.chat, 0))
        if NEXT_PERSON.name in request.options or "replace" in request.options:
            return await self._name(request, code)
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
        own = await service.languages.of_person(person)
        idle = left_out_lines(request, terms, own)
        if not await self._posts.show_here(tournament, chat):
            screen = await self._posts.screen(TournamentView.of(tournament), chat, t)
            return Outcome(screen=screen, notice=text_of(*idle) if idle else None)
        told = own.note("Announced! Press Enter below it if you want to play too.")
        lines = (*(told.lines if request.alone else ()), *idle)
        return Outcome(notice=text_of(*lines) if lines else None, told=not idle)

    async def _show(self, request: Request) -> Outcome:
        """Show this chat's tournament, and where the person who asks stands in theirs; raises Refusal."""
        service = self._service
        mine = await self._tournaments.of_person(request.person.key)
        here = await self._tournaments.of_chat(request.chat)
        found = mine if request.private and mine is not None else here or mine
        if found is None:
            raise Refusal(N_("There's no tournament here. To announce one: {example}"), example=typed(EXAMPLE))
        t = await service.languages.of_person(request.person)
        entry = found.entrant_of(request.person.key)
        view = TournamentView.of(found)
        if request.private and entry is not None and found.stage in OPEN:
            return Outcome(notice=text_of(heading(found, t), *own_lines(view, entry.number, request.chat, t)))
        if request.within is None and await self._posts.show_below(found, request.chat):
            return Outcome(notice=t.note("Here you go.") if request.alone else None, told=True)
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
        comer = await self._comer(tournament, person, chat)
        await service.languages.meet(person)
        await service.languages.remember(chat, person)

        def entered(one: Tournament) -> Tournament:
            return entering.enter(one, comer)

        after = await self._changed(chat, code, entered)
        return await self._welcome(after, entering.require_in(after, person.key), person)

    async def _welcome(self, after: Tournament, entry: Entrant, person: Person) -> Outcome:
        """Tell somebody who has just entered what comes next."""
        service = self._service
        t = await service.languages.of_person(person)
        if entry.standby is Standby.WAITING:
            return Outcome(notice=t.note("All places are taken: you're on the waiting list."), told=True)
        if after.stage is Stage.ENTRIES and after.terms.live:
            said = t.note("You're in. Ten minutes before the start, press the button that says you're here.")
            return Outcome(notice=said, told=True)
        return Outcome(notice=t.note("You're in. Your games open by themselves."), told=True)

    async def _name(self, request: Request, code: str) -> Outcome:
        """Ask the person named to be a partner, to enter, or to take over an entry; raises Refusal."""
        service, chat, person = self._service, request.chat, request.person
        found = await self._tournaments.named(code) if code else await self._tournaments.of_chat(chat)
        if found is None:
            raise Refusal(N_("There's no tournament here. To announce one: {example}"), example=typed(EXAMPLE))
        guest = await guest_of(service, request)
        named = await self._comer(found, guest, chat)
        if "replace" not in request.options and asks_partner(found, person, guest):
            comer = await self._comer(found, person, chat)
            await service.languages.meet(person)
            await service.languages.remember(chat, person)
            after = await self._changed(chat, found.id, lambda one: entering.ask(one, comer, named))
        else:
            await self._require_host(found, person.key)
            word = request.options.get("replace", "")
            instead = replaced(found, word) if word else NOBODY
            after = await self._changed(chat, found.id, lambda one: entering.invite(one, named, instead))
        entry = after.entrant_of(guest.key)
        if entry is None or entry.standby not in PENDING:  # both have asked each other
            return await self._welcome(after, entering.require_in(after, person.key), person)
        called = (await person_settings(service.store, guest.key)).mentions
        t = await service.languages.of_chat(chat, person)
        return Outcome(screen=question_screen(after, entry, person.name, t, called=called))

    async def agree(self, press: Press, token: Token) -> Outcome:
        """Take the answer of somebody who was asked or invited; raises Refusal."""
        code, word = token.arguments
        service, person = self._service, press.person
        tournament = await self._tournaments.named(code)
        guest = tournament.entrant_of(person.key)
        if guest is None or guest.standby not in (Standby.ASKED, Standby.INVITED) or word not in (YES, NO):
            raise Refusal(N_("This question is for someone else, or has been answered already."))
        t = await service.languages.of_chat(press.chat, person)
        if word == NO:
            after = await self._changed(press.chat, code, lambda one: entering.leave(one, person.key))
            return Outcome(screen=answered_screen(after, after.entrants[guest.number], t, agreed=False))
        comer = await self._comer(tournament, person, press.chat)
        await service.languages.meet(person)
        await service.languages.remember(comer.chat, person)
        after = await self._changed(comer.chat, code, lambda one: entering.enter(one, comer))
        entry = entering.require_in(after, person.key)
        told = await self._welcome(after, entry, person)
        return replace(told, screen=answered_screen(after, entry, t, agreed=True), told=False)

    async def _comer(self, tournament: Tournament, person: Person, chat: ChatKey) -> Comer:
        """Return a person as they would enter from a chat, with their rating."""
        service, play = self._service, tournament.terms.play
        table = new_table.new_table(tournament.chat, person, play, service.entropy, 0.0)
        rated = await service.store.rated(table.game, family(table), [person.key])
        points = Skill(rated[0].mu, rated[0].sigma).points if rated else Skill().points
        return Comer(person.key, person.name, chat, points)

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
        await self._changed(press.chat, token.arguments[0], lambda one: entering.leave(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        return Outcome(notice=t.note("You've left the tournament."))

    async def here(self, press: Press, token: Token) -> Outcome:
        """Check in; raises Refusal."""
        await self._changed(press.chat, token.arguments[0], lambda one: entering.check_in(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        told = t.note("See you at the table!")
        if any(post.chat == press.chat for post in await self._service.store.tournament_posts(token.arguments[0])):
            return Outcome(notice=told)
        return Outcome(screen=Screen(told))  # in place of the private call

    async def rest(self, press: Press, token: Token) -> Outcome:
        """Rest from an arena, or go on; raises Refusal."""
        after = await self._changed(press.chat, token.arguments[0], lambda one: entering.rest(one, press.person.key))
        t = await self._service.languages.of_person(press.person)
        entry = entering.require_in(after, press.person.key)
        resting = entry.standby is Standby.RESTING
        return Outcome(notice=t.note("You're resting.") if resting else t.note("You're back: I'll find you a game."))

    async def mine(self, press: Press, token: Token) -> Outcome:
        """Tell a person where they stand and play; raises Refusal."""
        tournament = await self._tournaments.named(token.arguments[0])
        entry = entering.require_in(tournament, press.person.key)
        t = await self._service.languages.of_person(press.person)
        told = text_of(*own_lines(TournamentView.of(tournament), entry.number, press.chat, t))
        return Outcome(notice=told, opens=await game_in_private(self._service, tournament, entry))

    async def manage(self, press: Press, token: Token) -> Outcome:
        """Show the host what they can do; raises Refusal."""
        tournament = await self._tournaments.named(token.arguments[0])
        await self._require_host(tournament, press.person.key)
        t = await self._service.languages.of_chat(press.chat, press.person)
        return Outcome(screen=host_screen(tournament, t), below=True, personal=True)

    async def do(self, press: Press, token: Token) -> Outcome:
        """Do what the host asks; raises Refusal."""
        code, deed = token.arguments
        tournament = await self._tournaments.named(code)
        await self._require_host(tournament, press.person.key)
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
        return await self._page(press, token, removal_screen)

    async def swaps(self, press: Press, token: Token) -> Outcome:
        """Show the host whose place somebody else can take; raises Refusal."""
        return await self._page(press, token, replacement_screen)

    async def _page(
        self, press: Press, token: Token, screen: Callable[[TournamentView, int, Translator], Screen]
    ) -> Outcome:
        """Show the host a list of entrants from a number on; raises Refusal."""
        code, start = token.arguments
        tournament = await self._tournaments.named(code)
        await self._require_host(tournament, press.person.key)
        t = await self._service.languages.of_chat(press.chat, press.person)
        return Outcome(screen=screen(TournamentView.of(tournament), number_in(start), t))

    async def swap(self, press: Press, token: Token) -> Outcome:
        """Tell the host how to invite somebody in the place of the entrant they chose; raises Refusal."""
        code, number = token.arguments
        tournament = await self._tournaments.named(code)
        await self._require_host(tournament, press.person.key)
        if not 0 <= number_in(number) < len(tournament.entrants):
            raise Refusal(STALE)
        one = tournament.entrants[number_in(number)]
        t = await self._service.languages.of_person(press.person)
        line = f"/tournament code={code} replace={one.number + 1} person=@Bea"
        told = t.note("Say who takes {name}'s place: {command}", name=one.name, command=t.command(line))
        return Outcome(notice=told)

    async def remove(self, press: Press, token: Token) -> Outcome:
        """Remove the person whom the host chose; raises Refusal."""
        code, number = token.arguments
        await self._require_host(await self._tournaments.named(code), press.person.key)
        after = await self._changed(press.chat, code, lambda one: entering.remove(one, number_in(number)))
        t = await self._service.languages.of_chat(press.chat, press.person)
        gone = after.entrants[number_in(number)].name
        return Outcome(screen=host_screen(after, t), notice=t.note("{name} is out.", name=gone))

    async def _require_host(self, tournament: Tournament, person: PersonKey) -> None:
        """Let the host manage a tournament, and the administrators of its chat."""
        if tournament.host != person:
            actor = await actor_in(self._service, tournament.chat, person)
            if not actor.is_admin:
                host = tournament.host_name or (lambda t: t("former player"))
                raise Refusal(N_("{host} runs this tournament, so only {host} can do that."), host=host)


GROUP = CommandGroup(
    TournamentCommands,
    (GroupCommand(TOURNAMENT, TournamentCommands.tournament, above=True),),
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
        GroupButton(SWAPS, TournamentCommands.swaps),
        GroupButton(SWAP, TournamentCommands.swap),
        GroupButton(AGREE, TournamentCommands.agree, above=True),
    ),
)
