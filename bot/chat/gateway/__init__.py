"""The connections to Discord's gateway: shards, their sessions, and their retries."""
