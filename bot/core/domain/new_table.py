"""A new table, from the words of /play or from the table before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.core.common.entropy import Entropy
from bot.core.domain import lobby, lobby_options, seat_moves, table_codes
from bot.core.domain.permissions import require_lobby
from bot.core.domain.seat_offers import offer_others, offers, played
from bot.core.domain.table import Table, has_room
from bot.core.domain.table_values import HOLES, USUAL_LEVEL, Links, Lobby, TableOptions
from bot.core.domain.tempo import tempo_named, with_tempo
from bot.core.domain.time_control import USUAL, TimeControl
from bot.core.games import rulesets, seat_checks
from bot.core.games.game_words import words_of
from bot.core.games.levels import MATCHED, level_of
from bot.core.games.profiles import profile_of
from bot.core.games.rule_relevance import kept
from bot.core.games.seat_layouts import Seating
from bot.core.games.seat_names import letter_of, seats_of
from bot.core.i18n.lists import listed
from bot.core.i18n.names import truth
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.records import ChatKey, SeatRecord
from data.result_records import FORMER
from engine import catalog, players
from engine.dice import SEED_BYTES


def new_code(entropy: Entropy) -> str:
    return table_codes.written(entropy(table_codes.LENGTH))


def new_table(chat: ChatKey, person: Person, options: Mapping[str, str], entropy: Entropy, now: float) -> Table:
    """Return the lobby that /play asks for, its opener in the first seat; raises Refusal."""
    game, rules = rules_of(options)
    wanted = _seating(game, rules, options)
    seat_checks.check(game, rules, wanted.seats, wanted.teams)
    rules = kept(game, rules, wanted.seats, wanted.teams)
    empty = [SeatRecord(letters) for letters in wanted.seats]
    tempo = tempo_named(options.get("pace", ""))
    table = Table(
        id=new_code(entropy),
        chat=chat,
        game=game,
        host=person.key,
        seed=entropy(SEED_BYTES),
        seats=(SeatRecord(wanted.seats[0], person.key, person.name), *empty[1:]),
        rules=rules,
        teams=wanted.teams,
        options=TableOptions(
            auto=options.get("auto", "yes") == "yes",
            throws=lobby_options.way_of("rolls", options["rolls"]) if options.get("rolls") else None,
            lot_by_hand=options.get("lot", "no") == "yes",
            stakes=_stakes(options),
            pace=TimeControl.parse(options.get("pace", USUAL)) if tempo is None else TimeControl(),
            rated=options.get("rated", "yes") == "yes",
            bots=_bots(game, options.get("bots", USUAL_LEVEL)),
            matched=MATCHED in options,
            hints=options["hints"] == "yes" if "hints" in options else None,
            chances=options.get("chances", "yes") == "yes",
        ),
        created=now,
        updated=now,
    )
    table = _with_computers(table, int(options.get("computers", "0")))
    return table if tempo is None else replace(table, options=with_tempo(table.options, tempo))


def _bots(game: str, word: str) -> str:
    """Return the bots' level from a word, with its style; a style alone has the usual level. Raises Refusal."""
    level = level_of(players.styled(USUAL_LEVEL, word) if word in players.styles() else word)
    if players.style_of(level) and not profile_of(game).styles:
        raise Refusal(N_("Bots have styles in Parchís only."))
    return level


def _with_computers(table: Table, count: int) -> Table:
    """Return a new table with bots in its last free seats, at most this many."""
    free = [index for index, seat in enumerate(table.seats) if seat.is_free][-count:] if count else []
    return table.with_seats({index: replace(table.seats[index], computer=table.options.bots) for index in free})


def left_out(options: Mapping[str, str], table: Table) -> list[str]:
    """Return the switches of /play that have no effect at the table it opened."""
    _, asked = rules_of(options)
    return [name for name in asked if name not in table.rules]


def following(old: Table, person: Person, entropy: Entropy, now: float, *, rotate: bool = False) -> Table:
    """Return the lobby of a rematch, at the same seats or one further.

    Only the person who asks sits: the others' seats are kept for them, even if they resigned. Seats of people who
    were removed or have deleted their data are free.
    """
    seats = tuple(_again(old, seat) for seat in old.seats)
    table = Table(
        id=new_code(entropy),
        chat=old.chat,
        game=old.game,
        host=person.key,
        seed=entropy(SEED_BYTES),
        seats=seat_moves.rotated(seats) if rotate else seats,
        rules=_rules_again(old),
        teams=old.teams,
        options=old.options,
        lobby=Lobby(private=old.lobby.private, barred=old.lobby.barred),
        links=Links(previous=old.id, first=old.links.first or old.id, announcement=old.links.announcement),
        created=now,
        updated=now,
    )
    return offer_others(table, person.key)


def _again(old: Table, seat: SeatRecord) -> SeatRecord:
    if seat.person is None:
        return seat
    is_gone = seat.person.platform == FORMER or seat.person in old.lobby.barred
    return SeatRecord(seat.colours) if is_gone else replace(seat, computer=None, late=0)


def _rules_again(old: Table) -> Mapping[str, Any]:
    return kept(old.game, old.rules, old.seating.seats, old.teams)


def say_yes(table: Table, old: Table, person: Person, *, rotate: bool) -> Table:
    """Accept the rematch seats kept for a person, from a button that asked for the rematch; raises Refusal.

    It accepts the same game at the seats they would have in it, not later changes of the lobby.
    """
    require_lobby(table)
    before = seat_moves.rotated(old.seats) if rotate else old.seats
    wanted = {number for number, seat in enumerate(before) if seat.person == person.key}
    kept_for = {offer.seat for offer in offers(table) if offer.person == person.key}
    same = played(table) == played(replace(old, rules=_rules_again(old)))
    if kept_for and not (same and kept_for == wanted):
        raise Refusal(
            N_("The rematch (table {code}) has different settings now. Join it there if you like."), code=table.id
        )
    if not kept_for and not table.sits(person.key) and has_room(table):
        raise Refusal(N_("No seat is kept for you any more. Pick one at table {code}."), code=table.id)
    return lobby.accept(table, person)


