"""The page's words and signs: what it asks for is there, and what is there is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot.core
from bot.core.i18n.translator import languages
from bot.platforms.web.platform import PAGE
from bot.platforms.web.texts import CUP_WORDS, REPLAY_WORDS, WORDS, cup_words, replay_words, words

STATES = {"connecting", "reconnecting", "connected"}
SIGN = re.compile("[\U0001f000-\U0001faff⏰⏳✨]")


PAGES = {"replay": "replay", "curve": "replay", "share": "replay", "trial": "replay", "cups": "cups"}
"""The modules and style sheets of separate pages: a game's replay, and the tournaments."""
KNOWN = {"": (WORDS, words), "replay": (REPLAY_WORDS, replay_words), "cups": (CUP_WORDS, cup_words)}
"""The texts of each page."""


def _page(*kinds: str, of: str | None = None) -> str:
    paths = [path for kind in kinds for path in sorted(PAGE.glob(f"*.{kind}"))]
    wanted = [path for path in paths if of is None or of == PAGES.get(path.stem, "")]
    return "\n".join(path.read_text(encoding="utf-8") for path in wanted)


@pytest.mark.parametrize("of", KNOWN)
def test_the_page_asks_for_the_words_there_are(of: str) -> None:
    page = _page("html", "js", of=of)
    asked = set(re.findall(r'(?:data-(?:word|label)=|"data-word": |\bt\()"(\w+)"', page))
    asked |= {name for pair in re.findall(r'\bt\(\w+ \? "(\w+)" : "(\w+)"', page) for name in pair}
    assert asked - STATES == set(KNOWN[of][0]) - STATES


@pytest.mark.parametrize("language", languages())
def test_places_are_left_for_the_page_to_fill(language: str) -> None:
    for known, told in KNOWN.values():
        for name, sentence in told(language).items():
            assert re.findall(r"{\w+}", sentence) == re.findall(r"{\w+}", known[name])


def test_every_sign_of_the_texts_is_drawn() -> None:
    core = Path(bot.core.__path__[0])
    used = {sign for path in core.rglob("*.py") for sign in SIGN.findall(path.read_text(encoding="utf-8"))}
    drawn = re.search(r"const SIGNS = \[(.*)\]", _page("js"))
    assert drawn is not None
    signs = SIGN.findall(drawn[1])
    assert used <= set(signs)
    for place in range(len(signs)):
        assert f".sign{place} " in _page("css")
    assert f"--signs: {len(signs)};" in _page("css")
    assert _page("svg").count('<g transform="translate(') == len(signs)


def test_the_page_is_whole_by_itself() -> None:
    page = _page("html", "js", "css")
    assert "innerHTML" not in page
    assert "eval(" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert not re.search(r"\son\w+=|style=", _page("html"))
