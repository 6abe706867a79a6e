"""Palma (hounds and jackals), by the rule ids H1 to H30."""
