"""Renews the page's copy of Discord's Embedded App SDK: `python -m tools.discord_sdk`.

Needs `npm` and `node`. It fetches the packages of `PACKAGES`, compares each with its SHA-512, and joins the SDK's
files in one module for the oldest browsers of the page. The SDK contains its libraries; their packages are fetched
for their licences. For another version change the lines of `PACKAGES`: `npm view NAME@VERSION dist.integrity` prints
a package's SHA-512. Of what the packages bring, only esbuild runs here.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from bot.platforms.web.bundle import SDK
from bot.platforms.web.texts import OLDEST

NAME = "@discord/embedded-app-sdk"
ESBUILD = "esbuild-wasm"
PACKAGES = {
    NAME: ("2.5.0", "FNoe5PbSkoKEbqPubaBmq6tlEMOftMjR3gu55YrdrrKmBfKKM4i9P/Z+Zxl0RZdJcKviBwVcTyYMMPM/aGex/w=="),
    "big-integer": (
        "1.6.52",
        "QxD8cf2eVqJOOz63z6JIN9BzvVs/dlySa5HGSBH5xtR8dPteIRQnBxxKqkNTiT6jbDTF6jAfrd4oMcND9RGbQg==",
    ),
    "decimal.js-light": (
        "2.5.1",
        "qIMFpTMZmny+MMIitAB6D7iVPEorVw6YQRWkvarTkT4tBeSLLiHzcwj6q0MmYSFCiVpiqPJTJEYIrpcPzVEIvg==",
    ),
    "eventemitter3": (
        "5.0.4",
        "mlsTRyGaPBjPedk6Bvw+aqbsXDtoAyAzm5MO7JgU+yVRyMQ5O8bD4Kcci7BS85f93veegeCPkL8R4GLClnjLFw==",
    ),
    "lodash.transform": (
        "4.6.0",
        "LO37ZnhmBVx0GvOU/caQuipEh4GN82TcWv3yHlebGDgOxbxiwwzW5Pcx2AcvpIv2WmvmSMoC492yQFNhy/l/UQ==",
    ),
    "uuid": ("11.1.1", "vIYxrBCC/N/K+Js3qSN88go7kIfNPssr/hHCesKCQNAjmgvYS2oqr69kIufEG+O4+PfezOH4EbIeHCfFov8ZgQ=="),
    "zod": ("3.25.76", "gzUt/qt81nXsFGKIFcC3YnfEAx5NkunCfnDlvuBSSFS02bcXu4Lmea0AFIUwbLWxWPx3d9p8S5QoaujKcNQxcQ=="),
    ESBUILD: ("0.28.2", "GccVwhv3mmOUVQHCQm2Ox/rby8n/EqUwvZxE6Pjfikrq/lWw9g9WX/u9EykWnpot3Ko6j426DgQdea2xWKIAQA=="),
}
"""The version and the SHA-512 of each package."""
TARGET = ",".join(f"{browser}{version}" for browser, version in OLDEST.items())
ENTRY = f'export {{ DiscordSDK }} from "{NAME}";\n'


def main() -> None:
    """Write the module and its licences."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package, (version, digest) in PACKAGES.items():
            _fetch(folder, package, version, digest)
        (folder / "entry.js").write_text(ENTRY, encoding="utf-8")
        options = ("--bundle", "--minify", "--format=esm", "--charset=utf8", f"--target={TARGET}")
        tool = folder / "node_modules" / ESBUILD / "bin" / "esbuild"
        made = _run(folder, "node", str(tool), "entry.js", *options, "--legal-comments=none").decode()
        told = f"/*! {NAME} {PACKAGES[NAME][0]} for {TARGET}; licences in {SDK.stem}.txt */\n"
        SDK.write_text(told + made, encoding="utf-8")
        SDK.with_suffix(".txt").write_text(_licences(folder), encoding="utf-8")


def _fetch(folder: Path, package: str, version: str, digest: str) -> None:
    """Unpack a package into the folder's `node_modules`; exits if its content is not the expected one."""
    archive = folder / _run(folder, "npm", "pack", "--silent", f"{package}@{version}").decode().split()[-1]
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != digest:
        sys.exit(f"{package}@{version} has the SHA-512 {found}, not {digest}")
    target = folder / "node_modules" / package
    target.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        packed.extractall(target, filter="data")
    for path in tuple((target / "package").iterdir()):
        path.rename(target / path.name)


def _licences(folder: Path) -> str:
    """Return the licences of the SDK and of the libraries joined with it."""
    parts = [f"{SDK.name} contains these packages, each under its own licence.\n"]
    for package, (version, _) in PACKAGES.items():
        if package != ESBUILD:
            (path,) = (folder / "node_modules" / package).glob("LICEN[CS]E*")
            lines = (line.rstrip() for line in path.read_text("utf-8").splitlines())
            parts.append(f"{'-' * 80}\n{package} {version}\n\n" + "\n".join(lines).strip() + "\n")
    return "\n".join(parts)


def _run(folder: Path, *command: str) -> bytes:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300).stdout


if __name__ == "__main__":
    main()
