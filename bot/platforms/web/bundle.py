"""Bundle the page's modules and style sheets, each kind in one file: few requests, and no build step."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.platforms.web.icons import manifest
from bot.platforms.web.message_format import digest_of
from bot.platforms.web.texts import NO_SCRIPT, OLDEST, TOO_OLD, in_each_language

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z]+)\.js";\n', re.MULTILINE)
_VENDORED = re.compile(r'^(import \{[^}]*\} from )"\.\./vendored/([a-z-]+)\.js";\n', re.MULTILINE)
SDK = Path(__file__).parent / "vendored" / "discord-sdk.js"
"""Discord's SDK and its libraries as one module, made by `python -m tools.discord_sdk`."""
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n| //[^\n\"'`]*$", re.MULTILINE | re.DOTALL)
"""A comment, unless it may be part of a string. No browser needs it, and comments are a fourth of the bytes."""
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function|class) ([\w$]+))", re.MULTILINE)
REPLAY_SHEETS = ("base", "signs", "board", "replay")
"""The style sheets of a game's replay, which is a separate page."""
CUPS_SHEETS = ("base", "signs", "cups")
"""The style sheets of the page about tournaments."""
DOOR_SHEETS = ("base", "door")
"""The style sheets of the admission page, for browsers without an invitation."""
SHEETS = (
    "base",
    "message",
    "picture",
    "signs",
    "front",
    "habits",
    "lobby",
    "dock",
    "dialogs",
    "board",
    "small",
    "table",
    "result",
    "host",
)
"""The style sheets in the order of their precedence."""
HOSTS = ("telegram", "discord")
"""The platforms whose apps show the page, each with a separate script."""
_WORTH = 600
"""Bytes from which compression pays."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, its digest, and its compressed form if that is smaller."""

    data: bytes
    digest: str
    packed: bytes | None

    @classmethod
    def of(cls, data: bytes) -> Asset:
        """Compress a file once; the same file gives the same bytes."""
        packed = gzip.compress(data, 9, mtime=0) if len(data) >= _WORTH else data
        return cls(data, digest_of(data), packed if len(packed) < len(data) else None)


def script(folder: Path, entry: str = "app") -> str:
    """Return a module with all its imports, dependencies first, each in a separate scope.

    Vendored modules stay files that the browser fetches.

    Raises ValueError for unknown forms of import, or circular ones.
    """
    done: dict[str, str] = {}
    vendored: list[str] = []

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"modules import in a circle: {' > '.join((*above, name))}")
        if name in done:
            return
        source = _COMMENT.sub("", (folder / f"{name}.js").read_text(encoding="utf-8"))
        for _, other in _IMPORT.findall(source):
            add(other, (*above, name))
        vendored.extend(
            f'{match[1]}".{lasting(SDK.with_name(f"{match[2]}.js"))}";\n' for match in _VENDORED.finditer(source)
        )
        source = _VENDORED.sub("", source)
        exported = ", ".join(match[1] for match in _EXPORT.finditer(source))
        body = _EXPORT.sub("", _IMPORT.sub(lambda match: f"const {{{match[1]}}} = $_{match[2]};\n", source))
        if re.search(r"^(?:import|export)\b", body, re.MULTILINE):
            raise ValueError(f"{name}.js imports or exports in a way that is not read")
        done[name] = f"const $_{name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"

    add(entry, ())
    return "".join((*vendored, *done.values()))


@cache
def lasting(path: Path) -> str:
    """Return the address of a vendored file, which names its content: browsers may keep it forever."""
    return f"/{path.stem}-{digest_of(path.read_bytes())}{path.suffix}"


def styles(folder: Path, sheets: Sequence[str] = SHEETS) -> str:
    return "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in sheets)


def old_script(folder: Path) -> str:
    """Return the script, not a module, that tells people their browser is too old; its texts come first."""
    words = json.dumps(in_each_language(TOO_OLD, **OLDEST))
    return f"var TOO_OLD = {words};\n" + (folder / "old.js").read_text(encoding="utf-8")


def _worded(data: bytes) -> bytes:
    """Insert in each language the text that a page shows without scripts."""
    told = [f'<p lang="{language}">{words}</p>' for language, words in in_each_language(NO_SCRIPT).items()]
    return data.replace(b"<noscript></noscript>", f"<noscript>{''.join(told)}</noscript>".encode())


def assets(folder: Path) -> dict[str, Asset]:
    """Return all files of the page by address: one for modules, one for style sheets."""
    found = {"/app.js": script(folder).encode(), "/style.css": styles(folder).encode()}
    for host in HOSTS:
        found[f"/{host}.js"] = script(folder, host).encode()
    found[lasting(SDK)] = SDK.read_bytes()
    found["/replay.js"] = script(folder, "replay").encode()
    found["/replay.css"] = styles(folder, REPLAY_SHEETS).encode()
    found["/cups.js"] = script(folder, "cups").encode()
    found["/cups.css"] = styles(folder, CUPS_SHEETS).encode()
    found["/door.js"] = script(folder, "door").encode()
    found["/door.css"] = styles(folder, DOOR_SHEETS).encode()
    found["/old.js"] = old_script(folder).encode()
    found["/manifest.webmanifest"] = manifest()
    found["/book.css"] = (folder / "book.css").read_bytes()
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".js", ".css"):
            found["/" if path.name == "index.html" else f"/{path.name}"] = _worded(path.read_bytes())
    return {address: Asset.of(data) for address, data in found.items()}
