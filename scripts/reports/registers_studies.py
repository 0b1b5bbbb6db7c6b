"""Part of the report on registers: counts beside those that the studies state for the same kernels."""
import re
import tomllib

from reports.errors import ReportError
from reports.numbers import arithmetic_mean, percent, signed_percent

WIDTHS = (32, 64)  # bits of an address


def machine_value(root, name, section, key):
    """A value of a machine, or of the one that it is based on."""
    while name:
        machine = tomllib.loads((root / "machines" / f"{name}.toml").read_text())
        if key in machine.get(section, {}):
            return machine[section][key]
        name = machine.get("base")
    raise ReportError(f"no machine sets {section}.{key}")


def stated(manifests):
    """Study, entry, and the study's words on a kernel, for each that has a number of registers."""
    for path, manifest in manifests:
        for study, paper in manifest.get("papers", {}).items():
            for kernel in paper.get("kernels", []):
                if "registers" in kernel:
                    yield study, path.stem, kernel.get("label") or paper.get("label", ""), kernel


def counted(tools, entry, machine, bits, assembler):
    """Registers of each kernel of a workload, by mangled name."""
    # With 32 bits memory has to end below 4 GiB.
    small = ["--set", "device.memory_bytes=1GiB"] if bits == 32 else []
    habits = ["--set", f"compiler.assembler={assembler}"] if assembler else []
    text = tools.output(tools.heddle, "disasm", "--machine", machine, "--set", f"device.address_bits={bits}", *small, *habits,
                        tools.code(entry))
    return {name: int(number) for name, number in re.findall(r"^kernel ([\w$]+): registers (\d+)", text, re.M)}


def named(counts, function, entry):
    """Of a function's kernels (a template has several) the counts, each once, lowest first."""
    mangled = re.compile(rf"_Z\w*?(?<!\d){len(function)}{function}")
    found = sorted({number for name, number in counts.items() if name == function or mangled.match(name)})
    if not found:
        raise ReportError(f"workload {entry} has no kernel '{function}', which its manifest names")
    return found


def rows_of(tools, assembler):
    """Study, label, entry and kernel, stated registers, and the counts by width of addresses."""
    papers = tomllib.loads((tools.root / "workloads/papers.toml").read_text())
    known, rows = {}, []
    for study, entry, label, kernel in stated(tools.manifests()):
        machine = papers[study]["machine"]
        reserved = machine_value(tools.root, machine, "device", "reserved_registers")
        by_width = {}
        for bits in WIDTHS:
            case = (entry, machine, bits)
            if case not in known:
                known[case] = counted(tools, *case, assembler)
            by_width[bits] = [number + reserved for number in named(known[case], kernel["kernel"], entry)]
        rows.append((study, label, f"{entry}, `{kernel['kernel']}`", kernel["registers"], by_width))
    return sorted(rows, key=lambda row: (list(papers).index(row[0]), row[1]))


def shown(counts):
    return " to ".join(str(number) for number in sorted({counts[0], counts[-1]}))


def means(rows, study, bits):
    """"28% (+1%)": mean absolute error and mean error."""
    errors = [(arithmetic_mean(by_width[bits]) - wanted) / wanted for name, _, _, wanted, by_width in rows if name == study]
    return f"{percent(arithmetic_mean(map(abs, errors)))} ({signed_percent(arithmetic_mean(errors), 0)})"


def add(tools, page):
    tools.progress(0, 2, "registers beside the studies'")
    usual = rows_of(tools, None)
    tools.progress(1, 2, "registers beside the studies', as volta")
    volta = rows_of(tools, "volta")
    page.section("Beside the studies")
    page.text("Registers that the studies state, and heddle's on the study's machine. The studies' are of other compilers, and of other "
              "code where a workload is another program for the same algorithm.")
    page.table(("study", "kernels", "assembler", "mean absolute error, 32-bit addresses (mean error)", "64-bit"),
               [(study, sum(row[0] == study for row in rows), assembler, *(means(rows, study, bits) for bits in WIDTHS))
                for assembler, rows in (("the machine's", usual), ("`volta`", volta))
                for study in dict.fromkeys(row[0] for row in rows)])
    page.table(("study", "its kernel", "workload, kernel", "stated", "32-bit addresses", "64-bit"),
               [(*row[:4], *(shown(row[4][bits]) for bits in WIDTHS)) for row in usual])
