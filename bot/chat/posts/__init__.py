"""Outgoing messages: stories and letters from the log, the map, and the postman."""
