"""Simulate processes that share leases: the real code, on simulated clocks; a schedule follows from its seed."""
