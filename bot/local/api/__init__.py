"""The subset of Discord's HTTP API, version 10, that such a bot uses."""
