#!/usr/bin/env python3
"""Fails unless warps moved in the runs of a sweep: in so many workloads or more under each setting.

  switches.py RESULTS WORKLOADS
"""
import sqlite3
import sys

results, least = sys.argv[1], int(sys.argv[2])
QUERY = """
  SELECT setting, count(DISTINCT CASE WHEN name = 'residency.warps_in' AND value > 0 THEN workload END)
  FROM cells JOIN results USING (identity) JOIN measured USING (result) JOIN quantities USING (quantity)
  WHERE kernel = 0 GROUP BY setting"""
moved = sqlite3.connect(f"file:{results}?mode=ro", uri=True).execute(QUERY).fetchall()
for setting, workloads in moved:
    print(f"{setting}: warps took slots in {workloads} workloads")
if not moved or min(workloads for _, workloads in moved) < least:
    sys.exit(f"fewer than {least}")
