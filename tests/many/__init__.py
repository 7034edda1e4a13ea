"""Several processes on one PostgreSQL database: killed, raced, and restarted."""
