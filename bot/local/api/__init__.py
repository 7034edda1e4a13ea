"""The subset of Discord's HTTP API, version 10, that the bot uses."""
