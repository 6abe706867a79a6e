"""For all tests: what is tried at random is the same every time, so that a test fails for everybody or for nobody."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.load_profile("same")
