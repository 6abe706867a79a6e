"""The games of docs/transcripts are those that are played today, to the byte."""

from __future__ import annotations

import pytest

from tests.fakes.transcripts import COMMAND, FOLDER, STORIES, Story, told


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.file)
async def test_a_transcript_is_what_people_read_in_that_game(story: Story) -> None:
    read, _history = await told(story)
    assert read == (FOLDER / story.file).read_text("utf-8"), f"look at it, then run `{COMMAND}`"


async def test_a_game_of_six_in_teams_is_short_and_quiet() -> None:
    """A move is one short line, a comment stands out, and the progress of teams is not on every board."""
    read, history = await told(Story("teams", "en", "teams en"))
    lines = [line for line in history.splitlines() if line]
    turns = [line for line in lines if line[0] in "🟡🔵🔴🟢🟣🟠"]
    comments = [line for line in lines if line[0] in "☕👀💥🚧💤🚪✨🎬📈🏁🤝😱😅🙈🔑🛡⚡🎉"]
    assert sum(map(len, turns)) / len(turns) < 50
    assert 0.1 < len(comments) / len(turns) < 0.3
    assert read.count("Team progress: ") < read.count("\n\n") / 20
