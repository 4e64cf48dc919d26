"""Replay files: written, told, exported, searched, and put before a bot again."""
