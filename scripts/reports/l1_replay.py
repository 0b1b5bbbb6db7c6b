"""The L1's accesses replayed without time, beside what the timing model's L1 did."""
from reports.numbers import count
from reports.page import Page
from reports.tools import size_of

TITLE = "L1 replay: caches without time beside the timing model"
TIME = "10 seconds"
TARGETS = ["heddle", "heddle_sdk", "suite"]

STUDY = MACHINE = "ccws"

INTRODUCTION = """
Every workload of the study `ccws` at size tiny on the machine `ccws`, with `--set run.l1_replay=true`: line accesses of loads, the misses of
the timing model's L1, and the misses of three caches that see the same accesses without time. LRU is the L1 itself; Belady's sets
evict the line that is needed last; the unbounded cache evicts none. The difference is LRU's miss rate less the timing model's, whose
merges are hits here. [The guide](../docs/guide/l1-replay.md) says what makes the two differ.
"""


def measure(tools, _options):
    entries = [(path.stem, manifest) for path, manifest in tools.manifests() if STUDY in manifest.get("papers", {})]
    rows, farthest = [], 0
    for number, (entry, manifest) in enumerate(entries):
        tools.progress(number, len(entries), entry)
        total = tools.total(tools.workload(entry), size_of(manifest, "tiny", STUDY), machine=MACHINE,
                            settings=("run.l1_replay=true",))
        difference = total["l1_replay.lru.miss_rate_difference"]
        farthest = max(farthest, abs(difference))
        rows.append((entry, count(total["l1_replay.accesses"]), count(total["l1d.misses"]),
                     count(total["l1_replay.lru.misses"]), f"{difference:+.5f}" if difference else "0",
                     count(total["l1_replay.belady.misses"]), count(total["l1_replay.unbounded.misses"])))
    page = Page(TITLE, INTRODUCTION)
    page.table(("workload", "accesses", "misses, live", "LRU", "difference of the rates", "Belady", "unbounded"), rows)
    same = sum(row[4] == "0" for row in rows)
    page.text(f"Equal to the access: {same} of {len(rows)} workloads. Largest difference of the rates: {farthest:.5f}.")
    return page
