"""Part of the report on registers: what 32-bit addresses make of the workloads."""
import re

from reports.numbers import count
from reports.tools import size_of

WIDTHS = (64, 32)
WIDE = re.compile(r"_[bus]64[. ]|_wide_")  # arithmetic on pairs


def listing(tools, entry, bits):
    """Most registers of a kernel; instructions of all, and how many of them are arithmetic on pairs."""
    text = tools.output(tools.heddle, "disasm", "--address-bits", bits, tools.code(entry))
    code = re.findall(r"^ *\d+  (.*)$", text, re.M)
    registers = [int(number) for number in re.findall(r"^kernel [\w$]+: registers (\d+)", text, re.M)]
    return max(registers), len(code), sum(bool(WIDE.search(line)) for line in code)


def executed(tools, entry, manifest, bits):
    """Warp instructions at size tiny."""
    return tools.total(tools.workload(entry), size_of(manifest, "tiny"), settings=(f"device.address_bits={bits}",),
                       options=("--timing", "none"))["functional.warp_instructions"]


def add(tools, page):
    manifests = tools.manifests()
    rows = []
    for number, (path, manifest) in enumerate(manifests):
        tools.progress(number, len(manifests), f"{path.stem}, both widths of addresses")
        rows.append((path.stem, {bits: (*listing(tools, path.stem, bits), executed(tools, path.stem, manifest, bits))
                                 for bits in WIDTHS}))
    sums = {bits: [sum(counts[bits][i] for _, counts in rows) for i in range(4)] for bits in WIDTHS}
    cells = [("32 over 64 bits, of the sums", *(f"{narrow / wide:.2f}" for wide, narrow in zip(sums[64], sums[32])))]
    cells += [(name, *(f"{count(wide)}, {count(narrow)}" for wide, narrow in zip(counts[64], counts[32])))
              for name, counts in rows]
    page.section("32-bit addresses")
    page.text("With addresses of 64 and of 32 bits (`device.address_bits`): the most registers of a kernel, without reserved ones; static "
              "instructions, and those that compute on pairs of registers; warp instructions executed at size tiny.")
    page.table(("workload", "registers, 64 and 32 bits", "instructions", "on pairs", "executed"), cells)
