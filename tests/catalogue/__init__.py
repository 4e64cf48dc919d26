"""Tests that walk the catalogue: every sheet at every table, against the oracle, by hand, and by what must always hold."""
