"""Perft: how many ways a position can go on, counted, derived on paper or counted by the oracle."""
