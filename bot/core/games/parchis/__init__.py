"""Parchís as chats know it: profile, words, rule sheet, lesson."""
