"""Stand in for what is outside, and keep its rules; make what tests of several folders and benchmarks need."""
