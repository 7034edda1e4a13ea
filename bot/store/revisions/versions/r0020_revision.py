"""The number of changes of a game, by which a process notices those of others."""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the column."""
    op.execute("ALTER TABLE games ADD COLUMN revision BIGINT NOT NULL DEFAULT 0")
