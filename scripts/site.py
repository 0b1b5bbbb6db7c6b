#!/usr/bin/env python3
"""Makes a site of the documentation: README.md, the guide, the reference, the reports and what they link to, by MkDocs.

  scripts/site.py [FOLDER]     build/site; open FOLDER/index.html in a browser

Needs no network. Every link within the site is checked; one that leads nowhere is an error. Install MkDocs: apt-get install
mkdocs. The search field needs a server: python3 -m http.server --bind 127.0.0.1 --directory FOLDER.
"""
import argparse
import html.parser
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
FIRST = "README.md"
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
SECTIONS = [("Guide", "docs/guide"), ("Reference", "docs/reference"), ("Reports", "reports"),
            ("The studies, run again", "reports/reproduction")]
CONFIGURATION = """site_name: heddle
docs_dir: {source}
site_dir: {site}
use_directory_urls: false
theme:
  name: mkdocs
  highlightjs: false
  navigation_depth: 2
plugins: [search]
markdown_extensions: [md_in_html, sane_lists]
nav:
"""


def prose(text):
    """The text without blocks of code, of the same length."""
    return FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)


class Stage:
    """The pages in a folder of their own, with all files that they link to, each in its place."""

    def __init__(self, folder):
        self.folder = folder
        self.done = set()

    def add(self, path):
        """A file of the repository, or a folder: its README.md, or a list of its files."""
        relative = path.relative_to(ROOT)
        if relative in self.done:
            return
        self.done.add(relative)
        to = self.folder / relative
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            self.add_list(path, to)
        elif path.suffix == ".md":
            to.write_text(self.page(path))
        else:
            shutil.copyfile(path, to)

    def add_list(self, path, to):
        to.mkdir(exist_ok=True)
        files = [file for file in sorted(path.iterdir()) if file.is_file()]
        for file in files:
            self.add(file)
        lines = "".join(f"- [{file.name}]({file.name})\n" for file in files)
        (to / "index.md").write_text(f"# {path.relative_to(ROOT)}\n\n{lines}")

    def page(self, path):
        """The text, with links to folders leading to their pages. What it links to is added."""
        text = path.read_text().replace("<details>", '<details markdown="1">')
        pieces, copied = [], 0
        for link in LINK.finditer(prose(text)):
            target = (path.parent / unquote(link[1])).resolve()
            if not target.exists() or not target.is_relative_to(ROOT):
                continue  # the check of links says so
            name = link[1]
            if target.is_dir():
                has_page = (target / FIRST).exists()
                name = name.rstrip("/") + ("/" + FIRST if has_page else "/index.md")
                target = target / FIRST if has_page else target
            self.add(target)
            pieces += [text[copied : link.start(1)], name]
            copied = link.end(1)
        return "".join(pieces) + text[copied:]


def pages_of(folder):
    """In the order in which the folder's README.md names them, then by name."""
    pages = sorted((ROOT / folder).glob("*.md"))
    first = (ROOT / folder / FIRST).read_text() if (ROOT / folder / FIRST).exists() else ""

    def key(page):
        place = first.find(f"]({page.name}")
        return (page.name != FIRST, place if place >= 0 else len(first), page.name)

    return sorted(pages, key=key)


def navigation():
    lines = [f"  - Home: {FIRST}\n"]
    for title, folder in SECTIONS:
        lines.append(f"  - {title}:\n")
        lines += [f"    - {page.relative_to(ROOT)}\n" for page in pages_of(folder)]
    return "".join(lines) + "  - Changing heddle: CONTRIBUTING.md\n"


class Page(html.parser.HTMLParser):
    """Where a page leads, what it loads, and the places in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.places = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("src", "href"):
                self.loads.append(value or "")


def faults_of(site):
    """Links that lead nowhere, and what would be loaded from elsewhere."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    for path, page in pages.items():
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "data":
                    yield f"{path.relative_to(site)} loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{path.relative_to(site)}: there is no '{link}'"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{path.relative_to(site)}: '{link}' names no place of that page"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site")
    site = parser.parse_args().folder.resolve()
    if shutil.which("mkdocs") is None:
        sys.exit("site: MkDocs is missing; apt-get install mkdocs")
    if site.exists() and not (site / "sitemap.xml").exists() and any(site.iterdir()):
        sys.exit(f"site: {site} holds something else; name another folder")
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder) / "pages")
        for page in [ROOT / FIRST, ROOT / "CONTRIBUTING.md"] + [page for _, part in SECTIONS for page in pages_of(part)]:
            stage.add(page)
        configuration = Path(folder) / "mkdocs.yml"
        configuration.write_text(CONFIGURATION.format(source=stage.folder, site=site) + navigation())
        made = subprocess.run(["mkdocs", "build", "--quiet", "--clean", "--config-file", configuration], check=False)
        if made.returncode != 0:
            sys.exit("site: MkDocs failed")
    faults = list(faults_of(site))
    for fault in faults:
        print(f"site: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"site: {sum(1 for _ in site.rglob('*.html'))} pages in {site}")


if __name__ == "__main__":
    main()
