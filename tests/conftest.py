from __future__ import annotations

from hypothesis import HealthCheck, settings

# Examples follow from the test alone, and no machine is too slow for them: the check is never red by chance.
settings.register_profile(
    "fieldpost", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fieldpost")
