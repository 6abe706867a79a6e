"""Print what the program needs, with optional parts, as pip's requirements: so an image has it before the code.

Usage: python deploy/wanted.py [EXTRA,EXTRA …]
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def wanted(extras: str, project: Path = Path("pyproject.toml")) -> list[str]:
    """Return the dependencies with these extras, whose names have commas between them; raises KeyError."""
    said = tomllib.loads(project.read_text("utf-8"))["project"]
    optional = said["optional-dependencies"]
    names = [name.strip() for name in extras.split(",") if name.strip()]
    return [*said["dependencies"], *(each for name in names for each in optional[name])]


if __name__ == "__main__":
    sys.stdout.writelines(f"{each}\n" for each in wanted(",".join(sys.argv[1:])))
