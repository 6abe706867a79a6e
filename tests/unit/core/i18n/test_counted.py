"""A number before a noun in the plural is a plural form, `t.plural`, unless it is never one."""

from __future__ import annotations

import re

from tests.fakes.catalogues import extracted

COUNTED = re.compile(r"\{(?:n|m|points|steps|games|people|out|pieces|colours|luck|choices|freedom)\} "
                     r"(?:[a-z]+ ){0,2}?(?!has\b|was\b|is\b)[a-z]+s\b")  # fmt: skip
STORIES = ("chapters", "commentary", "partners", "threats", "retelling")
"""Modules of the story, which tells nothing of one."""
FIXED = (
    "I'm looking: {wish}.", "You didn't answer in time.", "🔔 {player} didn't answer", "🔔 {player}, your table",
    "🔔 {player}, nobody turned up", "Nobody joined the game of the day", "That's more than {n} days of holiday",
    "That's too soon to plan.", "That's too far away.", "You've planned {n} games", "{n} games are planned here",
    "You've made {n} challenges", "This chat has {n} tournaments", "Too long: {n} characters",
    "The game can start once someone", "No time limit.", "No ratings change", "Not rated for {players}",
    "A season ends with", "A rated game gives up to", "The season goes on until", "Everyone with {games} rated games",
    "I post at most {n} new messages", "You need {n} analysed games", "Holiday left, out of {n} days",
)  # fmt: skip
"""Sentences whose numbers are constants, all greater than one."""
MANY = {
    "Changes in the bots' own judgement": "shown from three points on",
    "★ Best move": "three points at least",
    "{points} points of win chance; better": "a mark needs three points",
    "lucky roll": "eight points at least",
    "very lucky roll": "as above",
    "unlucky roll": "as above",
    "very unlucky roll": "as above",
    "The others can still add words": "two seconds at least",
    "{player}: number {rank}": "a rating",
    "{ladder}: {points} rating points": "a rating",
    "{player}: {points} points, give or take": "a rating",
    "(For experts": "a die has five degrees of freedom, the sticks four",
    "A league of {n} divisions": "two to six",
    "Most often ahead": "two games at least",
    "{player} has come in ahead {n} times": "two at least",
    "There are no teams": "colours",
    "The board has {n} colours": "colours",
    "board with {n} colours": "colours",
    "{n} with {colours} colours": "colours",
    "{n} teams of": "two or three",
    "Each colour plays with": "two pieces at least",
    "Each colour starts with {out}": "with two pieces it says one",
    "🚪 {out} pieces of each colour": "as above",
    "{n} laps": "the first ones have words",
    "a 5 to come out": "a whole lap",
    "{n} more pieces at the top": "one piece has words",
    "{n} pieces, all still in hand": "all five, or three",
    "{player} has {n} pieces left": "one piece has words",
    "{steps} extra squares": "ten or twenty",
    "the {steps} extra squares": "ten or twenty",
    "This game isn't for {n} players": "nobody can ask for one",
    "There are already {n} open tables": "one table has words",
    "Up to {n} tables can be open": "as above",
    "A {n} that hurts": "no count: a roll",
    "💥 {players} sent {n} of your pieces": "of several",
    "🔑 {m} tries": "three or six",
}
"""The beginnings of others, each with the reason."""


def test_a_number_that_may_be_one_has_a_singular() -> None:
    told = {one.id: one.locations[0][0] for one in extracted() if one.id and isinstance(one.id, str)}
    plain = [text for text, file in told.items() if not any(name in file for name in STORIES)]
    counted = set(filter(COUNTED.search, plain))
    known = (*FIXED, *MANY)
    assert [text for text in counted if not text.startswith(known)] == []
    assert [start for start in known if not any(text.startswith(start) for text in told)] == []
