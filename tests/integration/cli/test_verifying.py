"""A forged text is found out, and said so: by replay what replay can prove, by the signature all the rest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bot.__main__ import main
from bot.cli import verify
from bot.core.features.export.game_import import checks_of
from bot.core.services.signing import Signer, check_signature, fits
from bot.core.views.dice import fingerprint
from engine.notation import read, signed_text, write
from engine.verify import Check, Proof, check, signed
from tests.integration.cli.forgeries import (
    ATTACKS,
    OF_A_RESIGNED_ONE,
    RESIGNED,
    SIGNER,
    STRANGER,
    TEXT,
    TRUE,
    UNSIGNED,
    Attack,
)

TABLE = [
    *((name, TEXT, attack) for name, attack in ATTACKS.items()),
    *((name, RESIGNED, attack) for name, attack in OF_A_RESIGNED_ONE.items()),
]
FORGED = pytest.mark.parametrize(("source", "attack"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])


def false(checks: Sequence[Check]) -> dict[str, Check]:
    return {each.name: each for each in checks if not each.passed}


def proofs(checks: Sequence[Check]) -> dict[str, Proof]:
    return {each.name: each.proof for each in checks}


@FORGED
def test_replay_finds_what_it_can_and_claims_to_prove_nothing_else(source: str, attack: Attack) -> None:
    text = attack.forge(source)
    assert text != source
    record = read(text)
    found = check(record)
    if attack.fails is None:
        assert false(found) == {}
        assert {each.name for each in found if each.proof is Proof.REPLAY} <= {
            *("seed", "rules", "moves", "dice", "turns"),
            *(["result"] if record.ended is None and record.result else []),
        }
        return
    wrong = false(found)[attack.fails]
    assert attack.words in wrong.found
    line = text.splitlines()[(wrong.line or 0) - 1]
    assert line.startswith(f"[{attack.header} ") if attack.header else not line.startswith("[")
    assert f"FAIL  {attack.fails}: line {wrong.line}: " in str(wrong)
    assert len(str(wrong)) < 300, "what an attacker wrote is not repeated at length"


@FORGED
def test_the_signature_finds_all_of_it(source: str, attack: Attack) -> None:
    if attack.fails == "turns":
        return  # turn numbers are written new each time, so a signature says nothing of them; replay does
    found = false(checks_of(read(attack.forge(source))))
    assert "does not fit this text" in found["signature"].found


def test_a_forger_can_sign_only_by_another_key() -> None:
    forged = STRANGER.signed(replace(UNSIGNED, players=("Eve", "Bea")))
    assert false(checks_of(forged)) == {}, "as the holder of that key wrote it"
    said = check_signature(forged)
    assert STRANGER.key.hex() in said.found
    assert "compare it with the key that the bot tells" in said.found
    assert false([check_signature(forged, SIGNER.key)]).keys() == {"signature"}
    relabelled = replace(forged, key=SIGNER.key)
    assert not fits(relabelled)


def test_each_line_says_what_proves_it() -> None:
    assert proofs(check(TRUE)) == {
        **dict.fromkeys(("seed", "rules", "moves", "dice", "turns", "result"), Proof.REPLAY),
        **dict.fromkeys(("choices", "about", "signature"), Proof.NOTHING),
    }
    assert proofs(checks_of(TRUE)) == {
        **dict.fromkeys(("seed", "rules", "moves", "dice", "turns", "result"), Proof.REPLAY),
        **dict.fromkeys(("choices", "about", "signature"), Proof.SIGNATURE),
    }
    assert proofs(checks_of(UNSIGNED))["about"] is Proof.NOTHING
    resigned = read(RESIGNED)
    assert (proofs(check(resigned))["result"], proofs(checks_of(resigned))["result"]) == (
        Proof.NOTHING,
        Proof.SIGNATURE,
    )
    told = {each.name: str(each) for each in check(resigned)}
    assert told["result"] == "said  result: ended by 'resigned', places 2/1; no move proves it"
    assert "not checked here" in told["signature"]


@pytest.mark.parametrize(
    "changed",
    [
        TEXT.replace("\n", "\r\n"),
        "\ufeff" + TEXT,
        TEXT.replace("] ", "]\n\t").replace("\n1.D:", "\n{so it began} 1.D:"),
        " ".join(TEXT.split("\n")),
    ],
    ids=["line ends", "BOM", "comments", "one line"],
)
def test_how_the_text_was_copied_does_not_matter(changed: str) -> None:
    assert false(checks_of(read(changed))) == {}


def test_anybody_can_check_the_signature_of_the_text_as_it_was_written() -> None:
    less_a_line = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("[Signature "))
    assert TRUE.signature is not None
    Ed25519PublicKey.from_public_bytes(SIGNER.key).verify(TRUE.signature, less_a_line.encode())
    assert signed_text(TRUE) == less_a_line.encode()


def test_a_signature_without_a_key_and_a_key_without_a_signature_prove_nothing() -> None:
    assert false(checks_of(replace(TRUE, key=None))).keys() == {"signature"}
    assert proofs(checks_of(replace(TRUE, signature=None)))["about"] is Proof.NOTHING
    assert false(signed(check(UNSIGNED), check_signature(UNSIGNED, SIGNER.key))).keys() == {"signature"}


def test_the_private_key_is_in_no_text() -> None:
    signer = Signer(b"hidden" * 5 + b"!!")
    for text in (repr(signer), str(signer), str(vars(signer)), write(signer.signed(UNSIGNED))):
        assert "hidden" not in text
        assert (b"hidden" * 5).hex()[:24] not in text
    assert fingerprint(bytes(range(32))) == "0001 0203 0405 0607"


def test_the_example_of_the_documents_is_signed_and_verified_as_shown() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    shown = next(
        text for text in re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE) if "Ended" in text
    )
    typed, *lines = next(
        text
        for text in re.findall(r"^```console\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        if "palmares verify" in text
    ).splitlines()
    key = bytes.fromhex(typed.rpartition(" ")[2])
    record = read(shown)
    assert [str(each) for each in signed(check(record), check_signature(record, key))] == lines


class TestCommandLine:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        (tmp_path / "game.txt").write_text(TEXT, "utf-8")
        return tmp_path / "game.txt"

    def test_a_true_game_gives_0(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(file)]) == 0
        assert main(["verify", str(file), "--key", SIGNER.key.hex().upper()]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line[:4] for line in lines] == (["ok  "] * 6 + ["sign"] * 3) * 2

    def test_another_key_or_a_forged_text_gives_1(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(file), "--key", STRANGER.key.hex()]) == 1
        assert f"FAIL  signature: line 14: by the key {SIGNER.key.hex()}, not by" in capsys.readouterr().out
        file.write_text(TEXT.replace('"Ana"', '"Eve"'), "utf-8")
        assert main(["verify", str(file)]) == 1
        out = capsys.readouterr().out
        assert "FAIL  signature: line 15: " in out
        assert "said  about: Players" in out, "what does not fit proves nothing"

    @pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'[Game "palma"]\n[Players ["A\\u0000"]] *'])
    def test_no_game_gives_2_and_its_line(self, data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file.write_bytes(data)
        assert main(["verify", str(file)]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.startswith(f"{file}: ")
        assert "line" in err or "UTF-8" in err

    @pytest.mark.parametrize("key", ["1234", "x" * 64, "Ana"])
    def test_no_key_gives_2(self, key: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert verify.run(str(file), key) == 2
        assert "64 hexadecimal digits" in capsys.readouterr().err

    def test_the_engines_own_command_says_that_it_checked_no_signature(self, file: Path) -> None:
        code = "import sys, engine.__main__ as e; r = e.main(['verify', sys.argv[1]]); print(sorted(sys.modules))"
        run = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, check=True, text=True)  # noqa: S603
        assert f"said  signature: by the key {SIGNER.key.hex()}; not checked here" in run.stdout
        assert "cryptography" not in json.dumps(run.stdout.splitlines()[-1]), "it is the standard library only"
