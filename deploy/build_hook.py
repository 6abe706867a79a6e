"""Write the commit into each wheel and sdist, as `bot/commit.txt`: hatchling calls this for every build.

SOURCE_COMMIT names the commit where the build can't see the repository, such as in an image.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGETS = {"sdist": "bot/commit.txt", "wheel": "palmares/_packages/bot/commit.txt"}


class CommitHook(BuildHookInterface[Any]):
    """Adds the file, unless it is there already (in an sdist) or the commit is unknown."""

    folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to what is built; `version` is `standard` or `editable`."""
        sys.path.insert(0, self.root)
        from bot.build import COMMIT_FILE, checked_out

        commit = os.environ.get("SOURCE_COMMIT", "")[:12] or checked_out(Path(self.root))
        if commit is None or version == "editable" or COMMIT_FILE.exists():
            return
        self.folder = TemporaryDirectory()
        file = Path(self.folder.name) / COMMIT_FILE.name
        file.write_text(f"{commit}\n", "ascii")
        build_data["force_include"][str(file)] = TARGETS[self.target_name]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the temporary file."""
        if self.folder is not None:
            self.folder.cleanup()
