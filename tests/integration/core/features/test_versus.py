"""/versus: two people's games against each other, and nothing of people who don't want to be seen or pinged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.person_settings import change_person
from bot.core.domain.table import begun
from bot.core.features.versus.view import SHOWN
from bot.core.i18n.translator import languages
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.rankings.captures import captures
from bot.core.services.rivals import HUNTED
from bot.core.services.thinking import Thinking
from data.records import BlockRecord, ChatKey, RestrictionRecord
from engine.events import Captured
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, said, shown
from tests.fakes.thinking import NeverThere, at_once
from tests.fakes.word_tables import well_formed

ELSEWHERE = ChatKey("fake", "elsewhere")
NOTHING = "I can't show any games between you and Bea."


async def games(place: Room, signs: str, other: Person = BEA, *, chat: ChatKey = CHAT, game: str = "parchis") -> None:
    """Finished games of Ana, in order: + ahead, - behind, = at the same place."""
    for sign in signs:
        places = {"+": (1, 2), "-": (2, 1), "=": (1, 1)}[sign]
        at = float(len(await place.store.finished()))
        family = "dice" if game == "parchis" else "classic"
        await finished_game(
            place.store, [(ANA, places[0]), (other, places[1])], at=at, chat=chat, game=game, family=family
        )


async def in_private(place: Room, who: Person, other: Person | None = None, word: str = "") -> Outcome:
    people = {} if other is None else {"person": other}
    options = {"person": word or (other.name if other else "")}
    chat = ChatKey("fake", f"private {who.name}")
    asked = Request(chat, who, "versus", options if any(options.values()) else {}, people=people, private=True)
    return await place.core.dispatcher.command(asked, deliver_later)


async def test_places_of_each_game_the_last_ten_and_runs() -> None:
    async with room(thinking=at_once()) as place:
        await games(place, "++-+=-+++--", game="palma")
        await games(place, "-")
        assert shown(await place.say(ANA, "/versus @Bea")).splitlines() == [
            "⚔️ Ana against Bea",
            "Palma: 6–4 · 1 tied",
            "Parchís: 0–1",
            "Latest games, newest last: ▼▲=▼▲▲▲▼▼▼",
            "(▲ Ana came in ahead, ▼ Bea did, = same place)",
            "Bea has come in ahead 3 times in a row",
            "Longest runs: Ana 3, Bea 3",
        ]
        mirrored = shown(await place.say(BEA, "/versus ana"))
        assert "Palma: 4–6 · 1 tied" in mirrored
        assert "▲▼=▲▼▼▼▲▲▲" in mirrored


async def test_without_a_name_the_opponents_and_the_nemesis() -> None:
    async with room(thinking=at_once()) as place:
        assert "with anyone here yet" in said(await place.say(ANA, "/versus"))
        await games(place, "+-")
        await games(place, "---+", CAI)
        await games(place, "--", DAN)
        assert shown(await place.say(ANA, "/versus")).splitlines() == [
            "⚔️ Ana against the others",
            "Most often ahead: Cai, in 3 of 4 games",
            "Cai: 1–3",
            "Dan: 0–2",
            "Bea: 1–1",
            "More about one of them: /versus Cai",
        ]
        for number in range(SHOWN):
            await games(place, "+", person(f"Rival {number}"))
        assert len(shown(await place.say(ANA, "/versus")).splitlines()) == 3 + SHOWN


async def test_a_person_by_mention_name_or_part_of_it() -> None:
    async with room(thinking=at_once()) as place:
        await games(place, "+")
        await games(place, "+", person("Beatriz"))
        for line in (
            "/versus Bea",
            "/versus bea",
            "/versus @Bea",
            "/frente_a bea",
            "/testa_a_testa bea",
            "/rivals bea",
        ):
            assert "⚔️" in shown(await place.say(ANA, line)), line
        assert "Beatriz" in shown(await place.say(ANA, "/versus iz"))
        assert said(await place.say(ANA, "/versus be")) == "Who do you mean? Beatriz, Bea"
        assert "That's you" in said(await place.say(ANA, "/versus @Ana"))


async def hide(place: Room) -> None:
    await place.store.restrict(RestrictionRecord(BEA.key, hidden=True, at=0.0))
    await place.core.service.restrictions.refresh()


async def leave_rankings(place: Room) -> None:
    await change_person(place.store, BEA.key, BEA.name, ranked=False)


async def block(place: Room) -> None:
    await place.store.save_block(BlockRecord(BEA.key, ANA.key, "Ana", 0.0), limit=9)


async def be_blocked(place: Room) -> None:
    await place.store.save_block(BlockRecord(ANA.key, BEA.key, "Bea", 0.0), limit=9)


async def be_forgotten(place: Room) -> None:
    await place.say(BEA, "/deletemydata")
    await place.click(BEA, "Yes")


async def never_meet(place: Room) -> None:
    """Nothing: there are no games."""


@pytest.mark.parametrize("way", [hide, leave_rankings, block, be_blocked, be_forgotten, never_meet])
@pytest.mark.parametrize("line", ["/versus @Bea", "/versus Bea"])
async def test_they_are_refused_in_the_words_for_strangers(way: object, line: str) -> None:
    assert callable(way)
    async with room(thinking=at_once()) as place:
        await games(place, "+", CAI)
        if way is not never_meet:
            await games(place, "---")
            assert "Bea" in shown(await place.say(ANA, line))
            assert "Most often ahead: Bea" in shown(await place.say(ANA, "/versus"))
        await way(place)
        assert said(await place.say(ANA, line)) == NOTHING
        assert said(await in_private(place, ANA, BEA)) == NOTHING
        assert said(await place.say(ANA, "/versus @Bea", ELSEWHERE)) == NOTHING
        everybody = shown(await place.say(ANA, "/versus"))
        assert "Cai" in everybody
        assert "Bea" not in everybody
        assert "emesis" not in everybody


async def test_a_group_learns_of_its_own_people_only() -> None:
    async with room(thinking=at_once()) as place:
        await games(place, "---", chat=ELSEWHERE)
        await games(place, "+", CAI)
        assert said(await place.say(ANA, "/versus @Bea")) == NOTHING
        assert said(await place.say(ANA, "/versus be")) == "I can't show any games between you and be."
        assert "Bea" not in shown(await place.say(ANA, "/versus"))
        assert "Parchís: 0–3" in shown(await in_private(place, ANA, BEA))
        assert "Most often ahead: Bea" in shown(await in_private(place, ANA))
        await games(place, "+")
        assert "Parchís: 1–3" in shown(await place.say(ANA, "/versus @Bea"))


async def test_who_hides_sees_their_own_figures_alone() -> None:
    async with room(thinking=at_once()) as place:
        await games(place, "+")
        await change_person(place.store, ANA.key, ANA.name, ranked=False)
        assert "Parchís: 1–0" in said(await place.say(ANA, "/versus @Bea"))
        assert "Bea: 1–0" in said(await place.say(ANA, "/versus"))


async def played(place: Room, line: str, *others: Person) -> str:
    code = await place.started(line, *others)
    await place.play_out(code, [ANA, *others])
    return code


async def caught(place: Room, codes: Sequence[str], who: Person, whose: Person) -> int:
    """The captures among two people, counted from the events of the games."""
    count = 0
    for code in codes:
        table = begun(await place.table(code))
        for ply in table.match.plies:
            for event in ply.events:
                if isinstance(event, Captured):
                    pair = table.seats[event.seat].person, table.seats[event.owner].person
                    count += pair == (who.key, whose.key)
    return count


async def test_captures_of_each_other_come_from_the_logs_and_once() -> None:
    async with room(thinking=at_once()) as place:
        codes = [await played(place, "/play parchis quick colours=3", BEA, CAI) for _ in range(2)]
        codes.append(await played(place, "/play palma", BEA))
        own, theirs = await caught(place, codes, ANA, BEA), await caught(place, codes, BEA, ANA)
        assert own + theirs > 0
        line = f"Captures of each other's pieces: Ana {own}, Bea {theirs}"
        assert line in shown(await place.say(ANA, "/versus @Bea"))
        assert f"pieces: Bea {theirs}, Ana {own}" in shown(await place.say(BEA, "/versus @Ana"))
        against_cai = await caught(place, codes, CAI, ANA)
        assert f"Cai {against_cai}" in shown(await place.say(ANA, "/versus @Cai")) or not against_cai


async def test_games_are_played_again_once_and_without_a_process_the_rest_is_shown() -> None:
    class Counted(NeverThere):
        broken = False
        times = 0

        async def do(self, work, *arguments):  # type: ignore[no-untyped-def]
            Counted.times += work is captures
            return await super().do(work, *arguments)

    async with room(thinking=Thinking(Counted)) as place:
        await played(place, "/play palma", BEA)
        for _ in range(2):
            shown(await place.say(ANA, "/versus @Bea"))
        assert Counted.times == 1
    async with room(thinking=Thinking(NeverThere)) as place:
        await played(place, "/play palma", BEA)
        told = shown(await place.say(ANA, "/versus @Bea"))
        assert "Palma: " in told
        assert "captured" not in told


@pytest.mark.parametrize("language", languages())
async def test_it_reads_well_in_every_language(language: str) -> None:
    who = replace(ANA, locale=language)
    async with room(thinking=at_once()) as place:
        await games(place, "++=---")
        for line in ("/versus", "/versus @Bea"):
            screen = (await place.say(who, line)).screen
            assert screen is not None
            assert well_formed(screen.text)
            assert len(screen.text.plain) < 600
            assert screen.about is not None
            assert screen.about.people == {ANA.key, BEA.key}


async def test_who_captured_most_pieces_is_the_nemesis_in_all_views() -> None:
    async with room(thinking=at_once()) as place:
        place.by_hand = False
        assert "Nemesis" not in shown(await place.say(ANA, "/stats"))
        code = await place.started("/play parchis seats=YR,BG", BEA)
        await place.play_out(code, [ANA, BEA])
        game = await place.core.service.tables.stored(code)
        assert game is not None
        lost = captures([game])[0][1][0]
        assert lost >= HUNTED
        wanted = f"😈 Nemesis: Bea, {lost} captures (1 game)"
        assert wanted in shown(await place.say(ANA, "/versus"))
        for who, line in ((ANA, "/versus @Bea"), (BEA, "/versus @Ana")):
            assert f"😈 Ana's nemesis: Bea, {lost} captures (1 game)" in shown(await place.say(who, line))
        assert wanted in shown(await place.say(ANA, "/stats"))
        await games(place, "+", CAI)
        assert "nemesis" not in shown(await place.say(ANA, "/versus @Cai")), "that is Bea"
        await place.say(BEA, "/profile visible=no")
        assert "Nemesis" not in shown(await place.say(ANA, "/stats"))
