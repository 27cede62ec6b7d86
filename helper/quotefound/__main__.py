"""`python -m quotefound` is the command `quotefound`."""

import sys

from quotefound.cli import main

if __name__ == "__main__":
    sys.exit(main())
