"""Measure, side by side with peers in one run; `make bench` prints all figures."""
