"""An independent, plain implementation of the rules, to check the engine against.

It uses the standard library only. RULES.md is the authority; READINGS.md says how unclear
paragraphs were read.
"""

from .game import DealResult, Offer, OracleGame

__all__ = ["DealResult", "Offer", "OracleGame"]
