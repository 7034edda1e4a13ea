"""Strike the Bear."""
