"""The games of docs/transcripts are those that are played today, to the byte."""

from __future__ import annotations

import pytest

from tests.fakes.transcripts import COMMAND, FOLDER, STORIES, Story, told


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.file)
async def test_a_transcript_is_what_people_read_in_that_game(story: Story) -> None:
    read, _history = await told(story)
    assert read == (FOLDER / story.file).read_text("utf-8"), f"look at it, then run `{COMMAND}`"
