"""The checks of the page's JavaScript: its types by tsc, its style by eslint."""
