"""The data model: all types that logs and states keep."""
