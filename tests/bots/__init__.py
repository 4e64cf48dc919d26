"""The Python SDK and the sample bots."""
