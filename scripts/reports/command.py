"""The command line of scripts/report.py."""
import argparse
import datetime
import pathlib
import shlex
import sys

import reports
from reports import revision, stamp
from reports.errors import ReportError
from reports.tools import Tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "reports"


def options_of(name):
    return getattr(reports.module_of(name), "OPTIONS", {})


def epilog():
    lines = ["reports, and how long each takes on a quiet machine of two processors:"]
    for name in reports.PAGES:
        module = reports.module_of(name)
        lines.append(f"  {name:<20}{module.TIME:<14}{module.TITLE}")
    lines += ["", "examples:", "  scripts/report.py fidelity",
              "  scripts/report.py registers --ptx ptx          # other suites' PTX beside the workloads",
              "  scripts/report.py fidelity l1-replay --dirty    # while working on them; the stamps say so"]
    return "\n".join(lines)


def parser():
    made = argparse.ArgumentParser(
        prog="scripts/report.py", formatter_class=argparse.RawDescriptionHelpFormatter, epilog=epilog(),
        description="Measures reports and writes their pages, reports/NAME.md, each with a stamp: command, revision, "
                    "date.\nNothing is written if a run fails, or if files are changed that are not committed.")
    made.add_argument("names", nargs="*", metavar="NAME", help="reports to write; all of the list below: all")
    made.add_argument("--build", default=ROOT / "build", type=pathlib.Path, metavar="DIR",
                      help="the build to measure; it is brought up to date first (default: build)")
    made.add_argument("--dirty", action="store_true",
                      help="measure changes that are not committed; the stamp says so")
    made.add_argument("--check", action="store_true",
                      help="measure nothing: check that the pages are as their commands wrote them")
    for name in reports.PAGES:
        for option, details in options_of(name).items():
            made.add_argument(option, **{**details, "help": f"{name}: {details['help']}"})
    return made


def names_of(arguments, make_error):
    """The reports that are asked for."""
    names = list(reports.PAGES) if arguments.names == ["all"] else arguments.names
    for name in names:
        if name not in reports.PAGES:
            make_error(f"there is no report '{name}'; there are: {', '.join(reports.PAGES)}")
    for name in reports.PAGES:
        for option in options_of(name):
            if getattr(arguments, option.strip("-").replace("-", "_")) is not None and name not in names:
                make_error(f"{option} is an option of the report {name}, which is not asked for")
    return names


def words_of(name, arguments):
    """The command that writes this page alone."""
    words = [name]
    for option in options_of(name):
        value = getattr(arguments, option.strip("-").replace("-", "_"))
        if value is not None:
            words += [option, str(value)]
    return words


def is_command_of(name, words):
    """Whether these words make report.py write the page."""
    def refuse(message):
        raise ValueError(message)

    made = parser()
    made.error = refuse
    try:
        return names_of(made.parse_args(words), refuse) == [name]
    except ValueError:
        return False


def check(folder):
    """Says on standard error what is wrong with the pages; the exit code."""
    faults = []
    for name in reports.PAGES:
        path = folder / f"{name}.md"
        fault = (stamp.fault_of(path, name, lambda words: is_command_of(name, words)) if path.is_file()
                 else f"{path} is missing: scripts/report.py {name} writes it.")
        faults += [fault] if fault else []
    others = {path.stem for path in folder.glob("*.md")} - set(reports.PAGES) - {"README"}
    faults += [f"{folder / name}.md: no command writes it." for name in sorted(others)]
    print("\n".join(faults) or f"{len(reports.PAGES)} pages are as their commands wrote them",
          file=sys.stderr if faults else sys.stdout)
    return 1 if faults else 0


def write(name, arguments, measured, dirty):
    """`measured`: the revision, as it was when the command began."""
    module = reports.module_of(name)
    tools = Tools(ROOT, arguments.build.absolute(), name)
    try:
        tools.make(module.TARGETS)
        page = module.measure(tools, arguments)
    finally:
        tools.close()
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
    text = stamp.stamped(page.body(), shlex.join(words_of(name, arguments)), measured, dirty,
                         datetime.date.today().isoformat())
    path = ROOT / FOLDER / f"{name}.md"
    stamp.write_whole(path, text)
    print(path.relative_to(ROOT))


def main(words):
    made = parser()
    arguments = made.parse_args(words)
    if arguments.check:
        return check(ROOT / FOLDER)
    if not arguments.names:
        made.error("name the reports to write, or all")
    names = names_of(arguments, made.error)
    try:
        measured, changed = revision.head(ROOT), revision.changes(ROOT, FOLDER)
        if changed and not arguments.dirty:
            raise ReportError(f"{len(changed)} files are not as the revision has them ({', '.join(changed[:3])}"
                              f"{', ...' if len(changed) > 3 else ''}): commit them, or say --dirty")
        for name in names:
            write(name, arguments, measured, bool(changed))
    except ReportError as error:
        print(f"report.py: {error}", file=sys.stderr)
        return 1
    return 0
