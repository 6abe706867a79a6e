"""What people type for a tournament, in all languages."""

from __future__ import annotations

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry

REGISTRY = registry()


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("torneo el viernes a las 21", {"start": "el viernes a las 21"}),
        ("/torneo suizo de parchís para cuatro mañana a las 20",
         {"format": "swiss", "game": "parchis", "players": "4", "start": "mañana a las 20"}),
        ("tournament for 4 players at 9pm", {"players": "4", "start": "at 9pm"}),
        ("can we play a tournament at 9pm?", {"start": "at 9pm"}),
        ("torneo di parchís alle 21", {"game": "parchis", "start": "alle 21"}),
        ("vorrei un torneo in quattro alle 21", {"players": "4", "start": "alle 21"}),
        ("crea un torneo de palma el viernes a las 21", {"game": "palma", "start": "el viernes a las 21"}),
        ("/tournament every Friday at 21:00", {"start": "every Friday at 21:00"}),
        ("/tournament start=Friday 21:00 knockout", {"start": "Friday 21:00", "format": "knockout"}),
        ("/tournament abc234", {"code": "abc234"}),
        ("/torneo eliminatorias para cuatro pasan=primero el viernes a las ocho de la noche",
         {"format": "knockout", "players": "4", "through": "first", "start": "el viernes a las ocho de la noche"}),
        ("torneo de parchís de 6 colores para cuatro a las 21",
         {"game": "parchis", "colours": "6", "players": "4", "start": "a las 21"}),
        ("/tournament swiss parchis italian six_all_out=12 pieces=2",
         {"format": "swiss", "game": "parchis", "variant": "italian", "rules": "six_all_out=12", "pieces": "2"}),
        ('/tournament swiss name="The Friday Cup" start=21:00',
         {"format": "swiss", "name": "The Friday Cup", "start": "21:00"}),
        ("/torneo suizo inicio=sábado 17:00 nombre=Copa de la abuela",
         {"format": "swiss", "start": "sábado 17:00", "name": "Copa de la abuela"}),
        ("/tournament name=Grandma's Cup swiss", {"name": "Grandma's Cup", "format": "swiss"}),
        ("/torneo suizo palma nombre=«Copa a las 21»", {"format": "swiss", "game": "palma", "name": "Copa a las 21"}),
        ("organiza un torneo", {}),
        ("start a tournament", {}),
    ],
)  # fmt: skip
def test_a_line_for_a_tournament(line: str, options: dict[str, str]) -> None:
    assert parse_line(line, REGISTRY) == ("tournament", options)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("/tournament swiss bananas start=21:00", "bananas"),
        ("/tournament swiss tomorrow at 20 no bots", "no"),
        ("torneo suizo mañana a las ocho sin bots", "sin"),
        ("torneo el viernes a las 21 con premios", "premios"),
        ("/schedule Saturday 17:00 parchis bananas", "bananas"),
        ("/schedule saturday at 17 bananas", "bananas"),
    ],
)
def test_a_word_that_means_nothing_is_named(line: str, word: str) -> None:
    with pytest.raises(BadLine) as refused:
        parse_line(line, REGISTRY)
    assert refused.value.values["word"] == word


@pytest.mark.parametrize("start", ["saturday at five", "el sábado a las cinco de la tarde", "am Samstag um fünf",
                                   "sábado às cinco", "samedi à cinq heures"])  # fmt: skip
def test_an_hour_may_be_a_word(start: str) -> None:
    assert parse_line(f"/schedule {start}", REGISTRY) == ("schedule", {"start": start})
    assert parse_line(f"/tournament {start}", REGISTRY) == ("tournament", {"start": start})


def test_a_number_alone_is_no_time() -> None:
    with pytest.raises(BadLine):
        parse_line("/tournament 30", REGISTRY)


@pytest.mark.parametrize(
    ("line", "offer"),
    [
        ("¿jugamos el sábado a las cinco?", "/schedule sábado a las cinco"),
        ("giochiamo sabato alle cinque?", "/schedule sabato alle cinque"),
        ("palma samedi à cinq heures", "/schedule samedi à cinq heures palma"),
    ],
)
def test_a_game_wished_for_at_a_time_is_no_table_of_so_many_colours(line: str, offer: str) -> None:
    with pytest.raises(BadLine) as refused:
        parse_line(line, registry())
    assert refused.value.offer == offer


@pytest.mark.parametrize("line", ["on joue samedi à cinq heures ?", "spielen wir morgen um acht?", "play at noon"])
def test_a_time_to_play_is_a_plan(line: str) -> None:
    assert parse_line(line, registry()).name == "schedule"
