"""Print the lowest versions that pyproject.toml allows, as constraints for pip; what these need is the newest."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOUND = re.compile(r"([A-Za-z0-9._-]+)(?:>=|==)([0-9.]+)")


def normal(name: str) -> str:
    """Return a package's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lowest() -> dict[str, str]:
    """Return the lowest version of each package asked for, by its name; raises ValueError where one has no bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    versions = {}
    for wanted in (*project["dependencies"], *(each for extra in extras for each in extra)):
        bound = BOUND.match(wanted)
        if bound is None:
            raise ValueError(f"{wanted} has no lower bound")
        versions[normal(bound[1])] = bound[2]
    return versions


def constraints() -> list[str]:
    """Return the lines of a file of constraints."""
    return sorted(f"{name}=={version}" for name, version in lowest().items())


if __name__ == "__main__":
    print("\n".join(constraints()))  # noqa: T201
