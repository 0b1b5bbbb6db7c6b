#!/usr/bin/env python3
"""Makes a site of the documentation: the front page, the guide, the reference, the reports and what they link to, by MkDocs.
The groups of the navigation are the headings of docs/guide/README.md, and one more for what is looked up.

  scripts/site.py [FOLDER]     build/site; open FOLDER/index.html in a browser

Needs no network. Every link within the site is checked; one that leads nowhere is an error. Install MkDocs: apt-get install
mkdocs. The search field needs a server: python3 -m http.server --bind 127.0.0.1 --directory FOLDER.
"""
import argparse
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
FIRST = "README.md"
FRONT = ROOT / "docs/site/front.md"
THEME = ROOT / "docs/site/theme"
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
LOOKED_UP = ("Reference and studies", ["docs/reference", "reports", "reports/reproduction"])
CONFIGURATION = """site_name: heddle
docs_dir: {source}
site_dir: {site}
use_directory_urls: false
theme:
  name: null
  custom_dir: {theme}
plugins: [search]
markdown_extensions: [md_in_html, sane_lists]
nav:
"""


def prose(text):
    """The text without blocks of code, of the same length."""
    return FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)


def staged(path):
    """Where a page stands in the site. The front page takes the place of the top README.md."""
    return Path("project.md") if path == ROOT / FIRST else path.relative_to(ROOT)


class Stage:
    """The pages in a folder of their own, with all files that they link to, each in its place."""

    def __init__(self, folder):
        self.folder = folder
        self.done = set()

    def add(self, path):
        """A file of the repository, or a folder: its README.md, or a list of its files."""
        relative = staged(path)
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

    def add_front(self):
        """The front page stands at the top of the site, so its links count from there."""
        text = self.page(FRONT)
        def from_top(link):
            return os.path.relpath((FRONT.parent / link[1]).resolve(), ROOT) + (link[2] or "")

        (self.folder / "index.md").write_text(LINK.sub(from_top, text))

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
            if target == ROOT / FIRST:
                name = name.removesuffix(FIRST) + str(staged(target))
            self.add(target)
            pieces += [text[copied : link.start(1)], name]
            copied = link.end(1)
        return "".join(pieces) + text[copied:]


def guide_groups():
    """The headings of the guide's README.md, each with the pages that its table names, in order."""
    folder = ROOT / "docs/guide"
    groups, known = [], {FIRST}
    for part in re.split(r"^## ", (folder / FIRST).read_text(), flags=re.M)[1:]:
        pages = []
        for name in re.findall(r"\]\(([\w-]+\.md)", part):
            if name not in known:
                known.add(name)
                pages.append(folder / name)
        groups.append((part.splitlines()[0], pages))
    missing = sorted({page.name for page in folder.glob("*.md")} - known)
    if missing:
        sys.exit(f"site: docs/guide/README.md names no group for {', '.join(missing)}")
    return groups


def looked_up():
    pages = [ROOT / FIRST]
    for folder in LOOKED_UP[1]:
        pages += sorted((ROOT / folder).glob("*.md"), key=lambda page: (page.name != FIRST, page.name))
    return (LOOKED_UP[0], pages + [ROOT / "docs/guide" / FIRST, ROOT / "CONTRIBUTING.md"])


def navigation(groups):
    lines = ["  - Home: index.md\n"]
    for title, pages in groups:
        lines.append(f"  - {title}:\n")
        lines += [f"    - {staged(page)}\n" for page in pages]
    return "".join(lines)


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
        groups = guide_groups() + [looked_up()]
        for _, pages in groups:
            for page in pages:
                stage.add(page)
        stage.add_front()
        configuration = Path(folder) / "mkdocs.yml"
        configuration.write_text(CONFIGURATION.format(source=stage.folder, site=site, theme=THEME) + navigation(groups))
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
