"""Runs tournaments of bots."""
