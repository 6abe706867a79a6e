"""Print the changelog's section of a release, for its notes. Usage: python .ci/notes.py vX.Y.Z."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def notes(tag: str, root: Path = ROOT) -> str:
    """Return the section of the tag's version; raises ValueError if the project has another version or no section."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, but pyproject.toml has version {version}")
    sections = re.split(r"^## ", (root / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    found = [each.partition("\n")[2].strip() for each in sections if each.startswith(f"[{version}] - ")]
    if found in ([], [""]):
        raise ValueError(f"CHANGELOG.md says nothing about {version}")
    return found[0]


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{notes(sys.argv[1])}\n")
    except ValueError as error:
        sys.exit(str(error))
