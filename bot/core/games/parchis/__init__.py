"""Parchís for chats: profile, words, rule sheet, lesson."""
