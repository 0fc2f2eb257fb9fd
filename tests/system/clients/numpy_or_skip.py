"""Gives scripts numpy, or ends them as a skipped test where it is missing: `from numpy_or_skip import numpy`."""
import sys

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: numpy is not installed")
    sys.exit(77)
