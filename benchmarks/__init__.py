"""Benchmarks, with comparable projects in the same run; `make bench` prints all figures."""
