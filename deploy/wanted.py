"""Print the program's dependencies and optional parts as pip requirements, to install them before the code.

Usage: python deploy/wanted.py [EXTRA,EXTRA …]
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

RETIRED = {"tracing": "the bot no longer sends traces"}
"""Optional parts of older versions, which hosts may still name, and why they are ignored."""


def wanted(extras: str, project: Path = Path("pyproject.toml")) -> list[str]:
    """Return the dependencies with these extras, whose names have commas between them; raises KeyError."""
    said = tomllib.loads(project.read_text("utf-8"))["project"]
    optional = said["optional-dependencies"]
    names = [name for name in (each.strip() for each in extras.split(",")) if name and name not in RETIRED]
    return [*said["dependencies"], *(each for name in names for each in optional[name])]


if __name__ == "__main__":
    asked = ",".join(sys.argv[1:])
    sys.stderr.writelines(f"{name} is ignored: {why}\n" for name, why in RETIRED.items() if name in asked)
    sys.stdout.writelines(f"{each}\n" for each in wanted(asked))
