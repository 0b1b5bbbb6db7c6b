"""docs/reference: pages that heddle writes about itself."""
import subprocess

PAGES = {
    "parameters": ("Parameters", "Every key of a machine, a run and a policy: `--set KEY=VALUE`. `heddle explain KEY` shows the value "
                   "of a machine."),
    "statistics": ("Statistics", "Every name that stands in `stats.json`, with its unit."),
    "gpgpusim-options": ("Options of GPGPU-Sim", "What `heddle import` makes of each option of GPGPU-Sim 4.2 and Accel-Sim. A last `*` "
                         "stands for any characters. A row says `taken with a difference` if this holds for any value; for other "
                         "rows a value can bring a difference, which the command then names."),
    "gpgpusim-statistics": ("Statistics of GPGPU-Sim", "The names that `heddle run --print-as gpgpusim` prints, with their formulas of "
                            "heddle's [statistics](statistics.md) and of parameters of the machine."),
    "nsight-metrics": ("Metrics of Nsight Compute", "The names that `heddle metrics` prints, with their formulas of heddle's "
                       "[statistics](statistics.md) and of parameters of the machine. Metrics that mean something else than what "
                       "heddle measures are left out, the reasons of stalled warps among them: heddle counts issue slots."),
    "instructions": ("Instructions", "Every PTX instruction that heddle executes."),
}


def printed(build, *arguments):
    return subprocess.run([build / "heddle", *arguments], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()


def page(title, introduction, body):
    return f"# {title}\n\n{introduction} Written by `make docs`; do not edit.\n\n{body}\n"


def policies(build):
    kinds = [line.split("|")[1].strip() for line in printed(build, "list", "kinds", "--markdown").splitlines()[2:]]
    sections = [printed(build, "list", "kinds", "--markdown")]
    sections += [f"## {kind}\n\n{printed(build, 'list', kind, '--markdown')}" for kind in kinds]
    return "\n\n".join(sections)


def pages(root, build):
    folder = root / "docs" / "reference"
    texts = {folder / f"{name}.md": page(title, introduction, printed(build, "list", name, "--markdown"))
             for name, (title, introduction) in PAGES.items()}
    texts[folder / "policies.md"] = page("Policies", "What can be chosen with `--set KIND=NAME`, by kind.", policies(build))
    texts[folder / "results.md"] = page("The file of a sweep's results", "Tables and views of the SQLite file that `heddle sweep` "
                                        "writes.", f"```sql\n{printed(build, 'list', 'results')}\n```")
    return texts
