"""The games of docs/transcripts are those that are played today, to the byte."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.fakes.transcripts import COMMAND, FOLDER, STORIES, Story, told


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.file)
async def test_a_transcript_is_what_people_read_in_that_game(story: Story) -> None:
    read, _history = await told(story)
    assert read == (FOLDER / story.file).read_text("utf-8"), f"look at it, then run `{COMMAND}`"


async def test_a_game_of_six_in_teams_is_short_and_quiet() -> None:
    """Quiet turns share messages, a comment stands out, and so does the state of the teams now and then."""
    read, history = await told(Story("teams", "en", "teams en"))
    _rules, _, played = history.partition("\n\n")
    lines = [line for line in played.splitlines() if line]
    moves = [line for line in lines if line[0] in "🌞🌙"]
    comments = [line for line in lines if line[0] in "👀💥🚧💤🚪✨🎬📈🏁🤝😱😅🙈🔑⚡🎉"]
    presses = read.count(" ▸ ")
    assert presses < 700
    assert history.count("\n\n") < presses / 20
    assert 0.5 < len(comments) / len(moves) < 1
    assert len(lines) < 110
    assert not [line for line in moves if " · " in line], "one event a line"
    assert "🕊" not in history
    recaps = [line for line in comments if line.startswith("🎬")]
    assert 4 <= len(recaps) <= 8
    assert all("Alice's team" in line or "Ben's team" in line for line in recaps)
    scores = [before for before, line in pairwise(lines) if line.startswith("📊")]
    assert 3 <= len(scores) <= 8, "the state of the teams stands where it is news"
    assert set(scores) <= set(recaps)
    assert read.count("Team progress: ") < read.count("\n\n") / 20
