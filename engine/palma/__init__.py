"""Palma, the race of hounds and jackals. Rule ids H… and rulings are in docs/rules/palma.md."""
