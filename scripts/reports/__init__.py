"""The measured pages in reports/: one module a page, and what the modules share.

A page's module has

    TITLE    heading of the page
    TIME     how long its command takes on a quiet machine of two processors
    TARGETS  what the build must have made
    OPTIONS  options of its own: {"--name": {arguments of argparse's add_argument}}; may be left out
    measure(tools, options) -> Page

`tools.py` runs heddle, `page.py` makes Markdown, `stamp.py` signs a page, `numbers.py` writes numbers and means, `data.py` reads what
others measured (reports/data), `command.py` is the command line. A new page is a module here and its name in PAGES.
"""
import importlib

PAGES = ("fidelity", "performance", "validation", "registers", "compiler-analyses", "device-mathematics", "workloads",
         "l1-replay", "energy", "python", "slow-kernels")


def module_of(name):
    return importlib.import_module("reports." + name.replace("-", "_"))
