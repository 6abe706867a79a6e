"""`/palmares`: the roll of honours of a chat and of a person."""