def join(table: Table, person: Person, wanted: str | None) -> Table:
    """Give a person the seat that /join names by a colour or number, or the first free one; raises Refusal."""
    require_lobby(table)
    return lobby.sit(table, person, str(_seat_named(table, person, wanted)))


def _seat_named(table: Table, person: Person, wanted: str | None) -> int:
    held = {offer.seat: offer.person for offer in offers(table)}
    free = [index for index, seat in enumerate(table.seats) if seat.is_free]
    free.sort(key=lambda index: (held.get(index) != person.key, index in held, index))
    if wanted is None:
        if not free and any(seat.is_bot for seat in table.seats):
            raise Refusal(N_("There's no free seat left, but a bot has one: the host can free it for you."))
        if not free:
            raise Refusal(N_("There's no free seat left."))
        return free[0]
    letters = letter_of(wanted)
    for index, seat in enumerate(table.seats):
        if letters == seat.colours or (len(letters) == 1 and letters in seat.colours) or wanted == str(index + 1):
            return index
    raise Refusal(
        N_("There's no seat {name}. The seats are {seats}."),
        name=wanted[:20],
        seats=lambda t: listed(t, [words_of(table.game).side(t, seat.colours) for seat in table.seats]),
    )


def rules_of(options: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the game and rules that words mean; raises Refusal."""
    preset = options.get("variant")
    game = options.get("game") or rulesets.game_of_preset(preset or "") or catalog.names()[0]
    if game not in catalog.names():
        raise Refusal(N_("I don't know a game called {name}."), name=game[:32])
    rules = rulesets.usual(game)
    if preset is not None:
        rules = rulesets.with_preset(game, rules, preset)
    if "colours" in options:
        if not rulesets.sized(game) or options["colours"] not in ("3", "4", "5", "6"):
            raise Refusal(N_("There's no such board."))
        rules["colours"] = int(options["colours"])
    if "pieces" in options:
        rules = rulesets.with_switch(game, rules, "pieces", options["pieces"])
    for name, value in _switches(options):
        rules = rulesets.with_switch(game, rules, name, value)
    if "shelters" in options:
        rules = rulesets.with_shelters(game, rules, rulesets.offsets_of(options["shelters"]))
    for hole in _stakes(options):
        rules = rulesets.with_switch(game, rules, f"hole{hole}", "stake")
    return game, rules


def _stakes(options: Mapping[str, str]) -> dict[str, int]:
    return {
        hole: lobby_options.points_of(hole, options[f"stake{hole}"]) for hole in HOLES if f"stake{hole}" in options
    }


def _switches(options: Mapping[str, str]) -> list[tuple[str, str]]:
    agreed = [(name, "true" if options[name] == "yes" else "false") for name in rulesets.AGREED if name in options]
    return agreed + [(name, value) for name, _, value in (word.partition("=") for word in _words(options))]


def _words(options: Mapping[str, str]) -> Sequence[str]:
    return options.get("rules", "").replace(",", " ").split()[:30]


def seats_for(game: str, rules: Mapping[str, Any], players: int) -> dict[str, str]:
    """Return the options of /play that seat this number of people, each alone; raises Refusal."""
    for colours in dict.fromkeys((int(rules.get("colours", 4)), max(players, 3))):
        for seating in profile_of(game).seatings(colours):
            if len(seating.seats) == players and seating.teams is None:
                sized = {"colours": str(colours)} if rulesets.sized(game) else {}
                return {"seats": ",".join(seating.seats), **sized}
    raise Refusal(N_("This game isn't for {n} players."), n=players)


def pairs_for(game: str, players: int) -> dict[str, str]:
    """Return the options of /play that seat this number of people in teams of two; raises Refusal."""
    for seating in profile_of(game).seatings(max(players, 3)):
        if (
            seating.teams is not None
            and len(seating.seats) == players
            and all(len(one) == 2 for one in seating.teams)
        ):
            teams = ",".join("".join(seating.seats[seat] for seat in team) for team in seating.teams)
            sized = {"colours": str(players)} if rulesets.sized(game) else {}
            return {"seats": ",".join(seating.seats), "teams": teams, **sized}
    raise Refusal(N_("Pairs need Parchís, with 4 or 6 at a table."))


def colours_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the colours of each seat of the table that /play would open; raises Refusal."""
    game, rules = rules_of(options)
    return _seating(game, rules, options).seats


def _seating(game: str, rules: Mapping[str, Any], options: Mapping[str, str]) -> Seating:
    usual = profile_of(game).seatings(int(rules.get("colours", 4)))[0]
    seats = tuple(seats_of(options["seats"])) if "seats" in options else usual.seats
    wanted = truth(options.get("teams", "no"))
    if wanted is False:
        return Seating(seats)
    if wanted:
        return _usual_teams(game, rules, seats)
    groups = seats_of(options["teams"])
    teams = tuple(tuple(index for index, seat in enumerate(seats) if set(seat) <= set(group)) for group in groups)
    return Seating(seats, teams)


def _usual_teams(game: str, rules: Mapping[str, Any], seats: tuple[str, ...]) -> Seating:
    """Return the teams that a lobby offers first for these seats; raises Refusal if there are none."""
    offered = profile_of(game).seatings(int(rules.get("colours", 4)))
    usual = next((way for way in offered if way.teams is not None and way.seats == seats), None)
    if usual is None:
        raise Refusal(N_("This game has no teams."))
    return usual
