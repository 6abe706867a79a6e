"""Draw the gallery: `python -m tools.gallery FOLDER`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.gallery.sheet import write_gallery


def main(words: Sequence[str] | None = None) -> int:
    """Write the pictures; return the exit code."""
    parser = argparse.ArgumentParser("python -m tools.gallery", description="Draws about fifty positions, and cards.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--references", action="store_true", help="small pictures, which the tests compare with")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these pictures, without the contact sheet")
    options = parser.parse_args(words)
    try:
        count = write_gallery(options.folder, options.only, references=options.references)
    except LookupError as error:
        sys.stderr.write(f"{error.args[0]}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"the gallery cannot be written: {error}\n")
        return 1
    sys.stdout.write(f"{count} pictures in {options.folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
