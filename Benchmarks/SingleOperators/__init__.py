"""Models of one operator each, by kinds of operators."""

from . import elementwise, layers, moving, reducing


def all_cases():
    """All cases; no two have one name."""
    for kind in (elementwise, reducing, moving, layers):
        yield from kind.cases()
