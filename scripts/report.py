#!/usr/bin/env python3
"""Measures reports and writes their pages in reports/: scripts/report.py --help."""
import sys

sys.dont_write_bytecode = True  # files that git would take for changes
from reports import command  # noqa: E402

if __name__ == "__main__":
    sys.exit(command.main(sys.argv[1:]))
