"""What the values of the switches of Parchís are called in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.i18n.translator import N_

LABELS: Mapping[tuple[str, Any], str] = {
    ("source", "die"): N_("with a die"),
    ("source", "pool"): N_("no dice: pick numbers"),
    ("setup", "one_out"): N_("start: one piece out"),
    ("setup", "first_shelters"): N_("start: all but one on safe squares"),
    ("setup", "all_home"): N_("start: all at home"),
    ("pieces", 4): N_("four pieces each"),
    ("pieces", 3): N_("three pieces each"),
    ("pieces", 2): N_("two pieces each"),
    ("six_all_out", "none"): N_("a 6 always moves 6"),
    ("six_all_out", 7): N_("all out: a 6 moves 7"),
    ("six_all_out", 12): N_("all out: a 6 moves 12"),
    ("all_out", "not_home"): N_("goal counts as out"),
    ("all_out", "on_field"): N_("goal doesn't count as out"),
    ("six_choice", False): N_("no moving only 6"),
    ("six_choice", True): N_("may move only 6"),
    ("mixed_pair_blocks", False): N_("mixed pair lets you pass"),
    ("mixed_pair_blocks", True): N_("mixed pair blocks the way"),
    ("third_six_spares_shelter", False): N_("third 6: safe squares don't protect"),
    ("third_six_spares_shelter", True): N_("third 6: safe squares protect"),
    ("own_pair", "barrier"): N_("your colours make barriers"),
    ("own_pair", "capture"): N_("your colours capture each other"),
    ("team_pair", "barrier"): N_("teammates make barriers"),
    ("team_pair", "capture"): N_("teammates capture each other"),
    ("entry_evicts_friend", False): N_("coming out: teammates = rivals"),
    ("entry_evicts_friend", True): N_("coming out captures teammates"),
    ("stuck_helps", False): N_("stuck: nobody helps"),
    ("stuck_helps", True): N_("stuck: teammates help"),
    ("turns_by_colour", False): N_("one turn per seat"),
    ("turns_by_colour", True): N_("one turn per colour"),
    ("play_on", False): N_("ends with the first winner"),
    ("play_on", True): N_("play for every place"),
}
"""Each value in a few words, for a list."""

BUTTONS: Mapping[tuple[str, Any], str] = {
    ("source", "die"): N_("Dice: one"),
    ("source", "pool"): N_("Dice: none"),
    ("setup", "one_out"): N_("Start: one out"),
    ("setup", "first_shelters"): N_("Start: all but one out"),
    ("setup", "all_home"): N_("Start: all at home"),
    ("pieces", 4): N_("Pieces: 4"),
    ("pieces", 3): N_("Pieces: 3"),
    ("pieces", 2): N_("Pieces: 2"),
    ("six_all_out", "none"): N_("Long 6: none"),
    ("six_all_out", 7): N_("Long 6: 7"),
    ("six_all_out", 12): N_("Long 6: 12"),
    ("all_out", "not_home"): N_("Long 6: goal counts"),
    ("all_out", "on_field"): N_("Long 6: goal doesn't"),
    ("six_choice", True): N_("Long 6: optional"),
    ("mixed_pair_blocks", True): N_("Mixed pair blocks"),
    ("third_six_spares_shelter", True): N_("Safe on third 6"),
    ("own_pair", "barrier"): N_("Own pair: barrier"),
    ("own_pair", "capture"): N_("Own pair: capture"),
    ("team_pair", "barrier"): N_("Team pair: barrier"),
    ("team_pair", "capture"): N_("Team pair: capture"),
    ("entry_evicts_friend", True): N_("5 takes teammates"),
    ("stuck_helps", True): N_("Teammates help"),
    ("turns_by_colour", True): N_("Turn per colour"),
    ("play_on", True): N_("Play to the end"),
}
"""Each value on a button of the lobby."""
