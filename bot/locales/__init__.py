"""The translation catalogues, one folder a language.

A new language is an empty file `fr/LC_MESSAGES/palmares.po`; `make texts` fills it with the sentences to translate,
and the tests say what is missing. Nothing else names the languages.
"""
