from __future__ import annotations

from hypothesis import settings

settings.register_profile("fieldpost", deadline=None)
settings.load_profile("fieldpost")
