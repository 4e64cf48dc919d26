"""`arena check BOT`: does a bot keep to the protocol? See docs/bots.md for the steps.

The referee is the real one, in this process, and the bot a real process in its own isolation. One trial (`lab.py`) is
one process of the bot and what the referee saw of it; the steps (`steps/`) order trials and judge what was seen.
"""
