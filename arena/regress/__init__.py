"""Regression tests of bots against recorded games: what a seat was sent is sent again, and the answers are compared."""
