"""The page as a platform: commands and presses reach the core, answers reach whom they are for."""

from __future__ import annotations

import pytest

from bot.core.i18n.names import called
from bot.core.i18n.translator import languages
from bot.platforms.web.identity import PLATFORM
from data.records import PersonKey, PersonRecord
from tests.fakes.web_site import Browser, Site


async def test_a_command_goes_to_the_core_as_its_registry_reads_it(browser: Browser, site: Site) -> None:
    ana = await browser(locale="it-IT")
    assert await ana.say("/play parchis italian colours=6") is None
    request = site.core.requests[0]
    assert (request.command, dict(request.options)) == (
        "play",
        {"game": "parchis", "variant": "italian", "colours": "6"},
    )
    assert request.chat.chat == "salon"
    assert request.person.locale == "it-IT"
    assert ana.texts() == ["/play parchis italian colours=6", "Count: 0 you"]


async def test_an_answer_to_all_is_a_message_and_one_to_the_asker_a_notice(browser: Browser) -> None:
    ana, bruno = await browser(), await browser()
    assert await ana.say("/rules") is None
    assert ana.texts() == ["/rules", "The rules: count."]
    name = ana.people[0]["name"]
    assert await ana.say("/help") == f"For {name} alone"
    await bruno.say("and now I")
    assert bruno.texts() == ["/rules", "The rules: count.", "and now I"]


async def test_a_file_comes_to_the_asker_alone(browser: Browser) -> None:
    ana = await browser()
    await ana.socket.send_json({"do": "say", "id": "1", "as": 1, "text": "/export"})
    done = await ana.until(lambda frame: frame["is"] == "done")
    assert done["document"] == {"name": "game.txt", "text": "¡olé!", "media_type": "text/plain"}
    assert ana.texts() == []


async def test_a_name_means_somebody_of_this_page_or_who_wrote_here(browser: Browser, site: Site) -> None:
    ana, bruno = await browser(), await browser()
    await bruno.do("person", name="Zoe", language=None)
    await bruno.say("hello")
    await ana.until(lambda frame: frame["is"] == "messages")
    first, second = ana.people[0]["name"], "Zoe"
    for line in (f"/invite @{second.upper()}", f"/invite {first}", "/invite Nobody", "/invite"):
        await ana.say(line)
    meant = [request.people.get("person") for request in site.core.requests]
    assert [person and person.name for person in meant] == [second, first, None, None]
    assert meant[0] is not None
    assert meant[0].key == PersonKey(PLATFORM, f"{bruno.welcome['prefix']}-1")


async def test_a_line_that_is_no_command_is_told_to_its_writer_alone(browser: Browser, site: Site) -> None:
    ana = await browser()
    assert "/nonsense" in (await ana.say("/nonsense") or "")
    assert ana.texts() == []
    assert site.core.requests == []


async def test_a_press_changes_the_message_for_all(browser: Browser) -> None:
    ana, bruno = await browser(), await browser()
    await ana.say("/play palma")
    assert await ana.press() is None
    await bruno.until(lambda frame: frame["is"] == "messages" and frame["messages"][0]["revision"] == 1)
    assert bruno.texts()[-1] == "Count: 1 you"


