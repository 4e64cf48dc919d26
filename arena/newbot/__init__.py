"""`arena new-bot`: a folder with a bot that works, in one of the languages of the sample bots."""
