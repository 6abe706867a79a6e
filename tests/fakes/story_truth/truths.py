"""For each kind of sentence, and for some words, what makes it true."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from engine.events import Captured
from engine.parchis.board import pieces_by_name
from engine.parchis.events import ThirdSix
from tests.fakes.story_truth.captures import (
    caught,
    chase,
    denied,
    earlier,
    far_home,
    feud,
    first,
    friend,
    gift,
    hit_and_in,
    is_dearest,
    last_home,
    pair,
    rescued,
    revenge,
    spree,
    step_lost,
    swept,
    team_blow,
    team_denied,
    threshold,
    two_in,
    way,
    wiped,
)
from tests.fakes.story_truth.claim import (
    Claim,
    captured,
    captures_between,
    in_goal,
    is_barrier,
)
from tests.fakes.story_truth.moves import (
    all_out,
    brought,
    doorstep,
    drought,
    escape,
    first_in,
    freed,
    held,
    jam,
    last_key,
    last_six,
    last_wall,
    let_off,
    one_left,
    picked,
    shut_in,
    spared,
    team_all,
    team_done,
    team_first,
    team_goal,
    third,
    third_again,
    threatened,
    unlocked,
    wall_falls,
)
from tests.fakes.story_truth.moves import (
    slipped as slipped_away,
)
from tests.fakes.story_truth.palma import (
    again,
    again_pays,
    crowned,
    deadlock,
    entries,
    first_slide,
    gift_ride,
    in_reach,
    is_stake,
    passed,
    presents,
    settled,
    slid_back,
    slides,
    slipped,
    summit,
)
from tests.fakes.story_truth.race import (
    came_back,
    early,
    fell,
    gaps,
    half,
    lead_in_turn,
    leads_by_pieces,
    leads_first,
    leads_now,
    new_leader,
    one_to_go,
    overtook,
    quickest,
    shaken,
    showdown,
    still,
    took_piece_this_turn,
    toppled,
    turned,
)

CLAIMS: Mapping[str, Callable[[Claim], bool]] = {
    "quickest": quickest,
    "longest": drought,
    "lead": new_leader,
    "lead-first": leads_first,
    "lead-new": leads_now,
    "lead-too": leads_now,
    "lead-pieces": leads_by_pieces,
    "lead-hit": lambda c: took_piece_this_turn(c) and lead_in_turn(c, c.side),
    "team-lead": lambda c: took_piece_this_turn(c) and lead_in_turn(c, c.side),
    "lead-falls": fell,
    "lead-third": lambda c: fell(c) and any(e.piece and not e.spared for e in c.event(ThirdSix)),
    "toppled": toppled,
    "comeback": came_back,
    "opening": early,
    "turned": turned,
    "overtakes": overtook,
    "shaken": shaken,
    "steady": still,
    "away": lambda c: still(c) and gaps(c)[1] > max(Fraction(14, 100), gaps(c)[0] + Fraction(6, 100)),
    "closing": lambda c: still(c) and gaps(c)[0] - gaps(c)[1] > Fraction(6, 100),
    "neck": lambda c: still(c) and gaps(c)[1] < Fraction(5, 100),
    "at-half": half,
    "near": one_to_go,
    "showdown": showdown,
    "in-reach": threatened,
    "in-hand": lambda c: threatened(c) and held(c),
    "road-shut": lambda c: is_barrier(c, c.at, c.n),
    "shut-in": shut_in,
    "hit-and-in": hit_and_in,
    "two-in": two_in,
    "unlocked": unlocked,
    "first": first,
    "revenge": revenge,
    "feud": feud,
    "raid": lambda c: spree(c) and toll(c) == c.m,
    "mixed": spree,
    "threshold": threshold,
    "far-home": lambda c: far_home(c) and toll(c) == c.n,
    "denied": denied,
    "last-home": last_home,
    "caught": caught,
    "wiped": wiped,
    "team-wiped": wiped,
    "own": lambda c: any(each.owner == each.seat == c.seat for each in c.event(Captured)),
    "friend": friend,
    "friend-dear": lambda c: friend(c) and step_lost(c) == c.n >= 45 and is_dearest(c, is_own=True),
    "own-goals": lambda c: friend(c) and len(earlier(c, is_own=True)) == c.n - 1,
    "team-blow": team_blow,
    "team-denied": team_denied,
    "swept": swept,
    "pair": pair,
    "last-wall": last_wall,
    "last-key": last_key,
    "rescue": rescued,
    "feared": captured,
    "let-off": let_off,
    "spared": spared,
    "slipped": slipped_away,
    "one-left": one_left,
    "third": third,
    "third-again": third_again,
    "third-mate": third,
    "third-spared": third,
    "first-in": first_in,
    "team-goal": team_goal,
    "team-first": team_first,
    "team-done": team_done,
    "team-all": team_all,
    "brought": brought,
    "wall-falls": wall_falls,
    "drought": drought,
    "freed": freed,
    "freed-late": freed,
    "escape": escape,
    "chase": chase,
    "jam": jam,
    "doorstep": doorstep,
    "all-out": all_out,
    "way": way,
    "gift": gift,
    "gift-of-goal": gift,
    "saved": lambda c: picked(c) == (c.n, []),
    "last-six": last_six,
    "slid-back": slid_back,
    "slip": slipped,
    "first-slide": first_slide,
    "gift-ride": gift_ride,
    "again-pays": again_pays,
    "settled": settled,
    "last-hammock": lambda c: settled(c) and c.n == c.m - 1,
    "summit": summit,
    "slide-near": in_reach,
    "brink": in_reach,
    "top-near": in_reach,
    "crowned": crowned,
    "crowned-gift": crowned,
    "slides": lambda c: sum(event.seat == c.seat for event in slides(c)) == c.n,
    "first-stake": is_stake,
    "again": again,
    "presents": lambda c: passed(c) and presents(c) == c.n,
    "entries": entries,
    "deadlock": deadlock,
}
"""What makes a sentence of each kind true."""


def toll(claim: Claim) -> int:
    """Return how many squares the captures of a turn have taken from others, of those that came by number."""
    lost = 0
    for at in range(claim.last + 1, claim.at + 1):
        for event in claim.game.plies[at].events:
            if isinstance(event, Captured) and event.owner != event.seat:
                lost += claim.game.before(at).steps[pieces_by_name()[event.piece]]
    return lost


def pieces_at(claim: Claim, low: int, high: int) -> int:
    """Return how many of the player's pieces are between two steps."""
    return sum(low <= step < high for step in claim.game.steps(claim.game.state(claim.at), claim.seat))


