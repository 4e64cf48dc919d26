"""Replays as text that people read and write, and back: docs/notation.md."""
