"""Alembic's revisions of the tables, from the schema at which PostgreSQL begins."""
