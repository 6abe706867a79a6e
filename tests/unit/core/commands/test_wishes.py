"""What people type is understood: in three languages, loosely, with typos; and nothing is understood wrongly."""

from __future__ import annotations

import random
import time
from pathlib import Path

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.line_options import IGNORED
from bot.core.commands.parser import parse_line
from bot.core.commands.wishes import wish_in
from bot.core.features.registry import registry
from bot.core.i18n.spelling import folded
from bot.core.i18n.vocabulary import other_names, phrases, split
from tests.fakes.paces import pace

COMMANDS = registry()
LINES = [
    (line.strip(), wanted.strip())
    for line, _, wanted in (
        row.partition("|") for row in (Path(__file__).parent / "wishes.txt").read_text("utf-8").splitlines()
    )
    if wanted or (line.strip() and not line.startswith("#"))
]
MOST_REFUSED = 0.08


def understood(line: str) -> str:
    """Return the options of a line, sorted, or ? if it is refused."""
    try:
        parsed = parse_line(line, COMMANDS)
    except BadLine:
        return "?"
    assert parsed.name == "play"
    options = {name: value for name, value in parsed.options.items() if name != IGNORED}
    if "pace" in options:
        options["pace"] = pace(options["pace"])
    return " ".join(sorted(f"{name}={value}" for name, value in options.items()))


def sorted_(wanted: str) -> str:
    return " ".join(sorted(f"pace={pace(word[5:])}" if word.startswith("pace=") else word for word in wanted.split()))


def test_it_means_what_people_mean() -> None:
    meant = {line: (understood(line), sorted_(wanted)) for line, wanted in LINES}
    wrong = {line: both for line, both in meant.items() if both[0] != both[1]}
    two_variants = wrong.pop("/gioca spanish rules sin dados", None)
    assert two_variants is None or two_variants[0] == "variant=diceless"  # or the first word counts
    assert not wrong


def test_few_lines_are_refused() -> None:
    refused = [line for line, wanted in LINES if wanted != "?" and understood(line) == "?"]
    assert len(refused) <= MOST_REFUSED * len(LINES)


def test_what_means_nothing_is_left_out_and_named() -> None:
    parsed = parse_line("/play italian with sprinkles", COMMANDS)
    assert parsed.options == {"variant": "italian", IGNORED: "sprinkles"}


def test_case_accents_signs_and_order_do_not_matter() -> None:
    rng = random.Random(1)
    parts = ["italian", "2 bots", "no limit", "unrated"]
    seen = set()
    for _ in range(24):
        rng.shuffle(parts)
        line = ", ".join(parts)
        seen.add(understood(f"/play {line}"))
        seen.add(understood(f"/play {line.upper()}!"))
    assert seen == {"computers=2 pace=none rated=no variant=italian"}


def test_every_phrase_is_a_wish_by_itself_or_part_of_one() -> None:
    for phrase, meanings in phrases().items():
        wish = wish_in(phrase)
        if meanings[0][0] == "numbers":
            continue
        if meanings[0][0] == "play":
            name, _, value = meanings[0][1].partition("=")
            assert wish.options == {name: value}, phrase
        assert wish.ignored == [], phrase


def test_no_phrase_means_two_options() -> None:
    twice = {
        phrase: meanings for phrase, meanings in phrases().items() if sum(kind == "play" for kind, _ in meanings) > 1
    }
    assert twice == {}


def test_any_line_is_read_quickly_and_without_an_error() -> None:
    rng = random.Random(7)
    words = [*phrases(), "🎲", "x" * 90, "12345678901234567890", "=", ":", "٣", "ﬁ", "a=b=c"]
    began = time.process_time()
    for _ in range(300):
        line = " ".join(rng.choice(words) for _ in range(rng.randrange(30)))[:400]
        understood(f"/play {line}")
    assert time.process_time() - began < 6.0


def test_words_are_split_as_people_join_them() -> None:
    assert split("60s, 2v2 ¡RÁPIDO! all’italiana") == ["60", "s", "2v2", "rapido", "all", "italiana"]


def test_commands_go_by_the_names_that_people_try() -> None:
    tried = {
        "/parchis italiano": "play", "/palma": "play", "/normas": "rules", "/reglamento": "rules",
        "/revancha": "rematch", "/rivincita": "rematch", "/rematch": "rematch", "/tutorial": "learn",
        "/entra": "join", "/new": "play", "/nueva partida": "play", "/giveup": "resign", "/give up": "resign",
        "/me rindo": "resign", "/mi arrendo": "resign", "/top": "leaderboard", "/stop": "leave", "/tira": "roll",
        "/i miei dati": "mydata", "/me mentions=no": "profile", "/Me Rindo": "resign", "/come si gioca": "rules",
    }  # fmt: skip
    assert {line: parse_line(line, COMMANDS).name for line in tried} == tried
    names = [way for ways in other_names().values() for way in ways]
    assert len(names) > 200


def test_no_two_commands_share_a_name() -> None:
    taken: dict[str, str] = {}
    for name, ways in other_names().items():
        assert COMMANDS.get(name) is not None, name
        for way in ways:
            assert taken.setdefault(folded(way), name) == name, way
            found = COMMANDS.get(way)
            assert found is not None
            assert found.name == name, f"{way} is {found.name}'s own name"
