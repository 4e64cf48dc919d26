"""Tests of `arena check BOT`."""