async def test_a_double_click_counts_once(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.say("/play palma")
    token = ana.board()["body"]["rows"][0][0][1]
    assert await ana.press(token=token) is None
    assert await ana.press(token=token) == "The board has moved on."
    assert site.core.tables["t0"].count == 1


async def test_another_browser_cannot_press_for_me(browser: Browser, site: Site) -> None:
    ana, bruno = await browser(), await browser()
    await ana.say("/play palma")
    await bruno.hello()
    for number in range(1, 7):
        assert await bruno.press(person=number) == "It is not your turn."
    assert site.core.tables["t0"].count == 0
    assert {press.person.key for press in site.core.presses}.isdisjoint({site.core.tables["t0"].owner})


async def test_a_press_on_another_message_changes_neither(browser: Browser, site: Site) -> None:
    ana, bruno = await browser(), await browser()
    await bruno.say("mine")
    said = next(iter(bruno.messages))
    await ana.say("/play palma")
    token = ana.board()["body"]["rows"][0][0][1]
    for message in (str(said), "0", "-1", "many", "99999"):
        assert await ana.press(message=message, token=token) == "That message is gone."
    assert await ana.press(token="t9.0") == "That message is gone."
    kitchen = await browser(ana, chat="cocina")
    assert await kitchen.do("press", message=str(ana.board()["id"]), token=token) is not None
    assert ana.texts()[0] == "mine"
    assert site.core.presses == []


async def test_trouble_in_the_core_is_told_and_passes(
    browser: Browser, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ana = await browser()
    await ana.say("/play palma")
    site.core.trouble = RuntimeError("the disk is full")
    assert "Something went wrong" in (await ana.press() or "")
    assert "Something went wrong" in (await ana.say("/rules") or "")
    assert "the disk is full" in caplog.text
    site.core.trouble = None
    assert await ana.press() is None


async def test_the_first_person_has_a_name_and_more_can_come(browser: Browser, site: Site) -> None:
    ana = await browser()
    first = ana.people[0]
    assert first["n"] == 1
    assert first["name"]
    assert await ana.do("person", person=2, name="  Lucía \u202e\u0000 Pérez ", language="es") is None
    assert [person["name"] for person in ana.people] == [first["name"], "Lucía Pérez"]
    other_tab = await browser(ana)
    assert other_tab.people == ana.people
    await other_tab.do("person", person=1, name="Ana", language=None)
    await ana.until(lambda frame: frame["is"] == "people")
    assert [person["name"] for person in ana.people] == ["Ana", "Lucía Pérez"]
    stranger = await browser()
    assert len(stranger.people) == 1


async def test_a_person_speaks_under_their_name_and_in_the_browsers_language(browser: Browser, site: Site) -> None:
    ana = await browser(locale="en")
    await ana.do("person", person=2, name="Lucía", language="it")
    await ana.say("/help", person=2)
    assert site.core.requests[0].person.name == "Lucía"
    assert site.core.requests[0].person.locale == "en"  # what they chose is for the core to look up, or to forget
    assert "Non conosco" in (await ana.say("/zzz", person=2) or "")
    await ana.say("ciao", person=2)
    assert next(iter(ana.messages.values()))["body"]["author"]["name"] == "Lucía"


async def test_a_name_without_letters_is_refused(browser: Browser) -> None:
    ana = await browser()
    assert await ana.do("person", name=" \u200b\n ", language=None) is not None
    assert len(ana.people) == 1
    assert await ana.do("person", name="x" * 200, language="tlh") is None
    assert ana.people[0] == {"n": 1, "name": "x" * 32, "language": None}


async def test_a_language_chosen_by_command_reaches_the_page(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.do("person", name="Ana", language=None)
    key = PersonKey(PLATFORM, f"{ana.welcome['prefix']}-1")
    await site.store.save_person(PersonRecord(key, "Ana", "es"))
    await ana.say("/help")
    assert ana.people[0]["language"] == "es"


async def test_words_come_in_every_language_and_commands_in_those_of_the_page(browser: Browser) -> None:
    ana = await browser(locale="es-AR")
    assert ana.welcome["language"] == "es"
    assert all(all(ana.welcome["words"][language].values()) for language in languages())
    assert set(ana.welcome["commands"]) == {"es"}
    await ana.socket.send_json({"do": "person", "id": "italian", "as": 1, "name": "Ana", "language": "it"})
    told = await ana.until(lambda frame: frame["is"] == "commands")
    for language, commands in told["commands"].items():
        names = {command["name"] for command in commands}
        assert names >= {called("commands", name).names.get(language, name) for name in ("play", "help")}
    assert set(told["commands"]) == {"es", "it"}


async def test_a_file_comes_with_a_command(browser: Browser, site: Site) -> None:
    ana = await browser()
    await ana.say("/import", file="a game, perhaps ñ")
    await ana.say("/import")
    first, second = site.core.requests
    assert first.file is not None
    assert (first.file.size, await first.file.read()) == (18, "a game, perhaps ñ".encode())
    assert second.file is None
