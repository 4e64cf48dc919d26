"""Positions: situations written by hand with the answers that are right or wrong, put to bots and drawn for people."""
