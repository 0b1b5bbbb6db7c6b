"""`python3 -m heddle` is the program heddle."""
import os
import sys

from heddle import _errors, _tools


def main() -> None:
    try:
        program = str(_tools.program())
    except _errors.Error as error:
        sys.exit(f"heddle: {error}")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
