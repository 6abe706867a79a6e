"""The page's modules and style sheets come in one file each, compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from bot.platforms.web.bundle import (
    CUPS_SHEETS,
    DOOR_SHEETS,
    HOSTS,
    REPLAY_SHEETS,
    SDK,
    SHEETS,
    Asset,
    assets,
    lasting,
    script,
)
from bot.platforms.web.message_format import digest_of
from bot.platforms.web.platform import PAGE
from tests.fakes.web_site import Browser, Site
from tools.discord_sdk import ESBUILD, NAME, PACKAGES, TARGET


def test_every_module_and_every_style_sheet_is_in() -> None:
    modules = "".join(script(PAGE, entry) for entry in ("app", "replay", "cups", "door", *HOSTS))
    assert re.findall(r"\bimport .*", modules) == [f'import {{ DiscordSDK }} from ".{lasting(SDK)}";']
    for path in set(PAGE.glob("*.js")) - {PAGE / "old.js"}:  # which is no module
        assert f"const $_{path.stem} = (() => {{" in modules
        assert len(path.read_text("utf-8").splitlines()) < 400
    assert {path.stem for path in PAGE.glob("*.css")} == {
        *SHEETS,
        *REPLAY_SHEETS,
        *CUPS_SHEETS,
        *DOOR_SHEETS,
        "book",
    }


def test_the_front_does_not_load_what_replays_games() -> None:
    assert "$_replay" not in script(PAGE)
    assert "$_curve" not in script(PAGE)
    assert len(gzip.compress(script(PAGE, "replay").encode())) < 16_000


def test_discords_sdk_is_the_pinned_one_for_the_oldest_browsers() -> None:
    told, licences = SDK.read_text("utf-8").splitlines()[0], SDK.with_suffix(".txt").read_text("utf-8")
    assert f"{NAME} {PACKAGES[NAME][0]} for {TARGET};" in told
    assert all(f"\n{package} {PACKAGES[package][0]}\n" in licences for package in set(PACKAGES) - {ESBUILD})


async def test_browsers_keep_discords_sdk(browser: Browser, site: Site) -> None:
    ana = await browser()
    async with ana.session.get(f"{site.origin}{lasting(SDK)}") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert digest_of(await answer.read()) in lasting(SDK)


def test_a_module_stands_behind_what_it_imports() -> None:
    page = script(PAGE)
    assert page.index("$_words =") < page.index("$_dom =") < page.index("$_log =") < page.index("$_app =")


def test_a_circle_and_what_is_not_read_are_errors(tmp_path: Path) -> None:
    (tmp_path / "app.js").write_text('import { a } from "./b.js";\nexport const c = a;\n')
    (tmp_path / "b.js").write_text('import { c } from "./app.js";\nexport const a = c;\n')
    with pytest.raises(ValueError, match="circle"):
        script(tmp_path)
    (tmp_path / "b.js").write_text("export default 1;\n")
    with pytest.raises(ValueError, match=r"b\.js"):
        script(tmp_path)


def test_what_grows_by_compressing_is_sent_as_it_is() -> None:
    assert Asset.of(b"x").packed is None
    packed = Asset.of(b"x" * 5000).packed
    assert packed is not None
    assert gzip.decompress(packed) == b"x" * 5000


async def test_files_are_compressed_for_browsers_that_read_that(browser: Browser, site: Site) -> None:
    ana = await browser()
    for address, asset in assets(PAGE).items():
        headers = {"Accept-Encoding": "gzip, br"}
        async with ana.session.get(f"{site.origin}{address}", headers=headers) as answer:
            assert await answer.read() == asset.data  # the client has unpacked it
            assert ("Content-Encoding" in answer.headers) == (asset.packed is not None)
        async with ana.session.get(f"{site.origin}{address}", headers={"Accept-Encoding": "identity"}) as answer:
            assert "Content-Encoding" not in answer.headers
            assert await answer.read() == asset.data
        async with ana.session.get(
            f"{site.origin}{address}", headers={"If-None-Match": f'"{asset.digest}"'}
        ) as answer:
            assert answer.status == 304
