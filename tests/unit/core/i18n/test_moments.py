"""Moments as people type them, in all languages."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.i18n.moments import is_date_or_moment, is_moment, moment_named, read_moment

ZONE = ZoneInfo("Europe/Madrid")
NOW = datetime(2027, 3, 24, 20, 30, tzinfo=ZONE)
"""A Wednesday evening, four days before summer time."""


@pytest.mark.parametrize(
    ("text", "at", "every"),
    [
        ("21:00", "2027-03-24 21:00", 0),
        ("9pm", "2027-03-24 21:00", 0),
        ("at 9 pm", "2027-03-24 21:00", 0),
        ("a las 20", "2027-03-25 20:00", 0),
        ("alle 21.15", "2027-03-24 21:15", 0),
        ("Friday 21:00", "2027-03-26 21:00", 0),
        ('"Friday 21:00"', "2027-03-26 21:00", 0),
        ("Friday_21:00", "2027-03-26 21:00", 0),
        ("on Friday at 9pm", "2027-03-26 21:00", 0),
        ("el viernes a las 21", "2027-03-26 21:00", 0),
        ("venerdì alle 21", "2027-03-26 21:00", 0),
        ("miércoles 20:00", "2027-03-31 20:00", 0),
        ("mercoledì 21:00", "2027-03-24 21:00", 0),
        ("mañana a las 9 de la mañana", "2027-03-25 09:00", 0),
        ("domani alle 9 di sera", "2027-03-25 21:00", 0),
        ("9 o'clock on Friday", "2027-03-26 09:00", 0),
        ("tonight at 11", "2027-03-24 23:00", 0),
        ("tomorrow 12am", "2027-03-25 00:00", 0),
        ("in 30 minutes", "2027-03-24 21:00", 0),
        ("en una hora", "2027-03-24 21:30", 0),
        ("dentro de media hora", "2027-03-24 21:00", 0),
        ("fra un'ora", "2027-03-24 21:30", 0),
        ("every Friday at 21:00", "2027-03-26 21:00", 7),
        ("todos los sábados a las 18", "2027-03-27 18:00", 7),
        ("ogni domenica alle 18", "2027-03-28 18:00", 7),
        ("every day at 21:00", "2027-03-24 21:00", 1),
        ("cada día a las 20", "2027-03-25 20:00", 1),
        ("larunbatean 17:00etan", "2027-03-27 17:00", 0),
        ("bihar 21etan", "2027-03-25 21:00", 0),
    ],
)
def test_a_moment_in_words(text: str, at: str, every: int) -> None:
    found = read_moment(text, NOW)
    assert found is not None
    assert f"{found.at:%Y-%m-%d %H:%M}" == at
    assert found.every == every
    assert is_moment(text)


@pytest.mark.parametrize(
    "text",
    [
        "30",
        "4",
        "in four",
        "in quattro",
        "4 players",
        "4 el viernes",
        "4 alle",
        "el",
        "parchís",
        "25:00",
        "24h",
        "every 21:00",
        "day",
        "",
    ],
)
def test_other_words_are_no_moment(text: str) -> None:
    assert not is_moment(text)
    assert read_moment(text, NOW) is None


def test_a_day_alone_is_one_that_lacks_its_time() -> None:
    assert is_moment("el viernes")
    assert read_moment("el viernes", NOW) is None


SAID = [
    ("Saturday at five", "27 17:00"),
    ("Saturday at 5", "27 17:00"),
    ("Saturday 5pm", "27 17:00"),
    ("at half past five on Saturday", "27 17:30"),
    ("Saturday half five", "27 17:30"),
    ("Saturday at quarter to six", "27 17:45"),
    ("Saturday at five thirty", "27 17:30"),
    ("tomorrow at noon", "25 12:00"),
    ("Saturday at midnight", "28 00:00"),
    ("the day after tomorrow at eight", "26 20:00"),
    ("tomorrow at eight in the morning", "25 08:00"),
    ("Saturday 5:30", "27 17:30"),
    ("Saturday 05:30", "27 05:30"),
    ("Saturday 8:30", "27 08:30"),
    ("next Saturday at ten", "27 10:00"),
    ("Saturday, 17:00", "27 17:00"),
    ("Saturday evening at seven", "27 19:00"),
    ("Saturday at ten at night", "27 22:00"),
    ("sábado a las cinco", "27 17:00"),
    ("el sábado a las cinco y media", "27 17:30"),
    ("sábado a las cinco menos cuarto", "27 16:45"),
    ("el próximo sábado a las cinco de la tarde", "27 17:00"),
    ("sábado a las 5 de la mañana", "27 05:00"),
    ("pasado mañana a las ocho y cuarto", "26 20:15"),
    ("mañana a las doce", "25 12:00"),
    ("mañana a mediodía", "25 12:00"),
    ("mañana a la una", "25 13:00"),
    ("sábado a las doce de la noche", "28 00:00"),
    ("sábado a las 17 h", "27 17:00"),
    ("sábado a las diecisiete horas", "27 17:00"),
    ("sábado a las 5 p. m.", "27 17:00"),
    ("sábado a las cinco y veinte", "27 17:20"),
    ("sábado a las seis menos diez", "27 17:50"),
    ("mañana por la tarde a las siete", "25 19:00"),
    ("el sábado que viene a las 5", "27 17:00"),
    ("demain à 18 h", "25 18:00"),
    ("demain à 18h30", "25 18:30"),
    ("demain à 18 h 30", "25 18:30"),
    ("samedi à cinq heures", "27 17:00"),
    ("samedi à cinq heures et demie", "27 17:30"),
    ("samedi à dix-huit heures", "27 18:00"),
    ("samedi à six heures moins le quart", "27 17:45"),
    ("samedi prochain à huit heures du soir", "27 20:00"),
    ("après-demain à midi", "26 12:00"),
    ("demain à 9 h", "25 09:00"),
    ("samedi à cinq heures dix", "27 17:10"),
    ("demain soir à huit heures", "25 20:00"),
    ("morgen um acht", "25 20:00"),
    ("morgen um 8 Uhr", "25 08:00"),
    ("am Samstag um fünf", "27 17:00"),
    ("Samstag halb sechs", "27 17:30"),
    ("Samstag um halb sechs", "27 17:30"),
    ("Samstag um viertel nach fünf", "27 17:15"),
    ("Samstag um viertel vor sechs", "27 17:45"),
    ("Samstag dreiviertel sechs", "27 17:45"),
    ("Samstagabend um zehn", "27 22:00"),
    ("übermorgen um fünf Uhr", "26 17:00"),
    ("morgen früh um neun", "25 09:00"),
    ("morgen um fünf Uhr dreißig", "25 17:30"),
    ("nächsten Samstag um 17 Uhr", "27 17:00"),
    ("morgen Mittag um zwölf", "25 12:00"),
    ("heute um 21 Uhr 15", "24 21:15"),
    ("morgen um halb eins", "25 12:30"),
    ("sabato alle cinque", "27 17:00"),
    ("sabato alle 17", "27 17:00"),
    ("domani all’una", "25 13:00"),
    ("sabato alle cinque e mezza", "27 17:30"),
    ("sabato alle sei meno un quarto", "27 17:45"),
    ("dopodomani alle otto di sera", "26 20:00"),
    ("domani a mezzogiorno", "25 12:00"),
    ("sabato prossimo alle diciassette", "27 17:00"),
    ("sábado às cinco", "27 17:00"),
    ("sábado às cinco e meia", "27 17:30"),
    ("amanhã às 18h", "25 18:00"),
    ("sábado às quinze para as seis", "27 17:45"),
    ("depois de amanhã às oito da noite", "26 20:00"),
    ("amanhã ao meio-dia", "25 12:00"),
    ("sábado que vem às dezoito horas", "27 18:00"),
    ("dissabte a les cinc", "27 17:00"),
    ("dissabte a dos quarts de sis", "27 17:30"),
    ("dissabte a les cinc i mitja", "27 17:30"),
    ("dissabte a tres quarts d’una", "27 12:45"),
    ("demà a les vuit del vespre", "25 20:00"),
    ("demà passat al migdia", "26 12:00"),
    ("dissabte que ve a la una", "27 13:00"),
    ("demà a un quart de sis", "25 17:15"),
    ("sábado ás cinco", "27 17:00"),
    ("sábado ás cinco e media", "27 17:30"),
    ("mañá ás oito da tarde", "25 20:00"),
    ("pasadomañá á unha", "26 13:00"),
    ("mañá ao mediodía", "25 12:00"),
    ("larunbatean bostetan", "27 17:00"),
    ("larunbatean bostak eta erdietan", "27 17:30"),
    ("bihar arratsaldeko zortzietan", "25 20:00"),
    ("bihar goizeko bederatzietan", "25 09:00"),
    ("etzi eguerdian", "26 12:00"),
    ("larunbat arratsaldeko 5etan", "27 17:00"),
    ("bihar 21:00etan", "25 21:00"),
    ("datorren larunbatean seietan", "27 18:00"),
    ("bihar ordu batean", "25 13:00"),
    ("larunbatean seiak laurden gutxitan", "27 17:45"),
    ("27 March at five", "27 17:00"),
    ("el 27 de marzo a las cinco", "27 17:00"),
    ("a las cinco el 27 de marzo", "27 17:00"),
    ("27/3 17:00", "27 17:00"),
    ("le 27 mars à 18 h", "27 18:00"),
    ("27. März um fünf", "27 17:00"),
    ("martxoaren 27an bostetan", "27 17:00"),
    ("at eight", "25 20:00"),
    ("at nine", "24 21:00"),
    ("heute um neun", "24 21:00"),
    ("at twenty past nine", "24 21:20"),
]
"""What people say for a game on a later day, in all languages; the day of March and the time that they mean."""


def test_a_time_is_said_in_every_language_and_meant_when_people_play() -> None:
    found = [(text, moment_named(text, NOW)) for text, _ in SAID]
    assert [(text, f"{moment.at:%d %H:%M}" if moment else "") for text, moment in found] == SAID
    assert [text for text, _ in SAID if not is_date_or_moment(text)] == []


@pytest.mark.parametrize(
    "text", ["21 h", "five", "for five", "half", "una", "cinco jugadores", "unos cinco", "sechs", "27 March"]
)
def test_numbers_and_dates_alone_are_no_time(text: str) -> None:
    assert moment_named(text, NOW) is None


def test_the_night_after_a_change_of_clocks_has_the_hour_that_was_said() -> None:
    found = moment_named("Sunday at midnight", NOW)
    assert found is not None
    assert f"{found.at:%a %H:%M %z}" == "Mon 00:00 +0200"
