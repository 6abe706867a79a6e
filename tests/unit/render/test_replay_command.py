"""`python -m render replay`: a film from an exported game, and a clear word for whatever is wrong."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine.notation import Record, write
from render.__main__ import main
from render.films.film import MP4, film, kinds, look_of
from tests.fakes.random_games import NAMES, random_game

MATCH = random_game("palma", 1, plies=60)
RECORD = Record.of(MATCH, players=NAMES[:2])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(write(RECORD), "utf-8")
    return path


def test_a_film_is_put_beside_its_game(game: Path) -> None:
    assert main(["replay", str(game)]) == 0
    assert game.with_suffix(".gif").read_bytes() == film(MATCH, look_of(RECORD))


def test_theme_and_size_are_as_asked_for(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "film.GIF"
    assert main(["replay", str(game), "-o", str(out), "--theme", "dark", "--size", "260"]) == 0
    assert out.read_bytes() == film(MATCH, look_of(RECORD, theme="dark", size=260))
    with Image.open(out) as picture:
        assert picture.width == 260


@pytest.mark.skipif(MP4 not in kinds(), reason="the extra `video` is not installed")
def test_the_ending_of_the_name_or_the_format_tells_the_kind(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "film.mp4"
    assert main(["replay", str(game), "-o", str(out)]) == 0
    assert out.read_bytes()[4:8] == b"ftyp"
    assert main(["replay", str(game), "--format", "mp4"]) == 0
    assert game.with_suffix(".mp4").read_bytes() == out.read_bytes()


def test_it_can_stand_in_a_pipe() -> None:
    command = [sys.executable, "-m", "render", "replay", "-", "-o", "-"]
    done = subprocess.run(command, input=write(RECORD).encode(), capture_output=True, check=True)  # noqa: S603 - our own program
    assert done.stdout == film(MATCH, look_of(RECORD))
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 'line 1: there is no [Game "…"] header'),
        ('[Game "chess"]\n\n*', "no game is called 'chess'"),
        ('[Game "palma"]\n\n9 *', "ply 1, 9"),
        ('[Game "parchis"]\n[Rules {"preset": "x"}]\n\n*', "preset"),
        ('[Game "parchis"]\n\n1 2', "do not end"),
        ("\x00\xff", "line 1"),
    ],
)
def test_a_text_that_is_no_game_is_refused(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.startswith("render replay: ")
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_cannot_be_are_refused(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "latin.txt").write_bytes('[Game "parchís"]'.encode("latin-1"))
    (tmp_path / "vast.txt").write_bytes(b" " * 4_000_001)
    for arguments, words in [
        ([str(tmp_path / "none.txt")], "cannot be read: No such file"),
        ([str(tmp_path)], "cannot be read: Is a directory"),
        ([str(tmp_path / "latin.txt")], "is not UTF-8 text"),
        ([str(tmp_path / "vast.txt")], "is too long for a game"),
        ([str(game), "-o", str(tmp_path / "film.png")], "a video is .gif or .mp4"),
        ([str(game), "-o", str(tmp_path / "film.gif"), "--format", "mp4"], "does not end with .mp4"),
        ([str(game), "-o", str(tmp_path / "none" / "film.gif")], "cannot be written: No such file"),
    ]:
        assert main(["replay", *arguments]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.setattr("render.films.command.kinds", lambda: ("gif",))
    assert main(["replay", str(game), "--format", "mp4"]) == 2
    assert "pip install 'palmares[video]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--size", "10"], ["--size", "ten"], ["--theme", "pink"], ["--format", "avi"], []]
)
def test_options_that_there_are_not_are_refused(
    options: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["replay", *([str(game), *options] if options else [])])
    assert stopped.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_standard_input_gives_a_file_of_a_plain_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(write(RECORD).encode())))
    assert main(["replay", "-"]) == 0
    assert (tmp_path / "replay.gif").read_bytes()[:6] == b"GIF89a"