WORDS: Mapping[str, Callable[[Claim], bool]] = {
    r"back of the queue": lambda c: False,
    r"[Qq]uietly": lambda c: not turned(c),
    r"miracle": lambda c: False,
    r"only has to fear|find another hobby": lambda c: False,
    r"whole family on|every piece out": lambda c: in_goal(c, c.seat) == 0,
    r"filling up": lambda c: 2 * c.n >= c.m,
    r"the latest is|Another one": lambda c: c.n > 1,
    r"whole family\.": lambda c: c.n == c.game.match.opening.rules.pieces,
    r"started it": lambda c: c.game.captures(c.at)[0].seat == c.others[0],
    r"long memory": lambda c: False,
    r"with interest": lambda c: False,
    r"same ending": lambda c: not captures_between(c, c.others[0], c.seat),
    r"{victim} against {player} and": lambda c: False,
    r"away from glory": lambda c: len(c.game.sides[c.side]) == 1,
    r"home straight": lambda c: False,
    r"right behind {player}'s": lambda c: False,
    r"No pair survives|The way is clear": lambda c: False,
}
"""What makes some words of a sentence true, besides what makes its kind so."""


def is_true(claim: Claim, english: str) -> bool:
    """Return whether a sentence is true, its claim and its words."""
    said = CLAIMS[claim.told.find.kind](claim)
    return said and all(fact(claim) for words, fact in WORDS.items() if re.search(words, english))
