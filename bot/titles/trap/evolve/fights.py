"""Fire, assault, rubble, wrecks, interdiction and batteries."""

from __future__ import annotations
