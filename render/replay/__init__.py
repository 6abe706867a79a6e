"""Whole games as films: a script of shots, and writers that put them into a file shot by shot."""
