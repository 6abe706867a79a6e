"""The catalogues, one folder a language, and what keeps them up to date."""
